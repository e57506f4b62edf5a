package wall

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root is the project's folder as seen from this package's.
const root = "../../.."

// made are the folders that the tasks write to and git ignores.
var made = []string{"bin", "dist", "out"}

// A goFile is one Go file of the project with what it imports.
type goFile struct {
	name    string // below the root
	pkg     string // its folder, below the root
	test    bool
	imports []string
}

// goFiles parses every Go file, on whatever system and under whatever build tag it is compiled.
func goFiles(t *testing.T) []goFile {
	t.Helper()
	var files []goFile
	walk(t, func(name string) {
		if !strings.HasSuffix(name, ".go") {
			return
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, parser.ImportsOnly)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		f := goFile{name: name, pkg: path.Dir(name), test: strings.HasSuffix(name, "_test.go")}
		for _, spec := range parsed.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Errorf("%s: import %s: %v", name, spec.Path.Value, err)
			}
			f.imports = append(f.imports, p)
		}
		files = append(files, f)
	})
	if len(files) == 0 {
		t.Fatal("no Go file found: is this the project's tree?")
	}
	return files
}

// walk calls visit with every file of the project, git's own and what the tasks make left out.
func walk(t *testing.T, visit func(name string)) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".git" || slices.Contains(made, name):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular():
			visit(name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestEngineStaysInside(t *testing.T) {
	for _, f := range goFiles(t) {
		for _, imported := range f.imports {
			if isEngine(imported) && !slices.Contains(engineHomes, f.pkg) {
				t.Errorf("%s imports %s: only %s may", f.name, imported, strings.Join(engineHomes, ", "))
			}
		}
	}
}

func TestWhatComesBeforeTheEngine(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range goFiles(t) {
		foreign, ok := early[f.pkg]
		if !ok || f.test {
			continue
		}
		seen[f.pkg] = true
		for _, imported := range f.imports {
			standard := !strings.Contains(strings.Split(imported, "/")[0], ".") && !strings.HasPrefix(imported, Module+"/")
			if !standard && !slices.Contains(foreign, imported) {
				t.Errorf("%s imports %s and may then be initialised after the engine", f.name, imported)
			}
		}
	}
	for pkg := range early {
		if !seen[pkg] {
			t.Errorf("there is no package %s", pkg)
		}
	}
}

func TestImportsPointDown(t *testing.T) {
	for _, f := range goFiles(t) {
		if _, ok := layerOf(f.pkg); !ok {
			t.Errorf("%s: package %s has no layer: give it one in cmd/internal/wall, or another home", f.name, f.pkg)
			continue
		}
		for _, imported := range f.imports {
			if p, ok := ours(imported); ok && !mayImport(f.pkg, p, f.test) {
				t.Errorf("%s imports %s, which lies not below %s", f.name, p, f.pkg)
			}
		}
	}
}

// The imports of our own files say nothing about what those of other modules import in turn.
func TestNothingBringsTheEngineAlong(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	for _, system := range []string{"linux", "windows", "darwin"} {
		t.Run(system, func(t *testing.T) {
			list := exec.Command("go", "list", "-deps", "dango/cmd/dango-emit", "dango/cmd/petctl")
			list.Dir = root
			list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
			out, err := list.Output()
			if err != nil {
				t.Fatalf("%s: %v", strings.Join(list.Args, " "), err)
			}
			for _, dep := range strings.Fields(string(out)) {
				if isEngine(dep) {
					t.Errorf("dango-emit or petctl links %s", dep)
				}
				if system == "linux" && strings.HasPrefix(dep, "github.com/ebitengine/purego") {
					t.Errorf("dango-emit or petctl links %s: it would need the system's loader, and must be static", dep)
				}
			}
		})
	}
}

func TestTopLevel(t *testing.T) {
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := e.Name()
		ignored := slices.Contains(made, name) || strings.HasSuffix(name, ".test") || strings.HasSuffix(name, ".prof")
		if !strings.HasPrefix(name, ".") && !ignored && !slices.Contains(topLevel, name) {
			t.Errorf("%s does not belong at the top: what is there is %s", name, strings.Join(topLevel, " "))
		}
	}
}

// Files beside the tree are not in a clone: nothing here may lean on them.
func TestNothingPointsOutside(t *testing.T) {
	outside := [][]byte{[]byte("/work" + "/shared"), []byte(".." + "/shared/")}
	walk(t, func(name string) {
		content, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Error(err)
			return
		}
		for _, path := range outside {
			if bytes.Contains(content, path) {
				t.Errorf("%s mentions %s", name, path)
			}
		}
	})
}

func TestMayImport(t *testing.T) {
	tests := []struct {
		pkg, imported string
		test, want    bool
	}{
		{"session/event", "session/board", false, false},
		{"session", "session/event", false, true},
		{"session", "ingress/sock", false, false},
		{"game/scene", "game/raster", false, false},
		{"game/scene", "game/raster", true, true},
		{"ingress/adapt", "session", false, false},
		{"ingress/codex", "session", false, true},
		{"emit", "emit/hook", false, false},
		{"emit/hook", "ingress/adapt", false, true},
		{"cmd/petctl", "game", false, false},
		{"game/window", "game", false, false},
	}
	for _, tt := range tests {
		if got := mayImport(tt.pkg, tt.imported, tt.test); got != tt.want {
			t.Errorf("mayImport(%s, %s, test %t) = %t, want %t", tt.pkg, tt.imported, tt.test, got, tt.want)
		}
	}
}

func TestEveryLayerIsThereOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range layers {
		if seen[l.pattern] {
			t.Errorf("layer %s is in the table twice", l.pattern)
		}
		seen[l.pattern] = true
	}
}
