package assets_test

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io/fs"
	"math"
	"runtime"
	"testing"

	"dango/assets"
	"dango/assets/internal/rig"
	"dango/assets/internal/sheet"
)

const (
	margin     = 2  // px between a drawing and the border of its cell
	solidAlpha = 26 // above a tenth: part of the pet, not its shadow
)

// committed is the sheet that is embedded, in straight colours.
func committed(t *testing.T) *image.NRGBA {
	t.Helper()
	b, err := fs.ReadFile(assets.Dango(), "spritesheet.png")
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, b)
}

func decode(t *testing.T, b []byte) *image.NRGBA {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewNRGBA(m.Bounds())
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

// TestGenerated fails when a drawing was changed and the sheet was not: run go generate ./assets.
func TestGenerated(t *testing.T) {
	var b bytes.Buffer
	if err := sheet.Encode(&b, rig.Atlas(rig.Rice)); err != nil {
		t.Fatal(err)
	}
	got, want := committed(t), decode(t, b.Bytes())
	if got.Rect != want.Rect {
		t.Fatalf("the committed sheet is %v, the generator makes %v", got.Rect, want.Rect)
	}
	tolerance := 0
	if runtime.GOARCH != "amd64" {
		tolerance = 16 // fused multiplication rounds differently, and the palette with it
	}
	for i, v := range got.Pix {
		if d := int(v) - int(want.Pix[i]); d > tolerance || -d > tolerance {
			p := i / 4
			t.Fatalf("pixel (%d, %d) is not what the generator draws: run go generate ./assets", p%got.Rect.Dx(), p/got.Rect.Dx())
		}
	}
}

func TestSheetSize(t *testing.T) {
	if got, want := committed(t).Rect, image.Rect(0, 0, 1536, 2288); got != want {
		t.Errorf("sheet is %v, want %v", got, want)
	}
}

// row is one row of the sheet with how many of its cells are used.
type row struct {
	name string
	used int
	air  map[int]bool // frames off the ground
}

func rows() []row {
	var rs []row
	for _, c := range rig.Clips {
		r := row{name: c.Name, used: len(c.Poses), air: map[int]bool{}}
		for i, p := range c.Poses {
			r.air[i] = p.Lift > 0
		}
		rs = append(rs, r)
	}
	return append(rs, row{name: "gaze 0-7", used: 8}, row{name: "gaze 8-15", used: 8})
}

// TestRows checks the contract's names and numbers of frames.
func TestRows(t *testing.T) {
	want := "[{idle 6} {running-right 8} {running-left 8} {waving 4} {jumping 5} {failed 8} {waiting 6} {running 6} {review 6} {gaze 0-7 8} {gaze 8-15 8}]"
	type count struct {
		string
		int
	}
	var got []count
	for _, r := range rows() {
		got = append(got, count{r.name, r.used})
	}
	if fmt.Sprint(got) != want {
		t.Errorf("rows are %v\nwant     %v", got, want)
	}
}

func cell(m *image.NRGBA, col, row int) *image.NRGBA {
	at := image.Rect(0, 0, rig.Width, rig.Height).Add(image.Pt(col*rig.Width, row*rig.Height))
	out := image.NewNRGBA(image.Rect(0, 0, rig.Width, rig.Height))
	draw.Draw(out, out.Rect, m, at.Min, draw.Src)
	return out
}

// extent is what holds every pixel of at least this alpha.
func extent(m *image.NRGBA, alpha uint8) (r image.Rectangle) {
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			if m.NRGBAAt(x, y).A >= alpha {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

func TestCells(t *testing.T) {
	m := committed(t)
	for y, r := range rows() {
		t.Run(r.name, func(t *testing.T) {
			ground := 0
			for x := range rig.Columns {
				c := cell(m, x, y)
				if x >= r.used && !(y == 0 && x == 6) {
					if e := extent(c, 1); !e.Empty() {
						t.Errorf("frame %d is after the last one but shows something at %v", x, e)
					}
					continue
				}
				if e, in := extent(c, 1), c.Rect.Inset(margin); e.Empty() || !e.In(in) {
					t.Errorf("frame %d covers %v, want something inside %v", x, e, in)
				}
				switch bottom := extent(c, solidAlpha).Max.Y; {
				case r.air[x]:
				case ground == 0:
					ground = bottom
				case bottom != ground:
					t.Errorf("frame %d stands on line %d, frame 0 on %d", x, bottom, ground)
				}
			}
		})
	}
}

// TestFramesDiffer wants every two frames of a row to differ in more than a stray pixel.
func TestFramesDiffer(t *testing.T) {
	const least = 60 // pixels that anybody can see
	m := committed(t)
	for y, r := range rows() {
		for a := range r.used {
			for b := range a {
				if n := visiblyDifferent(cell(m, a, y), cell(m, b, y)); n < least {
					t.Errorf("%s: frames %d and %d differ in %d pixels, want at least %d", r.name, b, a, n, least)
				}
			}
		}
	}
}

func visiblyDifferent(a, b *image.NRGBA) (n int) {
	for i := 0; i < len(a.Pix); i += 4 {
		for k := range 4 {
			if d := int(a.Pix[i+k]) - int(b.Pix[i+k]); d > 24 || d < -24 {
				n++
				break
			}
		}
	}
	return n
}

func TestNeutralIsFirstIdle(t *testing.T) {
	m := committed(t)
	if !bytes.Equal(cell(m, 0, 0).Pix, cell(m, 6, 0).Pix) {
		t.Error("the neutral cell is not the first frame of idle")
	}
}

// TestColours fails when a palette does not belong to the sheet, or a colour is not what the generator draws.
func TestColours(t *testing.T) {
	rice := committed(t)
	for colour, palette := range map[assets.Colour]rig.Palette{assets.Sakura: rig.Sakura, assets.Yomogi: rig.Yomogi} {
		t.Run(string(colour), func(t *testing.T) {
			b, err := fs.ReadFile(assets.Tinted(colour), "spritesheet.png")
			if err != nil {
				t.Fatal(err)
			}
			got, want := decode(t, b), rig.Atlas(palette)
			// One palette serves two drawings, so single pixels may be off; what is seen is the mean.
			var sum, n, shape float64
			for i := 0; i < len(want.Pix); i += 4 {
				if want.Pix[i+3] != 255 || rice.Pix[i+3] != 255 {
					continue
				}
				n++
				for j := range 3 {
					sum += math.Abs(float64(got.Pix[i+j]) - float64(want.Pix[i+j]))
				}
				if got.Pix[i+3] < 250 {
					shape++
				}
			}
			if mean := sum / n / 3; mean > 4 || shape/n > .001 {
				t.Errorf("a pixel is %.2f of 255 off in the mean, %v of them are not opaque", mean, shape/n)
			}
			if _, err := fs.ReadFile(assets.Tinted(colour), "pet.json"); err != nil {
				t.Error(err)
			}
		})
	}
}
