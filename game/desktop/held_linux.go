package desktop

import (
	"time"

	"github.com/jezek/xgb/xproto"

	"dango/game/input"
)

// held are the buttons that went down on a window of ours and have not come up. Some servers lose a release: while
// nothing moves, the buttons are looked at.
type held struct {
	down   uint16 // as X's masks
	on     xproto.Window
	moved  bool // since the last look
	ticker *time.Ticker
}

// lostEvery is how often a button that is held is looked at. A lost release is noticed within two looks: 220 ms.
const lostEvery = 100 * time.Millisecond

func (h *held) note(kind input.Kind, detail xproto.Button, on xproto.Window) {
	if kind == input.Release {
		h.down &^= buttonMask(detail)
	} else {
		h.down, h.on = h.down|buttonMask(detail), on
	}
	h.moved = true
	switch {
	case h.down != 0 && h.ticker == nil:
		h.ticker = time.NewTicker(lostEvery)
	case h.down == 0 && h.ticker != nil:
		h.ticker.Stop()
		h.ticker = nil
	}
}

func buttonMask(detail xproto.Button) uint16 { return xproto.ButtonMask1 << (detail - 1) }

// due receives when it is time to look.
func (h *held) due() <-chan time.Time {
	if h.ticker == nil {
		return nil
	}
	return h.ticker.C
}

// lookHeld reports the release of buttons that are up although nobody said so.
func (s *server) lookHeld() {
	h := &s.held
	if h.moved {
		h.moved = false
		return
	}
	p, err := xproto.QueryPointer(s.conn, s.root).Reply()
	if err != nil {
		return
	}
	for detail := xproto.Button(1); detail <= 3; detail++ {
		if mask := buttonMask(detail); h.down&mask != 0 && p.Mask&mask == 0 {
			s.button(input.Release, xproto.ButtonPressEvent{Detail: detail, State: p.Mask, Event: h.on, RootX: p.RootX, RootY: p.RootY})
		}
	}
}
