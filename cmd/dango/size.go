package main

import (
	"strconv"
	"sync/atomic"
	"time"

	"dango/cmd/internal/core"
)

// sizer writes down the size that the wheel gives the pet, once the wheel rests.
type sizer struct {
	core  *core.Core
	sizes chan float64 // newest alone
	busy  atomic.Bool  // a size is not written yet
}

// sizeRest is how long the wheel rests before its size counts.
const sizeRest = 400 * time.Millisecond

func newSizer(c *core.Core) *sizer { return &sizer{core: c, sizes: make(chan float64, 1)} }

// set has a size written down. It never waits; the game goroutine alone calls it.
func (s *sizer) set(size float64) {
	s.busy.Store(true)
	latest(s.sizes, size)
}

// run writes sizes until the channel is closed.
func (s *sizer) run() {
	for size := range s.sizes {
		rest := time.NewTimer(sizeRest)
		for more := true; more; {
			select {
			case newer, ok := <-s.sizes:
				if more = ok; ok {
					size = newer
					rest.Reset(sizeRest)
				}
			case <-rest.C:
				more = false
			}
		}
		if err := s.core.Prefs().Set("size", strconv.FormatFloat(size, 'g', -1, 64)); err != nil {
			s.core.Log().Warn("the pet's size is not kept", "error", err)
		}
		if len(s.sizes) == 0 {
			s.busy.Store(false)
		}
	}
}
