//go:build linux

package xtest

import (
	"fmt"
	"testing"
	"time"
)

// Patience is how long a condition may take to come true: long enough for a busy machine with two cores, and only
// spent when something is wrong.
const Patience = 30 * time.Second

// look is how often a condition is looked at.
const look = 10 * time.Millisecond

// Wait returns once cond is true. An error of cond is not final: the last one is told when Patience is at its end.
func Wait(what string, cond func() (bool, error)) error {
	deadline := time.Now().Add(Patience)
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for {
		ok, err := cond()
		if ok && err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			if err != nil {
				return fmt.Errorf("xtest: waited %v for %s: %w", Patience, what, err)
			}
			return fmt.Errorf("xtest: waited %v for %s", Patience, what)
		}
		<-ticker.C
	}
}

// Until is Wait for a test: it ends the test when the condition does not come true.
func Until(t testing.TB, what string, cond func() (bool, error)) {
	t.Helper()
	if err := Wait(what, cond); err != nil {
		t.Fatal(err)
	}
}
