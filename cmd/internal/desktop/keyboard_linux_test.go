package desktop_test

import (
	"bytes"
	"image"
	"os/exec"
	"strings"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"dango/cmd/internal/xtest"
	"dango/game/desktop"
	"dango/game/desktop/clip"
	"dango/game/input"
)

// typist collects what a desktop hears of the keyboard.
type typist struct {
	t      *testing.T
	d      *desktop.Desktop
	events []input.Event
}

// collect adds what has come since the last call.
func (p *typist) collect() {
	for _, e := range p.d.Drain(nil) {
		if e.Kind.Keyboard() {
			p.events = append(p.events, e)
		}
	}
}

// text is everything typed so far.
func (p *typist) text() string {
	p.collect()
	var b strings.Builder
	for _, e := range p.events {
		b.WriteString(e.Text)
	}
	return b.String()
}

func (p *typist) untilText(want string) {
	p.t.Helper()
	xtest.Until(p.t, "the text "+want, func() (bool, error) { return p.text() == want, nil })
	p.events = nil
}

// until waits for an event of that kind and forgets those before it.
func (p *typist) until(k input.Kind) input.Event {
	p.t.Helper()
	var found input.Event
	xtest.Until(p.t, "an event of the keyboard", func() (bool, error) {
		p.collect()
		for i, e := range p.events {
			if e.Kind == k {
				found, p.events = e, p.events[i+1:]
				return true, nil
			}
		}
		return false, nil
	})
	return found
}

// desk is a terminal that has the keyboard, and our window beside it.
func desk(t *testing.T) (*xtest.Display, *xtest.Terminal, *typist) {
	bounds := image.Rect(600, 300, 800, 400)
	x, d, _ := stage(t, xtest.Options{}, bounds, bounds)
	terminal, err := x.OpenTerminal(40, 10, 50, 60)
	if err != nil {
		t.Fatal(err)
	}
	return x, terminal, &typist{t: t, d: d}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, x *xtest.Display, stdin, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = x.Env()
	var out bytes.Buffer
	cmd.Stdin = strings.NewReader(stdin)
	if stdin == "" { // whoever takes something stays behind to hand it out, and would keep a pipe open
		cmd.Stdout = &out
	}
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %v: %v", name, args, err)
	}
	return out.String()
}

// copied has another program copy text. It says that it has before the server knows.
func copied(t *testing.T, x *xtest.Display, selection, text string) {
	t.Helper()
	run(t, x, text, "xclip", "-in", "-selection", selection)
	xtest.Until(t, "xclip to hand out the text", func() (bool, error) {
		cmd := exec.Command("xclip", "-out", "-selection", selection)
		cmd.Env = x.Env()
		out, err := cmd.Output()
		return string(out) == text, err
	})
}

func hears(t *testing.T, terminal *xtest.Terminal, want string) {
	t.Helper()
	xtest.Until(t, "the terminal to hear "+want, func() (bool, error) {
		heard, err := terminal.Heard()
		return heard == want, err
	})
}

// Keys are the terminal's before a text field is open and after, and ours in between.
func TestKeyboardIsTakenAndGivenBack(t *testing.T) {
	x, terminal, p := desk(t)
	must(t, x.Type("before"))
	hears(t, terminal, "before")
	before, err := x.Focus()
	must(t, err)

	p.d.Type(desktop.Keys{Wanted: true, Caret: image.Rect(620, 320, 622, 336)})
	p.until(input.Focus)
	must(t, x.Type("Hi, ok"))
	p.untilText("Hi, ok")

	p.d.Type(desktop.Keys{})
	untilFocus(t, x, before)
	must(t, x.Type(" after"))
	hears(t, terminal, "before after")
	xtest.Until(t, "the window manager to have noticed", func() (bool, error) {
		active, err := x.Active()
		return active == terminal.ID, err
	})
	if p.collect(); len(p.events) > 0 {
		t.Errorf("we heard %v after the keyboard was given back", p.events)
	}
}

func TestKeysHaveNamesAndModifiers(t *testing.T) {
	x, _, p := desk(t)
	p.d.Type(desktop.Keys{Wanted: true})
	p.until(input.Focus)
	tests := []struct {
		press string
		want  input.Event
	}{
		{"a", input.Event{Key: 'a', Text: "a"}},
		{"shift+a", input.Event{Key: 'a', Mods: input.Shift, Text: "A"}},
		{"ctrl+c", input.Event{Key: 'c', Mods: input.Ctrl}},
		{"ctrl+shift+Left", input.Event{Key: input.KeyLeft, Mods: input.Ctrl | input.Shift}},
		{"alt+1", input.Event{Key: '1', Mods: input.Alt}},
		{"Return", input.Event{Key: input.KeyEnter}},
		{"KP_Enter", input.Event{Key: input.KeyEnter}},
		{"shift+Tab", input.Event{Key: input.KeyTab, Mods: input.Shift}},
		{"Escape", input.Event{Key: input.KeyEscape}},
		{"BackSpace", input.Event{Key: input.KeyBackspace}},
		{"Delete", input.Event{Key: input.KeyDelete}},
		{"space", input.Event{Key: input.KeySpace, Text: " "}},
		{"Page_Down", input.Event{Key: input.KeyPageDown}},
		{"Down", input.Event{Key: input.KeyDown}},
	}
	for _, tt := range tests {
		must(t, x.Key(tt.press))
		tt.want.Kind = input.KeyPress
		got := p.until(input.KeyPress)
		if got != tt.want {
			t.Errorf("%s is %+v, want %+v", tt.press, got, tt.want)
		}
	}
}

// Dead keys, Compose and the layout's second group are Xlib's to know; what they type is ours.
func TestLayoutsAndDeadKeys(t *testing.T) {
	x, _, p := desk(t)
	run(t, x, "", "setxkbmap", "us,ru", "-variant", "intl,", "-option", "compose:menu")
	p.d.Type(desktop.Keys{Wanted: true})
	p.until(input.Focus)
	for _, tt := range []struct {
		keys []string
		want string
	}{
		{[]string{"dead_acute", "e"}, "é"},
		{[]string{"Multi_key", "less", "3"}, "♥"},
		{[]string{"dead_acute", "space"}, "'"},
	} {
		for _, k := range tt.keys {
			must(t, x.Key(k))
		}
		p.untilText(tt.want)
	}
	must(t, x.Key("Cyrillic_shorti"))
	p.untilText("й")
	must(t, x.Key("ctrl+Cyrillic_es"))
	if got := p.until(input.KeyPress); got.Key != 'c' || got.Mods != input.Ctrl {
		t.Errorf("Ctrl+C in a Cyrillic layout is %+v", got)
	}
}

// When the user turns to another window the keyboard is theirs, and a press on ours takes it again.
func TestKeyboardGoesElsewhere(t *testing.T) {
	x, terminal, p := desk(t)
	p.d.Type(desktop.Keys{Wanted: true})
	p.until(input.Focus)
	must(t, x.Click(terminal.Rect.Min.Add(image.Pt(5, 5)), xtest.Left))
	p.until(input.Blur)
	must(t, x.Type("x"))
	xtest.Until(t, "the terminal to hear", func() (bool, error) {
		heard, err := terminal.Heard()
		return strings.HasSuffix(heard, "x"), err
	})
	must(t, x.Click(image.Pt(700, 350), xtest.Left))
	p.until(input.Focus)
	must(t, x.Type("mine"))
	p.untilText("mine")
}

// typing has the keyboard taken. child is the window that reads it; give gives it to that one's parent, our window.
func typing(t *testing.T, x *xtest.Display, p *typist) (child xproto.Window, give func()) {
	server, err := xgb.NewConnDisplay(x.Name())
	must(t, err)
	t.Cleanup(server.Close)
	p.d.Type(desktop.Keys{Wanted: true})
	p.until(input.Focus)
	child, err = x.Focus()
	must(t, err)
	tree, err := xproto.QueryTree(server, child).Reply()
	must(t, err)
	return child, func() {
		must(t, xproto.SetInputFocusChecked(server, xproto.InputFocusParent, tree.Parent, xproto.TimeCurrentTime).Check())
	}
}

func untilFocus(t *testing.T, x *xtest.Display, want xproto.Window) {
	t.Helper()
	xtest.Until(t, "the focus to be where it belongs", func() (bool, error) {
		now, err := x.Focus()
		return now == want, err
	})
}

// A window manager gives the keyboard to the window that it knows, which has a child to read it: we hear of nothing.
func TestKeyboardGoesToTheChild(t *testing.T) {
	x, terminal, p := desk(t)
	before, err := x.Focus()
	must(t, err)
	child, give := typing(t, x, p)
	for range 3 {
		give()
		untilFocus(t, x, child)
	}
	must(t, x.Type("ok"))
	xtest.Until(t, "the text ok", func() (bool, error) { return p.text() == "ok", nil })
	for _, e := range p.events {
		if e.Kind == input.Blur {
			t.Error("we heard that the keyboard went elsewhere")
		}
	}
	p.d.Type(desktop.Keys{})
	untilFocus(t, x, before)
	must(t, x.Type("x"))
	hears(t, terminal, "x")
}

// Whoever gives the keyboard to our window while it does not want it: the window that had it gets it back.
func TestKeyboardIsDeclined(t *testing.T) {
	x, terminal, p := desk(t)
	before, err := x.Focus()
	must(t, err)
	_, give := typing(t, x, p)
	p.d.Type(desktop.Keys{})
	untilFocus(t, x, before)
	for range 3 {
		give()
		untilFocus(t, x, before)
	}
	must(t, x.Type("x"))
	hears(t, terminal, "x")
}

// What others copied can be pasted, what we copy others can paste, also when it is long.
func TestClipboard(t *testing.T) {
	x, _, p := desk(t)
	long := strings.Repeat("漢字 ", 60_000) // 420 kB: comes and goes in parts
	for _, text := range []string{"naïve ✓ 漢字\nsecond line", long} {
		for b, name := range map[clip.Board]string{clip.Clipboard: "clipboard", clip.Primary: "primary"} {
			copied(t, x, name, text)
			p.d.Paste(b)
			p.untilText(text)
			p.d.Copy(b, "ours: "+text)
			xtest.Until(t, "the text to be ours to hand out", func() (bool, error) {
				return run(t, x, "", "xclip", "-out", "-selection", name) == "ours: "+text, nil
			})
			p.d.Paste(b)
			p.untilText("ours: " + text)
		}
	}
	targets := run(t, x, "", "xclip", "-out", "-selection", "clipboard", "-target", "TARGETS")
	if !strings.Contains(targets, "UTF8_STRING") {
		t.Errorf("the clipboard offers %q, want UTF8_STRING among it", targets)
	}
}

// Nobody has copied anything: nothing comes, and the next paste works.
func TestPasteOfNothing(t *testing.T) {
	x, _, p := desk(t)
	p.d.Paste(clip.Clipboard)
	copied(t, x, "primary", "now")
	p.d.Paste(clip.Primary)
	p.untilText("now")
}

// An input method composes a syllable out of several keys and hands it over when it is whole.
func TestInputMethod(t *testing.T) {
	if _, err := exec.LookPath("nabi"); err != nil {
		t.Skip("nabi, an input method for Korean, is not installed")
	}
	t.Setenv("XMODIFIERS", "@im=nabi")
	x, _, p := desk(t)
	nabi, err := x.Run("nabi", "--hangul-keyboard=2")
	must(t, err)
	server, err := xgb.NewConnDisplay(x.Name())
	must(t, err)
	t.Cleanup(server.Close)
	const name = "@server=nabi" // whoever looks for the server makes this atom; the server owns the selection
	xtest.Until(t, "nabi to be there", func() (bool, error) {
		atom, err := xproto.InternAtom(server, false, uint16(len(name)), name).Reply()
		if err != nil {
			return false, err
		}
		owner, err := xproto.GetSelectionOwner(server, atom.Atom).Reply()
		return err == nil && owner.Owner != xproto.WindowNone, err
	})
	p.d.Type(desktop.Keys{Wanted: true, Caret: image.Rect(620, 320, 622, 336)})
	p.until(input.Focus)
	must(t, x.Key("shift+space"))
	composed := map[string]bool{}
	typed := func() (text string) {
		p.collect()
		for _, e := range p.events {
			switch e.Kind {
			case input.Composing:
				composed[e.Text] = true
			case input.Typed, input.KeyPress:
				text += e.Text
			}
		}
		return text
	}
	for _, k := range strings.Split("gksrmf", "") {
		must(t, x.Key(k))
	}
	must(t, x.Key("space"))
	xtest.Until(t, "two syllables", func() (bool, error) {
		select {
		case <-nabi.Done():
			t.Fatalf("nabi ended: %s", nabi.Output())
		default:
		}
		return strings.Contains(typed(), "한글"), nil
	})
	for _, syllable := range []string{"ㅎ", "하", "한", "그", "글", ""} { // what it was on its way
		if !composed[syllable] {
			t.Errorf("%q was not shown while it was composed, but %v", syllable, composed)
		}
	}
}

// The shortcuts work wherever the keyboard is, with Caps Lock too, each means its own, and one tells when somebody else
// has it.
func TestShortcut(t *testing.T) {
	x, terminal, p := desk(t)
	chord := func(text string) input.Chord {
		c, err := input.ParseChord(text)
		must(t, err)
		return c
	}
	summon := desktop.Shortcuts{Summon: chord("Ctrl+Alt+D")}
	p.d.Shortcut(desktop.Shortcuts{Summon: summon.Summon, Vanish: chord("Ctrl+Alt+Shift+D")})
	press := func(key string, want input.Kind) {
		t.Helper()
		xtest.Until(t, "the shortcut "+key, func() (bool, error) { // the grab is on its way
			must(t, x.Key(key))
			p.collect()
			defer func() { p.events = nil }()
			for _, e := range p.events {
				switch e.Kind {
				case want:
					return true, nil
				case input.Summon, input.Vanish:
					t.Fatalf("%s was taken for the shortcut %d", key, e.Kind)
				}
			}
			return false, nil
		})
	}
	press("ctrl+alt+d", input.Summon)
	must(t, x.Key("Caps_Lock"))
	press("ctrl+alt+d", input.Summon)
	press("ctrl+alt+shift+d", input.Vanish)
	must(t, x.Key("Caps_Lock"))

	t.Setenv("DISPLAY", x.Name())
	other, err := desktop.Open(desktop.Options{Class: "other"})
	must(t, err)
	t.Cleanup(other.Close)
	other.Shortcut(desktop.Shortcuts{Summon: chord("Ctrl+Alt+K"), Vanish: chord("Ctrl+Alt+K")})
	xtest.Until(t, "one chord for two shortcuts to be told", func() (bool, error) {
		return strings.Contains(other.State().Clash, "two shortcuts are Ctrl+Alt+K"), nil
	})
	other.Shortcut(summon)
	xtest.Until(t, "the clash to be told", func() (bool, error) {
		return strings.Contains(other.State().Clash, "another program has the shortcut Ctrl+Alt+D"), nil
	})
	p.d.Shortcut(desktop.Shortcuts{})
	before, err := terminal.Heard()
	must(t, err)
	xtest.Until(t, "the terminal to hear the shortcut again", func() (bool, error) {
		must(t, x.Key("ctrl+alt+d"))
		heard, err := terminal.Heard()
		return heard != before, err
	})
	other.Shortcut(desktop.Shortcuts{})
	other.Shortcut(summon)
	xtest.Until(t, "the shortcut to be the other's", func() (bool, error) { return other.State().Clash == "", nil })
}
