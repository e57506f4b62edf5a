package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dango/prefs"
	"dango/prefs/lang"
)

func (a *app) importPet() *cobra.Command {
	return &cobra.Command{
		Use: "import-pet NAME", Aliases: []string{"import-codex-pet"}, Short: lang.T("Copy a pet into Dango's themes"),
		Long: lang.T("Copy a pet into Dango's themes. NAME is a folder in one of petImportSourceDirectories of config.json; " +
			"petctl config set theme NAME then shows the pet."),

		RunE: func(c *cobra.Command, args []string) error {
			name := args[0]
			if name == "" || strings.HasPrefix(name, ".") || strings.ContainsAny(name, `/\`+"\x00") {
				return wrong(c, lang.Errorf("%q is no name of a pet's folder", name))
			}
			store, err := a.store()
			if err != nil {
				return err
			}
			themes, err := a.themes()
			if err != nil {
				return err
			}
			from, err := findPet(name, prefs.ExpandAll(store.Config().PetImportSourceDirectories))
			if err != nil {
				return err
			}
			r, err := themes.ImportAs(from, name)
			if err != nil {
				return err
			}
			printNotes(c.OutOrStdout(), r)
			fmt.Fprintln(c.OutOrStdout(), lang.T("%s: imported from %s; petctl config set theme %s shows it", line(r.Name), from, r.ID))
			return nil
		},
	}
}

func findPet(name string, dirs []string) (string, error) {
	for _, d := range dirs {
		dir := filepath.Join(d, name)
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir, nil
		}
	}
	return "", lang.Errorf("no pet %q in %s; petImportSourceDirectories in config.json says where to look", name, strings.Join(dirs, ", "))
}
