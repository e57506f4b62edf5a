package jump

import (
	"encoding/json"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestDeclared(t *testing.T) {
	tests := []struct {
		name string
		p    Place
		want Level
	}{
		{"tmux", Place{App: "tmux", ID: "/tmp/tmux-0/default:%3"}, Pane},
		{"kitty", Place{App: "kitty", ID: "1"}, Pane},
		{"as its environment writes it", Place{App: "WezTerm", ID: "1"}, Pane},
		{"GNOME Terminal", Place{App: "gnome-terminal"}, Tab},
		{"GNU screen", Place{App: "screen", ID: "4711.pts-0.host"}, Pane},
		{"Zellij", Place{App: "zellij", ID: "work:3"}, Pane},
		{"Konsole", Place{App: "konsole", ID: "/Sessions/3"}, Pane},
		{"VS Code", Place{App: "vscode"}, Window},
		{"Ghostty", Place{App: "ghostty", PID: 7}, Window},
		{"Alacritty", Place{App: "Alacritty"}, Window},
		{"foot", Place{App: "foot"}, Window},
		{"Terminal on a Mac", Place{App: "Apple_Terminal"}, Tab},
		{"a terminal without an adapter", Place{App: "hyper", PID: 7}, Window},
		{"a tty", Place{TTY: "/dev/pts/1"}, Window},
		{"nothing", Place{}, None},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Declared(tt.p); got != tt.want {
				t.Errorf("Declared(%+v) = %v, want %v", tt.p, got, tt.want)
			}
		})
	}
}

// A jump never fails in silence.
func TestWhyNot(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("DISPLAY", ":no-such-display")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:")
	tests := []struct {
		name string
		p    Place
		want string
	}{
		{"nothing is known", Place{}, "its terminal is not known"},
		{"tmux is gone", Place{App: "tmux", ID: "/tmp/x:%3"}, "tmux is not installed"},
		{"screen without a session", Place{App: "screen"}, "its screen session is not known"},
		{"screen shown nowhere", Place{App: "screen", ID: "4194303.pts-0.host"},
			"its screen session is attached to no terminal: screen -r 4194303.pts-0.host"},
		{"Zellij shown nowhere", Place{App: "zellij", ID: "no-such-session:1"},
			"its Zellij session is attached to no terminal: zellij attach no-such-session"},
		{"Konsole without its bus", Place{App: "konsole", ID: "/Sessions/3"}, "its tab in Konsole is not known"},
		{"WezTerm is gone", Place{App: "wezterm", ID: "1"}, "wezterm is not installed"},
		{"its terminal is closed", Place{App: "kitty", ID: "1", PID: 1 << 22, TTY: "/dev/pts/4194303"}, "its terminal is closed"},
		{"nothing but its name", Place{App: "ghostty"}, "its terminal is not known"},
		{"tmux without a pane", Place{App: "tmux"}, "its tmux pane is not known"},
		{"kitty without remote control", Place{App: "kitty", ID: "1"},
			"kitty takes no remote control; allow_remote_control and listen_on in kitty.conf turn it on"},
		{"an editor without a folder", Place{App: "vscode"}, "the folder of its window is not known"},
		{"an editor that is gone", Place{App: "vscode", Cwd: "/"}, "code is not installed"},
		{"no bus", Place{App: "gnome-terminal", ID: "/org/gnome/Terminal/screen/a_b"}, "there is no message bus"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			level, err := To(t.Context(), tt.p)
			if level != None || err == nil || err.Error() != tt.want {
				t.Errorf("To = %v, %v, want none, %q", level, err, tt.want)
			}
		})
	}
}

// What tmux 3.3a lists. Sessions work and twin are of one group: both have the pane %1.
const tmuxLists = "pane\t%0\t/dev/pts/10\t@0\t$0\twork\npane\t%1\t/dev/pts/11\t@1\t$0\twork\n" +
	"pane\t%0\t/dev/pts/10\t@0\t$1\ttwin\npane\t%1\t/dev/pts/11\t@1\t$1\ttwin\n" +
	"pane\t%2\t/dev/pts/12\t@2\t$2\tother\npane\t%3\t/dev/pts/13\t@3\t$3\ta\tb\n" +
	"client\t100\t11\t/dev/pts/1\t$1\t0\nclient\t300\t12\t/dev/pts/2\t$2\t0\n" +
	"client\t200\t13\t/dev/pts/3\t$1\t0\nclient\t900\t14\t/dev/pts/4\t$0\t1\n"

func TestChooseClient(t *testing.T) {
	tests := []struct{ name, id, tty, pane, session, client string }{
		{"shown by one of the group", "%1", "", "%1", "$1", "/dev/pts/3"},
		{"shown by itself", "%2", "", "%2", "$2", "/dev/pts/2"},
		{"hidden: the client used last", "%3", "", "%3", "$3", "/dev/pts/2"},
		{"the tty knows better than an inherited id", "%1", "/dev/pts/12", "%2", "$2", "/dev/pts/2"},
		{"a tty inside of the pane's", "%1", "/dev/pts/99", "%1", "$1", "/dev/pts/3"},
	}
	for _, tt := range tests {
		panes, clients := readTmux(tmuxLists)
		show, c := choose(those(panes, tt.id, tt.tty), clients)
		if show.id != tt.pane || show.session != tt.session || c.tty != tt.client {
			t.Errorf("%s: %+v in %+v, want %s of %s in %s", tt.name, show, c, tt.pane, tt.session, tt.client)
		}
	}
	panes, _ := readTmux(tmuxLists)
	if show, c := choose(those(panes, "%3", ""), nil); c.pid != 0 || show.name != "a\tb" {
		t.Errorf("without a client: %+v in %+v", show, c)
	}
	if found := those(panes, "%9", "/dev/pts/99"); found != nil {
		t.Errorf("a closed pane is %+v", found)
	}
}

func TestHowToAttach(t *testing.T) {
	for server, want := range map[string]string{
		"":                       "tmux attach -t work",
		"/tmp/tmux-1000/default": "tmux attach -t work",
		"/tmp/tmux-1000/mine":    "tmux -L mine attach -t work",
		"/srv/tmux":              "tmux -S /srv/tmux attach -t work",
		"/srv/default":           "tmux -S /srv/default attach -t work",
	} {
		if got := attach(server, "work"); got != want {
			t.Errorf("attach(%q) = %q, want %q", server, got, want)
		}
	}
}

// listening is a kitty that answers as kitty 0.26.5 does: it has two windows on the desktop, and its own windows 1 and 2 in
// the first of them, 3 in the second. Hung, it takes what is said and does not answer.
func listening(t *testing.T, hung bool) (where string, heard <-chan string) {
	const list = `[{"id": 1, "platform_window_id": 8388620, "tabs": [{"id": 1, "windows": [{"id": 1}]}, {"id": 2, "windows": [{"id": 2}]}]},
		{"id": 2, "platform_window_id": 8388644, "tabs": [{"id": 3, "windows": [{"id": 3}]}]}]`
	path := filepath.Join(t.TempDir(), "kitty")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	commands := make(chan string, 8)
	answer := func(c net.Conn) {
		defer c.Close()
		in := make([]byte, 1<<12)
		n, _ := c.Read(in)
		text := strings.TrimSuffix(strings.TrimPrefix(string(in[:n]), "\x1bP@kitty-cmd"), "\x1b\\")
		var command struct {
			Command string `json:"cmd"`
			Payload struct {
				Match string `json:"match"`
			} `json:"payload"`
		}
		if err := json.Unmarshal([]byte(text), &command); err != nil {
			t.Errorf("kitty was told %q", in[:n])
		}
		commands <- command.Command + " " + command.Payload.Match
		reply := map[string]any{"ok": true}
		switch match := command.Payload.Match; {
		case hung:
			_, _ = c.Read(in) // until the other side gives up
			return
		case command.Command == "ls":
			reply["data"] = list
		case match != "id:1" && match != "id:2" && match != "id:3":
			reply = map[string]any{"ok": false, "error": "No matching windows for expression: " + match}
		}
		out, _ := json.Marshal(reply)
		_, _ = c.Write([]byte("\x1bP@kitty-cmd" + string(out) + "\x1b\\"))
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			answer(c)
		}
	}()
	return "unix:" + path, commands
}

func TestKitty(t *testing.T) {
	where, heard := listening(t, false)
	k := kitty{where}
	if _, err := k.do(t.Context(), "focus-window", map[string]any{"match": "id:2"}); err != nil {
		t.Error(err)
	}
	if got := <-heard; got != "focus-window id:2" {
		t.Errorf("kitty was told %q", got)
	}
	list, err := k.do(t.Context(), "ls", nil)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[int]int{1: 8388620, 2: 8388620, 3: 8388644, 4: 0} {
		if got := windowIn(list, id); got != want {
			t.Errorf("window %d of kitty is in %d, want %d", id, got, want)
		}
	}
	if windowIn(`[{"platform_window_id": null, "tabs": [{"windows": [{"id": 1}]}]}]`, 1) != 0 {
		t.Error("under Wayland a window has a number")
	}
	_, err = k.do(t.Context(), "focus-window", map[string]any{"match": "id:9"})
	if err == nil || err.Error() != "kitty: No matching windows for expression: id:9" {
		t.Errorf("of a closed window kitty says %v", err)
	}
}

// A terminal that hangs is given up in time.
func TestKittyHangs(t *testing.T) {
	where, _ := listening(t, true)
	t.Setenv("DISPLAY", ":no-such-display")
	began := time.Now()
	level, err := toKitty(t.Context(), Place{ID: "1"}, surroundings{"KITTY_LISTEN_ON": where})
	if level != None || err == nil || err.Error() != "kitty does not answer" {
		t.Errorf("toKitty = %v, %v", level, err)
	}
	if took := time.Since(began); took < steered {
		t.Errorf("kitty had %v to answer, want %v", took, steered)
	}
	for _, where := range []string{"unix:" + filepath.Join(t.TempDir(), "gone"), "fd:3", "nonsense"} {
		_, err := toKitty(t.Context(), Place{ID: "1"}, surroundings{"KITTY_LISTEN_ON": where})
		if err == nil || err.Error() != "kitty does not answer" {
			t.Errorf("%s: %v", where, err)
		}
	}
}

// Titles of VS Code, of a shell in gnome-terminal, of Claude Code.
func TestTitles(t *testing.T) {
	t.Setenv("HOME", "/home/dev")
	titles := []string{
		"main.go - dango - Visual Studio Code", "dango-2 - Visual Studio Code", "dev@host: ~/src/web", "✳ Fix the login",
	}
	tests := []struct {
		name string
		p    Place
		want int
	}{
		{"the folder", Place{Cwd: "/home/dev/src/dango"}, 0},
		{"a folder of almost that name", Place{Cwd: "/home/dev/src/dango-2"}, 1},
		{"inside of the folder", Place{Cwd: "/home/dev/src/dango/game/scene"}, 0},
		{"the session's title first", Place{Cwd: "/home/dev/src/dango", Title: "Fix the login"}, 3},
		{"nothing of what every title has", Place{Cwd: "/home/dev/elsewhere"}, -1},
		{"home itself", Place{Cwd: "/home/dev"}, -1},
		{"nothing", Place{}, -1},
	}
	for _, tt := range tests {
		if got := tt.p.among(titles); got != tt.want {
			t.Errorf("%s: %d, want %d (%q)", tt.name, got, tt.want, tt.p.names())
		}
	}
	if i, others := only([]string{"a - dango", "b - dango"}, "dango"); i != -1 || !others {
		t.Errorf("of two with one name: %d, %t", i, others)
	}
}

// What WezTerm's documentation shows.
func TestWezTermTitle(t *testing.T) {
	const list = `[{"window_id": 0, "tab_id": 0, "pane_id": 0, "title": "claude"}, {"window_id": 1, "tab_id": 1, "pane_id": 3, "title": "vim"}]`
	for id, want := range map[string]string{"0": "claude", "3": "vim", "4": ""} {
		if got := titleOf(list, id); got != want {
			t.Errorf("titleOf(%s) = %q, want %q", id, got, want)
		}
	}
}
