//go:build !linux

package notify

import (
	"bytes"
	"context"
	"image/png"
	"slices"

	"github.com/gen2brain/beeep"
)

// run shows each note once. The system takes them away when it likes, and tells nothing of clicks.
func (c *Center) run(ctx context.Context) {
	beeep.AppName = "Dango"
	var known []Note
	for {
		select {
		case <-ctx.Done():
			return
		case want := <-c.wants:
			for _, n := range want {
				if slices.ContainsFunc(known, func(o Note) bool { return o.ID == n.ID }) {
					continue
				}
				if err := beeep.Notify(n.Title, n.Body, icon(n)); err != nil {
					c.complain("no notifications: the system refuses them", err)
				}
			}
			known = want
		}
	}
}

// icon is a note's picture as a PNG; without one it is empty.
func icon(n Note) []byte {
	if n.Picture == nil {
		return nil
	}
	var b bytes.Buffer
	_ = png.Encode(&b, n.Picture) // a buffer takes everything
	return b.Bytes()
}
