package notify

import (
	"net"
	"path/filepath"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/google/go-cmp/cmp"

	"dango/ingress/bus/bustest"
)

// stage is a bus with a center on it.
type stage struct {
	*Center
	t      *testing.T
	bus    string
	chosen chan string
}

func newStage(t *testing.T) *stage {
	bustest.Need(t)
	s := &stage{t: t, bus: filepath.Join(t.TempDir(), "bus"), chosen: make(chan string, 16)}
	bustest.Start(t, s.bus)
	s.Center = New(Options{Bus: "unix:path=" + s.bus, Chosen: func(id, key string) { s.chosen <- id + " " + key }, Log: func(what string, err error) {
		t.Log(what, err)
	}})
	t.Cleanup(s.Close)
	return s
}

// until waits for a server to show this, as "summary: body".
func (s *stage) until(server *bustest.Notifications, want ...string) []bustest.Notification {
	s.t.Helper()
	late := time.After(20 * time.Second)
	for {
		shown := server.Shown()
		var got []string
		for _, n := range shown {
			got = append(got, n.Summary+": "+n.Body)
		}
		if cmp.Equal(got, want) {
			return shown
		}
		select {
		case <-late:
			s.t.Fatalf("on the screen is %q, want %q", got, want)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func note(id, title string) Note {
	return Note{ID: id, Title: title, Body: "<b>1 & 2", Open: "Go", Buttons: []Button{{"allow", "Allow"}}}
}

func TestShow(t *testing.T) {
	s := newStage(t)
	server := bustest.ServeNotifications(t, s.bus, "body", "body-markup", "actions")
	a, b := note("a", "A"), note("b", "B")
	a.Stay = Always
	b.Quiet = true
	s.Show([]Note{a, b})
	shown := s.until(server, "A: &lt;b&gt;1 &amp; 2", "B: &lt;b&gt;1 &amp; 2")
	if d := cmp.Diff([]string{"default", "Go", "allow", "Allow"}, shown[0].Actions); d != "" {
		t.Errorf("actions (-want +got):\n%s", d)
	}
	for i, want := range []struct {
		expires int32
		urgency byte
	}{{0, 1}, {-1, 0}} {
		if n := shown[i]; n.Expires != want.expires || n.Hints["urgency"].Value() != want.urgency || n.Hints["suppress-sound"].Value() != true {
			t.Errorf("%s expires after %d, hints %v; want %+v", n.Summary, n.Expires, n.Hints, want)
		}
	}
	a.Title, a.Buttons = "A2", nil // it changes in place
	s.Show([]Note{a, b})
	changed := s.until(server, "A2: &lt;b&gt;1 &amp; 2", "B: &lt;b&gt;1 &amp; 2")
	if changed[0].ID != shown[0].ID || len(changed[0].Actions) != 2 {
		t.Errorf("changed to %+v", changed[0])
	}
	server.Dismiss(shown[1].ID) // it does not come back
	c := note("c", "C")
	c.Stay = 5 * time.Second
	s.Show([]Note{a, b, c})
	if shown := s.until(server, "A2: &lt;b&gt;1 &amp; 2", "C: &lt;b&gt;1 &amp; 2"); shown[1].Expires != 5000 {
		t.Errorf("for five seconds: it expires after %d", shown[1].Expires)
	}
	s.Show([]Note{note("c", "C")})
	s.until(server, "C: &lt;b&gt;1 &amp; 2")
	s.Close()
	s.until(server)
}

func TestChoose(t *testing.T) {
	s := newStage(t)
	server := bustest.ServeNotifications(t, s.bus, "body", "actions")
	s.Show([]Note{note("a", "A"), note("b", "B")})
	shown := s.until(server, "A: <b>1 & 2", "B: <b>1 & 2") // no markup, nothing to escape

	other := bustest.Service(t, s.bus, "org.example.Other") // any program can say that the user has chosen
	var names []string
	if err := other.BusObject().Call("org.freedesktop.DBus.ListNames", 0).Store(&names); err != nil {
		t.Fatal(err)
	}
	for _, body := range [][]any{{shown[0].ID, "allow"}, {"nonsense"}, {uint32(7)}} {
		if err := other.Emit(servicePath, invoked, body...); err != nil {
			t.Fatal(err)
		}
		for _, to := range names { // the center is one of them
			other.Send(&dbus.Message{Type: dbus.TypeSignal, Body: body, Headers: map[dbus.HeaderField]dbus.Variant{
				dbus.FieldPath: dbus.MakeVariant(dbus.ObjectPath(servicePath)), dbus.FieldInterface: dbus.MakeVariant(service),
				dbus.FieldMember: dbus.MakeVariant("ActionInvoked"), dbus.FieldDestination: dbus.MakeVariant(to),
				dbus.FieldSignature: dbus.MakeVariant(dbus.SignatureOf(body...)),
			}}, nil)
		}
	}
	if err := other.BusObject().Call("org.freedesktop.DBus.Peer.Ping", 0).Err; err != nil { // all of that is under way
		t.Fatal(err)
	}
	server.Choose(shown[1].ID, "allow")
	if got := <-s.chosen; got != "b allow" {
		t.Errorf("chosen %q, want what the server said alone", got)
	}
	server.Choose(shown[1].ID, "allow") // twice is once: it is gone
	server.Choose(shown[0].ID, OpenKey)
	if got := <-s.chosen; got != "a default" {
		t.Errorf("chosen %q", got)
	}
}

// A server that comes late shows what is still news, and one that was started anew shows it again.
func TestServerComesAndGoes(t *testing.T) {
	s := newStage(t)
	s.Show([]Note{note("a", "A")})
	first := bustest.ServeNotifications(t, s.bus, "body")
	shown := s.until(first, "A: <b>1 & 2")
	if len(shown[0].Actions) != 0 {
		t.Errorf("actions %v for a server that has none", shown[0].Actions)
	}
	first.Close()
	second := bustest.ServeNotifications(t, s.bus)
	s.until(second, "A: <b>1 & 2: ") // one that shows no bodies
	s.Show(nil)
	s.until(second)
}

// Without a bus nothing happens, and nothing waits.
func TestNoBus(t *testing.T) {
	for _, address := range []string{"", "disabled:", "unix:path=" + filepath.Join(t.TempDir(), "none")} {
		c := New(Options{Bus: address, Chosen: func(string, string) {}, Log: func(string, error) {}})
		c.Show([]Note{note("a", "A")})
		c.Close()
	}
}

// A bus that never answers keeps nobody from ending.
func TestBusHangs(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "bus")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c := New(Options{Bus: "unix:path=" + socket, Chosen: func(string, string) {}, Log: func(string, error) {}})
	c.Show([]Note{note("a", "A")})
	conn, err := l.Accept() // and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	ended := make(chan struct{})
	go func() { c.Close(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Fatal("it still waits")
	}
}
