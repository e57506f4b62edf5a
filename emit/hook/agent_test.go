package hook

import (
	"slices"
	"testing"

	"dango/emit/hook/events"
	"dango/session/event"

	"github.com/google/go-cmp/cmp"
)

func TestEventsByVersion(t *testing.T) {
	base := []string{"SessionStart", "SessionEnd", "UserPromptSubmit", "PreToolUse", "PermissionRequest", "PostToolUse",
		"PostToolUseFailure", "Notification", "SubagentStart", "SubagentStop", "PreCompact", "Stop"}
	for _, c := range []struct {
		version string
		also    []string
	}{
		{"", nil},
		{"2.0.76", nil},
		{"2.1.77", []string{"PostCompact", "Elicitation", "ElicitationResult"}},
		{"2.1.78", []string{"PostCompact", "Elicitation", "ElicitationResult", "StopFailure"}},
		{events.Tested, []string{"PostCompact", "Elicitation", "ElicitationResult", "StopFailure", "CwdChanged", "TaskCreated",
			"TaskCompleted", "PermissionDenied", "PostToolBatch"}},
		{"2.1.333", nil},
		{"3.0.0", nil},
		{"nonsense", nil},
	} {
		var got []string
		for _, w := range testOptions.wanted(agent("claude-code"), c.version) {
			got = append(got, w.event)
		}
		if diff := cmp.Diff(slices.Concat(base, c.also), got); diff != "" {
			t.Errorf("events of %q (-want +got):\n%s", c.version, diff)
		}
	}
	for _, h := range events.For(event.ClaudeCode) {
		if h.Name == "WorktreeCreate" || h.Name == "MessageDisplay" {
			t.Errorf("%s must never be registered", h.Name)
		}
	}
}

// The numbers as they stand in each agent's file: seconds, or for Gemini CLI milliseconds.
func TestTimeoutsInFiles(t *testing.T) {
	for _, c := range []struct {
		id, event string
		want      int64
	}{
		{"claude-code", "PermissionRequest", 86400}, {"claude-code", "Elicitation", 86400}, {"claude-code", "SessionEnd", 1}, {"claude-code", "PreToolUse", 10},
		{"codex", "PermissionRequest", 86400}, {"codex", "SessionEnd", 3}, {"codex", "Interrupt", 3}, {"codex", "Stop", 10},
		{"gemini", "BeforeTool", 10000}, {"gemini", "Notification", 2000},
	} {
		i := slices.IndexFunc(testOptions.wanted(agent(c.id), events.Tested), func(w wanted) bool { return w.event == c.event })
		if i < 0 {
			t.Errorf("%s does not register %s", c.id, c.event)
			continue
		}
		if got := testOptions.wanted(agent(c.id), events.Tested)[i].group.Hooks[0].Timeout; got != c.want {
			t.Errorf("timeout of %s %s = %d, want %d", c.id, c.event, got, c.want)
		}
	}
}

func TestAskVersion(t *testing.T) {
	w := newWorld(t)
	for script, want := range map[string]string{
		"echo '2.1.197 (Claude Code)'": "2.1.197",
		"echo 'codex-cli 0.171.0'":     "0.171.0",
		"echo 'something'":             "",
		"echo 1.2.3; exit 1":           "",
	} {
		w.program("claude", script)
		if got := w.opts.askVersion(t.Context(), agent("claude-code")); got != want {
			t.Errorf("version from %q = %q, want %q", script, got, want)
		}
	}
	if got := w.opts.askVersion(t.Context(), agent("gemini")); got != "" {
		t.Errorf("version of a program that is not there = %q", got)
	}
}

func TestFolderVariables(t *testing.T) {
	o := Options{UserHome: "/home/dev", Home: "/home/dev/.dango", Env: []string{"CLAUDE_CONFIG_DIR=/a", "CODEX_HOME=/b/c", "XDG_CONFIG_HOME=/d"}}
	plain := Options{UserHome: "/home/dev", Env: []string{"CODEX_HOME=relative"}}
	for _, c := range []struct {
		o        *Options
		id, want string
	}{
		{&o, "claude-code", "/a/settings.json"},
		{&o, "codex", "/b/c/hooks.json"},
		{&o, "opencode", "/d/opencode/plugins/dango.js"},
		{&plain, "claude-code", "/home/dev/.claude/settings.json"},
		{&plain, "codex", "/home/dev/.codex/hooks.json"},
		{&plain, "gemini", "/home/dev/.gemini/settings.json"},
		{&plain, "opencode", "/home/dev/.config/opencode/plugins/dango.js"},
	} {
		if got := c.o.file(agent(c.id)); got != c.want {
			t.Errorf("file(%s) = %s, want %s", c.id, got, c.want)
		}
	}
}
