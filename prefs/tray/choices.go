package tray

import (
	"strconv"

	"dango/prefs"
	"dango/prefs/lang"
	"dango/session/event"
)

// hearing has a box for each agent that can be muted.
func hearing(cfg *prefs.Config) (items []Item) {
	for _, l := range []struct {
		tool    event.Tool
		setting string
	}{
		{event.ClaudeCode, "listeners.claudeCode"},
		{event.Codex, "listeners.codex"},
		{event.Gemini, "listeners.gemini"},
		{event.OpenCode, "listeners.openCode"},
	} {
		items = append(items, box(cfg, l.setting, l.tool.Name())...)
	}
	return items
}

// manner is where the pet is seen beside its place, and whether it takes clicks.
func (f *Facts) manner() []Item {
	return append(
		signed(SignBar, radio(f.Config, "bar", lang.T("Bar"), lang.T("Off"), lang.T("Automatic"), lang.T("Always"))),
		signed(SignGhost, box(f.Config, "ghost", lang.T("Ghost: clicks fall through")))...)
}

// signed gives items their sign.
func signed(s Sign, items []Item) []Item {
	for i := range items {
		items[i].Sign = s
	}
	return items
}

// login is the box of starting with the desktop.
func (f *Facts) login() []Item {
	if !f.Login.Known {
		return nil
	}
	do := Action{Kind: StartAtLogin}
	if f.Login.Enabled {
		do.Kind = NotAtLogin
	}
	return []Item{{Text: lang.T("Start at login"), Sign: SignLogin, Box: true, Checked: f.Login.Enabled, Do: do}}
}

func hooks() []Item {
	return []Item{
		{Text: lang.T("Connect the agents that are here"), Do: Action{Kind: ConnectHooks}},
		{Text: lang.T("Check hooks"), Do: Action{Kind: CheckHooks}},
	}
}

// box is a setting that is on or off; nothing when there is none of that name.
func box(cfg *prefs.Config, key, text string) []Item {
	s, ok := prefs.Lookup(key)
	if !ok {
		return nil
	}
	on := s.Value(cfg) == "true"
	return []Item{{Text: text, Box: true, Checked: on, Do: Action{Kind: Set, Setting: key, Value: strconv.FormatBool(!on)}}}
}

// radio is a setting with a list of values, each with its words, in the order of the table; nothing when there is none of
// that name.
func radio(cfg *prefs.Config, key, text string, words ...string) []Item {
	s, ok := prefs.Lookup(key)
	if !ok || len(s.Choices) != len(words) {
		return nil
	}
	i := Item{Text: text}
	for at, choice := range s.Choices {
		value := strconv.Quote(choice)
		i.Sub = append(i.Sub, Item{Text: words[at], Box: true, Checked: s.Value(cfg) == value,
			Do: Action{Kind: Set, Setting: key, Value: value}})
	}
	return []Item{i}
}
