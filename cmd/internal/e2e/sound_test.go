//go:build linux

package e2e

import (
	"encoding/binary"
	"testing"
	"time"

	"dango/cmd/internal/xtest"
	"dango/game/desktop/sound/soundtest"
)

// Who wants to hears when an agent asks something; by default all is silent.
func TestSound(t *testing.T) {
	t.Parallel()
	address, heard := soundtest.Start(t)
	s := NewStage(xtest.New(t, xtest.Options{NoCompositor: true}), programs(t))
	s.Extra = []string{"PULSE_SERVER=" + address}
	p := &play{Stage: s, t: t}
	p.must(Prepare(s.Home))
	_, err := s.Petctl("config", "set", "sound.requests", "pet") // the built-in one has none: a drop
	p.must(err)
	_, err = s.Petctl("config", "set", "sound.volume", "1")
	p.must(err)
	if p.pet, err = s.Pet(); err != nil {
		t.Fatal(err)
	}
	r := p.load("claude-code", "pr_allow")
	p.must(p.Play(r.Before("PermissionRequest")))
	asks, err := r.First("PermissionRequest")
	p.must(err)
	_, err = s.Hook("claude-code", asks)
	p.must(err)
	p.must(heard.SetReadDeadline(time.Now().Add(xtest.Patience)))
	const loud = 8000                                             // what the sound reaches at the volume 1, and does not at the default
	for buf, peak := make([]byte, 4096), int16(0); peak < loud; { // the server plays silence in between
		n, err := heard.Read(buf)
		if err != nil {
			t.Fatalf("nothing louder than %d was heard: %v", peak, err)
		}
		for i := 0; i+1 < n; i += 2 {
			peak = max(peak, int16(binary.LittleEndian.Uint16(buf[i:])))
		}
	}
}
