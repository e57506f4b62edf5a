package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dango/prefs"
	"dango/prefs/lang"
)

const quietKey = "doNotDisturb"

// quiet is the command dnd. It writes the setting, which a running Dango reads at once.
func (a *app) quiet() *cobra.Command {
	return &cobra.Command{
		Use: "dnd [on|off|DURATION]", Short: lang.T("Do not disturb: what agents ask goes to their terminals at once"),
		Long:    lang.T("Do not disturb: what agents ask goes to their terminals at once. Without an argument it says how it is."),
		Example: "  petctl dnd 45m", ValidArgs: []string{"on", "off", "30m", "1h", "2h"},
		RunE: func(c *cobra.Command, args []string) error {
			store, err := a.store()
			if err != nil {
				return err
			}
			if len(args) == 1 {
				value, err := quietValue(args[0], time.Now())
				if err != nil {
					return wrong(c, err)
				}
				if err := store.Set(quietKey, value); err != nil {
					return err
				}
			}
			if on, until := store.Config().Quiet(time.Now()); on {
				fmt.Fprintln(c.OutOrStdout(), quietWords(until))
			} else {
				fmt.Fprintln(c.OutOrStdout(), lang.T("off"))
			}
			return nil
		},
	}
}

// quietValue is an argument of dnd as the setting's value.
func quietValue(arg string, now time.Time) (string, error) {
	if arg == "on" || arg == "off" {
		return `"` + arg + `"`, nil
	}
	d, err := time.ParseDuration(arg)
	if err != nil || d < time.Second {
		return "", lang.Errorf("%q is neither on nor off nor a duration such as 45m", arg)
	}
	return prefs.QuietUntil(now.Add(d)), nil
}

// quietWords says how long nobody wants to be disturbed.
func quietWords(until time.Time) string {
	if until.IsZero() {
		return lang.T("on")
	}
	return lang.T("on until %s", until.Local().Format("2006-01-02 15:04"))
}
