//go:build linux

package e2e

import (
	"fmt"
	"image"
	"time"

	"dango/cmd/internal/xtest"
	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/raster"
	"dango/game/scene"
	"dango/session"
)

// Mirror is the scene that a pet should show, kept through what is done to the pet: it knows which page of a question is
// open and what was typed, which a scene made from the core's snapshot alone cannot know.
type Mirror struct {
	stage  *Stage
	scene  *scene.Scene
	frame  input.Frame
	titles []string // of the bubbles
	// whole gives a request what the core tells nobody: its input, and what its agent offers.
	whole func(*session.Request)
}

// NewMirror makes the mirror of a pet that nothing was done to so far.
func (s *Stage) NewMirror(whole func(*session.Request)) (*Mirror, error) {
	m := &Mirror{stage: s, whole: whole}
	var err error
	if m.scene, m.frame, err = s.blank(); err != nil {
		return nil, err
	}
	return m, m.see()
}

// see brings the mirror up to date, and to rest.
func (m *Mirror) see(events ...input.Event) error {
	snapshot, err := m.stage.snapshot()
	if err != nil {
		return err
	}
	m.titles = m.titles[:0]
	for _, s := range snapshot.Sessions {
		m.titles = append(m.titles, s.Title)
		for i := range s.Requests {
			m.whole(&s.Requests[i])
		}
	}
	m.frame.Now = time.Now()
	for _, e := range events {
		m.frame.Tick++
		m.frame.Events = []input.Event{e}
		m.scene.Step(snapshot, m.frame)
	}
	m.frame.Events = nil
	for range 2 {
		m.frame.Tick += settled
		m.scene.Step(snapshot, m.frame)
	}
	return nil
}

// find gives the place on the screen of what scene.Find knows by words, once the screen shows all of the card around it as
// the mirror does: what looks alike may lie elsewhere on a card that still moves.
func (m *Mirror) find(words string) (image.Rectangle, error) {
	if err := m.see(); err != nil {
		return image.Rectangle{}, err
	}
	place, ok := m.scene.Find(words)
	if !ok {
		return image.Rectangle{}, fmt.Errorf("e2e: nothing is called %q in\n%s", words, m.scene.Summary())
	}
	for _, title := range m.titles {
		if card, ok := m.scene.Find(title); ok && card.Intersect(place) == place {
			lift, err := m.lift(card)
			if err != nil {
				return rectangle(card), fmt.Errorf("e2e: the card of %q: %w in\n%s", words, err, m.scene.Summary())
			}
			return rectangle(place).Sub(image.Pt(0, lift)), nil
		}
	}
	return rectangle(place), nil
}

// lift is how much higher than the mirror's the card on the screen is. A column under the pointer stands where the pet's head
// was when the pointer came, or when the wheel turned: what the pet held up then, for a second, the mirror does not know.
func (m *Mirror) lift(card drawlist.Rect) (int, error) {
	r := rectangle(card)
	size, err := m.stage.Size()
	if err != nil {
		return 0, err
	}
	shown, err := m.stage.Look(image.Rect(r.Min.X, r.Min.Y-headroom, r.Max.X, r.Max.Y+headroom).Intersect(image.Rectangle{Max: size}))
	if err != nil {
		return 0, err
	}
	painted := raster.Draw(m.scene.Append(nil), m.scene.Pages(), card, 1)
	for up := range headroom + 1 {
		for _, lift := range [2]int{up, -up} {
			if at := r.Sub(image.Pt(0, lift)); at.In(shown.Rect) && distance(shown.SubImage(at).(*image.RGBA), painted) <= same {
				return lift, nil
			}
		}
	}
	return 0, fmt.Errorf("it is not on the screen at %v, which is %.1f of 255 off", r, distance(shown.SubImage(r).(*image.RGBA), painted))
}

// headroom is more than the pictures of the built-in pet differ in height.
const headroom = 8

// same is how far two pictures of the same card are apart at most: its time may be a second off.
const same = 2

// Choose waits until what scene.Find knows by words has been on the screen for a moment, and clicks it with xdotool.
func (m *Mirror) Choose(words string) error {
	at, err := read(words, m.find)
	if err != nil {
		return err
	}
	if err := m.stage.Click(at, xtest.Left); err != nil {
		return err
	}
	p := drawlist.Point{X: float32(at.X), Y: float32(at.Y)}
	return m.see(input.Event{Kind: input.Move, At: p}, input.Event{Kind: input.Press, Button: input.Left, At: p},
		input.Event{Kind: input.Release, Button: input.Left, At: p})
}

// Type types text with xdotool, into the field that is open.
func (m *Mirror) Type(text string) error {
	if err := m.stage.Type(text); err != nil {
		return err
	}
	return m.see(input.Event{Kind: input.Typed, Text: text})
}
