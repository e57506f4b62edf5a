package session

import (
	"sync/atomic"

	"dango/session/event"
)

// Counters say what a keeper has done since it was made.
type Counters struct {
	Events    uint64            `json:"events"`
	Requests  uint64            `json:"requests"` // events that somebody waited at
	Evidence  uint64            `json:"evidence"`
	Commands  uint64            `json:"commands"`
	Posts     uint64            `json:"posts"`
	Dropped   uint64            `json:"dropped"`   // items that found no room
	Published uint64            `json:"published"` // snapshots
	ByKind    map[string]uint64 `json:"byKind"`    // events by kind, those that came at least once
}

type counters struct {
	requests, evidence, commands, posts, dropped, published atomic.Uint64
	byKind                                                  [event.Kinds]atomic.Uint64
}

func (c *counters) count(it Item) {
	switch {
	case it.Event != nil:
		c.byKind[min(int(it.Event.Kind), event.Kinds-1)].Add(1)
		if it.Event.Reply != nil {
			c.requests.Add(1)
		}
	case it.Evidence != nil:
		c.evidence.Add(1)
	case it.Command != nil:
		c.commands.Add(1)
	case it.Post != nil:
		c.posts.Add(1)
	}
}

// Counters may be called from any goroutine. The numbers are read one after the other, while the keeper goes on.
func (k *Keeper) Counters() Counters {
	c := &k.counter
	out := Counters{
		Requests: c.requests.Load(), Evidence: c.evidence.Load(), Commands: c.commands.Load(), Posts: c.posts.Load(),
		Dropped: c.dropped.Load(), Published: c.published.Load(), ByKind: map[string]uint64{},
	}
	for i := range c.byKind {
		if n := c.byKind[i].Load(); n > 0 {
			out.ByKind[event.Kind(i).String()] = n
			out.Events += n
		}
	}
	return out
}
