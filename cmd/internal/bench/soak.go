//go:build linux

package main

import (
	"fmt"
	"strconv"
	"time"

	"dango/cmd/internal/e2e"
)

const (
	soakSessions = 8               // at once; each ends and gives way to another
	soakEvery    = 5 * time.Second // how often the memory is looked at
	soakPace     = time.Second / 2 // between the beginnings of two sessions
)

// endure plays sessions into a pet for a long time: hooks that come and go, bubbles that grow and close. It gives the
// pet's memory and how fast that grows, by the least squares of all samples after the first tenth.
func (b *bench) endure() ([]row, error) {
	if b.soak <= 0 {
		return nil, nil
	}
	s, err := b.scenery()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var at, size []float64
	begin, next := time.Now(), time.Now()
	before, err := processorTime(s.pid)
	if err != nil {
		return nil, err
	}
	events, pace := 0, time.NewTicker(soakPace)
	defer pace.Stop()
	for i := 0; time.Since(begin) < b.soak; i++ {
		<-pace.C
		n, err := life(s.Stage, i)
		if err != nil {
			return nil, err
		}
		events += n
		if time.Now().Before(next) {
			continue
		}
		next = time.Now().Add(soakEvery)
		mb, err := anonymousMB(s.pid)
		if err != nil {
			return nil, err
		}
		if time.Since(begin) > b.soak/10 {
			at, size = append(at, time.Since(begin).Hours()), append(size, mb)
		}
	}
	after, err := processorTime(s.pid)
	if err != nil {
		return nil, err
	}
	if len(size) < 2 {
		return nil, fmt.Errorf("%v are too short to tell", b.soak)
	}
	return []row{{
		fmt.Sprintf("soak, %v, %d events", b.soak, events), "≤ 90 MB, flat",
		fmt.Sprintf("%.1f MB at first, %.1f MB at last, %+.1f MB an hour, %.1f %% of one core", size[0], size[len(size)-1],
			slope(at, size), 100*float64(after-before)/float64(time.Since(begin))),
	}}, nil
}

// life plays the i-th session from its beginning to its work, and the one that has been there longest to its end.
func life(s *e2e.Stage, i int) (events int, err error) {
	events, err = act(s, i, "pr_allow", func(r e2e.Recording) e2e.Recording { return r.Before("PermissionRequest") })
	if old := i - soakSessions; err == nil && old >= 0 {
		var more int
		more, err = act(s, old, "plain_text", func(r e2e.Recording) e2e.Recording { return r.After("UserPromptSubmit") })
		events += more
		s.Leave(soakID(old))
	}
	return events, err
}

func soakID(i int) string { return "soak-" + strconv.Itoa(i) }

// act plays a part of a recording as the i-th session.
func act(s *e2e.Stage, i int, name string, part func(e2e.Recording) e2e.Recording) (events int, err error) {
	r, err := e2e.Load("claude-code", name)
	if err != nil {
		return 0, err
	}
	r, err = part(r).With(map[string]string{"session_id": soakID(i), "prompt": "task number " + strconv.Itoa(i)})
	if err != nil {
		return 0, err
	}
	return len(r.Calls), s.Play(r)
}

// slope is how much y grows for each x, by least squares.
func slope(x, y []float64) float64 {
	var sx, sy, sxx, sxy float64
	for i := range x {
		sx, sy, sxx, sxy = sx+x[i], sy+y[i], sxx+x[i]*x[i], sxy+x[i]*y[i]
	}
	n := float64(len(x))
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}
