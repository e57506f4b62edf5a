package sprite

import (
	"encoding/json"
	"testing"
	"time"
)

func TestTune(t *testing.T) {
	cases := []struct {
		name    string
		speed   float64
		idle    Timing
		written string
		clip    Clip
		cycle   time.Duration
		first   time.Duration // how long the first frame is shown
	}{
		{"as made", 0, Calm, `{}`, Idle, 6600 * ms, 1680 * ms},
		{"desktop idle", 1, Desktop, `{}`, Idle, 1100 * ms, 280 * ms},
		{"desktop idle leaves the rest", 1, Desktop, `{}`, Waving, 700 * ms, 140 * ms},
		{"twice as fast", 2, Calm, `{}`, Waving, 350 * ms, 70 * ms},
		{"a third of the speed", 1. / 3, Calm, `{}`, Jumping, 2520 * ms, 420 * ms},
		{"a speed that is none", -1, Calm, `{}`, Waving, 700 * ms, 140 * ms},
		{"own times", 1, Calm, `{"waving":[100,200,300,400]}`, Waving, time.Second, 100 * ms},
		{"own times and speed", 2, Calm, `{"waving":[100,200,300,400]}`, Waving, 500 * ms, 50 * ms},
		{"own idle wins over the timing", 1, Desktop, `{"idle":[1,2,3,4,5,6]}`, Idle, 21 * ms, ms},
		{"by another name", 1, Calm, `{"wave":[100,100,100,100]}`, Waving, 400 * ms, 100 * ms},
		{"fractions are cut off", 1, Calm, `{"waving":[100.9,100,100,100]}`, Waving, 400 * ms, 100 * ms},
		{"too short a list", 1, Calm, `{"waving":[100,200,300]}`, Waving, 700 * ms, 140 * ms},
		{"too long a list", 1, Calm, `{"waving":[1,1,1,1,1]}`, Waving, 700 * ms, 140 * ms},
		{"nought", 1, Calm, `{"waving":[100,0,100,100]}`, Waving, 700 * ms, 140 * ms},
		{"less than a millisecond", 1, Calm, `{"waving":[100,0.5,100,100]}`, Waving, 700 * ms, 140 * ms},
		{"negative", 1, Calm, `{"waving":[-1,100,100,100]}`, Waving, 700 * ms, 140 * ms},
		{"a boolean is no number", 1, Calm, `{"waving":[true,100,100,100]}`, Waving, 700 * ms, 140 * ms},
		{"words", 1, Calm, `{"waving":["100",100,100,100]}`, Waving, 700 * ms, 140 * ms},
		{"no list", 1, Calm, `{"waving":100}`, Waving, 700 * ms, 140 * ms},
		{"out of all measure", 1, Calm, `{"waving":[1e300,100,100,100]}`, Waving, 700 * ms, 140 * ms},
		{"one bad list leaves the others", 1, Calm, `{"idle":[],"waving":[1,1,1,1]}`, Waving, 4 * ms, ms},
		{"nobody knows the name", 1, Calm, `{"dancing":[100]}`, Idle, 6600 * ms, 1680 * ms},
	}
	s, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases { // one after the other on one sheet: nothing is left of the one before
		t.Run(c.name, func(t *testing.T) {
			var written map[string]any
			if err := json.Unmarshal([]byte(c.written), &written); err != nil {
				t.Fatal(err)
			}
			s.Tune(Tuning{Idle: c.idle, Speed: c.speed, Times: Times(written)})
			_, _, first := s.Cell(c.clip, 0)
			if got := s.Cycle(c.clip); got != c.cycle || first != c.first {
				t.Errorf("%s takes %v and begins with %v, want %v and %v", c.clip, got, first, c.cycle, c.first)
			}
		})
	}
}
