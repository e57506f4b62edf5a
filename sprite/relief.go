package sprite

import (
	"image"
	"maps"
	"slices"
)

// relief knows what of a pet sticks out: raised hands, signs, ears, stars. It is kept in blocks, and at each corner of a
// block as the sum of all above and left of it.
type relief struct {
	block, wide, high int       // side of a block in pixels; blocks in a cell
	rest, out         []float32 // in pixels
}

// reliefBlocks is how many blocks a cell has along its longer side, at most.
const reliefBlocks = 52

// thin is what counts as sticking out: parts that have no room for a square of this part of the body's size.
const thin = .4

// Under says how much of the pet lies under r, which is in pixels of a cell, as a number of pixels: rest of a pet at rest,
// out of what sticks out of one that stays in its place, whatever it does there. Each clip adds the mean of its frames.
func (s *Sheet) Under(r image.Rectangle) (rest, out float32) {
	return s.relief.sum(s.relief.rest, r), s.relief.sum(s.relief.out, r)
}

func (k *relief) sum(of []float32, r image.Rectangle) float32 {
	if of == nil {
		return 0
	}
	return k.before(of, r.Max.X, r.Max.Y) - k.before(of, r.Min.X, r.Max.Y) - k.before(of, r.Max.X, r.Min.Y) + k.before(of, r.Min.X, r.Min.Y)
}

// before is the sum of what is above and left of a pixel's corner: within a block everything is spread evenly.
func (k *relief) before(of []float32, x, y int) float32 {
	x, y = max(0, min(x, k.wide*k.block)), max(0, min(y, k.high*k.block))
	i, j := min(x/k.block, k.wide-1), min(y/k.block, k.high-1)
	right, down := float32(x-i*k.block)/float32(k.block), float32(y-j*k.block)/float32(k.block)
	line := of[j*(k.wide+1)+i:]
	next := line[k.wide+1:]
	return (line[0]*(1-right)+line[1]*right)*(1-down) + (next[0]*(1-right)+next[1]*right)*down
}

// within is the sum of a rectangle of blocks.
func within[T float32 | int32](sums []T, line, x0, y0, x1, y1 int) T {
	return sums[y1*line+x1] - sums[y0*line+x1] - sums[y1*line+x0] + sums[y0*line+x0]
}

// summed turns blocks into sums; both have a line and a column of zeros before the first.
func summed[T float32 | int32](blocks []T, line int) {
	for y := line; y < len(blocks); y += line {
		var sum T
		for x := 1; x < line; x++ {
			sum += blocks[y+x]
			blocks[y+x] = blocks[y-line+x] + sum
		}
	}
}

// emboss makes the relief.
func (s *Sheet) emboss() {
	size, k := s.CellSize(), &s.relief
	k.block = (max(size.X, size.Y) + reliefBlocks - 1) / reliefBlocks
	k.wide, k.high = size.X/k.block, size.Y/k.block
	line := k.wide + 1
	k.rest, k.out = make([]float32, line*(k.high+1)), make([]float32, line*(k.high+1))
	solid, open := make([]int32, len(k.out)), new(opening)
	pixels := float32(k.block * k.block)

	idle := s.films[Idle].cells[0]
	s.sample(idle, solid)
	for i, v := range solid {
		k.rest[i] = float32(v) * pixels
	}
	body := s.bounds[idle].Size()
	square := max(1, int(thin*float32(min(body.X, body.Y)))/k.block)
	for _, clip := range slices.Sorted(maps.Keys(s.films)) {
		if clip == RunningLeft || clip == RunningRight {
			continue // it moves anyway
		}
		f := s.films[clip]
		for _, cell := range f.cells {
			s.sample(cell, solid)
			open.of(solid, line, square)
			for i, v := range solid {
				if v != 0 && !open.at(i, line, square) {
					k.out[i] += pixels / float32(len(f.cells))
				}
			}
		}
	}
	summed(k.rest, line)
	summed(k.out, line)
}

// sample marks the blocks of a cell whose middle is solid.
func (s *Sheet) sample(cell int, solid []int32) {
	k := &s.relief
	clear(solid)
	b, at := s.bounds[cell], s.CellRect(cell%s.grid.columns, cell/s.grid.columns).Min
	for y := b.Min.Y / k.block; y < min((b.Max.Y+k.block-1)/k.block, k.high); y++ {
		for x := b.Min.X / k.block; x < min((b.Max.X+k.block-1)/k.block, k.wide); x++ {
			if s.mask.at(at.X+x*k.block+k.block/2, at.Y+y*k.block+k.block/2) {
				solid[(y+1)*(k.wide+1)+x+1] = 1
			}
		}
	}
}

// opening finds the blocks that lie in a square of n × n solid ones.
type opening struct{ sums, squares []int32 }

func (o *opening) of(solid []int32, line, n int) {
	o.sums = append(o.sums[:0], solid...)
	o.squares = append(o.squares[:0], solid...)
	clear(o.squares)
	summed(o.sums, line)
	for y := 0; (y+n+1)*line <= len(solid); y++ {
		for x := 0; x+n < line; x++ {
			if within(o.sums, line, x, y, x+n, y+n) == int32(n*n) {
				o.squares[(y+1)*line+x+1] = 1
			}
		}
	}
	summed(o.squares, line)
}

// at says whether the block that is i in sums lies in such a square.
func (o *opening) at(i, line, n int) bool {
	x, y := i%line, i/line
	return within(o.squares, line, max(0, x-n), max(0, y-n), x, y) > 0
}
