package scene_test

import (
	"strings"
	"testing"

	"dango/game/input"
	"dango/session"
)

func TestClickWantsTheTerminal(t *testing.T) {
	s := newStage(t)
	s.snap = snapshot(running("a", "Work", "x"))
	s.step(60)
	x, y := s.find("Work")
	s.do(input.Press, input.Left, x, y)
	s.do(input.Release, input.Left, x, y)
	if got, want := s.Wish().Jump, s.snap.Sessions[0].Key; got != want {
		t.Errorf("Wish().Jump = %v, want %v", got, want)
	}
	if got := s.Wish().Jump; got != (session.Key{}) {
		t.Errorf("the wish is told twice: %v", got)
	}
	const why = "tmux has no such pane"
	s.Explain(s.snap.Sessions[0].Key, why)
	s.step(1)
	if !strings.Contains(s.Summary(), why) {
		t.Errorf("the bubble does not say why:\n%s", s.Summary())
	}
	s.Explain(s.snap.Sessions[0].Key, "")
	s.step(1)
	if strings.Contains(s.Summary(), why) {
		t.Errorf("the bubble goes on saying why after a jump succeeded:\n%s", s.Summary())
	}
}

// What can do harm further down than a card shows is told of as such.
func TestHarmBelowWhatIsSeen(t *testing.T) {
	for lines, below := range map[int]bool{1: false, 40: true} {
		s := newStage(t)
		s.snap = snapshot(asking("a", "Work", "x", permission("r", "Bash", strings.Repeat("ls\n", lines)+"rm -rf x")))
		s.step(60)
		if got := s.Summary(); strings.Contains(got, "; scroll down to see where") != below || !strings.Contains(got, "Deletes folders") {
			t.Errorf("after %d lines:\n%s", lines, got)
		}
	}
}

// The keyboard is wanted while a field is open or the ring is shown, and never otherwise.
func TestKeyboardIsWantedWhenNeeded(t *testing.T) {
	s := newStage(t)
	s.snap = snapshot(asking("a", "Work", "x", permission("r", "Bash", "ls")))
	s.step(90)
	want := func(on bool, when string) {
		t.Helper()
		if s.Keyboard() != on {
			t.Errorf("%s: Keyboard = %v", when, s.Keyboard())
		}
		if s.Caret().Empty() == (s.Keyboard() && strings.Contains(when, "field")) {
			t.Errorf("%s: Caret = %v", when, s.Caret())
		}
	}
	want(false, "at first")
	s.press(input.KeyEnter, 0)
	if len(s.sent) > 1 {
		t.Errorf("a key that is not ours does something: %v", s.sent)
	}
	s.choose("[Deny, and say why…]")
	want(true, "with a field open")
	s.press(input.KeyEscape, 0)
	want(false, "after Escape")
	s.step(30)
	s.summon()
	want(true, "with the ring")
	s.in.Events = []input.Event{{Kind: input.Blur}}
	s.step(1)
	want(false, "when the keyboard went elsewhere")
	s.summon()
	s.summon()
	want(false, "after the shortcut again")
}

// Who writes an answer is not interrupted by another request: the card stays where it is, and on the screen.
func TestWritingIsNotInterrupted(t *testing.T) {
	s := newStage(t)
	plan := request("p", session.Plan, "ExitPlanMode", string(mustJSON(map[string]string{"plan": longPlan})))
	low, high := running("a", "Low", "x"), asking("b", "High", "x", permission("r", "Bash", "ls"))
	s.snap = snapshot(low, high)
	s.step(90)
	s.choose("[Deny, and say why…]")
	s.step(30)
	s.do(input.Leave, input.NoButton, 0, 0)
	s.step(30)
	before, _ := s.Find("High")
	s.snap = snapshot(asking("a", "Low", "x", plan), high, asking("c", "Third", "x", permission("q", "Bash", "ls")))
	for range 90 {
		s.step(1)
		if now, ok := s.Find("High"); !ok || now != before {
			t.Fatalf("the card that is written into went from %v to %v", before, now)
		}
	}
	if !s.Keyboard() || s.Caret().Empty() {
		t.Error("the field is no longer open")
	}
}

func TestCollapse(t *testing.T) {
	s := newStage(t)
	s.snap = three()
	s.step(90)
	s.choose("#")
	if w := s.Wish(); !w.Collapse || !s.Collapsed() || !strings.Contains(s.Summary(), "= 2 working ∙ 1 finished") {
		t.Errorf("a click on the count: %+v\n%s", w, s.Summary())
	}
	s.snap = snapshot(running("a", "Work", "x"), asking("b", "Ask", "x", permission("r", "Bash", "ls")))
	s.step(60)
	if _, ok := s.Find("[Allow]"); !ok {
		t.Errorf("what needs an answer is not shown:\n%s", s.Summary())
	}
	s.choose("=")
	if s.Collapsed() {
		t.Error("a click on the line does not open it")
	}
}

func TestPrivate(t *testing.T) {
	s := newStage(t)
	s.snap = snapshot(running("a", "Secret work", "x"), asking("b", "Secret question", "x", permission("r", "Bash", "secret --command")))
	s.SetPrivate(true)
	s.step(60)
	if got := s.Summary(); strings.Contains(got, "ecret") || strings.Contains(got, "npm") || strings.Contains(got, "[Allow]") {
		t.Errorf("private, and yet:\n%s", got)
	}
	s.SetPrivate(false)
	s.step(60)
	if got := s.Summary(); !strings.Contains(got, "secret --command") {
		t.Errorf("open again, and yet:\n%s", got)
	}
}

// Two presses select a word, three a line, and a drag goes on by what was selected.
func TestPressesSelect(t *testing.T) {
	s := newStage(t)
	s.snap = snapshot(asking("a", "Work", "x", permission("r", "Bash", "ls")))
	s.step(90)
	s.choose("[Deny, and say why…]")
	s.write("use tree instead\nof this command")
	s.step(30)
	r, _ := s.Find("[What should Claude do instead? (optional)]")
	x, y := r.X+9+36, r.Y+14 // in "tree"
	taps := func(n int) {
		for range n {
			s.do(input.Press, input.Left, x, y)
			s.do(input.Release, input.Left, x, y)
		}
	}
	copied := func(want string) {
		t.Helper()
		s.Wish()
		s.press('c', input.Ctrl)
		if got := s.Wish().Copy; got != want {
			t.Errorf("%q is selected, want %q", got, want)
		}
		s.step(60)
	}
	taps(2)
	copied("tree")
	taps(3)
	copied("use tree instead")
	taps(4) // the fourth begins anew
	copied("")
	taps(1)
	s.do(input.Press, input.Left, x, y)
	s.do(input.Move, input.NoButton, x+50, y)
	s.do(input.Release, input.Left, x+50, y)
	copied("tree instead")
}

// What an input method composes is shown at the caret, in the place of the selection, and is no answer until it is handed over.
func TestComposing(t *testing.T) {
	s := newStage(t)
	s.snap = snapshot(asking("a", "Work", "x", permission("r", "Bash", "ls")))
	s.step(90)
	s.choose("[Deny, and say why…]")
	s.write("use X now")
	for range 4 {
		s.press(input.KeyLeft, 0)
	}
	s.press(input.KeyLeft, input.Shift) // over X
	compose := func(text string, caret int) {
		s.in.Events = append(s.in.Events, input.Event{Kind: input.Composing, Text: text, Caret: caret})
		s.step(1)
	}
	before := s.Caret().X
	compose("zhong", 5)
	if !strings.Contains(s.Summary(), `"use zhong now"`) {
		t.Errorf("what is composed is not shown:\n%s", s.Summary())
	}
	if s.Caret().X <= before {
		t.Errorf("the caret stays at %v", before)
	}
	compose("", 0)
	s.write("中")
	compose("wen", 3)
	s.press(input.KeyEnter, 0) // an input method would have kept it
	if got := s.decided().Reason; got != "use 中 now" {
		t.Errorf("the reason is %q", got)
	}
}

// TestRingGoesOn: on a new page the ring is on the first option, back from a reason on what has opened it, and from a card that
// was answered it goes to the next that asks. There, the key that has answered does nothing for a moment.
func TestRingGoesOn(t *testing.T) {
	s := newStage(t)
	s.snap = snapshot(
		asking("a", "Build", "x", permission("r", "Bash", "make")),
		asking("b", "Draw", "x", request("q", session.Question, "AskUserQuestion", twoQuestions)),
	)
	s.step(90)
	s.summon()
	for _, k := range []input.Key{'2', input.KeyEnter, '1', input.KeyTab, input.KeyTab, input.KeyTab} {
		s.press(k, 0)
	}
	s.press(input.KeyEnter, 0) // back
	s.step(30)
	s.press(input.KeyEnter, 0) // the first option, not the second
	s.press(input.KeyEnter, 0) // next
	s.step(30)
	if got := s.Summary(); !strings.Contains(got, "2 of 2") {
		t.Fatalf("the ring was not on the first option:\n%s", got)
	}
	s.press('2', 0)
	s.press(input.KeyTab, 0)
	s.press(input.KeyTab, 0)
	s.press(input.KeyTab, 0)
	s.press(input.KeyEnter, 0) // send
	if a := s.decided(); !strings.Contains(string(a.UpdatedInput), `"answers":{"One?":"A","Two?":"C, D"}`) {
		t.Fatalf("sent %s\n%s", a.UpdatedInput, s.Summary())
	}
	s.sent = nil
	s.press(input.KeyEnter, 0) // pressed twice
	if w := s.Wish(); w.Jump != (session.Key{}) {
		t.Errorf("it goes to the terminal of %v", w.Jump)
	}
	s.step(30)
	for range 4 { // from the card over Allow, Deny and Terminal
		s.press(input.KeyTab, 0)
	}
	s.press(input.KeyEnter, 0) // why
	s.press(input.KeyEscape, 0)
	s.press(input.KeyEnter, 0) // why again
	s.write("no")
	s.press(input.KeyEnter, 0)
	if a := s.decided(); a.Reason != "no" {
		t.Errorf("the ring did not come back to what had opened the field: %+v\n%s", a, s.Summary())
	}
}

const twoQuestions = `{"questions": [
	{"question": "One?", "header": "1", "options": [{"label": "A"}, {"label": "B"}]},
	{"question": "Two?", "header": "2", "multiSelect": true, "options": [{"label": "C"}, {"label": "D"}]}]}`
