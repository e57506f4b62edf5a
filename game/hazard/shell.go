package hazard

import (
	"errors"
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"dango/prefs/lang"
)

// reader reads a command and what it has others run, and collects what it finds.
type reader struct {
	command string
	cwd     string // of the session; "" = not known, or not on this machine
	dir     string // where the command is when it comes to what is read; "" = not known
	home    string // "" = not known
	found   []Found
	calls   int // looked at so far
}

// place is where in the command a text stands.
type place struct {
	from, to int
	loose    bool // somewhere between from and to; else letter by letter from there on
}

func (p place) at(offset uint) int {
	if p.loose {
		return p.from
	}
	return p.from + int(offset)
}

func (p place) end(offset uint) int {
	if p.loose {
		return p.to
	}
	return p.from + int(offset)
}

// deepest is how many commands may lie in each other.
const deepest = 8

func (r *reader) add(from, to int, why lang.Text) {
	if from < to && why != "" {
		r.found = append(r.found, Found{from, to, why})
	}
}

// text is one that is being read.
type text struct {
	*reader
	src   string
	at    place
	depth int
}

// read reads a text as a shell's. One that is none is looked through word by word.
func (r *reader) read(src string, at place, depth int) {
	if depth > deepest {
		return
	}
	t := text{r, src, at, depth}
	var f *syntax.File
	err := errTooDeep
	if len(openers.FindAllStringIndex(src, mostOpen+1)) <= mostOpen {
		f, err = syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(src), "")
	}
	if err != nil {
		t.guess()
		return
	}
	var left []string // folders to go back to, one for each node that is open
	syntax.Walk(f, func(n syntax.Node) bool {
		if n == nil {
			if was := left[len(left)-1]; was != still {
				r.dir = was
			}
			left = left[:len(left)-1]
			return true
		}
		back := still
		switch n := n.(type) {
		case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst:
			back = r.dir
		case *syntax.Stmt:
			t.statement(n)
		case *syntax.BinaryCmd:
			if n.Op == syntax.Pipe || n.Op == syntax.PipeAll {
				t.pipe(n)
			}
		case *syntax.FuncDecl:
			if n.Name != nil && multiplies(n) {
				r.add(at.at(n.Pos().Offset()), at.end(n.End().Offset()), forkBomb)
			}
		}
		left = append(left, back)
		return true
	})
}

// The parser descends into what lies in what; a hundred thousand parentheses would be the end of the program. These are
// what it can descend by, and how many of them a text may have.
var openers = regexp.MustCompile("[({\\[`!|]|\\b(?:if|elif|else|then|while|until|do|for|select|case|time|coproc|function)\\b")

const mostOpen = 1500

var errTooDeep = errors.New("too deep")

// still is no folder.
const still = "\x00"

// statement looks at one command with its redirections.
func (t text) statement(s *syntax.Stmt) {
	for _, d := range s.Redirs {
		if d.Word == nil || d.Hdoc != nil {
			continue
		}
		w := t.word(d.Word)
		if secret(t.full(w)) {
			t.add(w.from, w.to, touchesKeys)
		}
		switch d.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll, syntax.RdrInOut:
			t.add(t.at.at(d.OpPos.Offset()), w.to, t.writes(w))
		}
	}
	if c := t.callOf(s); c != nil {
		t.call(c)
	}
}

// callOf is the program that a statement calls; nil when it is something else.
func (t text) callOf(s *syntax.Stmt) *call {
	e, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(e.Args) == 0 {
		return nil
	}
	all := make([]word, len(e.Args))
	for i, a := range e.Args {
		all[i] = t.word(a)
	}
	c := newCall(all)
	for _, d := range s.Redirs {
		switch {
		case d.Hdoc != nil:
			from, to := d.Hdoc.Pos().Offset(), d.Hdoc.End().Offset()
			c.input = append(c.input, t.span(t.src[from:to], from, to))
		case d.Op == syntax.WordHdoc:
			c.input = append(c.input, t.word(d.Word))
		}
	}
	return c
}

// span is a word that stands in the text as it is.
func (t text) span(raw string, from, to uint) word {
	return word{text: raw, from: t.at.at(from), to: t.at.end(to), inner: t.at.at(from), plain: !t.at.loose}
}

// word is what a program gets of a word. What is put in for variables stays a name.
func (t text) word(w *syntax.Word) word {
	from, to := w.Pos().Offset(), w.End().Offset()
	raw := t.src[from:to]
	if !strings.ContainsAny(raw, `'"\`) && !strings.Contains(raw, "${") {
		return t.span(raw, from, to)
	}
	one := t.span(raw, from, to)
	one.quoted = raw[0] == '"' || raw[0] == '\''
	if q := len(raw) - 1; len(w.Parts) == 1 && one.quoted && q > 0 {
		inner := raw[1:q]
		if raw[0] == '\'' || !strings.ContainsAny(inner, `\`) && !strings.Contains(inner, "${") {
			one.text, one.inner = inner, t.at.at(from+1)
			return one
		}
	}
	var b strings.Builder
	for _, p := range w.Parts {
		t.part(&b, p)
	}
	one.text, one.plain = b.String(), false
	return one
}

func (t text) part(b *strings.Builder, p syntax.WordPart) {
	switch p := p.(type) {
	case *syntax.Lit:
		b.WriteString(unescaped(p.Value))
	case *syntax.SglQuoted:
		b.WriteString(p.Value)
	case *syntax.DblQuoted:
		for _, inner := range p.Parts {
			t.part(b, inner)
		}
	case *syntax.ParamExp:
		if p.Param != nil {
			b.WriteString("$" + p.Param.Value)
		}
	default:
		b.WriteString(t.src[p.Pos().Offset():p.End().Offset()])
	}
}

func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// nested reads a word as a command.
func (t text) nested(w word) {
	at := place{from: w.from, to: w.to, loose: true}
	if w.plain {
		at = place{from: w.inner}
	}
	t.read(w.text, at, t.depth+1)
}

// download is a word that is what came from the network.
var download = regexp.MustCompile("^(?:[$<]\\(|`)\\s*(?:sudo\\s+)?(?:curl|wget|fetch)\\b")

func secret(path string) bool { return secrets.MatchString(path) }

// call looks at the call of a program, and at what that runs.
func (t text) call(c *call) {
	if t.calls++; t.calls > mostCalls {
		return
	}
	for i := range rules {
		if last := rules[i].applies(c); last >= 0 {
			t.add(c.from(), c.words[last].to, rules[i].why)
		}
	}
	for _, w := range c.changed() {
		t.add(w.from, w.to, t.writes(w))
	}
	runs := shells[c.name] || interpreters[c.name] || c.name == "eval" || c.name == "source" || c.name == "."
	for _, w := range c.words[1:] {
		if c.name != "echo" && c.name != "printf" && c.name != "git" && c.name != "gh" && secret(t.full(w)) {
			t.add(w.from, w.to, touchesKeys)
		}
		if runs && download.MatchString(w.text) {
			t.add(c.from(), c.to(), fromNetwork)
		}
	}
	t.query(c)
	switch c.name {
	case "cd", "pushd":
		t.change(c)
	case "popd":
		t.dir = ""
	case "find", "fd":
		for i, w := range c.words {
			if (w.text == "-exec" || w.text == "-execdir" || w.text == "-ok" || w.text == "-x" && c.name == "fd") && i+1 < len(c.words) {
				t.call(newCall(c.words[i+1:]))
			}
		}
	}
	if i := c.script(); i > 0 {
		t.nested(c.words[i])
	}
	if c.listens() {
		for _, w := range c.input {
			t.nested(w)
		}
	}
	t.carry(c)
}

// carry looks at the command that a call runs.
func (t text) carry(c *call) {
	rest, k := c.carried()
	if len(rest) == 0 || t.depth >= deepest {
		return
	}
	if k.away {
		defer func(cwd, dir, home string) { t.cwd, t.dir, t.home = cwd, dir, home }(t.cwd, t.dir, t.home)
		t.cwd, t.dir, t.home = "", "", ""
	}
	t.depth++
	switch {
	case !k.joined:
		t.call(newCall(rest))
	case len(rest) == 1:
		t.nested(rest[0])
	default:
		from, to := rest[0].from, rest[len(rest)-1].to
		var all []string
		asIs := true
		for _, w := range rest {
			all, asIs = append(all, w.text), asIs && w.plain && !w.quoted
		}
		if asIs {
			t.read(t.command[from:to], place{from: from}, t.depth)
		} else {
			t.read(strings.Join(all, " "), place{from: from, to: to, loose: true}, t.depth)
		}
	}
}

// query looks for what deletes from a database, in words that are not only said.
func (t text) query(c *call) {
	if say[c.name] {
		return
	}
	for _, all := range [...][]word{c.words[1:], c.input} {
		for _, w := range all {
			m := sql.FindStringIndex(w.text)
			switch {
			case m == nil:
			case w.plain:
				t.add(w.inner+m[0], w.inner+m[1], dropsData)
			default:
				t.add(w.from, w.to, dropsData)
			}
		}
	}
}

// change follows a cd.
func (t text) change(c *call) {
	at := c.operands("")
	if len(at) == 0 {
		t.dir = t.home
		return
	}
	p := t.full(c.words[at[0]])
	if rest, ok := strings.CutPrefix(p, "~"); ok {
		if p = ""; t.home != "" {
			p = t.home + rest
		}
	}
	t.dir = p
	if c.words[at[0]].text == "-" {
		t.dir = ""
	}
}

// pipe looks at what is given to a program that runs what it gets.
func (t text) pipe(p *syntax.BinaryCmd) {
	last := t.callOf(p.Y)
	if last == nil || !last.innermost().listens() {
		return
	}
	sources := t.stages(nil, p.X)
	for _, c := range sources {
		if fetchers[c.innermost().name] {
			t.add(c.from(), last.to(), fromNetwork)
			return
		}
	}
	for _, c := range sources {
		if decoders[c.innermost().name] {
			t.add(sources[0].from(), last.to(), unreadable)
			return
		}
	}
	if len(sources) != 1 || !shells[last.innermost().name] {
		return
	}
	switch c := sources[0]; c.name {
	case "echo", "printf":
		for _, w := range c.words[1:] {
			t.nested(w)
		}
	case "cat":
		for _, w := range c.input {
			t.nested(w)
		}
	}
}

// innermost is the call that a call carries in the end.
func (c *call) innermost() *call {
	for range deepest {
		rest, k := c.carried()
		if len(rest) == 0 || k.joined {
			break
		}
		c = newCall(rest)
	}
	return c
}

// stages appends the calls whose output a statement gives.
func (t text) stages(all []*call, s *syntax.Stmt) []*call {
	switch e := s.Cmd.(type) {
	case *syntax.CallExpr:
		if c := t.callOf(s); c != nil {
			all = append(all, c)
		}
	case *syntax.BinaryCmd:
		all = t.stages(t.stages(all, e.X), e.Y)
	case *syntax.Subshell:
		for _, inner := range e.Stmts {
			all = t.stages(all, inner)
		}
	case *syntax.Block:
		for _, inner := range e.Stmts {
			all = t.stages(all, inner)
		}
	}
	return all
}

// multiplies says whether a function starts itself more than once.
func multiplies(f *syntax.FuncDecl) bool {
	n := 0
	syntax.Walk(f.Body, func(node syntax.Node) bool {
		if b, ok := node.(*syntax.BinaryCmd); ok && (b.Op == syntax.Pipe || b.Op == syntax.PipeAll) {
			for _, side := range [...]*syntax.Stmt{b.X, b.Y} {
				if e, ok := side.Cmd.(*syntax.CallExpr); ok && len(e.Args) > 0 && e.Args[0].Lit() == f.Name.Value {
					n++
				}
			}
		}
		return true
	})
	return n > 1
}

var (
	pieces  = regexp.MustCompile(`[^\n;|&]+`)
	pieced  = regexp.MustCompile(`\S+`)
	piped   = regexp.MustCompile(`\b(?:curl|wget|iwr|irm)\b[^;&\n]*\|\s*(?:sudo\s+)?(?:(?:ba|z|da|fi)?sh|iex)\b`)
	comment = regexp.MustCompile(`(?m)(?:^|\s)#.*$`)
)

// guess looks through a text that is no shell's, or not a whole one.
func (t text) guess() {
	if m := piped.FindStringIndex(t.src); m != nil {
		t.add(t.at.at(uint(m[0])), t.at.end(uint(m[1])), fromNetwork)
	}
	src := comment.ReplaceAllStringFunc(t.src, func(s string) string { return strings.Repeat(" ", len(s)) })
	for _, p := range pieces.FindAllStringIndex(src, -1) {
		var all []word
		for _, m := range pieced.FindAllStringIndex(src[p[0]:p[1]], -1) {
			from, to := p[0]+m[0], p[0]+m[1]
			w := t.span(src[from:to], uint(from), uint(to))
			w.text, w.plain = strings.Trim(w.text, `"'(){}`+"`"), false
			all = append(all, w)
		}
		if len(all) > 0 {
			t.call(newCall(all))
		}
	}
}
