package theme

import (
	"bytes"
	"errors"
	"image"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// home is a store with a pet of its own, and one of Codex's by the name of another.
func home(t *testing.T) Store {
	t.Helper()
	codex := t.TempDir()
	s := Store{Dir: filepath.Join(t.TempDir(), "themes"), Roots: []string{codex, filepath.Join(codex, "nowhere")}}
	for _, dir := range []string{filepath.Join(s.Dir, "mochi"), filepath.Join(codex, "mochi"), filepath.Join(codex, "cat"), filepath.Join(s.Dir, "broken")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		data := v1
		if filepath.Base(dir) == "broken" {
			data = v1[:100]
		}
		if err := os.WriteFile(filepath.Join(dir, "spritesheet.png"), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(codex, "not a pet"), 0o700); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestList(t *testing.T) {
	s := home(t)
	var ids []string
	hidden, broken := 0, 0
	for _, e := range s.List() {
		ids = append(ids, e.ID)
		if e.ID == "" {
			hidden++
		}
		if e.Err != nil {
			broken++
		}
	}
	if got := strings.Join(ids[:3], " "); got != "builtin builtin.sakura builtin.yomogi" {
		t.Errorf("the list begins with %s", got)
	}
	if len(ids) != 7 || hidden != 1 || broken != 1 {
		t.Errorf("%d pets, %d behind others, %d broken: %q", len(ids), hidden, broken, ids)
	}
}

func TestFind(t *testing.T) {
	s := home(t)
	cases := []struct{ id, want, err string }{
		{"builtin", "", ""},
		{"builtin.sakura", "", ""},
		{"mochi", filepath.Join(s.Roots[0], "mochi"), ""}, // those of Codex come first
		{"cat", filepath.Join(s.Roots[0], "cat"), ""},
		{"auto", filepath.Join(s.Roots[0], "cat"), ""},
		{"dog", "", "no such pet"},
		{"../mochi", "", "is no id"},
		{"", "", "is no id"},
		{".", "", "is no id"},
		{"..", "", "is no id"},
		{".hidden", "", "is no id"},
		{"mochi/", "", "is no id"},
		{"mochi.", "", "is no id"},
		{"Con", "", "is no id"},
		{"lpt1.old", "", "is no id"},
		{"console", "", "no such pet"},
		{`a\b`, "", "is no id"},
		{"a\x00b", "", "is no id"},
		{s.Dir, s.Dir, ""},
	}
	for _, c := range cases {
		got, err := s.Find(c.id)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("Find(%q) = %q, %v, want %q, %s", c.id, got, err, c.want, c.err)
		}
	}
}

func TestLoadBuiltin(t *testing.T) {
	s := Store{Dir: t.TempDir()}
	for _, e := range builtins() {
		sheet, err := s.Load(e.ID)
		if err != nil || sheet.ID != e.ID || sheet.Name != e.Name || !sheet.Looks() {
			t.Errorf("%s: %v, %v", e.ID, sheet, err)
		}
	}
}

func TestRemove(t *testing.T) {
	s := home(t)
	for _, id := range []string{"builtin", "../themes", "", "..", "cat"} {
		if err := s.Remove(id); err == nil {
			t.Errorf("%q was removed", id)
		}
	}
	if err := s.Remove("dog"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a pet that is not there: %v", err)
	}
	if err := s.Remove("mochi"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(s.Dir, "mochi")); !os.IsNotExist(err) {
		t.Error("it is still there")
	}
	if _, err := os.Stat(filepath.Join(s.Roots[0], "mochi")); err != nil {
		t.Error("Codex's pet of that name is gone")
	}
}

func TestImportTwice(t *testing.T) {
	s := Store{Dir: t.TempDir()}
	p := packs()[0]
	file := zipped(t, p.items)
	if _, err := s.Import(file, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Import(file, ""); err == nil || !strings.Contains(err.Error(), `"mochi" already`) {
		t.Errorf("the second import: %v", err)
	}
	if left, _ := os.ReadDir(s.Dir); len(left) != 1 {
		t.Errorf("the store has %v", left)
	}
}

func TestCheckLeavesNothing(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	s := Store{Dir: filepath.Join(tmp, "themes")}
	r, sheet, err := s.Check(zipped(t, packs()[0].items))
	if err != nil || r.ID != "mochi" || sheet == nil {
		t.Errorf("%+v, %v, %v", r, sheet, err)
	}
	if _, err := os.Stat(s.Dir); !os.IsNotExist(err) {
		t.Error("a check writes into the store")
	}
	if left, _ := filepath.Glob(filepath.Join(tmp, ".import-*")); len(left) > 0 {
		t.Errorf("it leaves %v", left)
	}
}

func TestChoice(t *testing.T) {
	s := home(t)
	for _, c := range []struct{ tool, variable, value, want string }{
		{"claude-code", "CLAUDE_PET_ID", "cat", "cat"},
		{"claude-code", "CODEX_PET_ID", "cat", "mochi"},
		{"codex", "CODEX_PET_ID", "cat", "cat"},
		{"codex", "CODEX_PET_ID", "builtin.sakura", "builtin.sakura"},
		{"codex", "CODEX_PET_ID", "../evil", "mochi"},
		{"codex", "CODEX_PET_ID", "/etc", "mochi"},
		{"codex", "CODEX_PET_ID", "dog", "mochi"}, // there is no such pet
		{"codex", "CODEX_PET_ID", "", "mochi"},
		{"gemini", "CODEX_PET_ID", "cat", "mochi"},
		{"", "CODEX_PET_ID", "cat", "mochi"},
	} {
		getenv := func(name string) string {
			if name == c.variable {
				return c.value
			}
			return ""
		}
		if got := s.Choice(getenv, c.tool, "mochi"); got != c.want {
			t.Errorf("with %s=%s the pet of %q is %q, want %q", c.variable, c.value, c.tool, got, c.want)
		}
	}
}

// TestDiscovery looks for a pet in the order of the roots: Codex's before our own, each by name, and passes over those
// that cannot be shown.
func TestDiscovery(t *testing.T) {
	s := home(t)
	dir := func(id string) string {
		t.Helper()
		dir, err := s.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		return dir
	}
	if got, want := dir("mochi"), filepath.Join(s.Roots[0], "mochi"); got != want {
		t.Errorf("mochi is %s, want Codex's %s", got, want)
	}
	for _, want := range []string{filepath.Join(s.Roots[0], "cat"), filepath.Join(s.Roots[0], "mochi"), filepath.Join(s.Dir, "mochi"), ""} {
		if got := dir(Auto); got != want {
			t.Fatalf("the first pet is %q, want %q", got, want)
		}
		if want != "" {
			if err := os.RemoveAll(want); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestAutoWithoutPets(t *testing.T) {
	s := Store{Dir: filepath.Join(t.TempDir(), "nowhere")}
	if sheet, err := s.Load(Auto); err != nil || sheet.ID != Builtin {
		t.Errorf("without pets: %v, %v", sheet, err)
	}
}

func TestCodexPets(t *testing.T) {
	for want, env := range map[string]map[string]string{
		filepath.Join("c", "pets"):           {"CODEX_HOME": "c", "HOME": "h"},
		filepath.Join("h", ".codex", "pets"): {"HOME": "h"},
		"":                                   {},
	} {
		if got := CodexPets(func(name string) string { return env[name] }); got != want {
			t.Errorf("with %v: %q, want %q", env, got, want)
		}
	}
}

func TestPreview(t *testing.T) {
	sheet, err := Store{}.Load(Builtin)
	if err != nil {
		t.Fatal(err)
	}
	m := Preview(sheet)
	if m.Rect.Dx() != 8*192 || m.Rect.Dy() != 10*208 {
		t.Errorf("the preview is %v", m.Rect)
	}
	ground := m.RGBAAt(0, 0)
	for row := range 10 {
		if m.RGBAAt(96, row*208+150) == ground {
			t.Errorf("row %d shows nothing", row)
		}
	}
}

// A preview of large cells is smaller than they are: it has eighty of them.
func TestPreviewIsBounded(t *testing.T) {
	s := Store{Dir: t.TempDir()}
	wide := image.NewNRGBA(image.Rect(0, 0, 2048, 16))
	draw.Draw(wide, wide.Rect, image.Black, image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := png.Encode(&b, wide); err != nil {
		t.Fatal(err)
	}
	pet, _ := folder(t, []item{
		{"pet.json", 0, text(`{"frame":{"width":2048,"height":16,"columns":1,"rows":1}}`)}, {"spritesheet.png", 0, b.Bytes()},
	})
	sheet, err := s.Load(pet)
	if err != nil {
		t.Fatal(err)
	}
	if m := Preview(sheet); m.Rect.Dx() != 8*512 || m.Rect.Dy() != 10*4 {
		t.Errorf("the preview is %v", m.Rect)
	}
}

// Names tells the pets of List that can be chosen, without looking at their pictures.
func TestNames(t *testing.T) {
	s := Store{Dir: t.TempDir(), Roots: []string{t.TempDir()}}
	for _, p := range []struct{ root, id, json string }{
		{s.Roots[0], "mochi", `{"displayName":"Mochi"}`}, {s.Dir, "mochi", `{"displayName":"Another"}`},
		{s.Dir, "broken", `{`}, {s.Dir, "builtin", `{}`}, {s.Dir, ".hidden", `{}`},
	} {
		dir := filepath.Join(p.root, p.id)
		if err := errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(filepath.Join(dir, "pet.json"), []byte(p.json), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	got := map[string]string{}
	for _, e := range s.Names()[len(builtins()):] {
		got[e.ID] = e.Name
	}
	if want := map[string]string{"mochi": "Mochi", "broken": "broken"}; !maps.Equal(got, want) {
		t.Errorf("names are %v, want %v", got, want)
	}
}

// A pet can be shown from its archive, which stays as it is.
func TestLoadArchive(t *testing.T) {
	s := Store{Dir: filepath.Join(t.TempDir(), "themes")}
	file := zipped(t, packs()[0].items)
	sheet, err := s.Load(file)
	if err != nil || sheet.Name != "Mochi" {
		t.Fatalf("%v, %v", sheet, err)
	}
	if _, err := os.Stat(s.Dir); !os.IsNotExist(err) {
		t.Error("something was written")
	}
	if _, err := s.Load(write(t, "bad.zip", []byte("PK"))); err == nil || !strings.Contains(err.Error(), "bad.zip") {
		t.Errorf("no archive: %v", err)
	}
}
