package jump

import (
	"context"
	"encoding/json"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"dango/prefs/lang"
)

// toWezTerm activates the pane and raises its window. All windows belong to one process and are told apart by the title of
// what they show.
func toWezTerm(ctx context.Context, p Place, near surroundings) (Level, error) {
	if p.ID == "" {
		return orRaise(ctx, p, near, lang.Fault("its pane in WezTerm is not known"))
	}
	var env []string
	if socket := near["WEZTERM_UNIX_SOCKET"]; socket != "" {
		env = append(env, "WEZTERM_UNIX_SOCKET="+socket)
	}
	program := "wezterm"
	if dir := near["WEZTERM_EXECUTABLE_DIR"]; dir != "" && filepath.IsAbs(dir) { // it is seldom in a desktop's PATH
		program = filepath.Join(dir, program)
	}
	if _, err := run(ctx, env, program, "cli", "--no-auto-start", "activate-pane", "--pane-id", p.ID); err != nil {
		return orRaise(ctx, p, near, err)
	}
	if list, err := run(ctx, env, program, "cli", "--no-auto-start", "list", "--format", "json"); err == nil {
		if title := titleOf(list, p.ID); title != "" {
			p.Title = title
		}
	}
	r, err := raiseWindow(ctx, p, near)
	switch {
	case err != nil:
		return None, err
	case r.guessed:
		return Window, r.doubt()
	}
	return Pane, nil
}

// titleOf is the title of a pane in what WezTerm lists.
func titleOf(list, id string) string {
	var panes []struct {
		ID    int    `json:"pane_id"`
		Title string `json:"title"`
	}
	_ = json.Unmarshal([]byte(list), &panes)
	for _, pane := range panes {
		if strconv.Itoa(pane.ID) == id {
			return pane.Title
		}
	}
	return ""
}

// toEditor raises the editor's window. All windows belong to one process, and their titles have the name of their folder.
// Where windows cannot be seen, the editor itself is asked for the folder: it shows the window that has it open, or opens
// one. It is not asked to reuse a window: it would put the folder into another's, with all that runs there.
func toEditor(ctx context.Context, p Place, near surroundings) (Level, error) {
	if runtime.GOOS == "linux" {
		if level, err := raise(ctx, p, near); level != None {
			return level, err
		}
	}
	if p.Cwd == "" {
		return None, lang.Fault("the folder of its window is not known")
	}
	name := "code"
	if near["CURSOR_TRACE_ID"] != "" || strings.EqualFold(p.App, "cursor") ||
		strings.Contains(strings.ToLower(near["VSCODE_GIT_ASKPASS_NODE"]), "cursor") {
		name = "cursor"
	}
	if _, err := run(ctx, nil, name, p.Cwd); err != nil {
		return orRaise(ctx, p, near, err)
	}
	return Window, nil
}
