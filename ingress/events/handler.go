package events

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"dango/ingress/adapt"
	"dango/session"
	"dango/session/event"
)

// maxHook is the largest payload of a hook, in bytes; agents put whole files into them.
const maxHook = 1 << 20

// TokenHeader carries the token of a hook, where an Authorization header cannot be had.
const TokenHeader = "X-Dango-Token"

// Handler serves the event API. Its fields are set before the first request and not changed; its methods may be
// called from any goroutine.
type Handler struct {
	Router   *Router
	Policies func() Policies // as the preferences are now
	// Token is what callers over TCP must know: for hooks always, for events when Auth says so.
	Token string
	Auth  func() bool
	// Local says that the caller came over the socket that belongs to this user, which proves more than a token.
	Local    bool
	Log      *slog.Logger
	Counters *Counters
}

// Counters count requests since the start, by what became of them.
type Counters struct {
	Accepted, Invalid, Unauthorized, Forbidden, Large, Limited, Foreign, Hooks atomic.Uint64
}

// Map gives the counts by name; the names are stable and meant for scripts.
func (c *Counters) Map() map[string]uint64 {
	return map[string]uint64{
		"eventsAccepted": c.Accepted.Load(), "eventsInvalid": c.Invalid.Load(), "eventsUnauthorized": c.Unauthorized.Load(),
		"eventsForbidden": c.Forbidden.Load(), "eventsTooLarge": c.Large.Load(), "eventsLimited": c.Limited.Load(),
		"eventsForeign": c.Foreign.Load(), "eventsHooks": c.Hooks.Load(),
	}
}

// Accepted is the body of 202.
type Accepted struct {
	OK    bool   `json:"ok"`
	State string `json:"state"` // that is selected now
}

// Refused is the body of every refusal.
type Refused struct {
	OK           bool   `json:"ok"`
	Error        string `json:"error"`
	Message      string `json:"message,omitempty"`
	RetryAfterMs int64  `json:"retryAfterMs,omitempty"`
}

// ServeHTTP answers one request. The checks come in this order: browser, size, path, token, body, limit, action.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if reason := h.foreign(r); reason != "" {
		h.Counters.Foreign.Add(1)
		h.Log.Warn("request refused: " + reason)
		send(w, http.StatusForbidden, Refused{Error: "forbidden", Message: reason})
		return
	}
	agent, isHook := strings.CutPrefix(r.URL.Path, "/hook/")
	isHook = isHook && r.Method == http.MethodPost
	limit := int64(MaxBody)
	if isHook {
		limit = maxHook
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	switch {
	case isHook:
		if err == nil && (h.Local || h.knows(r)) {
			h.hook(r.Context(), agent, body)
		}
		w.WriteHeader(http.StatusNoContent) // an agent's work is worth more than our picture of it
	case err != nil:
		h.unread(w, err)
	case r.Method == http.MethodGet && r.URL.Path == "/healthz":
		send(w, http.StatusOK, h.Router.Health())
	case r.Method == http.MethodPost && r.URL.Path == "/events":
		h.event(w, r, body)
	default:
		send(w, http.StatusNotFound, Refused{Error: "not_found"})
	}
}

func (h *Handler) unread(w http.ResponseWriter, err error) {
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		h.Counters.Large.Add(1)
		send(w, http.StatusRequestEntityTooLarge, Refused{Error: "payload_too_large"})
		return
	}
	h.Counters.Invalid.Add(1)
	send(w, http.StatusBadRequest, Refused{Error: "the body ended early"})
}

// event takes what was posted to /events.
func (h *Handler) event(w http.ResponseWriter, r *http.Request, body []byte) {
	if !h.Local && h.Auth() && !h.knows(r) {
		h.Counters.Unauthorized.Add(1)
		send(w, http.StatusUnauthorized, Refused{Error: "unauthorized"})
		return
	}
	e, err := Parse(body)
	if err != nil {
		h.Counters.Invalid.Add(1)
		send(w, http.StatusBadRequest, Refused{Error: err.Error()})
		return
	}
	h.Log.Debug("event received", "source", family(e.Source))
	if wait := h.Router.Take(e); wait > 0 {
		h.limited(w, e, wait)
		return
	}
	action, err := h.Policies().Check(e.Source, e.Action)
	if err != nil {
		h.refused(w, e, err)
		return
	}
	state, err := h.Router.Accept(e, action)
	if err != nil {
		send(w, http.StatusServiceUnavailable, Refused{Error: "ending", Message: "Dango is about to end"})
		return
	}
	h.Counters.Accepted.Add(1)
	h.Log.Debug("event accepted", "source", family(e.Source), "state", state)
	send(w, http.StatusAccepted, Accepted{OK: true, State: state})
}

func (h *Handler) limited(w http.ResponseWriter, e *Event, wait time.Duration) {
	h.Counters.Limited.Add(1)
	h.Log.Warn("event refused: its source sends too many", "source", family(e.Source))
	ms := max(1, int64((wait+time.Millisecond-1)/time.Millisecond))
	w.Header().Set("Retry-After", strconv.FormatInt((ms+999)/1000, 10))
	send(w, http.StatusTooManyRequests, Refused{Error: "rate_limited", RetryAfterMs: ms})
}

func (h *Handler) refused(w http.ResponseWriter, e *Event, err error) {
	r, ok := errors.AsType[*Refusal](err)
	if !ok || r.Status == http.StatusBadRequest {
		h.Counters.Invalid.Add(1)
		send(w, http.StatusBadRequest, Refused{Error: err.Error()})
		return
	}
	h.Counters.Forbidden.Add(1)
	h.Log.Warn("event refused: its source may not open that", "source", family(e.Source))
	send(w, r.Status, Refused{Error: "action_not_allowed", Message: r.Reason})
}

// hook takes a hook's own JSON, as dango-emit does. Nobody waits for an answer.
func (h *Handler) hook(ctx context.Context, agent string, body []byte) {
	parsed, err := adapt.Parse(event.Tool(agent), body)
	if err != nil || !isTool(agent) {
		h.Log.Warn("not a hook's payload", "tool", agent)
		return
	}
	h.Counters.Hooks.Add(1)
	in := &session.Incoming{StateEvent: parsed.Event(time.Now())}
	if err := h.Router.sink.SubmitWait(ctx, session.Item{Event: in}); err != nil {
		h.Log.Warn("a hook's event was lost", "tool", agent, "error", err)
	}
}

// isTool says that a name may be an agent's: short, lower case, no punctuation but dashes.
func isTool(name string) bool {
	odd := func(c rune) bool { return c != '-' && (c < 'a' || c > 'z') && (c < '0' || c > '9') }
	return name != "" && len(name) <= 32 && !strings.ContainsFunc(name, odd)
}

// foreign says why a request is one that a web page could have made. Pages reach loopback addresses too: by a
// name of their own that resolves there, and by posts that need no permission. They cannot hide either.
func (h *Handler) foreign(r *http.Request) string {
	if site := r.Header.Get("Sec-Fetch-Site"); r.Header.Get("Origin") != "" || site != "" && site != "none" {
		return "web pages may not send events"
	}
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = strings.Trim(r.Host, "[]")
	}
	if names := []string{"127.0.0.1", "localhost", "::1"}; slices.Contains(names, strings.ToLower(host)) {
		return ""
	}
	if h.Local && r.Host == "dango" {
		return ""
	}
	return "the Host header must be 127.0.0.1 or localhost"
}

// knows says that the caller knows the token. The time that this takes says nothing about it.
func (h *Handler) knows(r *http.Request) bool {
	told := r.Header.Get(TokenHeader)
	if scheme, rest, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(scheme, "Bearer") {
		told = strings.TrimSpace(rest)
	}
	return h.Token != "" && subtle.ConstantTimeCompare([]byte(told), []byte(h.Token)) == 1
}

func send(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the peer may be gone, which is its own affair
}
