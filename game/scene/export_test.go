package scene

import "dango/game/drawlist"

// OnPet says whether a click at p would hit the pet.
func (s *Scene) OnPet(p drawlist.Point) bool { return s.onPet(p) }

// PetRegion is what of the pet takes clicks.
func (s *Scene) PetRegion() []drawlist.Rect { return s.petRegion(nil) }
