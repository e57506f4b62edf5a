package phrase

import (
	"testing"

	"dango/session"
)

// A build does not respond, it runs; and it has no terminal to wait in.
func TestState(t *testing.T) {
	for _, c := range []struct {
		name               string
		s                  session.Session
		listed, said, does string
	}{
		{"an agent responds", session.Session{State: session.Responding}, "responding", "Responding", "responds"},
		{"a posted event runs", session.Session{State: session.Responding, Posted: true}, "running", "Running", "is running"},
		{"a turn failed", session.Session{State: session.ErrorInterrupted}, "error-interrupted", "Failed", "has failed"},
		{"a posted event failed", session.Session{State: session.ErrorInterrupted, Posted: true}, "failed", "Failed", "has failed"},
		{"an agent waits", session.Session{State: session.Waiting}, "waiting", "Waiting", "waits in its terminal"},
		{"a posted event waits", session.Session{State: session.Waiting, Posted: true}, "waiting", "Waiting", "waits"},
		{"a posted event to look at", session.Session{State: session.Review, Posted: true}, "review", "Finished", "has finished"},
	} {
		if listed, said, does := StateName(&c.s), State(&c.s), Does(&c.s); listed != c.listed || said != c.said || does != c.does {
			t.Errorf("%s: %q, %q, %q, want %q, %q, %q", c.name, listed, said, does, c.listed, c.said, c.does)
		}
	}
	for s := range session.State(session.States) {
		if w := states[s]; string(w.name) != s.String() || w.badge == "" || w.does == "" {
			t.Errorf("%v is called %q, %q, %q", s, w.name, w.badge, w.does)
		}
	}
}

func TestLeader(t *testing.T) {
	build := &session.Session{State: session.Responding, Posted: true, Leader: true}
	for _, c := range []struct {
		name string
		snap session.Snapshot
		want string
	}{
		{"what a tool posted leads", session.Snapshot{Pet: session.Responding, Sessions: []*session.Session{{State: session.Idle}, build}}, "Running"},
		{"nobody leads", session.Snapshot{Pet: session.Idle}, "Idle"},
	} {
		if got := State(Leader(&c.snap)); got != c.want {
			t.Errorf("%s: the pet's state is called %q, want %q", c.name, got, c.want)
		}
	}
}
