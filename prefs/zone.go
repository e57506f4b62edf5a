package prefs

import (
	"io/fs"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"
)

// zone follows the time zone that the machine is set to. Package time asks for it once, when the program starts, and a pet
// runs for weeks, and travels.
type zone struct {
	file string // "" where there is none

	mu   sync.Mutex
	seen fs.FileInfo    // the file that place is from; a change of zone puts another in its place
	at   *time.Location // nil: as package time knows it
}

// here is the zone of the machine. With TZ the user has chosen one for this program, for good.
var here = func() *zone {
	const file = "/etc/localtime"
	if tz, chosen := os.LookupEnv("TZ"); chosen && strings.TrimPrefix(tz, ":") != file || runtime.GOOS == "windows" {
		return &zone{}
	}
	return &zone{file: file}
}()

// Now is the time by the clocks of where the machine is now. It costs a look at a file.
func Now() time.Time { return here.in(time.Now()) }

func (z *zone) in(t time.Time) time.Time {
	if z.file == "" {
		return t
	}
	info, err := os.Stat(z.file)
	if err != nil {
		return t
	}
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.seen == nil || !os.SameFile(info, z.seen) || !info.ModTime().Equal(z.seen.ModTime()) || info.Size() != z.seen.Size() {
		z.seen = info
		if data, err := os.ReadFile(z.file); err == nil {
			if at, err := time.LoadLocationFromTZData("Local", data); err == nil {
				z.at = at
			}
		}
	}
	if z.at == nil {
		return t
	}
	return t.In(z.at)
}
