package scene

import (
	"fmt"
	"testing"

	"dango/game/drawlist"
	"dango/session"
)

// TestContrast demands 4.5 : 1 of every text on what it stands on, and 3 : 1 of the leader's outline's difference
// from the card it belongs to or of the sign that says the same.
func TestContrast(t *testing.T) {
	for name, p := range map[string]*palette{"light": &light, "dark": &dark} {
		pairs := map[string][2]drawlist.Color{
			"title": {p.title, p.card}, "text": {p.text, p.card}, "faint": {p.faint, p.card},
			"faint on hot": {p.faint, p.hot}, "text on hot": {p.text, p.hot}, "title on hot": {p.title, p.hot},
			"code": {p.title, p.well}, "warn": {p.warn, p.card},
			"primary": {p.onPrimary, p.primary}, "primary hot": {p.onPrimary, p.primaryHot}, "primary down": {p.onPrimary, p.primaryDown},
			"button": {p.title, p.button}, "button hot": {p.title, p.buttonHot}, "button down": {p.title, p.buttonDown},
			"added": {p.added, p.back[backAdded]}, "gone": {p.gone, p.back[backGone]}, "danger": {p.title, p.back[backDanger]},
			"code in a plan": {p.title, p.back[backCode]}, "text on code": {p.text, p.back[backCode]}, "faint in a well": {p.faint, p.well},
			"text in a well": {p.text, p.well}, "selected": {p.title, p.selection}, "faint on a choice": {p.faint, p.badge[session.AskUser]},
			"button off": {p.faint, p.button}, "link hot": {p.title, p.hot},
		}
		for st := range session.State(session.States) {
			pairs[fmt.Sprint("badge of ", st)] = [2]drawlist.Color{p.accent[st], p.badge[st]}
		}
		for what, c := range pairs {
			if got := contrast(c[0], c[1]); got < 4.5 {
				t.Errorf("%s, %s: contrast %.2f, want at least 4.5", name, what, got)
			}
		}
	}
}

// TestSigns demands that no two states share a sign, so that colour is never all that tells them apart.
func TestSigns(t *testing.T) {
	var s shapes
	s.draw(1)
	seen := map[string]session.State{}
	for st := range session.State(session.States) {
		r := s.icon[st]
		var pix []byte
		ink := 0
		for y := range int(r.H) {
			for x := range int(r.W) {
				a := s.page.Image.RGBAAt(int(r.X)+x, int(r.Y)+y).A
				pix = append(pix, a)
				ink += int(a)
			}
		}
		if ink < 8*255 {
			t.Errorf("%v: the sign is hardly there", st)
		}
		if other, ok := seen[string(pix)]; ok {
			t.Errorf("%v and %v have one sign", st, other)
		}
		seen[string(pix)] = st
	}
}
