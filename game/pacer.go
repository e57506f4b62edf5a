package game

import (
	"context"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
)

// pacer wakes the loop: when a snapshot was published, when the window has something to tell, and when the picture
// changes by itself. Nothing else does, so a pet that nothing happens to costs its animation alone.
type pacer struct {
	due   chan time.Duration // until the next change; the newest counts
	stuck func(bool)         // see Options
}

func newPacer(stuck func(bool)) *pacer { return &pacer{make(chan time.Duration, 1), stuck} }

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

// answerWithin is how long an Update may take to come. The engine swallows wakes while its window appears, so after that
// the loop is woken again.
const answerWithin = time.Second / 10

// stuckAfter is how long an Update may not come until nobody is to rely on the picture: a machine under load is late, too.
const stuckAfter = 10 * time.Second

// run wakes the loop until stopped, and while busy says so it holds back; window receives when that is over. When ctx
// ends it wakes the loop too, which then ends by itself.
func (p *pacer) run(ctx context.Context, stopped, board, window <-chan struct{}, busy func() bool) {
	timer, again, late := time.NewTimer(0), time.NewTimer(answerWithin), time.NewTimer(stuckAfter)
	defer timer.Stop()
	defer again.Stop()
	defer late.Stop()
	ended := ctx.Done()
	waits, stuck := true, false // for an Update
	for {
		select {
		case <-stopped:
			return
		case in := <-p.due: // an Update has come
			timer.Reset(in)
			again.Stop()
			late.Stop()
			if waits = false; stuck {
				stuck = false
				p.stuck(false)
			}
			continue
		case <-late.C:
			stuck = true
			p.stuck(true)
			continue
		case <-ended:
			ended = nil
		case <-timer.C:
		case <-again.C:
		case <-board:
		case <-window:
		}
		if ctx.Err() != nil || !busy() {
			wakeLoop()
			again.Reset(answerWithin)
			if !waits {
				waits = true
				late.Reset(stuckAfter)
			}
		}
	}
}

// wakeLoop has the engine run one frame. It may be called from any goroutine.
func wakeLoop() {
	//lint:ignore SA1019 nothing else lets the engine's loop sleep: skipping the drawing alone costs five times as much
	ebiten.ScheduleFrame()
}
