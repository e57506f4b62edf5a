// Package scene decides what is on show: the pet, its bubbles, cards and menu, where they are and what a click means.
//
// A Scene is a fold of snapshots and input. It has no clock, does no I/O and starts no goroutine: equal calls give
// equal pictures. The game goroutine alone uses it. Its words are in the language that package lang speaks at each step.
package scene

import (
	"fmt"
	"math"
	"slices"
	"time"

	"dango/game/drawlist"
	"dango/game/glyph"
	"dango/game/input"
	"dango/game/layout"
	"dango/prefs/lang"
	"dango/prefs/tray"
	"dango/session"
	"dango/sprite"
)

// DefaultSize is the pet's size: logical pixels a pixel of its sheet.
const DefaultSize = 0.6

// Options are what a scene is made of.
type Options struct {
	Sheet *sprite.Sheet // needed
	Text  *glyph.Set    // nil = the embedded fonts alone
	Size  float32       // of the pet; 0 = DefaultSize

	// BarApart says that the bar is shown in a window of its own: AppendBar and BarViewport have it, Append and Viewport
	// do not.
	BarApart bool
}

// Wish is what the user wants from the program. The zero value is no wish.
type Wish struct {
	Quit  bool
	Hide  bool           // the scene has hidden itself already
	Moved bool           // the pet was put down somewhere else
	Pet   drawlist.Point // the pet's top left, valid with Moved

	Collapse bool    // the user has changed Collapsed
	Size     float64 // that the user has given the pet; 0 = none
	Ghost    bool    // the user has changed Ghost

	Menu bool        // the menu was opened: what it offers had better be up to date. See SetMenu
	Do   tray.Action // chosen from the menu; the scene has hidden itself, or wants to quit, without it

	Visit  Visit       // a page that is to be opened; zero = none. See Visited
	Jump   session.Key // the session whose terminal is to come to the front; zero = none. See Explain
	Copy   string      // text for the clipboard
	Select string      // text for the primary selection, which a middle click pastes
	Paste  Paste       // asks for text, which comes as input.Typed
}

// Visit is a page that the user wants to open, because a request asks for that. The request is answered once it is open.
type Visit struct {
	Key     session.Key
	Request string
	URL     string // http or https
}

// Paste is where to take text from.
type Paste uint8

const (
	NoPaste Paste = iota
	FromClipboard
	FromSelection // the primary one
)

// Scene is everything on show. Make it with New.
type Scene struct {
	character
	life
	pointer
	focused  keyboard
	composes *field // that shows what an input method composes; nil = none
	stops    []stop // scratch of one step
	text     *glyph.Set
	shapes   shapes
	pages    drawlist.Pages
	paint    painter
	skins    [2]palette // light and dark, with the pet's own colours
	colors   *palette

	tick    uint64
	stepped uint64 // tick of the step before
	now     time.Time
	dark    bool
	reduced bool
	visible bool
	private bool // words are hidden

	veil veil // makes all of it faint or quiet

	collapsed bool   // bubbles are one line
	tally     bubble // that line
	count     string // of the sessions
	counted   [5]int // what both are made of
	stale     bool   // something may look different

	language lang.Language // of all words
	said     phrases

	snap     *session.Snapshot
	passed   uint64 // number of the newest moment that the pet has seen
	byKey    map[session.Key]*bubble
	drafts   drafts
	bubbles  []*bubble // all, oldest first
	all      []*bubble // scratch of cards
	column   []*bubble // those that have a place, or would have one if there were room
	heights  []float32
	bodies   []float32 // scratch of giveWay
	mixed    bool      // bubbles that ask are next to the pet, out of the order of their age
	placed   []layout.Placed
	plan     layout.Plan
	most     int // how many are shown at once
	first    int // how many are scrolled away
	arranged bool
	reveal   *bubble // a card that has just come

	pet     drawlist.Point // top left of its cell
	located bool
	eye     drawlist.Point // what the pet may look at: the pointer, wherever it is
	seen    bool           // where that is, is known
	work    drawlist.Rect
	bounds  drawlist.Rect
	menu    menu
	bar     bar
	covered bool // a full-screen window is in front of the pet's monitor
	hidden  bool // some window is in front of all that the pet's window shows
	away    bool // pet and bubbles keep away from it
	view    viewport

	list, last []drawlist.Quad
	dirty      bool
	commands   []session.Command
	onscreen   []string
	ids        []string
	wish       Wish
}

// New makes a scene with a pet and nothing else.
func New(o Options) (*Scene, error) {
	if o.Text == nil {
		t, err := glyph.New()
		if err != nil {
			return nil, fmt.Errorf("scene: %w", err)
		}
		o.Text = t
	}
	if o.Size <= 0 {
		o.Size = DefaultSize
	}
	s := &Scene{
		text: o.Text, byKey: map[session.Key]*bubble{}, drafts: drafts{}, visible: true, stale: true, dirty: true, skins: [2]palette{light, dark},
		work: drawlist.Rect{W: 1280, H: 720}, bounds: drawlist.Rect{W: 1280, H: 720},
	}
	s.bar.apart = o.BarApart
	s.most, s.veil.fading = DefaultVisible, fading{to: 1}
	s.manner = Manner{Repeats: sprite.DefaultRepeats, Look: sprite.DefaultLook, Wince: true}
	s.tally = bubble{line: true, width: cardWidth, s: &session.Session{State: session.Idle}, draft: new(draft), height: lineHeight, measured: true}
	s.colors = &s.skins[0]
	s.dress(o.Sheet)
	s.character.init(o.Sheet, o.Size)
	s.paint = painter{text: s.text, shape: &s.shapes, scale: 1, alpha: 1}
	s.shapes.draw(1)
	s.pages = drawlist.Pages{
		drawlist.Shapes: &s.shapes.page, drawlist.Glyphs: s.text.Page(),
		drawlist.Sprite: sheetPage(o.Sheet),
	}
	return s, nil
}

// Step takes one frame: what the sessions do, and what the user did. Ticks may be skipped.
func (s *Scene) Step(snap *session.Snapshot, in input.Frame) {
	s.stepped, s.tick, s.now = s.tick, in.Tick, in.Now
	s.eye, s.seen = in.Pointer, in.Known
	s.rescale(in.Scale)
	s.respeak()
	if reduced := in.Reduced || s.veil.quiet; in.Dark != s.dark || reduced != s.reduced {
		s.dark, s.reduced, s.stale = in.Dark, reduced, true
		s.colors = s.skin(in.Dark)
	}
	if snap != nil && snap != s.snap {
		s.herald(snap)
		s.life.come(snap, s.snap, s.tick)
		s.reconcile(snap)
		s.stale = true
	}
	if in.Obscured != s.hidden {
		s.hidden, s.stale = in.Obscured, true
	}
	if len(in.Events) > 0 {
		s.stale = true
	}
	pet, work := s.pet, s.work
	s.point(in.Events)
	s.fly()
	s.locate(&in)
	s.seat(in.Monitors)
	for _, changed := range [...]bool{
		s.menu.expire(s.tick), s.live(), s.animate(), s.retell(), s.tickBar(), s.unfold(), s.moving(), s.pet != pet, s.work != work,
	} {
		s.stale = s.stale || changed
	}
	if !s.stale {
		s.cover()
		return
	}
	s.arrange()
	if s.look() {
		s.arrange()
	}
	s.refocus()
	s.dirty = s.dim() || s.dirty
	s.cover()
	s.report()
	s.compose()
	s.stale = s.moving()
}

// rescale draws shapes and glyphs anew for another device scale.
func (s *Scene) rescale(scale float64) {
	if scale <= 0 {
		scale = 1
	}
	if s.text.Begin(scale) || scale != s.shapes.scale {
		s.each(func(b *bubble) { b.measured = false })
		s.stale = true
	}
	if scale != s.shapes.scale {
		s.shapes.draw(scale)
		s.paint.scale = float32(scale)
	}
}

// cards are all that may be on show: beside the pet, and in the bar. They are valid until the next call.
func (s *Scene) cards() []*bubble {
	s.all = append(append(s.all[:0], s.column...), s.bar.cards...)
	return s.all
}

// retell brings words about time up to date, and buttons back whose answer nobody took.
func (s *Scene) retell() (changed bool) {
	for _, b := range s.cards() {
		if !b.line && !s.now.Before(b.whenNext) && b.retell(s.now) {
			changed = true
		}
		if b.sentAt != 0 && s.tick >= b.sentAt+sentTicks {
			b.sentAt, changed = 0, true
			if b.req != nil && b.req.Life == session.Offered {
				b.sent = ""
			}
			b.stale()
		}
		if b.tellsTo != 0 && s.tick >= b.tellsTo {
			s.adopt(b, b.s)
			changed = true
		}
	}
	return changed
}

// moving says whether something is under way.
func (s *Scene) moving() bool {
	if s.flying || s.tally.fade.moving(s.tick) || s.tally.move.moving(s.tick) || s.veil.moving(s.tick) || s.bar.moving(s.tick) {
		return true
	}
	for _, b := range s.bubbles {
		if b.fade.moving(s.tick) || b.glow.moving(s.tick) || b.move.moving(s.tick) || b.dead && b.shown && !s.onStack {
			return true
		}
	}
	return false
}

// compose makes the list. When the page of glyphs had to be emptied on the way, it starts again.
func (s *Scene) compose() {
	p := &s.paint
	for range 2 {
		epoch := s.text.Epoch()
		p.list, s.list = s.list[:0], p.list
		s.paintAll()
		s.list, p.list = p.list, s.list
		p.list, s.bar.list = s.bar.list[:0], p.list
		if s.bar.apart {
			s.paintWholeBar()
		}
		s.bar.list, p.list = p.list, s.bar.list
		if epoch == s.text.Epoch() {
			break
		}
	}
	s.dirty = s.dirty || !slices.Equal(s.list, s.last)
	s.bar.dirty = s.bar.dirty || !slices.Equal(s.bar.list, s.bar.last)
}

func (s *Scene) paintAll() {
	if s.Shown() {
		s.paintAround()
	}
	if !s.bar.apart {
		s.paintWholeBar()
	}
	if s.Shown() && s.menuIn(false) {
		s.paintMenu()
	}
}

// paintWholeBar paints the bar with its menu.
func (s *Scene) paintWholeBar() {
	s.paintBar()
	if s.menuIn(true) {
		s.paintMenu()
	}
}

// paintAround paints the pet and what belongs to it.
func (s *Scene) paintAround() {
	for _, b := range s.column { // all shadows lie below the pet and all cards
		s.paintShadow(b)
	}
	s.paintPet()
	s.paintCount()
	for _, b := range s.column {
		s.paintBubble(b)
	}
	s.paintChip(s.plan.Near, s.plan.Before, false)
	s.paintChip(s.plan.Far, s.plan.After, true)
	s.paintThumb()
}

// Append appends what is on show to dst, back to front, in world coordinates.
func (s *Scene) Append(dst []drawlist.Quad) []drawlist.Quad {
	s.last = append(s.last[:0], s.list...)
	s.dirty = false
	return append(dst, s.list...)
}

// Dirty says that the picture is not the one last appended.
func (s *Scene) Dirty() bool { return s.dirty }

// Pages are the pictures that the quads cut from, with what has changed on them.
func (s *Scene) Pages() *drawlist.Pages { return &s.pages }

// lateTicks is how late words about time may be, when the pet moves by then anyway: a quarter of a second. Five sessions
// whose seconds pass at five different moments would otherwise cost five pictures a second more.
const lateTicks = input.TicksPerSecond / 4

// NextTick is the tick at which the picture next changes by itself; math.MaxUint64 when it does not.
func (s *Scene) NextTick() uint64 {
	if !s.Shown() && !s.bar.on && !s.stale && !s.bar.moving(s.tick) {
		return s.lifeDue()
	}
	if s.stale || s.dragging || s.moving() {
		return s.tick + 1
	}
	until := pick(s.Shown(), s.until, math.MaxUint64)
	next := min(s.nextBar(until), s.lifeDue())
	words := func(change time.Time) {
		at := s.tick + uint64(max(1, (change.Sub(s.now)+tick-1)/tick))
		if until < at || until > at+lateTicks { // else they come with the pet's next cell
			next = min(next, at)
		}
	}
	if s.bar.on && s.bar.tells.of != nil {
		words(s.bar.tells.whenNext)
	}
	for _, b := range s.cards() {
		if b.shown && !b.line {
			words(b.whenNext)
		}
		if b.sentAt != 0 {
			next = min(next, b.sentAt+sentTicks)
		}
		if b.tellsTo != 0 {
			next = min(next, b.tellsTo)
		}
	}
	if s.armed {
		next = min(next, s.pressed0+dragTicks)
	}
	if s.menu.open && !s.menu.keys && s.menu.left > 0 {
		next = min(next, s.menu.left+menuTicks)
	}
	if s.view.since > 0 {
		next = min(next, s.view.since+shrinkTicks)
	}
	return max(next, s.tick+1)
}

// Commands appends what the user decided since the last call.
func (s *Scene) Commands(dst []session.Command) []session.Command {
	dst = append(dst, s.commands...)
	clear(s.commands)
	s.commands = s.commands[:0]
	return dst
}

// Wish is what the user wants from the program since the last call.
func (s *Scene) Wish() Wish {
	w := s.wish
	w.Pet = s.pet
	s.wish = Wish{}
	return w
}

// Visible says whether the scene shows anything.
func (s *Scene) Visible() bool { return s.visible }

// SetVisible hides everything, or shows it again. A hidden scene has no cards, so requests go to the terminal at once.
func (s *Scene) SetVisible(on bool) {
	if on {
		s.life.idle, s.asleep, s.stale = 0, false, s.stale || s.asleep
	}
	if on == s.visible {
		return
	}
	s.visible, s.stale = on, true
	s.closeMenu()
	s.commands = append(s.commands, session.Command{Kind: session.Screen, On: on})
}

// SetPetPosition puts the pet's top left at p, in the world. The next Step brings it into view.
func (s *Scene) SetPetPosition(p drawlist.Point) { s.pet, s.located, s.stale = p, true, true }

// ResetPosition puts the pet where a new one sits.
func (s *Scene) ResetPosition() { s.located, s.stale = false, true }

// PetPosition is the pet's top left in the world.
func (s *Scene) PetPosition() drawlist.Point { return s.pet }

// report tells the keeper which requests can be answered on the screen, when that has changed: those of every session
// whose card is shown, also the ones that wait in line behind it.
func (s *Scene) report() {
	s.ids = s.ids[:0]
	for _, b := range s.cards() {
		if !s.visible || !b.shown || b.dead || b.req == nil || b.inBar && !s.bar.on {
			continue
		}
		if s.hidden && !(b.inBar && s.bar.apart) {
			continue
		}
		for i := range b.s.Requests {
			if r := &b.s.Requests[i]; r.Life == session.Offered && !slices.Contains(s.ids, r.ID) {
				s.ids = append(s.ids, r.ID)
			}
		}
	}
	if slices.Equal(s.ids, s.onscreen) {
		return
	}
	s.onscreen = append(s.onscreen[:0], s.ids...)
	s.commands = append(s.commands, session.Command{Kind: session.Onscreen, Requests: slices.Clone(s.ids)})
}
