package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dango/prefs"
	"dango/sprite"
)

const themeKey = "theme"

func (a *app) theme() *cobra.Command {
	return &cobra.Command{
		Use: "theme [NAME]", Short: "List the pets that there are, or show another one", Args: usage(cobra.MaximumNArgs(1)),
		Long: "List the pets that there are, or show another one. NAME is " + prefs.Builtin + ", a folder in Dango's themes, or the " +
			"path of a pet's folder. petctl import-pet adds one.",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			_, paths, err := a.client()
			if err != nil {
				return nil, cobra.ShellCompDirectiveError
			}
			return themes(paths), cobra.ShellCompDirectiveDefault
		},
		RunE: func(c *cobra.Command, args []string) error {
			_, paths, err := a.client()
			if err != nil {
				return err
			}
			store, err := a.store()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				for _, name := range listed(themes(paths), store.Config().Theme) {
					fmt.Fprintln(c.OutOrStdout(), name)
				}
				return nil
			}
			return choose(store, paths, args[0])
		},
	}
}

// choose writes the setting, after a look at whether the pet can be shown at all.
func choose(store *prefs.Store, paths prefs.Paths, name string) error {
	if strings.ContainsRune(name, filepath.Separator) {
		abs, err := filepath.Abs(name)
		if err != nil {
			return fmt.Errorf("find the pet %s: %w", name, err)
		}
		name = abs
	}
	cfg := prefs.Config{Theme: name}
	if dir := cfg.ThemeDir(paths); dir != "" {
		if _, err := sprite.LoadDir(dir); err != nil {
			return fmt.Errorf("%w; petctl theme lists the pets that there are", err)
		}
	}
	return store.Set(themeKey, fmt.Sprintf("%q", name))
}

// themes are the built-in pet and the folders of imported ones.
func themes(paths prefs.Paths) []string {
	names := []string{prefs.Builtin}
	entries, _ := os.ReadDir(paths.Themes()) // none yet
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names
}

// listed marks the one that is shown, which may lie elsewhere.
func listed(names []string, shown string) []string {
	var out []string
	found := false
	for _, n := range names {
		mark := "  "
		if n == shown {
			mark, found = "* ", true
		}
		out = append(out, mark+line(n))
	}
	if !found {
		out = append(out, "* "+line(shown))
	}
	return out
}
