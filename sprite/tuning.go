package sprite

import (
	"math"
	"time"
)

// Tuning is how fast the user wants clips to be played. The zero value plays them as they were made.
type Tuning struct {
	Idle  Timing  // of an idle that pet.json does not declare
	Speed float64 // 2 is twice as fast; 0 is 1
	// Times replace the times of a clip's frames, where there are as many as the clip has frames.
	Times map[Clip][]time.Duration
}

// maxFrameTime is the longest that one frame may be shown by a user's wish.
const maxFrameTime = time.Hour

// Times reads what the user wrote as animation_durations: clip → milliseconds of each frame. Fractions are cut off. A
// list that is not of positive numbers alone is left out, without a word, and so is what is no list.
func Times(written map[string]any) map[Clip][]time.Duration {
	times := map[Clip][]time.Duration{}
	for name, v := range written {
		if list, ok := v.([]any); ok {
			if t := frameTimes(list); t != nil {
				times[canonical(Clip(name))] = t
			}
		}
	}
	return times
}

// frameTimes is nil when one of the numbers is none, or cannot be shown.
func frameTimes(list []any) []time.Duration {
	var times []time.Duration
	for _, v := range list {
		n, ok := v.(float64)
		d := time.Duration(min(n, math.MaxInt32)) * ms
		if !ok || d <= 0 || d > maxFrameTime {
			return nil
		}
		times = append(times, d)
	}
	return times
}

// Tune plays the clips in this way from now on. It starts from what the sheet was made with, whatever it was tuned to
// before.
func (s *Sheet) Tune(t Tuning) {
	speed := t.Speed
	if !(speed > 0) {
		speed = 1
	}
	s.films = make(map[Clip]film, len(s.made))
	for name, f := range s.made {
		times := f.times
		if name == Idle && s.idle > 0 {
			times = leading(0, s.idle, idleTimes[t.Idle]).times
		}
		if own := t.Times[name]; len(own) == len(f.cells) {
			times = own
		}
		s.films[name] = f.timed(times, speed)
	}
}

// timed is the same film with other times.
func (f film) timed(times []time.Duration, speed float64) film {
	f.times, f.cycle = make([]time.Duration, len(times)), 0
	for i, d := range times {
		f.times[i] = max(time.Duration(float64(d)/speed), ms)
		f.cycle += f.times[i]
	}
	return f
}
