package desktop

import (
	"testing"
	"time"
)

// A pointer that nobody touches is looked for ever more rarely, and as often as before once it moves.
func TestNextLook(t *testing.T) {
	wait, looks := time.Duration(followEvery), 0
	for at := time.Duration(0); at < time.Minute; at += wait {
		looks++
		wait = nextLook(wait, false)
	}
	if wait != restingEvery || looks > 125 {
		t.Errorf("after a minute the next look comes in %v, and there were %d", wait, looks)
	}
	if got := nextLook(wait, true); got != followEvery {
		t.Errorf("a pointer that moves again is looked for in %v, want %v", got, followEvery)
	}
}
