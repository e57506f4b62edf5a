package prefs

import "time"

// Version is the format of config.json that this build writes.
const Version = 1

// Config is what the user chose: config.json, version 1. Table describes every field.
//
// A Config that a Store hands out is immutable and may be kept.
type Config struct {
	Language            string // system, en, zh-CN; see prefs/lang
	Appearance          string // light, dark, system
	Size                float64
	Theme               string
	Pets                map[string]string // tool → pet, instead of Theme
	Animation           Animation
	StateRepeats        int
	Settle              string // all, finished, never
	Look                Look
	Snap                bool
	HideWhenIdle        bool
	StayWithoutSessions bool
	Bar                 string // off, auto, always
	BarMonitor          string // its name; empty: the pet's
	Shortcut            string // "Ctrl+Alt+D"; empty: none
	KeepUnseen          bool
	ShowHeadless        bool
	DoNotDisturb        string // off, on, schedule, system, or the time until which; see Quiet
	Listeners           Listeners
	Hold                Hold
	Events              Events
	Notifications       Notifications
	Sound               Sound
	Log                 Log

	// AutostartOnHook lets a hook start the pet; dango-emit reads it from the file itself.
	AutostartOnHook bool

	Collapsed      bool
	VisibleBubbles int // at once
	Privacy        bool
	ReducedMotion  string // system, on, off; see Reduced
	HoverFade      bool
	Ghost          bool
	GhostShortcut  string // as Shortcut

	DoNotDisturbTimes      []string // "22:00-07:00": of the schedule
	HideInFullscreen       bool     // pet and bar
	RequestsOverFullscreen bool     // all the same

	// AnimationDurations is what the user wrote: animation → list of milliseconds. What is none is left to the reader.
	AnimationDurations map[string]any `json:"animation_durations"`
	// TrustedSources says what a click on the event of a source may open, by source or by family.
	TrustedSources map[string]Source
	// PetImportSourceDirectories are where petctl import-pet looks, in this order; "~/" is the user's home.
	PetImportSourceDirectories []string
}

// Animation is how the pet moves.
type Animation struct {
	Idle  string // calm, desktop
	Speed float64
	Tool  string // running, running-right
	Wince bool   // when a tool fails
}

// Look says which pointers a resting pet looks at; distances are logical pixels from its middle.
type Look struct {
	AtPointer        bool
	Radius, DeadZone float64
}

// Events configure the event API over TCP. The local socket speaks the same, whatever stands here.
type Events struct {
	Enabled bool
	Port    int    // of 127.0.0.1; 0: any free one
	Auth    string // none, token
}

// Source is what one source of events may open. What is not listed is refused.
type Source struct {
	Actions      []string `json:"actions,omitempty"`      // open_url, open_folder, open_file, open_app
	URLHosts     []string `json:"urlHosts,omitempty"`     // of web pages
	FolderRoots  []string `json:"folderRoots,omitempty"`  // and what lies below; "~/" is the user's home
	AppBundleIDs []string `json:"appBundleIds,omitempty"` // bundle ids of macOS, ids of desktop entries elsewhere
}

// Listeners says whose events count. A tool without a field of its own is always heard.
type Listeners struct {
	ClaudeCode bool
	Codex      bool
	Gemini     bool
	OpenCode   bool
}

// Hold limits how long an agent's hook is kept waiting for a click. 0 in a limit means none.
type Hold struct {
	ShowWithin time.Duration // a request that is not on the screen for this long goes to the terminal
	ClaudeCode time.Duration // the main agent: its terminal asks at the same time
	Subagent   time.Duration // of Claude Code: its terminal asks only after us
	Codex      time.Duration // its terminal shows nothing meanwhile
	Headless   time.Duration // there is no terminal
	Other      time.Duration // agents of other makers
}

// Notifications are those of the desktop, by what they tell.
type Notifications struct {
	Requests, Failed, Finished bool
	WhilePetVisible            bool          // the pet shows the same
	Stay                       time.Duration // of those that ask nothing; 0: as long as the desktop has it
}

// Sound is what is heard of agents, by what it tells: off, or the name of a tone.
type Sound struct {
	Requests, Failed, Finished string
	Volume                     float64 // 0 to 1
}

// Words of the sound settings that are no tone: none at all, and the pet's own.
const (
	SoundOff = "off"
	SoundPet = "pet"
)

// Sounds are the values of the sound settings. The tones are those of package assets.
var Sounds = []string{SoundOff, SoundPet, "drop", "chime", "bell", "knock"}

// Log configures the log files.
type Log struct {
	Level string // error, warn, info, debug
}

// Builtin is the theme that comes with the program.
const Builtin = "builtin"

// Default is the configuration of a user who chose nothing.
func Default() Config {
	var c Config
	for _, s := range table {
		s.reset(&c)
	}
	return c
}

// Muted lists the tools whose events do not count, as event.Tool names them, in the order of the table.
func (c *Config) Muted() []string {
	var m []string
	for _, t := range []struct {
		name  string
		heard bool
	}{
		{"claude-code", c.Listeners.ClaudeCode},
		{"codex", c.Listeners.Codex},
		{"gemini", c.Listeners.Gemini},
		{"opencode", c.Listeners.OpenCode},
	} {
		if !t.heard {
			m = append(m, t.name)
		}
	}
	return m
}

// Reduced says whether nothing shall move, given what the desktop asks for.
func (c *Config) Reduced(desktop bool) bool {
	switch c.ReducedMotion {
	case "on":
		return true
	case "off":
		return false
	}
	return desktop
}

// PetOf is the pet of a tool: its own, or the one of all. "" is no tool.
func (c *Config) PetOf(tool string) string {
	if own := c.Pets[tool]; own != "" {
		return own
	}
	return c.Theme
}
