package core

import (
	"slices"
	"testing"
	"time"

	"dango/ingress/control"
	"dango/ingress/sock"
	"dango/ingress/wire"
	"dango/prefs"
	"dango/session/event"
)

// ask sends a request as a hook does, and gives the way to wait for its answer.
func ask(t *testing.T, c *Core, id string) (answer func() event.Decision) {
	t.Helper()
	conn, err := sock.Dial(c.Paths().Socket(), patient)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(patient))
	frame, err := wire.AppendEvent(nil, &event.StateEvent{
		Schema: event.Schema, Timestamp: time.Now(), SessionID: "s", Tool: event.ClaudeCode, Kind: event.PermissionAsk, RequestID: id,
		Payload: &event.Payload{ToolName: "Bash", ToolInput: []byte(`{"command":"ls"}`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write(frame); err != nil {
		t.Fatal(err)
	}
	return func() event.Decision {
		t.Helper()
		payload, err := wire.ReadFrame(conn, nil)
		if err != nil {
			t.Fatal(err)
		}
		a, err := wire.DecodeAnswer(payload)
		if err != nil {
			t.Fatal(err)
		}
		return a.Decision
	}
}

// cards says whether anything waits for a click.
func cards(c *Core) bool { return slices.ContainsFunc(c.Board().Latest().Sessions, control.NeedsYou) }

func TestDoNotDisturb(t *testing.T) {
	c := runningAs(t, Options{Screen: true}, `{"events":{"port":0},"hold":{"showWithin":"30s"}}`)
	held := ask(t, c, "r1")
	until(t, "the request", func() bool { return cards(c) })
	set(t, c, "doNotDisturb", `"on"`)
	if d := held(); d != event.Ask {
		t.Errorf("a held request was answered %q, want no opinion", d)
	}
	if d := ask(t, c, "r2")(); d != event.Ask {
		t.Errorf("a new request was answered %q, want no opinion", d)
	}
	if c.Status().Quiet == nil {
		t.Error("the status does not say so")
	}

	// Showing a hidden pet does not end it.
	c.SetVisible(false)
	c.SetVisible(true)
	if d := ask(t, c, "r3")(); d != event.Ask {
		t.Errorf("after hiding and showing: answered %q, want no opinion", d)
	}
	set(t, c, "doNotDisturb", `"off"`)
	ask(t, c, "r4")
	until(t, "a card again", func() bool { return cards(c) })
}

// Its end needs nobody: the setting stays as it was written, and cards come again.
func TestDoNotDisturbEndsByItself(t *testing.T) {
	c := runningAs(t, Options{Screen: true}, `{"events":{"port":0},"hold":{"showWithin":"30s"}}`)
	set(t, c, "doNotDisturb", prefs.QuietUntil(time.Now().Add(2*time.Second))) // times are written in whole seconds
	if d := ask(t, c, "r1")(); d != event.Ask {
		t.Errorf("answered %q, want no opinion", d)
	}
	until(t, "the end", func() bool { return c.Status().Quiet == nil })
	until(t, "a card", func() bool {
		ask(t, c, time.Now().Format("r.000000000"))
		return cards(c)
	})
}

// A locked screen, a hidden pet and do-not-disturb each release what is held, and none ends what another began. The
// bubbles stay.
func TestLockedScreen(t *testing.T) {
	c := runningAs(t, Options{Screen: true}, `{"events":{"port":0},"hold":{"showWithin":"30s"}}`)
	held := ask(t, c, "r1")
	until(t, "the request", func() bool { return cards(c) })
	c.setUnseen(true)
	if d := held(); d != event.Ask {
		t.Errorf("a held request was answered %q, want no opinion", d)
	}
	released := func(id, when string) {
		t.Helper()
		if d := ask(t, c, id)(); d != event.Ask {
			t.Errorf("%s: answered %q, want no opinion", when, d)
		}
		if len(c.Board().Latest().Sessions) == 0 {
			t.Errorf("%s: the bubble is gone", when)
		}
	}
	released("r2", "locked")
	c.SetVisible(false)
	c.SetVisible(true)
	released("r3", "locked, hidden and shown")
	set(t, c, "doNotDisturb", `"on"`)
	set(t, c, "doNotDisturb", `"off"`)
	released("r4", "locked, disturbed again")
	c.SetVisible(false)
	c.setUnseen(false)
	released("r5", "unlocked, but hidden")
	c.SetVisible(true)
	held = ask(t, c, "r6")
	until(t, "a card again", func() bool { return cards(c) })
	c.SetLocked(true)
	if d := held(); d != event.Ask {
		t.Errorf("behind a silent locker a held request was answered %q, want no opinion", d)
	}
	c.setUnseen(true)
	c.setUnseen(false)
	released("r7", "the bus knows nothing of the locker")
	c.SetLocked(false)
	held = ask(t, c, "r8")
	until(t, "a card after the locker", func() bool { return cards(c) })
	c.SetStuck(true)
	if d := held(); d != event.Ask {
		t.Errorf("in a window that hangs a held request was answered %q, want no opinion", d)
	}
	released("r9", "the window hangs")
	c.SetStuck(false)
	ask(t, c, "r10")
	until(t, "a card when the window has come to", func() bool { return cards(c) })
}

// scheduled is a schedule that is on, or off, for the next hours.
func scheduled(on bool) string {
	now := time.Now()
	from, to := now.Add(-time.Hour), now.Add(2*time.Hour)
	if !on {
		from, to = to, from
	}
	return `["` + from.Format("15:04") + "-" + to.Format("15:04") + `"]`
}

func TestScheduledQuiet(t *testing.T) {
	c := runningAs(t, Options{Screen: true}, `{"events":{"port":0},"hold":{"showWithin":"30s"},"doNotDisturb":"schedule","doNotDisturbTimes":`+scheduled(false)+`}`)
	heard := make(chan struct{}, 8)
	c.OnQuiet(func() { heard <- struct{}{} })
	held := ask(t, c, "r1")
	until(t, "the request", func() bool { return cards(c) })
	if c.Quiet() {
		t.Error("it is quiet before its time")
	}
	set(t, c, "doNotDisturbTimes", scheduled(true))
	if d := held(); d != event.Ask {
		t.Errorf("a held request was answered %q, want no opinion", d)
	}
	<-heard
	if q := c.Status().Quiet; !c.Quiet() || q == nil || time.Until(q.Until) < time.Hour {
		t.Errorf("within its time: quiet %v, the status says %+v", c.Quiet(), q)
	}
}

// Nothing can be clicked on a ghost.
func TestGhostHoldsNothing(t *testing.T) {
	c := runningAs(t, Options{Screen: true}, `{"events":{"port":0},"hold":{"showWithin":"30s"}}`)
	held := ask(t, c, "r1")
	until(t, "the request", func() bool { return cards(c) })
	set(t, c, "ghost", `true`)
	if d := held(); d != event.Ask {
		t.Errorf("a held request was answered %q, want no opinion", d)
	}
	if c.Quiet() || c.Status().Quiet != nil {
		t.Error("a ghost is taken for do-not-disturb")
	}
	if !c.Status().Ghost {
		t.Error("the status does not say that it is a ghost")
	}
	set(t, c, "ghost", `false`)
	ask(t, c, "r2")
	until(t, "a card again", func() bool { return cards(c) })
}
