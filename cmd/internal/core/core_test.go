package core

import (
	"bytes"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"dango/ingress/control"
	"dango/ingress/sock"
	"dango/ingress/wire"
	"dango/session"
	"dango/session/event"
)

// alone starts a core that finds no agent on this machine.
func alone(t testing.TB, o Options, config string) *Core {
	t.Helper()
	if o.Home == "" {
		o.Home = t.TempDir()
	}
	if err := os.WriteFile(filepath.Join(o.Home, "config.json"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	nowhere := t.TempDir()
	o.Getenv = func(name string) string {
		switch name {
		case "HOME":
			return nowhere
		case "DBUS_SYSTEM_BUS_ADDRESS":
			return "disabled:"
		}
		return ""
	}
	c, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// dial connects to the core's socket as a hook does.
func dial(t testing.TB, c *Core) net.Conn {
	t.Helper()
	conn, err := sock.Dial(c.Paths().Socket(), patient)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(patient))
	return conn
}

func send(t testing.TB, conn net.Conn, ev event.StateEvent) {
	t.Helper()
	ev.Schema, ev.Timestamp = event.Schema, time.Now()
	frame, err := wire.AppendEvent(nil, &ev)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write(frame); err != nil {
		t.Fatal(err)
	}
}

// answered reads the answer to a held request; false when the connection ends without one.
func answered(t testing.TB, conn net.Conn) (event.Answer, bool) {
	t.Helper()
	payload, err := wire.ReadFrame(conn, nil)
	if err != nil {
		return event.Answer{}, false
	}
	a, err := wire.DecodeAnswer(payload)
	if err != nil {
		t.Fatal(err)
	}
	return a, true
}

func offered(c *Core) (ids []string) {
	for _, s := range c.Board().Latest().Sessions {
		for _, r := range s.Requests {
			if control.Answerable(&r) {
				ids = append(ids, r.ID)
			}
		}
	}
	return ids
}

// TestNothingOfTheUsersIsWritten plants a secret wherever an agent or a person may put words, at the most talkative
// level, and looks for it in every file that the core wrote.
func TestNothingOfTheUsersIsWritten(t *testing.T) {
	const secret = "hunter2"
	c := alone(t, Options{Hold: true}, `{"events":{"port":0},"log":{"level":"debug"}}`)
	conn := dial(t, c)
	said := &event.Payload{
		Prompt: secret, Message: secret, AssistantMessage: secret, Error: secret, TranscriptPath: "/" + secret,
		ToolName: "Bash", ToolInput: []byte(`{"command":"` + secret + `","description":"` + secret + `"}`),
	}
	for _, kind := range []event.Kind{event.UserPrompt, event.PreToolUse, event.Notice, event.Error, event.TurnFailed} {
		send(t, conn, event.StateEvent{SessionID: "01234567" + secret, Tool: event.ClaudeCode, Kind: kind,
			Cwd: "/home/" + secret, Payload: said})
	}
	send(t, conn, event.StateEvent{SessionID: "s", Tool: "a " + secret, Kind: event.Activity})
	if _, err := conn.Write([]byte("\x00\x00\x00\x0a{\"" + secret + "!")); err != nil {
		t.Fatal(err)
	}
	send(t, conn, event.StateEvent{SessionID: "s1", Tool: event.ClaudeCode, Kind: event.PermissionAsk, RequestID: "r1",
		Cwd: "/home/" + secret, Payload: said})
	until(t, "the request", func() bool { return len(offered(c)) == 1 })
	_, err := control.NewClient(c.Paths().Socket()).Decide(t.Context(),
		control.Decision{Request: "r1", Decision: event.Deny, Reason: secret})
	if err != nil {
		t.Fatal(err)
	}
	if a, ok := answered(t, conn); !ok || a.Reason != secret {
		t.Errorf("answer = %+v, %v: the reason belongs to the agent", a, ok)
	}
	post(t, endpoint(t, c).URL+"/events", `{"source":"ci","title":"`+secret+`","message":"`+secret+`"}`)
	post(t, endpoint(t, c).URL+"/events", `{"level":"`+secret+`"}`)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	written := 0
	err = filepath.WalkDir(c.Paths().Home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		written += len(text)
		if bytes.Contains(text, []byte(secret)) {
			t.Errorf("%s has what was said:\n%s", path, text)
		}
		return err
	})
	if err != nil || written == 0 {
		t.Errorf("looked at %d bytes, %v", written, err)
	}
}

func TestTheHomeIsTheUsersAlone(t *testing.T) {
	c := alone(t, Options{}, `{"events":{"port":0}}`)
	endpoint(t, c)
	until(t, "a log", func() bool {
		names, err := filepath.Glob(filepath.Join(c.Paths().Logs(), "*.jsonl"))
		return err == nil && len(names) == 1
	})
	err := filepath.WalkDir(c.Paths().Home, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v: others may look", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestSecondCoreIsRefused(t *testing.T) {
	first := alone(t, Options{}, `{"events":{"port":0}}`)
	if _, err := Start(t.Context(), Options{Home: first.Paths().Home}); !errors.Is(err, sock.ErrInUse) {
		t.Errorf("a second Start = %v, want ErrInUse", err)
	}
	if _, err := control.NewClient(first.Paths().Socket()).Status(t.Context()); err != nil {
		t.Errorf("the first core does not answer any more: %v", err)
	}
	if !sock.Beats(first.Paths().Socket()) {
		t.Error("hooks do not hear that this core shows that it lives")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	alone(t, Options{Home: first.Paths().Home}, `{"events":{"port":0}}`) // the place is free again
}

func TestHiddenPetLetsTheTerminalAsk(t *testing.T) {
	c := alone(t, Options{Screen: true}, `{"events":{"port":0},"hold":{"showWithin":"30s"}}`)
	held := dial(t, c)
	send(t, held, event.StateEvent{SessionID: "s", Tool: event.ClaudeCode, Kind: event.PermissionAsk, RequestID: "r1",
		Payload: &event.Payload{ToolName: "Bash", ToolInput: []byte(`{"command":"ls"}`)}})
	until(t, "the request", func() bool { return len(offered(c)) == 1 })
	if !c.SetVisible(false) {
		t.Fatal("no room for a command")
	}
	if a, ok := answered(t, held); !ok || a.Decision != event.Ask {
		t.Errorf("answer = %+v, %v, want no opinion", a, ok)
	}
	if c.Status().Visible {
		t.Error("the status says that the pet is shown")
	}
}

func TestMutedToolIsNotHeard(t *testing.T) {
	c := alone(t, Options{}, `{"events":{"port":0}}`)
	conn := dial(t, c)
	send(t, conn, event.StateEvent{SessionID: "a", Tool: event.Codex, Kind: event.UserPrompt})
	shown(t, c, "a", true)
	set(t, c, "listeners.codex", "false")
	shown(t, c, "a", false)
	send(t, conn, event.StateEvent{SessionID: "b", Tool: event.Codex, Kind: event.UserPrompt})
	send(t, conn, event.StateEvent{SessionID: "c", Tool: event.ClaudeCode, Kind: event.UserPrompt})
	shown(t, c, "c", true)
	shown(t, c, "b", false)
}

// TestCloseEndsEverything: whatever goes on, no goroutine stays, the socket is gone, and who waits has no opinion.
func TestCloseEndsEverything(t *testing.T) {
	before := runtime.NumGoroutine()
	c := alone(t, Options{Hold: true}, `{"events":{"port":0}}`)
	held, half, idle := dial(t, c), dial(t, c), dial(t, c)
	send(t, held, event.StateEvent{SessionID: "s", Tool: event.ClaudeCode, Kind: event.PermissionAsk, RequestID: "r1",
		Payload: &event.Payload{ToolName: "Bash", ToolInput: []byte(`{"command":"ls"}`)}})
	if _, err := half.Write([]byte{0, 0, 0}); err != nil {
		t.Fatal(err)
	}
	send(t, idle, event.StateEvent{SessionID: "t", Tool: event.Codex, Kind: event.UserPrompt})
	until(t, "the request", func() bool { return len(offered(c)) == 1 })
	watching := make(chan error, 1)
	go func() {
		watching <- control.NewClient(c.Paths().Socket()).Watch(t.Context(), func(*session.Snapshot) error { return nil })
	}()
	until(t, "three hooks", func() bool { return c.Counters()["connections"] >= 3 })
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if a, ok := answered(t, held); ok && a.Decision != event.Ask {
		t.Errorf("a held request was answered at the end: %+v", a)
	}
	if err := <-watching; err != nil && !errors.Is(err, control.ErrNotRunning) {
		t.Errorf("Watch = %v, want a quiet end", err)
	}
	if _, err := os.Lstat(c.Paths().Socket()); err == nil {
		t.Error("the socket is left behind")
	}
	until(t, "its goroutines to end", func() bool { return runtime.NumGoroutine() <= before })
}

// TestEndIsNoFault: a core that is told to end has nothing to complain about, in whatever order its parts end.
func TestEndIsNoFault(t *testing.T) {
	for range 50 {
		c := alone(t, Options{}, `{"events":{"port":0}}`)
		if _, err := control.NewClient(c.Paths().Socket()).Snapshot(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(c.Paths().Logs(), "*"))
		if err != nil || len(files) != 1 {
			t.Fatalf("logs: %q, %v", files, err)
		}
		text, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte(`"ERROR"`)) || bytes.Contains(text, []byte(`"WARN"`)) {
			t.Fatalf("after its end the log says:\n%s", text)
		}
	}
}
