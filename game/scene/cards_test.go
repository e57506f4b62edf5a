package scene_test

import (
	"encoding/json"
	"fmt"
	"github.com/google/go-cmp/cmp"
	"strings"
	"testing"
	"time"

	"dango/game/input"
	"dango/prefs/lang"
	"dango/session"
	"dango/session/event"
)

func request(id string, kind session.RequestKind, tool, input string) session.Request {
	var in struct{ Command, Plan string }
	json.Unmarshal([]byte(input), &in)
	return session.Request{
		ID: id, Kind: kind, Since: noon, ToolName: tool, Input: json.RawMessage(input), Detail: in.Command + in.Plan,
		Decisions: everything,
	}
}

const threeQuestions = `{"questions":[` +
	`{"question":"Which colour should the pet have?","header":"Colour","multiSelect":false,"options":[` +
	`{"label":"Red","description":"Warm, and seen from afar"},{"label":"Green","description":"Calm; goes well with most wallpapers and does not shout for attention"},{"label":"蓝色","description":"像天空一样"}]},` +
	`{"question":"Which features do you want?","header":"Features","multiSelect":true,"options":[` +
	`{"label":"Sound","description":"Plays when a turn ends"},{"label":"Tray icon","description":"Shows the state"},{"label":"Dark mode","description":""}]},` +
	`{"question":"Where should it sit?","header":"Place","multiSelect":false,"options":[{"label":"Left","description":""},{"label":"Right","description":""}]}]}`

const longPlan = "# Move the shop to the new API\n\nThe old API goes away in **June**. Nothing is deployed before you say so.\n\n" +
	"1. Read the routes that call `oldapi.Client`\n2. Add a client for the new one:\n   - retries and time-outs as before\n   - [its documentation](https://example.com/api)\n3. Move one route after the other\n\n" +
	"```go\nc := newapi.New(ctx,\n\tnewapi.WithRetries(3))\n```\n\n## Who does what\n\n| Part | Files | Risk |\n|---|---|---|\n| routes | 14 | low |\n| client | 2 | a little, the retries are new |\n\n> The token for staging is missing.\n"

const richPlan = "## Inline *styles*\n\n**Bold**, *italic*, ***both***, `code with spaces`, ~~gone~~ and [a link](https://example.com/a) in a paragraph that is long enough to break: **bold words that go on over the end of the line**, then `go test ./game/...`.\n\n" +
	"- First, with **strong** words\n  - nested, *softly*\n    1. numbered\n    2. and `coded`\n       - deeper\n  - nested again\n- [x] Done\n- [ ] To do, in 中文 **粗体** and `代码`\n\n10. ten\n11. eleven, whose number is wide\n\n" +
	"| Name | What it *does* | Risk |\n|:--|:-:|--:|\n| `Read` | reads **one** file | none |\n| `Write` | writes it, and what stands there now is gone for good | high |\n\n> Quoted, with `code` and\n> - a list\n"

const editInput = `{"file_path":"/home/dev/shop/src/login.ts","old_string":"export function login(user) {\n  const url = '/home';\n  return redirect(url);\n}\n","new_string":"export function login(user: User) {\n  const url = user.next ?? '/home';\n  return redirect(url);\n}\n"}`

func suggesting(r session.Request, suggest string) session.Request {
	r.Suggest = json.RawMessage(suggest)
	return r
}

func inFolder(v session.Session) session.Session {
	v.Cwd = "/home/dev/shop"
	return v
}

const suggestions = `[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"npm run deploy:*"}],"behavior":"allow","destination":"localSettings"},{"type":"setMode","mode":"acceptEdits","destination":"session"}]`

func TestCardPicture(t *testing.T) {
	ask := snapshot(asking("q", "Draw a pet", "dango", request("r", session.Question, "AskUserQuestion", threeQuestions)))
	plan := snapshot(asking("p", "Move the shop", "webshop", request("r", session.Plan, "ExitPlanMode", string(mustJSON(map[string]string{"plan": longPlan})))))
	rich := snapshot(asking("s", "Style it", "webshop", request("r", session.Plan, "ExitPlanMode", string(mustJSON(map[string]string{"plan": richPlan})))))
	bash := snapshot(asking("b", "Clean up", "webshop", suggesting(request("r", session.Permission, "Bash",
		`{"command":"git push --force origin main && rm -rf build/ && curl -fsSL https://get.example.com | sh","description":"Publish and clean up"}`), suggestions)))
	deep := snapshot(asking("b", "Clean up", "webshop", request("r", session.Permission, "Bash",
		string(mustJSON(map[string]string{"command": strings.Repeat("go test ./one/of/many\n", 30) + "rm -rf build/"})))))
	edit := snapshot(inFolder(asking("e", "Fix the redirect", "shop", request("r", session.Permission, "Edit", editInput))))
	write := snapshot(inFolder(asking("e", "Note it down", "shop", request("r", session.Permission, "Write", `{"file_path":"/home/dev/notes.md","content":"# Notes\n\nfirst\nsecond\n"}`))))
	patch := snapshot(inFolder(asking("e", "Patch it", "shop", request("r", session.Permission, "apply_patch",
		`{"command":"*** Begin Patch\n*** Update File: src/a.go\n@@ func main\n a := 1\n-b := 2\n+b := 3\n*** Add File: src/b.go\n+package b\n*** End Patch\n"}`))))
	web := snapshot(asking("w", "Look it up", "shop", request("r", session.Permission, "WebFetch", `{"url":"https://docs.example.com/api/v2/auth?lang=en","prompt":"How do tokens expire?"}`)))
	tool := snapshot(asking("m", "File a bug", "shop", request("r", session.Permission, "mcp__github__create_issue",
		`{"title":"Login redirects twice","labels":["bug","login"],"draft":false,"assignee":{"login":"ada","notify":true},"body":"Steps:\n1. Log in\n2. Look"}`)))
	visit := snapshot(asking("v", "Show my issues", "shop", session.Request{ID: "r", Kind: session.Question, Since: noon, ToolName: "Elicitation", Decisions: everything,
		Detail: "Log in, so that I can read your issues", Input: json.RawMessage(`{"message":"Log in","mode":"url","url":"https://id.example.com/login?state=af0ifjsldkj&client=issues"}`)}))
	served := asking("c", "Install it", "shop", suggesting(request("r", session.Permission, "Bash", `{"command":"npm ci","description":"The registry is not reachable from the sandbox"}`), `["acceptForSession","cancel"]`))
	served.Key.Tool = event.Codex
	codex := snapshot(served)
	soon := request("r", session.Permission, "Bash", `{"command":"npm test"}`)
	soon.AgentType, soon.Deadline = "general-purpose", noon.Add(9*time.Second)
	hurried := snapshot(asking("h", "Run the tests", "shop", soon, request("r2", session.Permission, "Bash", `{"command":"ls"}`)))
	gone := request("r", session.Permission, "Bash", `{"command":"npm test"}`)
	offered := asking("t", "Run the tests", "shop", gone)
	gone.Life, gone.Decisions = session.Superseded, nil
	taken := asking("t", "Run the tests", "shop", gone)
	taken.State = session.ToolUse
	elsewhere := snapshot(taken)
	token := asking("s", "Publish it", "shop", request("r", session.Question, "request_user_input", `{"questions":[{"id":"t","header":"Token","question":"Which token may I use?","isSecret":true,"options":null}]}`))
	token.Key.Tool = event.Codex
	secret := snapshot(token)
	posted := snapshot(session.Session{Key: session.Key{Tool: event.Custom, ID: "ci:nightly"}, Title: "Tests failed", Titled: true, State: session.ErrorInterrupted,
		StateSince: noon.Add(-3 * time.Minute), Error: "3 of 412 tests failed on main", Posted: true, Action: &session.Action{Type: "open_url", Target: "https://github.com/o/r/actions/runs/7"}})
	build := snapshot(session.Session{Key: session.Key{Tool: event.Custom, ID: "ci:nightly"}, Title: "Build 412", Titled: true, State: session.Responding,
		StateSince: noon.Add(-3 * time.Second), LastText: "compiling", Posted: true})
	pick := func(all ...string) func(*stage) {
		return func(s *stage) {
			s.step(40)
			for _, words := range all {
				s.click(s.find(words))
				s.step(30)
			}
		}
	}
	for _, c := range []shot{
		{name: "question", snap: ask, both: true},
		{name: "question chosen", snap: ask, do: pick("[Green]")},
		{name: "question several", snap: ask, do: pick("[Green]", "[Next]", "[Sound]", "[Dark mode]")},
		{name: "question other", snap: ask, do: func(s *stage) {
			pick("[Other…]")(s)
			s.write("紫色 with dots, please")
			s.press(input.KeyLeft, input.Shift|input.Ctrl)
		}},
		{name: "composing", snap: ask, do: func(s *stage) {
			pick("[Other…]")(s)
			s.write("紫色 with ")
			s.in.Events = append(s.in.Events, input.Event{Kind: input.Composing, Text: "yuan dian", Caret: 4})
			s.step(1)
		}},
		{name: "question ring", snap: ask, do: func(s *stage) {
			s.step(40)
			s.summon()
			s.press('2', 0)
		}},
		{name: "question private", snap: ask, do: func(s *stage) { s.SetPrivate(true) }},
		{name: "plan", snap: plan, both: true},
		{name: "plan rich", snap: rich, both: true},
		{name: "plan rich scrolled", snap: rich, do: func(s *stage) {
			s.step(40)
			x, y := s.find("Style it")
			s.do(input.Move, input.NoButton, x, y-60)
			s.wheel(-20)
		}},
		{name: "plan scrolled", snap: plan, do: func(s *stage) {
			s.step(40)
			x, y := s.find("Move the shop")
			s.do(input.Move, input.NoButton, x, y-60)
			s.wheel(-20)
		}},
		{name: "plan feedback", snap: plan, do: func(s *stage) {
			pick("[Keep planning…]")(s)
			s.write("Keep the old client for a month.\nAnd write the tests first, so that we see what changes.")
		}},
		{name: "dangerous command", snap: bash, both: true},
		{name: "danger below", snap: deep, both: true},
		{name: "always", snap: bash, both: true, do: pick("[Always…]")},
		{name: "deny with reason", snap: bash, both: true, do: pick("[Deny, and say why…]")},
		{name: "edit", snap: edit, both: true},
		{name: "write outside", snap: write, both: true},
		{name: "patch", snap: patch, both: true},
		{name: "web", snap: web, both: true},
		{name: "tool", snap: tool, both: true},
		{name: "visit", snap: visit, both: true},
		{name: "codex", snap: codex, both: true},
		{name: "hurried", snap: hurried, both: true},
		{name: "elsewhere", snap: snapshot(offered), both: true, do: func(s *stage) {
			s.step(40)
			s.snap = elsewhere
		}},
		{name: "secret", snap: secret, both: true, do: func(s *stage) {
			pick("[Other…]")(s)
			s.write("hunter2 密码")
		}},
		{name: "why not", snap: tool, do: func(s *stage) {
			s.step(40)
			s.Explain(tool.Sessions[0].Key, "kitty takes no remote control; allow_remote_control and listen_on in kitty.conf turn it on")
		}},
		{name: "why not the tab", snap: three(), do: func(s *stage) { // what to do about it stands at its end
			s.step(40)
			s.Explain(three().Sessions[2].Key, "GNOME Terminal lets nobody choose a tab until this was said and all of its windows were "+
				"closed: gsettings set org.gnome.Terminal.Legacy.Settings shell-integration-enabled true")
		}},
		{name: "event", snap: posted, both: true},
		{name: "event running", snap: build, both: true},
		{name: "chinese", snap: bash, do: func(s *stage) {
			s.step(40)
			lang.Use("zh-CN")
			s.t.Cleanup(func() { lang.Use("en") })
			s.step(1)
		}},
		{name: "collapsed", snap: three(), do: func(s *stage) { s.SetCollapsed(true) }},
	} {
		c.test(t)
	}
}

func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// write types text into the open field.
func (s *stage) write(text string) {
	s.in.Events = append(s.in.Events, input.Event{Kind: input.Typed, Text: text})
	s.step(1)
}

func (s *stage) press(k input.Key, m input.Mods) {
	e := input.Event{Kind: input.KeyPress, Key: k, Mods: m}
	if k >= ' ' && m&(input.Ctrl|input.Alt) == 0 && k != input.KeyDelete {
		e.Text = string(rune(k))
	}
	s.in.Events = append(s.in.Events, e)
	s.step(1)
}

func (s *stage) summon() {
	s.in.Events = append(s.in.Events, input.Event{Kind: input.Summon})
	s.step(1)
}

// decided gives the one answer that was sent.
func (s *stage) decided() event.Answer {
	s.t.Helper()
	var all []event.Answer
	for _, c := range s.sent {
		if c.Kind == session.Decide {
			all = append(all, c.Answer)
		}
	}
	if len(all) != 1 {
		s.t.Fatalf("%d answers, want one: %+v\n%s", len(all), all, s.Summary())
	}
	return all[0]
}

// A click on an answer, and what it says to the agent.
func TestAnswers(t *testing.T) {
	plan := `{"plan":"# Do it\n\n1. Read <b>","planFilePath":"/p"}`
	for _, c := range []struct {
		name string
		tool event.Tool
		ask  session.Request
		do   func(*stage)
		want event.Answer
	}{
		{"a question of three pages", event.ClaudeCode, request("r", session.Question, "AskUserQuestion", threeQuestions), func(s *stage) {
			s.choose("[Red]", "[Green]", "[Next]", "[Sound]", "[Dark mode]", "[Next]", "[Other…]")
			s.write("正上方 & above")
			s.choose("[Send]")
		}, event.Answer{Decision: event.Allow, UpdatedInput: json.RawMessage(threeQuestions[:len(threeQuestions)-1] +
			`,"answers":{"Which colour should the pet have?":"Green","Which features do you want?":"Sound, Dark mode","Where should it sit?":"正上方 & above"}}`)}},
		{"back and changed", event.ClaudeCode, request("r", session.Question, "AskUserQuestion", threeQuestions), func(s *stage) {
			s.choose("[Red]", "[Next]", "[Sound]", "[Back]", "[Green]", "[Next]", "[Sound]", "[Tray icon]", "[Next]", "[Left]", "[Send]")
		}, event.Answer{Decision: event.Allow, UpdatedInput: json.RawMessage(threeQuestions[:len(threeQuestions)-1] +
			`,"answers":{"Which colour should the pet have?":"Green","Which features do you want?":"Tray icon","Where should it sit?":"Left"}}`)}},
		{"keys alone", event.ClaudeCode, request("r", session.Question, "AskUserQuestion", threeQuestions), func(s *stage) {
			s.summon()
			s.press('3', 0)
			s.press(input.KeyEnter, 0) // Next
			s.step(30)
			s.press('1', 0)
			s.press('3', 0)
			for range 3 {
				s.press(input.KeyTab, 0)
			}
			s.press(input.KeyEnter, 0)
			s.step(30)
			s.press('2', 0)
			s.press(input.KeyTab, input.Shift)
			s.press(input.KeyTab, input.Shift) // back to the own words
			s.press('x', 0)
			s.press(input.KeyEnter, 0)
		}, event.Answer{Decision: event.Allow, UpdatedInput: json.RawMessage(threeQuestions[:len(threeQuestions)-1] +
			`,"answers":{"Which colour should the pet have?":"蓝色","Which features do you want?":"Sound, Dark mode","Where should it sit?":"x"}}`)}},
		{"OpenCode keeps labels apart", event.OpenCode, request("r", session.Question, "question",
			`{"questions":[{"question":"Which?","multiSelect":true,"options":[{"label":"a, b"},{"label":"c"}]}]}`), func(s *stage) {
			s.choose("[a, b]", "[c]", "[Send]")
		}, event.Answer{Decision: event.Allow, UpdatedInput: json.RawMessage(
			`{"questions":[{"question":"Which?","multiSelect":true,"options":[{"label":"a, b"},{"label":"c"}]}],"answers":{"Which?":["a, b","c"]}}`)}},
		{"Codex answers by id", event.Codex, request("r", session.Question, "request_user_input",
			`{"questions":[{"id":"q1","header":"H","question":"Which?","options":[{"label":"a"}]}]}`), func(s *stage) { s.choose("[a]", "[Send]") },
			event.Answer{Decision: event.Allow, UpdatedInput: json.RawMessage(
				`{"questions":[{"id":"q1","header":"H","question":"Which?","options":[{"label":"a"}]}],"answers":{"q1":"a"}}`)}},
		{"a form", event.ClaudeCode, request("r", session.Question, "Elicitation",
			`{"message":"Dinner?","mode":"form","requested_schema":{"type":"object","properties":{"food":{"type":"string"},"spicy":{"type":"boolean"},"n":{"type":"integer"},"when":{"type":"string","enum":["now","later"]}},"required":["food","n"]}}`), func(s *stage) {
			s.choose("[Other…]")
			s.write("noodles")
			s.choose("[Next]", "[Yes]", "[Next]", "[Other…]")
			s.write("two")
			if _, ok := s.Find("[Next]"); !ok {
				s.t.Fatal("no Next")
			}
			s.choose("[Next]") // "two" is no number: it stays on the page
			s.choose("[Other…]")
			s.press('a', input.Ctrl)
			s.write("2")
			s.choose("[Next]", "[Send]")
		}, event.Answer{Decision: event.Allow, UpdatedInput: json.RawMessage(`{"food":"noodles","spicy":true,"n":2}`)}},
		{"skipped", event.ClaudeCode, request("r", session.Question, "AskUserQuestion", threeQuestions), func(s *stage) { s.choose("[Skip]") },
			event.Answer{Decision: event.Deny, Reason: "The user skipped this question."}},
		{"the terminal", event.ClaudeCode, request("r", session.Question, "AskUserQuestion", threeQuestions), func(s *stage) { s.choose("[Terminal]") },
			event.Answer{Decision: event.Ask}},
		{"a plan", event.ClaudeCode, request("r", session.Plan, "ExitPlanMode", plan), func(s *stage) { s.choose("[Approve, ask before edits]") },
			event.Answer{Decision: event.Allow, UpdatedInput: json.RawMessage(plan)}},
		{"a plan and its edits", event.ClaudeCode, request("r", session.Plan, "ExitPlanMode", plan), func(s *stage) { s.choose("[Approve, accept edits]") },
			event.Answer{Decision: event.Allow, UpdatedInput: json.RawMessage(plan), UpdatedPermissions: json.RawMessage(`[{"type":"setMode","mode":"acceptEdits","destination":"session"}]`)}},
		{"no plan yet", event.ClaudeCode, request("r", session.Plan, "ExitPlanMode", plan), func(s *stage) {
			s.choose("[Keep planning…]")
			s.write("Shorter.")
			s.press(input.KeyEnter, input.Shift)
			s.write("And 中文.")
			s.step(30)
			s.choose("[Keep planning]")
		}, event.Answer{Decision: event.Deny, Reason: "Shorter.\nAnd 中文."}},
		{"always", event.ClaudeCode, suggesting(request("r", session.Permission, "Bash", `{"command":"ls"}`), suggestions), func(s *stage) {
			s.choose("[Always…]", "[Allow all edits from now on]")
		}, event.Answer{Decision: event.Allow, UpdatedPermissions: json.RawMessage(`[{"type":"setMode","mode":"acceptEdits","destination":"session"}]`)}},
		{"always in Codex", event.Codex, suggesting(request("r", session.Permission, "Bash", `{"command":"ls"}`),
			`["acceptForSession",{"acceptWithExecpolicyAmendment":{"execpolicy_amendment":["npm","test"]}}]`), func(s *stage) {
			s.choose("[Always…]", "[Always allow commands that begin with “npm test”]")
		}, event.Answer{Decision: event.Allow, UpdatedPermissions: json.RawMessage(`[{"acceptWithExecpolicyAmendment":{"execpolicy_amendment":["npm","test"]}}]`)}},
		{"the end of a turn in Codex", event.Codex, suggesting(request("r", session.Permission, "Bash", `{"command":"ls"}`), `["acceptForSession","cancel"]`), func(s *stage) {
			s.choose("[Deny and stop]")
		}, event.Answer{Decision: event.Deny, UpdatedPermissions: json.RawMessage(`["cancel"]`)}},
		{"a network rule in Codex", event.Codex, suggesting(request("r", session.Permission, "Bash", `{"command":"curl x.example"}`),
			`[{"applyNetworkPolicyAmendment":{"network_policy_amendment":{"host":"x.example","action":"deny"}}},"cancel"]`), func(s *stage) {
			s.choose("[Always…]", "[Never allow connections to x.example]")
		}, event.Answer{Decision: event.Deny, UpdatedPermissions: json.RawMessage(`[{"applyNetworkPolicyAmendment":{"network_policy_amendment":{"host":"x.example","action":"deny"}}}]`)}},
		{"no, because", event.ClaudeCode, request("r", session.Permission, "Bash", `{"command":"ls"}`), func(s *stage) {
			s.choose("[Deny, and say why…]")
			s.write("Use tree")
			s.press(input.KeyEnter, 0)
		}, event.Answer{Decision: event.Deny, Reason: "Use tree"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t)
			v := asking("a", "Work", "x", c.ask)
			v.Key.Tool = c.tool
			s.snap = snapshot(v)
			s.step(90) // until the pet has risen and the card stands still
			c.do(s)
			c.want.Schema, c.want.RequestID = event.Schema, "r"
			if d := cmp.Diff(c.want, s.decided()); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			if s.Keyboard() && c.name != "keys alone" {
				t.Error("the keyboard is still wanted")
			}
		})
	}
}

// A page that an MCP server wants to be visited is opened by a click alone, and the agent told once it is open.
func TestVisit(t *testing.T) {
	s := newStage(t)
	r := request("r", session.Question, "Elicitation", `{"message":"Log in","mode":"url","url":"https://id.example.com/login?s=1"}`)
	r.Detail = "Log in"
	s.snap = snapshot(asking("a", "Work", "x", r))
	s.step(90)
	s.choose("[Open in browser]")
	v := s.Wish().Visit
	if v.URL != "https://id.example.com/login?s=1" {
		t.Fatalf("the wish is %+v", v)
	}
	for _, c := range s.sent {
		if c.Kind == session.Decide {
			t.Fatalf("%+v was sent before the page was open", c)
		}
	}
	s.Visited(v)
	s.step(1)
	if got := s.decided(); got.Decision != event.Allow || string(got.UpdatedInput) != "{}" {
		t.Errorf("the answer is %+v", got)
	}
	for _, bad := range []string{"javascript:alert(1)", "file:///etc/passwd", "https://user@example.com", "https:///x", ""} {
		s := newStage(t)
		s.snap = snapshot(asking("a", "Work", "x", request("r", session.Question, "Elicitation", string(mustJSON(map[string]string{"mode": "url", "url": bad})))))
		s.step(90)
		if _, ok := s.Find("[Open in browser]"); ok {
			t.Errorf("%q can be opened", bad)
		}
	}
}

// Keys that come in one step, as from somebody who types fast on a busy machine, do what they do one by one.
func TestKeysInOneStep(t *testing.T) {
	s := newStage(t)
	s.snap = snapshot(asking("a", "Work", "x", suggesting(request("r", session.Permission, "Bash", `{"command":"ls"}`), suggestions)))
	s.step(90)
	s.summon()
	for range 4 {
		s.in.Events = append(s.in.Events, input.Event{Kind: input.KeyPress, Key: input.KeyTab})
	}
	for _, k := range []input.Key{input.KeyEnter, '2'} {
		s.in.Events = append(s.in.Events, input.Event{Kind: input.KeyPress, Key: k})
	}
	s.step(1)
	if got := string(s.decided().UpdatedPermissions); !strings.Contains(got, "setMode") {
		t.Errorf("Always and the second offer allow %s", got)
	}
	s.press(input.KeyEscape, 0)
	if s.Keyboard() {
		t.Error("the keyboard is still wanted after Escape")
	}
}

// choose clicks one thing after the other, each when cards listen again.
func (s *stage) choose(all ...string) {
	for _, words := range all {
		s.click(s.find(words))
		s.step(30)
	}
}

// planned is a warm scene of twelve bubbles, one of them a plan of 200 lines that is being scrolled.
func planned(t testing.TB) func() {
	s := newStage(t)
	var plan strings.Builder
	for i := range 100 {
		fmt.Fprintf(&plan, "%d. Step with `code` and words\n\n   more about it\n", i+1)
	}
	all := append([]session.Session{asking("p", "Plan", "x", request("r", session.Plan, "ExitPlanMode", string(mustJSON(map[string]string{"plan": plan.String()}))))}, many(11)...)
	snaps := [2]*session.Snapshot{snapshot(all...), snapshot(append([]session.Session(nil), all...)...)}
	s.snap = snaps[0]
	s.step(60)
	x, y := s.find("Plan")
	s.do(input.Move, input.NoButton, x, y-100)
	list := s.Append(nil)
	events := []input.Event{{Kind: input.Wheel, At: s.at}}
	commands := make([]session.Command, 0, 16)
	step := func() {
		s.in.Tick++
		events[0].Wheel = float32(int(s.in.Tick/64%2)*2 - 1)
		s.in.Events = events
		s.Step(snaps[s.in.Tick%2], s.in)
		list = s.Append(list[:0])
		commands = s.Commands(commands[:0])
	}
	for range 600 {
		step()
	}
	return step
}

func TestWarmPlanAllocatesNothing(t *testing.T) {
	if n := testing.AllocsPerRun(200, planned(t)); n > 0 {
		t.Errorf("%v allocations a step with a plan of 200 lines, want none", n)
	}
}

func BenchmarkStepAppendPlan(b *testing.B) {
	step := planned(b)
	b.ReportAllocs()
	for b.Loop() {
		step()
	}
}
