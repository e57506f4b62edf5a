package rig

import (
	"testing"

	"dango/assets/internal/ink"
)

// TestAnotherColour: a palette changes colours and never the silhouette, so one atlas's masks fit them all.
func TestAnotherColour(t *testing.T) {
	pink := Rice
	pink.Base, pink.Shade = ink.Hex(0xf9c9d0), ink.Hex(0xe79aa8)
	a, b := Draw(Pose{}, Rice).Image(), Draw(Pose{}, pink).Image()
	same := true
	for i := 0; i < len(a.Pix); i += 4 {
		if a.Pix[i+3] != b.Pix[i+3] {
			t.Fatalf("pixel %d: alpha %d became %d", i/4, a.Pix[i+3], b.Pix[i+3])
		}
		same = same && a.Pix[i] == b.Pix[i]
	}
	if same {
		t.Error("another palette draws the same colours")
	}
}
