package desktop

import (
	"image"
	"sync"
)

// Patch changes a part of what the engine's window shows, beside the engine. Its rectangle is in the window's pixels, the
// colours are premultiplied.
type Patch = *image.RGBA

// maxPatches is how many patches may be on their way: more than a picture is made of.
const maxPatches = 32

// blanks are patches that have been shown, for others.
var blanks = sync.Pool{New: func() any { return &image.RGBA{} }}

// NewPatch is an empty patch of r. Patch takes it back.
func NewPatch(r image.Rectangle) Patch {
	p := blanks.Get().(Patch)
	n := 4 * r.Dx() * r.Dy()
	if cap(p.Pix) < n {
		p.Pix = make([]uint8, n)
	}
	p.Pix, p.Stride, p.Rect = p.Pix[:n], 4*r.Dx(), r
	clear(p.Pix)
	return p
}

// Patch shows patches soon, in their order, and keeps them. It never waits; false says that too many are on their way, or
// that this system has no such thing, and then none of these is shown.
//
// What the engine shows next covers them: it has to know of them by then. See DropPatches.
func (d *Desktop) Patch(patches []Patch) bool {
	if !places || len(patches) > cap(d.patches)-len(d.patches) { // the game goroutine alone sends
		return false
	}
	for _, p := range patches {
		d.patches <- p
	}
	return true
}

// DropPatches forgets the patches that nobody has shown so far. It must be called when the engine paints: a patch that is late
// would show what was there before.
func (d *Desktop) DropPatches() {
	for {
		select {
		case p := <-d.patches:
			blanks.Put(p)
		default:
			return
		}
	}
}

// Uncovered counts how often a part of the window that nobody keeps has come to light. The engine does not paint it anew
// by itself.
func (d *Desktop) Uncovered() uint64 { return d.uncovered.Load() }
