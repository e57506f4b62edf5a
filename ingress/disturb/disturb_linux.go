package disturb

import (
	"context"

	"dango/ingress/bus"
)

func watch(ctx context.Context, o Options, report func(bool)) error {
	bus.Any(ctx, bus.SessionAddress(o.Getenv), topics(o.Getenv), report)
	return nil
}
