package hook

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// world is a user's home of its own, with a helper to install and no agents' programs.
type world struct {
	t    *testing.T
	opts Options
}

func newWorld(t *testing.T) *world {
	t.Helper()
	dir := t.TempDir()
	w := &world{t: t}
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	w.opts = Options{
		UserHome: filepath.Join(dir, "home"), Home: filepath.Join(dir, "home", ".dango"), Root: filepath.Join(dir, "root"),
		Env: []string{"PATH=" + filepath.Join(dir, "bin"), "HOME=" + filepath.Join(dir, "home")}, Helper: filepath.Join(dir, "dango-emit"),
		Now:     func() time.Time { now = now.Add(time.Second); return now },
		Version: func(context.Context, Agent) string { return "2.1.332" },
	}
	w.write(w.opts.Helper, "#!/bin/sh\nexit 0\n", 0o755)
	w.mkdir(w.opts.UserHome)
	w.mkdir(filepath.Join(dir, "bin"))
	return w
}

func agent(id string) Agent {
	a, ok := ByID(id)
	if !ok {
		panic("no agent " + id)
	}
	return a
}

func (w *world) mkdir(path string) {
	w.t.Helper()
	if err := os.MkdirAll(path, 0o700); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) write(path, text string, mode fs.FileMode) {
	w.t.Helper()
	w.mkdir(filepath.Dir(path))
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		w.t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) read(path string) string {
	w.t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(text)
}

// program puts a shell script into the PATH of the world.
func (w *world) program(name, script string) {
	w.write(filepath.Join(filepath.Dir(w.opts.UserHome), "bin", name), "#!/bin/sh\n"+script+"\n", 0o755)
}

// settings is the agent's file.
func (w *world) settings(id string) string { return w.opts.file(agent(id)) }

func (w *world) install(ids ...string) []Result {
	w.t.Helper()
	results, err := Install(w.t.Context(), w.opts, agentsOf(ids)...)
	if err != nil {
		w.t.Fatalf("Install: %v", err)
	}
	return results
}

func (w *world) uninstall(ids ...string) []Result {
	w.t.Helper()
	results, err := Uninstall(w.t.Context(), w.opts, agentsOf(ids)...)
	if err != nil {
		w.t.Fatalf("Uninstall: %v", err)
	}
	return results
}

func agentsOf(ids []string) []Agent {
	var list []Agent
	for _, id := range ids {
		list = append(list, agent(id))
	}
	return list
}

// tree lists every file below the home with its content, to see that nothing changed. Paths in but are left out.
func (w *world) tree(but ...string) string {
	w.t.Helper()
	var b bytes.Buffer
	err := filepath.WalkDir(w.opts.UserHome, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if slices.Contains(but, path) {
			return filepath.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		b.WriteString(info.Mode().String() + " " + strings.TrimPrefix(path, w.opts.UserHome))
		if d.Type().IsRegular() {
			text, err := os.ReadFile(path)
			fmt.Fprintf(&b, " %s %v", text, err) // a story may be about a file that cannot be read
		}
		b.WriteString("\n")
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return b.String()
}
