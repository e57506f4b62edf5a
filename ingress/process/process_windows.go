package process

import (
	"path/filepath"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// stillActive is the exit code of a process that has not ended.
const stillActive = 259

// lookup asks the kernel for the times and the program, and a snapshot of the table for the parent. A start time is in
// units of 100 ns since 1601.
func lookup(pid int) (Info, bool) {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return Info{}, false
	}
	defer windows.CloseHandle(h)
	var code uint32
	var began, ended, kernel, user windows.Filetime
	if windows.GetExitCodeProcess(h, &code) != nil || code != stillActive ||
		windows.GetProcessTimes(h, &began, &ended, &kernel, &user) != nil {
		return Info{}, false
	}
	p := Info{Start: uint64(began.HighDateTime)<<32 | uint64(began.LowDateTime)}
	name := make([]uint16, windows.MAX_PATH)
	size := uint32(len(name))
	if windows.QueryFullProcessImageName(h, 0, &name[0], &size) == nil {
		p.Name = strings.TrimSuffix(filepath.Base(windows.UTF16ToString(name[:size])), ".exe")
	}
	eachEntry(func(e *windows.ProcessEntry32) bool {
		if e.ProcessID == uint32(pid) {
			p.Parent = int(e.ParentProcessID)
		}
		return e.ProcessID != uint32(pid)
	})
	return p, true
}

// eachEntry visits a snapshot of the table until visit says that it has seen enough.
func eachEntry(visit func(*windows.ProcessEntry32) bool) {
	table, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPPROCESS, 0)
	if err != nil {
		return
	}
	defer windows.CloseHandle(table)
	e := windows.ProcessEntry32{Size: uint32(unsafe.Sizeof(windows.ProcessEntry32{}))}
	for err = windows.Process32First(table, &e); err == nil && visit(&e); {
		err = windows.Process32Next(table, &e)
	}
}

// arguments: a foreign process's command line is in its memory, which is not read.
func arguments(int) []string { return nil }

// cwd: the same.
func cwd(int) string { return "" }

func age(start uint64) (time.Duration, bool) {
	began := windows.Filetime{LowDateTime: uint32(start), HighDateTime: uint32(start >> 32)}
	return time.Since(time.Unix(0, began.Nanoseconds())), start != 0
}

func pids() (all []int) {
	eachEntry(func(e *windows.ProcessEntry32) bool {
		all = append(all, int(e.ProcessID))
		return true
	})
	return all
}
