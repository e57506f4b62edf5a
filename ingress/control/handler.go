package control

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"dango/session"
	"dango/session/board"
)

// Core is what the handlers need of the running core. Its methods are called from many goroutines.
type Core interface {
	Board() *board.Board[session.Snapshot]
	Submit(session.Command) bool // false: no room
	Status() Status              // everything but Summary
	Counters() map[string]uint64
	Hooks() []Hook          // by agent and name
	Open(session.Key) error // what a click on an event's bubble does
	Wish(Wish) bool         // false: nobody grants it, this core has no pet
}

const (
	maxBody = 64 << 10 // a reason is a few lines
	// settle is how long decide waits to see what became of its answer.
	settle = 2 * time.Second
	// stall is how long a watcher may leave its lines unread before it is let go.
	stall = 30 * time.Second
)

// Handler serves the control API. ctx ends the watchers.
func Handler(ctx context.Context, core Core) http.Handler {
	h := &handler{ctx, core}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/status", h.status)
	mux.HandleFunc("GET /v1/sessions", h.sessions)
	mux.HandleFunc("GET /v1/snapshot", h.snapshot)
	mux.HandleFunc("GET /v1/watch", h.watch)
	mux.HandleFunc("GET /v1/counters", h.counters)
	mux.HandleFunc("GET /v1/hooks", h.hooks)
	mux.HandleFunc("POST /v1/decide", h.decide)
	mux.HandleFunc("POST /v1/dismiss", h.dismiss)
	mux.HandleFunc("POST /v1/open", h.open)
	for _, w := range []Wish{Show, Hide, Quit, Summon} {
		mux.HandleFunc("POST /v1/"+w.String(), func(rw http.ResponseWriter, r *http.Request) { h.wish(rw, w) })
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		fail(w, refuse(http.StatusNotFound, CodeNotFound, "there is no %s %s", r.Method, r.URL.Path))
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != Host {
			fail(w, refuse(http.StatusForbidden, CodeForbidden, "the Host header must be %q", Host))
			return
		}
		mux.ServeHTTP(w, r)
	})
}

type handler struct {
	ctx  context.Context
	core Core
}

func (h *handler) status(w http.ResponseWriter, _ *http.Request) {
	st := h.core.Status()
	st.Summary = Summarize(h.core.Board().Latest())
	reply(w, st)
}

func (h *handler) sessions(w http.ResponseWriter, _ *http.Request) {
	reply(w, Sessions{nonNil(h.core.Board().Latest().Sessions)})
}

// Sessions is the body of /v1/sessions.
type Sessions struct {
	Sessions []*session.Session `json:"sessions"`
}

func (h *handler) snapshot(w http.ResponseWriter, _ *http.Request) {
	reply(w, whole(h.core.Board().Latest()))
}

func (h *handler) counters(w http.ResponseWriter, _ *http.Request) { reply(w, h.core.Counters()) }

// Hooks is the body of /v1/hooks.
type Hooks struct {
	Hooks []Hook `json:"hooks"`
}

func (h *handler) hooks(w http.ResponseWriter, _ *http.Request) { reply(w, Hooks{h.core.Hooks()}) }

// watch streams. A reader that is slower than the sessions sees fewer snapshots, never old ones.
func (h *handler) watch(w http.ResponseWriter, r *http.Request) {
	wake, cancel := h.core.Board().Subscribe()
	defer cancel()
	w.Header().Set("Content-Type", "application/x-ndjson")
	out, rc := json.NewEncoder(w), http.NewResponseController(w)
	for {
		rc.SetWriteDeadline(time.Now().Add(stall))
		if out.Encode(whole(h.core.Board().Latest())) != nil || rc.Flush() != nil {
			return
		}
		select {
		case <-wake:
		case <-r.Context().Done():
			return
		case <-h.ctx.Done():
			return
		}
	}
}

func (h *handler) wish(w http.ResponseWriter, wish Wish) {
	if !h.core.Wish(wish) {
		fail(w, refuse(http.StatusConflict, CodeNoScreen, "this core has no pet to %s", wish))
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (h *handler) decide(w http.ResponseWriter, r *http.Request) {
	var d Decision
	if !read(w, r, &d) {
		return
	}
	done, err := h.settle(r.Context(), d)
	if err != nil {
		fail(w, err)
		return
	}
	reply(w, done)
}

// read decodes a request's body, or refuses it.
func read(w http.ResponseWriter, r *http.Request, into any) bool {
	body := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	body.DisallowUnknownFields()
	if err := body.Decode(into); err != nil {
		fail(w, refuse(http.StatusBadRequest, CodeBadRequest, "the body is not what this page takes: %v", err))
		return false
	}
	return true
}

// whole writes an empty list of sessions as [], not null.
func whole(s *session.Snapshot) *session.Snapshot {
	if s.Sessions != nil {
		return s
	}
	c := *s
	c.Sessions = nonNil(s.Sessions)
	return &c
}

func nonNil(s []*session.Session) []*session.Session {
	if s == nil {
		return []*session.Session{}
	}
	return s
}

func reply(w http.ResponseWriter, v any) { send(w, http.StatusOK, v) }

func fail(w http.ResponseWriter, err error) {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		e = &Error{http.StatusInternalServerError, "internal", err.Error()}
	}
	send(w, e.Status, e)
}

func send(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the peer may be gone, which is its own affair
}
