package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Every command is run by a script, as people and programs run it.
func TestEveryCommandHasAScript(t *testing.T) {
	names, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(b)
	}
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		if !c.HasAvailableSubCommands() {
			if run := regexp.MustCompile(`(?m)^!? ?exec (sh .*)?` + regexp.QuoteMeta(c.CommandPath()) + `( .*)?$`); !run.MatchString(all.String()) {
				t.Errorf("no script runs %s", c.CommandPath())
			}
		}
		for _, below := range c.Commands() {
			walk(below)
		}
	}
	walk(root())
}
