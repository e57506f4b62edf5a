package claude

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dango/ingress/process"
	"dango/session"
)

// agent is a running CLI, as the process table shows it.
type agent struct {
	process session.Process
	cwd     string
	began   time.Time
}

// agents lists the processes that are called claude, newest first, and of which it is known where they run.
func agents() (all []agent) {
	now := time.Now()
	for _, pid := range process.PIDs() {
		p, ok := process.Lookup(pid)
		if !ok || !process.IsNamed(pid, p, "claude") {
			continue
		}
		age, ok := process.Age(p)
		if dir := process.Cwd(pid); ok && dir != "" {
			all = append(all, agent{session.Process{PID: pid, Start: p.Start}, dir, now.Add(-age)})
		}
	}
	slices.SortFunc(all, func(a, b agent) int { return b.began.Compare(a.began) })
	return all
}

// recoverOld finds the sessions of running CLIs that keep no session file: in the folder of each, the transcript
// that was written last since it began. It is a guess, which the first hook corrects.
func (w *watcher) recoverOld(running []agent) {
	taken := map[string]bool{} // session ids
	hasFile := map[int]bool{}
	for _, e := range w.files {
		if e.told {
			taken[e.record.SessionID], hasFile[e.process.PID] = true, true
		}
	}
	for _, a := range running {
		if hasFile[a.process.PID] {
			continue
		}
		for root := range w.roots {
			path := newestTranscript(filepath.Join(root, "projects", folderOf(a.cwd)), a.began, taken)
			if path == "" {
				continue
			}
			id := strings.TrimSuffix(filepath.Base(path), ".jsonl")
			taken[id] = true
			is := skim(path)
			w.tell(session.Evidence{
				Kind: session.SawSession, Key: keyOf(id), Process: a.process, Status: is.status, At: is.at,
				Cwd: a.cwd, Title: is.title, Text: is.text, TranscriptPath: path, StartedAt: a.began,
			})
			break
		}
	}
}

// newestTranscript is the transcript of a folder that was written last, not before since and of no session that is
// taken; empty when there is none. Those of subagents lie beside them in old versions and do not count.
func newestTranscript(folder string, since time.Time, taken map[string]bool) string {
	names, err := os.ReadDir(folder)
	if err != nil {
		return ""
	}
	type candidate struct {
		name string
		at   time.Time
	}
	var all []candidate
	for _, n := range names {
		id, ok := strings.CutSuffix(n.Name(), ".jsonl")
		info, err := n.Info()
		if !ok || err != nil || strings.HasPrefix(id, "agent-") || taken[id] || info.ModTime().Before(since) {
			continue
		}
		all = append(all, candidate{n.Name(), info.ModTime()})
	}
	if len(all) == 0 {
		return ""
	}
	newest := slices.MaxFunc(all, func(a, b candidate) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.name, b.name)) })
	return filepath.Join(folder, newest.name)
}
