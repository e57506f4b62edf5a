package process

import (
	"context"
	"os/exec"
	"testing"
	"time"
)

// sleeper is a child that lives until it is killed, or for a minute.
func sleeper(t *testing.T) (*exec.Cmd, Info) {
	t.Helper()
	c := exec.Command("sleep", "60")
	if err := c.Start(); err != nil {
		t.Skip("nothing to start here:", err)
	}
	t.Cleanup(func() { c.Process.Kill(); c.Wait() })
	p, ok := Lookup(c.Process.Pid)
	if !ok {
		t.Skip("the process table is not read on this system")
	}
	return c, p
}

func TestAwait(t *testing.T) {
	ways := map[string]func(ctx context.Context, pid int, start uint64) bool{
		"as the system can": Await,
		"by looking": func(ctx context.Context, pid int, start uint64) bool {
			return poll(ctx, pid, start, time.Millisecond)
		},
	}
	for name, await := range ways {
		t.Run(name, func(t *testing.T) {
			c, p := sleeper(t)
			if !await(t.Context(), c.Process.Pid, p.Start+1) {
				t.Error("another process with its pid is waited for")
			}
			ctx, cancel := context.WithCancel(t.Context())
			still := make(chan bool)
			go func() { still <- await(ctx, c.Process.Pid, p.Start) }()
			cancel()
			if <-still {
				t.Error("a process that lives has ended")
			}
			gone := make(chan bool)
			go func() { gone <- await(t.Context(), c.Process.Pid, p.Start) }()
			if err := c.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			c.Wait()
			select {
			case ok := <-gone:
				if !ok {
					t.Error("Await gave up")
				}
			case <-time.After(4 * time.Second):
				t.Error("nobody noticed the end within 4 s")
			}
			if !await(t.Context(), c.Process.Pid, p.Start) {
				t.Error("a process that has ended is waited for")
			}
		})
	}
}
