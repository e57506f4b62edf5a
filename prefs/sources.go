package prefs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// actions are what an event may ask to open.
var actions = []string{"open_url", "open_folder", "open_file", "open_app"}

// workFolders are where projects usually lie.
var workFolders = []string{"~/Documents", "~/Developer", "~/Projects"}

// trustedByDefault are the sources that the event schema knows.
var trustedByDefault = map[string]Source{
	"codex-cli": {
		Actions:     actions,
		URLHosts:    []string{"github.com", "127.0.0.1"},
		FolderRoots: append(slices.Clone(workFolders), "~/.dango"),
		AppBundleIDs: []string{
			"com.openai.codex", "com.microsoft.VSCode", "com.openai.chat", "com.apple.Terminal",
			"code", "org.gnome.Terminal", "org.kde.konsole",
		},
	},
	"claude-code": {Actions: []string{"open_folder", "open_file"}, FolderRoots: append(slices.Clone(workFolders), "~/.dango")},
	"local-build": {Actions: []string{"open_folder", "open_file"}, FolderRoots: append(slices.Clone(workFolders), "~/.dango/logs")},
	"ci":          {Actions: []string{"open_url"}, URLHosts: []string{"github.com"}},
}

func sensible(sources map[string]Source) bool {
	for name, s := range sources {
		known := func(a string) bool { return slices.Contains(actions, a) }
		if name == "" || slices.ContainsFunc(s.Actions, func(a string) bool { return !known(a) }) || !everyPath(s.FolderRoots) {
			return false
		}
	}
	return sources != nil
}

func everyPath(paths []string) bool {
	return !slices.ContainsFunc(paths, func(p string) bool { return !filepath.IsAbs(p) && !strings.HasPrefix(p, "~/") })
}

// Expand makes a path of the preferences absolute: "~/" is the user's home. Without a home it stays as it is.
func Expand(path string) string {
	rest, ok := strings.CutPrefix(path, "~/")
	if !ok {
		return path
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return path
	}
	return filepath.Join(home, rest)
}

// ExpandAll is Expand for a list.
func ExpandAll(paths []string) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = Expand(p)
	}
	return out
}
