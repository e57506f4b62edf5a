//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"dango/ingress/wire"
	"dango/session/event"
)

const request = `{"session_id":"s","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls"}}`

// held is a dango-emit that waits for an answer.
type held struct {
	*exec.Cmd
	event  event.StateEvent
	conn   io.ReadWriteCloser // the server's end of its connection
	server *server
}

// hold starts a request, with env on top of a clean environment, and returns when the server holds it.
func hold(t *testing.T, out *os.File, env ...string) *held {
	t.Helper()
	dir, s := home(t)
	return holdIn(t, dir, s, out, env...)
}

// holdIn does so where a server listens already.
func holdIn(t *testing.T, dir string, s *server, out *os.File, env ...string) *held {
	t.Helper()
	cmd := exec.Command(shipped(t), "claude-code")
	cmd.Env = append([]string{"DANGO_HOME=" + dir, "HOME=" + dir}, env...)
	cmd.Stdin, cmd.Stdout = strings.NewReader(request), out
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	ev, err := s.next()
	if err != nil {
		t.Fatal(err)
	}
	conn := <-s.held
	t.Cleanup(func() { conn.Close() })
	return &held{cmd, ev, conn, s}
}

// answer lets the user decide.
func (h *held) answer(t *testing.T, d event.Decision) {
	t.Helper()
	frame, err := wire.AppendAnswer(nil, &event.Answer{Schema: event.Schema, RequestID: h.event.RequestID, Decision: d})
	if err != nil {
		t.Fatal(err)
	}
	h.conn.Write(frame) // fails when the hook is gone already, which is what some tests are about
}

// ends checks that the hook ends by itself, with code 0.
func (h *held) ends(t *testing.T) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- h.Wait() }()
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("the hook ended with %v, want exit code 0", err)
		}
	case <-time.After(patient):
		t.Fatal("the hook goes on waiting")
	}
}

// pipe gives standard output to a hook and keeps the reader.
func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

// printed is all that went into a pipe whose writers are gone but for w.
func printed(t *testing.T, r, w *os.File) string {
	t.Helper()
	w.Close()
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestHoldPrintsTheAnswer(t *testing.T) {
	r, w := pipe(t)
	h := hold(t, w)
	h.answer(t, event.Allow)
	h.ends(t)
	const want = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}` + "\n"
	if got := printed(t, r, w); got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}

func TestHoldGivesUpOnSignals(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT} {
		t.Run(sig.String(), func(t *testing.T) {
			r, w := pipe(t)
			h := hold(t, w)
			h.Process.Signal(sig)
			h.ends(t)
			h.answer(t, event.Allow)
			if got := printed(t, r, w); got != "" {
				t.Errorf("printed %q", got)
			}
		})
	}
}

// Codex kills its hooks' readers without a word; so does a killed Claude.
func TestHoldGivesUpWhenNobodyReads(t *testing.T) {
	t.Run("pipe", func(t *testing.T) {
		r, w := pipe(t)
		h := hold(t, w)
		w.Close()
		r.Close()
		h.ends(t)
	})
	t.Run("socket", func(t *testing.T) { // what Claude Code gives its hooks
		fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, fd := range fds {
			syscall.CloseOnExec(fd)
		}
		ours, theirs := os.NewFile(uintptr(fds[0]), "ours"), os.NewFile(uintptr(fds[1]), "theirs")
		h := hold(t, theirs)
		theirs.Close()
		ours.Close()
		h.ends(t)
	})
}

func TestHoldGivesUpWhenDangoGoes(t *testing.T) {
	r, w := pipe(t)
	h := hold(t, w)
	h.conn.Close()
	h.ends(t)
	if got := printed(t, r, w); got != "" {
		t.Errorf("printed %q", got)
	}
}

// An answer to somebody else's request, or no answer at all, is none.
func TestHoldTakesOnlyItsOwnAnswer(t *testing.T) {
	for name, bytes := range map[string]string{
		"another request's": frameOf(`{"schema":1,"requestId":"other","decision":"allow"}`),
		"not JSON":          frameOf("allow"),
		"another schema":    frameOf(`{"schema":2,"requestId":"other","decision":"allow"}`),
	} {
		t.Run(name, func(t *testing.T) {
			r, w := pipe(t)
			h := hold(t, w)
			io.WriteString(h.conn, bytes)
			h.ends(t)
			if got := printed(t, r, w); got != "" {
				t.Errorf("printed %q", got)
			}
		})
	}
}

func frameOf(payload string) string {
	frame, _ := wire.AppendFrame(nil, []byte(payload))
	return string(frame)
}

// The agent's process is found by CLAUDE_PID; when it dies, the answer that comes too late is not printed.
func TestHoldGivesUpWithItsAgent(t *testing.T) {
	agent := exec.Command("sleep", "1000")
	if err := agent.Start(); err != nil {
		t.Fatal(err)
	}
	defer agent.Wait()
	defer agent.Process.Kill()
	r, w := pipe(t)
	h := hold(t, w, fmt.Sprintf("CLAUDE_PID=%d", agent.Process.Pid))
	if h.event.AgentPID != agent.Process.Pid || h.event.AgentStart == 0 {
		t.Fatalf("the event names process %d started at %d, want %d", h.event.AgentPID, h.event.AgentStart, agent.Process.Pid)
	}
	agent.Process.Kill()
	agent.Wait()
	h.answer(t, event.Allow)
	h.ends(t)
	if got := printed(t, r, w); got != "" {
		t.Errorf("printed %q", got)
	}
}

// Signs of life are asked for where they are promised.
func TestHoldAsksWhoPromises(t *testing.T) {
	dir, s := home(t)
	for _, promised := range []bool{false, true} {
		if promised {
			if err := s.PromiseBeats(); err != nil {
				t.Fatal(err)
			}
		}
		h := holdIn(t, dir, s, nil)
		if h.event.Heartbeats != promised {
			t.Errorf("promised %v, asked for %v", promised, h.event.Heartbeats)
		}
		h.answer(t, event.Allow)
		h.ends(t)
	}
}

// The shell that ran the hook is killed; the hook lives on as somebody else's child, and must not.
func TestHoldGivesUpWithItsParent(t *testing.T) {
	dir, s := home(t)
	// The command after the hook keeps the shell from becoming the hook.
	shell := exec.Command("/bin/sh", "-c", `"$0" claude-code; exit 3`, shipped(t))
	shell.Env = []string{"DANGO_HOME=" + dir, "HOME=" + dir}
	shell.Stdin = strings.NewReader(request)
	r, w := pipe(t)
	shell.Stdout = w
	if err := shell.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.next(); err != nil {
		t.Fatal(err)
	}
	conn := <-s.held
	defer conn.Close()
	shell.Process.Kill()
	shell.Wait()
	conn.SetReadDeadline(time.Now().Add(patient))
	if n, err := conn.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("after the parent's death: %v, want a closed connection", err)
	}
	if got := printed(t, r, w); got != "" {
		t.Errorf("printed %q", got)
	}
}

// What cannot be sent whole cannot be judged: the pet hears of it, and the terminal asks.
func TestRequestsThatAreTooLongAreNews(t *testing.T) {
	dir, s := home(t)
	cmd := exec.Command(shipped(t), "claude-code")
	cmd.Env = []string{"DANGO_HOME=" + dir, "HOME=" + dir}
	cmd.Stdin = strings.NewReader(`{"session_id":"s","hook_event_name":"PermissionRequest","tool_name":"Write",` +
		`"tool_input":{"file_path":"/a","content":"` + strings.Repeat("x", wire.MaxFrame) + `"}}`)
	out, err := cmd.CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("printed %q, %v", out, err)
	}
	ev, err := s.next()
	if err != nil {
		t.Fatal(err)
	}
	if ev.Kind != event.PermissionAsk || ev.RequestID != "" || string(ev.Payload.ToolInput) != `{"file_path":"/a"}` {
		t.Errorf("got %+v, payload %+v", ev, ev.Payload)
	}
}

// A tool may return megabytes; the agent may keep the hook's input open. Neither holds the event up.
func TestInputThatIsHugeAndStaysOpen(t *testing.T) {
	dir, s := home(t)
	cmd := exec.Command(shipped(t), "claude-code")
	cmd.Env = []string{"DANGO_HOME=" + dir, "HOME=" + dir}
	r, w := pipe(t)
	cmd.Stdin = r
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	r.Close()
	_, err := io.WriteString(w, `{"session_id":"s","hook_event_name":"PostToolUse","tool_name":"Read","tool_response":"`+
		strings.Repeat("y", 20<<20)+`","tool_use_id":"u"}`)
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil { // before w is closed
		t.Error(err)
	}
	if ev, err := s.next(); err != nil || ev.Kind != event.PostToolUse || ev.ToolUseID != "u" {
		t.Errorf("got %+v, %v", ev, err)
	}
}
