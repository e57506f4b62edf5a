//go:build linux

// Command demo plays recorded sessions into a real pet on a private desktop and writes pictures of what shows.
//
// What the agents did is recorded; the words of the prompts and the folders are put in their place, because those of
// the recordings name test scripts. Everything in the pictures is drawn by the real programs.
package main

import (
	"flag"
	"fmt"
	"image"
	"image/draw"
	"os"
	"path/filepath"

	"dango/cmd/internal/e2e"
	"dango/cmd/internal/xtest"
	"dango/session"
)

func main() {
	out := flag.String("out", "out/demo", "folder for the pictures")
	readme := flag.String("readme", "", "also write the README's picture there")
	flag.Parse()
	err := e2e.Try(func(_ string, p e2e.Programs) error { return run(p, *out, *readme) })
	if err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(programs e2e.Programs, out, readme string) error {
	d, err := xtest.Start(xtest.Options{})
	if err != nil {
		return err
	}
	defer d.Close()
	stage := e2e.NewStage(d, programs)
	if err := furnish(stage); err != nil {
		return err
	}
	if _, err := stage.Pet(); err != nil {
		return err
	}
	return story(stage, func(name string) error { return picture(stage, filepath.Join(out, name+".png"), readme, name) })
}

// readmePicture is the picture that the README shows, and the part of the screen that it shows of it.
const readmePicture = "3-permission"

var readmePart = image.Rect(780, 150, 1280, 800)

func picture(s *e2e.Stage, file, readme, name string) error {
	img, err := s.Screenshot()
	if err != nil {
		return err
	}
	if err := xtest.WritePNG(file, img); err != nil {
		return err
	}
	fmt.Println(file)
	if name != readmePicture || readme == "" {
		return nil
	}
	part := image.NewRGBA(image.Rect(0, 0, readmePart.Dx(), readmePart.Dy()))
	draw.Draw(part, part.Rect, img, readmePart.Min, draw.Src)
	return xtest.WritePNG(readme, part)
}

// story plays the sessions and takes a picture of each act.
func story(s *e2e.Stage, picture func(name string) error) error {
	acts := []struct {
		name string
		play func(*e2e.Stage) error
	}{
		{"1-idle", func(*e2e.Stage) error { return nil }},
		{"2-three-sessions", threeSessions},
		{"3-permission", permission},
		{"4-allowed", allow},
		{"5-failed", failed},
	}
	for _, act := range acts {
		if err := act.play(s); err != nil {
			return fmt.Errorf("%s: %w", act.name, err)
		}
		if err := s.Still(); err != nil {
			return fmt.Errorf("%s: %w", act.name, err)
		}
		if err := picture(act.name); err != nil {
			return err
		}
	}
	return nil
}

// words are what a session of the demo says and where it works.
type words struct{ tool, recording, prompt, cwd, last string }

// part gives a recording with the demo's words.
func (w words) part() (e2e.Recording, error) {
	r, err := e2e.Load(w.tool, w.recording)
	if err != nil {
		return r, err
	}
	return r.With(map[string]string{"prompt": w.prompt, "cwd": w.cwd, "last_assistant_message": w.last})
}

var (
	finished = words{"claude-code", "plain_text", "Explain how the keeper publishes snapshots", "/home/dev/dango",
		"One goroutine owns the state; readers load one pointer."}
	patching = words{"codex", "apply-patch", "Write release notes for 0.1", "/home/dev/website", "Added notes.txt."}
	asking   = words{"claude-code", "pr_allow", "Check the answer to everything", "/home/dev/deep-thought", "It is 42."}
	failing  = words{"claude-code", "api_err500", "Translate the manual into Japanese", "/home/dev/manual",
		"API Error: 500 Internal server error."}
)

func threeSessions(s *e2e.Stage) error {
	for _, w := range []struct {
		words
		until string
	}{{finished, "SessionEnd"}, {patching, "PostToolUse"}, {asking, "PreToolUse"}} {
		r, err := w.part()
		if err != nil {
			return err
		}
		if err := s.Play(r.Before(w.until)); err != nil {
			return err
		}
	}
	return nil
}

func permission(s *e2e.Stage) error {
	r, err := asking.part()
	if err != nil {
		return err
	}
	call, err := r.First("PreToolUse")
	if err != nil {
		return err
	}
	if err := s.Play(e2e.Recording{Tool: r.Tool, Name: r.Name, Calls: []e2e.Call{call}}); err != nil {
		return err
	}
	if call, err = r.First("PermissionRequest"); err != nil {
		return err
	}
	if _, err := s.Hook(r.Tool, call); err != nil {
		return err
	}
	return xtest.Wait("the permission card", func() (bool, error) {
		_, err := s.Find("[Allow]")
		return err == nil, err
	})
}

func allow(s *e2e.Stage) error {
	if err := s.Choose("[Allow]"); err != nil {
		return err
	}
	r, err := asking.part()
	if err != nil {
		return err
	}
	if err := s.Play(r.After("PermissionRequest").Before("SessionEnd")); err != nil {
		return err
	}
	return xtest.Wait("the turn to be done", func() (bool, error) {
		sessions, err := s.Sessions()
		for _, one := range sessions {
			if len(one.Requests) > 0 || one.State == session.PermissionPrompt {
				return false, err
			}
		}
		return err == nil, err
	})
}

func failed(s *e2e.Stage) error {
	r, err := failing.part()
	if err != nil {
		return err
	}
	return s.Play(r.Before("SessionEnd"))
}
