package session

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dango/session/event"
)

// A fact is something that happened once, at the terminal or in the agent, and of which several witnesses tell.
type fact struct {
	name string
	tool event.Tool
	asks bool // the main agent asks leave for its tool meanwhile, and a hook is held
	news []func(w *world, at time.Time)
}

var itsProcess = Process{7, 1}

// hook is an event of the main agent that was sent when it was true.
func hook(k event.Kind, tool event.Tool, edits ...edit) func(*world, time.Time) {
	return func(w *world, at time.Time) {
		all := append([]edit{of(tool), turn("t1"), pid(itsProcess.PID, itsProcess.Start), func(e *Incoming) { e.Timestamp = at }}, edits...)
		w.event("s", k, all...)
	}
}

// seen is evidence of the same moment, which a witness dates a little later.
func seen(v Evidence) func(*world, time.Time) {
	return func(w *world, at time.Time) {
		v.At = at.Add(2 * time.Millisecond)
		w.sees(v)
	}
}

func dropped(w *world, _ time.Time) { w.command(Command{Kind: Drop, Request: "r"}) }

var oneFact = func() []fact {
	c, x := event.ClaudeCode, event.Codex
	ran := calls("c", "Bash", "make")
	idle := func(k Key) func(*world, time.Time) { return seen(Evidence{Key: k, Status: StatusIdle}) }
	return []fact{
		{"Claude is done", c, false, []func(*world, time.Time){hook(event.Stop, c, says("Done.")), idle(claudeS)}},
		{"Claude is stopped", c, false, []func(*world, time.Time){idle(claudeS), seen(Evidence{Kind: SawTurnAborted, Key: claudeS})}},
		{"Claude failed", c, false, []func(*world, time.Time){hook(event.TurnFailed, c, func(e *Incoming) { e.Payload.Error = "server_error" }), idle(claudeS)}},
		{"No at Claude's terminal", c, true, []func(*world, time.Time){dropped, idle(claudeS), seen(Evidence{Kind: SawTurnAborted, Key: claudeS})}},
		{"Yes at Claude's terminal", c, true, []func(*world, time.Time){hook(event.PostToolUse, c, ran), seen(Evidence{Key: claudeS, Status: StatusBusy})}},
		{"Claude ends", c, true, []func(*world, time.Time){
			hook(event.SessionEnd, c), seen(Evidence{Kind: SawSessionEnd, Key: claudeS}), seen(Evidence{Kind: SawProcessGone, Process: itsProcess}), dropped,
		}},
		{"Codex is done", x, false, []func(*world, time.Time){
			hook(event.Stop, x, says("Done.")), seen(Evidence{Kind: SawTurnDone, Key: codexS, TurnID: "t1", Text: "Done."}), idle(codexS),
			hook(event.Notice, x, notice(turnComplete), says("Done.")),
		}},
		{"Codex is stopped", x, true, []func(*world, time.Time){
			dropped, hook(event.Interrupted, x), seen(Evidence{Kind: SawTurnAborted, Key: codexS, TurnID: "t1"}), idle(codexS),
		}},
		{"Codex failed", x, false, []func(*world, time.Time){
			seen(Evidence{Kind: SawTurnFailed, Key: codexS, TurnID: "t1", Error: "quota"}), seen(Evidence{Kind: SawTurnFailed, Key: codexS}),
		}},
		{"Yes at Codex's terminal", x, true, []func(*world, time.Time){
			hook(event.PostToolUse, x, ran), seen(Evidence{Kind: SawRequestResolved, Request: "r"}),
		}},
		{"Codex ends", x, true, []func(*world, time.Time){
			hook(event.SessionEnd, x), seen(Evidence{Kind: SawSessionEnd, Key: codexS}), seen(Evidence{Kind: SawProcessGone, Process: itsProcess}), dropped,
		}},
	}
}()

// outcome is what is shown when the news of a fact came in that order, with these pauses.
func (f *fact) outcome(t reporter, order []int, pauses []time.Duration) string {
	w := newWorld(t, Options{KeepUnseen: true, HoldAlways: true})
	w.event("s", event.UserPrompt, of(f.tool), turn("t1"), pid(itsProcess.PID, itsProcess.Start), prompt("fix it"))
	w.event("s", event.PreToolUse, of(f.tool), turn("t1"), calls("c", "Bash", "make"))
	if f.asks {
		w.event("s", event.PermissionAsk, of(f.tool), turn("t1"), calls("", "Bash", "make"), w.held("r"))
		w.sees(Evidence{Key: Key{f.tool, "s"}, Status: StatusWaiting, At: w.now})
	}
	w.wait(time.Second)
	at := w.now
	for i, n := range order {
		f.news[n](w, at)
		w.wait(pauses[i])
	}
	w.wait(3 * time.Second)
	s := w.session("s")
	if s == nil {
		return "gone"
	}
	open := 0
	for _, q := range s.Requests {
		if q.Life == Offered || q.Life == Sent || q.Life == HandedOff {
			open++
		}
	}
	return fmt.Sprintf("%v %q %q, %d asked", s.State, s.LastText, s.Error, open)
}

// TestOrderOfNews: whichever of two or more witnesses of one fact speaks first, and however long the others take, the end
// is the same.
func TestOrderOfNews(t *testing.T) {
	for _, f := range oneFact {
		t.Run(f.name, func(t *testing.T) {
			inOrder := make([]int, len(f.news))
			for i := range inOrder {
				inOrder[i] = i
			}
			want := f.outcome(t, inOrder, make([]time.Duration, len(f.news)))
			rapid.Check(t, func(t *rapid.T) {
				order := rapid.Permutation(inOrder).Draw(t, "order")
				pauses := make([]time.Duration, len(order))
				for i := range pauses {
					pauses[i] = time.Duration(rapid.IntRange(0, 900).Draw(t, "ms")) * time.Millisecond
				}
				if got := f.outcome(t, order, pauses); got != want {
					t.Fatalf("in the order %v: %s\nin their own:    %s", order, got, want)
				}
			})
		})
	}
}

// TestNoRequestOutlivesItsEvidence: whatever happened before, each thing that ends a request ends it.
func TestNoRequestOutlivesItsEvidence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, Options{KeepUnseen: true, ShowHeadless: true, HoldAlways: true})
		n := 0
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			n++
			w.reg.Apply(w.now, anItem(t, w, n))
			w.now = w.now.Add(time.Millisecond)
		}
		type asked struct {
			s *live
			q *request
		}
		var all []asked
		for _, s := range w.reg.sessions {
			for _, q := range s.requests {
				if q.open() {
					all = append(all, asked{s, q})
				}
			}
		}
		if len(all) == 0 {
			return
		}
		is := rapid.SampledFrom(all).Draw(t, "request")
		s, q := is.s, is.q
		id := q.ID
		tell := func(k event.Kind, edits ...edit) {
			base := []edit{of(s.key().Tool), turn("fresh"), pid(s.process.PID, s.process.Start)}
			if q.AgentID != "" {
				base = append(base, agent(q.AgentID, q.AgentType))
			}
			w.event(s.key().ID, k, append(base, edits...)...)
		}
		ran := func(e *Incoming) {
			e.ToolUseID, e.Payload.CallKey, e.Payload.ToolName = q.call.id, q.call.key, q.call.name
		}
		ends := map[string]func(){
			"it was resolved": func() { w.sees(Evidence{Kind: SawRequestResolved, Request: id}) },
			"the session ended": func() {
				w.event(s.key().ID, event.SessionEnd, of(s.key().Tool), pid(s.process.PID, s.process.Start))
			},
		}
		if q.call.id != "" && q.call.key == "" || q.call.name != "" {
			twins := slices.ContainsFunc(s.requests, func(o *request) bool { return o != q && o.open() && o.AgentID == q.AgentID && o.call.is(q.call) })
			if !twins { // of two that look alike, one call ends one
				ends["its tool ran"] = func() { tell(event.PostToolUse, ran) }
				ends["its tool failed"] = func() { tell(event.Error, ran) }
				ends["its batch is over"] = func() {
					tell(event.PostToolUse, func(e *Incoming) {
						e.Payload.Calls = []event.Call{{ToolName: q.call.name, ToolUseID: q.call.id, CallKey: q.call.key}}
					})
				}
			}
		}
		if q.AgentID == "" {
			ends["the turn ended"] = func() { tell(event.Stop) }
			ends["the turn was stopped"] = func() { tell(event.Interrupted) }
			ends["the user spoke"] = func() { tell(event.UserPrompt, prompt("go on")) }
		} else {
			ends["the subagent ended"] = func() { tell(event.SubagentStop) }
		}
		if q.reply != nil && q.Life == Offered {
			ends["its connection is closed"] = func() { w.command(Command{Kind: Drop, Request: id}) }
		}
		if s.process.PID != 0 && s.process.Start != 0 {
			ends["its process is gone"] = func() { w.sees(Evidence{Kind: SawProcessGone, Process: s.process}) }
		}
		var names []string
		for name := range ends {
			names = append(names, name)
		}
		slices.Sort(names)
		name := rapid.SampledFrom(names).Draw(t, "end")
		ends[name]()
		if q.open() && slices.ContainsFunc(w.reg.sessions, func(o *live) bool { return slices.Contains(o.requests, q) }) {
			t.Fatalf("%s, but %v %q of agent %q is still %v: call %+v", name, q.Kind, id, q.AgentID, q.Life, q.call)
		}
	})
}
