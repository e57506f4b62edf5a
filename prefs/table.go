package prefs

import (
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"time"
	"unicode"

	"dango/prefs/lang"
)

// Type is how a setting is written in config.json.
type Type string

// The types of settings. A duration is a string such as "590s" or "23h30m".
const (
	Boolean  Type = "boolean"
	Integer  Type = "integer"
	Number   Type = "number"
	String   Type = "string"
	Duration Type = "duration"
	Array    Type = "array"
	Object   Type = "object"
)

// Setting is one row of the table: everything there is to know about one key of config.json.
type Setting struct {
	Key     string // dotted path: "listeners.codex" is "codex" inside "listeners"
	Type    Type
	Default string      // as it is written in the file
	Allowed lang.Phrase // in words, for messages and help
	Choices []string    // the only values, when there is a list of them
	Range   []float64   // the smallest and the largest number, when there are such
	Doc     lang.Text   // one sentence: what it does

	read  func(literal []byte, c *Config) error // sets c's field, or leaves it and says why not
	write func(c *Config) string                // c's field, as it is written in the file
	reset func(c *Config)
	of    reflect.Type // of the value in the file
}

// The table. One row a setting: a row and a field of Config are all that a new setting takes.
var table = []Setting{
	choice("language", lang.System, lang.Choices(),
		"Language of the pet, the tray and petctl; system follows LC_ALL, LC_MESSAGES and LANG.",
		func(c *Config) *string { return &c.Language }),
	choice("appearance", "system", []string{"light", "dark", "system"},
		"Colours of cards and bubbles; system follows the desktop.",
		func(c *Config) *string { return &c.Appearance }),
	lifted(0.25, number("size", 0.6, 0.35, 3,
		"Scale of the pet; 1 is 192 by 208 logical pixels.",
		func(c *Config) *float64 { return &c.Size })),
	text("theme", Builtin, themeName, `"builtin", the id of a folder in themes, or the absolute path of a pet's folder`,
		"Which pet is shown.",
		func(c *Config) *string { return &c.Theme }),
	structured("pets", Object, map[string]string{}, themeNames,
		`an object: tool → "builtin", the id of a folder in themes, or the absolute path of a pet's folder`,
		"The pet of a tool, such as claude-code or codex, instead of theme, while that tool leads.",
		func(c *Config) *map[string]string { return &c.Pets }),
	choice("animation.idle", "calm", []string{"calm", "desktop"},
		"How fast an idle pet breathes: once in 6.6 s, or in 1.1 s as Codex's own app plays it.",
		func(c *Config) *string { return &c.Animation.Idle }),
	number("animation.speed", 1, 0.25, 4,
		"How fast all animations are; 2 is twice as fast.",
		func(c *Config) *float64 { return &c.Animation.Speed }),
	choice("animation.tool", "running", []string{"running", "running-right"},
		"What a pet whose agent uses a tool does.",
		func(c *Config) *string { return &c.Animation.Tool }),
	boolean("animation.wince", true, "The pet winces when a tool of an agent fails.",
		func(c *Config) *bool { return &c.Animation.Wince }),
	structured("animation_durations", Object, map[string]any{}, func(map[string]any) bool { return true },
		"an object: animation → list of milliseconds, one for each of its frames; other lists are left out",
		"How long each frame of an animation is shown.",
		func(c *Config) *map[string]any { return &c.AnimationDurations }),
	whole("stateRepeats", 3, func(v int) bool { return v >= 1 && v <= 100 }, "a whole number from 1 to 100",
		"How often a pet that settles plays its animation before.",
		func(c *Config) *int { return &c.StateRepeats }),
	choice("settle", "finished", []string{"all", "finished", "never"},
		"Who comes to rest after that: whatever lasts, what has finished, or nobody.",
		func(c *Config) *string { return &c.Settle }),
	boolean("look.atPointer", true, "A pet that rests looks at the pointer, if it can.",
		func(c *Config) *bool { return &c.Look.AtPointer }),
	number("look.radius", 600, 0, 10000, "How far away a pointer may be, in logical pixels from the pet's middle.",
		func(c *Config) *float64 { return &c.Look.Radius }),
	number("look.deadZone", 48, 0, 10000, "How near a pointer is when the pet looks straight ahead, in logical pixels.",
		func(c *Config) *float64 { return &c.Look.DeadZone }),
	choice("bar", "auto", []string{"off", "auto", "always"},
		"The bar at the top of a screen: none, around a MacBook's notch alone, or everywhere. It hides with the pet.",
		func(c *Config) *string { return &c.Bar }),
	text("barMonitor", "", monitorName, "the name of a monitor, as xrandr lists them, or \"\"",
		"Which monitor the bar is on; empty: the one the pet is on.",
		func(c *Config) *string { return &c.BarMonitor }),
	boolean("hideInFullscreen", true,
		"Pet and bar keep away from a monitor that a full-screen window covers.",
		func(c *Config) *bool { return &c.HideInFullscreen }),
	boolean("requestsOverFullscreen", true,
		"What asks something is shown over a full-screen window all the same.",
		func(c *Config) *bool { return &c.RequestsOverFullscreen }),
	boolean("snap", false, "The pet is thrown gently to the nearest edge of the screen when it is put down.",
		func(c *Config) *bool { return &c.Snap }),
	boolean("hideWhenIdle", false, "The pet hides when nothing has happened for half a minute, and comes back when something does.",
		func(c *Config) *bool { return &c.HideWhenIdle }),
	boolean("stayWithoutSessions", true, "The pet stays when the last session has ended; off: Dango quits then.",
		func(c *Config) *bool { return &c.StayWithoutSessions }),
	text("shortcut", "Ctrl+Alt+D", shortcutName,
		`"", or modifiers and a letter, a digit or Space, such as "Ctrl+Alt+D" or "Super+Shift+Space"`,
		"Takes the keyboard to bubbles and cards from wherever it is; empty: no shortcut.",
		func(c *Config) *string { return &c.Shortcut }),
	boolean("collapsed", false,
		"Bubbles are one line that counts them; what asks something is shown all the same.",
		func(c *Config) *bool { return &c.Collapsed }),
	whole("visibleBubbles", 5, func(v int) bool { return v >= 1 && v <= 20 }, "a whole number from 1 to 20",
		"How many bubbles are shown at once; the others are scrolled to.",
		func(c *Config) *int { return &c.VisibleBubbles }),
	boolean("privacy", false,
		"Hide prompts, commands and texts, for when others see the screen; states stay, and requests are answered in the terminal.",
		func(c *Config) *bool { return &c.Privacy }),
	choice("reducedMotion", "system", []string{"system", "on", "off"},
		"Nothing moves, and pets show the first frame of each animation; system does as the desktop asks.",
		func(c *Config) *string { return &c.ReducedMotion }),
	boolean("hoverFade", false,
		"Pet and bubbles fade while the pointer is over them, so that one sees what is below, unless somebody asks something.",
		func(c *Config) *bool { return &c.HoverFade }),
	boolean("ghost", false,
		"Pet and bubbles are faint and let all clicks through; what agents ask goes to their terminals at once.",
		func(c *Config) *bool { return &c.Ghost }),
	text("ghostShortcut", "Ctrl+Alt+G", shortcutName,
		`"", or modifiers and a letter, a digit or Space, such as "Ctrl+Alt+G"`,
		"Turns ghost on and off from wherever the keyboard is; empty: no shortcut.",
		func(c *Config) *string { return &c.GhostShortcut }),
	boolean("keepUnseen", true,
		"A finished session stays in review until it was looked at; off: it goes straight to idle.",
		func(c *Config) *bool { return &c.KeepUnseen }),
	boolean("autostartOnHook", false,
		"A session that begins starts the pet when none runs, without the agent's waiting for it.",
		func(c *Config) *bool { return &c.AutostartOnHook }),
	boolean("showHeadless", false,
		"Show sessions that nobody sits in front of: claude -p, codex exec.",
		func(c *Config) *bool { return &c.ShowHeadless }),
	text("doNotDisturb", quietOff, quietValue,
		`"off", "on", "schedule", "system", or the time until which, such as "2026-01-31T18:00:00Z"`,
		"Nobody wants to be disturbed: what agents ask goes to their terminals at once, bubbles stay small, nothing moves; system does as the desktop's own switch.",
		func(c *Config) *string { return &c.DoNotDisturb }),
	structured("doNotDisturbTimes", Array, []string{"22:00-07:00"}, everySpan,
		`a list of times of the day, such as ["22:00-07:00", "12:30-13:00"]`,
		"When the schedule of doNotDisturb is on, each day, by the clock of this machine; a span may go past midnight.",
		func(c *Config) *[]string { return &c.DoNotDisturbTimes }),
	boolean("listeners.claudeCode", true, "Show Claude Code; off mutes it without touching its hooks.",
		func(c *Config) *bool { return &c.Listeners.ClaudeCode }),
	boolean("listeners.codex", true, "Show Codex.",
		func(c *Config) *bool { return &c.Listeners.Codex }),
	boolean("listeners.gemini", true, "Show Gemini.",
		func(c *Config) *bool { return &c.Listeners.Gemini }),
	boolean("listeners.openCode", true, "Show OpenCode.",
		func(c *Config) *bool { return &c.Listeners.OpenCode }),
	duration("hold.showWithin", 2*time.Second, 200*time.Millisecond, 30*time.Second,
		"A request whose card is not on the screen for this long goes back to the terminal.",
		func(c *Config) *time.Duration { return &c.Hold.ShowWithin }),
	limit("hold.claudeCode", 0, 24*time.Hour, "How long a request of Claude Code or OpenCode waits for a click; their terminals ask too.",
		func(c *Config) *time.Duration { return &c.Hold.ClaudeCode }),
	limit("hold.subagent", time.Minute, 24*time.Hour,
		"How long a request of a subagent of Claude Code waits for a click before the terminal asks.",
		func(c *Config) *time.Duration { return &c.Hold.Subagent }),
	limit("hold.codex", time.Minute, 24*time.Hour,
		"How long a request of Codex waits for a click before the terminal asks; until then it shows nothing.",
		func(c *Config) *time.Duration { return &c.Hold.Codex }),
	limit("hold.headless", 10*time.Minute, 24*time.Hour,
		"How long a request waits for a click when there is no terminal that could ask.",
		func(c *Config) *time.Duration { return &c.Hold.Headless }),
	limit("hold.other", time.Minute, 24*time.Hour,
		"How long a request of any other agent waits for a click before the terminal asks.",
		func(c *Config) *time.Duration { return &c.Hold.Other }),
	boolean("events.enabled", true, "Take events of any tool over HTTP on the loopback interface.",
		func(c *Config) *bool { return &c.Events.Enabled }),
	whole("events.port", 17321, func(v int) bool { return v == 0 || v >= 1024 && v <= 65535 },
		"a whole number from 1024 to 65535, or 0 for any free port",
		"Port of 127.0.0.1 for events; run/endpoint says which one is in use.",
		func(c *Config) *int { return &c.Events.Port }),
	choice("events.auth", "none", []string{"none", "token"},
		"Whether an event over TCP must bring the token of run/endpoint.",
		func(c *Config) *string { return &c.Events.Auth }),
	structured("trustedSources", Object, trustedByDefault, sensible,
		"an object: source → { actions, urlHosts, folderRoots, appBundleIds }, each a list of strings",
		"What a click on an event may open, by the event's source or the part of it before the first colon.",
		func(c *Config) *map[string]Source { return &c.TrustedSources }),
	structured("petImportSourceDirectories", Array, []string{"~/.codex/pets"}, everyPath,
		"a list of absolute paths, or such as begin with ~/",
		"Where petctl import-pet looks for pets.",
		func(c *Config) *[]string { return &c.PetImportSourceDirectories }),
	boolean("notifications.requests", true,
		"Notify of what agents ask, while the pet is not shown; its answer is given in the terminal then.",
		func(c *Config) *bool { return &c.Notifications.Requests }),
	boolean("notifications.failed", true,
		"Notify of turns that failed, while the pet is not shown.",
		func(c *Config) *bool { return &c.Notifications.Failed }),
	boolean("notifications.finished", false,
		"Notify of sessions that have finished, while the pet is not shown.",
		func(c *Config) *bool { return &c.Notifications.Finished }),
	boolean("notifications.whilePetVisible", false,
		"Notify while the pet is shown, too; what agents ask can be answered in the notification then.",
		func(c *Config) *bool { return &c.Notifications.WhilePetVisible }),
	limit("notifications.stay", 0, time.Hour,
		"How long a notification of what failed or finished stays; 0: as long as the desktop has it. One that asks stays until it is answered.",
		func(c *Config) *time.Duration { return &c.Notifications.Stay }),
	choice("sound.requests", SoundOff, Sounds,
		"What is heard when an agent asks something; pet: what the pet brings along, else drop.",
		func(c *Config) *string { return &c.Sound.Requests }),
	choice("sound.failed", SoundOff, Sounds,
		"What is heard when a turn has failed; pet: what the pet brings along, else knock.",
		func(c *Config) *string { return &c.Sound.Failed }),
	choice("sound.finished", SoundOff, Sounds,
		"What is heard when a session has finished; pet: what the pet brings along, else chime.",
		func(c *Config) *string { return &c.Sound.Finished }),
	number("sound.volume", 0.6, 0, 1, "How loud these sounds are.",
		func(c *Config) *float64 { return &c.Sound.Volume }),
	choice("log.level", "info", []string{"error", "warn", "info", "debug"},
		"How much is written to the log files; debug adds a line for each event.",
		func(c *Config) *string { return &c.Log.Level }),
}

// Table lists every setting in the order in which help and a fresh file show them.
func Table() []Setting { return append([]Setting(nil), table...) }

// Lookup finds the setting of that key.
func Lookup(key string) (Setting, bool) {
	for _, s := range table {
		if s.Key == key {
			return s, true
		}
	}
	return Setting{}, false
}

// Value is c's value of the setting, as it is written in the file.
func (s Setting) Value(c *Config) string { return s.write(c) }

// monitorName bounds what is kept.
func monitorName(v string) bool { return len(v) <= 128 && !strings.ContainsFunc(v, unicode.IsControl) }

// themeNames checks the pets of all tools.
func themeNames(pets map[string]string) bool {
	for _, v := range pets {
		if !themeName(v) {
			return false
		}
	}
	return true
}

var shortcut = regexp.MustCompile(`^(?i)(shift\+)*(ctrl|control|alt|super|win|cmd)\+((ctrl|control|alt|shift|super|win|cmd)\+)*([a-z0-9]|space)$`)

// shortcutName keeps shortcuts from taking a key that people type.
func shortcutName(v string) bool { return v == "" || shortcut.MatchString(v) }

var themeID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$`)

// themeName keeps an id from leaving the themes folder.
func themeName(v string) bool {
	return filepath.IsAbs(v) && !strings.ContainsRune(v, 0) || themeID.MatchString(v)
}
