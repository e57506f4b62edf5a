package control

import (
	"net/http"
	"strings"

	"dango/session"
)

func (h *handler) dismiss(w http.ResponseWriter, r *http.Request) {
	h.bubble(w, r, func(s *session.Session) error {
		if !h.core.Submit(session.Command{Kind: session.Dismiss, Key: s.Key}) {
			return refuse(http.StatusServiceUnavailable, CodeBusy, "the core has no room for a command: try again")
		}
		return nil
	})
}

func (h *handler) open(w http.ResponseWriter, r *http.Request) {
	h.bubble(w, r, func(s *session.Session) error {
		if err := h.core.Open(s.Key); err != nil {
			return refuse(http.StatusConflict, CodeNotAllowed, "%v", err)
		}
		return nil
	})
}

// bubble finds the session that the request is about and does something with it.
func (h *handler) bubble(w http.ResponseWriter, r *http.Request, do func(*session.Session) error) {
	var b Bubble
	if !read(w, r, &b) {
		return
	}
	s, err := findSession(h.core.Board().Latest(), b.Session)
	if err == nil {
		err = do(s)
	}
	if err != nil {
		fail(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// findSession gives the session of that id, or the only one whose id begins like that.
func findSession(all *session.Snapshot, id string) (*session.Session, error) {
	var found *session.Session
	count := 0
	for _, s := range all.Sessions {
		switch {
		case s.Key.ID == id:
			return s, nil
		case id != "" && strings.HasPrefix(s.Key.ID, id):
			found = s
			count++
		}
	}
	switch count {
	case 0:
		return nil, refuse(http.StatusNotFound, CodeNotFound, "no session %q is shown", id)
	case 1:
		return found, nil
	}
	return nil, refuse(http.StatusConflict, CodeAmbiguous, "%d sessions begin with %q", count, id)
}
