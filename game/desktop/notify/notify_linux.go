package notify

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"time"

	"github.com/esiqveland/notify"
	"github.com/godbus/dbus/v5"
)

// Names of the Desktop Notifications Specification, version 1.2.
const (
	service      = "org.freedesktop.Notifications"
	servicePath  = "/org/freedesktop/Notifications"
	closed       = service + ".NotificationClosed"
	invoked      = service + ".ActionInvoked"
	closeNote    = service + ".CloseNotification"
	ownerChanged = "org.freedesktop.DBus.NameOwnerChanged"
)

// answersWithin is how long a server may take over one call. After that the connection is given up: a call that hangs
// must not keep notifications on the screen that are over.
const answersWithin = 10 * time.Second

// server is one connection to the bus, with what stands on the screen through it.
type server struct {
	conn    *dbus.Conn
	signals chan *dbus.Signal
	owner   string   // unique name of the server; empty: none runs
	can     []string // its capabilities
	away    bool     // it could not be reached, nor started: wait until it comes
	shown   map[string]*shown
}

type shown struct {
	note Note
	id   uint32
	over bool // the user closed it, or its time was over
}

func (c *Center) run(ctx context.Context) {
	var want []Note
	var s *server
	for {
		var signals <-chan *dbus.Signal
		if s != nil {
			signals = s.signals
		}
		select {
		case <-ctx.Done():
			if s != nil {
				s.clear(nil)
				s.conn.Close()
			}
			return
		case want = <-c.wants:
			if s == nil && len(want) > 0 {
				s = c.connect()
			}
			c.tidy(s, want)
		case signal, there := <-signals:
			if !there { // the bus went away; the next notification looks for it again
				s.conn.Close()
				s = nil
				continue
			}
			if s.hear(signal, c.options.Chosen) {
				c.tidy(s, want)
			}
		}
	}
}

// connect gives nil when there is no bus.
func (c *Center) connect() *server {
	if c.options.Bus == "" || strings.HasPrefix(c.options.Bus, "disabled:") {
		return nil
	}
	conn, err := dbus.Connect(c.options.Bus, dbus.WithContext(c.life), dbus.WithSignalHandler(dbus.NewSequentialSignalHandler()))
	if err != nil {
		c.complain("no notifications: the message bus does not answer", err)
		return nil
	}
	s := &server{conn: conn, signals: make(chan *dbus.Signal, 64), shown: map[string]*shown{}}
	conn.Signal(s.signals)
	for _, m := range [][]dbus.MatchOption{
		{dbus.WithMatchSender(service), dbus.WithMatchInterface(service), dbus.WithMatchObjectPath(servicePath)},
		{dbus.WithMatchSender("org.freedesktop.DBus"), dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, service)},
	} {
		_ = conn.AddMatchSignal(m...) // without it nothing is heard; there is nobody to tell
	}
	s.meet()
	return s
}

// tidy makes the screen show what is wanted. s may be nil.
func (c *Center) tidy(s *server, want []Note) {
	if s == nil {
		return
	}
	s.clear(want)
	for _, n := range want {
		old := s.shown[n.ID]
		if s.away || old != nil && (old.over || old.note.same(n)) {
			continue
		}
		if err := s.send(n); err != nil {
			s.away = true
			c.complain("no notifications: nobody shows them", err)
		}
	}
}

// clear takes away what is on the screen and not wanted.
func (s *server) clear(want []Note) {
	for id, old := range s.shown {
		if slices.ContainsFunc(want, func(n Note) bool { return n.ID == id }) {
			continue
		}
		delete(s.shown, id)
		if !old.over {
			s.conn.Object(service, servicePath).Go(closeNote, dbus.FlagNoReplyExpected|dbus.FlagNoAutoStart, nil, old.id)
		}
	}
}

// send shows a note, or changes the one that is there.
func (s *server) send(n Note) error {
	hang := time.AfterFunc(answersWithin, func() { s.conn.Close() })
	defer hang.Stop()
	if s.owner == "" { // a bus may be able to start it
		if err := s.start(); err != nil {
			return err
		}
	}
	out := s.dress(n)
	if old := s.shown[n.ID]; old != nil {
		out.ReplacesID = old.id
	}
	id, err := notify.SendNotification(s.conn, out)
	if err != nil {
		return err
	}
	s.shown[n.ID] = &shown{note: n, id: id}
	return nil
}

// start has the bus start a server, if it knows one.
func (s *server) start() error {
	var code uint32
	if err := s.conn.BusObject().Call("org.freedesktop.DBus.StartServiceByName", 0, service, uint32(0)).Store(&code); err != nil {
		return fmt.Errorf("start %s: %w", service, err)
	}
	if s.meet(); s.owner == "" {
		return errors.New("it was started and has ended")
	}
	return nil
}

// meet learns who the server is and what it can.
func (s *server) meet() {
	s.owner, s.can = "", nil
	if s.conn.BusObject().Call("org.freedesktop.DBus.GetNameOwner", 0, service).Store(&s.owner) == nil {
		s.can, _ = notify.GetCapabilities(s.conn) // none: the plainest notifications
	}
}

// hear says whether the screen may need tidying. Signals of others than the server are nobody's choice: any program on
// the bus can send them.
func (s *server) hear(signal *dbus.Signal, chosen func(id, key string)) bool {
	switch {
	case signal.Name == ownerChanged && signal.Sender == "org.freedesktop.DBus":
		var name, before, after string
		if dbus.Store(signal.Body, &name, &before, &after) != nil || name != service || after == s.owner {
			return false
		}
		s.meet()
		s.away = false
		clear(s.shown) // they went with the one before
		return s.owner != ""
	case signal.Sender != s.owner || s.owner == "":
	case signal.Name == closed:
		var id, reason uint32
		if dbus.Store(signal.Body, &id, &reason) == nil {
			if _, old := s.find(id); old != nil {
				old.over = true
			}
		}
	case signal.Name == invoked:
		var id uint32
		var key string
		if dbus.Store(signal.Body, &id, &key) == nil {
			if name, old := s.find(id); old != nil {
				chosen(name, key)
			}
		}
	}
	return false
}

func (s *server) find(id uint32) (string, *shown) {
	for name, old := range s.shown {
		if old.id == id && !old.over {
			return name, old
		}
	}
	return "", nil
}

// dress makes of a note what the server can show.
func (s *server) dress(n Note) notify.Notification {
	out := notify.Notification{AppName: "Dango", AppIcon: "dango", Summary: n.Title, Body: n.Body, ExpireTimeout: n.Stay}
	switch n.Stay {
	case 0:
		out.ExpireTimeout = notify.ExpireTimeoutSetByNotificationServer
	case Always:
		out.ExpireTimeout = notify.ExpireTimeoutNever
	}
	switch {
	case !slices.Contains(s.can, "body"):
		out.Summary, out.Body = strings.ReplaceAll(n.Title+": "+n.Body, "\n", ": "), ""
	case slices.Contains(s.can, "body-markup"):
		out.Body = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(n.Body)
	}
	if slices.Contains(s.can, "actions") {
		if n.Open != "" {
			out.Actions = append(out.Actions, notify.Action{Key: OpenKey, Label: n.Open})
		}
		for _, b := range n.Buttons {
			out.Actions = append(out.Actions, notify.Action{Key: b.Key, Label: b.Text})
		}
	}
	urgency := notify.UrgencyNormal // a critical one would break the desktop's own do-not-disturb
	if n.Quiet {
		urgency = notify.UrgencyLow
	}
	out.SetUrgency(urgency)
	out.AddHint(notify.Hint{ID: "desktop-entry", Variant: dbus.MakeVariant("dango")})
	out.AddHint(notify.Hint{ID: "suppress-sound", Variant: dbus.MakeVariant(true)}) // sounds are a setting of ours
	if n.Picture != nil {
		out.AddHint(notify.HintImageDataRGBA((*image.RGBA)(n.Picture))) // which the specification means without premultiplied alpha
	}
	return out
}
