package hook

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"strings"
)

// openCodePlugin is the file that we put into OpenCode's plugin folder, with one place to fill in.
//
//go:embed plugin/opencode.js
var openCodePlugin string

// pluginMark begins every plugin file that we wrote.
const pluginMark = "// Dango's plugin for OpenCode."

// pluginEvents are the events that the plugin reports in every session, or when something is asked.
var pluginEvents = []string{
	"session.created", "chat.message", "session.status", "tool", "permission.asked", "question.asked", "session.idle",
}

// pluginText is the plugin for this machine.
func (o *Options) pluginText() []byte {
	path, err := json.Marshal(o.helperPath())
	if err != nil {
		panic("hook: a string cannot be encoded: " + err.Error())
	}
	return []byte(strings.Replace(openCodePlugin, `"DANGO_EMIT"`, string(path), 1))
}

func (in *installer) planPlugin(a Agent, r *Result) func(*target) (*change, error) {
	return func(t *target) (*change, error) {
		if t.exists && len(t.text) > 0 && !bytes.HasPrefix(t.text, []byte(pluginMark)) {
			return nil, &Refusal{File: t.path, Line: 1, Column: 1, What: "this plugin is not ours", Do: "rename it if it is to stay"}
		}
		r.State = Installed
		c := &change{text: in.pluginText(), rec: record{Agent: a.ID, CreatedFile: true}}
		if old := in.man.Files[t.path]; old != nil {
			c.rec.CreatedDirs = old.CreatedDirs
		}
		if !bytes.Equal(c.text, t.text) {
			r.Plan = append(r.Plan, "write the plugin")
		}
		return c, nil
	}
}

// planPluginRemoval takes away the plugin if it is ours.
func planPluginRemoval(t *target) (*change, error) {
	return &change{text: t.text, gone: t.exists && bytes.HasPrefix(t.text, []byte(pluginMark))}, nil
}
