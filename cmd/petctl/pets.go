package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dango/prefs"
	"dango/prefs/lang"
	"dango/sprite"
)

// maxPetBytes bounds what is copied; the largest sheet that is read is a fraction of it.
const maxPetBytes = 64 << 20

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
			_, paths, err := a.client()
			if err != nil {
				return err
			}
			from, err := findPet(name, prefs.ExpandAll(store.Config().PetImportSourceDirectories))
			if err != nil {
				return err
			}
			sheet, err := copyPet(from, filepath.Join(paths.Themes(), name))
			if err != nil {
				return err
			}
			fmt.Fprintln(c.OutOrStdout(), lang.T("%s: imported from %s; petctl config set theme %s shows it", line(sheet.Name), from, name))
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

// copyPet copies a folder and checks the copy before anybody can see it. A theme that is there already is left alone.
func copyPet(from, to string) (*sprite.Sheet, error) {
	if _, err := os.Lstat(to); err == nil {
		return nil, lang.Errorf("there is a theme %s already; remove the folder to import it afresh", to)
	}
	var size int64
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && d.Type().IsRegular() {
			size += info.Size()
		}
		if size > maxPetBytes {
			return lang.Errorf("it has more than 64 MiB")
		}
		return err
	})
	if err != nil {
		return nil, lang.Errorf("read the pet %s: %v", from, err)
	}
	work, err := os.MkdirTemp(filepath.Dir(to), ".import-*")
	if err != nil {
		return nil, lang.Errorf("import the pet: %v", err)
	}
	defer os.RemoveAll(work)
	copied := filepath.Join(work, filepath.Base(to))
	if err := os.CopyFS(copied, os.DirFS(from)); err != nil {
		return nil, lang.Errorf("copy the pet %s: %v", from, err)
	}
	sheet, err := sprite.LoadDir(copied)
	if err != nil {
		return nil, lang.Errorf("%s is no pet: %v", from, err)
	}
	if err := os.Rename(copied, to); err != nil {
		return nil, lang.Errorf("import the pet: %v", err)
	}
	return sheet, nil
}
