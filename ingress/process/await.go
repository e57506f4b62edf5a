package process

import (
	"context"
	"time"
)

// pollEvery is how often a process is looked at where the system cannot tell of its end.
const pollEvery = 5 * time.Second

// Await blocks until the process has ended, which is true, or ctx has, which is false. A pid that another process
// uses by now has ended. Where the system tells, it returns at once and costs nothing meanwhile; else it looks every
// 5 s.
func Await(ctx context.Context, pid int, start uint64) bool {
	if gone, ok := awaitExit(ctx, pid, start); ok {
		return gone
	}
	return poll(ctx, pid, start, pollEvery)
}

func poll(ctx context.Context, pid int, start uint64, every time.Duration) bool {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for Lives(pid, start) {
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
	}
	return true
}
