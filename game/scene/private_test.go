package scene_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/session"
	"dango/session/event"
)

// telling are sessions of which everything that a user or an agent has said is words.
func telling(words string) *session.Snapshot {
	said := func(v session.Session) session.Session {
		v.Title, v.Prompt, v.LastText, v.Titled = words, words, words, true
		return v
	}
	tool := said(running("t", "", "shop"))
	tool.ToolDetail = words
	child := said(running("k", "", "shop"))
	child.Parent, child.ParentTitle, child.ToolDetail = session.Key{Tool: event.Codex, ID: "p"}, words, words
	failed := said(finished("f", "", "shop", ""))
	failed.State, failed.Error = session.ErrorInterrupted, words
	handed := said(running("h", "", "shop"))
	handed.State, handed.Requests = session.Waiting, []session.Request{{ID: "x", Life: session.HandedOff, ToolName: "Bash", Detail: words}}
	posted := said(finished("n", "", "", ""))
	posted.Posted, posted.Key.Tool = true, "custom"
	input := func(v any) json.RawMessage { return mustJSON(v) }
	card := func(id string, kind session.RequestKind, name string, in json.RawMessage) session.Session {
		return said(asking(id, "", "shop", session.Request{
			ID: "r" + id, Kind: kind, ToolName: name, Detail: words, Input: in, Decisions: everything, Since: noon,
			Suggest: input([]any{map[string]any{"type": "addRules", "behavior": "allow", "destination": "session",
				"rules": []any{map[string]string{"toolName": name, "ruleContent": words}}}}),
		}))
	}
	return snapshot(said(finished("r", "", "shop", "")), tool, child, failed, handed, posted,
		card("a", session.Permission, "Bash", input(map[string]string{"command": "rm -rf " + words})),
		card("b", session.Permission, "Edit", input(map[string]string{"file_path": "/" + words, "old_string": words, "new_string": words})),
		card("c", session.Plan, "ExitPlanMode", input(map[string]string{"plan": "# " + words})),
		card("d", session.Question, "AskUserQuestion", input(map[string]any{"questions": []any{map[string]any{
			"question": words, "header": words, "options": []any{map[string]string{"label": words, "description": words}}}}})),
		card("e", session.Notice, "", nil))
}

// TestPrivateTellsNothing demands that nothing on show depends on what has been said: whatever it is, the picture is the same.
func TestPrivateTellsNothing(t *testing.T) {
	for name, do := range map[string]func(*stage){
		"bubbles":   func(s *stage) { s.SetVisibleBubbles(20) },
		"scrolled":  func(s *stage) {},
		"one line":  func(s *stage) { s.SetCollapsed(true) },
		"quiet":     func(s *stage) { s.SetQuiet(true) },
		"on a card": func(s *stage) { s.step(40); s.summon() },
	} {
		t.Run(name, func(t *testing.T) {
			var shown [2][]drawlist.Quad
			for i, words := range []string{"alpha", "bravo\ncharlie, and a good deal more than there is room for on one line"} {
				s := barStage(t, always)
				s.SetPrivate(true)
				s.snap = telling(words)
				s.step(1)
				do(s)
				s.onBar()
				if got := s.Summary(); strings.Contains(got, words[:5]) {
					t.Errorf("it tells\n%s", got)
				}
				shown[i] = s.AppendBar(s.Append(nil))
			}
			if len(shown[0]) < 50 {
				t.Fatalf("only %d quads are shown", len(shown[0]))
			}
			if !slices.Equal(shown[0], shown[1]) {
				t.Errorf("what is said can be told from the picture, at %v", drawlist.Damage(nil, shown[0], shown[1]))
			}
		})
	}
}

// It is switched while bubbles and cards are on show.
func TestPrivateIsLive(t *testing.T) {
	s := newStage(t)
	s.snap = telling("alpha")
	high := drawlist.Rect{W: 1280, H: 2400} // for all of them
	s.in.Monitors = []input.Monitor{{Bounds: high, Work: high, Scale: 1, Primary: true}}
	s.SetVisibleBubbles(20)
	s.step(40)
	before := s.Append(nil)
	s.SetPrivate(true)
	s.step(40)
	if got := s.Summary(); strings.Contains(got, "alpha") || !strings.Contains(got, "•••") {
		t.Errorf("private:\n%s", got)
	}
	s.SetPrivate(false)
	s.step(80)
	if after := s.Append(nil); len(before) != len(after) || !strings.Contains(s.Summary(), "alpha") {
		t.Errorf("back again: %d quads, before %d:\n%s", len(after), len(before), s.Summary())
	}
}
