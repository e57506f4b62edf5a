// Package hook connects agents to Dango: it writes our hooks into their settings, takes them out again, says
// what is installed, and proves that it works.
//
// The settings belong to the user. Only our own entries change, every other byte stays; what cannot be parsed,
// or is not ours to write, is refused with its place and a way out; a crash leaves the old file or the new one.
// Nothing here needs a running pet.
package hook

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"dango/ingress/sock"
	"dango/prefs/lang"
	"dango/session/event"
)

// Options say where things are and what may be done. The zero value means the real user's real places.
type Options struct {
	Home     string   `json:"home,omitempty"`     // Dango's folder; "" = DANGO_HOME, else ~/.dango
	UserHome string   `json:"userHome,omitempty"` // the user's home; "" = HOME of Env
	Root     string   `json:"root,omitempty"`     // before paths of the whole machine; "" = /
	Env      []string `json:"-"`                  // KEY=value, for folders, PATH and child processes; nil = os.Environ()
	// Helper is the dango-emit to copy to Home/bin; "" = leave the one that is there.
	Helper string `json:"helper,omitempty"`
	// Project installs for one project only, into its .claude/settings.local.json (Claude Code alone).
	Project string `json:"project,omitempty"`
	// DryRun plans everything and writes nothing.
	DryRun bool `json:"dryRun,omitempty"`
	// Trust is the user's explicit yes to having Codex trust our hooks, or on uninstall forget them.
	Trust bool `json:"trust,omitempty"`

	// Now is the clock; nil = time.Now.
	Now func() time.Time `json:"-"`
	// Version asks an agent's program for its version; nil = run it with --version. "" means unknown.
	Version func(context.Context, Agent) string `json:"-"`
	// Seen waits until the core has seen a session of that id, or ctx ends. The doctor's live probe needs it;
	// nil = the probe only shows that the command runs.
	Seen func(ctx context.Context, sessionID string) bool `json:"-"`
	// LastEvent tells when the core last had that event of that agent; nil = not asked.
	LastEvent func(tool event.Tool, name string) (time.Time, bool) `json:"-"`

	step func(string) // tests: called between the steps of a write
}

// State is how far an agent is connected.
type State string

const (
	NotInstalled State = "not installed"
	Installed    State = "installed"            // and runs: the agent asks for no trust
	Untrusted    State = "installed, untrusted" // the agent will not run our hooks before the user agrees
	Trusted      State = "trusted"
	Modified     State = "modified" // entries are missing or are not what this version writes
	Disabled     State = "disabled" // a switch of the agent turns hooks off
	Shadowed     State = "shadowed by policy"
	Broken       State = "broken" // the agent's file cannot be read
)

// Word is the state in the user's language.
func (s State) Word() string { return lang.T(stateWords[s]) }

var stateWords = map[State]lang.Text{
	NotInstalled: "not installed", Installed: "installed", Untrusted: "installed, untrusted", Trusted: "trusted",
	Modified: "modified", Disabled: "disabled", Shadowed: "shadowed by policy", Broken: "broken",
}

// Result is what was done, or would be done, for one agent.
type Result struct {
	Agent   event.Tool `json:"agent"`
	File    string     `json:"file"`
	Version string     `json:"version,omitempty"` // of the agent's program; "" = not known
	State   State      `json:"state,omitempty"`
	Changed bool       `json:"changed"`           // the file was written, or would be
	Removed bool       `json:"removed,omitempty"` // the file was deleted, because we had created it
	Backup  string     `json:"backup,omitempty"`
	Plan    []string   `json:"plan,omitempty"` // what happens, a sentence each
	Diff    string     `json:"diff,omitempty"` // unified diff of the file
	Notes   []string   `json:"notes,omitempty"`
	Error   string     `json:"error,omitempty"`
}

// A Refusal says why a file was left exactly as it was.
type Refusal struct {
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"` // from 1; 0 = the file as a whole
	Column int    `json:"column,omitempty"`
	What   string `json:"what"`
	Do     string `json:"do"` // what the user can do
	Err    error  `json:"-"`
}

func (r *Refusal) Error() string {
	place := r.File
	if r.Line > 0 {
		place = fmt.Sprintf("%s:%d:%d", r.File, r.Line, r.Column)
	}
	return fmt.Sprintf("hook: %s: %s; nothing was changed: %s", place, r.What, r.Do)
}

// Unwrap gives the cause, nil when there is none.
func (r *Refusal) Unwrap() error { return r.Err }

// Install connects agents; none named = all that are on this machine. Agents do not depend on each other: the
// error joins the failures, the results tell about each. Installing what is installed writes nothing. Into a home whose
// socket nobody could open nothing is installed.
func Install(ctx context.Context, opts Options, agents ...Agent) ([]Result, error) {
	if err := opts.complete(); err != nil {
		return nil, err
	}
	if err := sock.Check(opts.Home); err != nil {
		return nil, fmt.Errorf("hooks would not reach Dango: %w", err)
	}
	return run(ctx, opts, agents, (*installer).chosen, (*installer).install)
}

// Uninstall takes our entries out again and removes the helper when no agent needs it any more.
// None named = every agent. Files of projects that earlier installs wrote to are remembered and cleaned as well.
func Uninstall(ctx context.Context, opts Options, agents ...Agent) ([]Result, error) {
	return run(ctx, opts, agents, (*installer).connected, (*installer).uninstall)
}

// installer is one locked run over some agents.
type installer struct {
	Options
	man *manifest
}

// job is one file of one agent to work on.
type job struct {
	agent Agent
	file  string
}

func run(ctx context.Context, opts Options, agents []Agent, jobs func(*installer, []Agent) []job,
	do func(*installer, context.Context, Agent, *Result) error) ([]Result, error) {
	in := &installer{Options: opts}
	if err := in.complete(); err != nil {
		return nil, err
	}
	if !in.DryRun {
		unlock, err := in.lock(ctx)
		if err != nil {
			return nil, err
		}
		defer unlock()
	}
	var err error
	if in.man, err = readManifest(in.manifestPath()); err != nil {
		return nil, err
	}
	var results []Result
	var failed []error
	for _, j := range jobs(in, agents) {
		r := Result{Agent: j.agent.ID, File: j.file}
		if err := do(in, ctx, j.agent, &r); err != nil {
			r.Error = err.Error()
			failed = append(failed, err)
		}
		results = append(results, r)
	}
	return results, errors.Join(failed...)
}

// complete fills in what the caller left to us.
func (o *Options) complete() error {
	if runtime.GOOS == "windows" {
		return errors.New("hook: installing hooks is not supported on Windows: how agents run them there is untested")
	}
	if o.Env == nil {
		o.Env = os.Environ()
	}
	if o.UserHome == "" {
		o.UserHome = o.getenv("HOME")
	}
	if o.Home == "" {
		o.Home = o.getenv("DANGO_HOME")
	}
	if o.Home == "" {
		o.Home = filepath.Join(o.UserHome, ".dango")
	}
	for _, p := range []string{o.UserHome, o.Home} {
		if !filepath.IsAbs(p) || strings.ContainsFunc(p, func(r rune) bool { return r < ' ' }) {
			return fmt.Errorf("hook: folder %q: a hook needs an absolute path without control characters; check HOME and DANGO_HOME", p)
		}
	}
	if o.Project != "" && !filepath.IsAbs(o.Project) {
		return fmt.Errorf("hook: project folder %q: give its absolute path", o.Project)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Version == nil {
		o.Version = o.askVersion
	}
	if o.step == nil {
		o.step = func(string) {}
	}
	return nil
}

// getenv reads Env; as in a process, the last assignment counts.
func (o *Options) getenv(key string) string {
	for _, kv := range slices.Backward(o.Env) {
		if v, ok := strings.CutPrefix(kv, key+"="); ok {
			return v
		}
	}
	return ""
}

func (o *Options) helperPath() string   { return filepath.Join(o.Home, "bin", helperName) }
func (o *Options) manifestPath() string { return filepath.Join(o.Home, "hooks.json") }
func (o *Options) socketPath() string   { return filepath.Join(o.Home, "run", "dango.sock") }
