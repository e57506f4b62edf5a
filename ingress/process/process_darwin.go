package process

import (
	"encoding/binary"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// lookup asks sysctl kern.proc.pid. A start time is in microseconds since 1970. The terminal stays unknown: the
// kernel gives a device number, and only a walk through /dev would name it.
func lookup(pid int) (Info, bool) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || int(info.Proc.P_pid) != pid {
		return Info{}, false
	}
	const zombie = 5 // SZOMB
	if info.Proc.P_stat == zombie {
		return Info{}, false
	}
	return Info{
		Parent: int(info.Eproc.Ppid),
		Name:   unix.ByteSliceToString(info.Proc.P_comm[:]),
		Start:  uint64(info.Proc.P_starttime.Sec)*1e6 + uint64(info.Proc.P_starttime.Usec),
	}, true
}

// arguments asks sysctl kern.procargs2: argc, the executable's path, padding zeros, then the arguments.
func arguments(pid int) []string {
	raw, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil || len(raw) < 4 {
		return nil
	}
	argc := int(binary.NativeEndian.Uint32(raw))
	_, rest, _ := strings.Cut(string(raw[4:]), "\x00")
	args := strings.Split(strings.TrimLeft(rest, "\x00"), "\x00")
	return args[:min(max(argc, 0), len(args))]
}

// cwd: asking for it needs libproc, which is not linked here.
func cwd(int) string { return "" }

func age(start uint64) (time.Duration, bool) {
	return time.Since(time.UnixMicro(int64(start))), start != 0
}

func pids() (all []int) {
	table, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return nil
	}
	for _, p := range table {
		all = append(all, int(p.Proc.P_pid))
	}
	return all
}
