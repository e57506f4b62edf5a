package jump

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/godbus/dbus/v5"

	"dango/prefs/lang"
)

// toKonsole makes the session's view the current one of its window. The id is the session's object, /Sessions/3.
func toKonsole(ctx context.Context, p Place, near surroundings) (Level, error) {
	service, id := near["KONSOLE_DBUS_SERVICE"], p.ID[strings.LastIndexByte(p.ID, '/')+1:]
	n, err := strconv.ParseInt(id, 10, 32)
	if service == "" || err != nil {
		return orRaise(ctx, p, near, lang.Fault("its tab in Konsole is not known"))
	}
	err = onBus(ctx, near, func(ctx context.Context, b bus) error {
		k := konsole{b, service}
		window, moved, err := k.windowWith(ctx, id, near["KONSOLE_DBUS_WINDOW"])
		if err != nil {
			return err
		}
		if k.call(ctx, service, window, "org.kde.konsole.Window.setCurrentSession", nil, int32(n)) != nil {
			return lang.Fault("%s does not answer", "Konsole")
		}
		if !moved {
			return nil
		}
		if w := k.onDesktop(ctx, window); w != "" {
			near = near.with("WINDOWID", w)
		}
		return nil
	})
	if err != nil {
		return orRaise(ctx, p, near, err)
	}
	if level, err := raise(ctx, p, near); level == None {
		return None, err
	}
	return Pane, nil
}

// konsole is one process of Konsole. It may have several windows.
type konsole struct {
	bus
	service string
}

// windowWith finds the window that shows a session: the one that the shell was told, or, after its tab was moved, another.
func (k konsole) windowWith(ctx context.Context, session, told string) (window string, moved bool, err error) {
	if dbus.ObjectPath(told).IsValid() && k.has(ctx, told, session) {
		return told, false, nil
	}
	others := k.children(ctx, k.service, "/Windows")
	for _, name := range others {
		if window := "/Windows/" + name; k.has(ctx, window, session) {
			return window, true, nil
		}
	}
	if len(others) == 0 {
		return "", false, lang.Fault("%s does not answer", "Konsole")
	}
	return "", false, lang.Fault("its tab in Konsole is closed")
}

func (k konsole) has(ctx context.Context, window, session string) bool {
	var sessions []string
	err := k.call(ctx, k.service, window, "org.kde.konsole.Window.sessionList", &sessions)
	return err == nil && slices.Contains(sessions, session)
}

// onDesktop is the number of a window on the desktop. Konsole counts its windows twice, as holders of tabs and as windows,
// and does not say which is which: both are counted up as they are opened, and so are the desktop's numbers.
func (k konsole) onDesktop(ctx context.Context, window string) string {
	var holders []int
	var numbers []int64
	for _, name := range k.children(ctx, k.service, "/Windows") {
		if n, err := strconv.Atoi(name); err == nil {
			holders = append(holders, n)
		}
	}
	for _, name := range k.children(ctx, k.service, "/konsole") {
		var id int64
		if k.call(ctx, k.service, "/konsole/"+name, "org.kde.KMainWindow.winId", &id) == nil {
			numbers = append(numbers, id)
		}
	}
	slices.Sort(holders)
	slices.Sort(numbers)
	n, _ := strconv.Atoi(strings.TrimPrefix(window, "/Windows/"))
	if i := slices.Index(holders, n); i >= 0 && len(holders) == len(numbers) {
		return strconv.FormatInt(numbers[i], 10)
	}
	return ""
}
