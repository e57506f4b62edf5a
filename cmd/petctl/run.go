package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dango/ingress/events"
	"dango/prefs/lang"
)

const (
	// runTTL is how long a run's bubble outlives its petctl, if that is killed.
	runTTL = 90 * time.Second
	// runAgain is when the bubble is sent again; well below the limit of events a minute.
	runAgain = time.Minute
	// maxWords is how much of a command is told, in bytes: more than a bubble shows, and far less than an event may have.
	maxWords = 1 << 10
	// lastWord is how long the command's end may be delayed to tell of it.
	lastWord = time.Second
)

// Exit codes of shells for commands that could not be started.
const (
	notExecutable = 126
	notFound      = 127
)

func (a *app) run() *cobra.Command {
	var source string
	c := &cobra.Command{
		Use: "run [--source S] -- COMMAND [ARG...]", Short: lang.T("Run a command and show how it goes"),
		Long: lang.T("Run a command and show how it goes: a bubble while it runs, a word when it has passed or failed.\n\nThe command " +
			"has this terminal, standard input and output, and gets the signals. The exit code is its own, or 128 and the " +
			"signal's number. Without a running Dango it runs all the same."),
		Example: "  petctl run -- make test",

		RunE: func(c *cobra.Command, args []string) error {
			return a.runCommand(source, args)
		},
	}
	c.Flags().StringVar(&source, "source", "petctl-run", lang.T("who says so"))
	c.Flags().SetInterspersed(false)
	return c
}

// runCommand runs argv to its end. Its context is its own: signals are the command's.
func (a *app) runCommand(source string, argv []string) error {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, passedOn...)
	if err := cmd.Start(); err != nil {
		return cannotStart(argv[0], err)
	}
	tell, told := a.narrate(source, argv)
	ended := make(chan struct{})
	go func() {
		for {
			select {
			case s := <-signals:
				forward(cmd.Process, s)
			case <-ended:
				return
			}
		}
	}()
	err := cmd.Wait()
	close(ended)
	tell(err == nil)
	select {
	case <-told:
	case <-time.After(lastWord):
	}
	if _, ran := errors.AsType[*exec.ExitError](err); err != nil && !ran {
		return lang.Errorf("run %s: %v", argv[0], err)
	}
	if code := codeOf(cmd.ProcessState); code != 0 {
		return exitCode(code)
	}
	return nil
}

func cannotStart(name string, err error) error {
	code := notExecutable
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
		code = notFound
	}
	fmt.Fprintln(visible(os.Stderr), "petctl:", lang.T("run %s: %v; check its name and its permissions", name, err))
	return exitCode(code)
}

// narrate keeps the bubble of a run alive until tell is called, and then says how it ended; told is closed when all is
// said. What cannot be sent is not: the command matters more.
func (a *app) narrate(source string, argv []string) (tell func(passed bool), told <-chan struct{}) {
	end, done := make(chan bool, 1), make(chan struct{})
	name, words := filepath.Base(argv[0]), strings.Join(argv, " ")
	words = strings.ToValidUTF8(words[:min(len(words), maxWords)], "")
	cwd, _ := os.Getwd()
	ttl := runTTL.Milliseconds()
	// A bubble of its own, because several runs of one source go on side by side.
	own := source + ":" + strconv.Itoa(os.Getpid())
	send := func(e events.Event) {
		ctx, cancel := context.WithTimeout(context.Background(), lastWord)
		defer cancel()
		_ = a.post(ctx, &e)
	}
	go func() {
		defer close(done)
		again := time.NewTicker(runAgain)
		defer again.Stop()
		for {
			send(events.Event{
				Source: own, Type: "run.started", State: "running", Title: name, Message: words, Cwd: cwd, TTLMs: &ttl,
			})
			select {
			case <-again.C:
				continue
			case passed := <-end:
				send(events.Event{Source: own, Type: "clear"})
				level, word := "success", lang.T("%s passed", name)
				if !passed {
					level, word = "danger", lang.T("%s failed", name)
				}
				send(events.Event{Source: source, Type: "flash", Level: level, Title: word, Message: word, Cwd: cwd})
				return
			}
		}
	}()
	return func(passed bool) { end <- passed }, done
}
