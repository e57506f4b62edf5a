package sprite

import (
	"image"
	"testing"
	"time"
)

func TestCell(t *testing.T) {
	cases := []struct {
		name     string
		clip     Clip
		elapsed  time.Duration
		col, row int
		next     time.Duration
	}{
		{"idle begins", Idle, 0, 0, 0, 1680 * ms},
		{"idle's last frame", Idle, 4680 * ms, 5, 0, 1920 * ms},
		{"idle again", Idle, 6600 * ms, 0, 0, 1680 * ms},
		{"within a frame", RunningRight, 130 * ms, 1, 1, 110 * ms},
		{"the last frame is longer", RunningLeft, 840 * ms, 7, 2, 220 * ms},
		{"waving", Waving, 280 * ms, 2, 3, 140 * ms},
		{"jumping", Jumping, 560 * ms, 4, 4, 280 * ms},
		{"failed", Failed, 1220 * ms, 0, 5, 140 * ms},
		{"waiting", Waiting, 750 * ms, 5, 6, 260 * ms},
		{"running", Running, 600 * ms, 5, 7, 220 * ms},
		{"review", Review, 750 * ms, 5, 8, 280 * ms},
		{"before the beginning", Review, -time.Second, 0, 8, 150 * ms},
		{"a clip that the sheet has not", "sleeping", 0, 0, 0, 1680 * ms},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			col, row, next := dango(t).Cell(c.clip, c.elapsed)
			if col != c.col || row != c.row || next != c.next {
				t.Errorf("Cell(%s, %v) = (%d, %d) for %v, want (%d, %d) for %v", c.clip, c.elapsed, col, row, next, c.col, c.row, c.next)
			}
		})
	}
}

func TestSolidAfterRelease(t *testing.T) {
	s, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	s.Release()
	if s.Atlas() != nil {
		t.Error("the picture is still there")
	}
	cases := []struct {
		name           string
		col, row, x, y int
		want           bool
	}{
		{"belly", 0, 0, 96, 150, true},
		{"corner", 0, 0, 3, 3, false},
		{"shadow beside the feet", 0, 0, 40, 198, false},
		{"empty cell", 7, 0, 96, 150, false},
		{"left of the cell", 1, 0, -1, 150, false},
		{"below the cell", 0, 0, 96, CellHeight, false},
		{"off the sheet", 8, 0, 96, 150, false},
		{"above the sheet", 0, -1, 96, 150, false},
	}
	for _, c := range cases {
		if got := s.Solid(c.col, c.row, c.x, c.y); got != c.want {
			t.Errorf("%s: Solid = %v, want %v", c.name, got, c.want)
		}
	}
	if b := s.Bounds(0, 0); b.Empty() || !b.In(image.Rect(2, 2, CellWidth-2, CellHeight-2)) {
		t.Errorf("bounds of the first cell are %v", b)
	}
}
