package desktop

import (
	"image"
	"testing"
)

// What the engine paints covers the patches before it. One that is still waiting then must not be shown after it.
func TestDropPatches(t *testing.T) {
	d := &Desktop{patches: make(chan Patch, maxPatches)}
	r := image.Rect(0, 0, 2, 2)
	for n := range 2 {
		many := make([]Patch, maxPatches)
		for i := range many {
			many[i] = NewPatch(r)
		}
		if !d.Patch(many) {
			t.Fatalf("round %d: %d patches are too many", n, len(many))
		}
		if d.Patch([]Patch{NewPatch(r)}) {
			t.Errorf("round %d: one more than %d patches was taken", n, maxPatches)
		}
		d.DropPatches()
		select {
		case <-d.patches:
			t.Errorf("round %d: a patch is still to be shown", n)
		default:
		}
	}
}
