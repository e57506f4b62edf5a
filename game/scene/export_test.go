package scene

import (
	"fmt"

	"dango/game/drawlist"
)

// OnPet says whether a click at p would hit the pet.
func (s *Scene) OnPet(p drawlist.Point) bool { return s.onPet(p) }

// PetRegion is what of the pet takes clicks.
func (s *Scene) PetRegion() []drawlist.Rect { return s.petRegion(nil) }

// Boxes are what text may stand in, in the world.
func (s *Scene) Boxes() (all []drawlist.Rect) {
	for _, b := range s.column {
		switch {
		case b.line && b.shown:
			all = append(all, s.lineRect(s.box(b)).Inset(3))
		case b.shown:
			all = append(all, s.box(b).Inset(8))
		}
	}
	for _, r := range []drawlist.Rect{chip(s.plan.Near), chip(s.plan.Far), s.countRect()} {
		if !r.Empty() {
			all = append(all, r)
		}
	}
	return all
}

// Targets are what takes clicks with a meaning of its own, by what it is. Sliders are not among them: the wheel and a
// drag do the same.
func (s *Scene) Targets() map[string]drawlist.Rect {
	all := map[string]drawlist.Rect{}
	if s.bar.on {
		all["bar"] = s.bar.surface(s.tick)
	}
	for _, b := range s.cards() {
		if !b.shown || b.dead {
			continue
		}
		card := s.box(b)
		if b.line {
			all["the line"] = s.lineRect(card)
			continue
		}
		where := pick(b.inBar, " in the bar", "")
		all["card "+b.title+where], all["✕ of "+b.title+where] = card, b.cross(card)
		for i := range b.buttons {
			r, _ := b.where(i, card)
			all[fmt.Sprint("[", b.buttons[i].label, "] of ", b.title, where)] = r
		}
	}
	if s.plan.Before > 0 {
		all["older"] = chip(s.plan.Near).Inset(-chipSlack)
	}
	if s.plan.After > 0 {
		all["newer"] = chip(s.plan.Far).Inset(-chipSlack)
	}
	if r := s.countRect(); !r.Empty() {
		all["count"] = r.Inset(-countSlack)
	}
	return all
}

// Body is what a pet at rest fills.
func (s *Scene) Body() drawlist.Rect { return s.bodyRect() }
