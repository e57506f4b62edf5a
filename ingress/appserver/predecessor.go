package appserver

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"dango/ingress/codex"
	"dango/ingress/process"
	"dango/session"
)

// predecessor is the session that the terminal of a thread that was just opened showed before: after /clear, /new or
// /resume nobody says so, and the old thread stays loaded for a minute. There is one when more threads are open than
// terminals. It is known when only one of them rests in the folder of the new one, or when there is one terminal: then
// it is the one that began last.
func (w *watcher) predecessor(t *thread) session.Key {
	if !t.main() {
		return session.Key{}
	}
	open := 1
	var resting []*thread
	for _, o := range w.threads {
		if !o.main() || o.left {
			continue
		}
		open++
		if o.Cwd == t.Cwd && o.Status.Type != active {
			resting = append(resting, o)
		}
	}
	if len(resting) == 0 {
		return session.Key{}
	}
	running := w.terminals()
	if open <= running || len(resting) > 1 && running > 1 {
		return session.Key{}
	}
	for _, o := range resting {
		o.left = true
	}
	return slices.MaxFunc(resting, func(a, b *thread) int { return cmp.Compare(a.CreatedAt, b.CreatedAt) }).key()
}

// terminals counts the running terminals of a Codex folder that use an app-server. One of which it is not known which
// folder it has counts.
func terminals(root string) (n int) {
	for _, p := range codex.Programs() {
		if p.Job != process.CodexTerminal || slices.Contains(process.Arguments(p.PID), "--no-daemon") {
			continue
		}
		if env := process.Environ(p.PID); env == nil || codex.Root(lookUp(env)) == filepath.Clean(root) {
			n++
		}
	}
	return n
}

// lookUp is os.Getenv of another process.
func lookUp(env []string) func(string) string {
	return func(name string) string {
		for _, pair := range env {
			if value, ok := strings.CutPrefix(pair, name+"="); ok {
				return value
			}
		}
		return ""
	}
}
