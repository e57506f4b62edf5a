//go:build linux

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"debug/elf"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dango/cmd/internal/e2e"
)

// build builds the real programs once for all tests.
func build(t *testing.T) (bin string) {
	t.Helper()
	t.Chdir(filepath.Join("..", "..", ".."))
	dir := t.TempDir()
	if _, err := e2e.Build(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// output runs a program and gives what it printed.
func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := capture(&out, name, args...); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func needs(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not here: Debian and its kin have it", program)
	}
}

// TestPackages builds the programs, packs them, installs the packages into roots of their own, uses what is there, and
// takes it out again.
func TestPackages(t *testing.T) {
	bin := build(t)
	t.Run("deb", func(t *testing.T) { testDeb(t, bin) })
	made := filepath.Join(t.TempDir(), "tree")
	if err := tree(bin, "/opt/dango", zshSite, made); err != nil {
		t.Fatal(err)
	}
	t.Run("install", func(t *testing.T) { testInstall(t, made) })
	t.Run("tar", func(t *testing.T) { testTar(t, made) })
}

func testDeb(t *testing.T, bin string) {
	needs(t, "dpkg-deb")
	const version = "1.2.3+4.g0123abc"
	out, root := t.TempDir(), t.TempDir()
	if err := deb(bin, version, out); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(out, debName(version))
	if got := strings.TrimSpace(output(t, "dpkg-deb", "-f", file, "Version")); got != version {
		t.Errorf("the package's version is %q, want %q", got, version)
	}
	testDepends(t, filepath.Join(bin, "dango"), output(t, "dpkg-deb", "-f", file, "Depends"))
	if os.Getuid() != 0 && !rootless(t) {
		t.Skip("only root, or fakeroot, may install a package")
	}
	for _, dir := range []string{"var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"var/lib/dpkg/status", "var/lib/dpkg/available"} {
		if err := write(filepath.Join(root, name), nil); err != nil {
			t.Fatal(err)
		}
	}
	dpkg := func(args ...string) string {
		argv := append([]string{"--root=" + root, "--force-depends", "--force-not-root", "--log=" + filepath.Join(root, "log")}, args...)
		if os.Getuid() == 0 {
			return output(t, "dpkg", argv...)
		}
		return output(t, "fakeroot", append([]string{"dpkg"}, argv...)...)
	}
	dpkg("--install", file) // the root has no libraries; those of this system are used below
	if got := dpkg("--status", "dango"); !strings.Contains(got, "Status: install ok installed") {
		t.Errorf("dpkg --status dango:\n%s", got)
	}
	testUse(t, filepath.Join(root, "usr"), "/usr", zshDebian, ".gz")
	dpkg("--purge", "dango")
	if left := filesBelow(t, filepath.Join(root, "usr")); len(left) > 0 {
		t.Errorf("dpkg --purge left %q", left)
	}
}

func rootless(t *testing.T) bool {
	t.Helper()
	_, err := exec.LookPath("fakeroot")
	return err == nil
}

// testDepends demands that every library that the program is linked to comes with a package that it depends on.
func testDepends(t *testing.T, program, depends string) {
	t.Helper()
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	linked, err := f.ImportedLibraries()
	if err != nil {
		t.Fatal(err)
	}
	var packages []string
	for d := range strings.SplitSeq(depends, ",") {
		packages = append(packages, strings.Fields(d)[0])
	}
	for _, lib := range linked {
		owner, _, _ := strings.Cut(output(t, "dpkg", "--search", "*/"+lib), ":")
		if !slices.Contains(packages, owner) {
			t.Errorf("%s is of the package %s, which is not among %q", lib, owner, packages)
		}
	}
	for _, p := range packages { // and each of them is one that Debian knows
		output(t, "dpkg-query", "-W", p)
	}
}

func testInstall(t *testing.T, made string) {
	root := filepath.Join(t.TempDir(), "opt", "dango")
	output(t, ".ci/install", made, root)
	if want, got := filesBelow(t, made), filesBelow(t, root); !slices.Equal(got, want) {
		t.Errorf("installed are %q, want %q", got, want)
	}
	testUse(t, root, "/opt/dango", zshSite, "")
	mine := filepath.Join(root, "share", "man", "man1", "mine.1")
	if err := write(mine, nil); err != nil {
		t.Fatal(err)
	}
	output(t, ".ci/uninstall", root)
	if got := filesBelow(t, root); !slices.Equal(got, []string{"share/man/man1/mine.1"}) {
		t.Errorf("after uninstall there are %q, want the file of somebody else alone", got)
	}
	if err := capture(nil, ".ci/uninstall", root); err == nil {
		t.Error("a second uninstall is no error")
	}
}

// testUse tries what was installed below root, which thinks that it lies in prefix.
func testUse(t *testing.T, root, prefix, zsh, suffix string) {
	t.Helper()
	t.Setenv("DANGO_HOME", t.TempDir())
	for name, want := range map[string]string{"dango": "dango ", "petctl": "petctl "} {
		if got := output(t, filepath.Join(root, "bin", name), "--version"); !strings.HasPrefix(got, want) {
			t.Errorf("%s --version: %q", name, got)
		}
	}
	output(t, filepath.Join(root, "bin", "petctl"), "config", "get", "size")
	entry, err := os.ReadFile(filepath.Join(root, "share/applications/dango.desktop"))
	if err != nil || !strings.Contains(string(entry), "\nExec="+prefix+"/bin/dango\n") {
		t.Errorf("the menu's entry, %v:\n%s", err, entry)
	}
	for _, side := range iconSides {
		b, err := os.ReadFile(filepath.Join(root, fmt.Sprintf("share/icons/hicolor/%[1]dx%[1]d/apps/dango.png", side)))
		if err != nil {
			t.Fatal(err)
		}
		if c, err := png.DecodeConfig(bytes.NewReader(b)); err != nil || c.Width != side || c.Height != side {
			t.Errorf("the icon of %d: %v, %v", side, c, err)
		}
	}
	if b, err := os.ReadFile(filepath.Join(root, "share/doc/dango/config.schema.json")); err != nil || !json.Valid(b) {
		t.Errorf("the schema of the preferences, %v:\n%s", err, b)
	}
	for _, page := range []string{"man1/petctl.1", "man1/petctl-decide.1", "man1/dango.1", "man1/dango-emit.1", "zh_CN/man1/petctl.1"} {
		if _, err := os.Stat(filepath.Join(root, "share/man", page+suffix)); err != nil {
			t.Error(err)
		}
	}
	for shell, name := range completions(zsh) {
		name = filepath.Join(root, "share", name)
		if _, err := exec.LookPath(shell); err == nil {
			output(t, shell, "-n", name)
		}
		if b, err := os.ReadFile(name); err != nil || !bytes.Contains(b, []byte("petctl")) {
			t.Errorf("the completion of %s: %v", shell, err)
		}
	}
}

func testTar(t *testing.T, made string) {
	dir := t.TempDir()
	var both [2][]byte
	for i := range both {
		name := filepath.Join(dir, fmt.Sprint(i, ".tar.gz"))
		if err := tarball(made, "dango-1", name); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		both[i] = b
	}
	if !bytes.Equal(both[0], both[1]) {
		t.Error("the same tree makes two archives")
	}
	z, err := gzip.NewReader(bytes.NewReader(both[0]))
	if err != nil {
		t.Fatal(err)
	}
	modes := map[string]int64{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		modes[h.Name] = h.Mode
	}
	if modes["dango-1/bin/dango"] != 0o755 || modes["dango-1/share/doc/dango/README.md"] != 0o644 {
		t.Errorf("modes in the archive: %v", modes)
	}
}

// filesBelow are the files below a folder, by name; none when it is gone.
func filesBelow(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(dir, path)
			names = append(names, rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}
