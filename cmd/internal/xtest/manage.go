//go:build linux

package xtest

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// managerConfig is openbox with one desktop, no key bindings, and the usual habit: a click into a window focuses and
// raises it. New windows get the focus too, so a pet that does not take it earns that by itself.
const managerConfig = `<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew><followMouse>no</followMouse><focusLast>yes</focusLast></focus>
  <placement><policy>Smart</policy></placement>
  <desktops><number>1</number><popupTime>0</popupTime></desktops>
  <mouse>
    <context name="Client">
      <mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
      <mousebind button="Right" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
    </context>
    <context name="Titlebar">
      <mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
      <mousebind button="Left" action="Drag"><action name="Move"/></mousebind>
    </context>
  </mouse>
</openbox_config>
`

// compositorConfig is picom with nothing that moves: what a program draws is what a screenshot holds.
const compositorConfig = `backend = "xrender";
vsync = false;
shadow = false;
fading = false;
inactive-opacity = 1.0;
unredir-if-possible = false;
`

// manage starts openbox as Options want it.
func (d *Display) manage() error {
	config, err := d.write("openbox.xml", managerConfig)
	if err != nil {
		return err
	}
	_, err = d.Manage("openbox", "--sm-disable", "--config-file", config)
	return err
}

// Openbox gives the arguments that openbox was started with, for one that takes its place.
func (d *Display) Openbox() []string {
	return []string{"--replace", "--sm-disable", "--config-file", filepath.Join(d.dir, "openbox.xml")}
}

// Manage starts a window manager, also one that takes another's place. It is ready when it has shown a window: it says on
// the root window that it is there long before that, and drops what it is asked for in between.
func (d *Display) Manage(name string, args ...string) (*Process, error) {
	before, err := d.windowProperty(d.root, "_NET_SUPPORTING_WM_CHECK")
	if err != nil {
		return nil, err
	}
	p, err := d.Run(name, args...)
	if err != nil {
		return nil, err
	}
	err = d.ready(name, p, func() (bool, error) {
		w, err := d.windowProperty(d.root, "_NET_SUPPORTING_WM_CHECK")
		return w != 0 && w != before, err
	})
	if err != nil {
		return nil, err
	}
	return p, d.managed(name, p)
}

// managed has the window manager show a window that wants no keys, and take it off its list again.
func (d *Display) managed(name string, p *Process) error {
	probe, err := xproto.NewWindowId(d.conn)
	if err != nil {
		return fmt.Errorf("xtest: %w", err)
	}
	xproto.CreateWindow(d.conn, 0, probe, d.root, 0, 0, 1, 1, 0, xproto.WindowClassInputOutput, 0, 0, nil)
	const inputHint, hints = 1, 9
	noKeys := make([]byte, 4*hints)
	noKeys[0] = inputHint
	xproto.ChangeProperty(d.conn, xproto.PropModeReplace, probe, xproto.AtomWmHints, xproto.AtomWmHints, 32, hints, noKeys)
	listed := func() (bool, error) {
		list, err := d.property(d.root, "_NET_CLIENT_LIST")
		for ; len(list) >= 4; list = list[4:] {
			if xproto.Window(xgb.Get32(list)) == probe {
				return true, err
			}
		}
		return false, err
	}
	err = d.ready(name, p, func() (bool, error) {
		if err := xproto.MapWindowChecked(d.conn, probe).Check(); err != nil {
			return false, err
		}
		return listed()
	})
	xproto.DestroyWindow(d.conn, probe)
	if err != nil {
		return err
	}
	return d.ready(name, p, func() (bool, error) {
		there, err := listed()
		return !there, err
	})
}

// compose starts the compositor. It is ready when it owns the selection that stands for compositing.
func (d *Display) compose() error {
	config, err := d.write("picom.conf", compositorConfig)
	if err != nil {
		return err
	}
	p, err := d.Run("picom", "--config", config)
	if err != nil {
		return err
	}
	return d.ready("picom", p, func() (bool, error) {
		atom, err := d.atom("_NET_WM_CM_S0")
		if err != nil {
			return false, err
		}
		reply, err := xproto.GetSelectionOwner(d.conn, atom).Reply()
		return err == nil && reply.Owner != 0, err
	})
}

// ready waits for cond as long as p lives.
func (d *Display) ready(name string, p *Process, cond func() (bool, error)) error {
	var died error
	err := Wait(name+" to be ready", func() (bool, error) {
		select {
		case <-p.Done():
			died = fmt.Errorf("xtest: %s ended at its start; it printed:\n%s", name, p.Output())
			return true, nil
		default:
			return cond()
		}
	})
	if died != nil {
		return died
	}
	return err
}

// write puts a file into the display's folder and gives its path.
func (d *Display) write(name, content string) (string, error) {
	file := filepath.Join(d.dir, name)
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		return "", fmt.Errorf("xtest: %w", err)
	}
	return file, nil
}
