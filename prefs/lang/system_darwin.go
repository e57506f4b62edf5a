package lang

import (
	"os/exec"
	"strings"
)

// preferred are the languages of the user's desktop. A program that the Dock or launchd started has no LANG; untested.
func preferred() []string {
	out, err := exec.Command("/usr/bin/defaults", "read", "-g", "AppleLanguages").Output()
	if err != nil {
		return nil
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return strings.ContainsRune("(),\" \n", r) })
}
