package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"dango/ingress/control"
	"dango/prefs/lang"
	"dango/session"
)

func (a *app) status() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "status", Short: lang.T("Say how Dango is, in a few lines"),
		RunE: func(c *cobra.Command, _ []string) error {
			st, err := call(a, c, func(ctx context.Context, cl *control.Client) (control.Status, error) { return cl.Status(ctx) })
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(c.OutOrStdout(), st)
			}
			printStatus(c.OutOrStdout(), &st)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, lang.T("one JSON object, as GET /v1/status gives it"))
	return c
}

func (a *app) sessions() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "sessions", Short: lang.T("List the sessions, newest first, with what they ask"),
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := call(a, c, func(ctx context.Context, cl *control.Client) (session.Snapshot, error) { return cl.Snapshot(ctx) })
			if err != nil {
				return err
			}
			if asJSON {
				if s.Sessions == nil {
					s.Sessions = []*session.Session{}
				}
				return printJSON(c.OutOrStdout(), s.Sessions)
			}
			printSnapshot(c.OutOrStdout(), &s, time.Now())
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, lang.T("a JSON array of sessions"))
	return c
}

func (a *app) watch() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "watch", Short: lang.T("Print the sessions again whenever something changes"),
		RunE: func(c *cobra.Command, _ []string) error {
			client, paths, err := a.client()
			if err != nil {
				return err
			}
			err = client.Watch(c.Context(), func(s *session.Snapshot) error {
				if asJSON {
					return json.NewEncoder(escaped(c.OutOrStdout())).Encode(s)
				}
				out := bufio.NewWriter(c.OutOrStdout())
				printSnapshot(out, s, time.Now())
				fmt.Fprintln(out)
				return out.Flush()
			})
			if c.Context().Err() != nil {
				return nil // the user ended it
			}
			return a.explain(err, paths)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, lang.T("one snapshot a line, as GET /v1/watch gives it"))
	return c
}

func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(escaped(w))
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
