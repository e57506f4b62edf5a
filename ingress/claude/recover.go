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

// recoverOld finds the sessions of running CLIs that keep no session file: in the folder of each, the transcript
// that was written last since it began. It is a guess, which the first hook corrects.
func (w *watcher) recoverOld(running []process.Running) {
	taken := map[string]bool{} // session ids
	hasFile := map[int]bool{}
	for _, e := range w.files {
		if e.told {
			taken[e.record.SessionID], hasFile[e.process.PID] = true, true
		}
	}
	for _, a := range running {
		if a.Cwd == "" || hasFile[a.PID] {
			continue
		}
		for root := range w.roots {
			path := newestTranscript(filepath.Join(root, "projects", folderOf(a.Cwd)), a.Began, taken)
			if path == "" {
				continue
			}
			id := strings.TrimSuffix(filepath.Base(path), ".jsonl")
			taken[id] = true
			is := skim(path)
			w.tell(session.Evidence{
				Kind: session.SawSession, Key: keyOf(id), Process: session.Process{PID: a.PID, Start: a.Start}, Status: is.status, At: is.at,
				Cwd: a.Cwd, Title: is.title, Text: is.text, TranscriptPath: path, StartedAt: a.Began,
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
