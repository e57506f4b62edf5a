package jsonedit

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/tailscale/hujson"
)

// style is how the author of a file writes: what we add looks the same.
type style struct {
	newline string // "\n" or "\r\n"
	unit    string // one step of indentation
	colon   string // between colon and value
	gap     string // between items that share a line
	lines   bool   // one member a line; false = everything on one line
}

// styleOf looks at the members of the root object; an object without any is written the usual way.
func styleOf(src []byte, root *hujson.Value) style {
	s := style{newline: "\n", unit: "  ", colon: " ", gap: " ", lines: true}
	if i := bytes.IndexByte(src, '\n'); i > 0 && src[i-1] == '\r' {
		s.newline = "\r\n"
	}
	obj, ok := root.Value.(*hujson.Object)
	if !ok || len(obj.Members) == 0 {
		return s
	}
	if colon := obj.Members[0].Value.BeforeExtra; isBlank(colon) && !hasNewline(colon) {
		s.colon = string(colon)
	}
	s.lines = box{obj: obj}.spansLines()
	s.gap = s.colon
	if !s.lines && len(obj.Members) > 1 && isBlank(obj.Members[1].Name.BeforeExtra) {
		s.gap = string(obj.Members[1].Name.BeforeExtra)
	}
	if first := obj.Members[0].Name.BeforeExtra; hasNewline(first) {
		s.unit = lastIndent(first)
	}
	return s
}

// place is where a new item goes: on its own line after prefix, or in line.
type place struct {
	lines           bool
	prefix, closing string // indentation of the items and of the closing bracket
}

func (d *Doc) placeIn(container *hujson.Value, b box) place {
	closing := d.indentAt(container.StartOffset)
	p := place{lines: d.style.lines, closing: closing, prefix: closing + d.style.unit}
	if b.len() == 0 {
		p.lines = p.lines || hasNewline(*b.end())
		return p
	}
	p.lines = b.spansLines()
	for i := b.len() - 1; i >= 0; i-- {
		if hasNewline(*b.before(i)) {
			p.prefix = lastIndent(*b.before(i))
			break
		}
	}
	return p
}

// indentAt is the white space that begins the line of that offset.
func (d *Doc) indentAt(offset int) string {
	line := d.src[bytes.LastIndexByte(d.src[:offset], '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// build makes a tree of a Go value, laid out in lines whose first one is already indented by prefix.
func (d *Doc) build(v any, lines bool, prefix string) hujson.ValueTrimmed {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false) // a command line is meant to be read: && stays &&
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("jsonedit: %T cannot be encoded: %v", v, err))
	}
	tree, err := hujson.Parse(bytes.TrimSpace(buf.Bytes()))
	if err != nil {
		panic("jsonedit: encoding/json wrote what hujson cannot read: " + err.Error())
	}
	d.layout(&tree, lines, prefix)
	return tree.Value
}

func (d *Doc) layout(v *hujson.Value, lines bool, prefix string) {
	b, ok := boxOf(v)
	if !ok || b.len() == 0 {
		return
	}
	inner := prefix + d.style.unit
	for i := range b.len() {
		switch {
		case lines:
			*b.before(i) = hujson.Extra(d.style.newline + inner)
		case i > 0:
			*b.before(i) = hujson.Extra(d.style.gap)
		}
		if b.obj != nil {
			b.value(i).BeforeExtra = hujson.Extra(d.style.colon)
		}
		d.layout(b.value(i), lines, inner)
	}
	if lines {
		*b.end() = hujson.Extra(d.style.newline + prefix)
	}
}

func isBlank(e hujson.Extra) bool    { return len(bytes.TrimSpace(e)) == 0 }
func hasNewline(e hujson.Extra) bool { return bytes.IndexByte(e, '\n') >= 0 }

// lastIndent is the white space after the last line break of e.
func lastIndent(e hujson.Extra) string {
	line := e[bytes.LastIndexByte(e, '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}
