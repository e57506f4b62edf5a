package hook

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"dango/prefs/jsonedit"
	"dango/prefs/lang"
)

// attempts is how often a file is read and planned again when an agent rewrites it under our hands.
const attempts = 5

func (in *installer) install(ctx context.Context, a Agent, r *Result) error {
	if err := in.installHelper(r); err != nil {
		return err
	}
	if a.Plugin {
		err := in.edit(a, r, in.planPlugin(a, r))
		noteRestart(a, r)
		return err
	}
	if e := in.pluginOf(a); e != nil && in.Project == "" {
		return in.installBeside(ctx, a, e, r)
	}
	r.Version = in.Version(ctx, a)
	if a.Versioned && !accepts(r.Version, "0.0.1") {
		r.Notes = append(r.Notes, unknownVersion(a, r.Version))
	}
	want := in.wanted(a, r.Version)
	err := in.edit(a, r, func(t *target) (*change, error) {
		c, err := merge(t.text, t.exists, a, want, in.man.Files[t.path], in.owns)
		return c, refuse(t, a, err)
	})
	if err != nil {
		return err
	}
	if a.Trusts {
		return in.settleTrust(ctx, a, r)
	}
	r.State = Installed
	noteRestart(a, r)
	return nil
}

func noteRestart(a Agent, r *Result) {
	if a.Restart && r.Changed {
		r.Notes = append(r.Notes, lang.T("%s reads this at its start: sessions that are open already are not seen", a.Name))
	}
}

func unknownVersion(a Agent, version string) string {
	which := lang.T("its version is not known")
	if version != "" {
		which = lang.T("version %s is newer than any that was tested", version)
	}
	return lang.T("%s: %s, so only the events that every version accepts are registered", a.Name, which)
}

func (in *installer) uninstall(ctx context.Context, a Agent, r *Result) error {
	rec := in.man.Files[r.File]
	var keys []string // of our handlers, as long as they are in the file
	plan := func(t *target) (*change, error) {
		if a.Trusts {
			keys = in.codexKeys(t)
		}
		s, err := strip(t.text, rec, in.owns)
		if err != nil {
			return nil, refuse(t, a, err)
		}
		if len(s.shifted) > 0 && a.Trusts {
			r.Notes = append(r.Notes, lang.T("%s counts hooks by position: it will ask to review those again that stood behind ours in %s",
				a.Name, strings.Join(s.shifted, ", ")))
		}
		return &change{text: s.text, gone: s.gone, removed: s.events}, nil
	}
	if a.Plugin {
		plan = planPluginRemoval
	}
	if err := in.edit(a, r, plan); err != nil {
		return err
	}
	r.State = NotInstalled
	if a.Trusts {
		in.forgetTrust(ctx, a, keys, r)
	}
	if e := in.pluginOf(a); e != nil {
		r.Notes = append(r.Notes, lang.T("the plugin %s still connects %s: remove it there, with /plugin", e.id, a.Name))
	}
	if in.DryRun {
		return nil
	}
	if r.Backup != "" {
		r.Notes = append(r.Notes, lang.T("a copy of the file with our hooks stays in %s", r.Backup))
	}
	if rec != nil {
		for _, dir := range rec.CreatedDirs {
			_ = os.Remove(dir) // only when empty: anything in it is not ours
		}
		delete(in.man.Files, r.File)
		if err := in.saveManifest(); err != nil {
			return err
		}
	}
	return in.removeHelper(r)
}

// edit reads the agent's file, plans a change of it, and carries it out.
func (in *installer) edit(a Agent, r *Result, plan func(*target) (*change, error)) error {
	before := *r
	for range attempts {
		*r = before
		t, err := readTarget(r.File)
		if err != nil {
			return err
		}
		c, err := plan(t)
		if err != nil {
			return err
		}
		if err := in.carryOut(a, r, t, c); !errors.Is(err, errMoved) {
			return err
		}
	}
	return &Refusal{File: r.File, What: "another program keeps changing it", Do: "close the agent and try again", Err: errMoved}
}

func (in *installer) carryOut(a Agent, r *Result, t *target, c *change) (err error) {
	defer func() {
		if err != nil { // the file is as it was
			r.Changed, r.Removed = false, false
		}
	}()
	r.Changed = !bytes.Equal(t.text, c.text) || c.gone
	if !r.Changed {
		return in.remember(t, c)
	}
	r.Plan, r.Removed = append(r.Plan, c.sentences()...), c.gone
	after, text := t.path, c.text
	if c.gone {
		after, text = os.DevNull, nil
		r.Plan = append(r.Plan, "delete the file, which held nothing else")
	}
	r.Diff = string(diff.Diff(t.path, t.text, after, text))
	if err := t.writable(); err != nil || in.DryRun {
		return err
	}
	if err := in.makeFolder(t, &c.rec); err != nil {
		return err
	}
	if err := in.remember(t, c); err != nil {
		return err
	}
	if t.exists {
		if r.Backup, err = in.backup(a, t); err != nil {
			return err
		}
	}
	if t.exists && hardLinks(t.info) > 0 {
		r.Notes = append(r.Notes, lang.T("the file has other names (hard links), which keep what it was"))
	}
	in.step("backed up")
	sweep(t.real)
	if c.gone {
		return t.remove()
	}
	return t.replace(c.text, in.step)
}

// remember saves what a change makes, before it is made. Changes that only take away have no record.
func (in *installer) remember(t *target, c *change) error {
	if c.rec.Agent == "" || in.DryRun || reflect.DeepEqual(in.man.Files[t.path], &c.rec) {
		return nil
	}
	in.man.Files[t.path] = &c.rec
	return in.saveManifest()
}

// makeFolder makes the folders that the agent has not made itself yet, and notes which they were.
func (in *installer) makeFolder(t *target, rec *record) error {
	var missing []string // deepest first
	dir := filepath.Dir(t.real)
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(d); err == nil || d == filepath.Dir(d) {
			break
		}
		missing = append(missing, d)
	}
	if len(missing) == 0 {
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return &Refusal{File: t.path, What: "its folder cannot be made: " + err.Error(), Do: "make the folder " + quote(dir), Err: err}
	}
	rec.CreatedDirs = missing
	return nil
}

// sentences tells a person what the change is.
func (c *change) sentences() []string {
	var out []string
	for _, part := range []struct {
		verb   string
		events []string
	}{{"add our entry to", c.added}, {"bring our entry up to date in", c.updated}, {"remove our entry from", c.removed}} {
		if len(part.events) > 0 {
			names := slices.Clone(part.events)
			slices.Sort(names)
			out = append(out, part.verb+" "+strings.Join(names, ", "))
		}
	}
	return out
}

// refuse gives an error about a file's text its file and a way out.
func refuse(t *target, a Agent, err error) error {
	if err == nil {
		return nil
	}
	r := &Refusal{File: t.path, What: err.Error(), Do: "this is a mistake of Dango's; please report it", Err: err}
	var at *jsonedit.Error
	if errors.As(err, &at) {
		r.Line, r.Column, r.What = at.Line, at.Column, at.Msg
		r.Do = "mend that place, or move the file away and let " + a.Name + " make a new one"
	}
	return r
}
