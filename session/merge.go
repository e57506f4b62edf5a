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

// The fields that several witnesses know. What only grows (headless) or only one knows (the prompt) needs no rule.
const (
	fCwd = iota
	fTranscript
	fTerminalApp
	fTerminalTTY
	fTerminalSession
	fMode
	fProcess
	fTitle
	fLastText
	fError
	fields
)

// believed is the one place that says who wins. Of equals the newest word counts, but where the first one stays.
var believed = [fields]struct {
	hook, sub, outside authority
	first              bool
}{
	fCwd:             {3, 1, 2, false},
	fTranscript:      {3, 0, 2, false}, // a subagent names its own
	fTerminalApp:     {3, 2, 1, false},
	fTerminalTTY:     {3, 2, 1, false},
	fTerminalSession: {3, 2, 1, false},
	fMode:            {2, 0, 2, false}, // only rollouts know Codex's plan mode
	fProcess:         {3, 3, 2, false},
	fTitle:           {1, 0, 1, true},  // the first prompt, which a transcript keeps
	fLastText:        {2, 0, 1, false}, // until the next prompt
	fError:           {2, 0, 1, false}, // until the failure is over; a second witness may not know why
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
	for i, v := range f.text {
		s.set(w, i, v)
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

// field is where a text is kept; nil for what is none.
func (s *live) field(i int) *string {
	f := &s.facts
	return [fields]*string{
		fCwd: &f.Cwd, fTranscript: &f.TranscriptPath, fTerminalApp: &f.TerminalApp, fTerminalTTY: &f.TerminalTTY,
		fTerminalSession: &f.TerminalSessionID, fMode: &f.Mode, fTitle: &f.Title, fLastText: &f.LastText, fError: &f.Error,
	}[i]
}

// set takes over one text that w says; empty means that it says nothing.
func (s *live) set(w witness, field int, text string) {
	if text != "" && s.believes(w, field) {
		*s.field(field) = text
		s.facts.Titled = s.facts.Titled || field == fTitle
	}
}

// unset forgets a text: whoever speaks next is believed.
func (s *live) unset(field int) { *s.field(field), s.known[field] = "", 0 }

// believes says whether w may set the field, and remembers that it does.
func (s *live) believes(w witness, field int) bool {
	is := believed[field]
	a := [witnesses]authority{fromHook: is.hook, fromSub: is.sub, fromOutside: is.outside}[w]
	if known := s.known[field]; a == 0 || a < known || is.first && a == known {
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
	f.text[fTitle] = snippet(v.Title, event.MaxTitle)
	return f
}
