package phase

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dango/session/event"
)

var update = flag.Bool("update", false, "rewrite testdata/matrix.txt")

func TestNoPairIsDecidedTwice(t *testing.T) {
	type pair struct {
		from Phase
		on   event.Kind
	}
	by := map[pair]string{}
	for _, r := range rules {
		if r.why == "" {
			t.Errorf("%v on %v has no reason", r.from, r.on)
		}
		for _, p := range r.from {
			at := pair{p, r.on}
			if first, twice := by[at]; twice {
				t.Errorf("%v on %v is decided twice: %q and %q", p, r.on, first, r.why)
			}
			by[at] = r.why
			if p == r.to {
				t.Errorf("%v on %v leads to itself: %q", p, r.on, r.why)
			}
		}
	}
}

func TestEveryPhaseIsReachedAndLeft(t *testing.T) {
	reached := map[Phase]bool{Idle: true}
	for todo := []Phase{Idle}; len(todo) > 0; todo = todo[1:] {
		for k := range event.Kinds {
			if q := Next(todo[0], event.Kind(k)); !reached[q] {
				reached[q], todo = true, append(todo, q)
			}
		}
	}
	for p := range Phase(Phases) {
		if !reached[p] {
			t.Errorf("no way leads from idle to %v", p)
		}
		left := false
		for k := range event.Kinds {
			left = left || Next(p, event.Kind(k)) != p
		}
		if !left {
			t.Errorf("no event leaves %v", p)
		}
	}
}

func TestEveryWorkingPhaseEnds(t *testing.T) {
	for p := range Phase(Phases) {
		for _, end := range []event.Kind{event.Stop, event.Interrupted, event.TurnFailed} {
			if q := Next(p, end); q.Working() {
				t.Errorf("Next(%v, %v) = %v, which still works", p, end, q)
			}
		}
	}
}

func TestNextIsTotal(t *testing.T) {
	if got := Next(Phases+3, event.Stop); got != Phases+3 {
		t.Errorf("Next of no phase = %v", got)
	}
	if got := Next(ToolUse, event.Kinds+3); got != ToolUse {
		t.Errorf("Next(tool-use, no kind) = %v, want tool-use", got)
	}
}

// TestMatrix keeps the whole table in view: a change of behaviour is a changed cell in review.
func TestMatrix(t *testing.T) {
	const golden = "testdata/matrix.txt"
	row := func(cells ...any) string {
		return strings.TrimRight(fmt.Sprintf(strings.Repeat("%-18v", len(cells)), cells...), " ") + "\n"
	}
	head := []any{"on \\ in"}
	for p := range Phase(Phases) {
		head = append(head, p)
	}
	got := row(head...)
	for k := range event.Kind(event.Kinds) {
		cells := []any{k}
		for p := range Phase(Phases) {
			if q := Next(p, k); q != p {
				cells = append(cells, q)
			} else {
				cells = append(cells, ".")
			}
		}
		got += row(cells...)
	}
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("the table changed; if that is meant, run go test -update and look at the diff:\n%s", d)
	}
}
