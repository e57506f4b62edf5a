package emit

import (
	"net"
	"testing"
	"testing/synctest"
	"time"

	"dango/emit/hook/events"
	"dango/ingress/adapt"
	"dango/ingress/wire"
	"dango/session/event"
)

// The table that the installer writes from and the dialects that the helper speaks agree about what is held.
func TestWhatIsHeldIsInTheTable(t *testing.T) {
	for _, tool := range []event.Tool{event.ClaudeCode, event.Codex, event.Gemini} {
		for _, h := range events.For(tool) {
			hook := parse(t, tool, h.Name)
			if hook.Held() != h.Holds {
				t.Errorf("%s %s: the helper holds it: %v; the agent waits for a person: %v", tool, h.Name, hook.Held(), h.Holds)
			}
			if h.Holds && h.Timeout <= parting || !h.Holds && h.Timeout <= sendTimeout {
				t.Errorf("%s %s: the agent waits %s only", tool, h.Name, h.Timeout)
			}
		}
	}
}

func parse(t *testing.T, tool event.Tool, name string) *adapt.Hook {
	t.Helper()
	hook, err := adapt.Parse(tool, []byte(`{"session_id":"s","hook_event_name":"`+name+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	return hook
}

// dango stands for the other end of a held request's connection: it lives, and writes heartbeats, for as long as it is told.
// It tells whether the request was handed to the terminal.
func dango(conn net.Conn, lives time.Duration) (terminal <-chan bool) {
	beats, told := time.NewTicker(wire.Heartbeat), make(chan bool, 1)
	dead := time.After(lives)
	go func() {
		defer beats.Stop()
		for {
			select {
			case <-dead:
				return
			case <-beats.C:
				if _, err := conn.Write([]byte{0, 0, 0, 0}); err != nil {
					return
				}
			}
		}
	}()
	go func() { // what lies in the socket is read in the end, also by one that hung
		payload, _ := wire.ReadFrame(conn, nil)
		a, err := wire.DecodeAnswer(payload)
		told <- err == nil && a.RequestID == "r" && a.Decision == event.Ask
	}()
	return told
}

func asked(beats bool) *event.StateEvent { return &event.StateEvent{RequestID: "r", Heartbeats: beats} }

// A hook that nobody answers ends before its agent gives up on it, and says that the terminal asks now.
func TestNobodyAnswers(t *testing.T) {
	for tool, name := range map[event.Tool]string{event.ClaudeCode: "PermissionRequest", event.Codex: "PermissionRequest"} {
		synctest.Test(t, func(t *testing.T) {
			here, there := net.Pipe()
			defer there.Close()
			defer here.Close()
			limit, _ := events.Timeout(tool, name)
			terminal := dango(there, limit)
			start := time.Now()
			if _, ok := await(here, asked(true), &watcher{}, nil, patience(parse(t, tool, name))); ok {
				t.Error("an answer came from nowhere")
			}
			if waited := time.Since(start); waited != limit-parting {
				t.Errorf("%s: waited %s of %s", tool, waited, limit)
			}
			if !<-terminal {
				t.Errorf("%s: nobody heard that the terminal asks", tool)
			}
			here.Close()
			time.Sleep(wire.Heartbeat) // its writer sees that
		})
	}
	if patience(parse(t, event.OpenCode, "permission.asked")) != nil {
		t.Error("OpenCode waits for as long as it takes")
	}
}

// A Dango that hangs takes a request and never answers: no agent waits for it.
func TestDangoHangs(t *testing.T) {
	for _, lives := range []time.Duration{0, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			here, there := net.Pipe()
			defer there.Close()
			defer here.Close()
			terminal := dango(there, lives)
			start := time.Now()
			if _, ok := await(here, asked(true), &watcher{}, nil, nil); ok {
				t.Error("an answer came from nowhere")
			}
			if waited := time.Since(start) - lives; waited < 0 || waited > wire.Silence {
				t.Errorf("one that lived for %s was waited for %s more, want at most %s", lives, waited, wire.Silence)
			}
			if !<-terminal {
				t.Error("it will not know that the terminal asks")
			}
		})
	}
}

// One that is too old to show that it lives is not taken for dead: a pet goes on for days after an update of its hooks.
func TestAnOlderDangoIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		defer there.Close()
		defer here.Close()
		go func() {
			time.Sleep(time.Hour)
			frame, err := wire.AppendAnswer(nil, &event.Answer{Schema: event.Schema, RequestID: "r", Decision: event.Allow})
			if err == nil {
				there.Write(frame)
			}
		}()
		if a, ok := await(here, asked(false), &watcher{}, nil, nil); !ok || a.Decision != event.Allow {
			t.Errorf("got %+v, %v; want the answer", a, ok)
		}
	})
}
