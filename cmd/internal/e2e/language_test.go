//go:build linux

package e2e

import (
	"strings"
	"testing"

	"dango/cmd/internal/xtest"
)

// The language changes while the pet runs: in the tray, on the pet and in petctl. What programs read stays English.
func TestLanguageChangesLive(t *testing.T) {
	t.Parallel()
	p, tray := inTray(t, "LC_ALL=", "LANG=en_GB.UTF-8")
	s, says := p.Stage, tray.says
	_, err := s.Petctl("state", "failed", "--source", "build")
	p.must(err)
	before := p.picture()
	_, err = s.Petctl("config", "set", "language", "zh-CN")
	p.must(err)
	says("Dango：1 个会话，出错")
	tray.has("监听/Codex", 1)
	xtest.Until(t, "the bubble to look different", func() (bool, error) { return p.picture() != before, nil })
	out, err := s.Petctl("status")
	p.must(err)
	if !strings.Contains(out, "会话    1 个会话") {
		t.Errorf("petctl status:\n%s", out)
	}
	sessions, err := s.Sessions() // reads JSON
	p.must(err)
	if len(sessions) != 1 || sessions[0].State.String() != "error-interrupted" {
		t.Errorf("sessions %v", sessions)
	}
	_, err = s.Petctl("config", "set", "language", "system")
	p.must(err)
	says("Dango: 1 session, failed")
}

// picture is the badge's row of the uppermost bubble: nothing in it moves by itself.
func (p *play) picture() string {
	p.t.Helper()
	w, err := p.Window()
	p.must(err)
	r := w.Rect
	r.Max.Y = r.Min.Y + 60
	img, err := p.Look(r)
	p.must(err)
	return string(img.Pix)
}
