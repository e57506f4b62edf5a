//go:build linux

package e2e

import (
	"encoding/json"
	"image"
	"slices"
	"strings"
	"testing"

	"dango/cmd/internal/xtest"
	"dango/game/scene"
	"dango/session"
)

const barClass = "dango-bar"

// bar is the bar's window as it is now; not mapped when there is none.
func (p *play) bar() (xtest.Window, error) {
	all, err := p.Windows(barClass)
	if err != nil || len(all) == 0 {
		return xtest.Window{}, err
	}
	return all[0], nil
}

// barUntil waits until the bar's window is as cond wants it, and gives it.
func (p *play) barUntil(what string, cond func(xtest.Window) bool) (w xtest.Window) {
	p.t.Helper()
	xtest.Until(p.t, what, func() (ok bool, err error) {
		w, err = p.bar()
		return err == nil && cond(w), err
	})
	return w
}

// withBar switches the bar on, and returns once its row is on the screen.
func (p *play) withBar(b scene.Bar, keys string) {
	p.t.Helper()
	p.Bar = b
	p.configure(`"bar": "always"` + keys)
	xtest.Until(p.t, "the bar to be on the screen", func() (bool, error) {
		_, err := p.Find("bar")
		return err == nil, err
	})
	p.focused("with a bar")
}

// plainRequest plays the recording's permission request, with no more in it than Find knows of: petctl tells neither what
// a tool is given nor what the agent offers.
func (p *play) plainRequest(r Recording) *Hook {
	p.t.Helper()
	request, err := r.First("PermissionRequest")
	p.must(err)
	var payload map[string]json.RawMessage
	p.must(json.Unmarshal(request.Payload, &payload))
	delete(payload, "permission_suggestions")
	var input struct {
		Command string `json:"command"`
	}
	p.must(json.Unmarshal(payload["tool_input"], &input))
	payload["tool_input"], err = json.Marshal(input)
	p.must(err)
	request.Payload, err = json.Marshal(payload)
	p.must(err)
	hook, err := p.Hook(r.Tool, request)
	p.must(err)
	return hook
}

func folded(w xtest.Window) bool   { return w.Mapped && w.Rect.Dy() < 80 }
func unfolded(w xtest.Window) bool { return w.Mapped && w.Rect.Dy() > 80 }
func gone(w xtest.Window) bool     { return !w.Mapped }

// The bar comes and goes with its setting, unfolds under the pointer, and is nothing to those beside it.
func TestBar(t *testing.T) {
	p := open(t, xtest.Options{})
	p.must(p.Play(p.load("claude-code", "pr_allow").Before("PermissionRequest")))
	p.must(p.FullScreen(p.terminal.ID, true)) // below the bar, which does not mind here
	p.withBar(scene.Bar{Mode: scene.BarAlways}, `, "hideInFullscreen": false`)
	w := p.barUntil("the bar to be folded", folded)
	row, err := p.Find("bar")
	p.must(err)

	p.must(p.Move(middle(row)))
	p.barUntil("the bar to unfold under the pointer", unfolded)
	p.must(p.Click(middle(row), xtest.Left)) // pins it
	p.must(p.Click(middle(row), xtest.Left)) // and folds it
	p.barUntil("the bar to fold after a click", folded)
	heard, err := p.terminal.Heard()
	p.must(err)
	if heard != "" {
		t.Errorf("the terminal below the bar heard %q", heard)
	}
	// Beside what is drawn the window lets clicks through.
	p.must(p.Click(image.Pt(w.Rect.Min.X+1, w.Rect.Max.Y-1), xtest.Left))
	xtest.Until(t, "the click beside the bar to reach the terminal", func() (bool, error) {
		heard, err := p.terminal.Heard()
		return strings.Count(heard, "M") == 1, err
	})
	p.focused("after clicks on the bar and beside it")
	p.Bar = scene.Bar{}
	p.configure(`"bar": "off"`)
	p.barUntil("the bar to go", gone)
}

// What is answered in the bar is answered once, and the pet's card closes.
func TestBarAnswers(t *testing.T) {
	p := open(t, xtest.Options{})
	p.withBar(scene.Bar{Mode: scene.BarAlways, Hide: true, Requests: true}, "")
	r := p.load("claude-code", "pr_allow")
	p.must(p.Play(r.Before("PermissionRequest")))
	hook := p.plainRequest(r)
	p.barUntil("the bar to unfold for the request", unfolded)
	p.carded()
	p.must(p.Choose("bar: [Allow]"))
	if got := strings.TrimSuffix(p.answer(hook), "\n"); got != allow {
		t.Errorf("Allow in the bar told the agent %q, want %q", got, allow)
	}
	p.focused("after a click on the bar")
	p.closed()
	p.must(p.Move(image.Pt(100, 700)))
	p.barUntil("the bar to fold", folded)
}

// overFullScreen fills the screen with the terminal, and has an agent ask for a permission there.
func (p *play) overFullScreen() (Recording, *Hook) {
	p.t.Helper()
	p.withBar(scene.Bar{Mode: scene.BarAlways, Hide: true, Requests: true}, "")
	p.must(p.FullScreen(p.terminal.ID, true))
	p.barUntil("the bar to leave the full screen alone", gone)
	p.Covered = true
	r := p.load("claude-code", "pr_allow")
	p.must(p.Play(r.Before("PermissionRequest")))
	return r, p.plainRequest(r)
}

// Pet and bar keep away from a full-screen window, but for a request.
func TestBarOverFullScreen(t *testing.T) {
	p := open(t, xtest.Options{})
	r, hook := p.overFullScreen()
	p.until("the request to be offered", func(all []*session.Session) bool {
		return len(all) == 1 && all[0].State == session.PermissionPrompt
	})
	p.barUntil("the bar to show the request", unfolded)
	p.must(p.Choose("bar: [Allow]"))
	if got := strings.TrimSuffix(p.answer(hook), "\n"); got != allow {
		t.Errorf("Allow over a full screen told the agent %q, want %q", got, allow)
	}
	p.must(p.Play(r.After("PermissionRequest").Before("SessionEnd")))
	p.must(p.Move(image.Pt(100, 700)))
	p.barUntil("the bar to leave again", gone)
	p.focused("over the full screen")

	p.Covered = false
	p.must(p.FullScreen(p.terminal.ID, false))
	p.barUntil("the bar to come back", folded)
}

// Words go into a field of the bar although it lies over a full screen, and before and after they are the terminal's.
func TestBarTakesWords(t *testing.T) {
	p := open(t, xtest.Options{})
	_, hook := p.overFullScreen()
	p.must(p.Type("before"))
	p.must(p.Choose("bar: [Deny, and say why…]"))
	ours := func() (bool, error) {
		focus, err := p.Focus()
		return !slices.Contains(p.inTerminal(), focus), err
	}
	xtest.Until(t, "the keyboard to be the bar's", ours)
	p.must(p.Type("use make"))
	p.must(p.Key("Return"))
	if got := p.answer(hook); !strings.Contains(got, `"behavior":"deny","message":"use make"`) {
		t.Errorf("the agent was told %q, want why", got)
	}
	xtest.Until(t, "the keyboard to be the terminal's again", func() (bool, error) {
		on, err := ours()
		return !on, err
	})
	p.must(p.Type(" after"))
	xtest.Until(t, "the terminal to hear what is its own", func() (bool, error) {
		heard, err := p.terminal.Heard()
		return heard == "before after", err
	})
}

// A right click on the bar opens the menu there, over everything, and the terminal goes on having the keys. A bar hides with
// its pet.
func TestBarHasTheMenu(t *testing.T) {
	p := open(t, xtest.Options{})
	p.withBar(scene.Bar{Mode: scene.BarAlways, Hide: true, Requests: true}, "")
	pet, err := p.Window()
	p.must(err)
	row, err := p.Find("bar")
	p.must(err)
	at := middle(row)
	p.must(p.Click(at, xtest.Right))
	high := func(w xtest.Window) bool { return w.Mapped && w.Rect.Dy() > 300 }
	w := p.barUntil("the menu to open", high)
	if !at.In(w.Rect) || w.Rect.Min.Y != 0 {
		t.Errorf("the bar's window is at %v, want it at the top, and around %v", w.Rect, at)
	}
	p.focused("with the bar's menu open")
	if now, err := p.Window(); err != nil || now.Rect != pet.Rect {
		t.Errorf("the pet's window went from %v to %v, %v", pet.Rect, now.Rect, err)
	}
	heard, err := p.terminal.Heard()
	p.must(err)
	if heard != "" {
		t.Errorf("the terminal heard %q", heard)
	}
	p.must(p.Click(at, xtest.Right))
	p.barUntil("the menu to close", func(w xtest.Window) bool { return w.Mapped && !high(w) })
	p.focused("after the menu")
	p.must(p.Move(image.Pt(100, 700)))
	_, err = p.Petctl("hide")
	p.must(err)
	p.barUntil("the bar to hide with the pet", gone)
	_, err = p.Petctl("show")
	p.must(err)
	p.barUntil("the bar to come back with the pet", folded)
}
