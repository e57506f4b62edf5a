package codex

import (
	"slices"

	"dango/ingress/process"
)

// Program is a running Codex.
type Program struct {
	process.Running
	Job process.CodexJob
}

// Programs lists the running Codexes, newest first. The npm launcher, which waits for its child, is none.
func Programs() (all []Program) {
	running := process.Named("codex")
	for _, p := range running {
		if !slices.ContainsFunc(running, func(c process.Running) bool { return c.Parent == p.PID }) {
			all = append(all, Program{p, process.ReadCodex(process.Arguments(p.PID))})
		}
	}
	return all
}
