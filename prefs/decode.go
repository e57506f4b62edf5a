package prefs

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"dango/prefs/lang"
)

// maxConfigBytes bounds config.json; the largest sensible file is a hundredth of it.
const maxConfigBytes = 1 << 20

// Problem is one thing that is wrong with config.json.
type Problem struct {
	Key     string // dotted; empty: the file as a whole
	Value   string // as written, shortened
	Allowed lang.Phrase
	Line    int   // from 1; 0: no place in the file
	Column  int   // from 1, in bytes
	Err     error // what is wrong when it is not a value
}

// Error reads "line 3, column 11: size is 9, allowed is a number from 0.35 to 3".
func (p Problem) Error() string { return p.tell(lang.Phrase.String) }

// Say is Error in the user's language, as far as the words are ours.
func (p Problem) Say() string { return p.tell(lang.Phrase.Say) }

func (p Problem) tell(say func(lang.Phrase) string) string {
	what := say(lang.Later("%s is %s, allowed is %s", p.Key, p.Value, say(p.Allowed)))
	if p.Err != nil {
		what = p.Err.Error()
		if f, ok := errors.AsType[*fault](p.Err); ok {
			what = say(f.Phrase)
		}
	}
	if p.Line == 0 {
		return what
	}
	return say(lang.Later("line %s, column %s: %s", strconv.Itoa(p.Line), strconv.Itoa(p.Column), what))
}

// fault is an error in words of ours.
type fault struct {
	lang.Phrase
	cause error
}

func (f *fault) Error() string { return f.String() }
func (f *fault) Unwrap() error { return f.cause }

// wrongly makes a fault.
func wrongly(text lang.Text, args ...any) *fault { return &fault{Phrase: lang.Later(text, args...)} }

// Unwrap gives the cause.
func (p Problem) Unwrap() error { return p.Err }

// ErrNewer says that config.json was written by a newer Dango. It is read as far as it is understood, never written.
var ErrNewer = errors.New("the file is of a newer version and is left alone")

// document is a config.json that could be parsed.
type document struct {
	root  hujson.Value
	text  []byte
	newer bool
}

// parse reads the syntax: JSON, with comments and trailing commas allowed, an object at the top.
func parse(text []byte) (*document, error) {
	if len(text) > maxConfigBytes {
		return nil, Problem{Err: wrongly("the file has %d bytes, at most %d are read", len(text), maxConfigBytes)}
	}
	if at := invalidUTF8(text); at >= 0 {
		line, col := place(text, at)
		return nil, Problem{Line: line, Column: col, Err: wrongly("not UTF-8 text")}
	}
	root, err := hujson.Parse(text)
	if err != nil {
		return nil, syntaxProblem(err)
	}
	if _, ok := root.Value.(*hujson.Object); !ok {
		line, col := place(text, root.StartOffset)
		return nil, Problem{Line: line, Column: col, Err: wrongly("the file must be one object: { … }")}
	}
	return &document{root: root, text: text}, nil
}

// decode folds the settings that d has into last and says what is wrong with the others.
//
// A key that is missing has its default; a key with a bad value keeps the value of last.
func (d *document) decode(last Config) (Config, []Problem) {
	c, problems := Default(), append(d.checkVersion(), d.checkSections()...)
	for _, s := range table {
		v := d.root.Find(pointer(s.Key))
		if v == nil {
			continue
		}
		if err := s.read(pack(v), &c); err != nil {
			_ = s.read([]byte(s.Value(&last)), &c) // what was written by write can be read
			problems = append(problems, d.problem(s.Key, v, s.Allowed))
		}
	}
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return c, problems
}

// checkSections notes a value where an object of settings belongs.
func (d *document) checkSections() []Problem {
	var problems []Problem
	seen := map[string]bool{}
	for _, s := range table {
		section, _, nested := strings.Cut(s.Key, ".")
		if !nested || seen[section] {
			continue
		}
		seen[section] = true
		if v := d.root.Find(pointer(section)); v != nil {
			if _, ok := v.Value.(*hujson.Object); !ok {
				problems = append(problems, d.problem(section, v, lang.Later("an object: { … }")))
			}
		}
	}
	return problems
}

func (d *document) problem(key string, v *hujson.Value, allowed lang.Phrase) Problem {
	line, col := place(d.text, v.StartOffset)
	return Problem{Key: key, Value: shorten(pack(v)), Allowed: allowed, Line: line, Column: col}
}

// pack is the value's text without what surrounds it.
func pack(v *hujson.Value) []byte { return hujson.Value{Value: v.Value}.Pack() }

// checkVersion notes whether the file is newer. A missing version is 1.
func (d *document) checkVersion() []Problem {
	v := d.root.Find("/version")
	if v == nil {
		return nil
	}
	n, err := strconv.ParseUint(string(pack(v)), 10, 31)
	switch {
	case err != nil || n == 0:
		return []Problem{d.problem("version", v, lang.Later("%s", strconv.Itoa(Version)))}
	case n > Version:
		d.newer = true
		line, col := place(d.text, v.StartOffset)
		return []Problem{{Key: "version", Line: line, Column: col,
			Err: &fault{lang.Later("version is %d, this Dango knows %d: the file is of a newer version and is left alone", int(n), Version), ErrNewer}}}
	}
	return nil
}

// set puts a value into the file's text and leaves everything else as it is: comments, order, unknown keys.
func (d *document) set(key string, literal []byte) ([]byte, error) {
	root := d.root.Clone()
	known := root.Find(pointer(key)) != nil
	var ops []string
	parts := strings.Split(key, ".")
	for i := 1; i < len(parts); i++ {
		if p := pointer(strings.Join(parts[:i], ".")); root.Find(p) == nil {
			ops = append(ops, fmt.Sprintf(`{"op":"add","path":%q,"value":{}}`, p))
		}
	}
	ops = append(ops, fmt.Sprintf(`{"op":"add","path":%q,"value":%s}`, pointer(key), literal))
	if err := root.Patch([]byte("[" + strings.Join(ops, ",") + "]")); err != nil {
		return nil, err
	}
	if !known {
		root.Format() // a new member comes without white space
	}
	return root.Pack(), nil
}

// fresh is the text of a file with every setting at its default.
func fresh() []byte {
	d, err := parse([]byte(fmt.Sprintf(`{"version":%d}`, Version)))
	for _, s := range table {
		if err != nil {
			break
		}
		var text []byte
		if text, err = d.set(s.Key, []byte(s.Default)); err == nil {
			d, err = parse(text)
		}
	}
	if err != nil {
		panic("prefs: the table does not make a file: " + err.Error())
	}
	return d.text
}

func pointer(key string) string { return "/" + strings.ReplaceAll(key, ".", "/") }

// place counts line and column of an offset, both from 1, the column in bytes.
func place(text []byte, offset int) (line, column int) {
	before := text[:min(offset, len(text))]
	return 1 + bytes.Count(before, []byte("\n")), offset - bytes.LastIndexByte(before, '\n')
}

var hujsonPlace = regexp.MustCompile(`^hujson: line (\d+), column (\d+): (.*)$`)

// syntaxProblem moves the place out of the parser's words.
func syntaxProblem(err error) Problem {
	m := hujsonPlace.FindStringSubmatch(err.Error())
	if m == nil {
		return Problem{Err: err}
	}
	line, _ := strconv.Atoi(m[1])
	col, _ := strconv.Atoi(m[2])
	return Problem{Line: line, Column: col, Err: errors.New(m[3])}
}

func invalidUTF8(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
	return -1
}

// shorten keeps a message on one line.
func shorten(lit []byte) string {
	s := strings.Join(strings.Fields(string(lit)), " ")
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}
