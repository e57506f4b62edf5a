package emit

import (
	"encoding/binary"
	"strings"

	"golang.org/x/sys/unix"
)

// lookUp asks sysctl kern.proc.pid. A start time is in microseconds since 1970. The terminal stays unknown: the
// kernel gives a device number, and only a walk through /dev would name it.
func lookUp(pid int) (process, bool) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || int(info.Proc.P_pid) != pid {
		return process{}, false
	}
	const zombie = 5 // SZOMB
	if info.Proc.P_stat == zombie {
		return process{}, false
	}
	return process{
		parent: int(info.Eproc.Ppid),
		name:   unix.ByteSliceToString(info.Proc.P_comm[:]),
		start:  uint64(info.Proc.P_starttime.Sec)*1e6 + uint64(info.Proc.P_starttime.Usec),
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
