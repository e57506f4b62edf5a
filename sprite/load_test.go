package sprite

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// picture is a w × h sheet whose cells of cw × ch px at these indices are filled.
func picture(w, h, cw, ch int, cells ...int) image.Image {
	m := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.NRGBA{}, color.NRGBA{200, 100, 50, 255}})
	for _, i := range cells {
		x, y := i%(w/cw)*cw, i/(w/cw)*ch
		for dy := range ch / 2 {
			for dx := range cw / 2 {
				m.SetColorIndex(x+cw/4+dx, y+ch/4+dy, 1)
			}
		}
	}
	return m
}

func asPNG(m image.Image) []byte {
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, m); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// stored reads a file of testdata: sheets of libwebp like small(0), lossless and lossy with alpha.
func stored(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// small is a sheet of 4 × 2 cells of 8 × 8 px, and smallFrame what pet.json says of it.
func small(cells ...int) []byte { return asPNG(picture(32, 16, 8, 8, cells...)) }

const smallFrame = `"frame":{"width":8,"height":8,"columns":4,"rows":2}`

func pack(manifest string, files map[string][]byte) fstest.MapFS {
	p := fstest.MapFS{}
	if manifest != "" {
		p["pet.json"] = &fstest.MapFile{Data: []byte(manifest)}
	}
	for name, b := range files {
		p[name] = &fstest.MapFile{Data: b}
	}
	return p
}

func TestLoad(t *testing.T) {
	v1 := asPNG(picture(1536, 1872, 192, 208, 0, 1, 2, 8, 9))
	webp := stored(t, "small.webp")
	cases := []struct {
		name     string
		manifest string
		files    map[string][]byte
		id, show string
	}{
		{"only a sheet", "", map[string][]byte{"spritesheet.png": v1}, "folder", "folder"},
		{"webp before png", `{` + smallFrame + `}`, map[string][]byte{"spritesheet.webp": webp, "spritesheet.png": []byte("x")}, "folder", "folder"},
		{"lossy webp with alpha", `{` + smallFrame + `}`, map[string][]byte{"spritesheet.webp": stored(t, "lossy.webp")}, "folder", "folder"},
		{"size wins over version", `{"spriteVersionNumber":2}`, map[string][]byte{"spritesheet.png": v1}, "folder", "folder"},
		{"names", `{"id":"だんご","displayName":"Ein Kloß 🍡","more":[1]}`, map[string][]byte{"spritesheet.png": v1}, "だんご", "Ein Kloß 🍡"},
		{"byte order mark", "\xef\xbb\xbf{\"id\":\"bom\"}", map[string][]byte{"spritesheet.png": v1}, "bom", "bom"},
		{"own path", `{"spritesheetPath":"./art/my pet ü.png"}`, map[string][]byte{"art/my pet ü.png": v1}, "folder", "folder"},
		{"own grid", `{` + smallFrame + `}`, map[string][]byte{"spritesheet.png": small(0, 1)}, "folder", "folder"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s, err := Load(pack(c.manifest, c.files), "folder")
			if err != nil {
				t.Fatal(err)
			}
			if s.ID != c.id || s.Name != c.show || s.Version != 1 {
				t.Errorf("loaded %q %q v%d, want %q %q v1", s.ID, s.Name, s.Version, c.id, c.show)
			}
			if s.Looks() {
				t.Error("a v1 sheet looks around")
			}
		})
	}
}

func TestLeadingVisibleCells(t *testing.T) {
	// idle shows cells 0 and 1, then a gap; running-right is empty.
	s, err := Load(pack("", map[string][]byte{"spritesheet.png": asPNG(picture(1536, 1872, 192, 208, 0, 1, 3, 9))}), "gaps")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.Cycle(Idle), 1680*ms+1920*ms; got != want {
		t.Errorf("idle takes %v, want %v: two frames, the last as long as the row's last", got, want)
	}
	if col, row, _ := s.Cell(RunningRight, 0); s.Has(RunningRight) || col != 0 || row != 0 {
		t.Errorf("an empty row shows (%d, %d), want idle", col, row)
	}
}

func TestAnimations(t *testing.T) {
	s, err := Load(pack(`{`+smallFrame+`,"animations":{
		"sad":{"frames":[4,5],"fps":4},
		"nap":{"frames":[3,2],"fps":10,"loop":false,"fallback":"sad"},
		"pose":{"frames":[6]},
		"idle":{"frames":[7],"loop":false}}}`, map[string][]byte{"spritesheet.png": small(0)}), "own")
	if err != nil {
		t.Fatal(err)
	}
	s.Tune(Tuning{Idle: Desktop}) // leaves a declared idle alone
	cases := []struct {
		clip     Clip
		elapsed  time.Duration
		col, row int
		next     time.Duration
	}{
		{Failed, 250 * ms, 1, 1, 250 * ms},
		{"nap", 100 * ms, 2, 0, 100 * ms},
		{"nap", 200 * ms, 0, 1, 250 * ms},
		{"pose", time.Hour, 2, 1, Never},
		{Idle, time.Hour, 3, 1, Never},
	}
	for _, c := range cases {
		if col, row, next := s.Cell(c.clip, c.elapsed); col != c.col || row != c.row || next != c.next {
			t.Errorf("Cell(%s, %v) = (%d, %d) for %v, want (%d, %d) for %v", c.clip, c.elapsed, col, row, next, c.col, c.row, c.next)
		}
	}
}

func TestRefused(t *testing.T) {
	ok := small(0)
	sheet := func(b []byte) map[string][]byte { return map[string][]byte{"spritesheet.png": b} }
	anim := func(frames string) string { return `{` + smallFrame + `,"animations":{"x":{` + frames + `}}}` }
	webp := stored(t, "small.webp")
	cases := []struct {
		name, manifest string
		files          map[string][]byte
		want           string // in the error
	}{
		{"nothing", "", nil, "no spritesheet.webp"},
		{"broken json", `{`, sheet(ok), "pet.json"},
		{"wrong type", `{"id":5}`, sheet(ok), "pet.json"},
		{"absolute path", `{"spritesheetPath":"/etc/passwd"}`, sheet(ok), "relative"},
		{"drive", `{"spritesheetPath":"C:x.png"}`, sheet(ok), "relative"},
		{"parent", `{"spritesheetPath":"a/../../x.png"}`, sheet(ok), `".."`},
		{"backslash", `{"spritesheetPath":"..\\x.png"}`, sheet(ok), "forward"},
		{"empty path", `{"spritesheetPath":""}`, sheet(ok), "empty"},
		{"missing sheet", `{"spritesheetPath":"x.png"}`, sheet(ok), "x.png"},
		{"wrong size", "", sheet(ok), "32×16"},
		{"neither", "", sheet([]byte("GIF89a")), "neither PNG nor WebP"},
		{"empty file", "", sheet(nil), "neither PNG nor WebP"},
		{"truncated png", "", sheet(ok[:len(ok)/2]), "broken"},
		{"truncated webp", "", sheet(webp[:len(webp)/2]), "broken"},
		{"animated webp", "", sheet(animatedWebP()), "animated"},
		{"huge", "", sheet(hugePNG(20000, 20)), "too large"},
		{"bomb", "", sheet(hugePNG(16000, 16000)), "too large"},
		{"idle is empty", `{` + smallFrame + `}`, sheet(small(5)), "idle, is empty"},
		{"frame does not cover", `{"frame":{"width":8,"height":8,"columns":3,"rows":2}}`, sheet(ok), "do not cover"},
		{"frame of zero", `{"frame":{"width":0,"height":8,"columns":4,"rows":2}}`, sheet(ok), "above zero"},
		{"too many cells", `{"frame":{"width":1,"height":1,"columns":32,"rows":16}}`, sheet(ok), "at most 256"},
		{"no frames", anim(`"frames":[]`), sheet(ok), `"x": 0 frames`},
		{"frame off the sheet", anim(`"frames":[8]`), sheet(ok), "frame 8"},
		{"negative frame", anim(`"frames":[-1]`), sheet(ok), "frame -1"},
		{"no speed", anim(`"frames":[0],"fps":0`), sheet(ok), "fps 0"},
		{"too fast", anim(`"frames":[0],"fps":61`), sheet(ok), "fps 61"},
		{"unknown fallback", anim(`"frames":[0],"fallback":"y"`), sheet(ok), `"y"`},
		{"endless fallback", `{` + smallFrame + `,"animations":{"x":{"frames":[0],"loop":false,"fallback":"y"},
			"y":{"frames":[0],"loop":false,"fallback":"x"}}}`, sheet(ok), "loops"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load(pack(c.manifest, c.files), "bad pet")
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), `"bad pet"`) {
				t.Errorf("Load = %v, want an error that says %q and names the pet", err, c.want)
			}
		})
	}
}

// animatedWebP is the beginning of an animation: VP8X with the animation bit, and an ANIM chunk.
func animatedWebP() []byte {
	body := "WEBP" + "VP8X\x0a\x00\x00\x00\x12\x00\x00\x00\xff\x05\x00\x4f\x07\x00" + "ANIM\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	return []byte("RIFF" + string([]byte{byte(len(body)), 0, 0, 0}) + body)
}

// hugePNG is the header of a PNG of w × h px and nothing else: all that may be read before it is refused.
func hugePNG(w, h uint32) []byte {
	chunk := binary.BigEndian.AppendUint32([]byte("IHDR"), w)
	chunk = append(binary.BigEndian.AppendUint32(chunk, h), 8, 6, 0, 0, 0)
	b := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), chunk...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(chunk))
}

func TestLoadDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mein Hündchen 🍡")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name string, b []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("pet.json", []byte(`{`+smallFrame+`}`))
	write("spritesheet.png", small(0))
	s, err := LoadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if s.Name != "mein Hündchen 🍡" {
		t.Errorf("name is %q, want the folder's", s.Name)
	}
	if _, err := LoadDir(filepath.Join(dir, "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing folder gives %v, want fs.ErrNotExist", err)
	}
}

func TestLoadDirRefusesLinksThatLeaveIt(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside.png")
	if err := os.WriteFile(outside, small(0), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "spritesheet.png")); err != nil {
		t.Skip("no links here:", err)
	}
	if s, err := LoadDir(dir); err == nil {
		t.Errorf("loaded %q through a link that leaves the folder", s.Name)
	}
}

func FuzzManifest(f *testing.F) {
	f.Add([]byte(`{"id":"a","spritesheetPath":"s.png","spriteVersionNumber":2}`))
	f.Add([]byte(`{` + smallFrame + `,"animations":{"nap":{"frames":[0,1],"fps":2.5,"loop":false,"fallback":"sad"},"sad":{"frames":[2]}}}`))
	f.Add([]byte(`{"spritesheetPath":"../x"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := decodeManifest(b)
		if err != nil {
			return
		}
		if m.Spritesheet != nil {
			if p, err := sheetPath(*m.Spritesheet); err != nil || !fs.ValidPath(p) {
				t.Errorf("accepted the path %q: %v", p, err)
			}
		}
		g, err := m.cut(32, 16)
		if err != nil {
			return
		}
		films := map[Clip]film{Idle: leading(0, 1, idleTimes[Calm])}
		if m.animate(films, g) != nil {
			return
		}
		s := &Sheet{grid: g, films: films}
		for name := range films {
			if _, row, next := s.Cell(name, time.Hour); row >= g.rows || next <= 0 {
				t.Errorf("%q shows row %d of %d for %v", name, row, g.rows, next)
			}
		}
	})
}
