package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dango/session"
	"dango/session/event"
)

// run starts a keeper that ends with the test.
func run(t *testing.T, o session.Options) *session.Keeper {
	k := session.NewKeeper(o)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { k.Run(ctx); close(done) }()
	t.Cleanup(func() { stop(); <-done })
	return k
}

func incoming(id string, kind event.Kind) *session.Incoming {
	return &session.Incoming{StateEvent: event.StateEvent{
		Schema: event.Schema, Tool: event.ClaudeCode, SessionID: id, Kind: kind, Timestamp: time.Now(),
		Payload: &event.Payload{Prompt: "go", ToolName: "Bash"},
	}}
}

func submit(t *testing.T, k *session.Keeper, it session.Item) {
	t.Helper()
	if !k.Submit(it) {
		t.Fatal("Submit had no room")
	}
}

func state(k *session.Keeper) session.State { return k.Board().Latest().Pet }

func TestKeeperActsOnDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := run(t, session.Options{KeepUnseen: true})
		submit(t, k, session.Item{Event: incoming("s", event.UserPrompt)})
		steps := []struct {
			wait time.Duration
			do   event.Kind
			want session.State
		}{
			{0, event.Unknown, session.Responding},
			{7 * time.Second, event.Unknown, session.Responding},
			{time.Second, event.Unknown, session.Thinking},
			{time.Second, event.Stop, session.Completed},
			{1900 * time.Millisecond, event.Unknown, session.Completed},
			{100 * time.Millisecond, event.Unknown, session.Review},
			{9 * time.Minute, event.Unknown, session.Review},
			{time.Minute, event.Unknown, session.Idle}, // nobody is left
		}
		for _, s := range steps {
			time.Sleep(s.wait)
			if s.do != event.Unknown {
				submit(t, k, session.Item{Event: incoming("s", s.do)})
			}
			synctest.Wait()
			if got := state(k); got != s.want {
				t.Fatalf("after %v and %v the pet is %v, want %v", s.wait, s.do, got, s.want)
			}
		}
	})
}

func TestKeeperPublishesOnlyWhatCanBeSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := run(t, session.Options{})
		submit(t, k, session.Item{Event: incoming("s", event.UserPrompt)})
		synctest.Wait()
		before := k.Board().Latest()
		for range 100 {
			submit(t, k, session.Item{Event: incoming("s", event.Activity)})
			submit(t, k, session.Item{Command: &session.Command{Kind: session.Onscreen}})
		}
		synctest.Wait()
		if after := k.Board().Latest(); after != before {
			t.Errorf("published %d without a visible change", after.Seq)
		}
		time.Sleep(time.Second)
		submit(t, k, session.Item{Event: incoming("s", event.Activity)})
		synctest.Wait()
		if got := k.Board().Latest().Seq; got != before.Seq+1 {
			t.Errorf("Seq = %d after a sign of life one second later, want %d", got, before.Seq+1)
		}
		c := k.Counters()
		if c.Events != 102 || c.Commands != 100 || c.Published != 2 || c.ByKind["activity"] != 101 || c.Dropped != 0 {
			t.Errorf("Counters() = %+v", c)
		}
	})
}

func TestRequestsOvertakeEvents(t *testing.T) {
	k := session.NewKeeper(session.Options{})
	for i := range 1000 {
		submit(t, k, session.Item{Event: incoming(fmt.Sprint(i), event.UserPrompt)})
	}
	ask := incoming("asks", event.PermissionAsk)
	ask.RequestID, ask.Reply = "r", func(event.Answer) {}
	submit(t, k, session.Item{Event: ask})
	go k.Run(t.Context())
	for range k.Board().Wake() {
		snap := k.Board().Latest()
		if len(snap.Sessions) < 1001 {
			continue
		}
		began := map[string]time.Time{}
		for _, s := range snap.Sessions {
			began[s.Key.ID] = s.StartedAt
		}
		if began["asks"].After(began["500"]) {
			t.Errorf("the request was folded %v after the 500th event, which came long before it", began["asks"].Sub(began["500"]))
		}
		return
	}
}

func TestSubmitNeverWaits(t *testing.T) {
	k := session.NewKeeper(session.Options{}) // nobody runs it
	n := 0
	for k.Submit(session.Item{Event: incoming("s", event.Activity)}) {
		n++
	}
	if n == 0 || k.Counters().Dropped != 1 {
		t.Errorf("room for %d events, Dropped = %d", n, k.Counters().Dropped)
	}
	ask := incoming("s", event.PermissionAsk)
	ask.Reply = func(event.Answer) {}
	if !k.Submit(session.Item{Event: ask}) {
		t.Error("a request found no room because of events")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := k.SubmitWait(ctx, session.Item{Event: incoming("s", event.Activity)}); !errors.Is(err, context.Canceled) {
		t.Errorf("SubmitWait = %v, want %v", err, context.Canceled)
	}
}

func TestKeeperLetsGoAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := session.NewKeeper(session.Options{HoldAlways: true})
		ctx, stop := context.WithCancel(t.Context())
		var got []event.Decision
		for _, id := range []string{"r1", "r2"} {
			ask := incoming("s", event.PermissionAsk)
			ask.RequestID, ask.Reply = id, func(a event.Answer) { got = append(got, a.Decision) }
			submit(t, k, session.Item{Event: ask})
			if id == "r1" {
				go k.Run(ctx)
				synctest.Wait()
			}
		}
		stop()
		synctest.Wait()
		if want := []event.Decision{event.Ask, event.Ask}; !slices.Equal(got, want) {
			t.Errorf("replies = %v, want %v", got, want)
		}
	})
}

// TestReaders looks at snapshots from several goroutines while the keeper goes on: each is whole, none goes back,
// and one that was kept stays as it was. It says most under -race.
func TestReaders(t *testing.T) {
	k := run(t, session.Options{KeepUnseen: true})
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			var last uint64
			for {
				select {
				case <-stop:
					return
				default:
				}
				snap := k.Board().Latest()
				if snap.Seq < last {
					t.Errorf("Seq went back from %d to %d", last, snap.Seq)
				}
				last = snap.Seq
				for i, s := range snap.Sessions {
					if s.Leader != (s.Key == snap.Leader) {
						t.Errorf("snapshot %d: session %d disagrees about the leader", snap.Seq, i)
					}
				}
			}
		})
	}
	var kept *session.Snapshot
	var text []byte
	for i := range 3000 {
		id := fmt.Sprint("s", i%17)
		kinds := []event.Kind{event.UserPrompt, event.PreToolUse, event.PermissionAsk, event.PostToolUse, event.Stop, event.SessionEnd, event.SessionStart}
		in := incoming(id, kinds[i%len(kinds)])
		if in.Kind == event.PermissionAsk {
			in.RequestID, in.Reply = fmt.Sprint("r", i), func(event.Answer) {}
			in.Payload.ToolInput = json.RawMessage(`{"command":"make"}`)
		}
		if err := k.SubmitWait(t.Context(), session.Item{Event: in}); err != nil {
			t.Fatal(err)
		}
		if i == 1500 {
			kept = k.Board().Latest()
			text, _ = json.Marshal(kept)
		}
	}
	close(stop)
	readers.Wait()
	if again, _ := json.Marshal(kept); !slices.Equal(again, text) {
		t.Error("a snapshot that was kept has changed")
	}
}
