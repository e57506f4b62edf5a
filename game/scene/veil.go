package scene

// How much is left of everything, and how long it takes to get there: 150 ms.
const (
	ghostOpacity = .4
	hoverOpacity = .25
	veilTicks    = 9
)

// veil is what makes the whole scene faint or quiet.
type veil struct {
	ghost, hoverFade, quiet bool
	fading                  // opacity of everything
	shown                   float32
}

// SetGhost makes everything faint and lets all clicks through: see Ghost. What asks something is small meanwhile, and is
// answered in its terminal.
func (s *Scene) SetGhost(on bool) {
	if on == s.veil.ghost {
		return
	}
	s.veil.ghost, s.stale = on, true
	if on {
		s.letGo()
	}
	s.shrink()
}

// Ghost says whether the window must let all clicks through. The user can change it: see Wish.Ghost.
func (s *Scene) Ghost() bool { return s.veil.ghost }

// Resting says whether the pet hides because nothing happens; see Manner.Hide. It comes by itself.
func (s *Scene) Resting() bool { return s.visible && s.asleep }

// SetHoverFade has everything fade while the pointer is over it, unless somebody asks something.
func (s *Scene) SetHoverFade(on bool) { s.veil.hoverFade, s.stale = on, true }

// SetQuiet keeps bubbles small and everything still: nobody wants to be disturbed. Requests have no cards then.
func (s *Scene) SetQuiet(on bool) {
	if on == s.veil.quiet {
		return
	}
	s.veil.quiet, s.stale = on, true
	s.shrink()
}

// SetVisibleBubbles says how many bubbles are shown at once.
func (s *Scene) SetVisibleBubbles(n int) { s.most, s.stale = max(1, n), true }

// Opacity is how much of the picture is to be seen, as a whole: 1 is all of it.
func (s *Scene) Opacity() float32 { return s.veil.at(s.tick) }

// letGo ends what the pointer and the keyboard do here.
func (s *Scene) letGo() {
	if s.dragging {
		s.player.Drop()
		s.wish.Moved = true
	}
	s.land()
	s.pointer, s.focused = pointer{at: s.at}, keyboard{}
	s.closeMenu()
}

// shrink gives all bubbles the size that they should have now.
func (s *Scene) shrink() {
	s.each(func(b *bubble) {
		if small := s.veil.ghost || s.veil.quiet; small != b.small {
			b.small = small
			b.adopt(b.s, s.drafts, s.now, s.tick)
		}
	})
}

// dim has the opacity follow what it depends on.
func (s *Scene) dim() (changed bool) {
	to := float32(1)
	switch {
	case s.veil.ghost:
		to = ghostOpacity
	case s.veil.hoverFade && s.over() && !s.asked():
		to = hoverOpacity
	}
	if v := &s.veil.fading; v.to != to {
		*v = fading{from: v.at(s.tick), to: to, start: s.tick, ticks: s.length(veilTicks)}
	}
	now := s.Opacity()
	changed, s.veil.shown = now != s.veil.shown, now
	return changed
}

// over says whether the pointer is over something and does no more than that.
func (s *Scene) over() bool {
	return !s.bar.over && (s.hover.part != partNone || s.onStack) && s.pressed.part == partNone && !s.menu.open && !s.Keyboard()
}

// asked says whether a card is on show.
func (s *Scene) asked() bool {
	for _, b := range s.column {
		if b.shown && !b.dead && b.req != nil {
			return true
		}
	}
	return false
}
