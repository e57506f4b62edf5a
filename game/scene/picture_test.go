package scene_test

import (
	"testing"

	"dango/session"
)

func three() *session.Snapshot {
	idle := session.Session{Key: session.Key{Tool: "claude-code", ID: "c"}, Title: "dango", Folder: "dango", State: session.Responding, StateSince: noon.Add(-40e9)}
	return snapshot(
		finished("a", "Update the dependency list", "website", "All 14 packages are up to date. Two needed small changes in the build script, which I tested."),
		idle,
		running("b", "Fix the login redirect", "webshop"),
	)
}

func TestPicture(t *testing.T) {
	command := permission("r1", "Bash", "git push --force-with-lease origin feature/login-redirect && npm run deploy -- --env staging")
	cases := []struct {
		name string
		snap *session.Snapshot
		do   func(*stage)
	}{
		{name: "no session", snap: snapshot()},
		{name: "three sessions", snap: three()},
		{name: "permission", snap: snapshot(
			running("b", "Fix the login redirect", "webshop"),
			asking("p", "Ship the login fix to staging", "webshop", command),
		)},
	}
	for _, c := range cases {
		for _, dark := range []bool{false, true} {
			for _, scale := range []float64{1, 2} {
				name := c.name + " light"
				if dark {
					name = c.name + " dark"
				}
				if scale == 2 {
					name += " 2x"
				}
				t.Run(name, func(t *testing.T) {
					s := newStage(t)
					s.snap, s.in.Dark, s.in.Scale = c.snap, dark, scale
					s.step(1)
					if c.do != nil {
						c.do(s)
					}
					s.step(30)
					golden(t, picture(s.Scene, scale, dark))
				})
			}
		}
	}
}
