// Package clip copies text to the desktop's clipboard and pastes it from there.
package clip

// Board is one of the places where text waits to be pasted.
type Board uint8

const (
	Clipboard Board = iota
	Primary         // what was selected last; a middle click pastes it. X11 alone has it
	boards
)

// MaxText bounds what is pasted, in bytes. Nobody answers an agent with more.
const MaxText = 1 << 20

// Clip is a way to the clipboard. Its methods may be called from any goroutine and do not wait.
type Clip struct{ system }

// Open makes a Clip. display is the X11 display, "" for the one of the environment. Nothing is asked of the system
// before the first Copy or Paste.
func Open(display string) *Clip {
	c := &Clip{}
	c.init(display)
	return c
}

// Copy offers text to others, until somebody else copies something or the Clip is closed.
func (c *Clip) Copy(b Board, text string) { c.copy(b, text) }

// Paste asks for the text on a board and calls got with it, on a goroutine of the Clip's. got is not called when there is
// no text, or whoever has it does not hand it over in time.
func (c *Clip) Paste(b Board, got func(string)) { c.paste(b, got) }

// Close gives up what was copied.
func (c *Clip) Close() { c.close() }
