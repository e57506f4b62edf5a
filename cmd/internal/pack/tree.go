package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// programs are what is installed into bin.
var programs = []string{"dango", "dango-emit", "petctl"}

// iconSides are the sizes of the icon theme's folders that desktops look into, in pixels.
var iconSides = []int{16, 22, 24, 32, 48, 64, 128, 256, 512}

// completions are where each shell looks, below share. Debian's zsh looks elsewhere.
func completions(zsh string) map[string]string {
	return map[string]string{
		"bash": "bash-completion/completions/petctl", "zsh": zsh + "/_petctl", "fish": "fish/vendor_completions.d/petctl.fish",
	}
}

const (
	zshSite   = "zsh/site-functions"
	zshDebian = "zsh/vendor-completions"
)

// tree writes everything that lies below the prefix into dir, which is emptied first; and a list of it, for uninstall.
func tree(bin, prefix, zsh, dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	for _, part := range []func() error{
		func() error { return addPrograms(bin, dir) },
		func() error {
			return write(filepath.Join(dir, "share/applications/dango.desktop"), desktopEntry(filepath.Join(prefix, "bin/dango")))
		},
		func() error { return addIcons(filepath.Join(dir, "share/icons/hicolor")) },
		func() error { return addManual(bin, filepath.Join(dir, "share/man")) },
		func() error { return addCompletions(bin, filepath.Join(dir, "share"), completions(zsh)) },
		func() error { return addDocs(bin, filepath.Join(dir, "share/doc/dango")) },
		func() error { return addList(dir) },
	} {
		if err := part(); err != nil {
			return fmt.Errorf("make the tree %s: %w", dir, err)
		}
	}
	return nil
}

func addPrograms(bin, dir string) error {
	for _, name := range programs {
		b, err := os.ReadFile(filepath.Join(bin, name))
		if err != nil {
			return fmt.Errorf("%w; make build makes it", err)
		}
		to := filepath.Join(dir, "bin", name)
		if err := write(to, b); err != nil {
			return err
		}
		if err := os.Chmod(to, 0o755); err != nil {
			return err
		}
	}
	return nil
}

// desktopEntry is the menu's entry. The program is named by its whole path: a desktop's PATH may lack ~/.local/bin.
func desktopEntry(program string) []byte {
	return fmt.Appendf(nil, `[Desktop Entry]
Type=Application
Name=Dango
GenericName=Desktop pet for coding agents
GenericName[zh_CN]=编程代理桌宠
Comment=Shows what coding agents do, and lets you answer them
Comment[zh_CN]=显示编程代理的动态，并让你直接回应它们
Exec=%s
Icon=dango
Terminal=false
Categories=Utility;Development;
Keywords=pet;agent;claude;codex;gemini;opencode;
Keywords[zh_CN]=桌宠;代理;claude;codex;gemini;opencode;
StartupNotify=false
`, program)
}

// addIcons has the art's own generator draw the icons.
func addIcons(dir string) error {
	sides := strings.Trim(strings.ReplaceAll(fmt.Sprint(iconSides), " ", ","), "[]")
	return capture(nil, "go", "run", "./assets/internal/gen", "-icons", dir, "-sides", sides)
}

// addManual writes the man pages: petctl's, in each language, from its own help, and those of the other two programs
// from what they print about themselves.
func addManual(bin, dir string) error {
	petctl := filepath.Join(bin, "petctl")
	for locale, sub := range map[string]string{"C": "man1", "zh_CN.UTF-8": "zh_CN/man1"} {
		if err := capture(nil, "env", "LC_ALL="+locale, "DANGO_HOME=/nonexistent", petctl, "man", filepath.Join(dir, sub)); err != nil {
			return err
		}
	}
	for name, about := range map[string]string{
		"dango": "desktop pet that shows what coding agents do", "dango-emit": "tell Dango what an agent's hook says",
	} {
		var help bytes.Buffer
		if err := capture(&help, filepath.Join(bin, name), "--help"); err != nil {
			return err
		}
		if err := write(filepath.Join(dir, "man1", name+".1"), page(name, about, help.String())); err != nil {
			return err
		}
	}
	return nil
}

// page is a man page that shows a program's help as it is.
func page(name, about, help string) []byte {
	escaped := strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'").Replace(strings.TrimSpace(help))
	return fmt.Appendf(nil, ".TH %s 1 \"\" Dango Dango\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n%s\n.fi\n.SH SEE ALSO\n.BR petctl (1)\n",
		strings.ToUpper(strings.ReplaceAll(name, "-", `\-`)), strings.ReplaceAll(name, "-", `\-`), about, escaped)
}

// addCompletions writes the shells' scripts to where each shell looks.
func addCompletions(bin, dir string, names map[string]string) error {
	for shell, name := range names {
		var script bytes.Buffer
		if err := capture(&script, "env", "LC_ALL=C", "DANGO_HOME=/nonexistent", filepath.Join(bin, "petctl"), "completion", shell); err != nil {
			return err
		}
		if err := write(filepath.Join(dir, name), script.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// addDocs writes what there is to read, and the schema of the preferences, for editors.
func addDocs(bin, dir string) error {
	var schema bytes.Buffer
	if err := capture(&schema, filepath.Join(bin, "petctl"), "config", "schema"); err != nil {
		return err
	}
	if err := write(filepath.Join(dir, "config.schema.json"), schema.Bytes()); err != nil {
		return err
	}
	for from, to := range map[string]string{"README.md": "README.md", "LICENSE": "copyright"} {
		b, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		if err := write(filepath.Join(dir, to), b); err != nil {
			return err
		}
	}
	return nil
}

// list names every file of the tree, and itself.
const list = "share/doc/dango/files"

// addList writes the list.
func addList(dir string) error {
	names := []string{list}
	err := each(dir, func(name string, _ fs.FileMode, _ io.Reader, _ int64) error {
		names = append(names, name)
		return nil
	})
	if err != nil {
		return err
	}
	slices.Sort(names)
	return write(filepath.Join(dir, list), []byte(strings.Join(names, "\n")+"\n"))
}

// write makes a file and its folders, for everybody to read.
func write(name string, b []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, b, 0o644)
}

// capture runs a program; out has what it prints, on whichever way.
func capture(out *bytes.Buffer, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	both, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", strings.Join(cmd.Args, " "), err, bytes.TrimSpace(both))
	}
	if out != nil {
		out.Write(both)
	}
	return nil
}
