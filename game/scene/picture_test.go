package scene_test

import (
	"fmt"
	"testing"
	"time"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/session"
	"dango/session/event"
	"dango/sprite"
)

// TestBuiltinPet demands that the pet that Dango brings along is on the picture, and that no card covers it. How it
// looks is for the tests of its own package.
func TestBuiltinPet(t *testing.T) {
	s := stageFor(t, sprite.Builtin)
	s.snap = snapshot(running("a", "Fix the login redirect", "webshop"))
	s.step(30)
	card, _ := s.Find("Fix the login redirect")
	var pet drawlist.Rect
	for _, r := range s.PetRegion() {
		pet = pet.Union(r)
		if !r.Intersect(card).Empty() {
			t.Errorf("the card %v covers the pet at %v", card, r)
		}
	}
	if pet.W < 60 || pet.H < 60 || !holds(s.Viewport(), pet) {
		t.Errorf("the pet is at %v in the viewport %v", pet, s.Viewport())
	}
}

var everything = []event.Decision{event.Allow, event.Deny, event.Ask}

func noted(r session.Request) session.Request {
	r.Life, r.Note = session.Sent, "not accepted yet"
	return r
}

func eight() *session.Snapshot {
	var all []session.Session
	for i := range 8 {
		all = append(all, running(string(rune('a'+i)), fmt.Sprintf("Session %d", i+1), "webshop"))
	}
	return snapshot(all...)
}

func three() *session.Snapshot {
	idle := session.Session{Key: session.Key{Tool: "claude-code", ID: "c"}, Title: "dango", Folder: "dango", State: session.Responding, StateSince: noon.Add(-40e9)}
	return snapshot(
		finished("a", "Update the dependency list", "website", "All 14 packages are up to date. Two needed small changes in the build script, which I tested."),
		idle,
		running("b", "Fix the login redirect", "webshop"),
	)
}

func TestPicture(t *testing.T) {
	command := permission("r1", "Bash", "git push --force-with-lease origin feature/login-redirect && npm run deploy -- --env staging")
	cases := []shot{
		{name: "no session", both: true, snap: snapshot()},
		{name: "three sessions", both: true, snap: three()},
		{name: "permission", both: true, snap: snapshot(
			running("b", "Fix the login redirect", "webshop"),
			asking("p", "Ship the login fix to staging", "webshop", command),
		)},
		{name: "long titles", both: true, snap: snapshot(
			running("a", "修复登录页面在移动端浏览器中无法正确跳转到用户中心的问题并补充测试", "网上商店"),
			finished("b", "ログイン画面のリダイレクトを直して、テストも追加してください", "website", "すべてのテストが通りました。変更点は三つです。"),
			finished("c", "로그인 리디렉션 수정 🚀 and ship it 👩‍💻🎉", "webshop", "완료했습니다 ✅ done"),
		)},
		{name: "queue", both: true, snap: snapshot(asking("p", "Ship the login fix to staging", "webshop",
			permission("r1", "mcp__github__create_pull_request", "github · create_pull_request"), command, command))},
		{name: "hover", snap: snapshot(
			asking("p", "Ship the login fix", "webshop", command)), do: func(s *stage) {
			s.step(30)
			x, y := s.find("[Allow]")
			s.do(input.Move, input.NoButton, x, y)
		}},
		{name: "answered", snap: snapshot(
			asking("q", "Tidy up the build", "website", noted(permission("r2", "Bash", "rm -rf node_modules"))),
			asking("p", "Ship the login fix", "webshop", command)), do: func(s *stage) {
			s.step(30)
			s.click(s.find("[Allow]"))
		}},
		{name: "question and plan", snap: snapshot(
			asking("p", "Move the shop to the new API", "webshop", session.Request{ID: "r3", Kind: session.Plan, ToolName: "ExitPlanMode",
				Decisions: everything, Detail: "# Plan\n\n1. Read the routes that call the old API\n2. Add a client for the new one, with retries and time-outs as the old one had them\n3. Move one route after the other, each with its test\n4. Delete the old client\n\nNothing is deployed before you say so.\n\n## Open\n\nThe token for staging is missing."}),
			asking("q", "Pick a date library", "website", session.Request{ID: "r4", Kind: session.Question, ToolName: "AskUserQuestion",
				Decisions: everything, Detail: "Which date library should the website use from now on?"}))},
		{name: "failed and waiting", snap: snapshot(
			session.Session{Key: session.Key{Tool: "claude-code", ID: "e"}, Title: "Run the nightly import", Titled: true, Folder: "data",
				State: session.ErrorInterrupted, StateSince: noon.Add(-2 * time.Hour), Error: "API error: overloaded, try again later"},
			session.Session{Key: session.Key{Tool: "codex", ID: "f"}, Title: "Rename the service", Titled: true, Folder: "infra",
				State: session.Waiting, StateSince: noon.Add(-90 * time.Second), Requests: []session.Request{{ID: "x", Life: session.HandedOff, ToolName: "Bash", Detail: "kubectl apply -f deploy.yaml"}}},
			session.Session{Key: session.Key{Tool: "claude-code", ID: "g"}, Title: "Why is the cache cold?", Titled: true, Folder: "cache",
				State: session.Thinking, StateSince: noon.Add(-30 * time.Second), Subagents: make([]session.Subagent, 2)},
			session.Session{Key: session.Key{Tool: "claude-code", ID: "h"}, Title: "website", Folder: "website",
				State: session.Idle, StateSince: noon.Add(-26 * time.Hour)},
		)},
		{menu: true, name: "menu", both: true, snap: three(), do: func(s *stage) {
			s.openMenu()
			x, y := s.find("Size")
			s.do(input.Move, input.NoButton, x, y)
		}},
		{menu: true, name: "menu size", snap: snapshot(), do: func(s *stage) {
			s.openMenu()
			s.click(s.find("Size"))
		}},
		{menu: true, name: "menu with keys", snap: eight(), do: func(s *stage) {
			s.openMenu()
			s.keys(input.Summon)
			s.tap(input.KeyDown, input.KeyDown, input.KeyDown, input.KeyRight)
		}},
		{name: "eight", snap: eight()},
		{name: "eight scrolled", snap: eight(), do: func(s *stage) {
			s.step(30)
			x, y := s.find("Session 3")
			s.do(input.Move, input.NoButton, x, y)
			s.wheel(2)
			s.do(input.Leave, input.NoButton, 0, 0)
		}},
		{name: "corner", snap: three(), do: func(s *stage) { s.SetPetPosition(drawlist.Point{}) }},
		{name: "beside", snap: eight(), do: func(s *stage) { s.SetPetPosition(drawlist.Point{Y: 400}) }},
	}
	for _, c := range cases {
		c.test(t)
	}
}

// shot is a scene of which there are golden pictures.
type shot struct {
	name string
	snap *session.Snapshot
	do   func(*stage) // after the first step
	both bool         // at scale 2 too
	menu bool         // is open, whose words stand in no card
}

// test compares the pictures, and measures what is in them.
func (c shot) test(t *testing.T) {
	inEachLook(t, c.name, c.both, func(t *testing.T, dark bool, scale float64) {
		s := newStage(t)
		s.snap, s.in.Dark, s.in.Scale = c.snap, dark, scale
		s.step(1)
		if c.do != nil {
			c.do(s)
		}
		s.step(30)
		golden(t, picture(s.Scene, scale, dark))
		if !c.menu {
			s.measures()
		}
	})
}

// inEachLook runs f in light and dark colours, and when both is set at scale 2, too.
func inEachLook(t *testing.T, name string, both bool, f func(t *testing.T, dark bool, scale float64)) {
	for _, dark := range []bool{false, true} {
		look := name + " light"
		if dark {
			look = name + " dark"
		}
		t.Run(look, func(t *testing.T) { f(t, dark, 1) })
		if both {
			t.Run(look+" 2x", func(t *testing.T) { f(t, dark, 2) })
		}
	}
}
