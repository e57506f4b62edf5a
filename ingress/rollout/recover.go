package rollout

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dango/ingress/codex"
	"dango/ingress/process"
	"dango/session"
)

// agent is a running Codex that has sessions of its own: not the app-server that terminals share, which lives on when they
// have gone and speaks for itself.
type agent struct {
	process session.Process
	cwd     string
	began   time.Time
	server  bool     // of another program, which says where its sessions work
	open    []string // rollouts
	told    bool     // open is known
}

// agents lists the running Codexes, newest first.
func agents() (all []agent) {
	for _, p := range codex.Programs() {
		if p.Job == process.CodexDaemon || p.Job == process.CodexOther {
			continue
		}
		open, told := process.OpenFiles(p.PID)
		all = append(all, agent{
			process: session.Process{PID: p.PID, Start: p.Start}, cwd: p.Cwd, began: p.Began,
			server: p.Job == process.CodexServer, told: told,
			open: slices.DeleteFunc(open, func(path string) bool { return !isRollout(path) }),
		})
	}
	return all
}

// running lists the processes. What they have open counts where it lies in the folder that is watched, and is called as it
// is there: a Codex with another folder is of another user, or of somebody who wants it kept apart.
func (w *watcher) running() []agent {
	all := w.processes()
	real, err := filepath.EvalSymlinks(w.root) // as the system calls it
	if err != nil {
		real = w.root
	}
	for i := range all {
		var own []string
		for _, path := range all[i].open {
			for _, root := range []string{w.root, real} {
				if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) {
					own = append(own, filepath.Join(w.root, rel))
					break
				}
			}
		}
		all[i].open = own
	}
	return all
}

// processOf finds the process of a thread that was just written to: the one that has the file open. Where that is not
// told, the only one that works in its folder and has no other thread. Threads of app-servers have none that is theirs.
func (w *watcher) processOf(f *file) session.Process {
	if f.meta.source() != "cli" && f.meta.source() != "exec" {
		return session.Process{}
	}
	var found []session.Process
	for _, a := range w.running() {
		switch {
		case a.server:
		case slices.Contains(a.open, f.path):
			return a.process
		case !a.told && a.cwd == f.meta.Cwd && !w.taken(a.process):
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

// recover finds the sessions that run. Where a process does not tell which file it writes, that is a guess from its
// folder, which its first hook corrects.
func (w *watcher) recover() {
	running := w.running()
	w.hold(running)
	running = slices.DeleteFunc(slices.Clone(running), func(a agent) bool { return a.told })
	if len(running) == 0 {
		return
	}
	for _, path := range w.recent(running[len(running)-1].began) {
		f, err := openFile(path)
		if err != nil || f.meta.relation() != codex.OfUser || w.files[path] != nil {
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

// hold follows the rollouts that running agents have open, of whatever day: one that is resumed goes on in the folder of the
// day on which it began.
func (w *watcher) hold(running []agent) {
	for _, a := range running {
		written := map[string]time.Time{}
		for _, path := range a.open {
			if info, err := os.Stat(path); err == nil && w.files[path] == nil && !(a.server && time.Since(info.ModTime()) >= stillOpen) {
				written[path] = info.ModTime()
			}
		}
		for _, path := range slices.SortedFunc(maps.Keys(written), func(a, b string) int { return written[a].Compare(written[b]) }) {
			f := w.open(path)
			if f == nil || f.meta.relation() != codex.OfUser {
				continue
			}
			if !a.server {
				f.process = a.process
			}
			w.held[path] = a.process
			w.resume(f)
		}
	}
	w.follow(w.last)
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
