package game

import (
	"context"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
)

// pacer wakes the loop: when a snapshot was published, when the window has something to tell, and when the picture
// changes by itself. Nothing else does, so a pet that nothing happens to costs its animation alone.
type pacer struct {
	due chan time.Duration // until the next change; the newest counts
}

func newPacer() *pacer { return &pacer{due: make(chan time.Duration, 1)} }

// next says when the picture changes by itself. It never waits; the game goroutine alone calls it.
func (p *pacer) next(in time.Duration) {
	for {
		select {
		case p.due <- in:
			return
		default:
		}
		select {
		case <-p.due:
		default:
		}
	}
}

// run wakes the loop until ctx ends, and then once more, so that the loop sees the end. While busy says so it holds
// back; window receives when that is over.
func (p *pacer) run(ctx context.Context, board, window <-chan struct{}, busy func() bool) {
	defer ebiten.ScheduleFrame()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case in := <-p.due:
			timer.Reset(in)
			continue
		case <-timer.C:
		case <-board:
		case <-window:
		}
		if !busy() {
			ebiten.ScheduleFrame()
		}
	}
}
