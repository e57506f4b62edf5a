package rollout

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dango/ingress/process"
	"dango/session"
)

// agent is a running Codex, as the process table shows it.
type agent struct {
	process session.Process
	cwd     string
	began   time.Time
	server  bool // of another program, which says where its sessions work
}

// agents lists the running Codexes, newest first. The app-server that terminals share is not one: it lives on when they
// have gone. Nor is the npm launcher, which waits for its child.
func agents() (all []agent) {
	now := time.Now()
	parents := map[int]bool{}
	for _, pid := range process.PIDs() {
		p, ok := process.Lookup(pid)
		if !ok || !process.IsNamed(pid, p, "codex") {
			continue
		}
		parents[p.Parent] = true
		age, ok := process.Age(p)
		if !ok {
			continue
		}
		a := agent{process: session.Process{PID: pid, Start: p.Start}, cwd: process.Cwd(pid), began: now.Add(-age)}
		args := process.Arguments(pid)
		a.server = slices.Contains(args, "app-server")
		if a.server && slices.ContainsFunc(args, func(s string) bool { return strings.HasPrefix(s, "--listen") }) {
			continue
		}
		all = append(all, a)
	}
	all = slices.DeleteFunc(all, func(a agent) bool { return parents[a.process.PID] })
	slices.SortFunc(all, func(a, b agent) int { return b.began.Compare(a.began) })
	return all
}

// processOf finds the process of a thread that was just written to: the only one that works in its folder and has no
// other thread. Threads of app-servers have none that is theirs.
func (w *watcher) processOf(f *file) session.Process {
	if f.meta.source() != "cli" && f.meta.source() != "exec" {
		return session.Process{}
	}
	var found []session.Process
	for _, a := range w.processes() {
		if !a.server && a.cwd == f.meta.Cwd && !w.taken(a.process) {
			found = append(found, a.process)
		}
	}
	if len(found) != 1 {
		return session.Process{}
	}
	return found[0]
}

func (w *watcher) taken(p session.Process) bool {
	for _, f := range w.files {
		if f.process == p {
			return true
		}
	}
	return false
}

// stillOpen is how long after its last line a thread of an editor counts as open: no process is its own.
const stillOpen = 10 * time.Minute

// maxRecovered bounds how many files are looked into at the start.
const maxRecovered = 64

// recover finds the sessions that run. Which file a process writes is a guess from its folder, which its first hook
// corrects.
func (w *watcher) recover() {
	running := w.processes()
	if len(running) == 0 {
		return
	}
	for _, path := range w.recent(running[len(running)-1].began) {
		f, err := openFile(path)
		if err != nil || f.meta.relation() != ofUser {
			continue
		}
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		for _, a := range running {
			own := !a.server && a.cwd == f.meta.Cwd && f.meta.source() != "vscode" && !w.taken(a.process)
			edited := a.server && f.meta.source() == "vscode" && time.Since(info.ModTime()) < stillOpen
			if (own || edited) && !info.ModTime().Before(a.began) {
				if own {
					f.process = a.process
				}
				w.files[path] = f
				w.resume(f)
				break
			}
		}
	}
}

// resume tells of a session that was found. A turn that is over is not news.
func (w *watcher) resume(f *file) {
	items := f.advance()
	if f.turn.over {
		it := f.sawSession(f.read)
		it.Evidence.Status, it.Evidence.Text = session.StatusIdle, f.turn.last
		items = []session.Item{it}
	}
	for _, it := range items {
		_ = w.sink.SubmitWait(w.ctx, it) // an error means that ctx has ended
	}
}

// recent lists the rollouts of the newest days that were written since then, the newest first.
func (w *watcher) recent(since time.Time) (paths []string) {
	written := map[string]time.Time{}
	for _, day := range w.days() {
		names, _ := os.ReadDir(day)
		for _, n := range names {
			path := filepath.Join(day, n.Name())
			if info, err := n.Info(); err == nil && isRollout(path) && !info.ModTime().Before(since) {
				written[path] = info.ModTime()
				paths = append(paths, path)
			}
		}
	}
	slices.SortFunc(paths, func(a, b string) int { return written[b].Compare(written[a]) })
	return paths[:min(len(paths), maxRecovered)]
}
