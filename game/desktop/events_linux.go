package desktop

import (
	"sync"

	"github.com/jezek/xgb"
)

// inbox keeps what the server has told until the loop has time for it, however much it is.
//
// The X library keeps 5,000 events, and reads no answer while it has no room for another: a loop that asks the server
// something with more of them before the answer would wait for ever. A process that was stopped for a while, or the
// machine, finds as many.
type inbox struct {
	news chan struct{} // receives when there is something; closed when nothing will come any more

	mu     sync.Mutex
	events []xgb.Event
}

// pump fills the inbox until the connection ends. Errors of single requests are about windows that have just gone.
func (b *inbox) pump(wait func() (xgb.Event, xgb.Error)) {
	defer close(b.news)
	for {
		e, err := wait()
		if e == nil && err == nil {
			return
		}
		if e != nil {
			b.mu.Lock()
			b.events = append(b.events, e)
			b.mu.Unlock()
			nudge(b.news)
		}
	}
}

// take empties the inbox into dst.
func (b *inbox) take(dst []xgb.Event) []xgb.Event {
	b.mu.Lock()
	defer b.mu.Unlock()
	dst = append(dst, b.events...)
	clear(b.events)
	if b.events = b.events[:0]; cap(b.events) > maxEvents {
		b.events = nil // that was once
	}
	return dst
}
