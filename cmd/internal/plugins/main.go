// Plugins packages Dango's hooks as a plugin for Claude Code and one for Codex: make plugins.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"dango/emit/hook"
)

func main() {
	out := flag.String("out", "dist/plugins", "folder to write to")
	helper := flag.String("helper", "bin/dango-emit", "the helper to package")
	flag.Parse()
	dir, err := filepath.Abs(*out)
	if err == nil {
		err = hook.WritePlugins(dir, *helper)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "plugins:", err)
		os.Exit(1)
	}
	fmt.Printf(`In Claude Code:  /plugin marketplace add %[1]s/claude-code
                 /plugin install dango@dango
For Codex:       codex plugin marketplace add %[1]s/codex
                 codex plugin add dango@dango
`, dir)
}
