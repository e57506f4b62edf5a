package core

import (
	"maps"
	"slices"
	"sync"
)

// troubles are what is wrong outside of the core, by what it is about.
type troubles struct {
	mu  sync.Mutex
	all map[string]string
}

// SetTrouble notes what is wrong about something that the core does not do itself, such as the window's shortcut. It is
// part of the status until it is set to nothing.
func (c *Core) SetTrouble(about, what string) {
	t := &c.troubles
	t.mu.Lock()
	defer t.mu.Unlock()
	if what == "" {
		delete(t.all, about)
		return
	}
	if t.all == nil {
		t.all = map[string]string{}
	}
	t.all[about] = what
	c.log.Warn("something does not work", "kind", about, "error", what)
}

// list gives the troubles in the order of what they are about.
func (t *troubles) list() (lines []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, about := range slices.Sorted(maps.Keys(t.all)) {
		lines = append(lines, about+": "+t.all[about])
	}
	return lines
}
