package session

import (
	"path/filepath"

	"dango/session/event"
)

// witness is where a fact comes from.
type witness uint8

const (
	fromHook    witness = iota // the agent's own words, about its main agent
	fromSub                    // the same about a subagent, whose folder and transcript are its own
	fromOutside                // a witness beside the agent: session file, rollout, listing, process table
	witnesses
)

// authority is how much a witness is believed about a field: a value of a lower authority never replaces one of a
// higher. 0 = not at all.
type authority uint8

// The fields that several witnesses know.
const (
	fCwd = iota
	fTranscript
	fTerminalApp
	fTerminalTTY
	fTerminalSession
	fMode
	fProcess
	fields
)

// believed is the one place that says who wins.
var believed = [fields][witnesses]authority{
	//                 hook sub outside
	fCwd:             {3, 1, 2},
	fTranscript:      {3, 0, 2}, // a subagent names its own
	fTerminalApp:     {3, 2, 1},
	fTerminalTTY:     {3, 2, 1},
	fTerminalSession: {3, 2, 1},
	fMode:            {2, 0, 2}, // only rollouts know Codex's plan mode: the newest word counts
	fProcess:         {3, 3, 2},
}

// facts is what one message says about a session. Empty means not said, never empty.
type facts struct {
	text     [fields]string
	process  Process
	parent   Key // the session that the environment comes from
	headless bool
}

func factsOf(e *event.StateEvent) facts {
	p := payload(e)
	f := facts{process: Process{e.AgentPID, e.AgentStart}, headless: e.Headless,
		parent: Key{e.ParentTool, e.ParentSession}}
	f.text[fCwd] = firstOf(e.Cwd, p.Cwd)
	f.text[fTranscript] = p.TranscriptPath
	f.text[fTerminalApp] = e.TerminalApp
	f.text[fTerminalTTY] = e.TerminalTTY
	f.text[fTerminalSession] = e.TerminalSessionID
	f.text[fMode] = p.PermissionMode
	if e.Tool == event.Codex && p.PermissionMode == "default" {
		f.text[fMode] = "" // its hooks say so in plan mode too
	}
	return f
}

// merge takes over what f says and w may say. A thinner message never erases what a richer one said.
func (s *live) merge(w witness, f facts) {
	at := [fields]*string{
		fCwd: &s.facts.Cwd, fTranscript: &s.facts.TranscriptPath, fTerminalApp: &s.facts.TerminalApp,
		fTerminalTTY: &s.facts.TerminalTTY, fTerminalSession: &s.facts.TerminalSessionID, fMode: &s.facts.Mode,
	}
	for i, v := range f.text {
		if v != "" && s.believes(w, i) {
			*at[i] = v
		}
	}
	if s.facts.Mode == "default" {
		s.facts.Mode = ""
	}
	if f.process.PID != 0 && s.believes(w, fProcess) {
		if !s.process.is(f.process) {
			s.alive, s.parents = false, nil // another process: nobody has seen it yet
		}
		if !s.process.is(f.process) || f.process.Start != 0 {
			s.process = f.process
		}
		s.facts.AgentPID = s.process.PID
	}
	if s.facts.Cwd != "" {
		s.facts.Folder = filepath.Base(s.facts.Cwd)
	}
	if f.parent.ID != "" && f.parent != s.key() {
		s.inherit = f.parent
	}
	s.facts.Headless = s.facts.Headless || f.headless
}

// believes says whether w may set the field, and remembers that it does.
func (s *live) believes(w witness, field int) bool {
	a := believed[field][w]
	if a == 0 || a < s.known[field] {
		return false
	}
	s.known[field] = a
	return true
}

func firstOf(all ...string) string {
	for _, s := range all {
		if s != "" {
			return s
		}
	}
	return ""
}

// evident is what evidence says about a session's fields.
func evident(v *Evidence) facts {
	f := facts{process: v.Process, headless: v.Headless}
	f.text[fCwd] = v.Cwd
	f.text[fTranscript] = v.TranscriptPath
	f.text[fMode] = v.Mode
	return f
}
