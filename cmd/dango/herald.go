package main

import (
	"context"
	"fmt"
	"image/color"
	"os"
	"slices"
	"sync"
	"time"

	"dango/assets"
	"dango/game/desktop/notify"
	"dango/game/desktop/sound"
	"dango/game/scene"
	"dango/ingress/bus"
	"dango/prefs"
	"dango/prefs/lang"
	"dango/prefs/notice"
	"dango/prefs/phrase"
	"dango/prefs/tray"
	"dango/session/event"
)

// herald tells of what happens those who do not look at the pet. The pet comes first: a hook waits for its card alone,
// so that what an agent asks while the pet is hidden is its terminal's, and a notification of it only leads there.
type herald struct {
	host   *host
	center *notify.Center
	player *sound.Player
	desk   notice.Desk
	bell   notice.Bell
	poke   chan struct{} // something other than a snapshot may be different

	mu    sync.Mutex
	shown map[string]notice.Notice // by the id of their note
}

func newHerald(h *host) *herald {
	r := &herald{host: h, poke: make(chan struct{}, 1)}
	r.center = notify.New(notify.Options{Bus: bus.SessionAddress(os.Getenv), Chosen: r.chosen, Log: func(what string, err error) {
		h.core.Log().Info(what, "error", err)
	}})
	r.player = sound.New(func(what string, err error) { h.core.Log().Debug(what, "error", err) }) // many have no loudspeaker
	return r
}

// touch asks for a look at what may have changed. It may be called from any goroutine.
func (r *herald) touch() {
	select {
	case r.poke <- struct{}{}:
	default:
	}
}

// restHerald is how long what is told stays as it is: agents have much to say.
const restHerald = 200 * time.Millisecond

// start tells until stop, which takes away what was told.
func (r *herald) start(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.run(ctx)
	}()
	return func() {
		cancel()
		<-done
		r.center.Close()
	}
}

func (r *herald) run(ctx context.Context) {
	wake, cancel := r.host.core.Board().Subscribe()
	defer cancel()
	defer r.host.core.Prefs().OnChange(func(*prefs.Config) { r.touch() })()
	for {
		if !r.host.core.Unseen() { // behind a locked screen nobody is told; there is time for that after it
			r.tell()
		}
		select {
		case <-wake:
		case <-r.poke:
		case <-ctx.Done():
			return
		}
		select {
		case <-time.After(restHerald):
		case <-ctx.Done():
			return
		}
	}
}

func (r *herald) tell() {
	c := r.host.core
	show, fresh := r.desk.Next(c.Board().Latest(), notice.Place{Config: c.Prefs().Config(), Pet: c.Visible(), Quiet: c.Quiet()})
	shown := make(map[string]notice.Notice, len(show))
	notes := make([]notify.Note, len(show))
	for i, n := range show {
		notes[i] = r.note(n)
		shown[notes[i].ID] = n
	}
	r.mu.Lock()
	r.shown = shown
	r.mu.Unlock()
	r.center.Show(notes)
	r.ring(fresh)
}

// ring plays what is heard of news.
func (r *herald) ring(fresh []notice.Notice) {
	cfg := r.host.core.Prefs().Config()
	kind, tone := r.bell.Ring(fresh, cfg, time.Now())
	if tone == "" {
		return
	}
	wav := assets.Sound(tone)
	if tone == prefs.SoundPet {
		if wav = r.host.pet.sound(kind.String()); wav == nil {
			wav = assets.Sound(kind.Tone())
		}
	}
	r.player.Play(wav, cfg.Sound.Volume)
}

// note is a notice as the desktop shows it.
func (r *herald) note(n notice.Notice) notify.Note {
	a := scene.Accent(n.State, r.host.dark.Load())
	note := notify.Note{
		ID: fmt.Sprint(n.ID), Title: n.Title, Body: n.Body, Quiet: n.Kind == notice.Finished,
		Stay: r.host.core.Prefs().Config().Notifications.Stay, Picture: tray.Icon(n.State, color.RGBA{a.R, a.G, a.B, a.A}, false),
	}
	if n.Kind == notice.Request {
		note.Stay = notify.Always
	}
	if n.Opens {
		note.Open = lang.T("Go to the terminal")
	}
	for _, d := range n.Answers {
		note.Buttons = append(note.Buttons, notify.Button{Key: string(d), Text: lang.T(phrase.Decisions[d])})
	}
	if len(n.Answers) == 0 && n.Opens { // not every desktop shows that a notification can be clicked
		note.Buttons = append(note.Buttons, notify.Button{Key: goKey, Text: note.Open})
	}
	return note
}

// goKey is the button that leads to the terminal.
const goKey = "go"

// chosen does what the user chose on a notification.
func (r *herald) chosen(id, key string) {
	r.mu.Lock()
	n, there := r.shown[id]
	r.mu.Unlock()
	switch d := event.Decision(key); {
	case !there:
	case key == goKey, key == notify.OpenKey:
		r.host.leap.to(r.host.ctx, n.Session)
	case slices.Contains(n.Answers, d):
		r.host.decide(n.Session, n.Request, d)
		if d == event.Ask {
			r.host.leap.to(r.host.ctx, n.Session)
		}
	}
}
