package ingress

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"dango/session/event"
)

// maxHeard bounds how many hook events are remembered: no agent has fifty, and any program may make up names.
const maxHeard = 512

// A Hook is one hook event of one agent, and how it came since the core started.
type Hook struct {
	Tool  event.Tool `json:"tool"`
	Event string     `json:"event"` // as the agent spells it
	Last  time.Time  `json:"last"`  // when it came last
	Count uint64     `json:"count"`
}

// heard remembers when each hook event of each agent last came, as long as the process lives. The zero value is
// ready. It may be used from any goroutine.
type heard struct {
	mu sync.Mutex
	by map[hookName]Hook
}

type hookName struct {
	tool event.Tool
	name string
}

// note remembers ev. What is no hook's, and what the doctor made up, is left out.
func (h *heard) note(ev *event.StateEvent, now time.Time) {
	if ev.Payload == nil || ev.Payload.HookEventName == "" || strings.HasPrefix(ev.SessionID, event.ProbePrefix) {
		return
	}
	k := hookName{ev.Tool, ev.Payload.HookEventName}
	h.mu.Lock()
	defer h.mu.Unlock()
	was, known := h.by[k]
	if !known && len(h.by) == maxHeard {
		return
	}
	if h.by == nil {
		h.by = map[hookName]Hook{}
	}
	h.by[k] = Hook{k.tool, k.name, now, was.Count + 1}
}

// Hooks lists the hook events that came since the start, by agent and name.
func (c *Counters) Hooks() []Hook {
	c.heard.mu.Lock()
	defer c.heard.mu.Unlock()
	all := make([]Hook, 0, len(c.heard.by))
	for _, h := range c.heard.by {
		all = append(all, h)
	}
	slices.SortFunc(all, func(a, b Hook) int {
		return cmp.Or(cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Event, b.Event))
	})
	return all
}
