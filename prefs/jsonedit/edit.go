package jsonedit

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/tailscale/hujson"
)

// An Item is a new member of an object, or with an empty name a new element of an array.
type Item struct {
	Name  string
	Value any // anything that encoding/json can encode
}

// Append adds items after everything that container holds. Comments stay with what they follow.
//
// Container must be an object or array of this document's parsed tree. A pointer to a sibling of the new
// items is invalid afterwards, as after any append.
func (d *Doc) Append(container *hujson.Value, items ...Item) {
	for _, item := range items {
		d.append(container, item)
	}
}

func (d *Doc) append(container *hujson.Value, item Item) {
	b := mustBox(container)
	p := d.placeIn(container, b)
	comments, tail := cut(*b.end())
	before, after := d.style.gap, hujson.Extra(nil)
	switch {
	case p.lines:
		before = d.style.newline + p.prefix
	case b.len() == 0:
		before = ""
	}
	if b.len() == 0 {
		tail = nil
		if p.lines {
			tail = hujson.Extra(d.style.newline + p.closing)
		}
	} else if b.trailingComma() {
		after = hujson.Extra{} // the file ends its lists with a comma: so do we
	}
	lead := concat(comments, hujson.Extra(before))
	value := hujson.Value{Value: d.build(item.Value, p.lines, p.prefix), AfterExtra: after}
	if b.obj != nil {
		value.BeforeExtra = hujson.Extra(d.style.colon)
		name := hujson.Value{BeforeExtra: lead, Value: hujson.String(item.Name)}
		b.obj.Members = append(b.obj.Members, hujson.ObjectMember{Name: name, Value: value})
	} else {
		value.BeforeExtra = lead
		b.arr.Elements = append(b.arr.Elements, value)
	}
	*b.end() = tail
}

// Remove takes item i out of container, with its comma and the white space before it. Comments stay.
func (d *Doc) Remove(container *hujson.Value, i int) {
	b := mustBox(container)
	comments, lead := cut(*b.before(i))
	if !isBlank(*b.after(i)) {
		comments = concat(comments, *b.after(i))
	}
	switch last := b.len() - 1; {
	case i == 0 && last > 0 && len(comments) == 0 && isBlank(*b.before(1)):
		*b.before(1) = lead // the next one takes this one's place
	case i < last:
		*b.before(i + 1) = d.join(comments, *b.before(i + 1))
	default:
		rest := d.join(comments, *b.end())
		if i > 0 {
			prev := b.after(i - 1)
			if !b.trailingComma() {
				rest, *prev = d.join(*prev, rest), nil
			} else if *prev == nil {
				*prev = hujson.Extra{}
			}
		}
		*b.end() = rest
	}
	b.delete(i)
}

// Replace puts another value where v, a value of the parsed tree, stands.
func (d *Doc) Replace(v *hujson.Value, with any) {
	lines := bytes.IndexByte(d.src[v.StartOffset:v.EndOffset], '\n') >= 0
	v.Value = d.build(with, lines, d.indentAt(v.StartOffset))
}

// Inner is what stands between the brackets of an object or array without items.
func Inner(container *hujson.Value) string { return string(*mustBox(container).end()) }

// SetInner is the way back from Inner, after the last item has been removed.
func SetInner(container *hujson.Value, text string) { *mustBox(container).end() = hujson.Extra(text) }

// Len is the number of items of an object or array, 0 for every other value.
func Len(v *hujson.Value) int {
	if b, ok := boxOf(v); ok {
		return b.len()
	}
	return 0
}

// cut parts white space and comments into everything up to the end of the last comment, and white space.
// The line break that ends a line comment goes to the white space.
func cut(e hujson.Extra) (comments, space hujson.Extra) {
	n := len(bytes.TrimRight(e, " \t\r\n"))
	return slices.Clip(e[:n]), e[n:]
}

// join puts b behind a and sees to it that a line comment at the end of a does not swallow what follows.
func (d *Doc) join(a, b hujson.Extra) hujson.Extra {
	if endsInLineComment(a) {
		if next := bytes.TrimLeft(b, " \t\r"); len(next) == 0 || next[0] != '\n' {
			return concat(a, hujson.Extra(d.style.newline), b)
		}
	}
	return concat(a, b)
}

func endsInLineComment(e hujson.Extra) bool {
	for {
		e = bytes.TrimLeft(e, " \t\r\n")
		end := "\n"
		if bytes.HasPrefix(e, []byte("/*")) {
			end = "*/"
		}
		i := bytes.Index(e[min(2, len(e)):], []byte(end))
		if i < 0 {
			return bytes.HasPrefix(e, []byte("//"))
		}
		e = e[2+i+len(end):]
	}
}

func concat(parts ...hujson.Extra) hujson.Extra { return slices.Concat(parts...) }

// Object encodes its items in their order, which a map would lose.
type Object []Item

// MarshalJSON writes the members in order, with the characters of the text as they are.
func (o Object) MarshalJSON() ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	buf.WriteByte('{')
	for i, item := range o {
		if i > 0 {
			buf.WriteByte(',')
		}
		if err := enc.Encode(item.Name); err != nil {
			return nil, err
		}
		buf.WriteByte(':')
		if err := enc.Encode(item.Value); err != nil {
			return nil, err
		}
	}
	buf.WriteByte('}')
	return buf.Bytes(), nil
}
