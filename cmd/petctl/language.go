package main

import (
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dango/prefs"
	"dango/prefs/lang"
)

// speak chooses the language before there is a word: the preferences' one, and English for programs, which read JSON.
func speak(args []string) {
	var home string
	var asJSON bool
	f := pflag.NewFlagSet("petctl", pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	f.ParseErrorsAllowlist.UnknownFlags = true
	f.StringVar(&home, "home", "", "")
	f.BoolVar(&asJSON, "json", false, "")
	_ = f.Parse(args) // what is wrong with them is said later, in words
	choice := lang.System
	if paths, err := prefs.Find(home); err == nil {
		store, _ := prefs.Peek(paths) // one that cannot be read has the defaults
		choice = store.Config().Language
	}
	if asJSON {
		choice = string(lang.English)
	}
	lang.Use(choice)
}

// spoken puts the words of the library's own into the language in use.
func spoken(c *cobra.Command) {
	c.InitDefaultHelpCmd()
	c.InitDefaultCompletionCmd()
	c.SetUsageTemplate(usageTemplate())
	for _, below := range c.Commands() {
		switch below.Name() {
		case "help":
			below.Short = lang.T("Tell about a command")
		case "completion":
			below.Short = lang.T("Print a script that completes command lines in a shell")
			for _, shell := range below.Commands() {
				shell.Short = lang.T("Print the script for %s", shell.Name())
			}
		}
	}
	c.InitDefaultVersionFlag()
	c.Flags().Lookup("version").Usage = lang.T("print the version")
	helpful(c)
}

// helpful says what --help is, in every command.
func helpful(c *cobra.Command) {
	c.InitDefaultHelpFlag()
	c.Flags().Lookup("help").Usage = lang.T("tell about this command")
	for _, below := range c.Commands() {
		helpful(below)
	}
}

// usageTemplate is cobra's, less what petctl has none of.
func usageTemplate() string {
	return lang.T("Usage:") + `{{if .Runnable}}
  {{.UseLine}}{{end}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} ` + lang.T("COMMAND") + `{{end}}{{if .HasExample}}

` + lang.T("Examples:") + `
{{.Example}}{{end}}{{if .HasAvailableSubCommands}}

` + lang.T("Commands:") + `{{range .Commands}}{{if (or .IsAvailableCommand (eq .Name "help"))}}
  {{rpad .Name .NamePadding }} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

` + lang.T("Options:") + `
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableInheritedFlags}}

` + lang.T("Options of all commands:") + `
{{.InheritedFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableSubCommands}}

` + lang.T("petctl COMMAND --help tells more about one.") + `{{end}}
`
}
