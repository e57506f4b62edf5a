package glyph

// maxTexts bounds each of the two generations of laid-out texts. Twenty bubbles show about 120.
const maxTexts = 512

type textKey struct {
	text  string
	style Style
	width float32
	lines int
}

// cache keeps what was used lately: when the young generation is full it becomes the old one, and the old one goes.
type cache struct{ young, old map[textKey]*Text }

func (c *cache) init() { c.young, c.old = make(map[textKey]*Text, maxTexts), nil }

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
	if len(c.young) >= maxTexts {
		c.young, c.old = make(map[textKey]*Text, maxTexts), c.young
	}
	c.young[k] = t
}
