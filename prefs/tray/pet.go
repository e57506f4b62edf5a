package tray

import (
	"strconv"
	"time"

	"dango/prefs"
	"dango/prefs/lang"
	"dango/prefs/phrase"
)

// Sign is a small picture before an item, where a menu has such. The tray's has none.
type Sign uint8

// The signs of the pet's menu.
const (
	NoSign Sign = iota
	SignListen
	SignPet
	SignSize
	SignQuiet
	SignSettings
	SignLogs
	SignHooks
	SignBar
	SignGhost
	SignLogin
	SignHide
	SignQuit
)

// Pet is a pet that can be chosen.
type Pet struct{ ID, Name string }

// sizes are those that the menu offers; the wheel has all between.
var sizes = []float64{0.35, 0.5, 0.6, 0.8, 1, 1.5, 2, 3}

// quiets are how long nobody may disturb.
var quiets = []struct {
	text lang.Text
	long time.Duration
}{{"For 30 minutes", 30 * time.Minute}, {"For an hour", time.Hour}, {"For 2 hours", 2 * time.Hour}, {"For 8 hours", 8 * time.Hour}}

// OfPet is what a right click on the pet offers, below the sessions: those are the pet's own to list. It has all that the
// tray's menu has, for desktops without one.
func OfPet(f *Facts) []Item {
	cfg := f.Config
	items := []Item{
		{Text: lang.T("Listen to"), Sign: SignListen, Sub: hearing(cfg)},
		{},
		f.pet(),
		{Text: lang.T("Size"), Sign: SignSize, Note: percent(cfg.Size), Sub: sizing(cfg)},
		f.quiet(),
	}
	items = append(items, f.manner()...)
	items = append(items, f.login()...)
	return append(items,
		Item{},
		Item{Text: lang.T("Open preferences"), Sign: SignSettings, Do: Action{Kind: OpenConfig}},
		Item{Text: lang.T("Open logs"), Sign: SignLogs, Do: Action{Kind: OpenLogs}},
		Item{Text: lang.T("Hooks"), Sign: SignHooks, Sub: hooks()},
		Item{},
		Item{Text: lang.T("Hide"), Sign: SignHide, Do: Action{Kind: Hide}},
		Item{Text: lang.T("Quit Dango"), Sign: SignQuit, Do: Action{Kind: Quit}})
}

// pet lets the user choose one.
func (f *Facts) pet() Item {
	return Item{Text: lang.T("Pet"), Sign: SignPet, Note: worn(f.Config, f.Pets), Sub: wearing(f.Config, f.Pets)}
}

// quiet says how long nobody may disturb, and lets the user change that.
func (f *Facts) quiet() Item {
	items, note := quieting(f.Config, f.Now)
	return Item{Text: lang.T("Do not disturb"), Sign: SignQuiet, Note: note, Sub: items}
}

// wearing has an item for each pet.
func wearing(cfg *prefs.Config, pets []Pet) (items []Item) {
	for _, p := range pets {
		items = append(items, Item{Text: phrase.Shorten(p.Name, 40), Box: true, Checked: p.ID == cfg.Theme,
			Do: Action{Kind: Set, Setting: "theme", Value: strconv.Quote(p.ID)}})
	}
	return items
}

// worn is the name of the pet that was chosen.
func worn(cfg *prefs.Config, pets []Pet) string {
	for _, p := range pets {
		if p.ID == cfg.Theme {
			return phrase.Shorten(p.Name, 14)
		}
	}
	return ""
}

func sizing(cfg *prefs.Config) (items []Item) {
	for _, v := range sizes {
		items = append(items, Item{Text: percent(v), Box: true, Checked: v == cfg.Size,
			Do: Action{Kind: Set, Setting: "size", Value: strconv.FormatFloat(v, 'g', -1, 64)}})
	}
	return append(items, Item{Text: lang.T("Or Ctrl and the wheel, over the pet")})
}

func percent(size float64) string { return strconv.Itoa(int(size*100+.5)) + "%" }

func quieting(cfg *prefs.Config, now time.Time) (items []Item, note string) {
	on, until := cfg.Quiet(now)
	for _, q := range quiets {
		items = append(items, Item{Text: lang.T(q.text), Box: true, Do: Action{Kind: BeQuiet, For: q.long}})
	}
	items = append(items,
		quietAs(cfg, "on", lang.T("Until I switch it off"), false),
		quietAs(cfg, "schedule", lang.T("By the clock"), false),
		quietAs(cfg, "system", lang.T("As the desktop does"), false),
		quietAs(cfg, "off", lang.T("Off"), !on && cfg.DoNotDisturb != "schedule" && !cfg.QuietAsDesktop()))
	switch {
	case !on || cfg.QuietAsDesktop():
		return items, ""
	case until.IsZero():
		return items, lang.T("on")
	}
	return items, lang.T("until %s", until.In(now.Location()).Format("15:04"))
}

// quietAs is one of the words of the setting.
func quietAs(cfg *prefs.Config, value, text string, on bool) Item {
	return Item{Text: text, Box: true, Checked: on || cfg.DoNotDisturb == value,
		Do: Action{Kind: Set, Setting: "doNotDisturb", Value: strconv.Quote(value)}}
}
