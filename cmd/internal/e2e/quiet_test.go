//go:build linux

package e2e

import (
	"testing"

	"dango/cmd/internal/xtest"
)

// A pet that is well says nothing: not about passwords that no server wants, nor about a desktop without a tray.
func TestPetIsQuiet(t *testing.T) {
	p := open(t, xtest.Options{NoCompositor: true})
	p.must(p.Play(p.load("claude-code", "plain_text").Before("SessionEnd")))
	p.shows("hello [[plain]]")
	if said := p.pet.Output(); said != "" {
		t.Errorf("dango printed %q", said)
	}
}
