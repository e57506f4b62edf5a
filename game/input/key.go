package input

// Key is a key by what it bears: the character that it types without modifiers, in lower case, or one of those below.
// With a layout that has no Latin letters a shortcut still finds its key: Ctrl+C is {Key: 'c', Mods: Ctrl} on all.
type Key rune

// Keys that bear no character. The keypad's count as these, too.
const (
	NoKey        Key = 0
	KeyEnter     Key = '\r'
	KeyTab       Key = '\t'
	KeyEscape    Key = '\x1b'
	KeyBackspace Key = '\b'
	KeyDelete    Key = '\x7f'
	KeySpace     Key = ' '
)

const (
	KeyLeft Key = -1 - iota
	KeyRight
	KeyUp
	KeyDown
	KeyHome
	KeyEnd
	KeyPageUp
	KeyPageDown
	KeyInsert
	KeyMenu // the one that asks for a context menu
)

// Mods are the modifiers that were down.
type Mods uint8

const (
	Shift Mods = 1 << iota
	Ctrl
	Alt
	Super
)
