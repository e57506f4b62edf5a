package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"dango/ingress/control"
	"dango/prefs/lang"
	"dango/session"
	"dango/session/event"
)

// terminal is petctl's word for event.Ask: nothing is answered, the agent's terminal asks.
const terminal = "terminal"

// answer is petctl's word for allowing a question with its answers.
const answer = "answer"

func (a *app) decide() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   "decide REQUEST allow|deny|terminal|answer [ANSWER...]",
		Short: lang.T("Answer a request, as a click on its card does"),
		Long: lang.T("Answer a request, as a click on its card does.\n\nREQUEST is the id that petctl sessions shows, or the beginning " +
			"of it. \"terminal\" answers nothing: the agent asks in its terminal.\n\nA question is answered with one ANSWER for " +
			"each thing that it asks: an option's label or number, or several with commas between them where several may be " +
			"chosen. Without any, petctl says what there is to choose."),
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 2 && args[1] != answer {
				return lang.Errorf("unexpected argument %q", args[2])
			}
			return fits(c, args)
		},
		ValidArgs: []string{string(event.Allow), string(event.Deny), terminal, answer},
		RunE: func(c *cobra.Command, args []string) error {
			d, answers := event.Decision(args[1]), []string(nil)
			switch args[1] {
			case string(event.Allow), string(event.Deny):
			case terminal:
				d = event.Ask
			case answer:
				d, answers = event.Allow, append([]string{}, args[2:]...)
			default:
				return wrong(c, lang.Errorf("%q is no decision: allow, deny, terminal or answer", args[1]))
			}
			if reason != "" && d != event.Deny {
				return wrong(c, lang.Errorf("--reason goes with deny"))
			}
			got, err := call(a, c, func(ctx context.Context, cl *control.Client) (control.Decided, error) {
				return cl.Decide(ctx, control.Decision{Request: args[0], Decision: d, Reason: reason, Answers: answers})
			})
			if err != nil {
				return hint(err)
			}
			fmt.Fprintf(c.OutOrStdout(), "%s: %s\n", got.Request, fate(d, got.Life))
			return nil
		},
	}
	c.Flags().StringVar(&reason, "reason", "", lang.T("what to tell the agent about a deny"))
	return c
}

// hint adds what to try to a refusal of the core.
func hint(err error) error {
	var refused *control.Error
	if errors.As(err, &refused) && refused.Code != control.CodeBusy {
		return lang.Errorf("%v; petctl sessions lists what is open", err)
	}
	return err
}

// fate says what became of a request.
func fate(d event.Decision, l session.Life) string {
	switch {
	case d == event.Ask:
		return lang.T("handed to the terminal")
	case l == session.Offered:
		return lang.T("not taken yet; petctl sessions shows how it goes on")
	}
	return lang.T("%s, %s", decisionWord(d), lifeWord(l))
}

func (a *app) wish(w control.Wish, short string) *cobra.Command {
	return &cobra.Command{
		Use: w.String(), Short: short,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := call(a, c, func(ctx context.Context, cl *control.Client) (struct{}, error) {
				return struct{}{}, cl.Wish(ctx, w)
			})
			return err
		},
	}
}
