package session

import (
	"net/url"
	"path/filepath"
	"time"

	"dango/session/event"
)

// Post is what a tool says about itself that has no sessions and no turns: a bubble of its own, in the state that it
// names. Who may post what, and which post replaces which, is decided before it gets here.
type Post struct {
	Key  Key
	Gone bool // the bubble goes; nothing else counts

	State  State
	Title  string // "" means the folder's name
	Text   string
	Cwd    string
	Pose   string    // animation that is asked for by name; "" leaves it to State
	Action *Action   // nil: a click has nothing to open. Never changed once it is posted
	Flash  bool      // news beside the others: it does not move the pet
	Until  time.Time // zero: it stays
	// Closed is called at most once, on the keeper's goroutine, when the user sends the bubble away. It must not wait.
	Closed func()
}

// Action is what a click on a bubble opens. It is never a command.
type Action struct {
	Type   string `json:"type"`             // open_url, open_folder, open_file, open_app
	Target string `json:"target,omitempty"` // URL, absolute path or the app's id
}

// Place is what an action opens, in as few words as tell where it leads: a host, or the last part of a path.
func (a *Action) Place() string {
	if u, err := url.Parse(a.Target); err == nil && u.Host != "" {
		return u.Host
	}
	return filepath.Base(a.Target)
}

// post folds one post. An agent's session never becomes a post's bubble, nor the other way round.
func (r *Registry) post(p *Post, now time.Time) {
	s := r.byKey[p.Key]
	if s != nil && s.post == nil {
		return
	}
	over := p.Gone || r.muted(p.Key.Tool) || !p.Until.IsZero() && !p.Until.After(now)
	switch {
	case over && s != nil:
		r.remove(s, now)
		return
	case over:
		return
	case s == nil:
		s = r.create(p.Key, now)
	}
	own := *p
	s.post = &own
	s.touched(now)
	s.due[dueStale] = p.Until
	s.show(p)
	s.facts.State, s.facts.StateSince = p.State, now
	r.heed(s)
}

// show copies what a post says to what is shown.
func (s *live) show(p *Post) {
	f := &s.facts
	f.Title = snippet(p.Title, event.MaxTitle)
	f.Titled = f.Title != ""
	f.Cwd, f.Folder = p.Cwd, ""
	if p.Cwd != "" {
		f.Folder = filepath.Base(p.Cwd)
	}
	f.LastText, f.Error = snippet(p.Text, event.MaxAssistant), ""
	if p.State == ErrorInterrupted {
		f.Error = f.LastText
	}
	f.Posted, f.Pose, f.Action, f.Flash = true, p.Pose, p.Action, p.Flash
}

// dismissPost takes the bubble away for good: there is no session behind it that could speak again.
func (r *Registry) dismissPost(s *live, now time.Time) {
	if s.post.Closed != nil {
		s.post.Closed()
	}
	r.remove(s, now)
}
