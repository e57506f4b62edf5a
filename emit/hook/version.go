package hook

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"

	"golang.org/x/mod/semver"

	"dango/emit/hook/events"
)

// versionWithin bounds the start of an agent's program. A cold start of a large one takes about a second.
const versionWithin = 10 * time.Second

var versionNumber = regexp.MustCompile(`\b\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?\b`)

// askVersion runs "program --version". "" means that there is no such program, or no number in its answer.
func (o *Options) askVersion(ctx context.Context, a Agent) string {
	program := o.lookPath(a.Program)
	if program == "" {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, versionWithin)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--version")
	cmd.Env, cmd.Dir, cmd.WaitDelay = o.Env, o.UserHome, time.Second
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return string(versionNumber.Find(out))
}

// lookPath finds a program in the PATH of Env, or where agents' own installers put it: a desktop session often has
// a shorter PATH than a terminal. Relative entries of PATH are not looked at. "" = not there.
func (o *Options) lookPath(program string) string {
	dirs := append(filepath.SplitList(o.getenv("PATH")),
		filepath.Join(o.UserHome, ".local", "bin"), filepath.Join(o.UserHome, ".claude", "local"),
		filepath.Join(o.UserHome, ".bun", "bin"), filepath.Join(o.UserHome, ".npm-global", "bin"),
		filepath.Join(o.Root, "/usr/local/bin"), filepath.Join(o.Root, "/opt/homebrew/bin"))
	for _, dir := range dirs {
		path := filepath.Join(dir, program)
		if fi, err := os.Stat(path); filepath.IsAbs(dir) && err == nil && fi.Mode().IsRegular() && fi.Mode()&0o111 != 0 {
			return path
		}
	}
	return ""
}

// accepts reports whether an agent of that version knows an event that came with since. An unknown version, and
// one newer than what was tested, is only given what every version knows.
func accepts(version, since string) bool {
	if since == "" {
		return true
	}
	v := "v" + version
	return semver.IsValid(v) && semver.Compare(v, "v"+events.Tested) <= 0 && semver.Compare(v, "v"+since) >= 0
}
