package sock

import (
	"sync"
	"time"
)

// turnPatience is how long a connection may keep those accepted after it waiting. A hook's frame is in the kernel
// before its process ends, so only a busy machine takes more than microseconds; who connects and says nothing holds
// the others up once, for this long.
const turnPatience = 50 * time.Millisecond

// A turn is a connection's place in the order in which connections were accepted.
//
// An agent runs one hook after the other, each on a connection of its own. The goroutines of two connections run in
// any order; without turns a session's Stop could be told before its prompt.
type turn struct {
	before <-chan struct{} // closed when all earlier connections have had their turn
	over   chan struct{}
	once   sync.Once
	late   *time.Timer
}

func newTurn(before <-chan struct{}) *turn {
	t := &turn{before: before, over: make(chan struct{})}
	t.late = time.AfterFunc(turnPatience, t.end)
	return t
}

// wait returns when every connection accepted earlier has passed, or has been given up.
func (t *turn) wait() { <-t.before }

// pass lets those accepted later go on. It may be called more than once.
func (t *turn) pass() {
	t.wait()
	t.late.Stop()
	t.end()
}

func (t *turn) end() { t.once.Do(func() { close(t.over) }) }

// WaitTurn waits until what earlier connections said first has been taken: at most a few hundredths of a second.
func (c *sniffed) WaitTurn() { c.turn.wait() }

// PassTurn says that this connection's first message has been taken, or that there is none.
func (c *sniffed) PassTurn() { c.turn.pass() }
