package core

import (
	"context"
	"fmt"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"dango/ingress/wire"
	"dango/session"
	"dango/session/event"
)

// Sessions that work at the same time, as the budgets have them: of one event's way, and of a request under load.
const (
	busy    = 200
	crowded = 500
)

// turn is what a session does over and over: every event changes what is shown.
var turn = []event.Kind{event.UserPrompt, event.PreToolUse, event.PostToolUse, event.Stop}

// appendEvent appends the n-th event of so many sessions as a frame.
func appendEvent(b *testing.B, dst []byte, n, sessions int) []byte {
	ev := event.StateEvent{
		Schema: event.Schema, Tool: event.Custom, Timestamp: time.Now(), SessionID: fmt.Sprint(n % sessions),
		Kind: turn[n/sessions%len(turn)], Cwd: fmt.Sprint("/home/dev/", n%20), TurnID: fmt.Sprint(n / sessions / len(turn)),
		Payload: &event.Payload{ToolName: "Bash", ToolInput: []byte(`{"command":"go test ./..."}`)},
	}
	dst, err := wire.AppendEvent(dst, &ev)
	if err != nil {
		b.Fatal(err)
	}
	return dst
}

func write(b *testing.B, conn net.Conn, frame []byte) {
	conn.SetDeadline(time.Now().Add(patient))
	if _, err := conn.Write(frame); err != nil {
		b.Fatal(err)
	}
}

// percentiles reports how long the slowest half and the slowest hundredth took at least.
func percentiles(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1e3, "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1e3, "p99-µs")
}

// BenchmarkSocketToBoard is the way of one event from a hook's write to the published snapshot, with 200 sessions.
func BenchmarkSocketToBoard(b *testing.B) {
	c := alone(b, Options{}, `{"events":{"port":0}}`)
	conn := dial(b, c)
	wake, cancel := c.Board().Subscribe()
	defer cancel()
	n := 0
	var frame []byte
	publish := func() time.Duration {
		frame = appendEvent(b, frame[:0], n, busy)
		n++
		start := time.Now()
		write(b, conn, frame)
		select {
		case <-wake:
		case <-time.After(patient):
			b.Fatalf("event %d changed nothing", n-1)
		}
		return time.Since(start)
	}
	for range busy {
		publish()
	}
	var took []time.Duration
	for b.Loop() {
		took = append(took, publish())
	}
	percentiles(b, took)
}

// BenchmarkIngest pours events through the socket as fast as they are taken. None may be lost.
func BenchmarkIngest(b *testing.B) {
	c := alone(b, Options{}, `{"events":{"port":0}}`)
	conn := dial(b, c)
	sent := 0
	var frames []byte
	for b.Loop() {
		frames = appendEvent(b, frames, sent, busy)
		if sent++; sent%batch == 0 {
			write(b, conn, frames)
			frames = frames[:0]
		}
	}
	write(b, conn, frames)
	arrived(b, c, sent)
	b.ReportMetric(float64(sent)/b.Elapsed().Seconds(), "events/s")
}

// batch is how many events share a write where many are sent.
const batch = 32

// sustained is the rate of the budget, in events a second.
const sustained = 5000

// BenchmarkRequestUnderLoad is one request, from the hook's write to the answer in its hand, while 5,000 events a
// second of 500 sessions come in beside it. None of them may be lost.
func BenchmarkRequestUnderLoad(b *testing.B) {
	c := alone(b, Options{Hold: true}, `{"events":{"port":0}}`)
	ctx, stop := context.WithCancel(b.Context())
	defer stop()
	load, asker := dial(b, c), dial(b, c)
	sent := 0
	var pouring sync.WaitGroup
	pouring.Go(func() { sent = pour(ctx, b, load) })

	wake, cancel := c.Board().Subscribe()
	defer cancel()
	var took []time.Duration
	for b.Loop() {
		took = append(took, allowOne(b, c, asker, wake, fmt.Sprint("request-", len(took))))
	}
	stop()
	pouring.Wait()
	arrived(b, c, sent+2*len(took)) // a request is two events: the asking, and the session's end
	percentiles(b, took)
	b.ReportMetric(float64(sent)/b.Elapsed().Seconds(), "events/s")
}

// pour sends events at the sustained rate until ctx ends and gives their number. What a late tick owes goes out with it.
func pour(ctx context.Context, b *testing.B, conn net.Conn) (sent int) {
	pace := time.NewTicker(time.Second * batch / sustained)
	defer pace.Stop()
	begin := time.Now()
	var frames []byte
	for {
		select {
		case <-ctx.Done():
			return sent
		case <-pace.C:
		}
		frames = frames[:0]
		for owed := int(time.Since(begin) * sustained / time.Second); sent < owed; sent++ {
			frames = appendEvent(b, frames, sent, crowded)
		}
		conn.SetDeadline(time.Now().Add(patient))
		if _, err := conn.Write(frames); err != nil {
			b.Error(err)
			return sent
		}
	}
}

// allowOne holds one request, answers it as a card does, and ends its session. It gives how long the hook waited.
func allowOne(b *testing.B, c *Core, conn net.Conn, wake <-chan struct{}, id string) time.Duration {
	late := time.After(patient)
	start := time.Now()
	conn.SetDeadline(start.Add(patient))
	send(b, conn, event.StateEvent{SessionID: id, Tool: event.ClaudeCode, Kind: event.PermissionAsk, RequestID: id,
		Payload: &event.Payload{ToolName: "Bash", ToolInput: []byte(`{"command":"ls"}`)}})
	for !slices.Contains(offered(c), id) {
		select {
		case <-wake:
		case <-late:
			b.Fatalf("%s is not offered", id)
		}
	}
	c.Submit(session.Command{Kind: session.Decide, Request: id, Answer: event.Answer{Decision: event.Allow}})
	if a, ok := answered(b, conn); !ok || a.RequestID != id || a.Decision != event.Allow {
		b.Fatalf("answer = %+v, %v, want allow for %s", a, ok, id)
	}
	took := time.Since(start)
	send(b, conn, event.StateEvent{SessionID: id, Tool: event.ClaudeCode, Kind: event.SessionEnd})
	return took
}

// arrived waits until the core has taken so many events.
func arrived(b *testing.B, c *Core, want int) {
	late := time.Now().Add(patient)
	for c.Counters()["events"] < uint64(want) && time.Now().Before(late) {
		time.Sleep(time.Millisecond)
	}
	got := c.Counters()["events"]
	if got != uint64(want) {
		b.Errorf("%d events arrived, %d were sent", got, want)
	}
	b.ReportMetric(float64(want)-float64(got), "lost")
}
