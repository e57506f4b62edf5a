// Package jsonedit changes single members of a JSON file and leaves every other byte as it was.
//
// A settings file belongs to a person: its comments, order, indentation, line ends and byte order mark say so.
// Decoding and encoding it again would lose them. A Doc keeps the file as a syntax tree whose untouched parts
// are written back byte for byte, and lays out what it adds in the style that the file already has.
// Whatever Append adds, Remove takes away again without a trace.
package jsonedit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

const (
	// MaxBytes bounds a file that we edit; real settings are a thousand times smaller.
	MaxBytes = 16 << 20
	// maxDepth is what encoding/json accepts too; the parser recurses, so it must be bounded before.
	maxDepth = 10_000
)

var (
	bom   = []byte("\xef\xbb\xbf")
	utf16 = [][]byte{{0xff, 0xfe}, {0xfe, 0xff}}
)

// An Error says where in the text something is wrong. Line and Column count from 1, columns in characters.
type Error struct {
	Line, Column int
	Msg          string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Msg) }

// A Doc is one JSON text, possibly with comments and trailing commas, open for edits. Not safe for concurrent use.
type Doc struct {
	// Root is the tree. Read it freely, change it with the methods of Doc.
	Root hujson.Value

	src    []byte // the text as parsed, without byte order mark; offsets of parsed values point into it
	bom    bool
	padded bool // a line break was added at the end, to close a line comment
	style  style
}

// Parse reads a text. A blank text (empty, white space, a byte order mark) is an error: see Blank.
// The error is always an *Error. Strict refuses comments and trailing commas, for agents that do.
func Parse(text []byte, strict bool) (*Doc, error) {
	d := &Doc{src: bytes.TrimPrefix(text, bom), bom: bytes.HasPrefix(text, bom)}
	for _, mark := range utf16 {
		if bytes.HasPrefix(text, mark) {
			return nil, &Error{1, 1, "the file is UTF-16; save it as UTF-8"}
		}
	}
	if len(text) > MaxBytes {
		return nil, &Error{1, 1, fmt.Sprintf("the file is larger than %d MiB", MaxBytes>>20)}
	}
	if at := tooDeep(d.src); at >= 0 {
		return nil, d.errorAt(at, fmt.Sprintf("nested deeper than %d levels", maxDepth))
	}
	if err := d.parse(); err != nil {
		return nil, err
	}
	if strict {
		if err := d.checkStrict(); err != nil {
			return nil, err
		}
	}
	d.style = styleOf(d.src, &d.Root)
	if !bytes.Equal(d.Bytes(), text) { // the promise that everything else here rests on
		return nil, &Error{1, 1, "this text cannot be written back unchanged"}
	}
	return d, nil
}

// Blank reports a text without any value: agents treat it like a missing file, or like {}.
func Blank(text []byte) bool { return len(bytes.TrimSpace(bytes.TrimPrefix(text, bom))) == 0 }

func (d *Doc) parse() error {
	root, err := hujson.Parse(d.src)
	if err != nil {
		if r, retry := hujson.Parse(append(bytes.Clone(d.src), '\n')); retry == nil {
			root, err, d.padded = r, nil, true
		}
	}
	if err != nil {
		return d.located(err)
	}
	d.Root = root
	return nil
}

// located turns the parser's error, which carries its place only in the text, into ours.
func (d *Doc) located(err error) error {
	e := &Error{Line: 1, Column: 1}
	_, _ = fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &e.Line, &e.Column)
	cause := err
	if inner := errors.Unwrap(err); inner != nil {
		cause = inner
	}
	e.Msg = cause.Error()
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		e.Msg = "the file ends in the middle of a value"
	case strings.HasPrefix(e.Msg, `invalid literal: "`): // never repeat a value: it may be a secret
		e.Msg = "invalid string: an escape that does not exist, or a line break inside"
	case strings.HasPrefix(e.Msg, "invalid literal: "):
		e.Msg = "invalid value: neither a quoted string nor a number, true, false or null"
	}
	if lines := bytes.SplitAfterN(d.src, []byte("\n"), e.Line+1); e.Line <= len(lines) {
		if line := lines[e.Line-1]; e.Column-1 <= len(line) {
			e.Column = 1 + utf8.RuneCount(line[:e.Column-1])
		}
	}
	return e
}

func (d *Doc) checkStrict() error {
	var v json.RawMessage
	err := json.Unmarshal(d.src, &v)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return d.errorAt(int(syntax.Offset)-1, "comments and trailing commas are not allowed here: "+syntax.Error())
	}
	return nil
}

// Bytes is the whole text.
func (d *Doc) Bytes() []byte {
	text := d.Root.Pack()
	if d.padded {
		text = bytes.TrimSuffix(text, []byte("\n"))
	}
	if d.bom {
		text = append(bytes.Clone(bom), text...)
	}
	return text
}

// ErrorAt is an error at the place where v stood when the text was parsed.
func (d *Doc) ErrorAt(v *hujson.Value, format string, args ...any) *Error {
	return d.errorAt(v.StartOffset, fmt.Sprintf(format, args...))
}

func (d *Doc) errorAt(offset int, msg string) *Error {
	line, column := Place(d.src, offset)
	return &Error{line, column, msg}
}

// Place tells where v stood when the text was parsed, as Error does.
func (d *Doc) Place(v *hujson.Value) (line, column int) { return Place(d.src, v.StartOffset) }

// Place tells line and column, in characters and both from 1, of an offset in bytes. A byte order mark is no character.
func Place(text []byte, offset int) (line, column int) {
	before := text[:min(max(offset, 0), len(text))]
	line = 1 + bytes.Count(before, []byte("\n"))
	return line, 1 + utf8.RuneCount(bytes.TrimPrefix(before[bytes.LastIndexByte(before, '\n')+1:], bom))
}

// Duplicate is an error at the first name that an object has twice, nil when there is none.
// Readers disagree about which of the two counts, so such a file has no certain meaning.
func (d *Doc) Duplicate() error {
	for v := range d.Root.All() {
		obj, ok := v.Value.(*hujson.Object)
		if !ok {
			continue
		}
		seen := make(map[string]bool, len(obj.Members))
		for i := range obj.Members {
			name := Name(&obj.Members[i])
			if seen[name] {
				return d.ErrorAt(&obj.Members[i].Name, "the key %q appears twice in the same object", name)
			}
			seen[name] = true
		}
	}
	return nil
}

// Name is a member's name without quotes and escapes.
func Name(m *hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

// Find is the index of the first member of that name, -1 when there is none.
func Find(obj *hujson.Object, name string) int {
	for i := range obj.Members {
		if Name(&obj.Members[i]) == name {
			return i
		}
	}
	return -1
}

// Plain decodes a value as encoding/json would into an any.
func Plain(v *hujson.Value) any {
	c := v.Clone()
	c.Standardize()
	var out any
	if json.Unmarshal(c.Pack(), &out) != nil {
		return nil
	}
	return out
}

// KindName says in words what kind of value v is.
func KindName(v *hujson.Value) string {
	return map[hujson.Kind]string{
		'{': "an object", '[': "an array", '"': "a string", '0': "a number",
		't': "true", 'f': "false", 'n': "null",
	}[v.Value.Kind()]
}

// tooDeep gives the offset at which brackets outside strings nest too deeply, -1 when they never do.
func tooDeep(b []byte) int {
	depth, inString := 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case !inString && strings.IndexByte("[{", c) >= 0:
			if depth++; depth > maxDepth {
				return i
			}
		case !inString && strings.IndexByte("]}", c) >= 0:
			depth--
		}
	}
	return -1
}
