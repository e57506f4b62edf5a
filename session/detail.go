package session

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"strings"

	"dango/session/event"
)

// input is what a detail is made of. The names are the agents' own; a field of another type is left out.
type input struct {
	Command      string `json:"command"`
	FilePath     string `json:"file_path"`
	NotebookPath string `json:"notebook_path"`
	Path         string `json:"path"`
	URL          string `json:"url"`
	Question     string `json:"question"`
	Plan         string `json:"plan"`
	Message      string `json:"message"`
	Pattern      string `json:"pattern"`
	Query        string `json:"query"`
	Skill        string `json:"skill"`
	Subject      string `json:"subject"`
	Description  string `json:"description"`
	Questions    []struct {
		Question string `json:"question"`
	} `json:"questions"`
}

// detail says in words what a tool call is about, whole: its command, its path relative to cwd, its host, its
// question. Empty when nothing in the input says so.
func detail(toolName string, raw json.RawMessage, cwd string) string {
	var in input
	if len(raw) > 0 {
		json.Unmarshal(raw, &in) // what does not fit stays empty
	}
	if server, name, ok := mcp(toolName); ok {
		return server + " · " + name
	}
	var asked []string
	for _, q := range in.Questions {
		asked = append(asked, q.Question)
	}
	switch {
	case len(asked) > 0:
		return strings.Join(asked, "\n")
	case toolName == "apply_patch":
		return firstOf(strings.Join(patched(in.Command, cwd), ", "), in.Command)
	case in.Command != "":
		return in.Command
	case in.FilePath != "" || in.NotebookPath != "":
		return relative(firstOf(in.FilePath, in.NotebookPath), cwd)
	case in.URL != "":
		return host(in.URL)
	case in.Pattern != "":
		return in.Pattern
	case in.Path != "":
		return relative(in.Path, cwd)
	}
	return firstOf(in.Question, in.Plan, in.Query, in.Skill, in.Subject, in.Description, in.Message)
}

// mcp splits mcp__server__tool.
func mcp(toolName string) (server, tool string, ok bool) {
	rest, ok := strings.CutPrefix(toolName, "mcp__")
	if !ok {
		return "", "", false
	}
	return strings.Cut(rest, "__")
}

// patched lists the files of a Codex patch, in its order.
func patched(patch, cwd string) []string {
	var files []string
	for line := range strings.Lines(patch) {
		for _, verb := range []string{"*** Add File: ", "*** Update File: ", "*** Delete File: "} {
			if name, ok := strings.CutPrefix(strings.TrimSpace(line), verb); ok {
				files = append(files, relative(name, cwd))
			}
		}
	}
	return files
}

// relative is path as seen from cwd when it lies below it, else path as it is.
func relative(path, cwd string) string {
	if rel, err := filepath.Rel(cwd, path); cwd != "" && err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

func host(raw string) string {
	if u, err := url.Parse(raw); err == nil && u.Host != "" {
		return u.Host
	}
	return raw
}

// toolLine is a detail for one line of a bubble.
func toolLine(e *event.StateEvent, cwd string) string {
	p := payload(e)
	return snippet(detail(p.ToolName, p.ToolInput, cwd), event.MaxAssistant)
}
