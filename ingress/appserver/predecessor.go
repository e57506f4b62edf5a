package appserver

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dango/ingress/codex"
	"dango/ingress/process"
	"dango/session"
)

// predecessor is the session that the terminal of a thread that was just opened showed before: after /clear, /new or
// /resume nobody says so, and the old thread stays loaded for a minute. There is one when more threads are open than
// terminals. It is known when only one of them rests in the folder of the new one, or when there is one terminal: then
// it is the one that began last. Of several terminals it is the one that was typed in just now, when there is no doubt which
// that is and which thread it has.
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
	if open <= len(running) {
		return session.Key{}
	}
	if len(resting) > 1 && len(running) > 1 {
		used := usedNow(running, w.now())
		resting = slices.DeleteFunc(resting, func(o *thread) bool { return used < 0 || w.shownBy(running, used) != o })
	}
	if len(resting) == 0 {
		return session.Key{}
	}
	for _, o := range resting {
		o.left = true
	}
	old := slices.MaxFunc(resting, func(a, b *thread) int { return cmp.Compare(a.CreatedAt, b.CreatedAt) })
	t.opened = cmp.Or(old.opened, old.CreatedAt)
	return old.key()
}

const (
	opensWithin = 30 * time.Second // a terminal's first thread, also when it has to start the app-server
	tellsWithin = 2 * time.Second  // the app-server of a thread, after the user asked for it
)

// seat is a running terminal. Its times are zero where they are not known.
type seat struct {
	began time.Time
	typed time.Time // process.Typed
}

// usedNow is the one terminal that the user typed in just now, -1 when it is not known that there is one and no other.
func usedNow(all []seat, now time.Time) int {
	used := -1
	for i, s := range all {
		switch {
		case s.typed.IsZero() || s.began.IsZero():
			return -1
		case now.Sub(s.typed) > tellsWithin+process.TypedWithin:
		case used >= 0:
			return -1
		default:
			used = i
		}
	}
	return used
}

// shownBy is the thread of terminal i: the first that was opened after it began, unless another terminal may have opened
// that. nil when it is not known. Threads are dated in whole seconds.
func (w *watcher) shownBy(all []seat, i int) (first *thread) {
	began := all[i].began.Unix()
	opened := func(t *thread) int64 { return cmp.Or(t.opened, t.CreatedAt) }
	for _, o := range w.threads {
		if o.main() && !o.left && opened(o) >= began && (first == nil || opened(o) < opened(first)) {
			first = o
		}
	}
	if first == nil || opened(first)-began > int64(opensWithin/time.Second) {
		return nil
	}
	for j, other := range all {
		if at := other.began.Unix(); j != i && began <= at && at <= opened(first) {
			return nil
		}
	}
	return first
}

// terminals are the running terminals of a Codex folder that use an app-server. One of which it is not known which folder
// it has counts.
func terminals(root string) (all []seat) {
	for _, p := range codex.Programs() {
		if p.Job != process.CodexTerminal || slices.Contains(process.Arguments(p.PID), "--no-daemon") {
			continue
		}
		if env := process.Environ(p.PID); env == nil || codex.Root(lookUp(env)) == filepath.Clean(root) {
			all = append(all, seat{p.Began, process.Typed(p.TTY)})
		}
	}
	return all
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
