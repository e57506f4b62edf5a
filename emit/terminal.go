package emit

import "strings"

// terminals are variables by which terminals tell their children where they are, innermost first: inside tmux
// the outer terminal's variables are still set, and point to whoever started the server.
var terminals = []struct{ variable, app string }{
	{"TMUX_PANE", "tmux"},
	{"ZELLIJ_PANE_ID", "zellij"},
	{"STY", "screen"},
	{"KITTY_WINDOW_ID", "kitty"},
	{"WEZTERM_PANE", "WezTerm"},
	{"ITERM_SESSION_ID", "iTerm.app"},
	{"ALACRITTY_WINDOW_ID", "Alacritty"},
	{"KONSOLE_DBUS_SESSION", "konsole"},
	{"GNOME_TERMINAL_SCREEN", "gnome-terminal"},
	{"WT_SESSION", "Windows Terminal"},
	{"TERM_SESSION_ID", ""},
	{"VSCODE_IPC_HOOK_CLI", "vscode"},
	{"WINDOWID", ""},
}

// terminal names the terminal application and the place inside it. tmux panes are numbered per server, so its
// socket comes first: /tmp/tmux-1000/default:%3.
func terminal(env func(string) string) (app, session string) {
	app = env("TERM_PROGRAM")
	for _, t := range terminals {
		id := env(t.variable)
		if id == "" {
			continue
		}
		switch t.app {
		case "tmux":
			server, _, _ := strings.Cut(env("TMUX"), ",")
			return t.app, server + ":" + id
		case "zellij":
			return t.app, env("ZELLIJ_SESSION_NAME") + ":" + id
		case "": // says where, not what
			return app, id
		}
		return t.app, id
	}
	if app == "" && env("TERMINAL_EMULATOR") != "" {
		app = env("TERMINAL_EMULATOR") // JetBrains
	}
	return app, ""
}
