package claude

import (
	"errors"
	"io/fs"
	"time"

	"dango/ingress/process"
	"dango/session"
)

const (
	// retryFirst is after how long a file that was half written is read again, if no event says so before; then twice
	// as long, and so on, retries times.
	retryFirst = 10 * time.Millisecond
	retries    = 6

	// settled is how old a status must be that hooks tell before: the CLI is busy for some 50 ms with its own commands,
	// /clear for one, and idle some 100 ms before the end of the turn stands in the transcript.
	settled = 110 * time.Millisecond

	// doubtAfter is how long a turn may be over while its file says busy. The CLI writes idle within a few ms of its
	// Stop hook's end; a hook that lets the model go on leaves busy as it is.
	doubtAfter = time.Second

	// leaveWithin is how long after its file a process may live on: its hooks for the end of the session run then.
	leaveWithin = 20 * time.Second
)

// entry is a session file that was read at least once.
type entry struct {
	path    string
	record  record
	process session.Process
	status  session.Status // as it was told
	busy    time.Time      // since when its turn goes on, or went
	told    bool           // the session is known to the keeper by this file
	titled  bool           // and has a title
	silent  bool           // and its hooks say nothing
	tries   int            // reads in a row that made no sense
	doubted time.Time      // the end of a turn that was checked against the file
}

// read reads a session file and tells what is new in it.
func (w *watcher) read(path string) {
	if _, ok := pidOf(path); !ok {
		return
	}
	e := w.files[path]
	if e == nil {
		e = &entry{path: path}
		w.files[path] = e
	}
	r, err := readRecord(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		delete(w.files, path)
		w.left(e)
		return
	case err != nil:
		if e.tries++; e.tries <= retries {
			w.later(retryFirst<<(e.tries-1), func() { w.reread(e) })
		}
		return
	}
	e.tries = 0
	w.learned(e, r)
}

// reread reads a file again, unless somebody has since.
func (w *watcher) reread(e *entry) {
	if w.files[e.path] == e && e.tries > 0 {
		w.read(e.path)
	}
}

// learned compares a record with what was told of it.
func (w *watcher) learned(e *entry, r record) {
	old := e.record
	if r.SessionID != old.SessionID || r.ProcStart != old.ProcStart {
		p, lives := r.process()
		if !lives {
			return // left behind by a process that was killed
		}
		status := r.says(session.StatusUnknown)
		if e.told && r.SessionID != old.SessionID { // /clear and /resume: one process, another session, which takes its place
			status = session.StatusUnknown // busy with the command, not with a turn
		}
		*e = entry{path: e.path, record: r, process: p, told: true, status: status}
		if status == session.StatusBusy {
			e.busy = r.at()
		}
		w.introduce(e)
		return
	}
	if r.Status == old.Status && r.WaitingFor == old.WaitingFor && r.StatusUpdatedAt == old.StatusUpdatedAt {
		return
	}
	before := e.status
	e.record, e.status = r, r.says(before)
	begins := e.status == session.StatusBusy && before != session.StatusWaiting
	if begins {
		e.busy = r.at()
	}
	if begins || e.silent && e.rests() {
		w.later(settled, func() {
			if w.files[e.path] == e && e.record == r {
				w.news(e)
			}
		})
		return
	}
	w.news(e)
}

func (e *entry) rests() bool {
	return e.status == session.StatusIdle || e.status == session.StatusBackground
}

// news tells a change of status, and all that is known as long as the session has no title: it may have one now.
func (w *watcher) news(e *entry) {
	if e.silent && e.rests() {
		w.done(e)
	}
	if !e.titled {
		w.introduce(e)
		return
	}
	w.tell(session.Evidence{
		Kind: session.SawStatus, Key: e.record.key(), Process: e.process, Status: e.status, At: e.record.at(),
	})
}

// done tells of a turn that ended well, as the transcript of a session without hooks shows: idle alone looks like Esc.
func (w *watcher) done(e *entry) {
	is := skim(findTranscript(rootOfFile(e.path), e.record.Cwd, e.record.SessionID))
	if is.done && !e.busy.IsZero() && !is.at.Before(e.busy) {
		w.tell(session.Evidence{
			Kind: session.SawTurnDone, Key: e.record.key(), Process: e.process, At: e.record.at(), Text: is.text,
		})
	}
}

// introduce tells all that is known of a session.
func (w *watcher) introduce(e *entry) {
	r := e.record
	path := findTranscript(rootOfFile(e.path), r.Cwd, r.SessionID)
	is := skim(path)
	e.titled = is.title != ""
	w.tell(session.Evidence{
		Kind: session.SawSession, Key: r.key(), Process: e.process, Status: e.status, At: r.at(),
		Cwd: r.Cwd, Title: is.title, Text: is.text, TranscriptPath: path,
		StartedAt: r.began(), Headless: r.headless(),
	})
}

// left handles a file that was removed: the CLI's last deed, or one of a moment before. The session has ended when the
// process has.
func (w *watcher) left(e *entry) {
	if !e.told {
		return
	}
	began := time.Now()
	var look func()
	look = func() {
		switch {
		case w.entryOf(e.record.key()) != nil: // it is back
		case !process.Lives(e.process.PID, e.process.Start):
			w.tell(session.Evidence{Kind: session.SawSessionEnd, Key: e.record.key(), At: began})
		case time.Since(began) < leaveWithin:
			w.later(max(50*time.Millisecond, time.Since(began)), look)
		}
	}
	look()
}

// doubt checks a turn that is over, as the keeper believes, while the file says busy. When it still does after a
// moment, the agent has gone on, and the keeper hears of it again.
func (w *watcher) doubt(e *entry, s session.Watched) {
	if s.Working || s.Rested.IsZero() || e.status != session.StatusBusy || e.record.headless() || e.doubted.Equal(s.Rested) {
		return
	}
	e.doubted = s.Rested
	w.later(doubtAfter, func() {
		if w.files[e.path] != e || e.status != session.StatusBusy {
			return
		}
		for _, now := range *w.list.Latest() {
			if now.Key == s.Key && !now.Working && now.Rested.Equal(s.Rested) {
				w.tell(session.Evidence{
					Kind: session.SawStatus, Key: s.Key, Process: e.process, Status: session.StatusBusy, At: time.Now(),
				})
			}
		}
	})
}
