// Package tray says what Dango's icon in the desktop's tray shows and offers, and what the pet's own menu does. It knows
// no tray: whoever has one draws the icon, hangs up the menu, and does what is chosen.
package tray

import (
	"slices"
	"time"

	"dango/prefs"
	"dango/prefs/lang"
	"dango/prefs/phrase"
	"dango/session"
	"dango/session/event"
)

// View is everything in the tray at one moment. Equal views look equal: what changes with every second is left out.
type View struct {
	State session.State // decides the icon
	Debug bool          // the icon has a red mark: the log holds more than usual
	Line  string        // the status line, as the tooltip
	Menu  []Item
}

// Item is a row of a menu. One without Text is a line between others.
type Item struct {
	Text    string
	Do      Action
	Box     bool // it has a check mark, or room for one
	Checked bool
	Sub     []Item
	Sign    Sign   // of the pet's menu
	Note    string // small, at the end of the row, in the pet's menu
}

// Action is what choosing an item means. The zero value is nothing.
type Action struct {
	Kind     Kind
	Key      session.Key    // Go, Decide
	Request  string         // Decide
	Decision event.Decision // Decide
	Setting  string         // Set: of prefs
	Value    string         // Set: as it is written in the file
	For      time.Duration  // BeQuiet
}

// Kind is a kind of action.
type Kind uint8

const (
	Nothing Kind = iota
	Go           // to the terminal of a session
	Decide       // a request
	Set          // a preference
	Show         // the pet
	Hide
	OpenConfig
	OpenLogs
	ConnectHooks // of all agents that are here, and show what was done
	CheckHooks   // and show what was found
	StartAtLogin
	NotAtLogin
	BeQuiet // for some time from now on
	Quit
)

// Facts are what menus show beside the sessions.
type Facts struct {
	Config   *prefs.Config
	Now      time.Time
	Visible  bool     // the pet is shown
	Problems []string // what is wrong, a line each
	Pets     []Pet    // to choose from
	Login    Login
}

// Login says whether Dango starts when the user logs in.
type Login struct {
	Known   bool // false: this system has no such thing
	Enabled bool
}

// New is the view of a snapshot: first who needs the user, then all sessions, then the choices.
func New(snap *session.Snapshot, f *Facts) View {
	menu := section(nil, needy(snap, f.Config.Privacy))
	menu = section(menu, sessions(snap, f.Config.Privacy))
	menu = section(menu, f.choices())
	menu = section(menu, f.files())
	menu = section(menu, []Item{{Text: lang.T("Quit Dango"), Do: Action{Kind: Quit}}})
	return View{State: snap.Pet, Debug: f.debug(), Line: line(snap), Menu: menu}
}

// section appends items after a line between.
func section(menu, items []Item) []Item {
	if len(menu) > 0 && len(items) > 0 {
		menu = append(menu, Item{})
	}
	return append(menu, items...)
}

// choices are what can be chosen about the pet.
func (f *Facts) choices() []Item {
	items := []Item{{Text: lang.T("Listen to"), Sub: hearing(f.Config)}}
	items = append(items, f.seen())
	items = append(items, f.manner()...)
	items = append(items, f.quiet(), f.pet())
	items = append(items, f.login()...)
	return append(items, Item{Text: lang.T("Hooks"), Sub: hooks()})
}

// seen hides all that is on the screen, or shows it again: a bar does not stay without its pet, because agents ask in their
// terminals then.
func (f *Facts) seen() Item {
	words, kind := [...]lang.Text{"Show pet", "Show pet and bar"}, Show
	if f.Visible {
		words, kind = [...]lang.Text{"Hide pet", "Hide pet and bar"}, Hide
	}
	text := words[0]
	if f.Config.Bar == "always" {
		text = words[1]
	}
	return Item{Text: lang.T(text), Do: Action{Kind: kind}}
}

// files are what is wrong, and where to mend it.
func (f *Facts) files() (items []Item) {
	for _, p := range f.Problems {
		items = append(items, Item{Text: phrase.Shorten(p, 80), Do: Action{Kind: OpenConfig}})
	}
	if f.debug() {
		items = append(items, Item{Text: lang.T("The log tells more than usual: stop that"),
			Do: Action{Kind: Set, Setting: "log.level", Value: `"info"`}})
	}
	return append(items,
		Item{Text: lang.T("Open preferences"), Do: Action{Kind: OpenConfig}},
		Item{Text: lang.T("Open logs"), Do: Action{Kind: OpenLogs}})
}

func (f *Facts) debug() bool { return f.Config.Log.Level == "debug" }

// Alike says that two menus are the same but for their words, check marks and what a box would change, so that the one
// can become the other while somebody looks at it.
func Alike(a, b []Item) bool {
	return slices.EqualFunc(a, b, func(x, y Item) bool {
		x.Do.Value, y.Do.Value = "", ""
		return x.Do == y.Do && x.Box == y.Box && (x.Text == "") == (y.Text == "") && Alike(x.Sub, y.Sub)
	})
}
