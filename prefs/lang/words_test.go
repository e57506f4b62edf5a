package lang

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root is the project's folder as seen from this package's, self this package as others import it.
const (
	root   = "../.."
	module = "dango"
	self   = module + "/prefs/lang"
)

// TestEveryTextIsTranslated reads the whole program, whatever system a file is for: each text that it can say has
// Chinese, none in the catalogue is left over, and their verbs agree.
func TestEveryTextIsTranslated(t *testing.T) {
	used := map[Text]string{} // text → where
	s := &source{set: token.NewFileSet(), packages: map[string]*types.Package{}}
	for _, dir := range speakers(t) {
		collect(t, s, dir, used)
	}
	chinese, english := entries(t, "zh-CN.json"), entries(t, "en.json")
	for _, key := range slices.Sorted(maps.Keys(used)) {
		if _, ok := chinese[key]; !ok {
			t.Errorf("%s: zh-CN.json has no %q", used[key], key)
		}
	}
	for name, all := range map[string]map[Text]entry{"zh-CN.json": chinese, "en.json": english} {
		for _, key := range slices.Sorted(maps.Keys(all)) {
			if _, ok := used[key]; !ok {
				t.Errorf("%s: nobody says %q", name, key)
			}
			e := all[key]
			for _, text := range append(slices.Collect(maps.Values(e.forms)), e.text) {
				if got, want := verbs(text), verbs(string(key)); text != "" && !maps.Equal(got, want) {
					t.Errorf("%s: %q has the verbs %v, its key has %v", name, text, got, want)
				}
			}
			if e.forms == nil && strings.TrimSpace(e.text) == "" || e.forms != nil && e.forms["other"] == "" {
				t.Errorf("%s: nothing stands behind %q", name, key)
			}
		}
	}
}

// entries reads a catalogue; its keys are sorted, so that a key stands there once and changes of two people seldom meet.
func entries(t *testing.T, file string) map[Text]entry {
	t.Helper()
	all, err := read(file)
	if err != nil {
		t.Fatal(err)
	}
	b, err := files.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d, depth, last, isKey := json.NewDecoder(strings.NewReader(string(b))), 0, "", false
	for {
		token, err := d.Token()
		if err != nil {
			break
		}
		switch v := token.(type) {
		case json.Delim:
			depth += map[json.Delim]int{'{': 1, '}': -1}[v]
			isKey = depth == 1
		case string:
			if depth != 1 {
				continue
			}
			if isKey && v <= last {
				t.Errorf("%s: %q must stand before %q", file, v, last)
			}
			if isKey {
				last = v
			}
			isKey = !isKey
		}
	}
	return all
}

var verb = regexp.MustCompile(`%(?:%|\[(\d+)\])?[-+# 0]*\d*(?:\.\d+)?([a-zA-Z])?`)

// verbs are the verbs of a format by the number of their argument.
func verbs(format string) map[int]string {
	all, next := map[int]string{}, 1
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[0] == "%%" || m[2] == "" {
			continue
		}
		if n, err := strconv.Atoi(m[1]); err == nil {
			next = n
		}
		all[next] = m[2]
		next++
	}
	return all
}

// speakers are the folders of packages that import this one.
func speakers(t *testing.T) []string {
	t.Helper()
	dirs := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || !isProgram(path):
			return nil
		}
		text, err := os.ReadFile(path)
		dirs[filepath.Dir(path)] = dirs[filepath.Dir(path)] || strings.Contains(string(text), strconv.Quote(self))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(dirs, func(_ string, speaks bool) bool { return !speaks })
	return slices.Sorted(maps.Keys(dirs))
}

func isProgram(path string) bool {
	return strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
}

// A source reads packages of the project from their files, whatever system a file is for.
//
// Of other people's packages it knows no more than the name, and files for several systems declare a thing twice: what
// cannot be understood for that is passed over. Texts are constants, and those need nobody else.
type source struct {
	set      *token.FileSet
	packages map[string]*types.Package
}

// check type-checks the package in a folder; with info also the bodies of its functions.
func (s *source) check(path, dir string, info *types.Info) (*types.Package, []*ast.File, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, nil, err
	}
	var files []*ast.File
	for _, name := range slices.DeleteFunc(names, func(n string) bool { return !isProgram(n) }) {
		f, err := parser.ParseFile(s.set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: s, Error: func(error) {}, FakeImportC: true, IgnoreFuncBodies: info == nil}
	p, _ := conf.Check(path, s.set, files, info)
	p.MarkComplete()
	return p, files, nil
}

func (s *source) Import(path string) (*types.Package, error) {
	if p := s.packages[path]; p != nil {
		return p, nil
	}
	p := types.NewPackage(path, filepath.Base(path))
	p.MarkComplete()
	if below, ok := strings.CutPrefix(path, module+"/"); ok {
		var err error
		if p, _, err = s.check(path, filepath.Join(root, below), nil); err != nil {
			return nil, err
		}
	}
	s.packages[path] = p
	return p, nil
}

// collect notes every constant of type Text in a package, and complains about a Text that is made of something else.
func collect(t *testing.T, s *source, dir string, used map[Text]string) {
	t.Helper()
	lang, err := s.Import(self)
	if err != nil {
		t.Fatal(err)
	}
	is := lang.Scope().Lookup("Text").Type()
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	_, files, err := s.check(dir, dir, info)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			at := s.set.Position(e.Pos()).String()
			call, isCall := e.(*ast.CallExpr)
			switch v := info.Types[e]; {
			case v.IsType() || v.Type == nil || !types.Identical(v.Type, is):
			case v.Value != nil && v.Value.Kind() == constant.String:
				if key := Text(constant.StringVal(v.Value)); key != "" {
					used[key] = at
				}
			case isCall && info.Types[call.Fun].IsType():
				t.Errorf("%s: a Text must be a constant, so that it can be found", at)
			}
			if isCall {
				checkCall(t, at, call, info, is)
			}
			return true
		})
	}
}

// checkCall finds calls of T and its like with too few or too many arguments.
func checkCall(t *testing.T, at string, call *ast.CallExpr, info *types.Info, is types.Type) {
	t.Helper()
	sign, ok := info.Types[call.Fun].Type.(*types.Signature)
	if !ok || len(call.Args) == 0 || call.Ellipsis.IsValid() || !sign.Variadic() || sign.Params().Len() != 2 ||
		!types.Identical(sign.Params().At(0).Type(), is) {
		return
	}
	key := info.Types[call.Args[0]].Value
	if key == nil {
		return
	}
	if want, got := len(verbs(constant.StringVal(key))), len(call.Args)-1; got != want {
		t.Errorf("%s: %d arguments for %s", at, got, key)
	}
}
