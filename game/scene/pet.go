package scene

import (
	"image"
	"math"
	"time"

	"dango/game/drawlist"
	"dango/game/input"
	"dango/game/layout"
	"dango/sprite"
)

const (
	// cornerMargin is how far from the corner of the work area a new pet sits.
	cornerMargin = 50
	// tick is the length of one tick for those who count in time.
	tick = time.Second / input.TicksPerSecond
)

// character is the pet on the screen.
type character struct {
	sheet  *sprite.Sheet
	player *sprite.Player
	size   float32 // logical pixels a pixel of the sheet
	pic    sprite.Picture
	body   image.Rectangle                   // solid part of the first idle cell, in its pixels
	tops   map[sprite.Clip]int               // highest solid line of each clip that was shown
	bands  map[image.Point][]image.Rectangle // of each cell that was shown
	// bandHeight is their height in pixels of the sheet.
	bandHeight int
	top        int    // where bubbles begin
	until      uint64 // tick at which the picture may change by itself
	manner     Manner
	perch      perch
}

func (c *character) init(sheet *sprite.Sheet, size float32) {
	c.sheet, c.player, c.size = sheet, sprite.NewPlayer(sheet), size
	col, row, _ := sheet.Cell(sprite.Idle, 0)
	c.body = sheet.Bounds(col, row)
	if c.body.Empty() {
		c.body = image.Rectangle{Max: sheet.CellSize()}
	}
	c.top, c.tops = c.body.Min.Y, map[sprite.Clip]int{}
	c.bands = map[image.Point][]image.Rectangle{}
	c.perch = perch{}
	c.behave()
}

// crown is the highest solid line of a clip, in pixels of a cell, but none below the head of a pet at rest.
func (c *character) crown(clip sprite.Clip) int {
	top, ok := c.tops[clip]
	if !ok {
		top = c.body.Min.Y
		for at := time.Duration(0); at < c.sheet.Cycle(clip); {
			col, row, next := c.sheet.Cell(clip, at)
			if b := c.sheet.Bounds(col, row); !b.Empty() {
				top = min(top, b.Min.Y)
			}
			at += min(next, c.sheet.Cycle(clip))
		}
		c.tops[clip] = top
	}
	return top
}

// animate asks the player for the picture of this tick.
func (s *Scene) animate() (changed bool) {
	c := &s.character
	now := time.Duration(s.tick) * tick
	c.player.Still = s.reduced
	var evidence time.Duration
	if s.snap != nil {
		evidence = now - max(0, s.now.Sub(s.lastEvent()))
		c.player.SetState(now, sprite.State(s.snap.Pet.String()), evidence)
		c.player.SetAlone(now, len(s.snap.Sessions) == 0)
	}
	old := c.pic
	c.pic = c.player.Picture(now)
	if s.seen {
		if col, row, ok := c.sheet.Glance(s.Watch().At(s.eye)); ok {
			c.pic.Col, c.pic.Row = col, row
		}
	}
	switch c.pic.Clip {
	case sprite.Jumping, sprite.RunningLeft, sprite.RunningRight: // too short to make room for
	default:
		c.top = c.crown(c.pic.Clip)
	}
	c.until = math.MaxUint64
	if c.pic.Next < sprite.Never/2 {
		c.until = s.tick + max(1, uint64((c.pic.Next+tick-1)/tick))
	}
	return old.Col != c.pic.Col || old.Row != c.pic.Row
}

// lastEvent is when the leader was last heard of.
func (s *Scene) lastEvent() time.Time {
	if b := s.byKey[s.snap.Leader]; b != nil && b.s != nil {
		return b.s.LastEvent
	}
	return s.now
}

// cellRect is where the pet's cell is drawn, in the world.
func (s *Scene) cellRect() drawlist.Rect {
	c := s.character.sheet.CellSize()
	k := s.character.size
	return s.paint.snap(drawlist.Rect{X: s.pet.X, Y: s.pet.Y, W: float32(c.X) * k, H: float32(c.Y) * k})
}

// bodyRect is the part of the cell that a pet at rest fills.
func (s *Scene) bodyRect() drawlist.Rect {
	b, k := s.character.body, s.character.size
	return drawlist.Rect{
		X: s.pet.X + float32(b.Min.X)*k, Y: s.pet.Y + float32(b.Min.Y)*k, W: float32(b.Dx()) * k, H: float32(b.Dy()) * k,
	}
}

// headRect is what bubbles keep clear of: the body with what the pet holds over its head.
func (s *Scene) headRect() drawlist.Rect {
	r := s.bodyRect()
	up := float32(s.body.Min.Y-s.top) * s.size
	return drawlist.Rect{X: r.X, Y: r.Y - up, W: r.W, H: r.H + up}
}

// onPet says whether p hits a solid pixel of the picture on show.
func (s *Scene) onPet(p drawlist.Point) bool {
	r := s.cellRect()
	if !r.Contains(p) {
		return false
	}
	c := s.character.sheet.CellSize()
	x, y := (p.X-r.X)/r.W*float32(c.X), (p.Y-r.Y)/r.H*float32(c.Y)
	return s.character.sheet.Solid(s.character.pic.Col, s.character.pic.Row, int(x), int(y))
}

func (s *Scene) paintPet() {
	c := &s.character
	r := c.sheet.CellRect(c.pic.Col, c.pic.Row)
	k := c.size * s.paint.scale
	s.paint.add(drawlist.Quad{
		Page: drawlist.Sprite, Dst: s.cellRect(), Tint: drawlist.White, Linear: !c.sheet.PixelArt() && k != float32(math.Round(float64(k))),
		Src: drawlist.Rect{X: float32(r.Min.X), Y: float32(r.Min.Y), W: float32(r.Dx()), H: float32(r.Dy())},
	})
}

// locate finds the work area of the pet's monitor and brings the pet into view.
func (s *Scene) locate(in *input.Frame) {
	if len(in.Monitors) > 0 {
		m := s.monitor(in.Monitors)
		s.work, s.bounds = m.Work, m.Bounds
	}
	cell := s.cellRect()
	if !s.located {
		s.located = true
		s.pet = drawlist.Point{
			X: s.work.X + s.work.W - cornerMargin - cell.W, Y: s.work.Y + s.work.H - cornerMargin - cell.H,
		}
	}
	body := s.bodyRect()
	back := layout.Inside(body, s.work)
	s.pet.X, s.pet.Y = s.paint.px(s.pet.X+back.X-body.X), s.paint.px(s.pet.Y+back.Y-body.Y)
}

// monitor is the one that the pet's middle is on, else the nearest, and before the pet has a place the primary one.
func (s *Scene) monitor(all []input.Monitor) *input.Monitor {
	best, least := 0, float32(math.Inf(1))
	r := s.bodyRect()
	x, y := r.X+r.W/2, r.Y+r.H/2
	for i := range all {
		m := &all[i]
		if !s.located {
			if m.Primary {
				return m
			}
			continue
		}
		dx := max(m.Bounds.X-x, 0, x-m.Bounds.X-m.Bounds.W)
		dy := max(m.Bounds.Y-y, 0, y-m.Bounds.Y-m.Bounds.H)
		if d := dx*dx + dy*dy; d < least {
			best, least = i, d
		}
	}
	return &all[best]
}

// regionFine is the height of the bands that a pet's input region is made of, in device pixels. Without a compositor the
// window is cut to them, so they must not be seen as steps.
const regionFine = 2

// petRegion appends rectangles that cover the solid pixels of the picture on show, in bands.
func (s *Scene) petRegion(dst []drawlist.Rect) []drawlist.Rect {
	c := &s.character
	at := image.Pt(c.pic.Col, c.pic.Row)
	if high := max(1, int(regionFine/(c.size*s.paint.scale))); high != c.bandHeight {
		c.bandHeight = high
		clear(c.bands)
	}
	bands, ok := c.bands[at]
	if !ok {
		bands = c.cut(at)
		c.bands[at] = bands
	}
	cell, r := c.sheet.CellSize(), s.cellRect()
	kx, ky := r.W/float32(cell.X), r.H/float32(cell.Y)
	for _, b := range bands {
		dst = append(dst, drawlist.Rect{
			X: r.X + float32(b.Min.X)*kx, Y: r.Y + float32(b.Min.Y)*ky, W: float32(b.Dx()) * kx, H: float32(b.Dy()) * ky,
		})
	}
	return dst
}

// cut makes the bands of a cell, in its pixels: in each band the runs of columns that have a solid pixel.
func (c *character) cut(at image.Point) (bands []image.Rectangle) {
	cell := c.sheet.CellSize()
	for y := 0; y < cell.Y; y += c.bandHeight {
		end := min(y+c.bandHeight, cell.Y)
		from := -1
		for x := range cell.X + 1 {
			switch solid := c.solidColumn(at, x, y, end); {
			case solid && from < 0:
				from = x
			case !solid && from >= 0:
				bands = append(bands, image.Rect(from, y, x, end))
				from = -1
			}
		}
	}
	return bands
}

// solidColumn says whether any pixel of a column is solid, from line y up to end.
func (c *character) solidColumn(at image.Point, x, y, end int) bool {
	for ; y < end; y++ {
		if c.sheet.Solid(at.X, at.Y, x, y) {
			return true
		}
	}
	return false
}
