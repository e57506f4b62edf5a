// Petctl is Dango for people at a terminal and for scripts: it tells what the pet shows, answers what it asks and
// connects agents.
//
// It never links the engine. Exit codes: 0 done, 1 it could not be done (one line says why and what to try), 2 the
// command line was wrong. `hooks doctor` has codes of its own.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"dango/cmd/internal/core"
	"dango/ingress/control"
	"dango/prefs"
	"dango/prefs/lang"
)

func main() { os.Exit(run()) }

// run is main with an exit code, as testscript wants it.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	speak(os.Args[1:])
	err := root().ExecuteContext(ctx)
	var code exitCode
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	}
	fmt.Fprintln(visible(os.Stderr), "petctl:", oneLine(err))
	var usage usageError
	if errors.As(err, &usage) {
		return 2
	}
	return 1
}

// exitCode ends petctl with a code when everything has been said already.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// usageError is a wrong command line.
type usageError struct{ error }

func (u usageError) Unwrap() error { return u.error }

func oneLine(err error) string {
	return strings.Join(strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

// app is what all commands share.
type app struct {
	home    string  // of the flag; "" = DANGO_HOME, else ~/.dango
	timeout seconds // of the flag: how long a core may take over one call
}

func root() *cobra.Command {
	a := &app{timeout: seconds(answerWithin)}
	c := &cobra.Command{
		Use:           "petctl",
		Short:         lang.T("Talk to Dango, the desktop pet that shows what your coding agents do"),
		Version:       core.Version(),
		SilenceUsage:  true,
		SilenceErrors: true,

		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.SetOut(visible(os.Stdout))
	c.SetErr(visible(os.Stderr))
	c.SetVersionTemplate("petctl {{.Version}}\n")
	c.SetFlagErrorFunc(flagError)
	c.PersistentFlags().StringVar(&a.home, "home", "", lang.T("Dango's folder instead of DANGO_HOME or ~/.dango"))
	c.PersistentFlags().Var(&a.timeout, "timeout", lang.T("how long Dango may take to answer"))
	c.AddCommand(a.notify(), a.flash(), a.state(), a.clear(), a.run(),
		a.openFolder("open-folder", lang.T("Open Dango's folder"), func(p prefs.Paths) string { return p.Home }),
		a.openFolder("open-logs", lang.T("Open the folder of the log files"), prefs.Paths.Logs), a.logs(), a.importPet(),
		a.setup("install", lang.T("Connect agents, or put petctl into the PATH")), a.setup("uninstall", lang.T("Take out what install put in")), a.checkup(),
		a.bubble("dismiss", lang.T("Send a bubble away; what it asks goes to the terminal"), (*control.Client).Dismiss),
		a.bubble("open", lang.T("Do what a click on an event's bubble does"), (*control.Client).Open),
		a.config(), a.theme(), a.listeners(), a.quiet(), a.ghost(), a.autostart(), manual())
	c.AddCommand(a.status(), a.sessions(), a.watch(), a.decide(),
		a.wish(control.Show, lang.T("Show the pet")), a.wish(control.Hide, lang.T("Hide the pet and its bar; agents then ask in their terminals")),
		a.wish(control.Quit, lang.T("Ask Dango to quit")), a.wish(control.Summon, lang.T("Turn the keyboard to the pet, as its shortcut does: for a key of your desktop's")),
		a.hooks(), a.core(), a.shot(), version())
	checked(c)
	spoken(c)
	return c
}

func version() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: lang.T("Print the version"),
		Run: func(c *cobra.Command, _ []string) { fmt.Fprintln(c.OutOrStdout(), "petctl", core.Version()) },
	}
}

// answerWithin is how long a core may take over one call unless --timeout says otherwise; a healthy one needs a
// millisecond.
const answerWithin = 5 * time.Second

// client gives the way to the running core, and its folder's paths.
func (a *app) client() (*control.Client, prefs.Paths, error) {
	paths, err := prefs.Find(a.home)
	if err != nil {
		return nil, paths, err
	}
	return control.NewClient(paths.Socket()), paths, nil
}

// call makes one call to the running core.
func call[T any](a *app, c *cobra.Command, f func(context.Context, *control.Client) (T, error)) (T, error) {
	var none T
	client, paths, err := a.client()
	if err != nil {
		return none, err
	}
	ctx, cancel := context.WithTimeout(c.Context(), time.Duration(a.timeout))
	defer cancel()
	v, err := f(ctx, client)
	return v, a.explain(err, paths)
}

// explain says what to do about a core that is not there.
func (a *app) explain(err error, paths prefs.Paths) error {
	switch {
	case errors.Is(err, control.ErrNotRunning):
		return lang.Errorf("no Dango answers at %s; start it with dango, or petctl core where there is no screen", paths.Socket())
	case errors.Is(err, context.DeadlineExceeded):
		return lang.Errorf("the Dango at %s did not answer within %s; petctl quit and dango start it afresh",
			paths.Socket(), time.Duration(a.timeout))
	}
	return refused(err)
}

// refusals are what the core's codes mean, for those who do not read its English.
var refusals = map[string]lang.Text{
	control.CodeNotFound: "nothing that is shown or open is called that", control.CodeAmbiguous: "several begin like that",
	control.CodeNotAnswerable: "the request takes no such answer, or none any more", control.CodeNotAllowed: "there is nothing to open, or its source may not",
	control.CodeNoScreen: "this core has no pet", control.CodeBusy: "the core has no room for the command: try again",
}

// refused says a refusal of the core in the user's language: in English in the core's own words, which know more.
func refused(err error) error {
	no, ok := errors.AsType[*control.Error](err)
	if !ok || lang.Now() == lang.English || refusals[no.Code] == "" {
		return err
	}
	return lang.Errorf("%s (%v)", lang.T(refusals[no.Code]), err)
}
