package scene_test

import (
	"encoding/json"
	"image"
	"testing"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/raster"
	"dango/game/scene"
	"dango/prefs/lang"
	"dango/session"
)

var always = scene.Bar{Mode: scene.BarAlways, Hide: true, Requests: true}

// barStage is a scene with a bar that has a window of its own.
func barStage(t testing.TB, b scene.Bar) *stage {
	s := stageWith(t, plainPet, scene.Options{BarApart: true})
	s.SetBar(b)
	return s
}

// barPicture paints what the bar's window shows, on an opaque backdrop, with some of the desktop around.
func barPicture(s *stage, scale float64, dark bool) *image.RGBA {
	view := drawlist.Rect{X: screen.W/2 - 320, W: 640, H: 300}
	return onBackdrop(raster.Draw(s.AppendBar(nil), s.Pages(), view, scale), dark)
}

// barMeasures demands that all words of the bar lie in it, and that what can be clicked is large enough to be hit.
func (s *stage) barMeasures() {
	s.t.Helper()
	all := s.Targets()
	for _, q := range s.AppendBar(nil) {
		if q.Page == drawlist.Glyphs && !holds(all["bar"], q.Dst) {
			s.t.Errorf("a glyph at %v leaves the bar at %v", q.Dst, all["bar"])
			break
		}
	}
	for what, r := range all {
		if r.W < 28 || r.H < 28 {
			s.t.Errorf("%s is only %v", what, r)
		}
	}
}

// onBar puts the pointer on the bar's row and leaves it there until the list has unfolded.
func (s *stage) onBar() {
	s.step(30)
	x, y := s.find("bar")
	s.do(input.Move, input.NoButton, x, y)
	s.step(30)
}

// offering has an agent offer not to ask again.
func offering(r session.Request) session.Request {
	r.Suggest = json.RawMessage(`[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"make:*"}],"behavior":"allow","destination":"localSettings"}]`)
	return r
}

func TestBarPicture(t *testing.T) {
	command := permission("r1", "Bash", "git push --force-with-lease origin feature/login-redirect && npm run deploy -- --env staging")
	danger := permission("r1", "Bash", "rm -rf ./build && make release")
	danger.Input = json.RawMessage(`{"command":"rm -rf ./build && make release","description":"Build the release"}`)
	ask := session.Request{ID: "r4", Kind: session.Question, ToolName: "AskUserQuestion", Decisions: everything, Input: json.RawMessage(
		`{"questions":[{"question":"Which date library should the website use from now on?","header":"Library","multiSelect":false,"options":[
		{"label":"date-fns","description":"Small functions, tree-shaking"},{"label":"Luxon","description":"Time zones and formats built in"},
		{"label":"Temporal","description":"The coming standard, with a polyfill"}]}]}`)}
	plan := session.Request{ID: "r3", Kind: session.Plan, ToolName: "ExitPlanMode", Decisions: everything,
		Detail: "# Plan\n\n1. Read the routes that call the old API\n2. Add a client for the new one, with retries\n3. Move one route after the other\n4. Delete the old client"}
	chinese := snapshot(
		finished("b", "ログイン画面のリダイレクトを直してください", "website", "すべてのテストが通りました。"),
		running("a", "修复登录页面在移动端浏览器中无法正确跳转到用户中心的问题", "网上商店"),
	)
	cases := []struct {
		name string
		snap *session.Snapshot
		do   func(*stage)
		both bool // at scale 2 too
	}{
		{name: "folded", both: true, snap: three()},
		{name: "no session", snap: snapshot()},
		{name: "folded chinese", both: true, snap: chinese},
		{name: "unfolded", both: true, snap: three(), do: (*stage).onBar},
		{name: "unfolded chinese", snap: chinese, do: (*stage).onBar},
		{name: "permission", both: true, snap: snapshot(
			running("b", "Fix the login redirect", "webshop"), asking("p", "Ship the login fix to staging", "webshop", command))},
		{name: "danger", snap: snapshot(asking("p", "Build the release", "webshop", danger), running("b", "Fix the login redirect", "webshop"))},
		{name: "queue", snap: snapshot(asking("p", "Ship the login fix to staging", "webshop",
			permission("r0", "mcp__github__create_pull_request", "github · create_pull_request"), command, command)), do: func(s *stage) {
			s.step(30)
			x, y := s.find("bar: Ship the login fix to staging")
			s.do(input.Move, input.NoButton, x, y)
		}},
		{name: "small screen", snap: snapshot(running("b", "Fix the login redirect", "webshop"), asking("p", "Build the release", "webshop", offering(danger)),
			running("c", "Write the notes", "webshop")), do: func(s *stage) {
			s.in.Monitors[0].Bounds.H, s.in.Monitors[0].Work.H = 720, 720
		}},
		{name: "question", snap: snapshot(asking("q", "Pick a date library", "website", ask))},
		{name: "plan", snap: snapshot(asking("p", "Move the shop to the new API", "webshop", plan))},
		{name: "deny and why", snap: snapshot(asking("p", "Ship the login fix", "webshop", command)), do: func(s *stage) {
			s.step(30)
			s.click(s.find("bar: [Deny, and say why…]"))
		}},
		{name: "answered", snap: snapshot(asking("p", "Ship the login fix", "webshop", command)), do: func(s *stage) {
			s.step(30)
			s.click(s.find("bar: [Allow]"))
		}},
		{name: "eight scrolled", snap: eight(), do: func(s *stage) {
			s.onBar()
			s.at.Y += 80
			s.do(input.Move, input.NoButton, s.at.X, s.at.Y)
			s.wheel(-2)
		}},
		{name: "ring", snap: snapshot(asking("p", "Ship the login fix", "webshop", command)), do: func(s *stage) {
			s.in.Monitors[0].Covered = true
			s.step(30)
			s.in.Events = append(s.in.Events, input.Event{Kind: input.Summon}, input.Event{Kind: input.KeyPress, Key: input.KeyTab})
		}},
		{name: "notch", both: true, snap: three(), do: func(s *stage) {
			s.SetBar(scene.Bar{Mode: scene.BarAuto})
			s.in.Monitors[0].Notch = drawlist.Rect{X: screen.W/2 - 92, W: 184, H: 32}
		}},
		{name: "notch unfolded", snap: three(), do: func(s *stage) {
			s.SetBar(scene.Bar{Mode: scene.BarAuto})
			s.in.Monitors[0].Notch = drawlist.Rect{X: screen.W/2 - 92, W: 184, H: 32}
			s.onBar()
		}},
	}
	for _, c := range cases {
		inEachLook(t, c.name, c.both, func(t *testing.T, dark bool, scale float64) {
			s := barStage(t, always)
			s.snap, s.in.Dark, s.in.Scale = c.snap, dark, scale
			s.step(1)
			if c.do != nil {
				c.do(s)
			}
			s.step(30)
			s.barMeasures()
			golden(t, barPicture(s, scale, dark))
		})
	}
}

// In Chinese nothing of the bar is cut off, and nothing is left in English.
func TestChineseBarPicture(t *testing.T) {
	busy := running("b", "修复登录跳转", "webshop")
	busy.Subagents, busy.Mode = make([]session.Subagent, 2), "plan"
	for name, snap := range map[string]*session.Snapshot{
		"sessions": snapshot(finished("a", "更新依赖", "website", "14 个包都已是最新。有两个需要小改构建脚本，已经测试过。"), busy),
		"permission": snapshot(asking("p", "把登录修复发布到预发环境", "webshop", offering(request("r", session.Permission, "Bash",
			`{"command":"git push --force origin main && rm -rf build/","description":"发布并清理"}`)))),
	} {
		inEachLook(t, name, false, func(t *testing.T, dark bool, scale float64) {
			speak(t, lang.Chinese)
			s := barStage(t, always)
			s.snap, s.in.Dark = snap, dark
			s.onBar()
			s.barMeasures()
			golden(t, barPicture(s, scale, dark))
		})
	}
}
