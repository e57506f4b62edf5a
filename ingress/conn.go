package ingress

import (
	"bufio"
	"context"
	"errors"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"dango/ingress/wire"
	"dango/session"
	"dango/session/event"
)

// maxHeld bounds the requests of one connection. Agents' hooks hold one each; a bridge may hold a few.
const maxHeld = 32

// conn is one connection. Its goroutine reads; each held request has a goroutine of its own.
type conn struct {
	*server
	net  net.Conn
	in   *bufio.Reader
	held atomic.Int32  // requests that wait for an answer
	done chan struct{} // closed when the reader ends: the peer is gone
	wmu  sync.Mutex    // one frame is written at a time
}

// serve reads frames until the peer is gone, ctx ends or the stream makes no sense any more.
func (s *server) serve(ctx context.Context, nc net.Conn) {
	c := &conn{server: s, net: nc, in: bufio.NewReaderSize(nc, 4<<10), done: make(chan struct{})}
	turn, ok := nc.(turner)
	if !ok {
		turn = noTurn{}
	}
	defer context.AfterFunc(ctx, func() { nc.Close() })()
	var requests sync.WaitGroup
	var payload []byte
	for err := error(nil); err == nil; {
		if payload, err = c.next(payload); err == nil {
			turn.WaitTurn()
			err = c.take(ctx, payload, &requests)
		}
		turn.PassTurn()
	}
	nc.Close()
	close(c.done)
	requests.Wait()
}

// turner is a connection that knows its place among those accepted before and after it (sock.Split).
type turner interface {
	WaitTurn() // until the first frames of earlier connections have been taken
	PassTurn()
}

// noTurn is for listeners that keep no order.
type noTurn struct{}

func (noTurn) WaitTurn() {}
func (noTurn) PassTurn() {}

// next reads one frame into buf. While a request is held the peer may be silent for as long as it likes.
func (c *conn) next(buf []byte) ([]byte, error) {
	c.net.SetReadDeadline(time.Time{})
	if c.held.Load() == 0 { // looked at afterwards: the last answer may be written just now, and sets it too
		c.net.SetReadDeadline(time.Now().Add(c.Idle))
	}
	if _, err := c.in.Peek(1); err != nil {
		return nil, c.readError(err)
	}
	c.net.SetReadDeadline(time.Now().Add(c.Frame))
	payload, err := wire.ReadFrame(c.in, buf)
	return payload, c.readError(err)
}

// readError counts what ended the reading, unless it is a usual end.
func (c *conn) readError(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		c.Counters.Slow.Add(1)
		c.Log.Warn("connection closed: its sender was silent for too long")
		return err
	}
	c.fault(err)
	return err
}

// fault counts a message that is none. What it said is not logged.
func (c *conn) fault(err error) {
	if f, ok := wire.FaultOf(err); ok {
		c.Counters.faults[f].Add(1)
		c.Log.Warn("not a message", "error", err)
	}
}

// take hands one payload on. An error ends the connection.
func (c *conn) take(ctx context.Context, payload []byte, requests *sync.WaitGroup) error {
	ev, err := wire.DecodeEvent(payload)
	if err != nil {
		if a, ok := c.letsGo(payload); ok {
			return c.command(ctx, session.Command{Kind: session.Decide, Request: a.RequestID, Answer: a})
		}
		c.fault(err)
		return nil // the frame's end is known: the next one may be better
	}
	in := &session.Incoming{StateEvent: ev}
	if ev.RequestID != "" {
		c.Counters.Requests.Add(1)
		if !c.claim(ev.RequestID, c) {
			c.Counters.Duplicates.Add(1)
			c.Log.Warn("request refused: somebody waits under its id already")
			return c.write(noOpinion(ev.RequestID))
		}
		if c.held.Add(1) > maxHeld {
			c.release(ev.RequestID)
			return errTooMany
		}
		in.Reply = c.hold(ctx, &ev, requests)
	}
	if err := c.sink.SubmitWait(ctx, session.Item{Event: in}); err != nil {
		c.Counters.Lost.Add(1)
		return err
	}
	c.Counters.Events.Add(1)
	c.Counters.heard.note(&ev, time.Now())
	c.Log.Debug("event", "kind", ev.Kind.String(), "tool", string(ev.Tool), "session", ev.SessionID)
	return nil
}

// letsGo reads what a sender says that waits no longer, though its agent does: the request goes to the terminal. The
// end of the connection alone would look as if the agent had been answered there.
func (c *conn) letsGo(payload []byte) (event.Answer, bool) {
	a, err := wire.DecodeAnswer(payload)
	return a, err == nil && a.Decision == event.Ask && c.waits(a.RequestID, c)
}

// command hands a command over. An error means that the keeper ends.
func (c *conn) command(ctx context.Context, cmd session.Command) error {
	return c.sink.SubmitWait(ctx, session.Item{Command: &cmd})
}

var errTooMany = errors.New("ingress: one connection holds too many requests")

// hold starts a request's life and gives the way in which the keeper ends it.
func (c *conn) hold(ctx context.Context, ev *event.StateEvent, requests *sync.WaitGroup) (reply func(event.Answer)) {
	answer := make(chan event.Answer, 1)
	id, beats := ev.RequestID, ev.Heartbeats
	requests.Go(func() { c.live(ctx, id, beats, answer) })
	return func(a event.Answer) {
		select {
		case answer <- a:
		default: // the keeper promised to answer once
		}
	}
}

// live is a request's life: it ends with the written answer, or with the peer, and then the keeper hears of it.
func (c *conn) live(ctx context.Context, id string, beats bool, answer <-chan event.Answer) {
	defer c.release(id)
	var due <-chan time.Time
	if beats {
		t := time.NewTicker(c.Heartbeat)
		defer t.Stop()
		due = t.C
	}
	held := make(chan struct{}, 1)
	for {
		select {
		case a := <-answer:
			if a.RequestID = id; c.write(a) != nil {
				c.net.Close() // the reader ends too
				c.drop(ctx, id)
				return
			}
			c.Counters.Answers.Add(1)
			if c.held.Add(-1) == 0 {
				c.net.SetReadDeadline(time.Now().Add(c.Idle))
			}
			return
		case <-due:
			c.probe(ctx, id, held)
		case <-held:
			_ = c.send(nil) // when it fails, the reader ends
		case <-c.done:
			c.drop(ctx, id)
			return
		}
	}
}

// probe asks the keeper whether the request is still held, which then receives. Only the keeper knows: when it is stuck, or
// has lost the request, the sender gets no heartbeat.
func (c *conn) probe(ctx context.Context, id string, held chan<- struct{}) {
	_ = c.command(ctx, session.Command{Kind: session.Probe, Request: id, Held: func() {
		select {
		case held <- struct{}{}:
		default: // one is enough
		}
	}})
}

// drop says that a request's sender is gone. An error means that the keeper ends, and the request with it.
func (c *conn) drop(ctx context.Context, id string) {
	c.Counters.Dropped.Add(1)
	c.Log.Debug("request dropped: its sender is gone")
	_ = c.command(ctx, session.Command{Kind: session.Drop, Request: id})
}

// write sends one answer.
func (c *conn) write(a event.Answer) error {
	a.Schema = event.Schema
	payload, err := wire.JSON(&a)
	if err == nil {
		err = c.send(payload)
	}
	c.fault(err)
	return err
}

// send sends one frame.
func (c *conn) send(payload []byte) error {
	frame, err := wire.AppendFrame(nil, payload)
	if err != nil {
		return err
	}
	c.wmu.Lock()
	defer c.wmu.Unlock()
	c.net.SetWriteDeadline(time.Now().Add(c.Write))
	_, err = c.net.Write(frame)
	return err
}
