package desktop

import (
	"context"
	"fmt"
	"image"
	"os"
	"sync"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/shape"
	"github.com/jezek/xgb/xfixes"
	"github.com/jezek/xgb/xproto"

	_ "dango/game/desktop/quiet" // what the X library reports, we report ourselves
)

const places = true

// server is our connection to the X server. Its loop alone touches it.
type server struct {
	*Desktop
	conn  *xgb.Conn
	root  xproto.Window
	atoms atoms
	now   State // what will be published next

	hasRandr, hasShape, hasFixes, hasDamage bool
	wayland                                 bool // the server is itself a client, of a Wayland compositor

	watch    watch         // looks for our window
	keeper   keeper        // looks after it
	typist   typist        // has the keyboard for it
	grabbed  grabbed       // the shortcuts
	follower follower      // knows where the pointer is, anywhere
	held     held          // buttons that are down
	clock    clock         // of the server
	glass    glass         // the pane
	above    above         // looks whether something hides our window
	damage   damage.Damage // tells of frames while a new size waits for them; 0 until it is needed
	strip    []byte        // scratch: pixels on their way to the server

	screensNow []screen      // in the order of now.Monitors
	fronts     []front       // what is in front of them
	filled     []image.Point // where monitors begin that a window fills of which the server knows nothing
	films      chan []image.Point
	last       xproto.Window // that was active and not ours
	composes   bool          // somebody composes the screen
}

func open(d *Desktop, o Options) (stop func(), err error) {
	conn, err := xgb.NewConn()
	if err != nil {
		return nil, fmt.Errorf("desktop: connect to DISPLAY=%s: %w", os.Getenv("DISPLAY"), err)
	}
	screen := xproto.Setup(conn).DefaultScreen(conn)
	s := &server{Desktop: d, conn: conn, root: screen.Root, now: State{Scale: 1}, films: make(chan []image.Point)}
	s.watch = watch{class: o.Class, candidates: map[xproto.Window]bool{}}
	if s.atoms, err = internAtoms(conn); err != nil {
		conn.Close()
		return nil, fmt.Errorf("desktop: ask the X server for atoms: %w", err)
	}
	s.initExtensions()
	s.wayland = s.isWayland()
	s.listen()
	s.refreshSettings()
	s.refreshCompositor()
	s.refreshMonitors()
	s.refreshFront()
	s.publish(s.now)
	ctx, cancel := context.WithCancel(context.Background())
	if s.wayland {
		go s.watchFilms(ctx)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer cancel()
		s.loop()
		s.typist.close()
	}()
	return func() { conn.Close(); <-ended }, nil
}

// initExtensions notes which extensions the server has. Each is asked for its version, as the protocol demands.
func (s *server) initExtensions() {
	if s.has("RANDR", randr.Init) {
		v, err := randr.QueryVersion(s.conn, 1, 5).Reply()
		s.hasRandr = err == nil && (v.MajorVersion > 1 || v.MinorVersion >= 5)
	}
	if s.has("SHAPE", shape.Init) {
		v, err := shape.QueryVersion(s.conn).Reply()
		s.hasShape = err == nil && (v.MajorVersion > 1 || v.MinorVersion >= 1)
	}
	if s.has("XFIXES", xfixes.Init) {
		_, err := xfixes.QueryVersion(s.conn, 2, 0).Reply()
		s.hasFixes = err == nil
	}
	if s.has("DAMAGE", damage.Init) {
		_, err := damage.QueryVersion(s.conn, 1, 1).Reply()
		s.hasDamage = err == nil
	}
}

// known are the first events of the extensions that the X library knows. It keeps them for all connections in maps
// without a lock, which every connection reads, so each is written once.
var known = struct {
	sync.Mutex
	first map[string]byte
}{first: map[string]byte{}}

// has makes an extension usable on the connection, and says whether the server has it. init is the library's way.
func (s *server) has(name string, init func(*xgb.Conn) error) bool {
	known.Lock()
	defer known.Unlock()
	r, err := xproto.QueryExtension(s.conn, uint16(len(name)), name).Reply()
	if err != nil || !r.Present {
		return false
	}
	if first, ok := known.first[name]; !ok || first != r.FirstEvent {
		known.first[name] = r.FirstEvent
		return init(s.conn) == nil
	}
	s.conn.ExtLock.Lock()
	defer s.conn.ExtLock.Unlock()
	s.conn.Extensions[name] = r.MajorOpcode
	return true
}

// listen asks for the events of the root window and of the selections that say something about the desktop.
func (s *server) listen() {
	const mask = xproto.EventMaskPropertyChange | xproto.EventMaskStructureNotify | xproto.EventMaskSubstructureNotify
	xproto.ChangeWindowAttributes(s.conn, s.root, xproto.CwEventMask, []uint32{mask})
	if s.hasRandr {
		randr.SelectInput(s.conn, s.root, randr.NotifyMaskScreenChange)
	}
	if s.hasFixes {
		const all = xfixes.SelectionEventMaskSetSelectionOwner | xfixes.SelectionEventMaskSelectionWindowDestroy |
			xfixes.SelectionEventMaskSelectionClientClose
		xfixes.SelectSelectionInput(s.conn, s.root, s.atoms.compositor, all)
		xfixes.SelectSelectionInput(s.conn, s.root, s.atoms.xsettings, all)
	}
}

// loop runs until the connection ends.
func (s *server) loop() {
	in := inbox{news: make(chan struct{}, 1)}
	go in.pump(s.conn.WaitForEvent)
	var events []xgb.Event
	for {
		select {
		case _, ok := <-in.news:
			events = in.take(events[:0])
			for _, e := range events {
				s.handle(e)
			}
			if !ok {
				s.end()
				return
			}
		case <-s.wished:
			s.take(s.wish.Load())
			s.showPane()
			s.typeKeys()
			s.grab(false)
			s.follow()
		case p := <-s.patches:
			s.showPatch(p)
		case <-s.follower.due():
			s.seek()
		case <-s.held.due():
			s.lookHeld()
		case <-s.keeper.late():
			s.advance()
		case <-s.keeper.lift.due():
			s.liftAgain()
		case <-s.above.due():
			s.lookAbove()
		case s.filled = <-s.films:
			s.refreshCovered()
		}
	}
}

func (s *server) end() {
	select {
	case <-s.done: // we closed it
	default:
		s.now.Err = fmt.Errorf("desktop: connection to DISPLAY=%s lost: %w", os.Getenv("DISPLAY"), ErrGone)
		s.publish(s.now)
		s.rest()
	}
}

func (s *server) handle(e xgb.Event) {
	if s.stirs(e) {
		return
	}
	switch e := e.(type) {
	case xproto.CreateNotifyEvent:
		s.consider(e)
	case xproto.DestroyNotifyEvent:
		s.forget(e.Window)
		s.frontChanged(e.Window)
	case xproto.PropertyNotifyEvent:
		s.property(e)
	case xproto.MapNotifyEvent:
		s.mapped(e.Window)
		s.frontChanged(e.Window)
	case xproto.UnmapNotifyEvent:
		s.frontChanged(e.Window)
	case xproto.ConfigureNotifyEvent:
		s.configured(e)
		s.frontChanged(e.Window)
	case xproto.ReparentNotifyEvent:
		s.moved(e.Window)
		s.frontChanged(e.Window)
	case xproto.ExposeEvent:
		s.exposed(e)
	case damage.NotifyEvent:
		s.shown(e)
	case xproto.KeyPressEvent:
		if e.Event == s.root {
			s.hotkey(e)
		}
	case xproto.MappingNotifyEvent:
		s.grab(true)
	case xproto.FocusInEvent:
		s.focused(e.Event, e.Mode, e.Detail, true)
	case xproto.FocusOutEvent:
		s.focused(e.Event, e.Mode, e.Detail, false)
	case xproto.ClientMessageEvent:
		s.told(e)
	case randr.ScreenChangeNotifyEvent:
		s.refreshMonitors()
		s.publish(s.now)
	case xfixes.SelectionNotifyEvent:
		s.refreshSettings()
		s.refreshCompositor()
		s.refreshMonitors()
		s.publish(s.now)
		s.cut(s.keeper.solid)
		s.cutPane()
	default:
		s.pointer(e)
	}
}

// property routes a changed property: of the root, of the settings window, of a window that may be ours, of ours.
func (s *server) property(e xproto.PropertyNotifyEvent) {
	switch {
	case e.Window == s.root && (e.Atom == s.atoms.workarea || e.Atom == xproto.AtomResourceManager):
		s.refreshSettings()
		s.refreshMonitors()
		s.publish(s.now)
	case e.Window == s.root && (e.Atom == s.atoms.active || e.Atom == s.atoms.currentDesktop):
		s.raise()
		s.refreshFront()
	case e.Window == s.keeper.window:
		s.stateChanged(e.Atom)
	case s.inFront(e.Window) && e.Atom == s.atoms.state:
		s.refreshCovered()
	case s.watch.candidates[e.Window] && e.Atom == xproto.AtomWmClass:
		s.identify(e.Window)
	case e.Atom == s.atoms.settings:
		s.refreshSettings()
		s.refreshMonitors()
		s.publish(s.now)
	}
}
