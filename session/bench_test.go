package session_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"dango/session"
	"dango/session/event"
)

// sessions is the load that the budgets are about.
const sessions = 200

// busyTurn is what a session does over and over: every event changes what is shown.
var busyTurn = []event.Kind{event.UserPrompt, event.PreToolUse, event.PostToolUse, event.PreToolUse, event.PostToolUse, event.Stop}

func busyEvent(i int) *session.Incoming {
	e := incoming(fmt.Sprintf("session-%03d", i%sessions), busyTurn[i/sessions%len(busyTurn)])
	e.Cwd, e.TerminalTTY = fmt.Sprintf("/home/dev/project-%d", i%20), fmt.Sprintf("/dev/pts/%d", i%sessions)
	e.TurnID = fmt.Sprint("turn-", i/sessions/len(busyTurn))
	e.ToolUseID = fmt.Sprint("call-", (i/sessions+1)/2) // of a begin and the end after it
	e.Payload.ToolInput = []byte(`{"command":"go test ./..."}`)
	e.Payload.AssistantMessage = "All the tests pass."
	return e
}

// percentiles reports how long the slowest half and the slowest hundredth took at least.
func percentiles(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1e3, "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1e3, "p99-µs")
}

// BenchmarkFold is one event folded, and everything that is shown made anew.
func BenchmarkFold(b *testing.B) {
	reg := session.NewRegistry(session.Options{KeepUnseen: true})
	n := 0
	next := func() session.Item { n++; return session.Item{Event: busyEvent(n)} }
	for range sessions {
		reg.Apply(time.Now(), next())
	}
	var took []time.Duration
	for b.Loop() {
		it := next()
		start := time.Now()
		reg.Apply(start, it)
		reg.Snapshot(start)
		took = append(took, time.Since(start))
	}
	percentiles(b, took)
}

// BenchmarkPublish is the way of one event through the keeper, from Submit to the board.
func BenchmarkPublish(b *testing.B) {
	k := session.NewKeeper(session.Options{KeepUnseen: true})
	ctx, stop := context.WithCancel(b.Context())
	defer stop()
	go k.Run(ctx)
	n := 0
	publish := func() time.Duration {
		n++
		it := session.Item{Event: busyEvent(n)}
		start := time.Now()
		if !k.Submit(it) {
			b.Fatal("no room")
		}
		<-k.Board().Wake()
		return time.Since(start)
	}
	for range sessions {
		publish()
	}
	var took []time.Duration
	for b.Loop() {
		took = append(took, publish())
	}
	percentiles(b, took)
}

// BenchmarkIngest is how many events a second the keeper folds when they never stop.
func BenchmarkIngest(b *testing.B) {
	k := session.NewKeeper(session.Options{KeepUnseen: true})
	ctx, stop := context.WithCancel(b.Context())
	defer stop()
	go k.Run(ctx)
	n := 0
	for b.Loop() {
		n++
		if err := k.SubmitWait(ctx, session.Item{Event: busyEvent(n)}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
}
