//go:build linux

package main

import (
	"fmt"
	"image"
	"math"
	"os"
	"strconv"
	"time"

	"dango/cmd/internal/e2e"
	"dango/cmd/internal/xtest"
)

// situations are what a pet is watched in. Those that both pets can be in are measured at the same time.
var situations = []struct {
	name, budget string
	qt           string                      // how the other pet is told
	begin        func(*scenery) error        // once
	during       func(*scenery, image.Point) // again and again while it is watched; the point is on a circle of 1000
}{
	{name: "idle, no sessions", budget: "≤ 1 % of one core", qt: "idle"},
	{name: "hidden", budget: "nothing", qt: "hidden", begin: (*scenery).hide},
	{name: "gaze, the pointer moves", qt: "gaze", during: (*scenery).circle},
	{name: "drag", qt: "idle", begin: (*scenery).grab, during: (*scenery).carry},
	{name: "five sessions at work", budget: "≤ 6 % of one core", qt: "working", begin: (*scenery).work},
	{name: "five sessions at work, and a bar", budget: "≤ 6 % of one core", qt: "working", begin: (*scenery).workBelowBar},
}

// handEvery is how often a moving hand moves.
const handEvery = time.Second / 60

// desktop watches a real pet with software OpenGL, and beside it one that is written with Qt.
func (b *bench) desktop() ([]row, error) {
	qt := qtPython()
	if qt == "" {
		fmt.Fprintln(os.Stderr, "bench: python3-pyqt5 is not installed: no other pet to compare with")
	}
	sleeper, err := b.sleeper()
	if err != nil {
		return nil, err
	}
	if sleeper != nil {
		defer sleeper.Close()
	}
	var rows []row
	for _, s := range situations {
		ours, theirs, err := b.compare(qt, s.qt, s.begin, s.during)
		if err != nil {
			return rows, fmt.Errorf("%s: %w", s.name, err)
		}
		rows = append(rows, row{"pet: " + s.name, s.budget, ours.String()})
		if theirs != (usage{}) {
			rows = append(rows, row{"  the same with Qt", "", theirs.String()})
		}
	}
	if sleeper == nil {
		return append(rows, row{"pet: dozing", "≤ 1 % of one core", fmt.Sprintf("not measured: it takes %v; leave -watch as it is", awake)}), nil
	}
	time.Sleep(time.Until(sleeper.since.Add(awake)))
	usages, err := watch(b.watch, nil, sleeper.scenery)
	if err != nil {
		return rows, err
	}
	return append(rows, row{"pet: dozing", "≤ 1 % of one core", usages[0].String()}), nil
}

// awake is how long a pet without sessions stays awake, and a little.
const awake = 10*time.Minute + 5*time.Second

// sleeper is a pet that will be asleep when all others have been watched.
type sleeper struct {
	*scenery
	since time.Time
}

// sleeper starts one, unless the whole run is meant to be short.
func (b *bench) sleeper() (*sleeper, error) {
	if b.watch < time.Minute {
		return nil, nil
	}
	s, err := b.scenery()
	return &sleeper{s, time.Now()}, err
}

// compare watches our pet and the other one in one situation, at the same time.
func (b *bench) compare(python, mode string, begin func(*scenery) error, during func(*scenery, image.Point)) (ours, theirs usage, err error) {
	pets := make([]*scenery, 1, 2)
	if pets[0], err = b.scenery(); err != nil {
		return ours, theirs, err
	}
	defer pets[0].Close()
	if python != "" {
		other, err := b.otherScenery(python, mode)
		if err != nil {
			return ours, theirs, err
		}
		defer other.Close()
		pets = append(pets, other)
	}
	for _, p := range pets {
		if begin != nil {
			if err := begin(p); err != nil {
				return ours, theirs, err
			}
		}
	}
	time.Sleep(settle)
	all, err := watch(b.watch, during, pets...)
	if err != nil {
		return ours, theirs, err
	}
	return all[0], append(all, usage{})[1], nil
}

// settle is how long whatever was begun may still move.
const settle = 4 * time.Second

// scenery is a desktop with one pet on it.
type scenery struct {
	*e2e.Stage
	pid    int
	ours   bool
	window xtest.Window
	hand   image.Point // where a moving hand circles
}

func (b *bench) scenery() (*scenery, error) {
	d, err := xtest.Start(xtest.Options{})
	if err != nil {
		return nil, err
	}
	s := &scenery{Stage: e2e.NewStage(d, b.programs), ours: true}
	pet, err := s.Pet()
	if err == nil {
		s.pid = pet.PID()
		s.window, err = s.Window()
	}
	if err != nil {
		d.Close()
		return nil, err
	}
	s.hand = s.window.Rect.Min.Add(s.window.Rect.Max).Div(2)
	return s, nil
}

func (s *scenery) hide() error {
	if !s.ours {
		return nil
	}
	_, err := s.Petctl("hide")
	return err
}

// circle moves the pointer round the pet.
func (s *scenery) circle(at image.Point) { _ = s.Move(s.hand.Add(at.Div(5))) }

// grab takes the pet at its belly.
func (s *scenery) grab() error {
	if err := s.Move(s.hand.Add(image.Pt(0, 20))); err != nil {
		return err
	}
	s.hand = image.Pt(900, 500)
	return s.Press(xtest.Left)
}

func (s *scenery) carry(at image.Point) { _ = s.Move(s.hand.Add(at.Div(5))) }

// work starts five sessions that each run a tool.
func (s *scenery) work() error {
	if !s.ours {
		return nil
	}
	return work(s.Stage, 5)
}

// workBelowBar does the same with a bar at the top of the screen.
func (s *scenery) workBelowBar() error {
	if s.ours {
		if _, err := s.Petctl("config", "set", "bar", "always"); err != nil {
			return err
		}
	}
	return s.work()
}

// work starts n sessions that each run a tool.
func work(s *e2e.Stage, n int) error {
	r, err := e2e.Load("claude-code", "pr_allow")
	if err != nil {
		return err
	}
	for i := range n {
		one, err := r.Before("PermissionRequest").With(map[string]string{
			"session_id": "work-" + strconv.Itoa(i), "prompt": "task number " + strconv.Itoa(i),
		})
		if err != nil {
			return err
		}
		if err := s.Play(one); err != nil {
			return err
		}
	}
	return nil
}

// usage is what a pet used while it was watched.
type usage struct {
	share, slowed float64 // of one core, and how much slower than at its best the machine was
	presents      float64 // a second; below zero where there was no window
	memory        float64 // MB
}

func (u usage) String() string {
	shown := "nothing shown"
	if u.presents >= 0 {
		shown = fmt.Sprintf("%.1f pictures/s", u.presents)
	}
	return fmt.Sprintf("%.2f %% of one core (%.2f %% at the machine's best), %s, %.0f MB", 100*u.share, 100*u.share/u.slowed, shown, u.memory)
}

// watch watches pets side by side, and moves their hands.
func watch(long time.Duration, during func(*scenery, image.Point), pets ...*scenery) ([]usage, error) {
	speed := calibrate()
	before := make([]time.Duration, len(pets))
	shown := make([]*xtest.Presents, len(pets))
	for i, p := range pets {
		var err error
		if before[i], err = processorTime(p.pid); err != nil {
			return nil, err
		}
		if w, err := p.Rect(p.window.ID); err == nil && !w.Empty() {
			if shown[i], err = p.Presents(p.window.ID); err != nil {
				return nil, err
			}
			defer shown[i].Close()
		}
	}
	begin := time.Now()
	for hand := time.NewTicker(handEvery); time.Since(begin) < long; <-hand.C {
		if during == nil {
			time.Sleep(long - time.Since(begin))
			break
		}
		turn := 2 * math.Pi * time.Since(begin).Seconds() / 4
		for _, p := range pets {
			during(p, image.Pt(int(1000*math.Cos(turn)), int(1000*math.Sin(turn))))
		}
	}
	slowed, took := speed(), time.Since(begin)
	all := make([]usage, len(pets))
	for i, p := range pets {
		after, err := processorTime(p.pid)
		if err != nil {
			return nil, err
		}
		all[i] = usage{share: float64(after-before[i]) / float64(took), slowed: slowed, presents: -1}
		if shown[i] != nil {
			all[i].presents = float64(shown[i].Count()) / took.Seconds()
		}
		if all[i].memory, err = anonymousMB(p.pid); err != nil {
			return nil, err
		}
	}
	return all, nil
}
