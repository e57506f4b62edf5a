package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dango/emit/hook"
	"dango/ingress/events"
	"dango/prefs/lang"
	"dango/session/event"
)

// shim is the module that puts petctl into the PATH. All other modules are agents.
const shim = "petctl-shim"

func modules() []string { return append(agentIDs(), shim) }

// setup is install or uninstall: hooks under the names that scripts of other pets use, and petctl's own link.
func (a *app) setup(use, short string) *cobra.Command {
	var with []string
	var dryRun, yes bool
	install := use == "install"
	c := &cobra.Command{
		Use: use + " [MODULE,...]", Short: short, ValidArgs: modules(),
		Long: lang.T("%s.\n\nModules: %s. What will be done is shown first. Without a terminal nothing is done unless --yes or "+
			"--dry-run is given. petctl hooks does the same for agents, and more.", short, strings.Join(modules(), ", ")),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				with = append(with, strings.Split(args[0], ",")...)
			}
			for _, m := range with {
				if !slices.Contains(modules(), m) {
					return wrong(c, lang.Errorf("no module is called %q: %s", m, strings.Join(modules(), ", ")))
				}
			}
			switch {
			case len(with) == 0 && !install:
				return wrong(c, lang.Errorf("name the modules to take out"))
			case len(with) == 0:
				with = a.present()
			}
			if err := a.plan(c, with, install, true); err != nil || dryRun {
				return err
			}
			if !yes {
				if err := confirmed(c); err != nil {
					return err
				}
			}
			return a.plan(c, with, install, false)
		},
	}
	if install {
		c.Flags().StringSliceVar(&with, "with", nil, lang.T("modules, separated by commas; none: the agents on this machine"))
		complete(c, "with", modules())
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, lang.T("show what would be done and do nothing"))
	c.Flags().BoolVar(&yes, "yes", false, lang.T("do not ask"))
	return c
}

// present are the agents that are on this machine.
func (a *app) present() []string {
	reports, err := a.hookReports()
	if err != nil {
		return nil
	}
	var ids []string
	for i := range reports {
		if reports[i].Present {
			ids = append(ids, string(reports[i].Agent))
		}
	}
	return ids
}

func (a *app) hookReports() ([]hook.Report, error) {
	o, err := a.hookOptions(&hookFlags{})
	if err != nil {
		return nil, err
	}
	return hook.Status(context.Background(), o)
}

// plan does the work, or with dry only says what it would be.
func (a *app) plan(c *cobra.Command, with []string, install, dry bool) error {
	agents := slices.DeleteFunc(slices.Clone(with), func(m string) bool { return m == shim })
	if len(agents) > 0 {
		o, err := a.hookOptions(&hookFlags{dryRun: dry})
		if err != nil {
			return err
		}
		_, err = exec.LookPath(string(event.Codex))
		o.Trust = err == nil // only Codex itself can be told to trust them
		do := changer(hook.Uninstall)
		if install {
			do = hook.Install
			if o.Helper, err = helper(); err != nil {
				return err
			}
		}
		results, err := do(c.Context(), o, named(agents)...)
		for i := range results {
			printResult(c.OutOrStdout(), &results[i], dry)
		}
		if err := quietAfter(c, err, results); err != nil {
			return err
		}
	}
	if slices.Contains(with, shim) {
		return linkSelf(c, install, dry)
	}
	return nil
}

// confirmed asks the person at the terminal. Nobody there is a no.
func confirmed(c *cobra.Command) error {
	in, ok := c.InOrStdin().(*os.File)
	if info, err := os.Stdin.Stat(); !ok || err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return lang.Errorf("nobody is there to ask; --yes does it without asking, --dry-run only shows it")
	}
	fmt.Fprint(c.ErrOrStderr(), lang.T("Do this? [y/N] "))
	answer, _ := bufio.NewReader(in).ReadString('\n')
	if a := strings.ToLower(strings.TrimSpace(answer)); a != "y" && a != "yes" {
		return lang.Errorf("nothing was done")
	}
	return nil
}

// linkSelf makes or removes ~/.local/bin/petctl, a link to this program. A file that is no such link is left alone.
func linkSelf(c *cobra.Command, install, dry bool) error {
	home, err := os.UserHomeDir()
	if err != nil {
		return lang.Errorf("find the home folder: %v", err)
	}
	self, err := os.Executable()
	if err != nil {
		return lang.Errorf("find this program: %v", err)
	}
	link := filepath.Join(home, ".local", "bin", "petctl")
	now, err := os.Readlink(link)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return lang.Errorf("%s is a file of its own and is left alone; move it away first", link)
	}
	say := func(done string) { fmt.Fprintf(c.OutOrStdout(), "%s: %s: %s\n", shim, link, done) }
	switch {
	case install && now == self, !install && now == "":
		say(lang.T("nothing to change"))
		return nil
	case !install && now != self:
		return lang.Errorf("%s links to %s, not to this program, and is left alone", link, now)
	case dry:
		say(lang.T("would change"))
		return nil
	}
	if now != "" {
		if err := os.Remove(link); err != nil {
			return lang.Errorf("replace %s: %v", link, err)
		}
	}
	if install {
		if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
			return lang.Errorf("make the folder of %s: %v", link, err)
		}
		if err := os.Symlink(self, link); err != nil {
			return lang.Errorf("link %s: %v", link, err)
		}
	}
	say(lang.T(map[bool]lang.Text{true: "written", false: "removed"}[install]))
	return nil
}

// healthWithin is how long a healthy core may take to say so.
const healthWithin = 700 * time.Millisecond

// checkup says where everything is and how it is, in a few lines; petctl hooks doctor proves it.
func (a *app) checkup() *cobra.Command {
	return &cobra.Command{
		Use: "doctor", Short: lang.T("Say where everything is and whether it works"),
		Long: lang.T("Say where everything is and whether it works. Exit code 1: Dango does not answer, or the preferences are broken. " +
			"petctl hooks doctor proves that each agent's hooks arrive."),
		RunE: func(c *cobra.Command, _ []string) error {
			_, paths, err := a.client()
			if err != nil {
				return err
			}
			out, well := c.OutOrStdout(), true
			say := func(what, how string) { fmt.Fprintln(out, pad(what, 12), line(how)) }
			self, _ := os.Executable()
			say(lang.T("home"), paths.Home)
			say("petctl", self)
			say(lang.T("config"), paths.Config())
			if emit, err := helper(); err == nil {
				say("dango-emit", emit)
			} else {
				say("dango-emit", err.Error())
			}
			ctx, cancel := context.WithTimeout(c.Context(), healthWithin)
			defer cancel()
			if h, err := events.NewClient(paths.Socket()).Health(ctx); err == nil {
				say("healthz", lang.T("ok, %s, %d active events", h.State, h.ActiveEvents))
			} else {
				well = false
				say("healthz", a.explain(err, paths).Error())
			}
			if store, err := a.store(); err == nil {
				for _, p := range store.Problems() {
					well = false
					say(lang.T("problem"), p.Say())
				}
			}
			reports, err := a.hookReports()
			for i := range reports {
				say(string(reports[i].Agent), connected(&reports[i]))
			}
			if err == nil && !well {
				return exitCode(1)
			}
			return err
		},
	}
}
