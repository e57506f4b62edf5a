package hook

import (
	"regexp"
	"strings"

	"dango/emit/hook/events"
	"dango/session/event"
)

// Command is the line that an agent's hook runs.
//
// It uses words of the shell itself and one absolute path, so neither PATH nor a repository's own programs can
// get in between; it does nothing, quietly, when the helper is gone; and it carries no version, because a
// changed line costs the user's trust in Codex again.
func Command(helper string, tool event.Tool) string {
	q := quote(helper)
	return "[ -x " + q + " ] && exec " + q + " " + string(tool) + "; exit 0"
}

// quote makes one word of s in every shell that agents use (sh, bash, zsh, fish).
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// guarded is the shape of Command with any folder.
var guarded = regexp.MustCompile(`^\[ -x '.*/bin/dango-emit' \] && exec '.*/bin/dango-emit' [a-z-]+; exit 0$`)

// helperName is in every command of ours, whatever its folder.
const helperName = "dango-emit"

// marker is in every command that we ever wrote with the usual folder.
const marker = ".dango/bin/dango-emit"

// owns reports whether a command in a settings file is ours: the marker by which entries are recognised.
func (o *Options) owns(command string) bool {
	return strings.Contains(command, marker) || strings.Contains(command, o.helperPath()) || guarded.MatchString(command)
}

// group and handler are an entry of ours, in the order in which its keys are written.
type group struct {
	Matcher string    `json:"matcher,omitempty"`
	Hooks   []handler `json:"hooks"`
}

type handler struct {
	Name    string `json:"name,omitempty"`
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int64  `json:"timeout"`
}

// wanted is one entry that belongs into the agent's file.
type wanted struct {
	event string
	group group
}

func (o *Options) wanted(a Agent, version string) []wanted {
	var out []wanted
	for _, h := range events.For(a.ID) {
		if a.Versioned && !accepts(version, h.Since) {
			continue
		}
		out = append(out, wanted{h.Name, group{
			Matcher: a.Matcher,
			Hooks: []handler{{
				Name: a.HandlerName, Type: "command",
				Command: Command(o.helperPath(), a.ID), Timeout: int64(h.Timeout / a.Unit),
			}},
		}})
	}
	return out
}
