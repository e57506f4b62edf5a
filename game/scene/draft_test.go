package scene_test

import (
	"encoding/json"
	"strings"
	"testing"

	"dango/game/input"
	"dango/session"
	"dango/session/event"
)

// halfDone is a question of three pages, the first two answered, and a permission behind it.
func halfDone(s *stage) {
	s.snap = snapshot(asking("a", "Work", "x", request("q", session.Question, "AskUserQuestion", threeQuestions),
		suggesting(request("p", session.Permission, "Bash", `{"command":"ls"}`), suggestions)))
	s.step(90)
	s.choose("[Green]", "[Next]", "[Sound]", "[Other…]")
	s.write("a bell, 铃")
	s.step(30)
}

func (s *stage) shows(when string, all ...string) {
	s.t.Helper()
	for _, words := range all {
		if got := s.Summary(); !strings.Contains(got, words) {
			s.t.Errorf("%s, there is no %s in\n%s", when, words, got)
		}
	}
}

// the answer that halfDone becomes when the third page has its first option.
var wholeAnswer = json.RawMessage(threeQuestions[:len(threeQuestions)-1] +
	`,"answers":{"Which colour should the pet have?":"Green","Which features do you want?":"Sound, a bell, 铃","Where should it sit?":"Left"}}`)

// What is half typed or chosen is there again after another request was looked at, and no key went to it meanwhile.
func TestDraftsStayInTheQueue(t *testing.T) {
	s := newStage(t)
	halfDone(s)
	s.choose("[1 of 2]", "[Deny, and say why…]")
	s.write("Use tree")
	s.step(30)
	s.choose("[2 of 2]")
	s.shows("back at the question", "2 of 3 | Features", "(x) Sound", `(x) Other "a bell, 铃"`)
	if s.Keyboard() {
		t.Error("the keyboard is wanted though nobody clicked a field")
	}
	s.write("lost")
	s.choose("[1 of 2]")
	s.shows("back at the permission", `"Use tree"`)
	s.choose("[2 of 2]", "[Next]", "[Left]", "[Send]")
	if got := s.decided(); string(got.UpdatedInput) != string(wholeAnswer) || got.RequestID != "q" {
		t.Errorf("the answer to %s is %s", got.RequestID, got.UpdatedInput)
	}
}

// What was begun beside the pet is ended in the bar, and seen on both.
func TestDraftsAreSharedWithTheBar(t *testing.T) {
	s := barStage(t, always)
	halfDone(s)
	s.shows("before the pet's page is left", `(x) Other "a bell, 铃"`)
	if n := strings.Count(s.Summary(), `(x) Other "a bell, 铃"`); n != 2 {
		t.Fatalf("%d cards show what was typed, want both:\n%s", n, s.Summary())
	}
	s.choose("bar: [Next]", "bar: [Left]")
	if n := strings.Count(s.Summary(), "(x) Left"); n != 2 {
		t.Errorf("%d cards show what was chosen in the bar, want both:\n%s", n, s.Summary())
	}
	s.choose("[Send]")
	if got := s.decided(); string(got.UpdatedInput) != string(wholeAnswer) {
		t.Errorf("the answer is %s", got.UpdatedInput)
	}
}

// A click on what the other card has just taken away does nothing: both must be seen first.
func TestDraftsGuardBothCards(t *testing.T) {
	s := barStage(t, always)
	halfDone(s)
	x, y := s.find("bar: [Next]")
	s.click(s.find("[Next]"))
	s.click(x, y)
	s.step(30)
	s.shows("after both were clicked at once", "3 of 3 | Place", "( ) Left")
}

// Nothing is lost while the user wants quiet, nor when the card lies beyond the end of the column for a while.
func TestDraftsOutliveTheirCard(t *testing.T) {
	for name, away := range map[string]func(*stage, bool){
		"ghost":     func(s *stage, on bool) { s.SetGhost(on) },
		"collapsed": func(s *stage, on bool) { s.SetCollapsed(on) },
		"private":   func(s *stage, on bool) { s.SetPrivate(on) },
		"hidden":    func(s *stage, on bool) { s.SetVisible(!on) },
		"scrolled": func(s *stage, on bool) {
			x, y := s.find(map[bool]string{true: "Work", false: "Session 9"}[on])
			s.do(input.Move, input.NoButton, x, y)
			s.wheel(map[bool]float32{true: 40, false: -40}[on])
			s.step(60)
			if _, ok := s.Find("Work"); ok == on {
				s.t.Fatalf("the card is in view: %v\n%s", ok, s.Summary())
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			halfDone(s)
			if name == "scrolled" {
				s.snap = snapshot(append([]session.Session{*s.snap.Sessions[0]}, many(10)...)...)
				s.step(60)
			}
			away(s, true)
			s.step(60)
			away(s, false)
			s.step(60)
			s.shows("back again", "2 of 3 | Features", "(x) Sound", `(x) Other "a bell, 铃"`)
		})
	}
}

// A draft goes with its request, and a request that asks something else begins anew.
func TestDraftsGoWithTheirRequest(t *testing.T) {
	s := newStage(t)
	halfDone(s)
	asks := func(input string) {
		s.snap = snapshot(asking("a", "Work", "x", request("q", session.Question, "AskUserQuestion", input)))
		s.step(90)
	}
	asks(strings.Replace(threeQuestions, "Sound", "Light", 1))
	s.shows("another question came under the same name", "1 of 3 | Colour", "( ) Green")
	s.choose("[Green]")
	s.snap = snapshot(asking("a", "Work", "x"))
	s.step(90)
	asks(strings.Replace(threeQuestions, "Sound", "Light", 1))
	s.shows("it was gone meanwhile", "( ) Green")
	s.choose("[Skip]")
	if got := s.decided(); got.Decision != event.Deny {
		t.Errorf("the answer is %+v", got)
	}
}
