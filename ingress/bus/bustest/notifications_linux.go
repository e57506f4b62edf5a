package bustest

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"
)

const (
	notifications     = "org.freedesktop.Notifications"
	notificationsPath = "/org/freedesktop/Notifications"
)

// Notification is what somebody wants shown.
type Notification struct {
	ID            uint32
	Summary, Body string
	Actions       []string // keys and labels in turn
	Hints         map[string]dbus.Variant
	Expires       int32 // milliseconds; 0: never, -1: as the server likes
}

// Notifications is a notification server that shows nothing to anybody. Its methods may be called from any goroutine.
type Notifications struct {
	t    testing.TB
	conn *dbus.Conn
	can  []string

	mu    sync.Mutex
	last  uint32
	shown map[uint32]Notification
}

// ServeNotifications is the notification server of a bus until the end of the test, or Close. can are its capabilities.
func ServeNotifications(t testing.TB, bus string, can ...string) *Notifications {
	t.Helper()
	conn, err := dbus.Connect("unix:path=" + bus)
	if err != nil {
		t.Fatal(err)
	}
	n := &Notifications{t: t, conn: conn, can: can, shown: map[uint32]Notification{}}
	t.Cleanup(n.Close)
	methods := map[string]any{
		"Notify": n.notify, "CloseNotification": n.closeNotification, "GetCapabilities": n.capabilities,
	}
	if err := conn.ExportMethodTable(methods, notificationsPath, notifications); err != nil {
		t.Fatal(err)
	}
	Take(t, conn, notifications)
	return n
}

// Close ends the server. What it showed goes with it.
func (n *Notifications) Close() { n.conn.Close() }

// Shown are the notifications that are shown, oldest first.
func (n *Notifications) Shown() []Notification {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.SortedFunc(maps.Values(n.shown), func(a, b Notification) int { return cmp.Compare(a.ID, b.ID) })
}

// Choose is a click on an action, which closes the notification.
func (n *Notifications) Choose(id uint32, key string) {
	n.emit("ActionInvoked", id, key)
	n.Dismiss(id)
}

// Dismiss is what the user does who has read enough.
func (n *Notifications) Dismiss(id uint32) {
	const byUser = uint32(2)
	n.gone(id, byUser)
}

func (n *Notifications) notify(_ string, replaces uint32, _, summary, body string, actions []string, hints map[string]dbus.Variant, expires int32) (uint32, *dbus.Error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	id := replaces
	if id == 0 {
		n.last++
		id = n.last
	}
	n.shown[id] = Notification{id, summary, body, actions, hints, expires}
	return id, nil
}

func (n *Notifications) closeNotification(id uint32) *dbus.Error {
	const byCall = uint32(3)
	n.gone(id, byCall)
	return nil
}

func (n *Notifications) capabilities() ([]string, *dbus.Error) { return n.can, nil }

func (n *Notifications) gone(id, why uint32) {
	n.mu.Lock()
	delete(n.shown, id)
	n.mu.Unlock()
	n.emit("NotificationClosed", id, why)
}

func (n *Notifications) emit(signal string, args ...any) {
	if err := n.conn.Emit(notificationsPath, notifications+"."+signal, args...); err != nil && !errors.Is(err, dbus.ErrClosed) { // the test is over
		n.t.Error(err)
	}
}
