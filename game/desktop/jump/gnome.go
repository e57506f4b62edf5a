package jump

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/godbus/dbus/v5"

	"dango/prefs/lang"
)

// searches is what GNOME Terminal answers the shell's search with, if it is to.
const searches = "org.gnome.Shell.SearchProvider2."

// toGnomeTerminal asks for the tab as the shell's search does: there is no other way. It also brings its window to the
// front. The id is the tab's object, /org/gnome/Terminal/screen/UUID with underlines.
func toGnomeTerminal(ctx context.Context, p Place, near surroundings) (Level, error) {
	id := strings.ReplaceAll(p.ID[strings.LastIndexByte(p.ID, '/')+1:], "_", "-")
	if id == "" {
		return orRaise(ctx, p, near, lang.Fault("its tab in GNOME Terminal is not known"))
	}
	const object = "/org/gnome/Terminal/SearchProvider"
	service := near["GNOME_TERMINAL_SERVICE"]
	if service == "" {
		service = "org.gnome.Terminal"
	}
	err := onBus(ctx, near, func(asked context.Context, b bus) error {
		var tabs []string
		if err := b.call(asked, service, object, searches+"GetInitialResultSet", &tabs, []string{""}); err != nil {
			return noSearch(err)
		}
		if !slices.Contains(tabs, id) {
			return lang.Fault("its tab in GNOME Terminal is closed")
		}
		return shows(ctx, p, func(at uint32) error {
			if err := b.call(asked, service, object, searches+"ActivateResult", nil, id, []string{}, at); err != nil {
				return noSearch(err)
			}
			return nil
		})
	})
	if err != nil {
		return orRaise(ctx, p, near, err)
	}
	return Tab, nil
}

// noSearch says why GNOME Terminal cannot be asked for a tab.
func noSearch(err error) error {
	if e, ok := errors.AsType[dbus.Error](err); ok && strings.HasPrefix(e.Name, "org.freedesktop.DBus.Error.Unknown") {
		return lang.Fault("GNOME Terminal lets nobody choose a tab until this was said and all of its windows were closed: %s",
			"gsettings set org.gnome.Terminal.Legacy.Settings shell-integration-enabled true")
	}
	return lang.Fault("%s does not answer", "GNOME Terminal")
}
