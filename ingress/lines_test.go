package ingress

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"dango/ingress/wire"
	"dango/session"
	"dango/session/event"
)

// lined is a running server of the line protocol.
func lined(t *testing.T) (*sink, chan string, func(text string)) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s, wishes := &sink{make(chan session.Item, 8)}, make(chan string, 8)
	wish := func(name string) func() { return func() { wishes <- name } }
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	lines := Lines{Sink: s, Quit: wish("quit"), Reload: wish("reload")}
	go func() { done <- lines.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Serve = %v", err)
		}
	})
	return s, wishes, func(text string) {
		t.Helper()
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := c.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLines(t *testing.T) {
	for _, c := range []struct {
		name, text string
		tool       event.Tool
		kind       event.Kind
		pid        int
	}{
		{"Claude's", `{"kind":"event","event":"UserPromptSubmit","session_id":"s","cwd":"/w","parent_pid":42,"agent_type":"claude"}` + "\n",
			event.ClaudeCode, event.UserPrompt, 42},
		{"Codex's", `{"kind":"event","event":"Stop","session_id":"s","parent_pid":0,"agent_type":"codex"}` + "\n", event.Codex, event.Stop, 0},
		{"without a kind, ended by hanging up", `{"event":"Stop","session_id":"s"}`, event.ClaudeCode, event.Stop, 0},
		{"a name without a rule keeps the session alive", `{"event":"Dance","session_id":"s"}`, event.ClaudeCode, event.Unknown, 0},
		{"a pid that is none", `{"event":"Stop","session_id":"s","parent_pid":-3}`, event.ClaudeCode, event.Stop, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _, send := lined(t)
			send(c.text)
			ev := s.next(t).Event
			if ev.Tool != c.tool || ev.Kind != c.kind || ev.AgentPID != c.pid || ev.SessionID != "s" || ev.Reply != nil {
				t.Errorf("%s became %+v", c.text, ev.StateEvent)
			}
		})
	}
}

func TestLineWishes(t *testing.T) {
	_, wishes, send := lined(t)
	for _, kind := range []string{"quit", "reload"} {
		send(`{"type":"` + kind + `"}`)
		select {
		case got := <-wishes:
			if got != kind {
				t.Errorf("%s was taken as %s", kind, got)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("%s was not heard", kind)
		}
	}
}

func TestBadLinesAreRefused(t *testing.T) {
	lines := Lines{Sink: &sink{make(chan session.Item, 1)}, Options: Options{}.withDefaults()}
	for _, text := range []string{"", "{", "hello\n", `{"kind":"dance"}`, `{"kind":"event","event":"Stop"}`, `{"event":3}`,
		`{"event":"` + strings.Repeat("x", maxLine) + `"}`} {
		if err := lines.take(t.Context(), strings.NewReader(text)); err == nil {
			t.Errorf("take(%.40q) = nil, want an error", text)
		}
	}
}

// FuzzLines: whatever is sent, it is an event that the wire would take, a wish, or an error that repeats none of it.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{
		`{"kind":"event","event":"Stop","session_id":"s1","cwd":"/w","parent_pid":42,"agent_type":"claude"}` + "\n",
		`{"type":"reload"}`, `{"kind":"quit"}`, `{"kind":"dance"}`, `{"event":"PermissionRequest","session_id":"s","agent_type":"gemini"}`, "{", "[]", "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		items, wishes := make(chan session.Item, 1), 0
		wish := func() { wishes++ }
		s := Lines{Sink: &sink{items}, Quit: wish, Reload: wish, Options: Options{}.withDefaults()}
		err := s.take(t.Context(), strings.NewReader(text))
		if n := len(items) + wishes; n > 1 || (n == 1) == (err != nil) {
			t.Fatalf("%d came of it, and the error %v", n, err)
		}
		if len(items) == 0 {
			return
		}
		e := (<-items).Event
		frame, err := wire.AppendEvent(nil, &e.StateEvent)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := wire.DecodeEvent(frame[4:]); err != nil {
			t.Fatalf("the event %+v: %v", e, err)
		}
	})
}
