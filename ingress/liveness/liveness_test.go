package liveness_test

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"dango/ingress/liveness"
	"dango/ingress/process"
	"dango/session"
	"dango/session/board"
	"dango/session/event"
)

// sink keeps what was told, in order.
type sink chan session.Evidence

func (s sink) SubmitWait(ctx context.Context, it session.Item) error {
	select {
	case s <- *it.Evidence:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s sink) next(t *testing.T) session.Evidence {
	t.Helper()
	select {
	case v := <-s:
		return v
	case <-time.After(4 * time.Second): // below the 5 s of looking: where the system tells, it must tell
		t.Fatal("nothing was told within 4 s")
		panic("unreachable")
	}
}

// agent starts a process that stands for an agent.
func agent(t *testing.T) (*exec.Cmd, session.Process) {
	t.Helper()
	c := exec.Command("sleep", "60")
	if err := c.Start(); err != nil {
		t.Skip("nothing to start here:", err)
	}
	t.Cleanup(func() { c.Process.Kill(); c.Wait() })
	p, ok := process.Lookup(c.Process.Pid)
	if !ok {
		t.Skip("the process table is not read on this system")
	}
	return c, session.Process{PID: c.Process.Pid, Start: p.Start}
}

func TestWatch(t *testing.T) {
	list, told := board.New(&session.Watchlist{}), make(sink)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); liveness.Watch(ctx, list, told) }()
	publish := func(all ...session.Process) {
		var l session.Watchlist
		for _, p := range all {
			l = append(l, session.Watched{Key: session.Key{Tool: event.ClaudeCode, ID: "s"}, Process: p})
		}
		list.Publish(&l)
	}
	want := func(kind session.EvidenceKind, p session.Process) {
		t.Helper()
		if v := told.next(t); v.Kind != kind || v.Process != p {
			t.Errorf("told %v of %+v, want %v of %+v", v.Kind, v.Process, kind, p)
		}
	}

	c, p := agent(t)
	_, other := agent(t)
	publish(session.Process{}, session.Process{PID: p.PID}) // neither is proven
	publish(p)
	if v := told.next(t); v.Kind != session.SawProcess || v.Process != p || len(v.Ancestors) == 0 || v.Ancestors[0].PID != os.Getpid() {
		t.Errorf("told %+v, want that %+v descends from %d", v, p, os.Getpid())
	}
	publish(p, other)
	want(session.SawProcess, other)
	reused := session.Process{PID: other.PID, Start: other.Start + 1}
	publish(p, reused)
	want(session.SawProcessGone, reused)
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	want(session.SawProcessGone, p) // a zombie has ended, too
	cancel()
	<-done
	select {
	case v := <-told:
		t.Errorf("told %+v after its end", v)
	default:
	}
}

// TestWithKeeper: an agent that is killed leaves no bubble.
func TestWithKeeper(t *testing.T) {
	k := session.NewKeeper(session.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go k.Run(ctx)
	go liveness.Watch(ctx, k.Watchlist(), k)
	wake, stop := k.Board().Subscribe()
	defer stop()
	until := func(sessions int) {
		t.Helper()
		late := time.After(4 * time.Second)
		for len(k.Board().Latest().Sessions) != sessions {
			select {
			case <-wake:
			case <-late:
				t.Fatalf("%d sessions after 4 s, want %d", len(k.Board().Latest().Sessions), sessions)
			}
		}
	}
	c, p := agent(t)
	k.Submit(session.Item{Event: &session.Incoming{StateEvent: event.StateEvent{
		Schema: event.Schema, Tool: event.ClaudeCode, SessionID: "s", Kind: event.UserPrompt, Timestamp: time.Now(),
		AgentPID: p.PID, AgentStart: p.Start,
	}}})
	until(1)
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	until(0)
}
