package theme

import (
	"archive/zip"
	"bytes"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dango/sprite"
)

// item is one entry of a pack.
type item struct {
	name string
	mode fs.FileMode // 0 = a file
	data []byte
}

// sheet is a PNG of w × h px of the contract's cells; those of these indices show something.
func sheet(w, h int, cells ...int) []byte {
	m := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.NRGBA{}, color.NRGBA{200, 100, 50, 255}})
	for _, c := range cells {
		x, y := c%8*sprite.CellWidth, c/8*sprite.CellHeight
		for i := range 40 * 40 {
			m.SetColorIndex(x+60+i%40, y+60+i/40, 1)
		}
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, m); err != nil {
		panic(err)
	}
	return b.Bytes()
}

var (
	v1    = sheet(1536, 1872, 0, 1, 8, 16, 24, 32, 40, 48, 56, 64)
	v2    = sheet(1536, 2288, 0, 1, 6, 8, 16, 24, 32, 40, 48, 56, 64)
	empty = sheet(1536, 1872, 8)
	dot   = moving(6, 4, 3)
)

// moving is a GIF of n frames.
func moving(w, h, n int) []byte {
	g := &gif.GIF{}
	for i := range n {
		m := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.NRGBA{}, color.NRGBA{200, 100, 50, 255}})
		m.Pix[i%len(m.Pix)] = 1
		g.Image, g.Delay, g.Disposal = append(g.Image, m), append(g.Delay, i), append(g.Disposal, gif.DisposalBackground)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, g); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// eight are the GIFs of all states, named by name.
func eight(name func(string) string, more ...item) []item {
	for _, st := range sprite.GIFStates {
		more = append(more, item{name(string(st)), 0, dot})
	}
	return more
}

func plainly(st string) string { return st + ".gif" }

func without(list []item, name string) []item {
	var left []item
	for _, it := range list {
		if it.name != name {
			left = append(left, it)
		}
	}
	return left
}

func text(s string) []byte { return []byte(s) }

func stored(name string) []byte {
	b, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return b
}

func half(b []byte) []byte { return b[:len(b)/2] }

// pack is one pet of the corpus: want is part of the id, or of the error when bad; note is part of a note.
type pack struct {
	name  string
	items []item
	want  string
	bad   bool
	note  string
}

// packs is the corpus. Each is tried as a .zip and, where it can be one, as a folder.
func packs() []pack {
	pet := item{"pet.json", 0, text(`{"id":"mochi","displayName":"Mochi"}`)}
	png := item{"spritesheet.png", 0, v1}
	var crowd, deep []item
	for i := range maxEntries + 1 {
		crowd = append(crowd, item{fmt.Sprintf("f%04d", i), 0, nil})
	}
	deep = append(deep, item{strings.Repeat("d/", maxDepth) + "pet.json", 0, nil})
	bomb := bytes.Repeat([]byte{0}, maxBytes/2)
	webp := func(chunks string) []byte { return text("RIFF\x20\x00\x00\x00WEBP" + chunks) }
	other := func(json string) []item { return []item{{"pet.json", 0, text(json)}, png} }
	return []pack{
		{name: "v1", items: []item{pet, png}, want: "mochi", note: "does not look"},
		{name: "v2", items: []item{pet, {"spritesheet.png", 0, v2}}, want: "mochi"},
		{name: "a sheet alone", items: []item{png}, want: "pack"},
		{name: "in a folder of its own", items: []item{{"Mochi/pet.json", 0, pet.data}, {"Mochi/spritesheet.png", 0, v1}}, want: "mochi"},
		{name: "two folders deep", items: []item{{"a/b/pet.json", 0, pet.data}, {"a/b/spritesheet.png", 0, v1}}, want: "mochi"},
		{name: "what macOS adds", items: []item{pet, png, {"__MACOSX/._pet.json", 0, text("x")}, {".DS_Store", 0, text("x")}}, want: "mochi"},
		{name: "a sheet by another name", items: []item{{"pet.json", 0, text(`{"id":"x","spritesheetPath":"art/my sheet.png"}`)}, {"art/my sheet.png", 0, v1}}, want: "x"},
		{name: "names in another script, with spaces", items: []item{{"私の だんご/pet.json", 0, text(`{"id":"mochi","spritesheetPath":"絵/シート 1.png"}`)}, {"私の だんご/絵/シート 1.png", 0, v1}}, want: "mochi"},
		{name: "a WebP", items: []item{pet, {"spritesheet.webp", 0, stored("../testdata/small.webp")}}, want: "spritesheet.webp: is ", bad: true},
		{name: "a WebP that ends in the middle", items: []item{pet, {"spritesheet.webp", 0, half(stored("../testdata/lossy.webp"))}}, want: "spritesheet.webp: broken picture", bad: true},
		{name: "a GIF that ends in the middle", items: append(without(eight(plainly), "idle.gif"), item{"idle.gif", 0, half(dot)}), want: "idle.gif: broken GIF", bad: true},
		{name: "GIFs of many pixels", items: append(without(eight(plainly), "idle.gif"), item{"idle.gif", 0, moving(4000, 4000, 2)}), want: "idle.gif: 2 and more frames", bad: true},
		{name: "rows that are empty", items: []item{pet, {"spritesheet.png", 0, sheet(1536, 1872, 0)}}, want: "mochi", note: "failed: the row is empty"},
		{name: "an archive in an archive", items: []item{pet, png, {"more.zip", 0, text("PK\x03\x04")}}, want: "mochi"},
		{name: "a folder by the name of the sheet", items: []item{pet, {"spritesheet.png/x", 0, text("x")}}, want: "spritesheet", bad: true},
		{name: "an id that is a path", items: other(`{"id":"../../etc"}`), want: "etc", note: "cannot be the name of a folder"},
		{name: "an id in another script", items: other(`{"id":"だんご","displayName":"だんご"}`), want: "theme", note: "cannot be"},
		{name: "the id of the built-in one", items: other(`{"id":"builtin"}`), want: "theme", note: "cannot be"},
		{name: "an id of dots", items: other(`{"id":".."}`), want: "theme", note: "cannot be"},
		{name: "GIFs", items: eight(plainly), want: "user.pack."},
		{name: "GIFs in capitals", items: eight(func(s string) string { return strings.ToUpper(s) + ".GIF" }), want: "user.pack."},
		{name: "GIFs with spaces", items: eight(func(s string) string { return strings.ReplaceAll(s, "-", " ") + ".gif" }), want: "user.pack."},
		{name: "GIFs with underscores in a folder", items: eight(func(s string) string { return "my pet/" + strings.ReplaceAll(s, "-", "_") + ".gif" }), want: "user.pack."},
		{name: "GIFs with their name", items: eight(plainly, item{"manifest.json", 0, text(`{"schemaVersion":1,"id":"../x","name":"Katze Müller"}`)}), want: "user.katze-m-ller."},
		{name: "GIFs with a byte order mark", items: eight(plainly, item{"manifest.json", 0, text("\ufeff" + `{"name":"Katze"}`)}), want: "user.katze."},
		{name: "a device's id", items: other(`{"id":"NUL"}`), want: "nul-pet", note: "cannot be"},
		{name: "a huge cell", items: []item{{"pet.json", 0, text(`{"frame":{"width":4096,"height":8,"columns":1,"rows":1}}`)}, {"spritesheet.png", 0, sheet(4096, 8, 0)}}, want: "cells of 4096×8 px are too large", bad: true},
		{name: "a huge canvas", items: append(without(eight(plainly), "idle.gif"), item{"idle.gif", 0, moving(4, 2049, 1)}), want: "cells of 6×2049 px are too large", bad: true},
		{name: "two for one state", items: eight(plainly, item{"Tool Use.gif", 0, dot}), want: "user.pack.", note: "tool-use.gif: is left out, Tool Use.gif is taken"},
		{name: "GIFs with more", items: eight(plainly, item{"manifest.json", 0, text(`{"accents":{"idle":"#123456"},"sounds":{"failed":"snd/f.wav"},"glyphs":{"idle":"no.png"}}`)},
			item{"snd/f.wav", 0, text("RIFF\x24\x00\x00\x00WAVE")}), want: "user.pack.", note: `glyphs: "idle": no.png: is not there`},
		{name: "a sheet with a sound that is none", items: append(other(`{"id":"x","sounds":{"failed":"f.wav"}}`), item{"f.wav", 0, text("hi")}), want: "x", note: "f.wav: is no WAV file"},
		{name: "one too many", items: eight(plainly, item{"dancing.gif", 0, dot}), want: "user.pack.", note: "dancing.gif: fits no state"},

		{name: "nothing", items: []item{{"readme.txt", 0, text("hello")}}, want: "there is no pet in it", bad: true},
		{name: "no idle", items: without(eight(plainly), "idle.gif"), want: "idle.gif: missing", bad: true},
		{name: "zip slip", items: []item{pet, png, {"../evil", 0, text("x")}}, want: `"../evil"`, bad: true},
		{name: "zip slip in the middle", items: []item{pet, png, {"a/../../evil", 0, text("x")}}, want: `..`, bad: true},
		{name: "an absolute path", items: []item{pet, png, {"/tmp/evil", 0, text("x")}}, want: "absolute", bad: true},
		{name: "a drive", items: []item{pet, png, {"C:/evil", 0, text("x")}}, want: "absolute", bad: true},
		{name: "backslashes", items: []item{pet, png, {`..\evil`, 0, text("x")}}, want: "backslash", bad: true},
		{name: "a link", items: []item{pet, png, {"link", fs.ModeSymlink | 0o777, text("/etc/passwd")}}, want: `"link": is a link`, bad: true},
		{name: "a link as the sheet", items: []item{pet, {"spritesheet.png", fs.ModeSymlink | 0o777, text("/etc/passwd")}}, want: "is a link", bad: true},
		{name: "a device", items: []item{pet, png, {"dev", fs.ModeDevice | fs.ModeCharDevice | 0o666, nil}}, want: "neither a file nor a folder", bad: true},
		{name: "a pipe", items: []item{pet, png, {"pipe", fs.ModeNamedPipe | 0o666, nil}}, want: "neither a file nor a folder", bad: true},
		{name: "one file twice", items: []item{pet, png, pet}, want: "twice", bad: true},
		{name: "a bomb", items: []item{pet, {"a", 0, bomb}, {"b", 0, bomb}, {"c", 0, text("x")}}, want: "with it there are more than 64 MiB", bad: true},
		{name: "a crowd", items: crowd, want: "more than 2000", bad: true},
		{name: "too deep", items: deep, want: "too deep", bad: true},
		{name: "a name without end", items: []item{{strings.Repeat("n", 300), 0, nil}}, want: "too long a name", bad: true},
		{name: "a wrong size", items: []item{pet, {"spritesheet.png", 0, sheet(1536, 1664, 0)}}, want: "spritesheet.png: is 1536×1664 px", bad: true},
		{name: "an empty idle row", items: []item{pet, {"spritesheet.png", 0, empty}}, want: "spritesheet.png: the first row, idle, is empty", bad: true},
		{name: "a cut PNG", items: []item{pet, {"spritesheet.png", 0, v1[:200]}}, want: "spritesheet.png: broken picture", bad: true},
		{name: "a cut WebP", items: []item{pet, {"spritesheet.webp", 0, webp("VP8L\x10\x00\x00\x00")}}, want: "spritesheet.webp: broken picture", bad: true},
		{name: "an animated WebP", items: []item{pet, {"spritesheet.webp", 0, webp("ANIM\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00")}}, want: "animated WebP", bad: true},
		{name: "a JPEG by another name", items: []item{pet, {"spritesheet.png", 0, text("\xff\xd8\xff\xe0")}}, want: "neither PNG nor WebP", bad: true},
		{name: "a GIF by name alone", items: eight(plainly)[1:], want: "idle.gif: missing", bad: true},
		{name: "a text as a GIF", items: append(without(eight(plainly), "thinking.gif"), item{"thinking.gif", 0, text("hi")}), want: "thinking.gif: is no GIF", bad: true},
		{name: "a huge GIF", items: append(without(eight(plainly), "idle.gif"), item{"idle.gif", 0, text("GIF89a\xff\xff\x01\x00\x00\x00\x00;")}), want: "idle.gif: 65535×1 px is too large", bad: true},
		{name: "a long GIF", items: append(without(eight(plainly), "idle.gif"), item{"idle.gif", 0, moving(2, 2, 513)}), want: "idle.gif: more than 512 frames", bad: true},
		{name: "broken JSON", items: other(`{"id":`), want: "pet.json", bad: true},
		{name: "a sheet outside", items: other(`{"spritesheetPath":"../x.png"}`), want: `must not contain ".."`, bad: true},
		{name: "a sheet that is not there", items: other(`{"spritesheetPath":"x.png"}`), want: "x.png", bad: true},
	}
}

// zipped writes a pack as an archive.
func zipped(t testing.TB, items []item) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, it := range items {
		h := &zip.FileHeader{Name: it.name, Method: zip.Deflate}
		if it.mode != 0 {
			h.SetMode(it.mode)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write(it.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return write(t, "pack.zip", b.Bytes())
}

func write(t testing.TB, name string, b []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// folder writes a pack as a folder; ok is false when it cannot be one.
func folder(t *testing.T, items []item) (dir string, ok bool) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "pack")
	for _, it := range items {
		path := filepath.Join(dir, filepath.FromSlash(it.name))
		if !fs.ValidPath(it.name) || strings.ContainsAny(it.name, `\:`) || it.mode&fs.ModeType&^fs.ModeSymlink != 0 || len(it.name) > maxName {
			return "", false
		}
		if _, err := os.Lstat(path); err == nil {
			return "", false
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		var err error
		if it.mode&fs.ModeSymlink != 0 {
			err = os.Symlink(string(it.data), path)
		} else {
			err = os.WriteFile(path, it.data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir, true
}

func TestCorpus(t *testing.T) {
	all := packs()
	if len(all) < 30 {
		t.Errorf("%d packs, want at least 30", len(all))
	}
	for _, p := range all {
		t.Run(p.name+" as zip", func(t *testing.T) { takeIn(t, p, zipped(t, p.items)) })
		if dir, ok := folder(t, p.items); ok {
			t.Run(p.name+" as folder", func(t *testing.T) { takeIn(t, p, dir) })
		}
	}
}

// takeIn imports one pack into an empty store.
func takeIn(t *testing.T, p pack, from string) {
	s := Store{Dir: filepath.Join(t.TempDir(), "home", "themes")}
	r, err := s.Import(from, "")
	left, _ := os.ReadDir(s.Dir)
	around, _ := os.ReadDir(filepath.Dir(s.Dir))
	if len(around) != 1 {
		t.Errorf("there is something beside the store: %v", around)
	}
	if p.bad {
		if err == nil || !strings.Contains(err.Error(), p.want) || !strings.Contains(err.Error(), from) {
			t.Errorf("error %v, want one with %q and the file", err, p.want)
		}
		if len(left) != 0 {
			t.Errorf("a failed import leaves %v", left)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(r.ID, p.want) || len(left) != 1 || left[0].Name() != r.ID {
		t.Errorf("imported %q into %v, want %q…", r.ID, left, p.want)
	}
	if got := strings.Join(r.Notes, "\n"); !strings.Contains(got, p.note) {
		t.Errorf("notes are %q, want one with %q", got, p.note)
	}
	pet, err := s.Load(r.ID)
	if err != nil {
		t.Fatalf("what was imported cannot be shown: %v", err)
	}
	if p.name == "GIFs with more" {
		if _, ok := pet.Sound("failed"); !ok {
			t.Error("its sound did not come along")
		}
		if _, ok := pet.Accent("idle"); !ok {
			t.Error("its colour did not come along")
		}
	}
}

// TestLyingSizes has an archive say that its file is small.
func TestLyingSizes(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	data := bytes.Repeat([]byte("x"), 1000)
	w, err := z.CreateRaw(&zip.FileHeader{
		Name: "pet.json", Method: zip.Store, CRC32: crc32.ChecksumIEEE(data), CompressedSize64: 1000, UncompressedSize64: 3,
	})
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	s := Store{Dir: t.TempDir()}
	if _, err := s.Import(write(t, "pack.zip", b.Bytes()), ""); err == nil {
		t.Error("it was believed")
	}
}
