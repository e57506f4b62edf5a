package rig

import "dango/assets/internal/ink"

// Palette is every colour of the pet. Another palette makes another dango of the same poses.
type Palette struct {
	Light, Base, Shade, Deep ink.Color // dough, from the lit side to the shadow
	Line                     ink.Color // outline
	Rim                      ink.Color // round the outline, so that the pet stands out on a dark desktop
	Blush, Eye, Mouth        ink.Color
	Petal, Heart             ink.Color // the blossom on its head
}

// Rice is the plain dumpling that Dango starts with.
var Rice = Palette{
	Light: ink.Hex(0xfffdf6),
	Base:  ink.Hex(0xfcf3e1),
	Shade: ink.Hex(0xefd9bd),
	Deep:  ink.Hex(0xd9b594),
	Line:  ink.Hex(0x5b3f36),
	Rim:   ink.Hex(0xfffaf0).Fade(0.9),
	Blush: ink.Hex(0xf28f8c),
	Eye:   ink.Hex(0x39262a),
	Mouth: ink.Hex(0xc0544f),
	Petal: ink.Hex(0xf7a8b8),
	Heart: ink.Hex(0xf6cf63),
}

// Sakura is pink, with a white blossom.
var Sakura = Palette{
	Light: ink.Hex(0xfff6f6),
	Base:  ink.Hex(0xfcdbe0),
	Shade: ink.Hex(0xf4b9c4),
	Deep:  ink.Hex(0xdf93a5),
	Line:  ink.Hex(0x6b3541),
	Rim:   ink.Hex(0xfffafa).Fade(0.9),
	Blush: ink.Hex(0xf0758c),
	Eye:   ink.Hex(0x42242c),
	Mouth: ink.Hex(0xb8434f),
	Petal: ink.Hex(0xfffafa),
	Heart: ink.Hex(0xf6cf63),
}

// Yomogi is green as the mugwort that it is named after.
var Yomogi = Palette{
	Light: ink.Hex(0xf6f9e6),
	Base:  ink.Hex(0xd9e6b8),
	Shade: ink.Hex(0xb6cc8c),
	Deep:  ink.Hex(0x8ca964),
	Line:  ink.Hex(0x3f4d2e),
	Rim:   ink.Hex(0xfdfff4).Fade(0.9),
	Blush: ink.Hex(0xef9a86),
	Eye:   ink.Hex(0x2a3324),
	Mouth: ink.Hex(0xb5564a),
	Petal: ink.Hex(0xf7a8b8),
	Heart: ink.Hex(0xf6cf63),
}

// Colours of the props, which stay the same whatever the dumpling's own.
var (
	white  = ink.Hex(0xffffff)
	amber  = ink.Hex(0xe58a1f)
	gold   = ink.Hex(0xffcf4a)
	steel  = ink.Hex(0x8ea2ba)
	slate  = ink.Hex(0x5d708a)
	glass  = ink.Hex(0xcfe8f7)
	tongue = ink.Hex(0xf2898a)
	matcha = ink.Hex(0xa9c98a)
)
