//go:build linux

package main

import (
	"bytes"
	"fmt"
	"image"
	"slices"
	"strconv"
	"time"

	"dango/cmd/internal/e2e"
	"dango/cmd/internal/xtest"
)

// start measures how long it takes until something is seen.
func (b *bench) start() ([]row, error) {
	d, err := xtest.Start(xtest.Options{})
	if err != nil {
		return nil, err
	}
	defer d.Close()
	stage := e2e.NewStage(d, b.programs)
	first, work, err := firstFrame(stage)
	if err != nil {
		return nil, err
	}
	rows := []row{
		{"start → first frame", "≤ 500 ms", millis(first)},
		{"processor time until then", "", millis(work)}, // which a busy machine does not change much
	}
	if _, err := stage.Pet(); err != nil {
		return rows, err
	}
	pixel, err := eventToPixel(stage)
	if err != nil {
		return rows, err
	}
	return append(rows, row{"hook started → pixel changed, median", "hook + 2 frames (33 ms)", millis(pixel)}), nil
}

// firstFrame is the time from the start of dango to the first pixel of the pet, and how long a processor has worked for
// dango by then. The pet is ended again.
func firstFrame(s *e2e.Stage) (first, work time.Duration, err error) {
	var times, works []time.Duration
	for range 9 {
		before, err := s.Screenshot()
		if err != nil {
			return 0, 0, err
		}
		corner := image.Rect(before.Rect.Dx()/2, before.Rect.Dy()/2, before.Rect.Dx(), before.Rect.Dy())
		if before, err = s.Look(corner); err != nil {
			return 0, 0, err
		}
		begin := time.Now()
		pet, err := s.Start(s.Programs.Dango)
		if err != nil {
			return 0, 0, err
		}
		took, err := untilChanged(s, before, begin)
		if err != nil {
			return 0, 0, fmt.Errorf("%w; dango printed:\n%s", err, pet.Output())
		}
		used, err := processorTime(pet.PID())
		if err != nil {
			return 0, 0, err
		}
		times, works = append(times, took), append(works, used)
		pet.Stop()
		err = xtest.Wait("the pet to be gone from the screen", func() (bool, error) {
			now, err := s.Look(corner)
			return err == nil && bytes.Equal(now.Pix, before.Pix), err
		})
		if err != nil {
			return 0, 0, err
		}
	}
	return median(times), median(works), nil
}

// eventToPixel is the time from the start of a hook to the first pixel that shows what it told.
func eventToPixel(s *e2e.Stage) (time.Duration, error) {
	r, err := e2e.Load("claude-code", "plain_text")
	if err != nil {
		return 0, err
	}
	call, err := r.First("UserPromptSubmit")
	if err != nil {
		return 0, err
	}
	var times []time.Duration
	for i := range 9 {
		fresh, err := e2e.Recording{Tool: r.Tool, Calls: []e2e.Call{call}}.With(map[string]string{
			"session_id": "pixel-" + strconv.Itoa(i), "prompt": "number " + strconv.Itoa(i),
		})
		if err != nil {
			return 0, err
		}
		w, err := s.Window()
		if err != nil {
			return 0, err
		}
		// Above the window's middle nothing moves by itself: the pet sits below.
		upper := image.Rect(w.Rect.Min.X, w.Rect.Min.Y, w.Rect.Max.X, w.Rect.Min.Y+w.Rect.Dy()/2)
		before, err := s.Look(upper)
		if err != nil {
			return 0, err
		}
		begin := time.Now()
		hook, err := s.Hook(fresh.Tool, fresh.Calls[0])
		if err != nil {
			return 0, err
		}
		took, err := untilChanged(s, before, begin)
		if err != nil {
			return 0, err
		}
		times = append(times, took)
		if _, err := hook.Answer(xtest.Patience); err != nil {
			return 0, err
		}
	}
	return median(times), nil
}

// untilChanged looks at one part of the screen, as fast as the server answers, until it differs from before.
func untilChanged(s *e2e.Stage, before *image.RGBA, begin time.Time) (time.Duration, error) {
	for time.Since(begin) < xtest.Patience {
		now, err := s.Look(before.Rect)
		if err != nil {
			return 0, err
		}
		if !bytes.Equal(now.Pix, before.Pix) {
			return time.Since(begin), nil
		}
	}
	return 0, fmt.Errorf("nothing changed on the screen in %v", xtest.Patience)
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

func millis(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}
