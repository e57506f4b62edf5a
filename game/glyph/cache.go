package glyph

// maxTexts bounds each of the two generations of laid-out texts. Twenty bubbles show about 120.
const maxTexts = 512

// maxGlyphs bounds the glyphs of each generation, at about 50 bytes each: 6 MB. A plan of 200 lines has 10 000.
const maxGlyphs = 128 << 10

type textKey struct {
	text  string
	style Style
	width float32
	lines int
	mix   string
}

// cache keeps what was used lately: when the young generation is full it becomes the old one, and the old one goes.
type cache struct {
	young, old map[textKey]*Text
	glyphs     int // of the young ones
}

func (c *cache) init() { *c = cache{young: make(map[textKey]*Text, maxTexts)} }

func (c *cache) get(k textKey) *Text {
	if t := c.young[k]; t != nil {
		return t
	}
	t := c.old[k]
	if t != nil {
		c.put(k, t)
	}
	return t
}

func (c *cache) put(k textKey, t *Text) {
	if len(c.young) >= maxTexts || c.glyphs > maxGlyphs {
		c.young, c.old, c.glyphs = make(map[textKey]*Text, maxTexts), c.young, 0
	}
	c.young[k] = t
	c.glyphs += len(t.glyphs)
}
