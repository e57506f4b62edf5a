package screenlock

import (
	"context"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/godbus/dbus/v5"
)

// A topic is one service on a bus, and what it can say.
type topic struct {
	service string
	// matches gives the signals to listen to beside the service's coming and going, and asks nothing that waits for a
	// service which does not run.
	matches func(ctx context.Context, conn *dbus.Conn) [][]dbus.MatchOption
	ask     func(ctx context.Context, conn *dbus.Conn) []fact // the present state
	read    func(*dbus.Signal) []fact                         // what a signal says; nothing when it is another topic's
	reasons []reason                                          // all that it may give
}

// bus is one message bus that is listened to whenever it is there.
type bus struct {
	address string // "": there is none
	topics  []topic
	tell    func(fact)
}

const (
	askWithin   = 5 * time.Second        // a service that hangs is treated as one that says nothing
	afterLoss   = time.Second            // between the end of one connection and the next attempt
	firstPause  = 100 * time.Millisecond // a bus makes its socket a moment before it listens
	lastPause   = 2 * time.Second        // from firstPause, doubled each time: five attempts
	nameChanged = "org.freedesktop.DBus.NameOwnerChanged"
)

// follow listens until ctx ends, or until there is no way to learn that the bus has come back.
func (b *bus) follow(ctx context.Context) {
	if b.address == "" {
		return
	}
	for conn := b.connect(ctx); conn != nil; conn = b.connect(ctx) {
		b.listen(ctx, conn)
		if !pause(ctx, afterLoss) {
			return
		}
	}
}

// connect waits for the bus to be there. It is nil when that will not happen, or nobody would say so.
func (b *bus) connect(ctx context.Context) *dbus.Conn {
	socket := b.socket()
	news, err := fsnotify.NewWatcher() // from now on, so that no new socket is missed between two attempts
	if err == nil {
		defer news.Close()
		err = news.Add(filepath.Dir(socket))
	}
	watched := socket != "" && err == nil
	for {
		for wait := firstPause; wait <= lastPause; wait *= 2 {
			conn, err := dbus.Connect(b.address,
				dbus.WithContext(ctx), dbus.WithSignalHandler(dbus.NewSequentialSignalHandler()))
			if err == nil {
				return conn
			}
			if !pause(ctx, wait) {
				return nil
			}
		}
		if !watched || !made(ctx, news, socket) {
			return nil
		}
	}
}

// made waits until somebody makes the file anew; false when that will not be told.
func made(ctx context.Context, news *fsnotify.Watcher, file string) bool {
	for {
		select {
		case <-ctx.Done():
			return false
		case <-news.Errors: // what was missed may have been the file
			return true
		case e := <-news.Events:
			switch {
			case e.Name == file && e.Has(fsnotify.Create):
				return true
			case e.Name == filepath.Dir(file): // the folder itself went away
				return false
			}
		}
	}
}

// pause is false when ctx ended meanwhile.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// socket is the file that the bus listens on; "" when its address names none.
func (b *bus) socket() string {
	first, _, _ := strings.Cut(b.address, ";")
	list, ok := strings.CutPrefix(first, "unix:")
	if !ok {
		return ""
	}
	for pair := range strings.SplitSeq(list, ",") {
		if value, ok := strings.CutPrefix(pair, "path="); ok {
			if path, err := url.PathUnescape(value); err == nil {
				return filepath.Clean(path)
			}
		}
	}
	return ""
}

// listen tells what the topics say until the connection ends. What a lost bus said is forgotten.
func (b *bus) listen(ctx context.Context, conn *dbus.Conn) {
	defer conn.Close()
	signals := make(chan *dbus.Signal, 16)
	conn.Signal(signals) // closed with the connection
	for _, t := range b.topics {
		defer b.forget(t)
		b.begin(ctx, conn, t)
	}
	for s := range signals {
		for _, t := range b.topics {
			b.hear(ctx, conn, t, s)
		}
	}
}

// begin listens to a service and asks for its present state, in this order, so that no change is missed.
func (b *bus) begin(ctx context.Context, conn *dbus.Conn, t topic) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	owner := []dbus.MatchOption{
		dbus.WithMatchSender("org.freedesktop.DBus"), dbus.WithMatchInterface("org.freedesktop.DBus"),
		dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, t.service),
	}
	for _, m := range append(t.matches(ctx, conn), owner) {
		// One that cannot be added leaves the others; there is nobody to tell.
		_ = conn.AddMatchSignalContext(ctx, m...)
	}
	for _, f := range t.ask(ctx, conn) {
		b.tell(f)
	}
}

func (b *bus) hear(ctx context.Context, conn *dbus.Conn, t topic, s *dbus.Signal) {
	if s.Name == nameChanged {
		var name, before, after string
		if dbus.Store(s.Body, &name, &before, &after) != nil || name != t.service {
			return
		}
		b.forget(t)
		if after != "" {
			b.begin(ctx, conn, t)
		}
		return
	}
	for _, f := range t.read(s) {
		b.tell(f)
	}
}

func (b *bus) forget(t topic) {
	for _, r := range t.reasons {
		b.tell(fact{r, false})
	}
}

// call asks a service that runs; none is started for it.
func call(ctx context.Context, o dbus.BusObject, method string, args ...any) *dbus.Call {
	return o.CallWithContext(ctx, method, dbus.FlagNoAutoStart, args...)
}
