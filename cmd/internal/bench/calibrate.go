//go:build linux

package main

import (
	"runtime"
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

// sliceEvery is how often the speed of the machine is looked at, which takes about a hundredth of a core.
const sliceEvery = 100 * time.Millisecond

// calibrate begins to do one fixed piece of work again and again. The func that it gives ends that and says how much more
// processor time a piece has taken in the middle than at its best: with others at work a core does less in the same time.
func calibrate() (slowed func() float64) {
	stop, result := make(chan struct{}), make(chan float64)
	go func() {
		runtime.LockOSThread()
		var took []time.Duration
		ticker := time.NewTicker(sliceEvery)
		defer ticker.Stop()
		for {
			took = append(took, piece())
			select {
			case <-ticker.C:
			case <-stop:
				slices.Sort(took)
				result <- float64(took[len(took)/2]) / float64(took[0])
				return
			}
		}
	}()
	return func() float64 { close(stop); return <-result }
}

// picture is larger than what a core keeps near.
var picture [1 << 20]byte

// piece blends a picture and gives the processor time that it took.
func piece() time.Duration {
	begin := threadTime()
	for range 2 {
		for i := range picture {
			picture[i] = byte((uint16(picture[i])*200 + uint16(i)*55) >> 8)
		}
	}
	return max(threadTime()-begin, time.Microsecond)
}

// threadTime is the processor time of this thread.
func threadTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
