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
)

func (a *app) autostart() *cobra.Command {
	c := &cobra.Command{
		Use: "autostart", Short: "Start Dango at login, or not", Args: usage(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	var program string
	enable := &cobra.Command{
		Use: "enable", Short: "Start Dango at every login", Args: usage(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			path, err := petProgram(program)
			if err != nil {
				return err
			}
			s, err := autostart.Enable(path)
			return printAutostart(c.OutOrStdout(), s, err)
		},
	}
	enable.Flags().StringVar(&program, "program", "", "the dango to start; without it the one beside petctl, else in PATH")
	c.AddCommand(enable, &cobra.Command{
		Use: "disable", Short: "Do not start Dango at login", Args: usage(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := autostart.Disable()
			return printAutostart(c.OutOrStdout(), s, err)
		},
	}, &cobra.Command{
		Use: "status", Short: "Say whether Dango starts at login, and whether that would work", Args: usage(cobra.NoArgs),
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
		return "", errors.New("find dango: it is neither beside petctl nor in PATH; --program names it")
	}
	return filepath.Abs(path)
}

// printAutostart says what the system would do; the exit code is 1 when it would fail.
func printAutostart(w io.Writer, s autostart.Status, err error) error {
	if err != nil {
		return err
	}
	if !s.Enabled {
		fmt.Fprintf(w, "off: %s\n", s.Where)
		return nil
	}
	fmt.Fprintf(w, "on: %s starts %s\n", s.Where, s.Program)
	if s.Problem != "" {
		return fmt.Errorf("%s %s; petctl autostart enable mends it", s.Program, s.Problem)
	}
	return nil
}
