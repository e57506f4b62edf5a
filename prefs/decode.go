package prefs

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"dango/prefs/jsonedit"
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
	Column  int   // from 1, in characters
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
	*jsonedit.Doc
	newer bool
}

// parse reads the syntax: JSON, with comments and trailing commas allowed, an object at the top.
func parse(text []byte) (*document, error) {
	if len(text) > maxConfigBytes {
		return nil, Problem{Err: wrongly("the file is larger than %d bytes", maxConfigBytes)}
	}
	if at := invalidUTF8(text); at >= 0 {
		line, col := jsonedit.Place(text, at)
		return nil, Problem{Line: line, Column: col, Err: wrongly("not UTF-8 text")}
	}
	d, err := jsonedit.Parse(text, false)
	if at, ok := errors.AsType[*jsonedit.Error](err); ok {
		return nil, Problem{Line: at.Line, Column: at.Column, Err: errors.New(at.Msg)}
	}
	if _, ok := d.Root.Value.(*hujson.Object); !ok {
		line, col := d.Place(&d.Root)
		return nil, Problem{Line: line, Column: col, Err: wrongly("the file must be one object: { … }")}
	}
	return &document{Doc: d}, nil
}

// decode folds the settings that d has into last and says what is wrong with the others.
//
// A key that is missing has its default; a key with a bad value keeps the value of last.
func (d *document) decode(last Config) (Config, []Problem) {
	c, problems := Default(), slices.Concat(d.checkVersion(), d.checkSections(), d.checkNames())
	for _, s := range table {
		v := d.find(s.Key)
		if v == nil {
			continue
		}
		if err := s.read(plain(v), &c); err != nil {
			_ = s.read([]byte(s.Value(&last)), &c) // what was written by write can be read
			problems = append(problems, d.problem(s.Key, v, s.Allowed))
		}
	}
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return c, problems
}

// find is the value of a dotted key, nil when the file has none. Of several with one name the last counts, as for most
// readers of JSON.
func (d *document) find(key string) *hujson.Value {
	v := &d.Root
	for name := range strings.SplitSeq(key, ".") {
		obj, _ := v.Value.(*hujson.Object)
		if v = nil; obj != nil {
			for i := range obj.Members {
				if jsonedit.Name(&obj.Members[i]) == name {
					v = &obj.Members[i].Value
				}
			}
		}
		if v == nil {
			return nil
		}
	}
	return v
}

// checkNames notes what stands in the file more than once.
func (d *document) checkNames() []Problem {
	problems := d.repeated(&d.Root, "")
	for _, section := range sections() {
		if v := d.find(section); v != nil {
			problems = append(problems, d.repeated(v, section+".")...)
		}
	}
	return problems
}

// repeated notes the names that an object, whose keys begin with prefix, has again further down.
func (d *document) repeated(v *hujson.Value, prefix string) []Problem {
	obj, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	last := map[string]int{}
	for i := range obj.Members {
		last[jsonedit.Name(&obj.Members[i])] = i
	}
	var problems []Problem
	for i := range obj.Members {
		if key := jsonedit.Name(&obj.Members[i]); last[key] != i {
			line, col := d.Place(&obj.Members[i].Name)
			problems = append(problems, Problem{Key: prefix + key, Line: line, Column: col,
				Err: wrongly("%s is written again further down, and that counts", prefix+key)})
		}
	}
	return problems
}

// sections are the objects of settings, in the order of the table.
func sections() []string {
	var all []string
	for _, s := range table {
		if section, _, nested := strings.Cut(s.Key, "."); nested && !slices.Contains(all, section) {
			all = append(all, section)
		}
	}
	return all
}

// anObject is what is allowed for a section.
var anObject = lang.Later("an object: { … }")

// checkSections notes a value where an object of settings belongs.
func (d *document) checkSections() []Problem {
	var problems []Problem
	for _, section := range sections() {
		if v := d.find(section); v != nil {
			if _, ok := v.Value.(*hujson.Object); !ok {
				problems = append(problems, d.problem(section, v, anObject))
			}
		}
	}
	return problems
}

func (d *document) problem(key string, v *hujson.Value, allowed lang.Phrase) Problem {
	line, col := d.Place(v)
	return Problem{Key: key, Value: shorten(pack(v)), Allowed: allowed, Line: line, Column: col}
}

// pack is the value's text without what surrounds it.
func pack(v *hujson.Value) []byte { return hujson.Value{Value: v.Value}.Pack() }

// plain is pack without the comments and trailing commas inside.
func plain(v *hujson.Value) []byte {
	c := hujson.Value{Value: v.Value}.Clone()
	c.Standardize()
	return c.Pack()
}

// checkVersion notes whether the file is newer. A missing version is 1.
func (d *document) checkVersion() []Problem {
	v := d.find("version")
	if v == nil {
		return nil
	}
	n, err := strconv.ParseUint(string(pack(v)), 10, 31)
	switch {
	case err != nil || n == 0:
		return []Problem{d.problem("version", v, lang.Later("%s", strconv.Itoa(Version)))}
	case n > Version:
		d.newer = true
		line, col := d.Place(v)
		return []Problem{{Key: "version", Line: line, Column: col,
			Err: &fault{lang.Later("version is %d, this Dango knows %d: the file is of a newer version and is left alone", int(n), Version), ErrNewer}}}
	}
	return nil
}

// set puts a value, as it is written in the file, into the text and leaves every other byte as it is. The document is
// of no use afterwards.
func (d *document) set(key string, literal []byte) ([]byte, error) {
	at, name, value := &d.Root, key, any(json.RawMessage(literal))
	if v := d.find(key); v != nil {
		d.Replace(v, value)
		return d.Bytes(), nil
	}
	if section, rest, nested := strings.Cut(key, "."); nested {
		if v := d.find(section); v == nil {
			name, value = section, jsonedit.Object{{Name: rest, Value: value}}
		} else if _, ok := v.Value.(*hujson.Object); !ok {
			return nil, d.problem(section, v, anObject)
		} else {
			at, name = v, rest
		}
	}
	d.Append(at, jsonedit.Item{Name: name, Value: value})
	return d.Bytes(), nil
}

// fresh is the text of a file with every setting at its default.
func fresh() []byte {
	top := jsonedit.Object{{Name: "version", Value: Version}}
	inside := map[string]jsonedit.Object{}
	for _, s := range table {
		section, name, nested := strings.Cut(s.Key, ".")
		if !nested {
			top = append(top, jsonedit.Item{Name: s.Key, Value: json.RawMessage(s.Default)})
			continue
		}
		if inside[section] == nil {
			top = append(top, jsonedit.Item{Name: section})
		}
		inside[section] = append(inside[section], jsonedit.Item{Name: name, Value: json.RawMessage(s.Default)})
	}
	for i := range top {
		if of := inside[top[i].Name]; of != nil {
			top[i].Value = of
		}
	}
	text, err := top.MarshalJSON()
	if err == nil {
		text, err = hujson.Format(text)
	}
	if err != nil {
		panic("prefs: the table does not make a file: " + err.Error())
	}
	return text
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
