package main

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"dango/prefs"
	"dango/prefs/lang"
)

const quietKey = "doNotDisturb"

// quiet is the command dnd. It writes the setting, which a running Dango reads at once.
func (a *app) quiet() *cobra.Command {
	return &cobra.Command{
		Use: "dnd [on|off|schedule|system|DURATION]", Short: lang.T("Do not disturb: what agents ask goes to their terminals at once"),
		Long:    lang.T("Do not disturb: what agents ask goes to their terminals at once. Without an argument it says how it is."),
		Example: "  petctl dnd 45m", ValidArgs: []string{"on", "off", "schedule", "system", "30m", "1h", "2h"},
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
			fmt.Fprintln(c.OutOrStdout(), howQuiet(store.Config(), time.Now()))
			return nil
		},
	}
}

// howQuiet says whether nobody wants to be disturbed.
func howQuiet(cfg *prefs.Config, now time.Time) string {
	on, until := cfg.Quiet(now)
	switch next := cfg.QuietChanges(now); {
	case on:
		return quietWords(until)
	case cfg.QuietAsDesktop():
		return lang.T("as the desktop says")
	case !next.IsZero():
		return lang.T("off until %s", minute(next))
	}
	return lang.T("off")
}

// ghost is the command ghost. It writes the setting, which a running Dango reads at once.
func (a *app) ghost() *cobra.Command {
	return &cobra.Command{
		Use: "ghost [on|off]", Short: lang.T("Have the pet let all clicks through, faintly, or take them again"),
		Long:      lang.T("Have the pet let all clicks through, faintly, or take them again. Without an argument it says how it is."),
		ValidArgs: []string{"on", "off"},
		RunE: func(c *cobra.Command, args []string) error {
			store, err := a.store()
			if err != nil {
				return err
			}
			if len(args) == 1 {
				if args[0] != "on" && args[0] != "off" {
					return wrong(c, lang.Errorf("%q is neither on nor off", args[0]))
				}
				if err := store.Set("ghost", strconv.FormatBool(args[0] == "on")); err != nil {
					return err
				}
			}
			if store.Config().Ghost {
				fmt.Fprintln(c.OutOrStdout(), lang.T("on"))
			} else {
				fmt.Fprintln(c.OutOrStdout(), lang.T("off"))
			}
			return nil
		},
	}
}

// quietValue is an argument of dnd as the setting's value.
func quietValue(arg string, now time.Time) (string, error) {
	if slices.Contains([]string{"on", "off", "schedule", "system"}, arg) {
		return `"` + arg + `"`, nil
	}
	d, err := time.ParseDuration(arg)
	if err != nil || d < time.Second {
		return "", lang.Errorf("%q is neither on, off, schedule, system nor a duration such as 45m", arg)
	}
	return prefs.QuietUntil(now.Add(d)), nil
}

// quietWords says how long nobody wants to be disturbed.
func quietWords(until time.Time) string {
	if until.IsZero() {
		return lang.T("on")
	}
	return lang.T("on until %s", minute(until))
}

func minute(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }
