package session

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dango/session/event"
)

// anItem draws whatever may reach a keeper, from few names, so that events meet.
func anItem(t *rapid.T, w *world, n int) Item {
	key := Key{
		Tool: rapid.SampledFrom([]event.Tool{event.ClaudeCode, event.Codex, event.Custom}).Draw(t, "tool"),
		ID:   rapid.SampledFrom([]string{"s1", "s2", "s3"}).Draw(t, "session"),
	}
	request := rapid.SampledFrom([]string{"r1", "r2", "r3", "r4", "~1", "~2"}).Draw(t, "request")
	process := Process{rapid.IntRange(0, 3).Draw(t, "pid"), uint64(rapid.IntRange(0, 2).Draw(t, "start"))}
	switch rapid.IntRange(0, 9).Draw(t, "what") {
	case 0:
		return Item{Command: &Command{
			Kind: CommandKind(rapid.IntRange(0, int(Configure)).Draw(t, "command")),
			Key:  key, Request: request, On: rapid.Bool().Draw(t, "on"),
			Requests: rapid.SliceOfN(rapid.SampledFrom([]string{"r1", "r2", "r3", "r4"}), 0, 3).Draw(t, "cards"),
			Answer:   event.Answer{Decision: rapid.SampledFrom([]event.Decision{event.Allow, event.Deny, event.Ask}).Draw(t, "decision")},
			Options:  &Options{KeepUnseen: rapid.Bool().Draw(t, "keep"), ShowHeadless: rapid.Bool().Draw(t, "headless")},
			Held:     func() {},
		}}
	case 1:
		return Item{Evidence: &Evidence{
			Kind: EvidenceKind(rapid.IntRange(0, int(SawRequestResolved)).Draw(t, "evidence")),
			Key:  key, Process: process, Request: request,
			Status: Status(rapid.IntRange(0, int(StatusWaiting)).Draw(t, "status")),
			TurnID: rapid.SampledFrom([]string{"", "t1", "t2"}).Draw(t, "turn"),
		}}
	}
	e := &Incoming{StateEvent: event.StateEvent{
		Schema: event.Schema, Tool: key.Tool, SessionID: key.ID, Timestamp: w.now,
		Kind:     event.Kind(rapid.IntRange(0, event.Kinds).Draw(t, "kind")),
		TurnID:   rapid.SampledFrom([]string{"", "t1", "t2", "t3"}).Draw(t, "turn"),
		AgentPID: process.PID, AgentStart: process.Start, Headless: rapid.IntRange(0, 9).Draw(t, "headless") == 0,
		TerminalTTY: rapid.SampledFrom([]string{"", "/dev/pts/1", "/dev/pts/2"}).Draw(t, "tty"),
		Payload: &event.Payload{
			ToolName:         rapid.SampledFrom([]string{"", "Bash", "AskUserQuestion", "ExitPlanMode", "mcp__a__b"}).Draw(t, "name"),
			CallKey:          rapid.SampledFrom([]string{"", "k1", "k2"}).Draw(t, "key"),
			Prompt:           rapid.SampledFrom([]string{"", "do it", "<task-notification>"}).Draw(t, "prompt"),
			Source:           rapid.SampledFrom([]string{"", "startup", "clear", "compact"}).Draw(t, "source"),
			NotificationType: rapid.SampledFrom([]string{"permission_prompt", "idle_prompt", "failed", "review"}).Draw(t, "notice"),
			StopHookActive:   rapid.Bool().Draw(t, "again"),
			IsInterrupt:      rapid.Bool().Draw(t, "interrupt"),
			AgentID:          rapid.SampledFrom([]string{"", "", "", "a1", "a2"}).Draw(t, "agent"),
			AgentType:        rapid.SampledFrom([]string{"", "Explore"}).Draw(t, "agent type"),
		},
	}}
	e.IsSubagent = e.Payload.AgentID != ""
	e.ToolUseID = rapid.SampledFrom([]string{"", "c1", "c2"}).Draw(t, "call")
	if rapid.Bool().Draw(t, "list") {
		e.Payload.Background = []event.Background{{ID: e.Payload.AgentID + "b", Status: "running"}}
	}
	if rapid.Bool().Draw(t, "held") {
		e.RequestID = fmt.Sprintf("r%d", n)
		w.held(e.RequestID)(e)
	}
	return Item{Event: e}
}

// TestWhateverHappens folds random items and lets random times pass, and checks after each step what must always
// hold.
func TestWhateverHappens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, Options{KeepUnseen: true, ShowHeadless: rapid.Bool().Draw(t, "show headless")})
		var published []*Snapshot
		var copies [][]byte
		for n := range rapid.IntRange(1, 60).Draw(t, "steps") {
			it := anItem(t, w, n)
			w.reg.Apply(w.now, it)
			w.wait(time.Duration(rapid.SampledFrom([]int{0, 1, 50, 2000, 9000, 95000, 700000}).Draw(t, "ms")) * time.Millisecond)
			snap := w.snap()
			checkSnapshot(t, snap)
			checkKept(t, w.reg)
			for id, replies := range w.got {
				if len(replies) > 1 {
					t.Fatalf("request %s got %d replies", id, len(replies))
				}
			}
			raw, _ := json.Marshal(snap)
			published, copies = append(published, snap), append(copies, raw)
		}
		for i, snap := range published {
			if raw, _ := json.Marshal(snap); !slices.Equal(raw, copies[i]) {
				t.Fatalf("snapshot %d changed after it was made:\n%s\n%s", i, copies[i], raw)
			}
		}
		// No screen ever told of a card: everything that was held has been let go of by now.
		w.onscreen()
		w.wait(time.Minute)
		for _, s := range w.reg.sessions {
			for _, q := range s.requests {
				if q.reply != nil {
					t.Fatalf("request %s is still held, unseen", q.ID)
				}
			}
		}
	})
}

// checkKept compares what the registry keeps up to date with what it would find if it looked at everything anew.
func checkKept(t *rapid.T, r *Registry) {
	if at := r.first(); !at.IsZero() && (r.next.IsZero() || at.Before(r.next)) {
		t.Fatalf("a timer is due at %v, and nobody looks before %v", at, r.next)
	}
	if !slices.IsSortedFunc(r.sessions, func(a, b *live) int { return b.facts.StartedAt.Compare(a.facts.StartedAt) }) {
		t.Fatal("the sessions are not in their order")
	}
	kept := r.shows
	for _, s := range r.sessions {
		s.changed = true
	}
	r.moved = true
	if r.Snapshot(kept.At) != kept {
		t.Fatalf("something has changed that was not noted:\n%+v\n%+v", kept, r.shows)
	}
}

func checkSnapshot(t *rapid.T, snap *Snapshot) {
	best := Idle
	leaders := 0
	for _, s := range snap.Sessions {
		best = min(best, s.State)
		if s.Leader {
			leaders++
			if s.Key != snap.Leader || s.State != snap.Pet {
				t.Fatalf("the leader %+v is not what the pet shows: %v %v", s, snap.Leader, snap.Pet)
			}
		}
		if s.Title == "" {
			t.Fatalf("session %v has no title", s.Key)
		}
		if s.Background < 0 || len(s.Subagents) > maxSubagents || s.State > Idle {
			t.Fatalf("session %+v counts wrongly", s)
		}
		if blocked := s.State == AskUser || s.State == PermissionPrompt; blocked {
			if !slices.ContainsFunc(s.Requests, func(q Request) bool { return q.Life == Offered && len(q.Decisions) > 0 }) {
				t.Fatalf("session %+v is blocked by nothing that can be answered", s)
			}
		}
		seen := map[string]bool{}
		for _, q := range s.Requests {
			if seen[q.ID] {
				t.Fatalf("two requests of %v are called %q", s.Key, q.ID)
			}
			seen[q.ID] = true
			if q.Life != Offered && len(q.Decisions) > 0 {
				t.Fatalf("request %+v offers what cannot be done any more", q)
			}
		}
	}
	if want := min(1, len(snap.Sessions)); leaders != want {
		t.Fatalf("%d leaders among %d sessions", leaders, len(snap.Sessions))
	}
	if snap.Pet != best {
		t.Fatalf("the pet is %v, the most urgent session %v", snap.Pet, best)
	}
}

// TestEndedStaysEnded: nothing but a new start brings back a session that has ended.
func TestEndedStaysEnded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, Options{KeepUnseen: true})
		w.event("s1", event.UserPrompt, turn("t1"))
		w.event("s1", event.SessionEnd)
		for n := range rapid.IntRange(1, 20).Draw(t, "late events") {
			it := anItem(t, w, n)
			if it.Event == nil || it.Event.Kind == event.SessionStart {
				continue
			}
			it.Event.SessionID, it.Event.Tool, it.Event.AgentPID = "s1", event.ClaudeCode, 0
			w.reg.Apply(w.now, it)
			if s := w.session("s1"); s != nil {
				t.Fatalf("%v brought it back as %v", it.Event.Kind, s.State)
			}
			if q := it.Event; q.Reply != nil && len(w.got[q.RequestID]) != 1 {
				t.Fatalf("the holder of %s waits for nobody", q.RequestID)
			}
		}
	})
}

// TestAFinishedTurnStaysFinished: late events of a turn that is over change nothing but the last sign of life.
func TestAFinishedTurnStaysFinished(t *testing.T) {
	kinds := []event.Kind{
		event.PreToolUse, event.PostToolUse, event.Error, event.AskUserResolved, event.Stop, event.Interrupted,
		event.TurnFailed, event.PermissionAsk, event.AskUser, event.Activity, event.Unknown,
	}
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, Options{KeepUnseen: true})
		w.event("s", event.UserPrompt, turn("t1"), prompt("do it"))
		w.event("s", event.PreToolUse, turn("t1"), calls("c", "Bash", "make"))
		w.event("s", event.Stop, turn("t1"), says("Done."))
		w.wait(completedFor)
		before := *w.session("s")
		for range rapid.IntRange(1, 10).Draw(t, "late events") {
			id := rapid.SampledFrom([]string{"c", "d"}).Draw(t, "call")
			w.event("s", rapid.SampledFrom(kinds).Draw(t, "kind"), turn("t1"), calls(id, "Bash", "make"), says("Late."))
			after := *w.session("s")
			after.LastEvent = before.LastEvent
			if !reflect.DeepEqual(before, after) {
				t.Fatalf("before %+v\nafter  %+v", before, after)
			}
		}
	})
}

// TestNothingOutlivesItsProcess: whatever was told by whom, a session whose process has ended is gone with all that it
// asked, and nothing but its own events brings it back.
func TestNothingOutlivesItsProcess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, Options{KeepUnseen: true, ShowHeadless: true, HoldAlways: true})
		n := 0
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			n++
			w.reg.Apply(w.now, anItem(t, w, n))
		}
		var ended []Key
		for _, s := range w.reg.sessions {
			if s.process.is(Process{1, 1}) {
				ended = append(ended, s.key())
			}
		}
		w.reg.Apply(w.now, Item{Evidence: &Evidence{Kind: SawProcessGone, Process: Process{1, 1}}})
		for range rapid.IntRange(0, 10).Draw(t, "later evidence") {
			n++
			it := anItem(t, w, n)
			if it.Evidence == nil || it.Evidence.Kind == SawSession { // a listing that is newer than the end
				continue
			}
			w.reg.Apply(w.now, it)
		}
		for _, k := range ended {
			if w.reg.byKey[k] != nil {
				t.Fatalf("%v outlives its process: %+v", k, w.reg.byKey[k].facts)
			}
		}
	})
}

// TestOrderOfStatuses: what an agent says about itself is folded by when it was true, not by when it came: an old word
// after a new one changes nothing.
func TestOrderOfStatuses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, Options{KeepUnseen: true})
		w.event("s", event.UserPrompt, turn("t1"))
		w.event("s", event.PreToolUse, turn("t1"), calls("c", "Bash", "make"))
		w.wait(time.Second)
		newest := Status(rapid.IntRange(int(StatusIdle), int(StatusWaiting)).Draw(t, "newest"))
		w.sees(Evidence{Key: claudeS, Status: newest, At: w.now})
		before := *w.session("s")
		for range rapid.IntRange(1, 5).Draw(t, "old ones") {
			w.sees(Evidence{
				Key: claudeS, Status: Status(rapid.IntRange(0, int(StatusWaiting)).Draw(t, "status")),
				At: w.now.Add(-time.Duration(rapid.IntRange(1, 900).Draw(t, "ms")) * time.Millisecond),
			})
		}
		if after := *w.session("s"); after.State != before.State {
			t.Fatalf("after %d: %v, then %v", newest, before.State, after.State)
		}
	})
}

// TestOrderOfWitnesses: the agent's own end of a turn and a status of the same moment end in the same state,
// whichever comes first.
func TestOrderOfWitnesses(t *testing.T) {
	for _, end := range []event.Kind{event.Stop, event.TurnFailed, event.Interrupted} {
		t.Run(end.String(), func(t *testing.T) {
			var got [2]State
			for i := range got {
				w := newWorld(t, Options{KeepUnseen: true})
				w.event("s", event.UserPrompt, turn("t1"))
				w.event("s", event.PreToolUse, turn("t1"), calls("c", "Bash", "make"))
				status := Evidence{Key: Key{event.ClaudeCode, "s"}, Status: StatusIdle, At: w.now.Add(time.Millisecond)}
				if i == 0 {
					w.sees(status)
				}
				w.event("s", end, turn("t1"))
				if i == 1 {
					w.sees(status)
				}
				got[i] = w.session("s").State
			}
			if got[0] != got[1] {
				t.Errorf("status first: %v, event first: %v", got[0], got[1])
			}
		})
	}
}
