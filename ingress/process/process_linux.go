package process

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// lookup reads /proc/PID/stat. Fields are counted from the last closing bracket, because a command's name may
// hold brackets and spaces.
func lookup(pid int) (Info, bool) {
	stat := readProc(pid, "stat")
	open, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
	if open < 0 || end < open {
		return Info{}, false
	}
	const ppid, ttyNr, startTime = 4 - 3, 7 - 3, 22 - 3 // numbers of proc(5), the first after the name is 3
	f := strings.Fields(string(stat[end+1:]))
	if len(f) <= startTime || f[0] == "Z" || f[0] == "X" { // a zombie is dead
		return Info{}, false
	}
	p := Info{Name: string(stat[open+1 : end])}
	p.Parent, _ = strconv.Atoi(f[ppid])
	p.Start, _ = strconv.ParseUint(f[startTime], 10, 64)
	device, _ := strconv.Atoi(f[ttyNr])
	p.TTY = ttyName(device)
	return p, true
}

// ttyName names the pseudo-terminals (majors 136 to 143) and the consoles (major 4).
func ttyName(device int) string {
	major, minor := device>>8&0xfff, device&0xff|device>>12&0xfff00
	switch {
	case major >= 136 && major <= 143:
		return "/dev/pts/" + strconv.Itoa((major-136)<<8+minor)
	case major == 4 && minor < 64:
		return "/dev/tty" + strconv.Itoa(minor)
	}
	return ""
}

// arguments is a process's command line, nil when it cannot be read.
func arguments(pid int) []string {
	line := readProc(pid, "cmdline")
	if len(line) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00")
}

func cwd(pid int) string {
	dir, err := os.Readlink("/proc/" + strconv.Itoa(pid) + "/cwd")
	if err != nil {
		return ""
	}
	return dir
}

func environ(pid int) []string {
	raw, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil || len(raw) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(raw), "\x00"), "\x00")
}

// openFiles reads the links in /proc/PID/fd.
func openFiles(pid int) (all []string, ok bool) {
	dir := "/proc/" + strconv.Itoa(pid) + "/fd"
	names, err := os.ReadDir(dir)
	if err != nil {
		return nil, false // another user's, or gone
	}
	for _, n := range names {
		if to, err := os.Readlink(dir + "/" + n.Name()); err == nil && strings.HasPrefix(to, "/") {
			all = append(all, to)
		}
	}
	return all, true
}

// ticksPerSecond is the unit of start times, which Linux promises to programs on every architecture.
const ticksPerSecond = 100

// age compares a start time with the time since the machine was started.
func age(start uint64) (time.Duration, bool) {
	var now unix.Timespec
	if start == 0 || unix.ClockGettime(unix.CLOCK_BOOTTIME, &now) != nil {
		return 0, false
	}
	return time.Duration(now.Nano()) - time.Duration(start)*time.Second/ticksPerSecond, true
}

func pids() (all []int) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			all = append(all, pid)
		}
	}
	return all
}

// maxProc is more than a stat line has, and enough of a command line to know it by.
const maxProc = 4 << 10

// readProc reads the head of /proc/PID/name, nil when it cannot. It bypasses package os, which would start the
// runtime's poller for a file that cannot be polled: a third of a hook's time.
func readProc(pid int, name string) []byte {
	fd, err := unix.Open("/proc/"+strconv.Itoa(pid)+"/"+name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	buf := make([]byte, maxProc)
	n, err := unix.Read(fd, buf)
	if err != nil {
		return nil
	}
	return buf[:n]
}
