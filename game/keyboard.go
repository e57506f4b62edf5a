package game

import (
	"dango/game/desktop/clip"
	"dango/game/scene"
)

// keyboard takes the keyboard while the scene wants it, and does what the scene wants of the clipboard.
func (g *Game) keyboard(w *scene.Wish) {
	g.Window.Type(g.Scene.Keyboard(), g.Scene.Caret())
	if w.Copy != "" {
		g.Window.Copy(clip.Clipboard, w.Copy)
	}
	if w.Select != "" {
		g.Window.Copy(clip.Primary, w.Select)
	}
	switch w.Paste {
	case scene.FromClipboard:
		g.Window.Paste(clip.Clipboard)
	case scene.FromSelection:
		g.Window.Paste(clip.Primary)
	}
}
