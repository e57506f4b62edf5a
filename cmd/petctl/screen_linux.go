package main

import (
	"fmt"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	_ "dango/game/desktop/quiet" // or the library tells standard error about missing passwords

	"dango/prefs/lang"
)

// composited asks the display whether a compositor runs. An error means that the display does not answer.
//
// It asks with the X library alone: game/desktop would bring the system's C library along, and petctl must run
// everywhere by itself.
func composited(display string) (bool, error) {
	c, err := xgb.NewConnDisplay(display)
	if err != nil {
		return false, lang.Errorf("the display %s does not answer: %v", display, err)
	}
	defer c.Close()
	name := fmt.Sprintf("_NET_WM_CM_S%d", c.DefaultScreen) // by convention the compositor owns this selection
	atom, err := xproto.InternAtom(c, false, uint16(len(name)), name).Reply()
	if err != nil {
		return false, lang.Errorf("ask the display %s for its compositor: %v", display, err)
	}
	owner, err := xproto.GetSelectionOwner(c, atom.Atom).Reply()
	if err != nil {
		return false, lang.Errorf("ask the display %s for its compositor: %v", display, err)
	}
	return owner.Owner != xproto.WindowNone, nil
}
