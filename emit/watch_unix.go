//go:build unix

package emit

import (
	"os"
	"time"

	"golang.org/x/sys/unix"

	"dango/ingress/process"
)

// tick is how often processes are looked at where the system cannot report their end.
const tick = 250 * time.Millisecond

// A watcher tells when a held hook's agent no longer wants its answer: nobody reads out any more, the agent's
// process has ended, or the hook's parent has.
type watcher struct {
	done <-chan struct{} // closed when the agent is gone

	out    int
	agent  int // 0: not known
	start  uint64
	parent int
	exits  []int // file descriptors that become readable when the agent or the parent ends
	ticks  bool  // some process has no such descriptor
}

// watch starts to watch. The watcher lives as long as the process.
func watch(out *os.File, agent int, start uint64) *watcher {
	done := make(chan struct{})
	w := &watcher{done: done, out: int(out.Fd()), agent: agent, start: start, parent: os.Getppid()}
	for _, pid := range []int{agent, w.parent} {
		if pid == 0 {
			continue
		}
		if fd, ok := exitOf(pid); ok {
			w.exits = append(w.exits, fd)
		} else {
			w.ticks = true
		}
	}
	go func() {
		defer quietly()
		defer close(done)
		for !w.wait() {
		}
	}()
	return w
}

// wait blocks until something happened or a tick passed, and reports whether the agent is gone.
func (w *watcher) wait() bool {
	timeout := -1
	if w.ticks {
		timeout = int(tick.Milliseconds())
	}
	return w.replaced() || w.poll(timeout)
}

// gone looks once, without waiting.
func (w *watcher) gone() bool { return w.replaced() || w.poll(0) }

func (w *watcher) poll(milliseconds int) bool {
	fds := []unix.PollFd{{Fd: int32(w.out)}} // no events asked for: only errors and hang-ups come
	for _, fd := range w.exits {
		fds = append(fds, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
	}
	n, err := unix.Poll(fds, milliseconds)
	return err == nil && n > 0
}

// replaced says that the parent changed, or that the agent's pid is free or another process's.
func (w *watcher) replaced() bool {
	if os.Getppid() != w.parent {
		return true
	}
	if w.agent == 0 {
		return false
	}
	p, ok := process.Lookup(w.agent)
	return !ok || p.Start != w.start
}
