package bus

import (
	"context"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/godbus/dbus/v5"
)

// A Topic is one service on a bus, and what it can say.
type Topic struct {
	Service string
	// Matches gives the signals to listen to beside the service's coming and going, and asks nothing that waits for a
	// service which does not run.
	Matches func(ctx context.Context, conn *dbus.Conn) [][]dbus.MatchOption
	Ask     func(ctx context.Context, conn *dbus.Conn) []Fact // the present state
	// Read says what a signal means; nothing when it is another topic's.
	Read    func(ctx context.Context, s *dbus.Signal) []Fact
	Reasons []Reason // all that it may give
	Lasting bool     // what it said holds when the service goes
}

// Bus is one message bus that is listened to whenever it is there.
type Bus struct {
	Address string // "": there is none
	Topics  []Topic
	Tell    func(Fact) // on a goroutine of the bus's
}

// Any listens to a bus until ctx ends, and calls report whenever the first reason of all comes (true) or the last one
// goes. All calls come from one goroutine.
func Any(ctx context.Context, address string, topics []Topic, report func(on bool)) {
	on, said := map[Reason]bool{}, false
	b := Bus{Address: address, Topics: topics, Tell: func(f Fact) {
		if f.On {
			on[f.Reason] = true
		} else {
			delete(on, f.Reason)
		}
		if now := len(on) > 0; now != said {
			said = now
			report(now)
		}
	}}
	b.Follow(ctx)
}

const (
	askWithin   = 5 * time.Second        // a service that hangs is treated as one that says nothing
	afterLoss   = time.Second            // between the end of one connection and the next attempt
	firstPause  = 100 * time.Millisecond // a bus makes its socket a moment before it listens
	lastPause   = 2 * time.Second        // from firstPause, doubled each time: five attempts
	nameChanged = "org.freedesktop.DBus.NameOwnerChanged"
)

// Follow listens until ctx ends, or until there is no way to learn that the bus has come back.
func (b *Bus) Follow(ctx context.Context) {
	if b.Address == "" {
		return
	}
	for conn := b.connect(ctx); conn != nil; conn = b.connect(ctx) {
		b.listen(ctx, conn)
		if !pause(ctx, afterLoss) {
			return
		}
	}
}

// Await waits for the bus at an address and connects to it; signals come in order. It is nil when that will not happen,
// nobody would say so, or ctx ended.
func Await(ctx context.Context, address string) *dbus.Conn {
	if address == "" || strings.HasPrefix(address, "disabled:") {
		return nil
	}
	return (&Bus{Address: address}).connect(ctx)
}

// connect waits for the bus to be there. It is nil when that will not happen, or nobody would say so.
func (b *Bus) connect(ctx context.Context) *dbus.Conn {
	socket := b.socket()
	news, err := fsnotify.NewWatcher() // from now on, so that no new socket is missed between two attempts
	if err == nil {
		defer news.Close()
		err = news.Add(filepath.Dir(socket))
	}
	watched := socket != "" && err == nil
	for {
		for wait := firstPause; wait <= lastPause; wait *= 2 {
			conn, err := dbus.Connect(b.Address,
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
func (b *Bus) socket() string {
	first, _, _ := strings.Cut(b.Address, ";")
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
func (b *Bus) listen(ctx context.Context, conn *dbus.Conn) {
	defer conn.Close()
	signals := make(chan *dbus.Signal, 16)
	conn.Signal(signals) // closed with the connection
	for _, t := range b.Topics {
		defer b.forget(t)
		b.begin(ctx, conn, t)
	}
	for s := range signals {
		for _, t := range b.Topics {
			b.hear(ctx, conn, t, s)
		}
	}
}

// begin listens to a service and asks for its present state, in this order, so that no change is missed.
func (b *Bus) begin(ctx context.Context, conn *dbus.Conn, t Topic) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	owner := []dbus.MatchOption{
		dbus.WithMatchSender("org.freedesktop.DBus"), dbus.WithMatchInterface("org.freedesktop.DBus"),
		dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, t.Service),
	}
	for _, m := range append(t.Matches(ctx, conn), owner) {
		// One that cannot be added leaves the others; there is nobody to tell.
		_ = conn.AddMatchSignalContext(ctx, m...)
	}
	for _, f := range t.Ask(ctx, conn) {
		b.Tell(f)
	}
}

func (b *Bus) hear(ctx context.Context, conn *dbus.Conn, t Topic, s *dbus.Signal) {
	if s.Name == nameChanged {
		var name, before, after string
		if dbus.Store(s.Body, &name, &before, &after) != nil || name != t.Service {
			return
		}
		b.forget(t)
		if after != "" {
			b.begin(ctx, conn, t)
		}
		return
	}
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	for _, f := range t.Read(ctx, s) {
		b.Tell(f)
	}
}

func (b *Bus) forget(t Topic) {
	if t.Lasting {
		return
	}
	for _, r := range t.Reasons {
		b.Tell(Fact{r, false})
	}
}

// Call asks a service that runs; none is started for it.
func Call(ctx context.Context, o dbus.BusObject, method string, args ...any) *dbus.Call {
	return o.CallWithContext(ctx, method, dbus.FlagNoAutoStart, args...)
}

// One reads a signal that carries a single truth value.
func One(r Reason, s *dbus.Signal) []Fact {
	on := false
	if dbus.Store(s.Body, &on) != nil {
		return nil
	}
	return Is(r, on)
}

// Names of the standard interface for properties.
const (
	Properties        = "org.freedesktop.DBus.Properties"
	PropertiesChanged = Properties + ".PropertiesChanged"
)

// Changed gives the new value of a property that a signal carries; ok is false when it does not.
func Changed[T any](s *dbus.Signal, of, property string) (value T, ok bool) {
	var (
		changed map[string]dbus.Variant
		unknown []string
		name    string
	)
	if s.Name != PropertiesChanged || dbus.Store(s.Body, &name, &changed, &unknown) != nil || name != of {
		return value, false
	}
	v, ok := changed[property]
	return value, ok && v.Store(&value) == nil
}
