//go:build !linux

package process

import (
	"slices"
	"strings"
	"time"

	"github.com/shirou/gopsutil/v4/process"
)

// lookup asks gopsutil. A start time is in ms since 1970. Windows has no zombies, and no terminals that are called by a
// name.
func lookup(pid int) (Info, bool) {
	p, err := process.NewProcess(int32(pid))
	if pid <= 0 || err != nil {
		return Info{}, false
	}
	began, err := p.CreateTime()
	if err != nil || began <= 0 {
		return Info{}, false
	}
	if is, err := p.Status(); err == nil && slices.Contains(is, process.Zombie) {
		return Info{}, false
	}
	parent, _ := p.Ppid() // what cannot be read is not known
	name, _ := p.Name()
	tty, _ := p.Terminal()
	if tty != "" {
		tty = "/dev/" + strings.TrimPrefix(strings.TrimPrefix(tty, "/dev/"), "/")
	}
	return Info{Parent: int(parent), Name: strings.TrimSuffix(name, ".exe"), Start: uint64(began), TTY: tty}, true
}

func arguments(pid int) []string {
	p, err := process.NewProcess(int32(pid))
	if err != nil {
		return nil
	}
	args, _ := p.CmdlineSlice()
	return args
}

func cwd(pid int) string {
	p, err := process.NewProcess(int32(pid))
	if err != nil {
		return ""
	}
	dir, _ := p.Cwd()
	return strings.TrimSuffix(dir, `\`)
}

func environ(pid int) []string {
	p, err := process.NewProcess(int32(pid))
	if err != nil {
		return nil
	}
	env, _ := p.Environ()
	return env
}

// openFiles: of the systems without /proc, none tells cheaply.
func openFiles(int) ([]string, bool) { return nil, false }

func age(start uint64) (time.Duration, bool) {
	return time.Since(time.UnixMilli(int64(start))), start != 0
}

func pids() (all []int) {
	list, _ := process.Pids()
	for _, pid := range list {
		all = append(all, int(pid))
	}
	return all
}
