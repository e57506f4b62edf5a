package ingress

import (
	"strings"
	"sync/atomic"

	"dango/ingress/wire"
)

// Counters count what went through the socket since the start. Any goroutine may count and read.
type Counters struct {
	Connections atomic.Uint64 // accepted
	Events      atomic.Uint64 // handed to the keeper, requests among them
	Requests    atomic.Uint64 // events whose sender waits for an answer
	Answers     atomic.Uint64 // answers that were written
	Dropped     atomic.Uint64 // requests whose sender went away before the answer
	Duplicates  atomic.Uint64 // requests under an id that somebody still waits for
	Lost        atomic.Uint64 // events that the keeper did not take, because it ended
	Crowded     atomic.Uint64 // connections turned away, because too many were open
	Slow        atomic.Uint64 // connections that began a frame and did not finish it in time, or said nothing
	faults      [wire.Faults]atomic.Uint64
	heard       heard
}

// Fault is how many frames had that fault.
func (c *Counters) Fault(f wire.Fault) uint64 { return c.faults[f].Load() }

// Map gives all counts by name; the names are stable and meant for scripts.
func (c *Counters) Map() map[string]uint64 {
	m := map[string]uint64{
		"connections": c.Connections.Load(),
		"events":      c.Events.Load(),
		"requests":    c.Requests.Load(),
		"answers":     c.Answers.Load(),
		"dropped":     c.Dropped.Load(),
		"duplicates":  c.Duplicates.Load(),
		"lost":        c.Lost.Load(),
		"crowded":     c.Crowded.Load(),
		"slow":        c.Slow.Load(),
	}
	for f := range wire.Fault(wire.Faults) {
		m[faultKey(f)] = c.Fault(f)
	}
	return m
}

// faultKey makes "wrongSchema" of "wrong schema".
func faultKey(f wire.Fault) string {
	words := strings.Fields(strings.ToLower(f.String()))
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}
