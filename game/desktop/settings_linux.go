package desktop

import (
	"bytes"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/jezek/xgb/xproto"
)

// refreshCompositor asks whether somebody composes the screen, and our window can be composed.
func (s *server) refreshCompositor() {
	r, err := xproto.GetSelectionOwner(s.conn, s.atoms.compositor).Reply()
	s.composes = err == nil && r.Owner != xproto.WindowNone
	s.now.Composited = s.composes && !s.keeper.opaque
}

// refreshSettings reads the desktop's scale, colours and taste in animation.
func (s *server) refreshSettings() {
	var x map[string]setting
	if r, err := xproto.GetSelectionOwner(s.conn, s.atoms.xsettings).Reply(); err == nil && r.Owner != xproto.WindowNone {
		xproto.ChangeWindowAttributes(s.conn, r.Owner, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange})
		x = parseSettings(s.bytes(r.Owner, s.atoms.settings))
	}
	s.now.Scale = scale(os.Getenv("GDK_SCALE"), x, s.bytes(s.root, xproto.AtomResourceManager))
	s.now.Dark = dark(os.Getenv("GTK_THEME"), x)
	animations, ok := x["Gtk/EnableAnimations"]
	s.now.Reduced = ok && animations.number == 0
}

// scale is device pixels per logical pixel: what GDK_SCALE says, else the resolution of text over 96.
func scale(gdk string, x map[string]setting, resources []byte) float64 {
	if n, err := strconv.Atoi(gdk); err == nil && n >= 1 && n <= 8 {
		return float64(n)
	}
	dpi := float64(x["Xft/DPI"].number) / 1024
	for line := range bytes.Lines(resources) {
		if v, ok := bytes.CutPrefix(line, []byte("Xft.dpi:")); ok {
			if n, err := strconv.ParseFloat(string(bytes.TrimSpace(v)), 64); err == nil {
				dpi = n
			}
		}
	}
	if !(dpi >= 48 && dpi <= 8*96) { // also what is no number
		return 1
	}
	return math.Round(dpi/96*4) / 4 // quarters, so that 97 dpi does not blur everything
}

// dark says whether the theme is a dark one. Toolkits name it so: Adwaita-dark, Breeze-Dark, Adwaita:dark.
func dark(gtkTheme string, x map[string]setting) bool {
	if gtkTheme == "" {
		gtkTheme = x["Net/ThemeName"].text
	}
	return strings.Contains(strings.ToLower(gtkTheme), "dark")
}
