package process

import (
	"os"
	"syscall"
	"time"
)

func typed(tty string) time.Time {
	info, err := os.Stat(tty)
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return time.Time{}
	}
	s := info.Sys().(*syscall.Stat_t)
	return time.Unix(int64(s.Atim.Sec), int64(s.Atim.Nsec)) // the widths differ between processors
}
