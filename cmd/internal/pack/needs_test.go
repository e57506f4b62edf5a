//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// On a machine that has nothing yet, the packages that make build asks for bring every header that our C parts include.
// Here they may be there for another reason, and then the build does not tell.
func TestBuildNeedsBringAllHeaders(t *testing.T) {
	needs(t, "gcc")
	needs(t, "dpkg-query")
	t.Chdir(filepath.Join("..", "..", ".."))
	brought := closure(t, askedFor(t))
	absent := map[string][]string{}
	for line := range strings.Lines(output(t, "dpkg-query", append([]string{"-S"}, headers(t)...)...)) {
		owner, header, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if owner, _, _ = strings.Cut(owner, ":"); !brought[owner] {
			absent[owner] = append(absent[owner], header)
		}
	}
	for owner, all := range absent {
		t.Errorf("make build asks for nothing that brings the package %s, which has %v", owner, all)
	}
}

// askedFor are the packages that the Makefile calls BUILD_NEEDS.
func askedFor(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^BUILD_NEEDS\s*:=((?:.*\\\n)*.*)$`).FindSubmatch(text)
	if m == nil {
		t.Fatal("the Makefile has no BUILD_NEEDS")
	}
	return strings.Fields(strings.ReplaceAll(string(m[1]), "\\\n", " "))
}

// closure is packages with all that they depend on, as they are installed here.
func closure(t *testing.T, packages []string) map[string]bool {
	t.Helper()
	depends := map[string]string{}
	for line := range strings.Lines(output(t, "dpkg-query", "-W", "-f", "${Package}\t${Pre-Depends},${Depends}\n")) {
		name, on, _ := strings.Cut(strings.TrimSpace(line), "\t")
		depends[name] = on
	}
	all := map[string]bool{}
	for queue := packages; len(queue) > 0; queue = queue[1:] {
		name := queue[0]
		if all[name] {
			continue
		}
		all[name] = true
		for one := range strings.SplitSeq(depends[name], ",") {
			first, _, _ := strings.Cut(one, "|") // apt takes the first of several
			if first, _, _ = strings.Cut(strings.TrimSpace(first), " "); first != "" {
				first, _, _ = strings.Cut(first, ":")
				queue = append(queue, first)
			}
		}
	}
	return all
}

// headers are the files of the system that the pet's C parts include.
func headers(t *testing.T) (all []string) {
	t.Helper()
	modules := json.NewDecoder(strings.NewReader(output(t, "env", "CGO_ENABLED=1", "go", "list", "-deps", "-json=Dir,Standard,CFiles,CgoFiles,CgoCFLAGS", "./cmd/dango")))
	for {
		var p struct {
			Dir                         string
			Standard                    bool
			CFiles, CgoFiles, CgoCFLAGS []string
		}
		err := modules.Decode(&p)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.Standard {
			continue
		}
		var sources []string
		for _, f := range p.CFiles {
			sources = append(sources, filepath.Join(p.Dir, f))
		}
		for i, f := range p.CgoFiles {
			if c := preamble(t, filepath.Join(p.Dir, f)); c != "" {
				sources = append(sources, filepath.Join(t.TempDir(), fmt.Sprint(i, ".c")))
				if err := os.WriteFile(sources[len(sources)-1], []byte(c), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, source := range sources {
			rule := output(t, "gcc", append(slices.Clone(p.CgoCFLAGS), "-I", p.Dir, "-M", source)...)
			for _, f := range strings.Fields(rule) {
				if f = filepath.Clean(f); strings.HasPrefix(f, "/usr/include/") {
					all = append(all, f)
				}
			}
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) == 0 {
		t.Fatal("the pet includes no headers at all")
	}
	return all
}

// preamble is the C text above import "C".
func preamble(t *testing.T, file string) string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Doc != nil && len(g.Specs) == 1 && g.Specs[0].(*ast.ImportSpec).Path.Value == `"C"` {
			var c []string
			for line := range strings.Lines(g.Doc.Text()) {
				if !strings.HasPrefix(line, "#cgo") {
					c = append(c, line)
				}
			}
			return strings.Join(c, "")
		}
	}
	return ""
}
