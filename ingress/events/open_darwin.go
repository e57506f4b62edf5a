package events

import (
	"os/exec"

	"dango/session"
)

// opener gives the command line that opens a.
func opener(a *session.Action) ([]string, error) {
	if a.Type == openApp {
		return []string{"/usr/bin/open", "-b", a.Target}, nil
	}
	return []string{"/usr/bin/open", a.Target}, nil
}

// installed asks Spotlight for an app of that bundle id. The id was checked: it has no quotes.
func installed(id string) bool {
	out, err := exec.Command("/usr/bin/mdfind", "kMDItemCFBundleIdentifier == '"+id+"'").Output()
	return err == nil && len(out) > 0
}
