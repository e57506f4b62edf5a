package theme

import (
	"image"
	"image/color"
	"time"

	"golang.org/x/image/draw"

	"dango/sprite"
)

// previewFrames is how many frames of one animation a preview shows at most.
const previewFrames = 8

// previewSide is how many pixels a side a cell has in a preview at most; of larger ones whole fractions are shown.
const previewSide = 512

// previewStates are the rows of a preview, from the top.
var previewStates = []sprite.State{
	"idle", "responding", "thinking", "tool-use", "permission-prompt", "ask-user", "waiting", "completed", "review", "error-interrupted",
}

// Preview draws what the pet does in each state, one row a state, in the order in which frames are shown. The sheet must
// still have its picture.
func Preview(s *sprite.Sheet) *image.RGBA {
	cell := s.CellSize()
	cell = cell.Div((max(cell.X, cell.Y)-1)/previewSide + 1)
	m := image.NewRGBA(image.Rect(0, 0, previewFrames*cell.X, len(previewStates)*cell.Y))
	draw.Draw(m, m.Rect, image.NewUniform(color.Gray{0xd8}), image.Point{}, draw.Src)
	for row, st := range previewStates {
		p := sprite.NewPlayer(s)
		p.SetState(0, st, 0)
		clip, at := p.Picture(0).Clip, time.Duration(0)
		for col := 0; col < previewFrames && at < s.Cycle(clip); col++ {
			x, y, next := s.Cell(clip, at)
			r := image.Rectangle{Max: cell}.Add(image.Pt(col*cell.X, row*cell.Y))
			draw.ApproxBiLinear.Scale(m, r, s.Atlas(), s.CellRect(x, y), draw.Over, nil)
			at += min(next, s.Cycle(clip))
		}
	}
	return m
}
