package main

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dango/ingress/events"
	"dango/prefs/lang"
)

// eventFlags are the flags of all commands that send an event; each command shows those that mean something to it.
type eventFlags struct {
	events.Event
	ttl                    milliseconds
	transient              truth
	url, folder, file, app string
}

const defaultSource = "petctl"

// levels and states, for completion and help; what is sent is checked where it is received.
var (
	levels = []string{"info", "running", "success", "warning", "danger"}
	states = []string{"idle", "running", "waiting", "failed", "review", "jumping", "waving", "running-left", "running-right"}
)

func (a *app) notify() *cobra.Command {
	var f eventFlags
	c := &cobra.Command{
		Use: "notify", Short: lang.T("Show a bubble, in the state that its level means"), Args: f.transient.word,
		Long: lang.T("Show a bubble, in the state that its level means: running, success (please review), warning (somebody waits), " +
			"danger (failed). A level of info shows its words for a moment.\n\nThe next event of the same source takes its " +
			"place, and so does one of any source with the same --dedupe-key. An action is done when the bubble is clicked, if " +
			"trustedSources in config.json allows it to the source."),
		Example: "  petctl notify --level success --title \"Task completed\" --message \"Edited 3 files\"\n" +
			"  petctl notify --source ci --level danger --title Tests --action-url https://github.com/org/repo/actions",
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.act(c); err != nil {
				return err
			}
			f.Transient = bool(f.transient)
			return a.send(c, &f)
		},
	}
	fl := c.Flags()
	fl.StringVar(&f.Level, "level", "info", strings.Join(levels, ", "))
	fl.StringVar(&f.Title, "title", "", lang.T("first line of the bubble"))
	fl.StringVar(&f.Message, "message", "", lang.T("second line"))
	f.common(fl)
	f.keyed(fl)
	fl.Var(&f.transient, "transient", lang.T("show it for a moment, beside what is shown already"))
	fl.Lookup("transient").NoOptDefVal = "true"
	fl.StringVar(&f.url, "action-url", "", lang.T("web page that a click opens"))
	fl.StringVar(&f.folder, "action-folder", "", lang.T("folder that a click opens"))
	fl.StringVar(&f.file, "action-file", "", lang.T("file that a click opens"))
	fl.StringVar(&f.app, "action-app", "", lang.T("app that a click opens, by its id"))
	complete(c, "level", levels)
	return c
}

func (a *app) flash() *cobra.Command {
	var f eventFlags
	c := &cobra.Command{
		Use: "flash", Short: lang.T("Show a word for a moment, beside the bubbles"),
		RunE: func(c *cobra.Command, _ []string) error {
			if allowed := []string{"info", "success", "warning", "danger"}; !slices.Contains(allowed, f.Level) {
				return wrong(c, lang.Errorf("--level is %q: %s", f.Level, strings.Join(allowed, ", ")))
			}
			if f.Message == "" {
				return wrong(c, lang.Errorf("--message is needed"))
			}
			f.Type = "flash"
			return a.send(c, &f)
		},
	}
	fl := c.Flags()
	fl.StringVar(&f.Level, "level", "info", lang.T("info, success, warning, danger"))
	fl.StringVar(&f.Message, "message", "", lang.T("what to show"))
	fl.StringVar(&f.State, "state", "", lang.T("%s; beats the level", strings.Join(states, ", ")))
	f.sourced(fl)
	complete(c, "level", []string{"info", "success", "warning", "danger"})
	complete(c, "state", states)
	return c
}

func (a *app) state() *cobra.Command {
	var f eventFlags
	c := &cobra.Command{
		Use: "state NAME", Short: lang.T("Show a bubble in that state"), ValidArgs: states,
		Long: lang.T("Show a bubble in that state: %s.", strings.Join(states, ", ")),
		RunE: func(c *cobra.Command, args []string) error {
			if f.State = args[0]; !slices.Contains(states, f.State) {
				return wrong(c, lang.Errorf("%q is no state: %s", f.State, strings.Join(states, ", ")))
			}
			return a.send(c, &f)
		},
	}
	c.Flags().StringVar(&f.Message, "message", "", lang.T("what to show beside it"))
	f.common(c.Flags())
	f.keyed(c.Flags())
	return c
}

func (a *app) clear() *cobra.Command {
	var f eventFlags
	c := &cobra.Command{
		Use: "clear", Short: lang.T("Take a source's bubble away"),
		RunE: func(c *cobra.Command, _ []string) error {
			f.Type = "clear"
			return a.send(c, &f)
		},
	}
	c.Flags().StringVar(&f.Source, "source", defaultSource, lang.T("whose bubble"))
	c.Flags().BoolVar(&f.All, "all", false, lang.T("the bubbles of every source of events"))
	return c
}

// sourced adds what every event has.
func (f *eventFlags) sourced(fl *pflag.FlagSet) {
	fl.StringVar(&f.Source, "source", defaultSource, lang.T("who says so"))
	fl.Var(&f.ttl, "ttl-ms", lang.T("how long it is shown, in milliseconds; 0: until it is replaced"))
}

// common adds what every event has that may have a type.
func (f *eventFlags) common(fl *pflag.FlagSet) {
	f.sourced(fl)
	fl.StringVar(&f.Type, "type", "", lang.T("the source's own word for what happened"))
}

// keyed adds what every event has that stays.
func (f *eventFlags) keyed(fl *pflag.FlagSet) {
	fl.StringVar(&f.DedupeKey, "dedupe-key", "", lang.T("take the place of any event with this key"))
}

// act turns the options of actions into the one action.
func (f *eventFlags) act(c *cobra.Command) error {
	for _, a := range []events.Action{
		{Type: "open_url", URL: f.url}, {Type: "open_folder", Path: f.folder}, {Type: "open_file", Path: f.file}, {Type: "open_app", BundleID: f.app},
	} {
		if a.URL+a.Path+a.BundleID == "" {
			continue
		}
		if f.Action != nil {
			return wrong(c, lang.Errorf("only one of --action-url, --action-folder, --action-file, --action-app may be given"))
		}
		f.Action = &a
	}
	return nil
}

// send posts the event to the running core.
func (a *app) send(c *cobra.Command, f *eventFlags) error {
	if f.ttl.set {
		f.TTLMs = &f.ttl.n
	}
	return a.post(c.Context(), &f.Event)
}

func (a *app) post(ctx context.Context, e *events.Event) error {
	_, paths, err := a.client()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(a.timeout))
	defer cancel()
	_, err = events.NewClient(paths.Socket()).Post(ctx, e)
	return a.explain(err, paths)
}

// complete offers the values of a flag to the shell.
func complete(c *cobra.Command, flag string, values []string) {
	if err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic("petctl: " + err.Error()) // the flag is not there
	}
}

// milliseconds is a whole number that is not negative.
type milliseconds struct {
	n   int64
	set bool
}

func (m *milliseconds) String() string {
	if !m.set {
		return ""
	}
	return strconv.FormatInt(m.n, 10)
}
func (m *milliseconds) Type() string { return "milliseconds" }

func (m *milliseconds) Set(s string) error {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 {
		return lang.Errorf("it must be a whole number, 0 or more")
	}
	m.n, m.set = n, true
	return nil
}

// truth is true, yes, 1 or false, no, 0.
type truth bool

func (t *truth) String() string { return strconv.FormatBool(bool(*t)) }
func (t *truth) Type() string   { return "bool" }

func (t *truth) Set(s string) error {
	switch strings.ToLower(s) {
	case "true", "yes", "1":
		*t = true
	case "false", "no", "0":
		*t = false
	default:
		return lang.Errorf("it must be true, yes, 1, false, no or 0")
	}
	return nil
}

// word allows the flag's value to stand after a space, where it looks like an argument.
func (t *truth) word(_ *cobra.Command, args []string) error {
	if len(args) == 1 && bool(*t) && t.Set(args[0]) == nil {
		return nil
	}
	if len(args) > 0 {
		return lang.Errorf("unexpected argument %q", args[0])
	}
	return nil
}

// seconds is how long something may take: seconds, or a duration such as 500ms.
type seconds time.Duration

func (s *seconds) String() string { return time.Duration(*s).String() }
func (s *seconds) Type() string   { return "seconds" }

func (s *seconds) Set(text string) error {
	d, err := time.ParseDuration(text)
	if n, nerr := strconv.ParseFloat(text, 64); nerr == nil && n < math.MaxInt32 {
		d, err = time.Duration(n*float64(time.Second)), nil
	}
	if err != nil || d <= 0 {
		return lang.Errorf("it must be a number of seconds above 0, or a duration such as 500ms")
	}
	*s = seconds(d)
	return nil
}
