package scene

import (
	"dango/game/drawlist"
	"dango/session"
)

// Keyboard says whether the scene wants keys: while a text field is open, or keys move the focus ring. The window takes
// the keyboard only then, and gives it back to whoever had it.
func (s *Scene) Keyboard() bool { return false }

// Caret is where text would go in, in the world: an input method shows its candidates below. Empty without a field.
func (s *Scene) Caret() drawlist.Rect { return drawlist.Rect{} }

// Explain says on the bubble of a session why its terminal could not be brought to the front.
func (s *Scene) Explain(key session.Key, why string) {
	if b := s.byKey[key]; b != nil {
		b.explained, b.measured, s.stale = why, false, true
		b.reword()
	}
}
