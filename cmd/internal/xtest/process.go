//go:build linux

package xtest

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// stopWithin is how long a process may take to end after SIGTERM before it is killed.
const stopWithin = 5 * time.Second

// Process is a program that runs beside the test. Its methods may be called from any goroutine.
type Process struct {
	cmd  *exec.Cmd
	out  tail
	done chan struct{}
	err  error // valid once done is closed
}

// Spawn starts cmd. Output that cmd sends nowhere is kept for messages, its last 16 KiB. The process gets SIGTERM
// when the test's process dies, however that happens.
func Spawn(cmd *exec.Cmd) (*Process, error) {
	p := &Process{cmd: cmd, done: make(chan struct{})}
	if cmd.Stdout == nil {
		cmd.Stdout = &p.out
	}
	if cmd.Stderr == nil {
		cmd.Stderr = &p.out
	}
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGTERM
	// A grandchild may keep the pipes open: do not wait for it. A busy machine needs a while for what is in them.
	cmd.WaitDelay = stopWithin
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("xtest: start %s: %w", cmd.Path, err)
	}
	go func() {
		p.err = cmd.Wait()
		close(p.done)
	}()
	return p, nil
}

// PID is the process's id.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Done is closed when the process has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

func (p *Process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// Signal sends s.
func (p *Process) Signal(s syscall.Signal) error { return p.cmd.Process.Signal(s) }

// Output is what the process has printed to wherever nobody else listens.
func (p *Process) Output() string { return p.out.String() }

// Wait gives the exit status once the process has ended, or an error when it has not within limit.
func (p *Process) Wait(limit time.Duration) (status int, err error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-p.done:
	case <-timer.C:
		return 0, fmt.Errorf("xtest: %s has not ended within %v; it printed:\n%s", p.cmd.Path, limit, p.Output())
	}
	var exit *exec.ExitError
	switch {
	case p.err == nil:
		return 0, nil
	case errors.As(p.err, &exit):
		return exit.ExitCode(), nil
	}
	return p.cmd.ProcessState.ExitCode(), p.err
}

// Stop ends the process, kindly first, and returns when it is gone.
func (p *Process) Stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	if _, err := p.Wait(stopWithin); err == nil {
		return
	}
	_ = p.cmd.Process.Kill()
	<-p.done
}

// tail keeps the end of what is written to it.
type tail struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

const maxTail = 16 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf.Write(b)
	if extra := t.buf.Len() - maxTail; extra > 0 {
		t.buf.Next(extra)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.buf.String()
}
