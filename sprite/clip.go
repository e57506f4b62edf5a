package sprite

import "time"

// Clip names an animation of a sheet. A theme may add names of its own.
type Clip string

// The nine animations of every Codex sheet, in the order of their rows.
const (
	Idle         Clip = "idle"
	RunningRight Clip = "running-right" // dragged to the right
	RunningLeft  Clip = "running-left"
	Waving       Clip = "waving"
	Jumping      Clip = "jumping"
	Failed       Clip = "failed"
	Waiting      Clip = "waiting" // asks the user for something
	Running      Clip = "running" // works; it does not run on the spot
	Review       Clip = "review"
)

// dozing is a clip that a theme may declare for a pet that sleeps; its first frame is shown.
const dozing Clip = "dozing"

// Timing chooses how fast the idle row is played. The other rows have one timing.
type Timing uint8

const (
	Calm    Timing = iota // a breath of 6.6 s, which costs six redraws
	Desktop               // 1.1 s, as the Codex desktop app plays it
)

const ms = time.Millisecond

var idleTimes = [...][]time.Duration{
	Calm:    {1680 * ms, 660 * ms, 660 * ms, 840 * ms, 840 * ms, 1920 * ms},
	Desktop: {280 * ms, 110 * ms, 110 * ms, 140 * ms, 140 * ms, 320 * ms},
}

// standard is the table of the Codex pet contract: the clip of row i, with the times of its frames.
var standard = [...]struct {
	clip  Clip
	times []time.Duration
}{
	{Idle, idleTimes[Calm]},
	{RunningRight, even(8, 120*ms, 220*ms)},
	{RunningLeft, even(8, 120*ms, 220*ms)},
	{Waving, even(4, 140*ms, 280*ms)},
	{Jumping, even(5, 140*ms, 280*ms)},
	{Failed, even(8, 140*ms, 240*ms)},
	{Waiting, even(6, 150*ms, 260*ms)},
	{Running, even(6, 120*ms, 220*ms)},
	{Review, even(6, 150*ms, 280*ms)},
}

// aliases are the names under which pet.json may also override a standard clip.
var aliases = map[Clip]Clip{
	"move_right": RunningRight, "move_left": RunningLeft, "wave": Waving, "bounce": Jumping, "sad": Failed,
}

// even is n frames of one length with a longer last one.
func even(n int, each, last time.Duration) []time.Duration {
	d := make([]time.Duration, n)
	for i := range d {
		d[i] = each
	}
	d[n-1] = last
	return d
}

// film is a clip as it is played: cells by their index in the sheet, row by row, and how long each is shown.
type film struct {
	cells    []int
	times    []time.Duration // each > 0
	cycle    time.Duration   // their sum
	loop     bool
	fallback Clip // what follows a film that does not loop; always a film of the same sheet
}

func newFilm(cells []int, times []time.Duration) film {
	f := film{cells: cells, times: times, loop: true, fallback: Idle}
	for _, d := range times {
		f.cycle += d
	}
	return f
}

// leading is the film of the first n cells of a row: the last of them gets the time of the row's last frame.
func leading(first, n int, times []time.Duration) film {
	cells := make([]int, n)
	shown := make([]time.Duration, n)
	for i := range cells {
		cells[i] = first + i
		shown[i] = times[i]
	}
	shown[n-1] = times[len(times)-1]
	return newFilm(cells, shown)
}

// at gives the cell that is on show after elapsed within one cycle, and how long it stays.
func (f film) at(elapsed time.Duration) (cell int, next time.Duration) {
	for i, d := range f.times {
		if elapsed < d {
			return f.cells[i], d - elapsed
		}
		elapsed -= d
	}
	return f.cells[len(f.cells)-1], f.times[len(f.times)-1]
}

// Standard lists the nine animations of a Codex sheet, in the order of their rows.
func Standard() []Clip {
	var clips []Clip
	for _, row := range standard {
		clips = append(clips, row.clip)
	}
	return clips
}
