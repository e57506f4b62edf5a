package emit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"dango/ingress/sock"
	"dango/prefs/jsonedit"
	"dango/session/event"
)

// maxConfigBytes is more than any sensible config.json has.
const maxConfigBytes = 1 << 20

// away says that a send failed because nobody listens.
func away(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED)
}

// begins says that somebody has sat down: a session's first event, not one that an agent sends within a session, and no
// agent that works for another or for a script.
func begins(ev *event.StateEvent) bool {
	if ev.Kind != event.SessionStart || ev.Headless || ev.ParentSession != "" {
		return false
	}
	return ev.Payload == nil || ev.Payload.Source != "clear" && ev.Payload.Source != "compact"
}

// awaken starts the pet when the user has asked for that (autostartOnHook) and there is a desktop to show it on. It does
// not wait: the pet is nobody's child a moment later, holds none of the hook's pipes and is no part of the agent's group.
func awaken(home string) {
	if !wanted(filepath.Join(home, "config.json")) || !desktop(os.Getenv) {
		return
	}
	program, err := os.ReadFile(sock.ProgramFile(home))
	if err != nil {
		return // no pet was ever started from this home
	}
	path := strings.TrimSpace(string(program))
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || !filepath.IsAbs(path) {
		return
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return
	}
	p, err := os.StartProcess(path, []string{path}, &os.ProcAttr{
		Dir: home, Env: append(os.Environ(), "DANGO_HOME="+home), Files: []*os.File{null, null, null}, Sys: alone(),
	})
	if err == nil {
		p.Release()
	}
}

// wanted reads the one setting that matters here; the rest of the file is for package prefs, which a hook has no time for.
func wanted(config string) bool {
	info, err := os.Stat(config)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxConfigBytes {
		return false
	}
	text, err := os.ReadFile(config)
	if err != nil {
		return false
	}
	doc, err := jsonedit.Parse(text, false)
	if err != nil {
		return false
	}
	c, _ := jsonedit.Plain(&doc.Root).(map[string]any)
	return c["autostartOnHook"] == true
}

// desktop says that the agent runs where the pet would be seen: not in a session from another machine.
func desktop(getenv func(string) string) bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return getenv("SSH_CONNECTION") == ""
	}
	return getenv("DISPLAY") != "" && getenv("SSH_CONNECTION") == ""
}
