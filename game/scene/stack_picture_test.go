package scene_test

import (
	"slices"
	"testing"
	"time"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/prefs/lang"
	"dango/session"
	"dango/session/event"
)

// twelve are sessions in every state that a bubble tells of, with all that it can tell.
func twelve() *session.Snapshot {
	at := func(d time.Duration) time.Time { return noon.Add(-d) }
	of := func(id string, tool event.Tool, state session.State, title, folder string, since time.Duration) session.Session {
		return session.Session{
			Key: session.Key{Tool: tool, ID: id}, State: state, Title: title, Titled: true, Folder: folder,
			StateSince: at(since), LastEvent: at(since),
		}
	}
	plans := of("01", event.ClaudeCode, session.Thinking, "How could the importer be faster?", "data", 9*time.Second)
	plans.Mode, plans.Subagents = "plan", make([]session.Subagent, 2)
	free := of("02", event.ClaudeCode, session.ToolUse, "修复登录页面无法跳转的问题并补充测试", "网上商店", 3*time.Second)
	free.Mode, free.ToolName, free.ToolDetail = "acceptEdits", "Edit", "src/login.ts"
	wild := of("03", event.ClaudeCode, session.ToolUse, "Clean up old branches", "dango", 75*time.Second)
	wild.Mode, wild.ToolName, wild.ToolDetail, wild.Background = "bypassPermissions", "Bash", "git branch --merged | xargs -n 1 git branch -d", 1
	both := of("04", event.ClaudeCode, session.Responding, "Compare the three candidates for the new search", "search", 12*time.Second)
	both.Subagents, both.Background = make([]session.Subagent, 3), 2
	broken := of("05", event.Codex, session.ErrorInterrupted, "Run the nightly import", "data", 2*time.Hour)
	broken.Error = "API error: overloaded, try again later"
	handed := of("06", event.Codex, session.Waiting, "Rename the service", "infra", 90*time.Second)
	handed.Requests = []session.Request{{ID: "x", Life: session.HandedOff, ToolName: "Bash", Detail: "kubectl apply -f deploy.yaml"}}
	said := of("07", event.Codex, session.Review, "Update the dependency list", "website", 5*time.Minute)
	said.LastText = "All 14 packages are up to date. Two needed small changes in the build script, which I tested. 完成了 🎉"
	done := of("08", event.OpenCode, session.Completed, "Say hello", "hello", time.Second)
	done.LastText = "Hello! 👋"
	idle := session.Session{Key: session.Key{Tool: event.Gemini, ID: "09"}, Title: "website", Folder: "website", State: session.Idle, StateSince: at(26 * time.Hour)}
	queue := asking("10", "Ship the login fix to staging", "webshop", permission("r1", "Bash", "npm run deploy -- --env staging"),
		permission("r2", "Bash", "git push"), permission("r3", "WebFetch", "https://example.com"))
	twin := running("11", "Fix the login redirect", "webshop")
	twin.Suffix = "#2"
	return snapshot(idle, done, said, handed, broken, both, wild, free, plans, twin, queue, running("12", "A title that is much longer than there is room for on one line of a bubble", "a-folder-with-a-long-name"))
}

// withoutCards are those of twelve that ask nothing.
func withoutCards() *session.Snapshot {
	var all []session.Session
	for _, v := range twelve().Sessions { // the newest first
		if v.Leader = false; v.State > session.PermissionPrompt {
			all = slices.Insert(all, 0, *v)
		}
	}
	return snapshot(all...)
}

func TestStackPicture(t *testing.T) {
	corner := func(x, y float32) func(*stage) {
		return func(s *stage) { s.SetPetPosition(drawlist.Point{X: x, Y: y}) }
	}
	hover := func(title string) func(*stage) {
		return func(s *stage) {
			s.step(30)
			x, y := s.find(title)
			s.do(input.Move, input.NoButton, x, y)
		}
	}
	for _, c := range []shot{
		{name: "twelve", snap: twelve(), both: true},
		{name: "twelve scrolled", snap: withoutCards(), both: true, do: func(s *stage) {
			hover("Update the dependency list")(s)
			s.wheel(3)
		}},
		{name: "all at once", snap: withoutCards(), both: true, do: func(s *stage) { s.SetVisibleBubbles(12) }},
		{name: "top left", snap: twelve(), do: corner(-500, -500)},
		{name: "top right", snap: twelve(), do: corner(5000, -500)},
		{name: "bottom left", snap: twelve(), do: corner(-500, 5000)},
		{name: "bottom right", snap: twelve(), do: corner(5000, 5000)},
		{name: "left edge", snap: twelve(), do: corner(-500, 400)},
		{name: "collapsed", snap: twelve(), both: true, do: func(s *stage) { s.SetCollapsed(true) }},
		{name: "collapsed below", snap: withoutCards(), do: func(s *stage) { s.SetCollapsed(true); corner(600, 0)(s) }},
		{name: "chinese", snap: twelve(), both: true, do: func(s *stage) { speak(s.t, lang.Chinese) }},
		{name: "chinese line", snap: twelve(), do: func(s *stage) { speak(s.t, lang.Chinese); s.SetCollapsed(true) }},
		{name: "private", snap: twelve(), both: true, do: func(s *stage) { s.SetPrivate(true) }},
		{name: "quiet", snap: twelve(), do: func(s *stage) { s.SetQuiet(true) }},
		{name: "ghost", snap: twelve(), do: func(s *stage) { s.SetGhost(true) }},
		{name: "hover fade", snap: withoutCards(), do: func(s *stage) { s.SetHoverFade(true); hover("Update the dependency list")(s) }},
	} {
		c.test(t)
	}
}

// measures demands that every glyph stands in a box for text, wholly, that everything is on the screen, and that what can
// be clicked is large enough to be hit.
func (s *stage) measures() {
	s.t.Helper()
	boxes := s.Boxes()
	for _, q := range s.Append(nil) {
		if q.Page == drawlist.Glyphs && !slices.ContainsFunc(boxes, func(r drawlist.Rect) bool { return holds(r, q.Dst) }) {
			s.t.Errorf("a glyph at %v is in none of %v", q.Dst, boxes)
			break
		}
	}
	for what, r := range s.Targets() {
		if r.W < 28 || r.H < 28 {
			s.t.Errorf("%s is only %v", what, r)
		}
	}
	for _, r := range boxes {
		if !holds(screen, r) {
			s.t.Errorf("%v is not on the screen", r)
		}
	}
}
