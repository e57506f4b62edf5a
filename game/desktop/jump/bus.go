package jump

import (
	"context"
	"encoding/xml"
	"os"
	"strings"

	"github.com/godbus/dbus/v5"

	ibus "dango/ingress/bus"
	"dango/prefs/lang"
)

// bus is the message bus of the session that a terminal runs in.
type bus struct{ *dbus.Conn }

// onBus steers a terminal by the bus, and gives it up when it does not answer.
func onBus(ctx context.Context, near surroundings, steer func(context.Context, bus) error) error {
	ctx, cancel := context.WithTimeout(ctx, steered)
	defer cancel()
	b, err := busOf(ctx, near)
	if err != nil {
		return err
	}
	defer b.Close()
	return steer(ctx, b)
}

// busOf connects to the bus that the terminal told its children, else to ours. Whoever gets it closes it. None is started.
func busOf(ctx context.Context, near surroundings) (bus, error) {
	err := lang.Fault("there is no message bus")
	for _, address := range []string{ibus.SessionAddress(near.get), ibus.SessionAddress(os.Getenv)} {
		if address == "" || strings.HasPrefix(address, "disabled:") {
			continue
		}
		conn, failed := dbus.Connect(address, dbus.WithContext(ctx))
		if failed == nil {
			return bus{conn}, nil
		}
		err = lang.Fault("no message bus: %v", failed)
	}
	return bus{}, err
}

// call calls a method of a program that runs. into gets what it gives back.
func (b bus) call(ctx context.Context, service, object, method string, into any, args ...any) error {
	call := b.Object(service, dbus.ObjectPath(object)).CallWithContext(ctx, method, dbus.FlagNoAutoStart, args...)
	if call.Err != nil || into == nil {
		return call.Err
	}
	return call.Store(into)
}

// children are the names of the objects below one.
func (b bus) children(ctx context.Context, service, object string) (names []string) {
	var text string
	if b.call(ctx, service, object, "org.freedesktop.DBus.Introspectable.Introspect", &text) != nil {
		return nil
	}
	var node struct {
		Children []struct {
			Name string `xml:"name,attr"`
		} `xml:"node"`
	}
	if xml.Unmarshal([]byte(text), &node) != nil {
		return nil
	}
	for _, child := range node.Children {
		names = append(names, child.Name)
	}
	return names
}
