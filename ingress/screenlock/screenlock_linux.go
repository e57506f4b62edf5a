package screenlock

import (
	"context"
	"path/filepath"
	"sync"
	"time"
)

func watch(ctx context.Context, o Options, report func(bool)) error {
	facts := make(chan fact)
	tell := func(f fact) {
		select {
		case facts <- f:
		case <-ctx.Done():
		}
	}
	var buses sync.WaitGroup
	defer buses.Wait()
	buses.Go(func() { (&bus{address: systemAddress(o.Getenv), topics: login(o.Getenv), tell: tell}).follow(ctx) })
	buses.Go(func() { (&bus{address: sessionAddress(o.Getenv), topics: savers(), tell: tell}).follow(ctx) })

	var known state
	said := false
	over := time.NewTimer(time.Hour) // of the wish to lock
	defer over.Stop()
	over.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case f := <-facts:
			known.apply(f, time.Now())
		case <-over.C:
		}
		now := time.Now()
		if now.Before(known.until) {
			over.Reset(known.until.Sub(now))
		}
		if hidden := known.hidden(now); hidden != said {
			said = hidden
			report(hidden)
		}
	}
}

// systemAddress is where the system bus listens.
func systemAddress(getenv func(string) string) string {
	if a := getenv("DBUS_SYSTEM_BUS_ADDRESS"); a != "" {
		return a
	}
	return "unix:path=/var/run/dbus/system_bus_socket"
}

// sessionAddress is where the session bus listens; "" when nothing says so. No bus is ever started.
func sessionAddress(getenv func(string) string) string {
	if a := getenv("DBUS_SESSION_BUS_ADDRESS"); a != "" {
		return a
	}
	if dir := getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) {
		return "unix:path=" + filepath.Join(dir, "bus")
	}
	return ""
}
