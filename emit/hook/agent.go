package hook

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dango/session/event"
)

// An Agent is one row of the table: everything that differs between the agents we can connect.
type Agent struct {
	ID      event.Tool `json:"id"`
	Name    string     `json:"name"`
	Program string     `json:"program"` // what the user runs, looked up in PATH

	// The folder is the value of the environment variable FolderVar, joined with VarSub; else Folder in the home.
	FolderVar string `json:"folderVar,omitempty"`
	VarSub    string `json:"varSub,omitempty"`
	Folder    string `json:"folder"`
	File      string `json:"file"` // in the folder

	// Local is the file of one project, relative to it; "" = the agent has none that we use.
	Local string `json:"local,omitempty"`
	// Plugin says that File is a program of ours, not settings of the user's.
	Plugin bool `json:"plugin,omitempty"`
	// Strict says that the agent takes no comments and no trailing commas.
	Strict bool `json:"strict,omitempty"`
	// OnlyKeys lists the top-level keys that the agent allows: any other disables the file. nil = all.
	OnlyKeys []string `json:"onlyKeys,omitempty"`
	// Unit is what a timeout in the file counts.
	Unit time.Duration `json:"unit,omitempty"`
	// Matcher is written beside our handlers; "" = none is needed to match everything.
	Matcher string `json:"matcher,omitempty"`
	// HandlerName names our handlers, for agents that list hooks by name.
	HandlerName string `json:"handlerName,omitempty"`
	// Versioned says that an unknown event name does harm: register only what the installed version knows.
	Versioned bool `json:"versioned,omitempty"`
	// Trusts says that the agent runs a hook only after the user has trusted it.
	Trusts bool `json:"trusts,omitempty"`
	// Restart says that running sessions do not notice a change of the file.
	Restart bool `json:"restart,omitempty"`
	// Policies are files of the machine's owner that can forbid the user's hooks, by system.
	Policies []string `json:"policies,omitempty"`
	// Off lists the switches in the file that turn all hooks off.
	Off []Switch `json:"off,omitempty"`
}

// A Switch is a setting, and the value of it that turns hooks off.
type Switch struct {
	Path  []string `json:"path"`
	Value bool     `json:"value"`
}

var agents = []Agent{
	{
		ID: event.ClaudeCode, Name: "Claude Code", Program: "claude",
		FolderVar: "CLAUDE_CONFIG_DIR", Folder: ".claude", File: "settings.json",
		Local: filepath.Join(".claude", "settings.local.json"),
		Unit:  time.Second, Versioned: true,
		Policies: []string{
			"/etc/claude-code/managed-settings.json",
			"/Library/Application Support/ClaudeCode/managed-settings.json",
		},
		Off: []Switch{{Path: []string{"disableAllHooks"}, Value: true}},
	},
	{
		ID: event.Codex, Name: "Codex", Program: "codex",
		FolderVar: "CODEX_HOME", Folder: ".codex", File: "hooks.json",
		Unit: time.Second, Strict: true, OnlyKeys: []string{"hooks", "description"}, Trusts: true,
	},
	{
		ID: event.Gemini, Name: "Gemini CLI", Program: "gemini",
		Folder: ".gemini", File: "settings.json",
		Unit: time.Millisecond, Matcher: "*", HandlerName: "dango", Restart: true,
		Off: []Switch{{Path: []string{"hooksConfig", "enabled"}, Value: false}},
	},
	{
		ID: event.OpenCode, Name: "OpenCode", Program: "opencode",
		FolderVar: "XDG_CONFIG_HOME", VarSub: "opencode", Folder: filepath.Join(".config", "opencode"),
		File: filepath.Join("plugins", "dango.js"), Plugin: true, Restart: true,
	},
}

// Agents is the table, in the order in which people meet it. The caller may change its copy.
func Agents() []Agent { return append([]Agent(nil), agents...) }

// ByID finds a row by its name: "claude-code", "codex", …
func ByID(id string) (Agent, bool) {
	for _, a := range agents {
		if string(a.ID) == id {
			return a, true
		}
	}
	return Agent{}, false
}

// folder is where the agent keeps its settings.
func (o *Options) folder(a Agent) string {
	if a.FolderVar != "" {
		if dir := o.getenv(a.FolderVar); filepath.IsAbs(dir) {
			return filepath.Join(dir, a.VarSub)
		}
	}
	return filepath.Join(o.UserHome, a.Folder)
}

// file is the one that we edit for the agent.
func (o *Options) file(a Agent) string {
	if o.Project != "" && a.Local != "" {
		return filepath.Join(o.Project, a.Local)
	}
	return filepath.Join(o.folder(a), a.File)
}

// chosen are the files to install into: one for each agent named, or for each agent that is on this machine.
func (in *installer) chosen(named []Agent) []job {
	if len(named) == 0 {
		for _, a := range agents {
			if in.present(a) {
				named = append(named, a)
			}
		}
	}
	var jobs []job
	for _, a := range named {
		jobs = append(jobs, job{a, in.file(a)})
	}
	return jobs
}

// connected are the files to clean: the usual one of each agent, and all that we remember writing to.
func (in *installer) connected(named []Agent) []job {
	if len(named) == 0 {
		named = agents
	}
	var jobs []job
	for _, a := range named {
		jobs = append(jobs, job{a, in.file(a)})
		if in.Project != "" {
			continue
		}
		for _, path := range slices.Sorted(maps.Keys(in.man.Files)) {
			if in.man.Files[path].Agent == a.ID && path != in.file(a) {
				jobs = append(jobs, job{a, path})
			}
		}
	}
	return jobs
}

// present reports whether the agent has left a trace on this machine: its folder or its program.
func (o *Options) present(a Agent) bool {
	_, err := os.Stat(o.folder(a))
	return err == nil || o.lookPath(a.Program) != ""
}
