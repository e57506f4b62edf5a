package desktop

import (
	"testing"
	"time"
)

// Who takes the window's place above others once gets an answer at once; who goes on doing so gets ever fewer.
func TestLift(t *testing.T) {
	var l lift
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for i, want := range []time.Duration{0, 1, 2, 4, 8, 16, 32, 60, 60, 60} {
		if got := l.lost(now); got != want*time.Second {
			t.Errorf("lost %d times: waits %s, want %d s", i+1, got, want)
		}
		now = now.Add(want * time.Second)
		l.done(now)
	}
	if got := l.lost(now.Add(time.Minute / 4)); got != 45*time.Second {
		t.Errorf("some of the time is over: waits %s, want the rest", got)
	}
	if got := l.lost(now.Add(liftedWell)); got != 0 {
		t.Errorf("after it has lasted: waits %s", got)
	}
}
