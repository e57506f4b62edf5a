package process

import (
	"slices"
	"strings"
)

// terminals are variables by which terminals tell their children where they are, innermost first: inside tmux
// the outer terminal's variables are still set, and point to whoever started the server. An editor comes before the
// terminals that people start it from; where two windows are left in doubt, the process table decides (Host).
var terminals = []struct{ variable, app string }{
	{"TMUX_PANE", "tmux"},
	{"ZELLIJ_PANE_ID", "zellij"},
	{"STY", "screen"},
	{"TERM_PROGRAM=vscode", "vscode"},
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

// Terminal is the terminal application that a process with this environment says it is in, and the place inside it;
// empty when it does not say. Terminals that were started from each other leave variables of both: see Host.
func Terminal(env func(string) string) (app, place string) {
	app = env("TERM_PROGRAM")
	for _, t := range terminals {
		if name, value, exactly := strings.Cut(t.variable, "="); exactly {
			if env(name) == value {
				return t.app, ""
			}
			continue
		}
		id := env(t.variable)
		switch {
		case id == "":
		case t.app == "": // says where, not what
			return app, id
		default:
			return t.app, qualified(t.app, id, env)
		}
	}
	if app == "" && env("TERMINAL_EMULATOR") != "" {
		app = env("TERMINAL_EMULATOR") // JetBrains
	}
	return app, ""
}

// PlaceIn is the place in the application app, in whatever case its name is written, that the environment tells; empty
// when it tells none.
func PlaceIn(app string, env func(string) string) string {
	for _, t := range terminals {
		if strings.EqualFold(t.app, app) && env(t.variable) != "" {
			return qualified(t.app, env(t.variable), env)
		}
	}
	return ""
}

// qualified is a place together with what it is counted in. tmux panes are numbered per server, so its socket comes
// first: /tmp/tmux-1000/default:%3.
func qualified(app, id string, env func(string) string) string {
	switch app {
	case "tmux":
		server, _, _ := strings.Cut(env("TMUX"), ",")
		return server + ":" + id
	case "zellij":
		return env("ZELLIJ_SESSION_NAME") + ":" + id
	}
	return id
}

// hosts are programs that show what other programs print: terminals, multiplexers and editors, by the names that their
// processes have (of the first fifteen letters on Linux), the applications that they are, and what people call them.
var hosts = []Hosting{
	{Program: "tmux: server", App: "tmux", Name: "tmux"},
	{Program: "tmux", App: "tmux", Name: "tmux"},
	{Program: "screen", App: "screen", Name: "screen"},
	{Program: "zellij", App: "zellij", Name: "Zellij"},
	{Program: "kitty", App: "kitty", Name: "kitty"},
	{Program: "wezterm-gui", App: "wezterm", Name: "WezTerm"},
	{Program: "konsole", App: "konsole", Name: "Konsole"},
	{Program: "gnome-terminal-", App: "gnome-terminal", Name: "GNOME Terminal"},
	{Program: "alacritty", App: "alacritty", Name: "Alacritty"},
	{Program: "ghostty", App: "ghostty", Name: "Ghostty"},
	{Program: "foot", App: "foot", Name: "foot"},
	{Program: "xterm", App: "xterm", Name: "xterm"},
	{Program: "code", App: "vscode", Name: "VS Code"},
	{Program: "codium", App: "vscode", Name: "VSCodium"},
	{Program: "cursor", App: "cursor", Name: "Cursor"},
	{Program: "xfce4-terminal", Name: "Xfce Terminal"},
	{Program: "lxterminal", Name: "LXTerminal"},
	{Program: "mate-terminal", Name: "MATE Terminal"},
	{Program: "qterminal", Name: "QTerminal"},
	{Program: "tilix", Name: "Tilix"},
	{Program: "terminator", Name: "Terminator"},
	{Program: "yakuake", Name: "Yakuake"},
	{Program: "guake", Name: "Guake"},
	{Program: "urxvt", Name: "urxvt"},
	{Program: "rxvt", Name: "rxvt"},
	{Program: "st", Name: "st"},
	{Program: "Terminal", App: "apple_terminal", Name: "Terminal"},
	{Program: "iTerm2", App: "iterm.app", Name: "iTerm2"},
	{Program: "WindowsTerminal", App: "windows terminal", Name: "Windows Terminal"},
}

// Hosting is a program that shows what others print.
type Hosting struct {
	Program string // as its process is called
	App     string // as Terminal says it, in lower case; empty for one that tells its children nothing of its own
	Name    string // as people call it
}

// Host is the nearest of pid's ancestors that shows what others print: where the process really is, whatever its
// environment says. False where no ancestor is known as one.
func Host(pid int) (Hosting, bool) {
	for ancestor, info := range Ancestors(pid) {
		if ancestor == pid { // a multiplexer's client is in another's place
			continue
		}
		if h, ok := hosting(info.Name); ok {
			return h, true
		}
	}
	return Hosting{}, false
}

// HostAt is what the process pid is, as one that shows what others print. False when it is not known as one.
func HostAt(pid int) (Hosting, bool) {
	info, ok := Lookup(pid)
	if !ok {
		return Hosting{}, false
	}
	return hosting(info.Name)
}

func hosting(program string) (Hosting, bool) {
	i := slices.IndexFunc(hosts, func(h Hosting) bool { return h.Program == program })
	if i < 0 {
		return Hosting{}, false
	}
	return hosts[i], true
}
