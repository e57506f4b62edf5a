package hook

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dango/prefs/lang"
	"dango/session/event"
)

const (
	probeRuns = 5 * time.Second // the command line itself; the helper needs milliseconds
	probeSeen = 3 * time.Second // from then until the core shows it
)

// Probe is what running a hook's own command line showed.
type Probe struct {
	Session string        `json:"session"`
	Command string        `json:"command"`
	Took    time.Duration `json:"took"`             // until the command had ended
	Output  string        `json:"output,omitempty"` // must be empty: agents show it, or feed it to the model
	Seen    bool          `json:"seen"`             // the core has it
	Total   time.Duration `json:"total,omitempty"`  // until the core had it
	Error   string        `json:"error,omitempty"`
}

// checkProbe sends a synthetic event through the command line that stands in the agent's file.
func (d *doctor) checkProbe(ctx context.Context, a Agent, i *inspection, say func(Finding)) {
	begin, end := "SessionStart", "SessionEnd"
	if a.Plugin {
		begin, end = "session.created", "session.deleted"
	}
	command, ok := i.commands[begin]
	if !ok || !d.helper || i.State == Disabled || i.State == Shadowed {
		return
	}
	if i.root != "" {
		d.Env = append(slices.Clone(d.Env), "CLAUDE_PLUGIN_ROOT="+i.root)
	}
	p := d.probe(ctx, command, begin, end)
	tell := say
	say = func(f Finding) { f.ID, f.Probe = "probe", &p; tell(f) }
	switch {
	case p.Error != "" || p.Output != "":
		say(Finding{Severity: Failure, What: lang.T("the command in the file does not behave: %s", firstOf(p.Error, lang.T("it prints %q", p.Output))),
			Why: lang.T("%s shows that to you, or to the model", a.Name), Fix: "petctl hooks install " + string(a.ID)})
	case d.Seen == nil || !d.listens:
		say(Finding{Severity: OK, What: lang.T("the command in the file runs (%s); whether the core hears it was not tried", p.Took.Round(time.Millisecond).String())})
	case !p.Seen:
		say(Finding{Severity: Failure, What: lang.T("a test event through the command in the file did not reach the core"),
			Why: lang.T("real events do not reach it either"), Fix: lang.T("petctl hooks install %s, then restart Dango", a.ID)})
	default:
		say(Finding{Severity: OK, What: lang.T("a test event reached the core in %s", p.Total.Round(time.Millisecond).String())})
	}
}

// probe has the command report a session that begins and ends.
func (d *doctor) probe(ctx context.Context, command, begin, end string) Probe {
	p := Probe{Session: event.ProbePrefix + randomID(), Command: command}
	start := time.Now()
	out, err := d.runHook(ctx, command, p.Session, begin)
	p.Took, p.Output = time.Since(start), out
	if err != nil {
		p.Error = err.Error()
		return p
	}
	if d.Seen == nil || !d.listens {
		return p
	}
	seen, cancel := context.WithTimeout(ctx, probeSeen)
	defer cancel()
	if p.Seen = d.Seen(seen, p.Session); p.Seen {
		p.Total = time.Since(start)
	}
	_, _ = d.runHook(ctx, command, p.Session, end) // takes the bubble away again
	return p
}

// runHook runs a command as agents do: by a shell, with one JSON object on its standard input.
func (d *doctor) runHook(ctx context.Context, command, session, name string) (output string, err error) {
	input, err := json.Marshal(map[string]string{
		"session_id": session, "hook_event_name": name, "cwd": d.UserHome, "transcript_path": "", "source": "startup", "reason": "other",
	})
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, probeRuns)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", command)
	cmd.Dir, cmd.WaitDelay = filepath.Dir(d.Home), time.Second
	cmd.Env = slices.DeleteFunc(slices.Clone(d.Env), func(kv string) bool {
		return strings.HasPrefix(kv, "CLAUDE_") && !strings.HasPrefix(kv, "CLAUDE_PLUGIN_ROOT=") || strings.HasPrefix(kv, "CODEX_MANAGED_") // of an agent that the doctor runs in
	})
	cmd.Stdin = bytes.NewReader(append(input, '\n'))
	out, err := cmd.Output()
	if ctx.Err() != nil {
		err = fmt.Errorf("it had not ended after %s", probeRuns)
	}
	return string(out), err
}

func randomID() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
