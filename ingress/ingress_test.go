package ingress

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"dango/ingress/sock"
	"dango/ingress/wire"
	"dango/session"
	"dango/session/event"
)

// sink keeps what arrives, for the test to take.
type sink struct {
	items chan session.Item
}

func (s *sink) SubmitWait(ctx context.Context, it session.Item) error {
	select {
	case s.items <- it:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *sink) next(t *testing.T) session.Item {
	t.Helper()
	select {
	case it := <-s.items:
		return it
	case <-time.After(20 * time.Second):
		t.Fatal("nothing arrived within 20 s")
		return session.Item{}
	}
}

// served is a running server on a socket of its own.
type served struct {
	*sink
	*Counters
	path string
	log  *bytes.Buffer
	stop func() // and wait
}

func serve(t *testing.T, room int, o Options) *served {
	t.Helper()
	s := &served{sink: &sink{make(chan session.Item, room)}, Counters: new(Counters), log: new(bytes.Buffer)}
	s.path = sock.Path(t.TempDir())
	l, err := sock.Listen(s.path)
	if err != nil {
		t.Fatal(err)
	}
	split := sock.Split(l, 0)
	o.Counters, o.Log = s.Counters, slog.New(slog.NewJSONHandler(&locked{w: s.log}, &slog.HandlerOptions{Level: slog.LevelDebug}))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- Serve(ctx, split.Frames(), s.sink, o) }()
	s.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Serve = %v", err)
		}
		split.Close()
	})
	t.Cleanup(s.stop)
	return s
}

type locked struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

func (s *served) dial(t *testing.T) net.Conn {
	t.Helper()
	c, err := sock.Dial(s.path, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// until waits for a counter; a counter may rise a moment after what the peer can see.
func until(t *testing.T, what string, got func() uint64, want uint64) {
	t.Helper()
	for late := time.Now().Add(20 * time.Second); got() != want; time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("%s = %d, want %d", what, got(), want)
		}
	}
}

func frame(t *testing.T, session, request string) []byte {
	t.Helper()
	ev := event.StateEvent{Schema: event.Schema, SessionID: session, Tool: event.ClaudeCode, Kind: event.PreToolUse,
		Timestamp: time.Unix(1, 0), RequestID: request}
	if request != "" {
		ev.Kind = event.PermissionAsk
	}
	f, err := wire.AppendEvent(nil, &ev)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func raw(payload string) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(payload))), payload...)
}

func send(t *testing.T, c net.Conn, b []byte) {
	t.Helper()
	if _, err := c.Write(b); err != nil {
		t.Fatal(err)
	}
}

func TestEventsArriveInOrder(t *testing.T) {
	s := serve(t, 10, Options{})
	c := s.dial(t)
	send(t, c, append(frame(t, "a", ""), frame(t, "b", "")...))
	for _, want := range []string{"a", "b"} {
		if got := s.next(t).Event; got.SessionID != want || got.Reply != nil {
			t.Errorf("got session %q, reply %v, want %q and nobody to answer", got.SessionID, got.Reply != nil, want)
		}
	}
}

func TestRequestIsAnsweredOnItsConnection(t *testing.T) {
	s := serve(t, 10, Options{Idle: time.Minute})
	c := s.dial(t)
	send(t, c, frame(t, "a", "r1"))
	in := s.next(t).Event
	in.Reply(event.Answer{Decision: event.Deny, Reason: "no"})
	in.Reply(event.Answer{Decision: event.Allow}) // a second answer is nobody's
	got := answer(t, c)
	if got.RequestID != "r1" || got.Decision != event.Deny || got.Reason != "no" || got.Schema != event.Schema {
		t.Errorf("answer = %+v", got)
	}
	c.Close()
	s.stop()
	if len(s.items) != 0 || s.Dropped.Load() != 0 || s.Answers.Load() != 1 {
		t.Errorf("an answered request was dropped too: %d items, dropped %d, answers %d",
			len(s.items), s.Dropped.Load(), s.Answers.Load())
	}
}

func answer(t *testing.T, c net.Conn) event.Answer {
	t.Helper()
	c.SetReadDeadline(time.Now().Add(20 * time.Second))
	payload, err := wire.ReadFrame(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := wire.DecodeAnswer(payload)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestPeerGoneDropsItsRequests(t *testing.T) {
	s := serve(t, 10, Options{})
	c := s.dial(t)
	send(t, c, append(frame(t, "a", "r1"), frame(t, "a", "r2")...))
	s.next(t)
	s.next(t)
	c.Close()
	got := map[string]bool{}
	for range 2 {
		if cmd := s.next(t).Command; cmd != nil && cmd.Kind == session.Drop {
			got[cmd.Request] = true
		}
	}
	if !got["r1"] || !got["r2"] {
		t.Errorf("dropped %v, want r1 and r2", got)
	}
	again := s.dial(t) // the id is free again
	send(t, again, frame(t, "a", "r1"))
	if in := s.next(t).Event; in == nil || in.Reply == nil {
		t.Error("a request under a used id did not arrive")
	}
}

// A sender that asks for heartbeats gets them for as long as the keeper holds its request, and no longer.
func TestHeartbeats(t *testing.T) {
	s := serve(t, 10, Options{Heartbeat: time.Millisecond})
	c := s.dial(t)
	ev := event.StateEvent{Schema: event.Schema, SessionID: "a", Tool: event.ClaudeCode, Kind: event.PermissionAsk,
		Timestamp: time.Unix(1, 0), RequestID: "r", Heartbeats: true}
	f, err := wire.AppendEvent(nil, &ev)
	if err != nil {
		t.Fatal(err)
	}
	send(t, c, f)
	asked := s.next(t).Event
	for range 3 {
		probe := s.next(t).Command
		if probe == nil || probe.Kind != session.Probe || probe.Request != "r" {
			t.Fatalf("got %+v, want the keeper to be asked", probe)
		}
		probe.Held()
		if beat, err := wire.ReadFrame(c, nil); err != nil || len(beat) != 0 {
			t.Fatalf("got %q, %v; want an empty frame", beat, err)
		}
	}
	for range 3 { // the keeper knows nothing of it
		s.next(t)
	}
	asked.Reply(event.Answer{Decision: event.Allow})
	answer, err := wire.ReadFrame(c, nil) // and no heartbeat before
	if a, derr := wire.DecodeAnswer(answer); err != nil || derr != nil || a.Decision != event.Allow {
		t.Errorf("got %q, %v, %v; want the answer", answer, err, derr)
	}
}

// A sender that ends by itself, though its agent waits, says so. Nobody can say it of another's request.
func TestASenderLetsGo(t *testing.T) {
	s := serve(t, 10, Options{})
	c, other := s.dial(t), s.dial(t)
	send(t, c, frame(t, "a", "r"))
	s.next(t)
	letGo, err := wire.AppendAnswer(nil, &event.Answer{Schema: event.Schema, RequestID: "r", Decision: event.Ask})
	if err != nil {
		t.Fatal(err)
	}
	send(t, other, letGo)
	until(t, "missing fields", func() uint64 { return s.Fault(wire.MissingField) }, 1)
	allow, err := wire.AppendAnswer(nil, &event.Answer{Schema: event.Schema, RequestID: "r", Decision: event.Allow})
	if err != nil {
		t.Fatal(err)
	}
	send(t, c, allow)
	until(t, "missing fields", func() uint64 { return s.Fault(wire.MissingField) }, 2)
	send(t, c, letGo)
	if cmd := s.next(t).Command; cmd == nil || cmd.Kind != session.Decide || cmd.Request != "r" || cmd.Answer.Decision != event.Ask {
		t.Errorf("got %+v, want the request to be the terminal's", cmd)
	}
}

func TestTakenRequestIDHasNoOpinion(t *testing.T) {
	s := serve(t, 10, Options{})
	first, second := s.dial(t), s.dial(t)
	send(t, first, frame(t, "a", "r1"))
	s.next(t)
	send(t, second, frame(t, "b", "r1"))
	if got := answer(t, second); got.Decision != event.Ask {
		t.Errorf("answer to a taken id = %+v, want no opinion", got)
	}
	if s.Duplicates.Load() != 1 {
		t.Errorf("duplicates = %d, want 1", s.Duplicates.Load())
	}
}

func TestWhatIsNoMessageIsCounted(t *testing.T) {
	const secret = "hunter2"
	for _, c := range []struct {
		name  string
		bytes []byte
		fault wire.Fault
	}{
		{"bad JSON", raw(`{"x": "` + secret), wire.BadJSON},
		{"another schema", raw(`{"schema":9,"sessionId":"` + secret + `"}`), wire.WrongSchema},
		{"a missing field", raw(`{"schema":1,"tool":"` + secret + `"}`), wire.MissingField},
		{"a field of another type", raw(`{"schema":1,"sessionId":["` + secret + `"]}`), wire.BadJSON},
		{"over 1 MiB", binary.BigEndian.AppendUint32(nil, 1<<20+1), wire.TooLong},
		{"half a frame", raw(secret + secret)[:9], wire.HalfFrame},
		{"half a length", []byte{0, 0}, wire.HalfFrame},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, 10, Options{})
			conn := s.dial(t)
			send(t, conn, c.bytes)
			if c.fault == wire.HalfFrame {
				conn.Close()
			}
			until(t, c.fault.String(), func() uint64 { return s.Fault(c.fault) }, 1)
			other := s.dial(t)
			send(t, other, frame(t, "fine", ""))
			if got := s.next(t).Event.SessionID; got != "fine" {
				t.Errorf("the next client's event is %q", got)
			}
			s.stop()
			if strings.Contains(s.log.String(), secret) {
				t.Errorf("the log repeats what came in:\n%s", s.log)
			}
		})
	}
}

func TestAfterABadFrameTheNextOneCounts(t *testing.T) {
	s := serve(t, 10, Options{})
	send(t, s.dial(t), append(raw("nonsense"), frame(t, "a", "")...))
	if got := s.next(t).Event.SessionID; got != "a" {
		t.Errorf("event after a bad frame = %q, want a", got)
	}
}

func TestSlowSendersAreLetGo(t *testing.T) {
	for _, c := range []struct {
		name  string
		first []byte
	}{
		{"inside a length", []byte{0}},
		{"inside a frame", raw("0123456789")[:8]},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, 10, Options{Frame: 20 * time.Millisecond, Idle: 20 * time.Millisecond})
			conn := s.dial(t)
			send(t, conn, c.first)
			expectClosed(t, conn)
			until(t, "slow", s.Slow.Load, 1)
		})
	}
	t.Run("between frames", func(t *testing.T) {
		s := serve(t, 10, Options{Idle: 20 * time.Millisecond})
		conn := s.dial(t)
		send(t, conn, frame(t, "a", ""))
		expectClosed(t, conn)
		until(t, "slow", s.Slow.Load, 1)
	})
	t.Run("but not while it waits for an answer", func(t *testing.T) {
		s := serve(t, 10, Options{Idle: 20 * time.Millisecond})
		held, idle := s.dial(t), s.dial(t)
		send(t, held, frame(t, "a", "r1"))
		in := s.next(t).Event
		send(t, idle, frame(t, "b", ""))
		expectClosed(t, idle) // so much time has passed
		in.Reply(event.Answer{Decision: event.Allow})
		if got := answer(t, held); got.Decision != event.Allow {
			t.Errorf("answer = %+v", got)
		}
		expectClosed(t, held)
	})
}

func expectClosed(t *testing.T, c net.Conn) {
	t.Helper()
	c.SetReadDeadline(time.Now().Add(20 * time.Second))
	if _, err := c.Read(make([]byte, 1)); !errors.Is(err, io.EOF) && !strings.Contains(fmt.Sprint(err), "reset") {
		t.Errorf("read = %v, want the end", err)
	}
}

func TestFullKeeperHoldsTheSenderBack(t *testing.T) {
	s := serve(t, 0, Options{})
	c := s.dial(t)
	const n = 20
	for i := range n {
		send(t, c, frame(t, fmt.Sprint(i), ""))
	}
	for i := range n {
		if got := s.next(t).Event.SessionID; got != fmt.Sprint(i) {
			t.Fatalf("event %d is %q", i, got)
		}
	}
	until(t, "events", s.Events.Load, n)
}

func TestCrowd(t *testing.T) {
	s := serve(t, 10, Options{MaxConns: 1, Room: 10 * time.Millisecond})
	first := s.dial(t)
	send(t, first, frame(t, "a", "r1"))
	s.next(t)
	second := s.dial(t)
	send(t, second, frame(t, "b", ""))
	expectClosed(t, second)
	if s.Crowded.Load() != 1 {
		t.Errorf("crowded = %d, want 1", s.Crowded.Load())
	}
	first.Close()
	s.next(t) // the drop
	third := s.dial(t)
	send(t, third, frame(t, "c", ""))
	if got := s.next(t).Event.SessionID; got != "c" {
		t.Errorf("after the crowd came %q, want c", got)
	}
}

// Serve returns only when all its goroutines have ended, so nothing is left after stop, whatever was going on.
func TestStopEndsEverything(t *testing.T) {
	s := serve(t, 1, Options{})
	held, half, stuck := s.dial(t), s.dial(t), s.dial(t)
	send(t, held, frame(t, "a", "r1"))
	in := s.next(t).Event
	send(t, half, frame(t, "b", "")[:10])
	send(t, stuck, append(frame(t, "c", ""), frame(t, "d", "")...)) // the sink has room for one
	until(t, "connections", s.Connections.Load, 3)
	s.stop()
	in.Reply(event.Answer{Decision: event.Allow}) // too late, and harmless
	for _, c := range []net.Conn{held, half, stuck} {
		expectClosed(t, c)
	}
}

func TestCountersHaveStableNames(t *testing.T) {
	m := new(Counters).Map()
	for _, name := range []string{"connections", "events", "requests", "answers", "dropped", "duplicates", "lost",
		"crowded", "slow", "frameTooLong", "halfAFrame", "badJson", "wrongSchema", "missingField"} {
		if _, ok := m[name]; !ok {
			t.Errorf("no counter is called %s", name)
		}
		delete(m, name)
	}
	for name := range m {
		t.Errorf("the counter %s is not in this list", name)
	}
}
