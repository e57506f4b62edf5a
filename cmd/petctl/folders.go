package main

import (
	"context"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"dango/cmd/internal/core/logs"
	"dango/ingress/control"
	"dango/ingress/events"
	"dango/prefs"
	"dango/prefs/lang"
	"dango/session"
)

// openFolder is open-folder or open-logs.
func (a *app) openFolder(use, short string, which func(prefs.Paths) string) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short,
		RunE: func(*cobra.Command, []string) error {
			_, paths, err := a.client()
			if err != nil {
				return err
			}
			if err := paths.Create(); err != nil {
				return err
			}
			dir := which(paths)
			if err := events.Open(&session.Action{Type: "open_folder", Target: dir}); err != nil {
				return lang.Errorf("%v; the folder is %s", err, dir)
			}
			return nil
		},
	}
}

func (a *app) logs() *cobra.Command {
	var last bool
	c := &cobra.Command{
		Use: "logs", Short: lang.T("Print the log: JSON, one record a line, oldest first"),
		RunE: func(c *cobra.Command, _ []string) error {
			_, paths, err := a.client()
			if err != nil {
				return err
			}
			files := logs.Parts(paths.Logs())
			if len(files) == 0 {
				return lang.Errorf("there is no log in %s yet; dango and petctl core write it", paths.Logs())
			}
			if last {
				files = files[len(files)-1:]
			}
			for _, name := range files {
				if err := copyFile(escaped(c.OutOrStdout()), filepath.Join(paths.Logs(), name)); err != nil {
					return lang.Errorf("read the log: %v", err)
				}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&last, "last", false, lang.T("only the newest file"))
	return c
}

func copyFile(w io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

// bubble is dismiss or open.
func (a *app) bubble(use, short string, do func(*control.Client, context.Context, string) error) *cobra.Command {
	return &cobra.Command{
		Use: use + " SESSION", Short: short,
		Long: lang.T("%s.\n\nSESSION is the id that petctl sessions shows, or the beginning of it.", short),
		RunE: func(c *cobra.Command, args []string) error {
			_, err := call(a, c, func(ctx context.Context, cl *control.Client) (struct{}, error) {
				return struct{}{}, do(cl, ctx, args[0])
			})
			return hint(err)
		},
	}
}
