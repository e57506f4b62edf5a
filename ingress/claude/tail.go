package claude

import (
	"time"

	"dango/session"
)

// reopenAfter is when a transcript that was not there yet is looked for again, reopens times: the CLI begins it with
// the first prompt's answer.
const (
	reopenAfter = 250 * time.Millisecond
	reopens     = 20
)

// tail follows the end of a transcript.
type tail struct {
	key    session.Key
	path   string
	offset int64 // of what was not read yet
	tries  int
}

// followTails follows exactly the transcripts of wanted.
func (w *watcher) followTails(wanted map[session.Key]string) {
	for k, t := range w.tails {
		if wanted[k] != t.path {
			_ = w.fs.Remove(t.path) // it may be gone
			delete(w.tails, k)
		}
	}
	for k, path := range wanted {
		if w.tails[k] == nil {
			t := &tail{key: k, path: path, offset: -1}
			w.tails[k] = t
			w.begin(t)
		}
	}
}

// begin watches a transcript, and waits for it when it is not there.
func (w *watcher) begin(t *tail) {
	if w.tails[t.key] != t {
		return
	}
	if w.fs.Add(t.path) == nil {
		w.tailed(t)
	} else if t.tries++; t.tries <= reopens {
		w.later(reopenAfter, func() { w.begin(t) })
	}
}

// tailed reads what was appended, at most tailSize of it, and tells how the turn ended, if it did.
func (w *watcher) tailed(t *tail) {
	f, size := openTranscript(t.path)
	if f == nil {
		return
	}
	defer f.Close()
	if t.offset < 0 || t.offset > size || size-t.offset > tailSize {
		t.offset = max(0, size-tailSize)
	}
	var end *session.Evidence
	t.offset += int64(eachLine(readAt(f, t.offset, tailSize), func(l *line) {
		switch {
		case l.IsSidechain:
		case l.interrupted():
			end = &session.Evidence{Kind: session.SawTurnAborted}
		case l.Type == "assistant" && l.APIError:
			end = &session.Evidence{Kind: session.SawTurnFailed}
			for _, b := range l.blocks() {
				end.Error = b.Text
			}
		case l.Type == "user" || l.Type == "assistant": // it went on after all
			end = nil
		}
		if end != nil && end.At.IsZero() {
			end.Key, end.At, end.TurnID = t.key, l.Timestamp, l.PromptID
		}
	}))
	if end != nil {
		w.tell(*end)
	}
}
