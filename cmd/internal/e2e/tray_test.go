//go:build linux

package e2e

import (
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"

	"dango/cmd/internal/xtest"
	"dango/game/scene"
	"dango/ingress/bus/bustest"
	itray "dango/prefs/tray"
	"dango/session"
)

// bus starts a message bus of the test's own and gives its address.
func (p *play) bus() string {
	p.t.Helper()
	bustest.Need(p.t)
	bustest.Start(p.t, p.socket())
	return "unix:path=" + p.socket()
}

// socket is where the message bus listens, if there is one.
func (p *play) socket() string { return filepath.Join(p.Dir(), "bus") }

// busStage is a stage whose programs look for a message bus at that file.
func busStage(t *testing.T, o xtest.Options, env ...string) (p *play, socket string) {
	t.Helper()
	bustest.Need(t)
	p = &play{Stage: NewStage(xtest.New(t, o), programs(t)), t: t}
	p.Extra = append(env, "DBUS_SESSION_BUS_ADDRESS=unix:path="+p.socket())
	return p, p.socket()
}

// inTray is a pet in a tray, with no sessions.
func inTray(t *testing.T, env ...string) (*play, *panel) {
	t.Helper()
	p, socket := busStage(t, xtest.Options{}, env...)
	bustest.Start(t, socket)
	pet, err := p.Pet()
	p.must(err)
	p.pet = pet
	tray := newPanel(t, "unix:path="+socket) // comes after the pet
	xtest.Until(t, "the pet to be in the tray", func() (bool, error) { return tray.registered() != nil, nil })
	tray.says("Dango: no sessions")
	return p, tray
}

const (
	watcherName = "org.kde.StatusNotifierWatcher"
	watcherPath = "/StatusNotifierWatcher"
	itemName    = "org.kde.StatusNotifierItem"
	menuName    = "com.canonical.dbusmenu"
)

// panel is a tray: the watcher that items register with, and a host that reads them.
type panel struct {
	t    *testing.T
	conn *dbus.Conn
	mu   sync.Mutex
	item dbus.BusObject
}

func newPanel(t *testing.T, address string) *panel {
	conn, err := dbus.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	p := &panel{t: t, conn: conn}
	if err := conn.Export(p, watcherPath, watcherName); err != nil {
		t.Fatal(err)
	}
	_, err = prop.Export(conn, watcherPath, prop.Map{watcherName: {
		"IsStatusNotifierHostRegistered": {Value: true}, "ProtocolVersion": {Value: int32(0)},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.RequestName(watcherName, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	return p
}

// RegisterStatusNotifierItem is what an item calls.
func (p *panel) RegisterStatusNotifierItem(path string, sender dbus.Sender) *dbus.Error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.item = p.conn.Object(string(sender), dbus.ObjectPath(path))
	return nil
}

// registered is the item, nil before one has registered.
func (p *panel) registered() dbus.BusObject {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.item
}

// row is an item of a menu.
type row struct {
	ID         int32
	Properties map[string]dbus.Variant
	Children   []dbus.Variant
}

func (r row) text() string { s, _ := r.Properties["label"].Value().(string); return s }

// rows reads the menu, all levels of it, as "Above/Item".
func (p *panel) rows() (map[string]row, error) {
	menu := p.conn.Object(p.registered().Destination(), "/StatusNotifierItem/menu")
	all := map[string]row{}
	var read func(id int32, above string) error
	read = func(id int32, above string) error {
		var revision uint32
		var top row
		if err := menu.Call(menuName+".GetLayout", 0, id, int32(1), []string{}).Store(&revision, &top); err != nil {
			return err
		}
		for _, v := range top.Children {
			var r row
			if err := dbus.Store([]any{v.Value()}, &r); err != nil {
				return err
			}
			all[above+r.text()] = r
			if r.Properties["children-display"].Value() == "submenu" {
				if err := read(r.ID, above+r.text()+"/"); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return all, read(0, "")
}

// choose waits for a row and clicks it.
func (p *panel) choose(name string) {
	p.t.Helper()
	xtest.Until(p.t, "the row "+name, func() (bool, error) {
		rows, err := p.rows()
		if err != nil {
			return false, err
		}
		r, ok := rows[name]
		if !ok {
			return false, fmt.Errorf("e2e: no row %q in %v", name, names(rows))
		}
		menu := p.conn.Object(p.registered().Destination(), "/StatusNotifierItem/menu")
		return true, menu.Call(menuName+".Event", 0, r.ID, "clicked", dbus.MakeVariant(0), uint32(0)).Err
	})
}

// has waits until a row is there with that check mark.
func (p *panel) has(name string, checked int32) {
	p.t.Helper()
	xtest.Until(p.t, fmt.Sprintf("%s to be %d", name, checked), func() (bool, error) {
		rows, err := p.rows()
		if err != nil {
			return false, err
		}
		if _, there := rows[name]; !there {
			return false, fmt.Errorf("e2e: no row %q in %v", name, names(rows))
		}
		return rows[name].Properties["toggle-state"].Value() == checked, nil
	})
}

func names(rows map[string]row) (all []string) {
	for n := range rows {
		all = append(all, n)
	}
	return all
}

// tooltip is the item's status line.
func (p *panel) tooltip() (string, error) {
	v, err := p.registered().GetProperty(itemName + ".ToolTip")
	if err != nil {
		return "", err
	}
	parts, ok := v.Value().([]any)
	if !ok || len(parts) != 4 {
		return "", fmt.Errorf("e2e: the tool tip is %v", v)
	}
	return parts[2].(string), nil
}

// says waits until the status line is this.
func (p *panel) says(want string) {
	p.t.Helper()
	xtest.Until(p.t, "the tray to say "+want, func() (bool, error) {
		line, err := p.tooltip()
		return line == want, err
	})
}

// icon is the item's picture: 32-bit pixels, alpha first.
func (p *panel) icon() (string, error) {
	v, err := p.registered().GetProperty(itemName + ".IconPixmap")
	if err != nil {
		return "", err
	}
	var pictures []struct {
		W, H int32
		Pix  []byte
	}
	if err := dbus.Store([]any{v.Value()}, &pictures); err != nil || len(pictures) != 1 {
		return "", fmt.Errorf("e2e: %d pictures: %w", len(pictures), err)
	}
	if i := pictures[0]; i.W < 22 || len(i.Pix) != int(4*i.W*i.H) {
		return "", fmt.Errorf("e2e: an icon of %d×%d with %d bytes", i.W, i.H, len(i.Pix))
	}
	return string(pictures[0].Pix), nil
}

// argb is the icon of a state as a tray has to get it.
func argb(s session.State) string {
	a := scene.Accent(s, false)
	pix := itray.Icon(s, color.RGBA{a.R, a.G, a.B, a.A}, false).Pix
	for i := 0; i < len(pix); i += 4 {
		pix[i], pix[i+1], pix[i+2], pix[i+3] = pix[i+3], pix[i], pix[i+1], pix[i+2]
		if pix[i] == 0 {
			clear(pix[i+1 : i+4])
		}
	}
	return string(pix)
}

// The tray shows how things are, answers a request, mutes an agent, hides and shows the pet, and ends it. It comes when
// the desktop's tray does, also after the pet.
func TestTray(t *testing.T) {
	t.Parallel()
	p, tray := inTray(t)
	s, pet, says := p.Stage, p.pet, tray.says
	idle, err := tray.icon()
	p.must(err)
	if want := argb(session.Idle); idle != want { // straight colours, to the last bit: a rim of others would be seen
		t.Error("the icon is another picture than the one that was drawn")
	}

	p.must(p.Play(p.load("claude-code", "pr_allow").Before("PermissionRequest")))
	asks, err := p.load("claude-code", "pr_allow").First("PermissionRequest")
	p.must(err)
	hook, err := p.Hook("claude-code", asks)
	p.must(err)
	says("Dango: 1 session, 1 needs you")
	xtest.Until(t, "another icon", func() (bool, error) {
		now, err := tray.icon()
		return now != idle, err
	})
	tray.choose("Claude · [[bash]]: wants to use Bash/Allow")
	answer, err := hook.Answer(xtest.Patience)
	if err != nil || !strings.Contains(answer, `"behavior":"allow"`) {
		t.Errorf("the agent was told %q (%v), want that it may", answer, err)
	}

	tray.choose("Listen to/Codex")
	tray.has("Listen to/Codex", 0)
	tray.choose("Do not disturb/For an hour")
	tray.has("Do not disturb/Off", 0)
	tray.choose("Do not disturb/Off")
	tray.has("Do not disturb/Off", 1)
	tray.choose("Pet/Dango, sakura")
	tray.has("Pet/Dango, sakura", 1)
	tray.choose("Start at login")
	tray.has("Start at login", 1)
	tray.choose("Start at login")
	tray.has("Start at login", 0)
	calm, err := tray.icon()
	p.must(err)
	_, err = s.Petctl("config", "set", "log.level", "debug")
	p.must(err)
	xtest.Until(t, "a mark on the icon", func() (bool, error) {
		now, err := tray.icon()
		return now != calm, err
	})
	tray.choose("The log tells more than usual: stop that")
	xtest.Until(t, "the mark to go", func() (bool, error) {
		now, err := tray.icon()
		return now == calm, err
	})
	tray.choose("Hooks/Connect the agents that are here")
	tray.choose("Hide pet")
	tray.choose("Show pet")
	tray.choose("Quit Dango")
	if status, err := pet.Wait(xtest.Patience); status != 0 || err != nil {
		t.Errorf("dango ended with status %d, %v", status, err)
	}
	if said := pet.Output(); said != "" {
		t.Errorf("dango printed %q", said)
	}
}

// The tray comes back with its host, and with the message bus.
func TestTrayComesBack(t *testing.T) {
	t.Parallel()
	p, socket := busStage(t, xtest.Options{NoCompositor: true})
	there := func(what string) {
		t.Helper()
		tray := newPanel(t, "unix:path="+socket)
		xtest.Until(t, "the icon "+what, func() (bool, error) {
			if tray.registered() == nil {
				return false, nil
			}
			line, err := tray.tooltip()
			return line == "Dango: no sessions", err
		})
		tray.conn.Close()
	}
	var err error
	p.pet, err = p.Pet() // before there is a bus
	p.must(err)
	stop := bustest.Start(t, socket)
	there("on a bus that came late")
	there("of another host")
	stop()
	p.must(os.RemoveAll(socket))
	bustest.Start(t, socket)
	there("on a bus that was started anew")
	if said := p.pet.Output(); said != "" {
		t.Errorf("dango printed %q", said)
	}
}
