package sock

import (
	"bufio"
	"errors"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// Patience is how long a client may stay silent before its first byte. Every known client writes at once.
const Patience = 2 * time.Second

// sniffBytes is read at once, so a usual frame costs one system call.
const sniffBytes = 4 << 10

// A Splitter shares one listener between three protocols, told apart by a connection's first byte: zero starts a
// frame (see wire.MaxFrame), an upper-case letter starts an HTTP request, a brace a line of JSON. Its methods and
// listeners may be used from any goroutine.
type Splitter struct {
	base     net.Listener
	patience time.Duration
	frames   *side
	http     *side
	lines    *side

	silent  atomic.Uint64
	strange atomic.Uint64
}

// Split starts to accept on l and to hand its connections to three listeners. Closing the Splitter closes l and
// all of them; closing one listener turns only its connections away. patience ≤ 0 means Patience.
func Split(l net.Listener, patience time.Duration) *Splitter {
	if patience <= 0 {
		patience = Patience
	}
	s := &Splitter{base: l, patience: patience, frames: newSide(l.Addr()), http: newSide(l.Addr()), lines: newSide(l.Addr())}
	go s.run()
	return s
}

// Frames accepts the connections that speak length-prefixed frames. They have the methods WaitTurn and PassTurn, with
// which their first frames can be taken in the order of their arrival.
func (s *Splitter) Frames() net.Listener { return s.frames }

// HTTP accepts the connections that speak HTTP/1.1.
func (s *Splitter) HTTP() net.Listener { return s.http }

// Lines accepts the connections that send one JSON object.
func (s *Splitter) Lines() net.Listener { return s.lines }

// Silent is how many clients were closed because they sent nothing in time.
func (s *Splitter) Silent() uint64 { return s.silent.Load() }

// Strange is how many clients were closed because they spoke none of the protocols.
func (s *Splitter) Strange() uint64 { return s.strange.Load() }

// Close stops accepting. Connections that were handed out live on.
func (s *Splitter) Close() error {
	err := s.base.Close()
	s.frames.Close()
	s.http.Close()
	s.lines.Close()
	return err
}

func (s *Splitter) run() {
	first := make(chan struct{})
	close(first)
	before := (<-chan struct{})(first)
	for pause := time.Duration(0); ; {
		c, err := s.base.Accept()
		switch {
		case err == nil:
			pause = 0
			t := newTurn(before)
			before = t.over
			go s.sniff(c, t)
		case isBusy(err): // out of file descriptors: it passes, give it room
			pause = min(max(2*pause, 5*time.Millisecond), time.Second)
			time.Sleep(pause)
		default:
			s.frames.fail(err)
			s.http.fail(err)
			s.lines.fail(err)
			return
		}
	}
}

// sniff hands c on. A connection that is no frame's passes its turn at once.
func (s *Splitter) sniff(c net.Conn, t *turn) {
	c.SetReadDeadline(time.Now().Add(s.patience))
	r := bufio.NewReaderSize(c, sniffBytes)
	first, err := r.Peek(1)
	if err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) { // one that only came and went is a probe
			s.silent.Add(1)
		}
		c.Close()
		t.pass()
		return
	}
	c.SetReadDeadline(time.Time{})
	switch b := first[0]; {
	case b == 0:
		s.frames.offer(&sniffed{c, r, t})
	case 'A' <= b && b <= 'Z':
		t.pass()
		s.http.offer(&sniffed{c, r, t})
	case b == '{':
		t.pass()
		s.lines.offer(&sniffed{c, r, t})
	default:
		s.strange.Add(1)
		c.Close()
		t.pass()
	}
}

// sniffed is a connection whose first bytes wait in a buffer.
type sniffed struct {
	net.Conn
	r    *bufio.Reader
	turn *turn
}

func (c *sniffed) Read(p []byte) (int, error) { return c.r.Read(p) }

// side is one of the two listeners. offer waits for an Accept, which is the back-pressure on the clients.
type side struct {
	addr  net.Addr
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
	err   error // set before done is closed
}

func newSide(addr net.Addr) *side {
	return &side{addr: addr, conns: make(chan net.Conn), done: make(chan struct{})}
}

func (d *side) offer(c net.Conn) {
	select {
	case d.conns <- c:
	case <-d.done:
		c.Close()
	}
}

func (d *side) Accept() (net.Conn, error) {
	select {
	case c := <-d.conns:
		return c, nil
	case <-d.done:
		return nil, d.err
	}
}

func (d *side) Addr() net.Addr { return d.addr }

func (d *side) Close() error { d.fail(net.ErrClosed); return nil }

func (d *side) fail(err error) {
	d.once.Do(func() { d.err = err; close(d.done) })
}
