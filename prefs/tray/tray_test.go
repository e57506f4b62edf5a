package tray

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"reflect"
	"strings"
	"testing"

	"dango/prefs"
	"dango/prefs/lang"
	"dango/session"
	"dango/session/event"
)

// outline writes a menu down, a row a line.
func outline(items []Item, indent string) string {
	var b strings.Builder
	for _, i := range items {
		text := i.Text
		switch {
		case text == "":
			text = "---"
		case i.Checked:
			text = "[x] " + text
		case i.Box:
			text = "[ ] " + text
		}
		fmt.Fprintf(&b, "%s%s\n%s", indent, text, outline(i.Sub, indent+"  "))
	}
	return b.String()
}

func asking(kind session.RequestKind) *session.Session {
	return &session.Session{
		Key: session.Key{Tool: event.ClaudeCode, ID: "a"}, Title: "fix the login", State: session.PermissionPrompt,
		Requests: []session.Request{{
			ID: "r1", Kind: kind, ToolName: "Bash", Detail: "npm test\n--all", Decisions: []event.Decision{event.Allow, event.Deny},
		}},
	}
}

func TestMenu(t *testing.T) {
	cfg := prefs.Default()
	cfg.Listeners.Gemini = false
	const choices = "---\nListen to\n  [x] Claude\n  [x] Codex\n  [ ] Gemini\n  [x] OpenCode\n"
	const end = "---\nOpen preferences\nOpen logs\n---\nQuit Dango\n"
	idle := &session.Session{Key: session.Key{Tool: event.Codex, ID: "b"}, Title: "docs", Suffix: "b7", State: session.Idle}
	tests := []struct {
		name     string
		sessions []*session.Session
		visible  bool
		problems []string
		line     string
		want     string
	}{
		{"nothing", nil, true, nil, "Dango: no sessions", "No sessions\n" + choices + "Hide pet\n" + end},
		{"a permission", []*session.Session{asking(session.Permission), idle}, false, nil, "Dango: 2 sessions, 1 needs you",
			"Claude · fix the login: wants to use Bash\n  npm test --all\n  Allow\n  Deny\n  Ask in the terminal\n  Go to the terminal\n" +
				"---\nClaude · fix the login – Permission\nCodex · docs b7 – Idle\n" + choices + "Show pet\n" + end},
		{"a question has to be read", []*session.Session{asking(session.Question)}, true, nil, "Dango: 1 session, 1 needs you",
			"Claude · fix the login: has a question\n  npm test --all\n  Ask in the terminal\n  Go to the terminal\n" +
				"---\nClaude · fix the login – Permission\n" + choices + "Hide pet\n" + end},
		{"broken preferences", nil, true, []string{"config.json:3:7: no comma"}, "Dango: no sessions",
			"No sessions\n" + choices + "Hide pet\n---\nconfig.json:3:7: no comma\n" + strings.TrimPrefix(end, "---\n")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := New(&session.Snapshot{Sessions: tt.sessions}, &cfg, tt.visible, tt.problems)
			if got := outline(v.Menu, ""); got != tt.want {
				t.Errorf("menu:\n%s\nwant:\n%s", got, tt.want)
			}
			if v.Line != tt.line {
				t.Errorf("line %q, want %q", v.Line, tt.line)
			}
		})
	}
}

// The whole menu speaks Chinese; only names are left.
func TestChinese(t *testing.T) {
	lang.Use(string(lang.Chinese))
	defer lang.Use(string(lang.English))
	cfg := prefs.Default()
	v := New(&session.Snapshot{Sessions: []*session.Session{asking(session.Permission)}}, &cfg, true, nil)
	want := "Claude · fix the login：想使用 Bash\n  npm test --all\n  允许\n  拒绝\n  改在终端中询问\n  前往终端\n" +
		"---\nClaude · fix the login – 请求权限\n---\n监听\n  [x] Claude\n  [x] Codex\n  [x] Gemini\n  [x] OpenCode\n" +
		"隐藏桌宠\n---\n打开偏好设置\n打开日志\n---\n退出 Dango\n"
	if got := outline(v.Menu, ""); got != want {
		t.Errorf("menu:\n%s\nwant:\n%s", got, want)
	}
	if v.Line != "Dango：1 个会话，1 个等你处理" {
		t.Errorf("line %q", v.Line)
	}
}

func TestActions(t *testing.T) {
	cfg := prefs.Default()
	v := New(&session.Snapshot{Sessions: []*session.Session{asking(session.Permission)}}, &cfg, true, nil)
	key := session.Key{Tool: event.ClaudeCode, ID: "a"}
	got := []Action{v.Menu[0].Sub[1].Do, v.Menu[0].Sub[3].Do, v.Menu[2].Do, v.Menu[4].Sub[1].Do}
	want := []Action{
		{Kind: Decide, Key: key, Request: "r1", Decision: event.Allow},
		{Kind: Decide, Key: key, Request: "r1", Decision: event.Ask},
		{Kind: Go, Key: key},
		{Kind: Set, Setting: "listeners.codex", Value: "false"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("actions %+v, want %+v", got, want)
	}
	if _, ok := prefs.Lookup(want[3].Setting); !ok {
		t.Errorf("no preference is called %s", want[3].Setting)
	}
}

// States differ in shape, not in colour alone.
func TestIcons(t *testing.T) {
	seen := map[string]session.State{}
	for s := range session.State(session.States) {
		icon := Icon(s, color.RGBA{0x20, 0x80, 0xf0, 0xff})
		img, err := png.Decode(bytes.NewReader(icon))
		if err != nil {
			t.Fatal(err)
		}
		if b := img.Bounds(); b.Dx() != IconSide || b.Dy() != IconSide {
			t.Errorf("the icon of %v is %v", s, b)
		}
		if _, _, _, a := img.At(0, 0).RGBA(); a != 0 {
			t.Errorf("the corner of %v is not transparent", s)
		}
		if other, ok := seen[string(icon)]; ok && !(s == session.Review && other == session.Completed) {
			t.Errorf("%v and %v look alike", s, other)
		}
		seen[string(icon)] = s
	}
}
