package screenlock

import (
	"context"
	"sync"
	"time"

	"dango/ingress/bus"
)

func watch(ctx context.Context, o Options, report func(bool)) error {
	facts := make(chan bus.Fact)
	tell := func(f bus.Fact) {
		select {
		case facts <- f:
		case <-ctx.Done():
		}
	}
	var buses sync.WaitGroup
	defer buses.Wait()
	buses.Go(func() {
		(&bus.Bus{Address: bus.SystemAddress(o.Getenv), Topics: login(o.Getenv), Tell: tell}).Follow(ctx)
	})
	buses.Go(func() { (&bus.Bus{Address: bus.SessionAddress(o.Getenv), Topics: savers(), Tell: tell}).Follow(ctx) })

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
