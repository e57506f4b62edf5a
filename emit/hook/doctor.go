package hook

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"dango/prefs/lang"
)

// dialWithin bounds the knock on the socket.
const dialWithin = time.Second

// Doctor looks at everything that lies between an agent and the pet and proves what can be proved. It changes
// nothing; with Options.Seen its probe makes a session that appears and ends at once. None named = every agent
// that is on this machine or was connected.
func Doctor(ctx context.Context, opts Options, named ...Agent) ([]Finding, error) {
	if err := opts.complete(); err != nil {
		return nil, err
	}
	d := &doctor{Options: opts, man: &manifest{}}
	if man, err := readManifest(d.manifestPath()); err != nil {
		d.add(Finding{ID: "manifest", Severity: Warning, What: err.Error(),
			Why: lang.T("uninstalling could leave empty containers behind"), Fix: "rm " + quote(d.manifestPath()), File: d.manifestPath()})
	} else {
		d.man = man
	}
	d.checkHome()
	d.checkHelper()
	d.checkSocket()
	if len(named) == 0 {
		named = slices.DeleteFunc(Agents(), func(a Agent) bool { return !d.present(a) && d.man.Files[d.file(a)] == nil })
	}
	for _, a := range named {
		d.checkAgent(ctx, a)
	}
	return d.findings, nil
}

type doctor struct {
	Options
	man      *manifest
	findings []Finding
	helper   bool // it can run
	listens  bool // somebody answers on the socket
}

func (d *doctor) add(f Finding) { d.findings = append(d.findings, f) }

func (d *doctor) checkHome() {
	if fi, err := os.Stat(d.Home); err == nil && fi.Mode().Perm()&0o077 != 0 {
		d.add(Finding{ID: "home-open", Severity: Warning, What: lang.T("%s is open to other users (mode %s)", d.Home, strconv.FormatUint(uint64(fi.Mode().Perm()), 8)),
			Why: lang.T("what agents ask passes through it"), Fix: "chmod 700 " + quote(d.Home), File: d.Home})
	}
	if usual := filepath.Join(d.UserHome, ".dango"); d.Home != usual {
		d.add(Finding{ID: "home-moved", Severity: Warning, What: lang.T("Dango's folder is %s, not %s", d.Home, usual),
			Why: lang.T("a hook finds the socket there only when its agent was started with the same DANGO_HOME"),
			Fix: lang.T("export DANGO_HOME=%s in your shell's start-up file", quote(d.Home))})
	}
	off := filepath.Join(d.Home, "disabled")
	_, err := os.Lstat(off)
	switch v := d.getenv("DANGO_DISABLED"); {
	case err == nil:
		d.add(Finding{ID: "switched-off", Severity: Failure, What: lang.T("Dango is switched off by the file %s", off),
			Why: lang.T("hooks report nothing while it is there"), Fix: "rm " + quote(off), File: off})
	case isOn(v):
		d.add(Finding{ID: "switched-off", Severity: Failure, What: lang.T("Dango is switched off by DANGO_DISABLED=%s", v),
			Why: lang.T("hooks of agents started with it report nothing"), Fix: "unset DANGO_DISABLED"})
	}
}

func (d *doctor) checkHelper() {
	path := d.helperPath()
	const fix = "petctl hooks install"
	if problem := helperProblem(path); problem != "" {
		d.add(Finding{ID: "helper", Severity: Failure, What: lang.T("the helper %s %s", path, problem),
			Why: lang.T("every hook runs it; without it the agents work, but nothing reaches the pet"), Fix: fix, File: path})
		return
	}
	d.helper = true
	if d.Helper != "" {
		ours, err := os.ReadFile(d.Helper)
		theirs, err2 := os.ReadFile(path)
		if err == nil && err2 == nil && sha256.Sum256(ours) != sha256.Sum256(theirs) {
			d.add(Finding{ID: "helper-version", Severity: Warning, What: lang.T("the helper %s is not the one of this version of Dango", path),
				Why: lang.T("it may report less, or in a form that is not understood any more"), Fix: fix, File: path})
			return
		}
	}
	d.add(Finding{ID: "helper", Severity: OK, What: lang.T("the helper is in place"), File: path})
}

func (d *doctor) checkSocket() {
	c, err := net.DialTimeout("unix", d.socketPath(), dialWithin)
	if err != nil {
		d.add(Finding{ID: "app", Severity: Warning, What: lang.T("Dango is not running: nobody answers on %s", d.socketPath()),
			Why: lang.T("agents work as without it, and nothing is shown"), Fix: "dango", File: d.socketPath()})
		return
	}
	_ = c.Close()
	d.listens = true
	d.add(Finding{ID: "app", Severity: OK, What: lang.T("Dango is running and answers"), File: d.socketPath()})
}

func (d *doctor) checkAgent(ctx context.Context, a Agent) {
	i := d.inspect(ctx, a)
	say := func(f Finding) {
		f.Agent = a.ID
		if f.File == "" {
			f.File = i.File
		}
		d.add(f)
	}
	install := "petctl hooks install " + string(a.ID)
	if i.problem != nil {
		say(broken(a, i.problem))
		return
	}
	if i.State == NotInstalled {
		f := Finding{ID: "not-installed", Severity: Warning, What: lang.T("%s is not connected", a.Name), Why: lang.T("the pet sees little of its sessions and cannot answer"), Fix: install}
		if d.man.Files[i.File] != nil {
			f.ID, f.Severity = "wiped", Failure
			f.What = lang.T("the hooks of %s are gone, though they were installed: another program has rewritten the file", a.Name)
		}
		say(f)
		return
	}
	if len(i.Missing)+len(i.Stale) > 0 || a.Plugin && i.State == Modified {
		say(Finding{ID: "outdated", Severity: Warning, What: outdated(i), Why: lang.T("the pet may miss what happens, or %s may complain", a.Name), Fix: install})
	}
	switch {
	case i.Plugin != "" && len(i.Twice) > 0:
		say(Finding{ID: "twice", Severity: Warning, What: lang.T("our hooks are in the settings, and the plugin %s registers them too", i.Plugin),
			Why: lang.T("each event is reported twice"), Fix: lang.T("petctl hooks uninstall %s, or remove the plugin", a.ID)})
	case len(i.Twice) > 0:
		say(Finding{ID: "twice", Severity: Warning, What: lang.T("our hook is registered more than once in %s", strings.Join(i.Twice, ", ")),
			Why: lang.T("each event is reported twice"), Fix: install})
	}
	if i.off != "" {
		say(Finding{ID: "switched-off", Severity: Failure, What: lang.T("hooks are switched off: %s", i.off), Why: lang.T("%s runs no hook at all", a.Name), Fix: lang.T("change that setting")})
	}
	if i.policy != "" {
		say(Finding{ID: "policy", Severity: Failure, What: lang.T("this machine's policy allows no hooks of users"), Why: lang.T("%s runs no hook of ours", a.Name),
			Fix: lang.T("ask the machine's administrator"), File: i.policy})
	}
	if a.Trusts {
		d.checkTrust(a, i, say)
	}
	if i.State == Installed || i.State == Trusted {
		how := lang.T("%s is connected (%s)", a.Name, i.State.Word())
		if i.Plugin != "" {
			how = lang.T("%s is connected by the plugin %s (%s)", a.Name, i.Plugin, i.State.Word())
		}
		say(Finding{ID: "entries", Severity: OK, What: how})
	}
	d.tellLast(a, i, say)
	d.checkProbe(ctx, a, i, say)
}

func broken(a Agent, problem error) Finding {
	f := Finding{ID: "unreadable", Severity: Failure, What: problem.Error(), Why: lang.T("%s may ignore the whole file, and Dango will not touch it", a.Name)}
	if r, ok := errors.AsType[*Refusal](problem); ok {
		f.What, f.Fix, f.File, f.Line, f.Column = r.What, r.Do, r.File, r.Line, r.Column
	}
	return f
}

func outdated(i *inspection) string {
	var parts []string
	if len(i.Missing) > 0 {
		parts = append(parts, lang.T("no entry of ours in %s", strings.Join(i.Missing, ", ")))
	}
	if len(i.Stale) > 0 {
		parts = append(parts, lang.T("not what this version writes in %s", strings.Join(i.Stale, ", ")))
	}
	if len(parts) == 0 {
		return lang.T("the plugin is not the one of this version")
	}
	return strings.Join(parts, "; ")
}

// checkPetSwitches looks for the switches that other pets of Codex's users know, and that count for us as well.
func (d *doctor) checkPetSwitches(a Agent, say func(Finding)) {
	const variable, marker = "CODEX_PET_EVENTS_DISABLED", "global-pet-assistant-disabled"
	off := Finding{ID: "switched-off", Severity: Failure, Why: lang.T("hooks of %s report nothing", a.Name)}
	if v := d.getenv(variable); isOn(v) {
		off.What, off.Fix = lang.T("%s's pets are switched off by %s", a.Name, variable+"="+v), "unset "+variable
		say(off)
	}
	dirs := []string{filepath.Join(d.UserHome, a.Folder), d.folder(a)}
	for _, dir := range slices.Compact(dirs) {
		path := filepath.Join(dir, marker)
		if _, err := os.Lstat(path); err == nil {
			off.What, off.Fix, off.File = lang.T("%s's pets are switched off by the file %s", a.Name, path), "rm "+quote(path), path
			say(off)
		}
	}
}

// isOn says that a switch in the environment is set, as the helper reads it.
func isOn(value string) bool {
	return slices.Contains([]string{"1", "true", "yes", "on"}, strings.ToLower(value))
}

func (d *doctor) checkTrust(a Agent, i *inspection, say func(Finding)) {
	d.checkPetSwitches(a, say)
	fix := lang.T("petctl hooks install codex --yes, or answer the dialog at Codex's next start")
	if config, err := d.readCodexConfig(); err != nil {
		say(Finding{ID: "config", Severity: Warning, What: err.Error(), Why: lang.T("%s may not start", a.Name), Fix: lang.T("mend that line"), File: d.codexConfigPath()})
	} else if n := config.inline(d.owns); n > 0 {
		say(Finding{ID: "twice", Severity: Warning, What: lang.T("%d hooks of ours stand in config.toml as well", n),
			Why: lang.T("each event is reported twice"), Fix: lang.T("remove them from config.toml"), File: d.codexConfigPath()})
	}
	switch {
	case i.State == Untrusted:
		say(Finding{ID: "untrusted", Severity: Failure, What: lang.T("%s does not trust our hooks yet", a.Name), Why: lang.T("it skips them without a word"), Fix: fix})
	case i.State == Modified && len(i.Missing)+len(i.Stale)+len(i.Twice) == 0:
		say(Finding{ID: "trust-modified", Severity: Failure, What: lang.T("our hooks are not what %s was told to trust", a.Name), Why: lang.T("it skips them without a word"), Fix: fix})
	case i.State == Disabled && i.off == "":
		say(Finding{ID: "switched-off", Severity: Failure, What: lang.T("%s does not run our hooks: one or more are disabled or not listed", a.Name), Why: lang.T("it skips them without a word"),
			Fix: lang.T("look at /hooks in Codex")})
	case i.asked != nil:
		say(Finding{ID: "trust-unknown", Severity: Warning, What: lang.T("%s could not be asked about trust: %v", a.Name, i.asked), Why: lang.T("untrusted hooks are skipped without a word"),
			Fix: lang.T("look at /hooks in Codex")})
	}
}

// tellLast says when the core last had each event, if it can be asked.
func (d *doctor) tellLast(a Agent, i *inspection, say func(Finding)) {
	if d.LastEvent == nil || len(i.Events) == 0 {
		return
	}
	type heard struct {
		name string
		ago  time.Duration
	}
	var came []heard
	var not []string
	for _, name := range i.Events {
		if at, ok := d.LastEvent(a.ID, name); ok {
			came = append(came, heard{name, d.Now().Sub(at).Round(time.Second)})
		} else {
			not = append(not, name)
		}
	}
	if len(came) == 0 {
		say(Finding{ID: "last-events", Severity: OK, What: lang.T("since it started Dango has heard nothing of %s", a.Name)})
		return
	}
	slices.SortStableFunc(came, func(x, y heard) int { return cmp.Compare(x.ago, y.ago) })
	var parts []string
	for _, h := range came {
		parts = append(parts, lang.T("%s %s ago", h.name, h.ago.String()))
	}
	what := lang.T("last heard: %s", strings.Join(parts, ", "))
	if len(not) > 0 {
		what = lang.T("%s; not yet: %s", what, strings.Join(not, ", "))
	}
	say(Finding{ID: "last-events", Severity: OK, What: what})
}
