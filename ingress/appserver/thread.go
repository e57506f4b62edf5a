package appserver

import (
	"encoding/json"
	"slices"
	"time"

	"dango/ingress/codex"
	"dango/session"
)

// thread is one conversation, as the app-server describes it.
type thread struct {
	ID        string          `json:"id"`
	SessionID string          `json:"sessionId"` // of the thread that it belongs to; of itself for a main thread
	Parent    string          `json:"parentThreadId"`
	Ephemeral bool            `json:"ephemeral"` // the agent's own, for a title
	Source    json.RawMessage `json:"source"`    // a word, or {"subagent":{…}}
	Kind      string          `json:"threadSource"`
	Nickname  string          `json:"agentNickname"`
	Role      string          `json:"agentRole"`
	Preview   string          `json:"preview"` // the first prompt
	Name      string          `json:"name"`
	Cwd       string          `json:"cwd"`
	Path      string          `json:"path"` // of its rollout
	CreatedAt int64           `json:"createdAt"`
	Status    status          `json:"status"`

	left       bool  // its terminal shows another thread by now
	opened     int64 // when its terminal opened its first thread, as CreatedAt; 0 = with this one
	replaces   session.Key
	subscribed bool
	changes    map[string][]change // of file changes that began, by item; kept while subscribed
}

// status is what a thread does.
type status struct {
	Type  string   `json:"type"`
	Flags []string `json:"activeFlags"`
}

// The types of status.
const (
	notLoaded   = "notLoaded"
	idle        = "idle"
	active      = "active"
	systemError = "systemError"
)

// waits says that the thread's terminal shows a dialog.
func (s status) waits() bool {
	return s.Type == active && (slices.Contains(s.Flags, "waitingOnApproval") || slices.Contains(s.Flags, "waitingOnUserInput"))
}

// says is the status in the keeper's words.
func (s status) says() session.Status {
	switch {
	case s.Type == idle:
		return session.StatusIdle
	case s.waits():
		return session.StatusWaiting
	case s.Type == active:
		return session.StatusBusy
	}
	return session.StatusUnknown
}

func (t *thread) relation() codex.Relation {
	return codex.Origin{Source: t.Source, Kind: t.Kind, Parent: t.Parent, Ephemeral: t.Ephemeral}.Relation()
}

func (t *thread) main() bool { return t.relation() == codex.OfUser }

// key is the session that the thread belongs to.
func (t *thread) key() session.Key {
	if t.main() || t.SessionID == "" {
		return codex.Key(t.ID)
	}
	return codex.Key(t.SessionID)
}

// meet learns of a thread that is loaded, or more of a known one. opened: a moment ago.
func (w *watcher) meet(t thread, opened bool, at time.Time) {
	if t.Status.Type == notLoaded {
		return
	}
	if old := w.threads[t.ID]; old != nil {
		w.changed(old, t.Status, at)
		return
	}
	if opened {
		t.replaces = w.predecessor(&t)
	}
	w.threads[t.ID] = &t
	if t.relation() != codex.OfCodex {
		w.changed(&t, t.Status, at)
	}
}

// changed folds a status: it tells the keeper, subscribes while the thread waits, and not longer.
func (w *watcher) changed(t *thread, s status, at time.Time) {
	t.Status = s
	switch {
	case t.relation() == codex.OfCodex:
		return
	case s.Type == notLoaded:
		w.closed(t, at)
		return
	case t.main():
		if t.left = t.left && s.Type != active; !t.left {
			w.introduce(t, at)
		}
	}
	params := map[string]any{"threadId": t.ID}
	switch {
	case s.waits() && !t.subscribed:
		t.subscribed = true
		params["excludeTurns"] = true
		w.call(w.ctx, "thread/resume", params, func(m message) { t.subscribed = t.subscribed && m.Error == nil })
	case !s.waits() && t.subscribed:
		w.settleAll(t, at)
		t.subscribed, t.changes = false, nil
		w.call(w.ctx, "thread/unsubscribe", params, nil)
	}
}

// introduce tells all that is known of a session: the keeper may have forgotten it, and mutes and unmutes.
func (w *watcher) introduce(t *thread, at time.Time) {
	v := session.Evidence{
		Kind: session.SawSession, Key: t.key(), Status: t.Status.says(), At: at,
		Cwd: t.Cwd, Title: t.Preview, TranscriptPath: t.Path, Replaces: t.replaces,
	}
	if v.Title == "" {
		v.Title = t.Name
	}
	if t.CreatedAt != 0 {
		v.StartedAt = time.Unix(t.CreatedAt, 0)
	}
	w.tell(v)
	w.tell(session.Evidence{Kind: session.SawServed, Key: t.key(), At: at})
	if t.Status.Type == systemError {
		w.tell(session.Evidence{Kind: session.SawTurnFailed, Key: t.key(), At: at}) // why stands in the rollout
	}
}

// closed forgets a thread. Its session has ended, for nobody has been connected to it for a minute.
func (w *watcher) closed(t *thread, at time.Time) {
	w.settleAll(t, at)
	delete(w.threads, t.ID)
	if t.main() {
		w.tell(session.Evidence{Kind: session.SawSessionEnd, Key: t.key(), At: at})
	}
}

// turn is the end of one, as those who subscribed are told.
type turn struct {
	ID     string `json:"id"`
	Status string `json:"status"` // completed, interrupted, failed
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

func (w *watcher) completed(t *thread, is turn, at time.Time) {
	v := session.Evidence{Key: t.key(), TurnID: is.ID, At: at}
	switch {
	case !t.main():
		return
	case is.Status == "interrupted":
		v.Kind = session.SawTurnAborted
	case is.Status == "failed" || is.Error != nil:
		v.Kind = session.SawTurnFailed
		if is.Error != nil {
			v.Error = is.Error.Message
		}
	default:
		v.Kind = session.SawTurnDone
	}
	w.tell(v)
}
