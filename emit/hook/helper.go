package hook

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dango/prefs/lang"
)

// helperMode lets the user's agents run the helper; the folder above it keeps everybody else out.
const helperMode = 0o755

// installHelper copies the helper to the stable place that hooks call. The same content is not written again.
func (in *installer) installHelper(r *Result) error {
	to := in.helperPath()
	if in.Helper == "" {
		if problem := helperProblem(to); problem != "" {
			return fmt.Errorf("hook: the helper %q %s, and no dango-emit to copy was given; nothing was changed: reinstall Dango", to, problem)
		}
		return nil
	}
	fresh, err := os.ReadFile(in.Helper)
	if err != nil {
		return fmt.Errorf("hook: read the helper to install: %w; nothing was changed: reinstall Dango", err)
	}
	old, err := os.ReadFile(to)
	if err == nil && sha256.Sum256(old) == sha256.Sum256(fresh) && helperProblem(to) == "" {
		return nil
	}
	r.Plan = append(r.Plan, "copy the helper to "+to)
	if in.DryRun {
		return nil
	}
	if err := writeFile(to, fresh, helperMode, in.step); err != nil {
		return fmt.Errorf("hook: install the helper: %w; check the rights of %s and the free space", err, quote(filepath.Dir(to)))
	}
	return nil
}

// helperProblem says what is wrong with the installed helper, "" when it can run.
func helperProblem(path string) string {
	fi, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return lang.T("is missing")
	case err != nil:
		return lang.T("cannot be looked at: %v", err)
	case !fi.Mode().IsRegular():
		return lang.T("is not a file")
	case fi.Mode()&0o100 == 0:
		return lang.T("is not executable")
	case fi.Mode()&0o022 != 0:
		return lang.T("can be changed by other users")
	case fi.Size() == 0:
		return lang.T("is empty")
	}
	return ""
}

// removeHelper takes the helper away when the last agent is gone, and says why it stays otherwise.
func (in *installer) removeHelper(r *Result) error {
	if in.DryRun || len(in.man.Files) > 0 {
		return nil
	}
	if users := in.users(); len(users) > 0 {
		r.Notes = append(r.Notes, lang.T("the helper stays, because it is still named in %s", strings.Join(users, ", ")))
		return nil
	}
	switch err := os.Remove(in.helperPath()); {
	case err == nil:
		r.Plan = append(r.Plan, "remove the helper "+in.helperPath())
		_ = os.Remove(filepath.Dir(in.helperPath())) // only when empty
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("hook: remove the helper: %w", err)
	}
	return nil
}

// users are the agents' files that still name the helper, also when the manifest knows nothing of them.
func (o *Options) users() []string {
	var files []string
	for _, a := range agents {
		t, err := readTarget(o.file(a))
		if err == nil && bytes.Contains(t.text, []byte(helperName)) {
			files = append(files, t.path)
		}
	}
	return files
}
