package scene

import (
	"dango/game/drawlist"
	"dango/session"
)

// palette is one theme. Colours of surfaces and text are opaque; lines and shadows let the desktop through.
type palette struct {
	card, well, hairline, shadow  drawlist.Color
	title, text, faint            drawlist.Color // text, from loud to quiet
	primary, primaryHot           drawlist.Color // the button to press
	primaryDown, onPrimary        drawlist.Color
	button, buttonHot, buttonDown drawlist.Color // the other buttons
	thumb                         drawlist.Color // scroll thumbs
	hot                           drawlist.Color // behind what the pointer is over
	warn                          drawlist.Color // an answer that did not arrive, and what may do harm
	added, gone                   drawlist.Color // words of changed lines
	focus                         drawlist.Color // the ring around what the keyboard is on
	selection                     drawlist.Color // behind selected words

	back [backRule + 1]drawlist.Color // behind words

	accent [session.States]drawlist.Color // text and shapes
	badge  [session.States]drawlist.Color // behind them, opaque
	ring   [session.States]drawlist.Color // the leader's outline
}

// Parts of 255 of a state's colour on the card, behind its badge.
const lightTint, darkTint = 34, 44

var light = withAccents(palette{
	card: rgb(0xffffff), well: rgb(0xf4f5f7), hairline: rgba(0x0b1220, 26), shadow: rgba(0x0b1220, 84),
	title: rgb(0x16191d), text: rgb(0x3b4149), faint: rgb(0x646b75),
	primary: rgb(0x2158d6), primaryHot: rgb(0x1a4ac0), primaryDown: rgb(0x163f9f), onPrimary: rgb(0xffffff),
	button: rgb(0xf0f1f4), buttonHot: rgb(0xe5e7ec), buttonDown: rgb(0xd9dce3),
	thumb: rgb(0xc2c7d0), hot: rgb(0xeef0f3), warn: rgb(0x8a5300),
	added: rgb(0x0f5c2e), gone: rgb(0x9c1c1c), focus: rgb(0x2158d6), selection: rgb(0xbcd3fb),
	back: [backRule + 1]drawlist.Color{backAdded: rgb(0xdaf3e2), backGone: rgb(0xfbe0df), backDanger: rgb(0xfbd9a6), backCode: rgb(0xe6e9ee)},
}, lightTint, [session.States]uint32{
	session.AskUser: 0xb01e68, session.PermissionPrompt: 0x8a5300, session.ErrorInterrupted: 0xbf2626,
	session.Waiting: 0x8a5300, session.ToolUse: 0x0a6b70, session.Thinking: 0x6a41d6, session.Responding: 0x1c5ed2,
	session.Completed: 0x19713a, session.Review: 0x19713a, session.Idle: 0x556070,
}, [session.States]uint32{
	session.AskUser: 0xe04590, session.PermissionPrompt: 0xe8970c, session.ErrorInterrupted: 0xe04343,
	session.Waiting: 0xe8970c, session.ToolUse: 0x17a3a8, session.Thinking: 0x8d68f0, session.Responding: 0x3f82f2,
	session.Completed: 0x2fa85b, session.Review: 0x2fa85b, session.Idle: 0x9aa5b3,
})

var dark = withAccents(palette{
	card: rgb(0x1f2125), well: rgb(0x16181b), hairline: rgba(0xffffff, 30), shadow: rgba(0x000000, 150),
	title: rgb(0xf3f4f6), text: rgb(0xc8ccd3), faint: rgb(0x9aa1ab),
	primary: rgb(0x3a6ee4), primaryHot: rgb(0x3162d4), primaryDown: rgb(0x2a55bb), onPrimary: rgb(0xffffff),
	button: rgb(0x2e3137), buttonHot: rgb(0x3a3e46), buttonDown: rgb(0x454a53),
	thumb: rgb(0x4a5059), hot: rgb(0x31343b), warn: rgb(0xf0b44c),
	added: rgb(0x8be0a8), gone: rgb(0xffa9a4), focus: rgb(0x6d9bff), selection: rgb(0x274a8c),
	back: [backRule + 1]drawlist.Color{backAdded: rgb(0x15311f), backGone: rgb(0x3d1d1e), backDanger: rgb(0x5c4210), backCode: rgb(0x2b2e35)},
}, darkTint, [session.States]uint32{
	session.AskUser: 0xff8fc4, session.PermissionPrompt: 0xf2b64e, session.ErrorInterrupted: 0xff8a85,
	session.Waiting: 0xf2b64e, session.ToolUse: 0x55d0ca, session.Thinking: 0xb7a1ff, session.Responding: 0x7bafff,
	session.Completed: 0x66d68f, session.Review: 0x66d68f, session.Idle: 0xa3afbe,
}, [session.States]uint32{
	session.AskUser: 0xf0609f, session.PermissionPrompt: 0xf0a732, session.ErrorInterrupted: 0xf0605c,
	session.Waiting: 0xf0a732, session.ToolUse: 0x2fb8b3, session.Thinking: 0x9b7cf5, session.Responding: 0x5595f7,
	session.Completed: 0x43bd70, session.Review: 0x43bd70, session.Idle: 0x77828f,
})

// withAccents fills in what belongs to the states: the badge is the outline's colour, tint of 255 over the card.
func withAccents(p palette, tint uint32, accent, ring [session.States]uint32) palette {
	for i := range accent {
		p.accent[i], p.ring[i] = rgb(accent[i]), rgb(ring[i])
		p.badge[i] = mix(p.card, p.ring[i], tint)
	}
	return p
}

func rgb(hex uint32) drawlist.Color { return rgba(hex, 255) }

// rgba is a colour with its alpha, premultiplied.
func rgba(hex, a uint32) drawlist.Color {
	at := func(shift int) uint8 { return uint8(((hex>>shift&0xff)*a + 127) / 255) }
	return drawlist.Color{R: at(16), G: at(8), B: at(0), A: uint8(a)}
}

// mix paints n of 255 parts of over on base.
func mix(base, over drawlist.Color, n uint32) drawlist.Color {
	m := func(b, o uint8) uint8 { return uint8((uint32(b)*(255-n) + uint32(o)*n + 127) / 255) }
	return drawlist.Color{R: m(base.R, over.R), G: m(base.G, over.G), B: m(base.B, over.B), A: m(base.A, over.A)}
}

// faded is c with its alpha times a.
func faded(c drawlist.Color, a float32) drawlist.Color {
	if a >= 1 {
		return c
	}
	m := func(v uint8) uint8 { return uint8(float32(v)*a + .5) }
	return drawlist.Color{R: m(c.R), G: m(c.G), B: m(c.B), A: m(c.A)}
}

// ink is the colour of text of some meaning.
func (p *palette) ink(i ink) drawlist.Color {
	switch i {
	case inkTitle:
		return p.title
	case inkFaint:
		return p.faint
	case inkWarn:
		return p.warn
	case inkAdded:
		return p.added
	case inkGone:
		return p.gone
	}
	return p.text
}
