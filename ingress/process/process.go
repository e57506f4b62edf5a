// Package process reads the system's process table, as far as it identifies agents.
//
// It is linked into dango-emit, which every hook of every agent starts: it does nothing before it is asked, and on Linux
// leans on the standard library and the system calls only. Elsewhere it asks gopsutil.
package process

import (
	"iter"
	"path"
	"slices"
	"strings"
	"time"
)

// Info is one entry of the process table.
type Info struct {
	Parent int
	Name   string // the command's name as the kernel knows it
	Start  uint64 // in the system's own unit; with the pid, the process's identity
	TTY    string // its controlling terminal, /dev/pts/3; empty without one, or where it is not known
}

// Lookup finds a process that lives. A zombie does not.
func Lookup(pid int) (Info, bool) { return lookup(pid) }

// Arguments is a process's command line, nil when it cannot be read.
func Arguments(pid int) []string { return arguments(pid) }

// Cwd is a process's working directory, empty when it cannot be read.
func Cwd(pid int) string { return cwd(pid) }

// Environ is the environment that a process was started with, NAME=value; nil when it cannot be read.
func Environ(pid int) []string { return environ(pid) }

// OpenFiles are the files that a process has open; false where that is not known.
func OpenFiles(pid int) ([]string, bool) { return openFiles(pid) }

// PIDs lists the processes of this machine that can be seen, nil where they cannot be listed.
func PIDs() []int { return pids() }

// Lives says that the process with that start time lives. Start 0 means any: then a pid alone has to do.
func Lives(pid int, start uint64) bool {
	p, ok := lookup(pid)
	return ok && (start == 0 || p.Start == start)
}

// Age is for how long a process has lived, false where that is not known.
func Age(p Info) (time.Duration, bool) { return age(p.Start) }

// TypedWithin is how much earlier than the last key press Typed may be: the kernel notes such times in steps.
const TypedWithin = 8 * time.Second

// Typed is when a program last read what was typed at a terminal (/dev/pts/3), up to TypedWithin too early; zero where that
// is not known.
func Typed(tty string) time.Time { return typed(tty) }

// Running is a process of a program, as far as it is known where it runs and since when.
type Running struct {
	Info
	PID   int
	Cwd   string // empty when it cannot be read
	Began time.Time
}

// Named lists the processes that run the program called name, the newest first. One whose age is not known is left out.
func Named(name string) (all []Running) {
	now := time.Now()
	for _, pid := range pids() {
		p, ok := lookup(pid)
		if !ok || !IsNamed(pid, p, name) {
			continue
		}
		if old, ok := age(p.Start); ok {
			all = append(all, Running{p, pid, cwd(pid), now.Add(-old)})
		}
	}
	slices.SortFunc(all, func(a, b Running) int { return b.Began.Compare(a.Began) })
	return all
}

// maxAncestors bounds the walk up the process tree, which also ends a cycle made by reused pids.
const maxAncestors = 64

// Ancestors are pid and the processes that it descends from, the nearest first. The system's first process is none.
func Ancestors(pid int) iter.Seq2[int, Info] {
	return func(yield func(int, Info) bool) {
		var child Info
		for range maxAncestors {
			p, ok := lookup(pid)
			if !ok || pid <= 1 || child.Start != 0 && p.Start > child.Start { // nobody is younger than its child: the pid was used again
				return
			}
			if !yield(pid, p) {
				return
			}
			pid, child = p.Parent, p
		}
	}
}

// Ancestor is the nearest process called exactly name among pid and its ancestors, or 0.
func Ancestor(pid int, name string) (int, Info) {
	for pid, p := range Ancestors(pid) {
		if IsNamed(pid, p, name) {
			return pid, p
		}
	}
	return 0, Info{}
}

// IsNamed says that the process p runs the program called name, by its own name or its first argument: the name
// of an interpreter or of a renamed process is not its program's.
func IsNamed(pid int, p Info, name string) bool {
	if p.Name == name {
		return true
	}
	args := arguments(pid)
	return len(args) > 0 && strings.TrimSuffix(path.Base(strings.ReplaceAll(args[0], `\`, "/")), ".exe") == name
}
