package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/spf13/cobra"

	"dango/prefs/autostart"
	"dango/prefs/lang"
)

func (a *app) autostart() *cobra.Command {
	c := &cobra.Command{
		Use: "autostart", Short: lang.T("Start Dango at login, or not"),
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	var program string
	var systemd bool
	enable := &cobra.Command{
		Use: "enable", Short: lang.T("Start Dango at every login"),
		RunE: func(c *cobra.Command, _ []string) error {
			path, err := petProgram(program)
			if err != nil {
				return err
			}
			way := autostart.Usual
			if systemd {
				way = autostart.Systemd
			}
			s, err := autostart.Enable(path, way)
			if errors.Is(err, autostart.ErrUnsupported) && systemd {
				return lang.Errorf("%v; without --systemd it is done as this system does it", err)
			}
			return printAutostart(c.OutOrStdout(), s, err)
		},
	}
	enable.Flags().StringVar(&program, "program", "", lang.T("the dango to start; without it the one beside petctl, else in PATH"))
	enable.Flags().BoolVar(&systemd, "systemd", false, lang.T("by a systemd user unit instead of an entry of the desktop (Linux)"))
	c.AddCommand(enable, &cobra.Command{
		Use: "disable", Short: lang.T("Do not start Dango at login"),
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := autostart.Disable()
			return printAutostart(c.OutOrStdout(), s, err)
		},
	}, &cobra.Command{
		Use: "status", Short: lang.T("Say whether Dango starts at login, and whether that would work"),
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := autostart.Read()
			return printAutostart(c.OutOrStdout(), s, err)
		},
	})
	return c
}

// petProgram is the dango that belongs to this petctl, as an absolute path.
func petProgram(named string) (string, error) {
	if named != "" {
		return filepath.Abs(named)
	}
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), "dango"+filepath.Ext(self))
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			return beside, nil
		}
	}
	path, err := exec.LookPath("dango")
	if err != nil {
		return "", lang.Errorf("find dango: it is neither beside petctl nor in PATH; --program names it")
	}
	return filepath.Abs(path)
}

// printAutostart says what the system would do; the exit code is 1 when it would fail.
func printAutostart(w io.Writer, s autostart.Status, err error) error {
	if err != nil {
		return err
	}
	if !s.Enabled {
		fmt.Fprintln(w, lang.T("off: %s", s.Where))
		return nil
	}
	fmt.Fprintln(w, lang.T("on: %s starts %s", s.Where, s.Program))
	if s.Problem != "" {
		return lang.Errorf("%s %s; petctl autostart enable mends it", s.Program, s.Problem)
	}
	return nil
}
