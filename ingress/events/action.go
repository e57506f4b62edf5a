package events

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dango/session"
)

// Types of actions.
const (
	openURL    = "open_url"
	openFolder = "open_folder"
	openFile   = "open_file"
	openApp    = "open_app"
)

// Policy is what one source may open.
type Policy struct {
	Actions []string // types of actions
	Hosts   []string // of web pages; case does not matter
	Roots   []string // absolute folders: they, and what lies below them
	Apps    []string // ids of apps
}

// Policies say what sources may open, by source or by family. A source without a policy may open nothing.
type Policies map[string]Policy

func (ps Policies) of(source string) (Policy, bool) {
	if p, ok := ps[source]; ok {
		return p, true
	}
	p, ok := ps[family(source)]
	return p, ok
}

// Refusal is why an event, or a click, was refused.
type Refusal struct {
	Status int // of HTTP: 400 the action makes no sense, 403 its source may not
	Reason string
}

func (r *Refusal) Error() string { return r.Reason }

func senseless(format string, args ...any) error {
	return &Refusal{http.StatusBadRequest, fmt.Sprintf(format, args...)}
}

func forbidden(format string, args ...any) error {
	return &Refusal{http.StatusForbidden, fmt.Sprintf(format, args...)}
}

// Check says whether a source may open what it asks for, and gives it in its plainest form. It looks at the disk,
// because a link may lead out of a root; so it is asked again when the user clicks. The error is a Refusal.
func (ps Policies) Check(source string, a *Action) (*session.Action, error) {
	if a == nil {
		return nil, nil
	}
	check, known := map[string]func(Policy, *Action) (string, error){
		openURL: checkURL, openFolder: checkPath, openFile: checkPath, openApp: checkApp,
	}[a.Type]
	if !known {
		return nil, senseless("action type %.40q is none of open_url, open_folder, open_file, open_app", a.Type)
	}
	p, trusted := ps.of(source)
	if !trusted || !slices.Contains(p.Actions, a.Type) {
		return nil, forbidden("source %q may not %s; trustedSources in config.json says who may", source, a.Type)
	}
	target, err := check(p, a)
	if err != nil {
		return nil, err
	}
	return &session.Action{Type: a.Type, Target: target}, nil
}

// Again is Check at the click: the action as it was shown must still be allowed.
func (ps Policies) Again(source string, a *session.Action) (*session.Action, error) {
	return ps.Check(source, &Action{Type: a.Type, URL: a.Target, Path: a.Target, BundleID: a.Target})
}

func checkURL(p Policy, a *Action) (string, error) {
	u, err := url.Parse(a.URL)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return "", senseless("url must be a whole http or https address")
	case u.User != nil:
		return "", senseless("url must not name a user")
	case !slices.ContainsFunc(p.Hosts, func(h string) bool { return strings.EqualFold(h, u.Hostname()) }):
		return "", forbidden("host %.80q is not in urlHosts of this source", u.Hostname())
	}
	return u.String(), nil
}

func checkPath(p Policy, a *Action) (string, error) {
	if !filepath.IsAbs(a.Path) || strings.ContainsRune(a.Path, 0) {
		return "", senseless("path must be absolute")
	}
	path := filepath.Clean(a.Path)
	if !slices.ContainsFunc(p.Roots, func(root string) bool { return within(path, filepath.Clean(root)) }) {
		return "", outside() // before looking: whether a file elsewhere exists is not this source's business
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", senseless("path cannot be opened: %v", reason(err))
	}
	info, err := os.Stat(real)
	if err != nil {
		return "", senseless("path cannot be opened: %v", reason(err))
	}
	if !slices.ContainsFunc(p.Roots, func(root string) bool { return within(real, resolved(root)) }) {
		return "", outside()
	}
	switch {
	case a.Type == openFolder && !info.IsDir():
		return "", senseless("path is not a folder")
	case a.Type == openFile && !info.Mode().IsRegular():
		return "", senseless("path is not a file")
	case runs(real, info):
		return "", forbidden("path is a program, and opening it might run it")
	}
	return real, nil
}

func outside() error { return forbidden("path is not in folderRoots of this source") }

// within says that path is root or lies below it. Both are clean.
func within(path, root string) bool {
	return filepath.IsAbs(root) && (path == root || strings.HasPrefix(path, strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator)))
}

func resolved(root string) string {
	if real, err := filepath.EvalSymlinks(root); err == nil {
		return real
	}
	return filepath.Clean(root)
}

// reason leaves out the path: its sender knows it.
func reason(err error) error {
	if p, ok := errors.AsType[*os.PathError](err); ok {
		return p.Err
	}
	return err
}

// launchers are kinds of files that desktops run when they are opened, whatever their mode.
var launchers = []string{
	".desktop", ".app", ".appimage", ".jar", ".sh", ".command", ".workflow", ".exe", ".com", ".bat", ".cmd", ".msi", ".ps1", ".vbs", ".js",
	".lnk", ".url", ".scr", ".reg", ".hta",
}

func runs(path string, info os.FileInfo) bool {
	return slices.Contains(launchers, strings.ToLower(filepath.Ext(path))) || info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}

var appID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$`)

func checkApp(p Policy, a *Action) (string, error) {
	switch {
	case !appID.MatchString(a.BundleID):
		return "", senseless("bundleId is no id of an app")
	case !slices.Contains(p.Apps, a.BundleID):
		return "", forbidden("app %q is not in appBundleIds of this source", a.BundleID)
	case !installed(a.BundleID):
		return "", senseless("app %q is not installed", a.BundleID)
	}
	return a.BundleID, nil
}
