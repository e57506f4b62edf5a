package core

import (
	"strings"
	"testing"

	"dango/prefs/lang"
)

// What is wrong with the preferences is told in the user's language on the screen, and in English to programs.
func TestProblemsInBothLanguages(t *testing.T) {
	c := running(t, `{"events":{"port":0}, "size": 9}`)
	lang.Use(string(lang.Chinese))
	defer lang.Use(string(lang.English))
	const english, chinese = "line 1, column 31: size is 9, allowed is a number from ", "第 1 行，第 31 列：size 的值是 9，允许的是：从 "
	if got := strings.Join(c.Status().Problems, "\n"); !strings.Contains(got, english) {
		t.Errorf("the status tells of %q", got)
	}
	if got := strings.Join(c.Problems(), "\n"); !strings.Contains(got, chinese) {
		t.Errorf("the tray tells of %q", got)
	}
}
