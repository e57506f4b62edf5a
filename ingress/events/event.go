// Package events is how any tool tells Dango what it does: one JSON object over HTTP, no session, no turn.
//
//	POST /events         an Event → 202 {"ok":true,"state":…}
//	GET  /healthz        how the router is; needs no token
//	POST /hook/<agent>   a hook's own JSON → 204, whatever comes of it
//
// An event says in which state its source is and for how long, and may carry something to open on a click: a web page,
// a folder, a file, an app; never a command. What a source may open stands in the preferences.
package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"dango/session"
)

const (
	// MaxBody is the largest event, in bytes.
	MaxBody = 16 << 10
	// maxSource bounds a source's name, in bytes. Names of sessions, files and run ids fit.
	maxSource = 256
	// maxTTL is as long as anything may be asked to stay; what is longer stays for good.
	maxTTL = 365 * 24 * time.Hour
	// flashFor is how long a flash is shown that does not say so itself.
	flashFor = 4500 * time.Millisecond
)

// Event is what a tool says (LocalPetEvent). Fields that are not here are skipped.
type Event struct {
	Source    string  `json:"source,omitempty"` // "" means "unknown"
	Type      string  `json:"type,omitempty"`   // the source's own word; "clear" and "flash" mean something here
	Level     string  `json:"level,omitempty"`
	Title     string  `json:"title,omitempty"`
	Message   string  `json:"message,omitempty"`
	State     string  `json:"state,omitempty"` // beats Level
	TTLMs     *int64  `json:"ttlMs,omitempty"` // 0: it stays; absent: the state's own
	DedupeKey string  `json:"dedupeKey,omitempty"`
	Cwd       string  `json:"cwd,omitempty"`
	Action    *Action `json:"action,omitempty"`
	Transient bool    `json:"transient,omitempty"` // a flash
	All       bool    `json:"all,omitempty"`       // with "clear": everybody's events
}

// Action is what a click opens.
type Action struct {
	Type     string `json:"type"`
	URL      string `json:"url,omitempty"`
	Path     string `json:"path,omitempty"`
	BundleID string `json:"bundleId,omitempty"`
}

// Types of events that are more than a source's own word.
const (
	typeClear = "clear"
	typeFlash = "flash"
)

const idle = "idle"

// levels say which state a level means.
var levels = map[string]string{
	"": idle, "info": idle, "running": "running", "success": "review", "warning": "waiting", "danger": "failed",
}

// meaning is what a state is worth: where it stands among the others, how long it lives, how the pet shows it.
type meaning struct {
	priority int // higher covers lower; a new run covers an old "please review"
	ttl      time.Duration
	shown    session.State
	pose     string // animation that is asked for by name
}

var states = map[string]meaning{
	"failed":        {4, 120 * time.Second, session.ErrorInterrupted, ""},
	"waiting":       {3, 120 * time.Second, session.Waiting, ""},
	"running":       {2, 15 * time.Second, session.Responding, ""},
	"jumping":       {2, 15 * time.Second, session.Responding, "jumping"},
	"waving":        {2, 15 * time.Second, session.Responding, "waving"},
	"running-left":  {2, 15 * time.Second, session.Responding, "running-left"},
	"running-right": {2, 15 * time.Second, session.Responding, "running-right"},
	"review":        {1, 45 * time.Second, session.Review, ""},
	idle:            {0, 0, session.Idle, ""},
}

// Parse reads and checks the body of a request. The error is one that its sender can act on.
func Parse(body []byte) (*Event, error) {
	var e Event
	in := json.NewDecoder(bytes.NewReader(body))
	if err := in.Decode(&e); err != nil {
		return nil, readable(err)
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the body must be one JSON object and nothing more")
	}
	if body = bytes.TrimLeft(body, " \t\r\n"); body[0] != '{' {
		return nil, errors.New("the body must be a JSON object")
	}
	return &e, e.check()
}

// readable says what is wrong with a body in words of JSON, not of Go.
func readable(err error) error {
	if t, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && t.Field != "" {
		return fmt.Errorf("%s must not be %s", t.Field, strings.Fields(t.Value)[0])
	}
	return errors.New("the body is no JSON object with the fields of an event")
}

func (e *Event) check() error {
	if e.Source = strings.TrimSpace(e.Source); e.Source == "" {
		e.Source = "unknown"
	}
	if _, ok := levels[e.Level]; !ok {
		return fmt.Errorf("level %.40q is none of info, running, success, warning, danger", e.Level)
	}
	if _, ok := states[e.State]; !ok && e.State != "" {
		return fmt.Errorf("state %.40q is none of idle, running, waiting, failed, review, jumping, waving, running-left, "+
			"running-right", e.State)
	}
	switch {
	case len(e.Source) > maxSource:
		return fmt.Errorf("source has %d bytes, at most %d are allowed", len(e.Source), maxSource)
	case strings.ContainsFunc(e.Source, unicode.IsControl):
		return errors.New("source must not have control characters")
	case e.TTLMs != nil && *e.TTLMs < 0:
		return fmt.Errorf("ttlMs is %d and must not be negative", *e.TTLMs)
	case e.All && !e.clears():
		return errors.New(`all goes with the type "clear"`)
	}
	return nil
}

// state is the event's own, or what its level means.
func (e *Event) state() string {
	if e.State != "" {
		return e.State
	}
	return levels[e.Level]
}

func (e *Event) clears() bool { return e.Type == typeClear }

func (e *Event) flashes() bool { return e.Type == typeFlash || e.Transient }

// free says that the event does not count against its source's limit: it only takes away.
func (e *Event) free() bool { return e.clears() || e.state() == idle && !e.flashes() }

// speaks says that an idle event has something to show all the same: a note that passes.
func (e *Event) speaks() bool { return e.State == "" && (e.Title != "" || e.Message != "") }

// until is when the event ends, zero when it stays. otherwise is for an event that does not say.
func (e *Event) until(now time.Time, otherwise time.Duration) time.Time {
	switch {
	case e.TTLMs == nil:
		return now.Add(otherwise)
	case *e.TTLMs == 0, *e.TTLMs > maxTTL.Milliseconds():
		return time.Time{}
	}
	return now.Add(time.Duration(*e.TTLMs) * time.Millisecond)
}

// family is the part of a source before the first colon: codex-cli of codex-cli:0a1b2c3d.
func family(source string) string {
	name, _, _ := strings.Cut(source, ":")
	return name
}
