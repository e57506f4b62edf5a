package jump

import "testing"

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
		{"Zellij", Place{App: "zellij", ID: "work:3"}, Window},
		{"Konsole", Place{App: "konsole", ID: "/Sessions/3"}, Tab},
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

func TestChooseClient(t *testing.T) {
	const list = "100\t11\t/dev/pts/1\twork\n300\t12\t/dev/pts/2\tother\n200\t13\t/dev/pts/3\twork\n"
	tests := []struct{ session, want string }{{"work", "/dev/pts/3"}, {"other", "/dev/pts/2"}, {"detached", "/dev/pts/2"}}
	for _, tt := range tests {
		if got, ok := choose(clients(list), tt.session); !ok || got.tty != tt.want {
			t.Errorf("choose(%s) = %s, %t, want %s", tt.session, got.tty, ok, tt.want)
		}
	}
	if _, ok := choose(clients(""), "work"); ok {
		t.Error("a client was chosen from none")
	}
}
