//go:build linux

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dango/cmd/internal/xtest"
	"dango/session"
)

func TestSessionsBecomeBubbles(t *testing.T) {
	p := open(t, xtest.Options{})
	alone, err := p.Window()
	p.must(err)

	p.must(p.Play(p.load("claude-code", "plain_text").Before("SessionEnd")))
	p.must(p.Play(p.load("claude-code", "pr_allow").Before("PermissionRequest")))
	p.must(p.Play(p.load("codex", "apply-patch").Before("PostToolUse")))

	want := map[string]session.State{
		"hello [[plain]]":       session.Review,
		"[[bash]]":              session.ToolUse,
		"add a file #patchfile": session.ToolUse,
	}
	p.until("three sessions in their states", func(sessions []*session.Session) bool {
		for _, s := range sessions {
			if s.State != want[s.Title] {
				return false
			}
		}
		return len(sessions) == len(want)
	})
	for title := range want {
		p.shows(title)
	}
	xtest.Until(t, "the window to grow for the bubbles", func() (bool, error) {
		w, err := p.Window()
		return w.Rect.Dy() > alone.Rect.Dy(), err
	})
	p.focused("with three bubbles")
}

// What is not drawn is not there: a click beside the pet is the terminal's, a click on the pet is the pet's.
func TestClicksFallThrough(t *testing.T) {
	for name, o := range map[string]xtest.Options{"with a compositor": {}, "without a compositor": {NoCompositor: true}} {
		t.Run(name, func(t *testing.T) {
			p := open(t, o)
			w, err := p.Window()
			p.must(err)
			terminal := p.terminal.Rect
			if !w.Rect.In(terminal) {
				t.Fatalf("the pet's window %v is not over the terminal %v: the test cannot tell who gets a click", w.Rect, terminal)
			}

			p.must(p.Click(p.body(), xtest.Left))
			spot, ok := p.clear(w.Rect)
			if !ok {
				t.Fatal("the pet's window has no spot at which the terminal shows through")
			}
			p.must(p.Click(spot, xtest.Left))
			// A press and a release, and no more, mean that the first click did not come here.
			xtest.Until(t, "the terminal to hear the second click", func() (bool, error) {
				heard, err := p.terminal.Heard()
				if err == nil && strings.Count(heard, "\x1b[<0;") != 2 {
					err = fmt.Errorf("the window is %v, the spot %v, the terminal %v, and it heard %q", w.Rect, spot, terminal, heard)
				}
				return err == nil && strings.HasSuffix(heard, "m"), err
			})
			p.must(p.Type("typed"))
			xtest.Until(t, "the terminal to hear the keys", func() (bool, error) {
				heard, err := p.terminal.Heard()
				return strings.HasSuffix(heard, "typed"), err
			})
		})
	}
}

// A hundred clicks and some hovering, and the terminal still has the keys.
func TestNothingTakesTheFocus(t *testing.T) {
	p := open(t, xtest.Options{})
	for range 100 {
		p.must(p.Click(p.body(), xtest.Left))
	}
	p.focused("after a hundred clicks")
	if heard, err := p.terminal.Heard(); err != nil || heard != "" {
		t.Errorf("the terminal under the pet heard %q (%v), want nothing", heard, err)
	}
}

func TestDragMovesThePet(t *testing.T) {
	p := open(t, xtest.Options{})
	p.carry(p.body(), image.Pt(-160, -120))
	p.focused("after a drag")
}

func TestSecondInstance(t *testing.T) {
	p := open(t, xtest.Options{})
	second, err := p.Start(p.Programs.Dango)
	p.must(err)
	status, err := second.Wait(xtest.Patience)
	p.must(err)
	if status != 0 || !strings.Contains(second.Output(), "already running") {
		t.Errorf("the second dango ended with status %d and printed %q, want 0 and that one is already running",
			status, second.Output())
	}
	if w, err := p.Window(); err != nil || !w.Mapped {
		t.Errorf("the first pet's window is gone: %+v, %v", w, err)
	}
}

func TestEndsCleanly(t *testing.T) {
	p := open(t, xtest.Options{})
	socket := filepath.Join(p.Home, "run", "dango.sock")
	if _, err := os.Stat(socket); err != nil {
		t.Fatal(err)
	}
	p.must(p.pet.Signal(syscall.SIGTERM))
	if status, err := p.pet.Wait(xtest.Patience); err != nil || status != 0 {
		t.Errorf("after SIGTERM dango ended with status %d, %v, want 0; it printed:\n%s", status, err, p.pet.Output())
	}
	if _, err := os.Stat(socket); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket is still there: %v", err)
	}
}

func TestNoDisplay(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(programs(t).Dango)
	cmd.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "DANGO_HOME=" + t.TempDir()}
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("without a display dango ended with %v, want status 1", err)
	}
	if n := strings.Count(complaint.String(), "\n"); n != 1 || out.Len() > 0 || !strings.Contains(complaint.String(), "display") {
		t.Errorf("without a display dango printed %q and %q, want one line on standard error that says so", &out, &complaint)
	}
}
