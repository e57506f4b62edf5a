package autostart

import "strings"

// runLine is the command line of Windows that starts a program: no name of a file there has a quote.
func runLine(program string) string { return `"` + program + `"` }

// ofRunLine is the program that a command line starts.
func ofRunLine(line string) string {
	if rest, ok := strings.CutPrefix(strings.TrimSpace(line), `"`); ok {
		program, _, _ := strings.Cut(rest, `"`)
		return program
	}
	program, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return program
}
