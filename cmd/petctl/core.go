package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"dango/cmd/internal/core"
	"dango/ingress/control"
	"dango/ingress/sock"
	"dango/prefs/lang"
)

func (a *app) core() *cobra.Command {
	var hold bool
	c := &cobra.Command{
		Use:   "core",
		Short: lang.T("Run Dango without a window: on servers, in CI, for scripts"),
		Long: lang.T("Run Dango without a window. It ends with SIGTERM, Ctrl-C or petctl quit.\n\nNobody sees a card here, so " +
			"requests go to the agents' terminals at once. With --hold they wait for petctl decide."),

		RunE: func(c *cobra.Command, _ []string) error {
			k, err := core.Start(c.Context(), core.Options{Home: a.home, Hold: hold})
			if errors.Is(err, sock.ErrInUse) {
				return lang.Errorf("a Dango runs already; petctl status tells about it, petctl quit ends it")
			}
			if err != nil {
				return err
			}
			fmt.Fprintln(c.ErrOrStderr(), "petctl core: ready at", k.Paths().Socket()) // for scripts: in every language the same
			for done := false; !done; {
				select {
				case <-c.Context().Done():
					done = true
				case w := <-k.Shows():
					done = w == control.Quit
				}
			}
			return k.Close()
		},
	}
	c.Flags().BoolVar(&hold, "hold", false, lang.T("let requests wait for petctl decide"))
	return c
}
