package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dango/prefs"
	"dango/sprite"
)

// maxPetBytes bounds what is copied; the largest sheet that is read is a fraction of it.
const maxPetBytes = 64 << 20

func (a *app) importPet() *cobra.Command {
	return &cobra.Command{
		Use: "import-pet NAME", Aliases: []string{"import-codex-pet"}, Short: "Copy a pet into Dango's themes",
		Long: "Copy a pet into Dango's themes. NAME is a folder in one of petImportSourceDirectories of config.json; " +
			"petctl config set theme NAME then shows the pet.",
		Args: usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			name := args[0]
			if name == "" || strings.HasPrefix(name, ".") || strings.ContainsAny(name, `/\`+"\x00") {
				return wrong(c, fmt.Errorf("%q is no name of a pet's folder", name))
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
			fmt.Fprintf(c.OutOrStdout(), "%s: imported from %s; petctl config set theme %s shows it\n", line(sheet.Name), from, name)
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
	return "", fmt.Errorf("no pet %q in %s; petImportSourceDirectories in config.json says where to look", name, strings.Join(dirs, ", "))
}

// copyPet copies a folder and checks the copy before anybody can see it. A theme that is there already is left alone.
func copyPet(from, to string) (*sprite.Sheet, error) {
	if _, err := os.Lstat(to); err == nil {
		return nil, fmt.Errorf("there is a theme %s already; remove the folder to import it afresh", to)
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
			return errors.New("it has more than 64 MiB")
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the pet %s: %w", from, err)
	}
	work, err := os.MkdirTemp(filepath.Dir(to), ".import-*")
	if err != nil {
		return nil, fmt.Errorf("import the pet: %w", err)
	}
	defer os.RemoveAll(work)
	copied := filepath.Join(work, filepath.Base(to))
	if err := os.CopyFS(copied, os.DirFS(from)); err != nil {
		return nil, fmt.Errorf("copy the pet %s: %w", from, err)
	}
	sheet, err := sprite.LoadDir(copied)
	if err != nil {
		return nil, fmt.Errorf("%s is no pet: %w", from, err)
	}
	if err := os.Rename(copied, to); err != nil {
		return nil, fmt.Errorf("import the pet: %w", err)
	}
	return sheet, nil
}
