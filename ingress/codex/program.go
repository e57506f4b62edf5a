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

// Programs lists the running Codexes, newest first. A launcher, which waits for a child that does the same, is none; a
// terminal that started the daemon is one.
func Programs() (all []Program) {
	for _, p := range process.Named("codex") {
		all = append(all, Program{p, process.ReadCodex(process.Arguments(p.PID))})
	}
	return slices.DeleteFunc(all, func(p Program) bool {
		return slices.ContainsFunc(all, func(c Program) bool { return c.Parent == p.PID && c.Job == p.Job })
	})
}
