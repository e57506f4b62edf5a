package sprite

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write golden strips instead of comparing with them")

// frame is how long a tick of the game is.
const frame = time.Second / 60

// TestStrips plays the built-in pet tick by tick, as the game does, and compares what is on show with
// testdata/strips/<name>.txt: one line for each cell, with the ticks that it stays and the clip that it belongs to.
func TestStrips(t *testing.T) {
	type scene struct {
		state State
		play  func(p *Player, now time.Duration, tick int) // may be nil
		ticks int
	}
	at := func(tick int, do func(p *Player, now time.Duration)) func(*Player, time.Duration, int) {
		return func(p *Player, now time.Duration, n int) {
			if n == tick {
				do(p, now)
			}
		}
	}
	shot := func(c Clip) func(*Player, time.Duration, int) {
		return at(30, func(p *Player, now time.Duration) { p.Play(now, c) })
	}
	all := map[string]scene{
		"one-shot waving":  {"idle", shot(Waving), 120},
		"one-shot jumping": {"idle", shot(Jumping), 120},
		"one-shot review":  {"tool-use", shot(Review), 180},
		"one-shot failed":  {"tool-use", shot(Failed), 180},
		"wince":            {"tool-use", at(30, func(p *Player, now time.Duration) { p.Wince(now) }), 120},
		"dragged": {"idle", func(p *Player, _ time.Duration, n int) {
			switch n {
			case 30:
				p.Drag(Jumping)
			case 60:
				p.Drag(RunningRight)
			case 130:
				p.Drag(RunningLeft)
			case 190:
				p.Drop()
			}
		}, 240},
		"dozing": {"idle", func(p *Player, _ time.Duration, _ int) { p.SetAlone(2*time.Second-DozeAfter, true) }, 600},
	}
	for st := range plays {
		all["state "+string(st)] = scene{st, nil, 360}
	}
	for name, s := range all {
		t.Run(name, func(t *testing.T) {
			p := NewPlayer(dango(t))
			var w strings.Builder
			from, shown := 0, ""
			for n := 0; n <= s.ticks; n++ {
				now := time.Duration(n) * frame
				p.SetState(now, s.state, now)
				if s.play != nil {
					s.play(p, now, n)
				}
				pic := p.Picture(now)
				line := fmt.Sprintf("%-13s row %d cell %d", pic.Clip, pic.Row, pic.Col)
				if n == s.ticks {
					line = ""
				}
				if line != shown {
					if shown != "" {
						fmt.Fprintf(&w, "%5d %4d  %s\n", from, n-from, shown)
					}
					from, shown = n, line
				}
			}
			golden(t, filepath.Join("testdata", "strips", strings.ReplaceAll(name, " ", "-")+".txt"), "tick stays  clip\n"+w.String())
		})
	}
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("read golden strip: %v (run with -update, then read it)", err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (-want +got):\n%s", path, d)
	}
}
