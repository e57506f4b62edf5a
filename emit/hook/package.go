package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dango/emit/hook/events"
	"dango/session/event"
)

// PluginName names our plugins, and the marketplaces that offer them: dango@dango.
const PluginName = "dango"

// pluginHelper is where a plugin keeps the helper. Not in "bin": Claude Code puts that into the PATH of its shell.
const pluginHelper = "helper/" + helperName

// packaging is how one agent wants a plugin that brings hooks.
type packaging struct {
	tool     event.Tool
	folder   string // below the folder of all plugins
	market   string // the file that lists the plugins, in folder
	manifest string // below folder/dango
	hooks    string // below folder/dango
	// root is how a hook's command names folder/dango, wherever it was copied to, for a plugin that brings the helper;
	// "" = the installed helper is used.
	root string
}

// Each agent gets a marketplace of its own: Codex reads Claude Code's files too, and would find the wrong plugin.
//
// Codex's trust in a plugin's hook is a trust in every byte of the plugin. So its plugin holds nothing that changes
// with a new version of Dango, least of all the helper: an update would cost the trust.
var packagings = []packaging{
	{event.ClaudeCode, "claude-code", ".claude-plugin/marketplace.json", ".claude-plugin/plugin.json", "hooks/hooks.json", "${CLAUDE_PLUGIN_ROOT}"},
	{event.Codex, "codex", ".agents/plugins/marketplace.json", ".codex-plugin/plugin.json", "hooks/codex-hooks.json", ""},
}

// WritePlugins packages the hooks as plugins below dir, one folder for each agent that has plugins with hooks. What was there is replaced. helper is the path of dango-emit.
func WritePlugins(dir, helper string) error {
	program, err := os.ReadFile(helper)
	if err != nil {
		return fmt.Errorf("hook: read the helper to package: %w; make build makes it", err)
	}
	for _, p := range packagings {
		root := filepath.Join(dir, p.folder)
		if err := os.RemoveAll(root); err != nil {
			return fmt.Errorf("hook: make room for the plugin of %s: %w", p.tool, err)
		}
		for name, text := range p.files() {
			if err := put(filepath.Join(root, name), text, 0o644); err != nil {
				return err
			}
		}
		if p.root == "" {
			continue
		}
		if err := put(filepath.Join(root, PluginName, pluginHelper), program, helperMode); err != nil {
			return err
		}
	}
	return nil
}

func put(path string, text []byte, mode fs.FileMode) error {
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, text, mode)
	}
	if err != nil {
		return fmt.Errorf("hook: write a plugin's file: %w", err)
	}
	return nil
}

const (
	about  = "Shows what the agent does in Dango, the desktop pet, and lets you answer there."
	readme = "# Dango\n\n" + about + `

The plugin registers hooks. Each runs a small helper that hands the event to Dango on this machine, over a local
socket, and for a permission waits for your click. Nothing leaves the machine. Without a running Dango the hooks do
nothing, and the agent asks in its terminal as always. "petctl hooks install" puts the helper in place; it sees
the plugin and writes no settings.

"petctl hooks doctor" proves that it works, and tells when hooks stand in the settings as well.
`
)

// files are the texts of a plugin and its marketplace, by path.
func (p packaging) files() map[string][]byte {
	owner := map[string]string{"name": "Dango"}
	plugin := map[string]any{"name": PluginName, "version": pluginVersion, "description": about, "author": owner}
	listed := map[string]any{"name": PluginName, "description": about, "source": "./" + PluginName}
	market := map[string]any{"name": PluginName, "description": about, "owner": owner}
	hooks := map[string]any{"hooks": p.groups()}
	switch p.tool {
	case event.Codex: // whose hooks file may hold nothing else, and is named in the manifest
		plugin["hooks"] = "./" + p.hooks
		listed["source"] = map[string]string{"source": "local", "path": "./" + PluginName}
	default:
		hooks["description"] = about
	}
	market["plugins"] = []any{listed}
	return map[string][]byte{
		filepath.Join(PluginName, "README.md"): []byte(readme),
		p.market:                               pretty(market),
		filepath.Join(PluginName, p.manifest):  pretty(plugin),
		filepath.Join(PluginName, p.hooks):     pretty(hooks),
	}
}

// pluginVersion makes an agent copy a plugin again that has changed: raise it when the hooks change, and only then.
const pluginVersion = "1.0.0"

// groups are the hooks by event, as in a settings file. A plugin does not know which version runs it, so it has only
// the events that all versions know: Claude Code 2.0.76 and 2.1.197 run none of a plugin's hooks, without a word, when
// one has a name that they do not know.
func (p packaging) groups() map[string][]group {
	a, _ := ByID(string(p.tool))
	groups := map[string][]group{}
	for _, h := range events.For(p.tool) {
		if h.Since == "" {
			groups[h.Name] = []group{{Matcher: a.Matcher, Hooks: []handler{{
				Type: "command", Command: p.command(), Timeout: int64(h.Timeout / a.Unit),
			}}}}
		}
	}
	return groups
}

// command is Command for a plugin: the helper that came with it, else the installed one. It names the agent, because
// Codex sets Claude Code's variables as well.
func (p packaging) command() string {
	var b strings.Builder
	helpers := []string{"$HOME/" + marker}
	if p.root != "" {
		helpers = []string{p.root + "/" + pluginHelper, helpers[0]}
	}
	for _, helper := range helpers {
		fmt.Fprintf(&b, `[ -x "%[1]s" ] && exec "%[1]s" %[2]s; `, helper, p.tool)
	}
	return b.String() + "exit 0"
}

func pretty(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		panic("hook: a plugin's text cannot be encoded: " + err.Error())
	}
	return b.Bytes()
}
