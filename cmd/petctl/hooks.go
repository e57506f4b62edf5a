package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dango/emit/hook"
	"dango/ingress/control"
	"dango/prefs"
	"dango/prefs/lang"
	"dango/session"
	"dango/session/event"
)

// hookFlags are the flags of all four commands; each shows those that mean something to it.
type hookFlags struct {
	json, dryRun, yes bool
	project           string
}

func (a *app) hooks() *cobra.Command {
	c := &cobra.Command{
		Use: "hooks", Short: lang.T("Connect agents to Dango, check and disconnect them"),
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(
		a.change("install", lang.T("Connect agents: write our hooks into their settings, beside what is there"), hook.Install),
		a.change("uninstall", lang.T("Disconnect agents: take our hooks out again, and nothing else"), hook.Uninstall),
		a.hookStatus(), a.doctor())
	return c
}

// changer is hook.Install or hook.Uninstall.
type changer func(context.Context, hook.Options, ...hook.Agent) ([]hook.Result, error)

func (a *app) change(use, short string, do changer) *cobra.Command {
	var f hookFlags
	c := &cobra.Command{
		Use: use + " [AGENT...]", Short: short, Args: agents, ValidArgs: agentIDs(),
		Long: lang.T("%s.\n\nAgents: %s. None named: all that are on this machine.", short, strings.Join(agentIDs(), ", ")),
		RunE: func(c *cobra.Command, args []string) error {
			o, err := a.hookOptions(&f)
			if err != nil {
				return err
			}
			if use == "install" {
				if o.Helper, err = helper(); err != nil {
					return err
				}
			}
			if o.Trust, err = f.consent(c, o, use, named(args)); err != nil {
				return err
			}
			results, err := do(c.Context(), o, named(args)...)
			if f.json {
				return errors.Join(printJSON(c.OutOrStdout(), list(results)), quiet(err))
			}
			for i := range results {
				printResult(c.OutOrStdout(), &results[i], f.dryRun)
			}
			return quietAfter(c, err, results)
		},
	}
	c.Flags().BoolVar(&f.json, "json", false, lang.T("a JSON array of results"))
	c.Flags().BoolVar(&f.dryRun, "dry-run", false, lang.T("show what would change and change nothing"))
	c.Flags().BoolVar(&f.yes, "yes", false, lang.T("let Codex trust our hooks (or forget them) without asking"))
	c.Flags().StringVar(&f.project, "project", "", lang.T("only for the project in this folder (its .claude/settings.local.json)"))
	return c
}

func (a *app) hookStatus() *cobra.Command {
	var f hookFlags
	c := &cobra.Command{
		Use: "status [AGENT...]", Short: lang.T("Say which agents are connected"), Args: agents, ValidArgs: agentIDs(),
		RunE: func(c *cobra.Command, args []string) error {
			o, err := a.hookOptions(&f)
			if err != nil {
				return err
			}
			reports, err := hook.Status(c.Context(), o, named(args)...)
			if f.json {
				return errors.Join(printJSON(c.OutOrStdout(), list(reports)), quiet(err))
			}
			for i := range reports {
				printReport(c.OutOrStdout(), &reports[i])
			}
			return err
		},
	}
	c.Flags().BoolVar(&f.json, "json", false, lang.T("a JSON array of reports"))
	return c
}

func (a *app) doctor() *cobra.Command {
	var f hookFlags
	c := &cobra.Command{
		Use: "doctor [AGENT...]", Short: lang.T("Prove that hooks work, or say why not and what mends it"),
		Long: lang.T("Prove that hooks work, or say why not and what mends it. With no agent named, what the pet needs of the desktop " +
			"is looked at too.\n\nExit code: 0 all is well, 1 it works but could be better, 2 something does not work."),
		Args: agents, ValidArgs: agentIDs(),
		RunE: func(c *cobra.Command, args []string) error {
			o, err := a.hookOptions(&f)
			if err != nil {
				return err
			}
			if o.Helper, err = helper(); err != nil {
				return err
			}
			if err := a.askCore(c.Context(), &o); err != nil {
				return err
			}
			findings, err := hook.Doctor(c.Context(), o, named(args)...)
			if err != nil {
				return err
			}
			if len(args) == 0 {
				cfg := prefs.Default() // unless those of the user can be read
				if store, err := a.store(); err == nil {
					cfg = *store.Config()
				}
				findings = append(findings, display(c.Context(), os.Getenv, &cfg)...)
			}
			if f.json {
				if err := printJSON(c.OutOrStdout(), list(findings)); err != nil {
					return err
				}
			} else {
				printFindings(c.OutOrStdout(), findings)
			}
			if code := hook.Worst(findings).Exit(); code != 0 {
				return exitCode(code)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&f.json, "json", false, lang.T("a JSON array of findings"))
	return c
}

// askCore lets the doctor ask the running core: whether it had the synthetic event, and when each hook came last.
func (a *app) askCore(ctx context.Context, o *hook.Options) error {
	client, _, err := a.client()
	if err != nil {
		return err
	}
	o.Seen = func(ctx context.Context, id string) bool { return seen(ctx, client, id) }
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	hooks, err := client.Hooks(ctx)
	if err != nil {
		return nil // no core: the doctor finds that out itself
	}
	o.LastEvent = func(tool event.Tool, name string) (time.Time, bool) {
		for _, h := range hooks {
			if h.Tool == tool && h.Event == name {
				return h.Last, true
			}
		}
		return time.Time{}, false
	}
	return nil
}

// seen waits until the core shows a session of that id.
func seen(ctx context.Context, client *control.Client, id string) bool {
	found := errors.New("found")
	err := client.Watch(ctx, func(s *session.Snapshot) error {
		for i := range s.Sessions {
			if s.Sessions[i].Key.ID == id {
				return found
			}
		}
		return nil
	})
	return errors.Is(err, found)
}

func (a *app) hookOptions(f *hookFlags) (hook.Options, error) {
	_, paths, err := a.client()
	if err != nil {
		return hook.Options{}, err
	}
	o := hook.Options{Home: paths.Home, DryRun: f.dryRun, Trust: f.yes}
	if f.project != "" {
		if o.Project, err = filepath.Abs(f.project); err != nil {
			return o, lang.Errorf("find the project %s: %v", f.project, err)
		}
	}
	return o, nil
}

// helper finds the dango-emit that belongs to this petctl: beside it, else in PATH.
func helper() (string, error) {
	name := "dango-emit"
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), name+filepath.Ext(self))
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			return beside, nil
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", lang.Errorf("find %s, which the hooks run: it is neither beside petctl nor in PATH; make build makes both", name)
	}
	return filepath.Abs(path)
}

func agentIDs() []string {
	var ids []string
	for _, a := range hook.Agents() {
		ids = append(ids, string(a.ID))
	}
	return ids
}

// agents checks that the arguments name agents.
func agents(_ *cobra.Command, args []string) error {
	for _, arg := range args {
		if _, ok := hook.ByID(arg); !ok {
			return lang.Errorf("no agent is called %q: %s", arg, strings.Join(agentIDs(), ", "))
		}
	}
	return nil
}

func named(args []string) []hook.Agent {
	var out []hook.Agent
	for _, arg := range args {
		a, _ := hook.ByID(arg)
		out = append(out, a)
	}
	return out
}

// list makes an empty array of nothing, where JSON would say null.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// quiet ends petctl with 1 after the JSON has said what failed.
func quiet(err error) error {
	if err == nil {
		return nil
	}
	return exitCode(1)
}

// quietAfter does the same after words, unless the error is in none of them.
func quietAfter(c *cobra.Command, err error, results []hook.Result) error {
	told := false
	for i := range results {
		if results[i].Error != "" {
			fmt.Fprintf(c.ErrOrStderr(), "petctl: %s: %s\n", results[i].Agent, line(results[i].Error))
			told = true
		}
	}
	if told {
		return exitCode(1)
	}
	return err
}

func printResult(w io.Writer, r *hook.Result, dryRun bool) {
	done := lang.T("nothing to change")
	switch {
	case r.Error != "" && !r.Changed:
		done = lang.T("left as it was")
	case r.Removed:
		done = lang.T("removed")
	case r.Changed && dryRun:
		done = lang.T("would change")
	case r.Changed:
		done = lang.T("written")
	}
	fmt.Fprintf(w, "%s: %s: %s\n", r.Agent, r.File, done)
	for _, p := range r.Plan {
		fmt.Fprintf(w, "    %s\n", line(p))
	}
	if r.Backup != "" {
		fmt.Fprintf(w, "    %s\n", lang.T("backup: %s", r.Backup))
	}
	for _, n := range r.Notes {
		fmt.Fprintf(w, "    %s\n", lang.T("note: %s", line(n)))
	}
	if dryRun && r.Diff != "" {
		fmt.Fprint(w, r.Diff)
	}
}

func printReport(w io.Writer, r *hook.Report) {
	where := r.File
	if r.Plugin != "" {
		where = lang.T("plugin %s", r.Plugin)
	}
	fmt.Fprintf(w, "%-12s  %s  %s\n", r.Agent, connected(r), where)
	for _, part := range []struct {
		what   lang.Text
		events []string
	}{{"missing: %s", r.Missing}, {"outdated: %s", r.Stale}, {"twice: %s", r.Twice}} {
		if len(part.events) > 0 {
			fmt.Fprintf(w, "    %s\n", lang.T(part.what, strings.Join(part.events, ", ")))
		}
	}
	for _, n := range r.Notes {
		fmt.Fprintf(w, "    %s\n", lang.T("note: %s", line(n)))
	}
}

// connected says how an agent's hooks are.
func connected(r *hook.Report) string {
	how := r.State.Word()
	if !r.Present {
		how = lang.T("%s (the agent is not on this machine)", how)
	}
	return how
}

func printFindings(w io.Writer, findings []hook.Finding) {
	for i := range findings {
		f := &findings[i]
		fmt.Fprint(w, pad(f.Severity.Word(), 7), "  ")
		if f.Agent != "" {
			fmt.Fprintf(w, "%s: ", f.Agent)
		}
		fmt.Fprintln(w, line(f.What))
		if f.File != "" && f.Line > 0 {
			fmt.Fprintf(w, "         %s\n", lang.T("at: %s", fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)))
		}
		if f.Why != "" {
			fmt.Fprintf(w, "         %s\n", lang.T("why it matters: %s", line(f.Why)))
		}
		if f.Fix != "" {
			fmt.Fprintf(w, "         %s\n", lang.T("try: %s", line(f.Fix)))
		}
	}
}
