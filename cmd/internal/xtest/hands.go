//go:build linux

package xtest

import (
	"errors"
	"fmt"
	"image"
	"os/exec"
	"strconv"

	"github.com/jezek/xgb/xproto"
	xgbtest "github.com/jezek/xgb/xtest"
)

// Pointer buttons, as X numbers them.
const (
	Left      = 1
	Right     = 3
	WheelUp   = 4
	WheelDown = 5
)

// Click moves the pointer and clicks as xdotool does: press and release in the same instant.
func (d *Display) Click(at image.Point, button int) error {
	return d.xdotool("mousemove", strconv.Itoa(at.X), strconv.Itoa(at.Y), "click", strconv.Itoa(button))
}

// Type types text into whatever has the focus.
func (d *Display) Type(text string) error { return d.xdotool("type", "--delay", "0", "--", text) }

// Key presses and releases a key by its X name, such as "Return".
func (d *Display) Key(name string) error { return d.xdotool("key", name) }

func (d *Display) xdotool(args ...string) error {
	cmd := exec.Command("xdotool", args...)
	cmd.Env = d.Env()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("xtest: xdotool %v: %w: %s", args, err, out)
	}
	return nil
}

// Move puts the pointer somewhere.
func (d *Display) Move(to image.Point) error { return d.fake(xproto.MotionNotify, 0, to) }

// Press holds a button down where the pointer is.
func (d *Display) Press(button byte) error { return d.fake(xproto.ButtonPress, button, image.Point{}) }

// Release lets a button go.
func (d *Display) Release(button byte) error {
	return d.fake(xproto.ButtonRelease, button, image.Point{})
}

// Drag presses the left button at from, moves in steps of a few pixels to to, and lets go there.
func (d *Display) Drag(from, to image.Point) error {
	const steps = 16
	if err := d.Move(from); err != nil {
		return err
	}
	if err := d.Press(Left); err != nil {
		return err
	}
	way := to.Sub(from)
	for i := 1; i <= steps; i++ {
		if err := d.Move(from.Add(way.Mul(i).Div(steps))); err != nil {
			return err
		}
	}
	return d.Release(Left)
}

// Pointer is where the pointer is.
func (d *Display) Pointer() (image.Point, error) {
	reply, err := xproto.QueryPointer(d.conn, d.root).Reply()
	if err != nil {
		return image.Point{}, fmt.Errorf("xtest: pointer: %w", err)
	}
	return image.Pt(int(reply.RootX), int(reply.RootY)), nil
}

func (d *Display) fake(kind, detail byte, at image.Point) error {
	err := xgbtest.FakeInputChecked(d.conn, kind, detail, 0, d.root, int16(at.X), int16(at.Y), 0).Check()
	if err != nil {
		return fmt.Errorf("xtest: fake input: %w", err)
	}
	return nil
}

// Hold holds a key down, by its X name or "ctrl", "shift" and such, while something is done; "" is none.
func (d *Display) Hold(key string, do func() error) error {
	if key == "" {
		return do()
	}
	if err := d.xdotool("keydown", key); err != nil {
		return err
	}
	return errors.Join(do(), d.xdotool("keyup", key))
}
