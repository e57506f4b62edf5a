//go:build linux

package xtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// Wayland is a desktop of sway's in a window that fills a display: that one's hands and eyes are those on this one, too.
type Wayland struct {
	*Display          // the X server that sway has for programs that need one, to be asked; it has neither hands nor eyes
	Programs []string // environment of the programs on this desktop, to come last
	outer    *Display
	socket   string // of sway's commands
}

// WaylandTools are the programs that Display.Wayland needs besides the usual ones, by their commands.
var WaylandTools = []string{"sway", "Xwayland", "foot"}

// Wayland starts sway on a display that has neither window manager nor compositor. It ends with the display.
func (d *Display) Wayland() (*Wayland, error) {
	dir := filepath.Join(d.dir, "sway")
	ready := filepath.Join(dir, "ready")
	size, err := d.Size()
	if err == nil {
		err = os.Mkdir(dir, 0o700)
	}
	if err != nil {
		return nil, fmt.Errorf("xtest: %w", err)
	}
	config := fmt.Sprintf("output * resolution %dx%d\ndefault_border none\nxwayland force\n"+
		"exec 'xhost +local: && echo \"$DISPLAY $WAYLAND_DISPLAY $SWAYSOCK\" >%s.new && mv %[3]s.new %[3]s'\n", size.X, size.Y, ready)
	file := filepath.Join(dir, "config")
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		return nil, fmt.Errorf("xtest: %w", err)
	}
	cmd := exec.Command("sway", "-c", file)
	cmd.Env = d.Env("HOME="+dir, "XDG_RUNTIME_DIR="+dir, "WLR_BACKENDS=x11", "WLR_X11_OUTPUTS=1", "WLR_RENDERER=pixman")
	if os.Getuid() == 0 { // sway refuses to run as root
		const nobody = 65534
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		if err := os.Chmod(d.dir, 0o711); err != nil {
			return nil, fmt.Errorf("xtest: %w", err)
		}
		if err := os.Chown(dir, nobody, nobody); err != nil {
			return nil, fmt.Errorf("xtest: %w", err)
		}
	}
	p, err := d.Spawn(cmd)
	if err != nil {
		return nil, err
	}
	var names []string
	err = d.ready("sway", p, func() (bool, error) {
		content, err := os.ReadFile(ready)
		names = strings.Fields(string(content))
		return err == nil && len(names) == 3, err
	})
	if err != nil {
		return nil, err
	}
	w := &Wayland{outer: d, socket: names[2], Display: &Display{name: names[0], dir: d.dir}}
	w.Programs = []string{"DISPLAY=" + names[0], "WAYLAND_DISPLAY=" + filepath.Join(dir, names[1]), "SWAYSOCK=" + names[2]}
	if w.conn, err = xgb.NewConnDisplay(names[0]); err != nil {
		return nil, fmt.Errorf("xtest: connect to %s of sway: %w", names[0], err)
	}
	w.root = xproto.Setup(w.conn).DefaultScreen(w.conn).Root
	return w, nil
}

// Tell gives sway a command.
func (w *Wayland) Tell(command ...string) error {
	cmd := exec.Command("swaymsg", append([]string{"-s", w.socket, "--"}, command...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("xtest: swaymsg %v: %w: %s", command, err, out)
	}
	return nil
}

// OpenTerminal opens a terminal that is no X window, as large as the desktop, and returns once it listens.
func (w *Wayland) OpenTerminal() (*Terminal, error) {
	t := &Terminal{heard: filepath.Join(w.dir, "heard")}
	cmd := exec.Command("foot", listen(t.heard)...)
	cmd.Env = w.outer.Env(w.Programs...)
	if _, err := w.outer.Spawn(cmd); err != nil {
		return nil, err
	}
	return t, t.answers()
}
