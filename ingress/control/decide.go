package control

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"dango/session"
	"dango/session/event"
)

// settle does what a click on the card does, and waits a moment to see what became of it.
func (h *handler) settle(ctx context.Context, d Decision) (Decided, error) {
	req, err := find(h.core.Board().Latest(), d.Request)
	if err != nil {
		return Decided{}, err
	}
	if !Answerable(req) || !slices.Contains(req.Decisions, d.Decision) {
		return Decided{}, unanswerable(req, d.Decision)
	}
	answer := event.Answer{Schema: event.Schema, RequestID: req.ID, Decision: d.Decision, Reason: d.Reason}
	if d.Answers != nil {
		if d.Decision != event.Allow {
			return Decided{}, refuse(http.StatusBadRequest, CodeBadRequest, "answers go with allow")
		}
		if answer.UpdatedInput, err = answered(req, d.Answers); err != nil {
			return Decided{}, err
		}
	}
	wake, cancel := h.core.Board().Subscribe()
	defer cancel()
	ok := h.core.Submit(session.Command{Kind: session.Decide, Request: req.ID, Answer: answer})
	if !ok {
		return Decided{}, refuse(http.StatusServiceUnavailable, CodeBusy, "the core has no room for a command: try again")
	}
	late := time.NewTimer(settle)
	defer late.Stop()
	for {
		now, err := find(h.core.Board().Latest(), req.ID)
		switch {
		case err != nil: // an answer that was taken would be seen as sent, and then for a moment as accepted
			return Decided{req.ID, session.Expired}, nil
		case now.Life != session.Offered:
			return Decided{req.ID, now.Life}, nil
		}
		select {
		case <-wake:
		case <-late.C:
			return Decided{req.ID, session.Offered}, nil
		case <-ctx.Done():
			return Decided{}, ctx.Err()
		}
	}
}

// find gives the request of that id, or the only one whose id begins like that.
func find(s *session.Snapshot, id string) (*session.Request, error) {
	var found *session.Request
	count := 0
	for _, x := range s.Sessions {
		for i := range x.Requests {
			switch r := &x.Requests[i]; {
			case r.ID == id:
				return r, nil
			case id != "" && strings.HasPrefix(r.ID, id):
				found = r
				count++
			}
		}
	}
	switch count {
	case 0:
		return nil, refuse(http.StatusNotFound, CodeNotFound, "no request %q is open", id)
	case 1:
		return found, nil
	}
	return nil, refuse(http.StatusConflict, CodeAmbiguous, "%d requests begin with %q", count, id)
}

func unanswerable(r *session.Request, d event.Decision) *Error {
	why := fmt.Sprintf("it is %s already", r.Life)
	switch {
	case r.Life == session.Offered && len(r.Decisions) == 0:
		why = "its agent takes answers in its terminal only"
	case r.Life == session.Offered:
		why = fmt.Sprintf("it takes %s", words(r.Decisions))
	}
	return refuse(http.StatusConflict, CodeNotAnswerable, "request %s cannot be answered with %q: %s", r.ID, d, why)
}

func words(ds []event.Decision) string {
	var w []string
	for _, d := range ds {
		w = append(w, string(d))
	}
	return strings.Join(w, ", ")
}
