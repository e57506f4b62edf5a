package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dango/emit/hook"
	"dango/prefs/lang"
)

// consent is the user's explicit yes to having Codex trust our hooks, or forget them: the flag, else an answer at the
// terminal. Without a terminal nobody is asked, and that is a no.
func (f *hookFlags) consent(c *cobra.Command, o hook.Options, use string, agents []hook.Agent) (bool, error) {
	if f.yes || f.json || f.dryRun || !term.IsTerminal(int(os.Stdin.Fd())) {
		return f.yes, nil
	}
	reports, err := hook.Status(c.Context(), o, agents...)
	if err != nil {
		return false, err
	}
	for _, a := range hook.Agents() {
		i := slices.IndexFunc(reports, func(r hook.Report) bool { return r.Agent == a.ID })
		if !a.Trusts || i < 0 {
			continue
		}
		if question := askAbout(a, &reports[i], use, len(agents) > 0); question != "" {
			return ask(c.Context(), c.ErrOrStderr(), os.Stdin, question)
		}
	}
	return false, nil
}

// askAbout is what to ask before a change of that agent, "" when there is nothing to ask.
func askAbout(a hook.Agent, r *hook.Report, use string, named bool) string {
	switch {
	case use == "install" && (r.Present || named) && r.State != hook.Trusted:
		return lang.T("%[1]s runs a new hook only after you have trusted it. Dango can tell %[1]s now that you do;\n"+
			"otherwise %[1]s asks you itself at its next start.\nTrust Dango's hooks in %[1]s?", a.Name)
	case use == "uninstall" && r.State != hook.NotInstalled && r.State != hook.Untrusted && r.State != hook.Broken:
		return lang.T("%[1]s keeps a note that you trusted Dango's hooks. Without the hooks it means nothing.\n"+
			"Have %[1]s forget it?", a.Name)
	}
	return ""
}

// ask puts a question to the person at the terminal. Only a clear yes is one; an end of the input is a no.
func ask(ctx context.Context, out io.Writer, in io.Reader, question string) (bool, error) {
	fmt.Fprintf(out, "%s [y/N] ", question)
	answers := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(in).ReadString('\n') // whatever ended it: what was typed counts
		answers <- line
	}()
	select {
	case line := <-answers:
		answer := strings.ToLower(strings.TrimSpace(line))
		return answer == "y" || answer == "yes", nil
	case <-ctx.Done():
		return false, lang.Errorf("nothing was changed: %v", ctx.Err())
	}
}
