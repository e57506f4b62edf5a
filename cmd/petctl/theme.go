package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dango/prefs"
	"dango/prefs/lang"
	"dango/sprite"
	"dango/sprite/theme"
)

// theme is everything about pets on disk. It needs no running Dango.
func (a *app) theme() *cobra.Command {
	c := &cobra.Command{
		Use: "theme", Short: lang.T("List, import, choose and remove pets"),
		Long: lang.T("List, import, choose and remove pets.\n\nA pet is a Codex pet (pet.json and a sheet) or eight GIFs named after states, " +
			"in a folder or a .zip. Nothing that is imported is shown before petctl theme use."),
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(a.themeList(), a.themeImport(), a.themeUse(), a.themeRemove(), a.themeCheck(), a.themePreview())
	return c
}

// themes is where pets are.
func (a *app) themes() (theme.Store, error) {
	_, paths, err := a.client()
	return theme.Open(paths.Themes()), err
}

func (a *app) themeList() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: lang.T("List the pets; * is the one that is shown, and behind them are the tools with one of their own"),
		RunE: func(c *cobra.Command, _ []string) error {
			prefs, err := a.store()
			if err != nil {
				return err
			}
			themes, err := a.themes()
			if err != nil {
				return err
			}
			for _, e := range themes.List() {
				printEntry(c.OutOrStdout(), e, prefs.Config())
			}
			return nil
		},
	}
}

func printEntry(w io.Writer, e theme.Entry, cfg *prefs.Config) {
	mark, id := " ", e.ID
	switch {
	case id == "":
		id = e.Dir // another one has its name
	case id == cfg.Theme:
		mark = "*"
	}
	tools := ""
	for _, tool := range slices.Sorted(maps.Keys(cfg.Pets)) {
		if e.ID != "" && cfg.Pets[tool] == e.ID {
			tools += "\t" + line(tool)
		}
	}
	fmt.Fprintf(w, "%s %s\t%s%s\n", mark, id, line(e.Name), tools)
	if e.Err != nil {
		fmt.Fprintf(w, "    %s\n", lang.T("cannot be shown: %s", oneLine(e.Err)))
	}
}

func (a *app) themeImport() *cobra.Command {
	var name string
	c := &cobra.Command{
		Use: "import PATH", Short: lang.T("Take a pet in from a folder or a .zip"),
		RunE: func(c *cobra.Command, args []string) error {
			themes, err := a.themes()
			if err != nil {
				return err
			}
			r, err := themes.Import(args[0], name)
			if err != nil {
				return err
			}
			printNotes(c.OutOrStdout(), r)
			fmt.Fprintln(c.OutOrStdout(), lang.T("%[1]s: imported as %[2]s; petctl theme use %[2]s shows it", line(r.Name), r.ID))
			return nil
		},
	}
	c.Flags().StringVar(&name, "name", "", lang.T("what to call a pet of GIFs, up to 32 characters"))
	return c
}

func printNotes(w io.Writer, r theme.Report) {
	for _, n := range r.Notes {
		fmt.Fprintln(w, lang.T("note: %s", line(n)))
	}
}

func (a *app) themeUse() *cobra.Command {
	var tool string
	c := &cobra.Command{
		Use: "use ID", Short: lang.T("Show a pet, or have one tool show it"),
		Long: lang.T("Show a pet, or have one tool show it.\n\nID is one that petctl theme list shows, auto for the first one found, or " +
			"the path of a pet's folder. A Dango that runs changes at once."),
		RunE: func(_ *cobra.Command, args []string) error {
			themes, err := a.themes()
			if err != nil {
				return err
			}
			id := args[0]
			if strings.ContainsRune(id, filepath.Separator) {
				if id, err = filepath.Abs(id); err != nil {
					return err
				}
			}
			if _, err := themes.Load(id); err != nil {
				return lang.Errorf("%v; petctl theme list shows what there is", err)
			}
			store, err := a.store()
			if err != nil {
				return err
			}
			if tool == "" {
				return store.Set("theme", fmt.Sprintf("%q", id))
			}
			pets := maps.Clone(store.Config().Pets)
			pets[tool] = id
			return setPets(store, pets)
		},
	}
	c.Flags().StringVar(&tool, "tool", "", lang.T("only while this tool leads: claude-code, codex, …"))
	return c
}

func setPets(store *prefs.Store, pets map[string]string) error {
	b, err := json.Marshal(pets)
	if err != nil {
		return err
	}
	return store.Set("pets", string(b))
}

func (a *app) themeRemove() *cobra.Command {
	return &cobra.Command{
		Use: "remove ID", Short: lang.T("Delete an imported pet; if it is shown, the built-in one comes back"),
		RunE: func(_ *cobra.Command, args []string) error {
			themes, err := a.themes()
			if err != nil {
				return err
			}
			store, err := a.store()
			if err != nil {
				return err
			}
			if info, err := os.Stat(filepath.Join(themes.Dir, args[0])); theme.ValidID(args[0]) && err == nil && info.IsDir() {
				if err := forget(store, args[0], filepath.Join(themes.Dir, args[0])); err != nil {
					return err
				}
			}
			return themes.Remove(args[0])
		},
	}
}

// forget takes a pet out of the preferences before it is gone, whether they have its id or its folder.
func forget(store *prefs.Store, id, dir string) error {
	is := func(pet string) bool { return pet == id || filepath.IsAbs(pet) && filepath.Clean(pet) == dir }
	pets := maps.Clone(store.Config().Pets)
	maps.DeleteFunc(pets, func(_, pet string) bool { return is(pet) })
	if len(pets) != len(store.Config().Pets) {
		if err := setPets(store, pets); err != nil {
			return err
		}
	}
	if is(store.Config().Theme) {
		return store.Set("theme", fmt.Sprintf("%q", prefs.Builtin))
	}
	return nil
}

func (a *app) themeCheck() *cobra.Command {
	return &cobra.Command{
		Use: "check PATH", Short: lang.T("Say what an import would make of a folder or a .zip"),
		RunE: func(c *cobra.Command, args []string) error {
			r, sheet, err := theme.Store{}.Check(args[0])
			if err != nil {
				return err
			}
			printNotes(c.OutOrStdout(), r)
			kind := lang.T("a Codex pet, version %d", sheet.Version)
			if r.GIFs {
				kind = lang.T("a pet of GIFs")
			}
			size := sheet.CellSize()
			fmt.Fprintln(c.OutOrStdout(), lang.T("%s: all is well: %s of %d×%d px", line(r.Name), kind, size.X, size.Y))
			return nil
		},
	}
}

func (a *app) themePreview() *cobra.Command {
	var out string
	c := &cobra.Command{
		Use: "preview ID|PATH", Short: lang.T("Draw a pet's animations into a PNG, one row a state"),
		RunE: func(c *cobra.Command, args []string) error {
			themes, err := a.themes()
			if err != nil {
				return err
			}
			sheet, err := themes.Load(args[0])
			if errors.Is(err, theme.ErrNotFound) || err != nil && !theme.ValidID(args[0]) {
				if _, sheet, err = themes.Check(args[0]); err != nil {
					return err
				}
			}
			if err != nil {
				return err
			}
			if err := savePreview(out, sheet); err != nil {
				return err
			}
			fmt.Fprintln(c.OutOrStdout(), lang.T("%s: drawn into %s", line(sheet.Name), out))
			return nil
		},
	}
	c.Flags().StringVarP(&out, "out", "o", "pet.png", lang.T("file to write"))
	return c
}

func savePreview(name string, sheet *sprite.Sheet) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return png.Encode(f, theme.Preview(sheet))
}
