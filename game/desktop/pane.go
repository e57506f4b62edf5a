package desktop

import "image"

// Pane is a small window that we paint ourselves, beside the engine's: what it shows costs no more than its own pixels,
// however far it is from the rest. The zero value hides it.
type Pane struct {
	Bounds  image.Rectangle   // device pixels of the desktop
	Solid   []image.Rectangle // what of it takes clicks, likewise
	Ghost   bool              // it takes none all the same
	Picture *image.RGBA       // as large as Bounds, premultiplied; nobody changes it any more
}

// Panes says whether there can be a pane on this system. Where there cannot, the engine's window has to show it all.
func (d *Desktop) Panes() bool { return places }

// Show asks for the pane to be as p says. It never has the keyboard, lies above all other windows, on every desktop, and
// its pointer events come with those of the engine's window. A newer one replaces an older one.
func (d *Desktop) Show(p Pane) {
	d.pane.Store(&p)
	nudge(d.wished)
}
