package phrase

import (
	"testing"

	"dango/session"
)

// A build does not respond, it runs.
func TestState(t *testing.T) {
	for _, c := range []struct {
		name string
		s    session.Session
		want string
	}{
		{"an agent responds", session.Session{State: session.Responding}, "Responding"},
		{"a posted event runs", session.Session{State: session.Responding, Posted: true}, "Running"},
		{"and fails like any other", session.Session{State: session.ErrorInterrupted, Posted: true}, "Failed"},
	} {
		if got := State(&c.s); got != c.want {
			t.Errorf("%s: State = %q, want %q", c.name, got, c.want)
		}
	}
}
