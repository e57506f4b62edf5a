package disturb

import (
	"context"

	"dango/ingress/bus"
)

func watch(ctx context.Context, o Options, report func(bool)) error {
	on := map[bus.Reason]bool{}
	said := false
	b := bus.Bus{Address: bus.SessionAddress(o.Getenv), Topics: topics(o.Getenv), Tell: func(f bus.Fact) {
		if f.On {
			on[f.Reason] = true
		} else {
			delete(on, f.Reason)
		}
		if now := len(on) > 0; now != said {
			said = now
			report(now)
		}
	}}
	b.Follow(ctx)
	return nil
}
