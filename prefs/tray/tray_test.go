package tray

import (
	"bytes"
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

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

// noon is the time of the tests.
var noon = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)

func TestMenu(t *testing.T) {
	const (
		hears  = "---\nListen to\n  [x] Claude\n  [x] Codex\n  [ ] Gemini\n  [x] OpenCode\n"
		calm   = "Do not disturb\n  [ ] For 30 minutes\n  [ ] For an hour\n  [ ] For 2 hours\n  [ ] For 8 hours\n  [ ] Until I switch it off\n  [ ] By the clock\n  [ ] As the desktop does\n  [x] Off\n"
		pet    = "Pet\n  [x] Dango\n  [ ] Fox\n"
		hooks  = "Hooks\n  Connect the agents that are here\n  Check hooks\n"
		end    = "Open preferences\nOpen logs\n---\nQuit Dango\n"
		simple = hears + "Hide pet\n" + calm + pet + hooks + "---\n" + end
	)
	idle := &session.Session{Key: session.Key{Tool: event.Codex, ID: "b"}, Title: "docs", Suffix: "b7", State: session.Idle}
	flash := &session.Session{Key: session.Key{Tool: "ci", ID: "c"}, Title: "built", Flash: true}
	build := &session.Session{Key: session.Key{Tool: event.Custom, ID: "ci"}, Title: "Build 412", State: session.Responding, Posted: true, Leader: true}
	gemini := asking(session.Permission)
	gemini.Requests[0].Decisions = []event.Decision{event.Deny, event.Ask}
	gone := asking(session.Permission)
	gone.Requests[0].Life, gone.Requests[0].Decisions, gone.State = session.HandedOff, nil, session.Waiting
	private := asking(session.Permission)
	private.Titled, private.Folder = true, "dango"
	tests := []struct {
		name     string
		sessions []*session.Session
		facts    func(*Facts)
		line     string
		want     string
	}{
		{"nothing", []*session.Session{flash}, nil, "Dango: no sessions", "No sessions\n" + simple},
		{"a permission, a hidden pet", []*session.Session{asking(session.Permission), idle}, func(f *Facts) { f.Visible = false }, "Dango: 2 sessions, 1 needs you",
			"Claude · fix the login: wants to use Bash\n  npm test --all\n  Allow\n  Deny\n  Ask in the terminal\n  Go to the terminal\n" +
				"---\nClaude · fix the login – Permission\nCodex · docs b7 – Idle\n" + strings.Replace(simple, "Hide pet", "Show pet", 1)},
		{"an agent that takes no yes", []*session.Session{gemini}, nil, "Dango: 1 session, 1 needs you",
			"Claude · fix the login: wants to use Bash\n  npm test --all\n  Deny\n  Ask in the terminal\n  Go to the terminal\n" +
				"---\nClaude · fix the login – Permission\n" + simple},
		{"a question has to be read", []*session.Session{asking(session.Question)}, nil, "Dango: 1 session, 1 needs you",
			"Claude · fix the login: has a question\n  npm test --all\n  Ask in the terminal\n  Go to the terminal\n" +
				"---\nClaude · fix the login – Permission\n" + simple},
		{"a build runs, an agent would respond", []*session.Session{build}, nil, "Dango: 1 session, running",
			"ci · Build 412 – Running\n" + simple},
		{"asked in the terminal", []*session.Session{gone}, nil, "Dango: 1 session, 1 needs you",
			"Claude · fix the login: wants to use Bash, in its terminal\n---\nClaude · fix the login – Waiting\n" + simple},
		{"broken preferences, and a talkative log", nil, func(f *Facts) { f.Problems, f.Config.Log.Level = []string{"config.json:3:7: no comma"}, "debug" },
			"Dango: no sessions",
			"No sessions\n" + hears + "Hide pet\n" + calm + pet + hooks + "---\nconfig.json:3:7: no comma\nThe log tells more than usual: stop that\n" + end},
		{"quiet for a while", nil, func(f *Facts) { f.Config.DoNotDisturb = "2026-01-31T13:30:00Z" }, "Dango: no sessions",
			"No sessions\n" + strings.Replace(simple, "[x] Off", "[ ] Off", 1)},
		{"quiet until further notice", nil, func(f *Facts) { f.Config.DoNotDisturb = "on" }, "Dango: no sessions",
			"No sessions\n" + strings.Replace(strings.Replace(simple, "[x] Off", "[ ] Off", 1), "[ ] Until", "[x] Until", 1)},
		{"quiet as the desktop is", nil, func(f *Facts) { f.Config.DoNotDisturb = "system" }, "Dango: no sessions",
			"No sessions\n" + strings.Replace(strings.Replace(simple, "[x] Off", "[ ] Off", 1), "[ ] As", "[x] As", 1)},
		{"nobody else may read it", []*session.Session{private}, func(f *Facts) { f.Config.Privacy = true }, "Dango: 1 session, 1 needs you",
			"Claude · dango: wants to use Bash\n  Ask in the terminal\n  Go to the terminal\n---\nClaude · dango – Permission\n" + simple},
		{"another pet, and at login", nil, func(f *Facts) {
			f.Config.Theme = "fox"
			f.Login = Login{Known: true, Enabled: true}
		}, "Dango: no sessions", "No sessions\n" + hears + "Hide pet\n" + calm + "Pet\n  [ ] Dango\n  [x] Fox\n[x] Start at login\n" + hooks + "---\n" + end},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cfg := prefs.Default()
			cfg.Listeners.Gemini = false
			f := &Facts{Config: &cfg, Now: noon, Visible: true, Pets: []Pet{{"builtin", "Dango"}, {"fox", "Fox"}}}
			if tt.facts != nil {
				tt.facts(f)
			}
			v := New(&session.Snapshot{Sessions: tt.sessions}, f)
			if diff := cmp.Diff(tt.want, outline(without(v.Menu), "")); diff != "" {
				t.Errorf("menu (-want +got):\n%s", diff)
			}
			if v.Line != tt.line {
				t.Errorf("line %q, want %q", v.Line, tt.line)
			}
		})
	}
}

// without leaves out the choices that have a test of their own.
func without(menu []Item) []Item {
	return slices.DeleteFunc(slices.Clone(menu), func(i Item) bool { return i.Text == "Bar" || i.Do.Setting == "ghost" })
}

// The whole menu speaks Chinese; only names are left.
func TestChinese(t *testing.T) {
	lang.Use(string(lang.Chinese))
	defer lang.Use(string(lang.English))
	cfg := prefs.Default()
	cfg.Log.Level = "debug"
	f := &Facts{Config: &cfg, Now: noon, Visible: true, Pets: []Pet{{"builtin", "Dango"}}, Login: Login{Known: true}}
	gone := asking(session.Permission)
	gone.Requests[0].Life, gone.Requests[0].Decisions = session.HandedOff, nil
	snap := &session.Snapshot{Sessions: []*session.Session{asking(session.Permission), gone}}
	v := New(snap, f)
	names := strings.NewReplacer("Claude", "", "fix the login", "", "Bash", "", "npm test --all", "", "Codex", "", "Gemini", "",
		"OpenCode", "", "Dango", "", "Ctrl", "", "[x]", "")
	for _, text := range []string{v.Line, outline(v.Menu, ""), outline(OfPet(f), "")} {
		if i := strings.IndexFunc(names.Replace(text), func(r rune) bool { return r < 128 && unicode.IsLetter(r) }); i >= 0 {
			t.Errorf("not all is Chinese: %q in\n%s", names.Replace(text)[i:min(i+20, len(names.Replace(text)))], text)
		}
	}
}

// Every choice of the menu is a setting, with a value that the setting takes.
func TestChoices(t *testing.T) {
	cfg := prefs.Default()
	store, err := prefs.Open(prefs.Paths{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	f := &Facts{Config: &cfg, Now: noon, Pets: []Pet{{"builtin", "Dango"}, {"fox", "Fox"}}}
	cfg.Log.Level = "debug"
	tried := 0
	var try func([]Item)
	try = func(items []Item) {
		for _, i := range items {
			if i.Do.Kind == Set {
				tried++
				if err := store.Set(i.Do.Setting, i.Do.Value); err != nil {
					t.Errorf("%s: %v", i.Text, err)
				}
			}
			try(i.Sub)
		}
	}
	try(New(&session.Snapshot{}, f).Menu)
	if tried < 9 {
		t.Errorf("%d settings in the menu, want four listeners, two of quiet, two pets and the log", tried)
	}
}

func TestActions(t *testing.T) {
	cfg := prefs.Default()
	v := New(&session.Snapshot{Sessions: []*session.Session{asking(session.Permission)}}, &Facts{Config: &cfg, Now: noon})
	key := session.Key{Tool: event.ClaudeCode, ID: "a"}
	got := []Action{v.Menu[0].Sub[1].Do, v.Menu[0].Sub[3].Do, v.Menu[2].Do, v.Menu[4].Sub[1].Do}
	want := []Action{
		{Kind: Decide, Key: key, Request: "r1", Decision: event.Allow},
		{Kind: Decide, Key: key, Request: "r1", Decision: event.Ask},
		{Kind: Go, Key: key},
		{Kind: Set, Setting: "listeners.codex", Value: "false"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("actions (-want +got):\n%s", diff)
	}
}

// A menu stays in place while only words and marks change; what a row does never changes under the pointer.
func TestAlike(t *testing.T) {
	cfg := prefs.Default()
	menu := func(change func(*session.Session, *Facts)) []Item {
		s, c := asking(session.Permission), cfg
		f := &Facts{Config: &c, Now: noon}
		change(s, f)
		return New(&session.Snapshot{Sessions: []*session.Session{s}}, f).Menu
	}
	first := menu(func(*session.Session, *Facts) {})
	for _, tt := range []struct {
		name   string
		change func(*session.Session, *Facts)
		alike  bool
	}{
		{"a word", func(s *session.Session, _ *Facts) { s.Title = "other" }, true},
		{"a listener", func(_ *session.Session, f *Facts) { f.Config.Listeners.Codex = false }, true},
		{"another request", func(s *session.Session, _ *Facts) { s.Requests[0].ID = "r2" }, false},
		{"a request less", func(s *session.Session, _ *Facts) { s.Requests = nil }, false},
		{"another session", func(s *session.Session, _ *Facts) { s.Key.ID = "b" }, false},
		{"the other of show and hide", func(_ *session.Session, f *Facts) { f.Visible = true }, false},
	} {
		if got := Alike(first, menu(tt.change)); got != tt.alike {
			t.Errorf("%s: alike = %v, want %v", tt.name, got, tt.alike)
		}
	}
}

// States differ in shape, not in colour alone.
func TestIcons(t *testing.T) {
	seen := map[string]session.State{}
	blue := color.RGBA{0x20, 0x80, 0xf0, 0xff}
	for s := range session.State(session.States) {
		img := Icon(s, blue, false)
		icon := img.Pix
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
		if bytes.Equal(icon, Icon(s, blue, true).Pix) {
			t.Errorf("the mark on %v cannot be seen", s)
		}
	}
}

// A bar comes and goes with the pet, and the menu says so.
func TestWhatHides(t *testing.T) {
	for _, c := range []struct {
		bar     string
		visible bool
		want    string
	}{
		{"auto", true, "Hide pet"}, {"auto", false, "Show pet"},
		{"always", true, "Hide pet and bar"}, {"always", false, "Show pet and bar"},
	} {
		cfg := prefs.Default()
		cfg.Bar = c.bar
		f := Facts{Config: &cfg, Visible: c.visible}
		if got := f.seen().Text; got != c.want {
			t.Errorf("bar %s, visible %v: %q, want %q", c.bar, c.visible, got, c.want)
		}
	}
}
