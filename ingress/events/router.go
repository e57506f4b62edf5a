package events

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dango/session"
	"dango/session/event"
)

const (
	// maxActive bounds the events that are shown at once. The least urgent of them, the oldest first, make room.
	maxActive = 128
	// maxFlashes is how many flashes are shown at once; the oldest makes room.
	maxFlashes = 3
)

// Sink takes what is to be shown; *session.Keeper is one.
type Sink interface {
	SubmitWait(ctx context.Context, it session.Item) error
}

// A Router decides which events are active and which replaces which. The keeper shows what it says.
//
// Its methods may be called from any goroutine.
type Router struct {
	ctx  context.Context
	sink Sink
	now  func() time.Time

	mu      sync.Mutex
	limits  limiter
	active  []*entry // in the order of their acceptance
	flashes []*entry // the same
	flashed uint64
}

// entry is one active event.
type entry struct {
	key       session.Key
	source    string
	dedupeKey string
	state     string
	action    *session.Action
	until     time.Time   // zero: stays
	closed    atomic.Bool // the user sent its bubble away
}

// NewRouter makes a router without events that speaks to sink until ctx ends. now is the clock: time.Now.
func NewRouter(ctx context.Context, sink Sink, now func() time.Time) *Router {
	return &Router{ctx: ctx, sink: sink, now: now}
}

// Health is what GET /healthz tells.
type Health struct {
	OK            bool   `json:"ok"`
	Status        string `json:"status"`
	State         string `json:"state"`
	ActiveEvents  int    `json:"activeEvents"`
	HasAction     bool   `json:"hasAction"`
	CurrentSource string `json:"currentSource,omitempty"`
}

// Health says how the router is: the event that is selected, and how many are active.
func (r *Router) Health() Health {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pruneLocked(r.now())
	h := Health{OK: true, Status: "ok", State: idle, ActiveEvents: len(r.active)}
	if e := r.selectedLocked(); e != nil {
		h.State, h.HasAction, h.CurrentSource = e.state, e.action != nil, e.source
	}
	return h
}

// Take counts an event against the limit of its source: 0 when it may be accepted, else how long to wait.
func (r *Router) Take(e *Event) (wait time.Duration) {
	if e.free() {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.limits.take(e.Source, r.now())
}

// Accept folds an event whose action was checked and gives the state that is selected then. An error means that the
// keeper has ended.
func (r *Router) Accept(e *Event, action *session.Action) (state string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	r.pruneLocked(now)
	switch {
	case e.clears():
		err = r.clearLocked(func(old *entry) bool { return e.All || old.source == e.Source })
	case e.flashes():
		err = r.flashLocked(e, action, now)
	case e.state() == idle:
		err = r.clearLocked(func(old *entry) bool { return old.source == e.Source })
		if err == nil && e.speaks() {
			err = r.flashLocked(e, action, now)
		}
	default:
		err = r.activateLocked(e, action, now)
	}
	if s := r.selectedLocked(); s != nil {
		return s.state, err
	}
	return idle, err
}

// Action gives the source and the action of the bubble with that key.
func (r *Router) Action(k session.Key) (source string, action *session.Action, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pruneLocked(r.now())
	for _, e := range slices.Concat(r.active, r.flashes) {
		if e.key == k && e.action != nil {
			return e.source, e.action, true
		}
	}
	return "", nil, false
}

// activateLocked puts an event in the place of its source's and takes away another's with the same dedupe key.
func (r *Router) activateLocked(e *Event, action *session.Action, now time.Time) error {
	state := e.state()
	added := &entry{
		key: session.Key{Tool: event.Custom, ID: e.Source}, source: e.Source, dedupeKey: e.DedupeKey, state: state,
		action: action, until: e.until(now, states[state].ttl),
	}
	r.active = slices.DeleteFunc(r.active, func(old *entry) bool { return old.source == e.Source })
	err := r.clearActiveLocked(func(old *entry) bool { return old.dedupeKey != "" && old.dedupeKey == e.DedupeKey })
	if err == nil && len(r.active) >= maxActive {
		least := slices.MinFunc(r.active, byPriority)
		err = r.clearActiveLocked(func(old *entry) bool { return old == least })
	}
	if err != nil {
		return err
	}
	r.active = append(r.active, added)
	return r.showLocked(added, e, now)
}

// flashLocked shows an event for a moment, beside the others.
func (r *Router) flashLocked(e *Event, action *session.Action, now time.Time) error {
	until := e.until(now, flashFor)
	if until.IsZero() {
		return nil // a flash that would stay is none
	}
	r.flashed++
	added := &entry{
		key:    session.Key{Tool: event.Custom, ID: e.Source + "#" + strconv.FormatUint(r.flashed, 10)},
		source: e.Source, state: e.state(), action: action, until: until,
	}
	if len(r.flashes) == maxFlashes {
		oldest := r.flashes[0]
		r.flashes = r.flashes[1:]
		if err := r.goneLocked(oldest); err != nil {
			return err
		}
	}
	r.flashes = append(r.flashes, added)
	return r.showLocked(added, e, now)
}

func (r *Router) showLocked(added *entry, e *Event, now time.Time) error {
	m := states[added.state]
	return r.submitLocked(&session.Post{
		Key: added.key, State: m.shown, Pose: m.pose, Title: e.heading(), Text: e.words(), Cwd: e.place(), Action: added.action,
		Flash: slices.Contains(r.flashes, added), Until: added.until,
		Closed: func() { added.closed.Store(true) },
	})
}

// clearLocked takes away events and flashes.
func (r *Router) clearLocked(which func(*entry) bool) error {
	if err := r.clearActiveLocked(which); err != nil {
		return err
	}
	return r.takeLocked(&r.flashes, which)
}

func (r *Router) clearActiveLocked(which func(*entry) bool) error {
	return r.takeLocked(&r.active, which)
}

func (r *Router) takeLocked(from *[]*entry, which func(*entry) bool) (err error) {
	*from = slices.DeleteFunc(*from, func(old *entry) bool {
		if err != nil || !which(old) {
			return false
		}
		err = r.goneLocked(old)
		return err == nil
	})
	return err
}

func (r *Router) goneLocked(e *entry) error {
	return r.submitLocked(&session.Post{Key: e.key, Gone: true})
}

// submitLocked waits for room with the lock held: the order in which events were accepted is the order in which they
// are shown. The keeper never waits for the router.
func (r *Router) submitLocked(p *session.Post) error {
	if err := r.sink.SubmitWait(r.ctx, session.Item{Post: p}); err != nil {
		return fmt.Errorf("events: show the event: %w", err)
	}
	return nil
}

// pruneLocked forgets what has expired, and what the user sent away. The keeper does the same by its own timers.
func (r *Router) pruneLocked(now time.Time) {
	over := func(e *entry) bool { return e.closed.Load() || !e.until.IsZero() && !e.until.After(now) }
	r.active = slices.DeleteFunc(r.active, over)
	r.flashes = slices.DeleteFunc(r.flashes, over)
}

// selectedLocked is the most urgent event, of those the one accepted last; nil when none is active.
func (r *Router) selectedLocked() *entry {
	var best *entry
	for _, e := range r.active {
		if best == nil || byPriority(e, best) >= 0 {
			best = e
		}
	}
	return best
}

func byPriority(a, b *entry) int {
	return cmp.Compare(states[a.state].priority, states[b.state].priority)
}

// heading is the bubble's title.
func (e *Event) heading() string { return cmp.Or(e.Title, ownWord(e.Type), e.Source) }

// ownWord leaves out the types that are Dango's words, not the source's.
func ownWord(typ string) string {
	if typ == typeFlash {
		return ""
	}
	return typ
}

// words are the bubble's second line.
func (e *Event) words() string {
	said := cmp.Or(e.Message, e.Level, e.state())
	for _, sign := range []string{"permission", "approval", "action_required"} {
		if strings.Contains(strings.ToLower(e.Type), sign) {
			return "approval required: " + said
		}
	}
	return said
}

// place is the folder that the event is about.
func (e *Event) place() string {
	switch {
	case e.Cwd != "" || e.Action == nil:
		return e.Cwd
	case e.Action.Type == openFile:
		return filepath.Dir(e.Action.Path)
	}
	return e.Action.Path
}
