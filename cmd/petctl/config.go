package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"

	"dango/prefs"
	"dango/prefs/lang"
)

func (a *app) config() *cobra.Command {
	c := &cobra.Command{
		Use: "config", Short: lang.T("Read and change the preferences; changes count at once"),
		Long: lang.T("Read and change the preferences, which lie in config.json in Dango's folder. Changes count at once, also those "+
			"that an editor saves. Comments and keys that Dango does not know stay.\n\nSettings:\n\n%s", settings()),

		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(a.configGet(), a.configSet(), a.configEdit(), a.configPath(), a.configCheck(), configSchema())
	return c
}

// settings is the table of all settings, for help and the man page.
func settings() string {
	var b strings.Builder
	for _, s := range prefs.Table() {
		def := s.Default
		if s.Type == prefs.Object {
			def = lang.T("see petctl config schema")
		}
		fmt.Fprintf(&b, "  %s\n      %s\n      %s\n", s.Key, lang.T(s.Doc), lang.T("%s; default %s", s.Allowed.Say(), def))
	}
	return b.String()
}

func keys(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var all []string
	for _, s := range prefs.Table() {
		all = append(all, s.Key)
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}

// store opens the preferences; what is only read makes no folder. A file that cannot be used is an error here, where
// somebody looks at it.
func (a *app) store() (*prefs.Store, error) {
	_, paths, err := a.client()
	if err != nil {
		return nil, err
	}
	return prefs.Peek(paths)
}

func setting(c *cobra.Command, key string) (prefs.Setting, error) {
	s, ok := prefs.Lookup(key)
	if !ok {
		return s, wrong(c, lang.Errorf("no setting is called %q", key))
	}
	return s, nil
}

func (a *app) configGet() *cobra.Command {
	return &cobra.Command{
		Use: "get [KEY]", Short: lang.T("Print a setting as it is written in the file, or all of them"),
		ValidArgsFunction: keys,
		RunE: func(c *cobra.Command, args []string) error {
			store, err := a.store()
			if err != nil {
				return err
			}
			if len(args) == 1 {
				s, err := setting(c, args[0])
				if err != nil {
					return err
				}
				fmt.Fprintln(c.OutOrStdout(), s.Value(store.Config()))
				return nil
			}
			for _, s := range prefs.Table() {
				fmt.Fprintf(c.OutOrStdout(), "%s = %s\n", s.Key, s.Value(store.Config()))
			}
			return nil
		},
	}
}

func (a *app) configSet() *cobra.Command {
	return &cobra.Command{
		Use: "set KEY VALUE", Short: lang.T("Change a setting"), ValidArgsFunction: keys,
		Long: lang.T("Change a setting. VALUE is what stands in the file; quotes around a string may be left out."),
		Example: "  petctl config set size 0.8\n  petctl config set hold.codex 90s\n" +
			"  petctl config set petImportSourceDirectories '[\"~/pets\"]'",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := setting(c, args[0])
			if err != nil {
				return err
			}
			store, err := a.store()
			if err != nil {
				return err
			}
			return store.Set(s.Key, quoted(s, args[1]))
		},
	}
}

// quoted adds the quotes that a shell has taken away.
func quoted(s prefs.Setting, value string) string {
	if (s.Type == prefs.String || s.Type == prefs.Duration) && !strings.HasPrefix(value, `"`) {
		return fmt.Sprintf("%q", value)
	}
	return value
}

func (a *app) configEdit() *cobra.Command {
	return &cobra.Command{
		Use: "edit", Short: lang.T("Open the file in $VISUAL or $EDITOR, and check it afterwards"),
		RunE: func(c *cobra.Command, _ []string) error {
			store, err := a.store()
			if err != nil {
				return err
			}
			argv := strings.Fields(firstOf(os.Getenv("VISUAL"), os.Getenv("EDITOR")))
			if len(argv) == 0 {
				return lang.Errorf("neither VISUAL nor EDITOR is set; the file is %s", store.Path())
			}
			cmd := exec.CommandContext(c.Context(), argv[0], append(argv[1:], store.Path())...)
			cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
			if err := cmd.Run(); err != nil {
				return lang.Errorf("run the editor %s: %v; VISUAL and EDITOR name it", argv[0], err)
			}
			if err := store.Reload(); err != nil {
				return err
			}
			return check(c.OutOrStdout(), store)
		},
	}
}

func (a *app) configPath() *cobra.Command {
	return &cobra.Command{
		Use: "path", Short: lang.T("Print where the file lies"),
		RunE: func(c *cobra.Command, _ []string) error {
			_, paths, err := a.client()
			if err == nil {
				fmt.Fprintln(c.OutOrStdout(), paths.Config())
			}
			return err
		},
	}
}

func (a *app) configCheck() *cobra.Command {
	return &cobra.Command{
		Use: "check", Short: lang.T("Say what is wrong with the file, with line and column"),
		RunE: func(c *cobra.Command, _ []string) error {
			store, err := a.store()
			if err != nil {
				return err
			}
			return check(c.OutOrStdout(), store)
		},
	}
}

// check prints every problem; the exit code is 1 when there is one.
func check(w io.Writer, store *prefs.Store) error {
	problems := store.Problems()
	for _, p := range problems {
		fmt.Fprintf(w, "%s: %s\n", store.Path(), line(p.Say()))
	}
	if len(problems) > 0 {
		return exitCode(1)
	}
	fmt.Fprintln(w, lang.T("%s: all is well", store.Path()))
	return nil
}

func configSchema() *cobra.Command {
	return &cobra.Command{
		Use: "schema", Short: lang.T("Print the JSON Schema of the file, for editors"),
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := c.OutOrStdout().Write(prefs.Schema())
			return err
		},
	}
}

const listenerPrefix = "listeners."

// listeners shows whose events count, and changes it.
func (a *app) listeners() *cobra.Command {
	c := &cobra.Command{
		Use: "listeners [AGENT on|off]", Short: lang.T("Say which agents are shown, or show or mute one"),
		Long: lang.T("Say which agents are shown, or show or mute one. A muted agent's hooks stay where they are, and its terminal asks."),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 0 && len(args) != 2 {
				return lang.Errorf("an agent and on or off are needed, or nothing")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			store, err := a.store()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				for _, s := range prefs.Table() {
					if name, ok := strings.CutPrefix(s.Key, listenerPrefix); ok {
						fmt.Fprintf(c.OutOrStdout(), "%-10s  %s\n", name, onOff(s.Value(store.Config()) == "true"))
					}
				}
				return nil
			}
			key := listenerKey(args[0])
			on, ok := map[string]string{"on": "true", "off": "false"}[args[1]]
			switch {
			case key == "":
				return wrong(c, lang.Errorf("%q is no agent that can be muted", args[0]))
			case !ok:
				return wrong(c, lang.Errorf("%q is neither on nor off", args[1]))
			}
			return store.Set(key, on)
		},
	}
	return c
}

func onOff(on bool) string {
	if on {
		return lang.T("on")
	}
	return lang.T("off")
}

// listenerKey finds the setting of an agent by its id or by the setting's own name: claude-code, claudeCode.
func listenerKey(agent string) string {
	plain := strings.ToLower(strings.ReplaceAll(agent, "-", ""))
	for _, s := range prefs.Table() {
		if name, ok := strings.CutPrefix(s.Key, listenerPrefix); ok && strings.ToLower(name) == plain {
			return s.Key
		}
	}
	return ""
}

func firstOf(all ...string) string {
	for _, s := range all {
		if s != "" {
			return s
		}
	}
	return ""
}
