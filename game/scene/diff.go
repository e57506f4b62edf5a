package scene

import (
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"dango/prefs/lang"
)

// diff shows how old becomes new, with three lines around each change.
func (p *page) diff(old, new string) {
	if old == "" || new == "" {
		for line := range strings.Lines(old) {
			p.changed('-', line)
		}
		for line := range strings.Lines(new) {
			p.changed('+', line)
		}
		return
	}
	p.unified(string(diff.Diff("old", ended(old), "new", ended(new))))
}

// unified shows the changed lines of a unified diff of one file. What stands before them says nothing new.
func (p *page) unified(text string) {
	hunks := 0
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "@@"):
			if hunks++; hunks > 1 {
				p.add(block{back: backRule, gap: 3})
			}
		case hunks > 0 && line[0] != '\\': // no line, but a word about the last one
			p.changed(line[0], line[1:])
		}
	}
}

// ended is a text whose last line has an end, as the diff wants it.
func ended(s string) []byte {
	if !strings.HasSuffix(s, "\n") {
		s += "\n"
	}
	return []byte(s)
}

// changed shows one line: '+' came, '-' went, anything else stayed. A sign stands before it too, so that colour is never
// all that tells them apart.
func (p *page) changed(sign byte, line string) {
	b := block{style: smallMono, indent: 12, code: true}
	switch sign {
	case '+':
		b.back, b.ink = backAdded, inkAdded
	case '-':
		b.back, b.ink = backGone, inkGone
	}
	p.verbatim(strings.TrimRight(line, "\r\n"), b)
}

// patch shows a patch in the form of Codex: files, each with its changed lines.
func (p *page) patch(text, cwd string) (hint string) {
	first := true
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		verb, name, isFile := strings.Cut(strings.TrimPrefix(line, "*** "), ": ")
		switch {
		case strings.HasPrefix(line, "*** ") && isFile:
			name = strings.TrimSpace(name)
			p.verbatim(relative(name, cwd), block{style: monoStyle, ink: inkTitle, gap: pick[float32](first, 0, 7)})
			if note, ok := patchVerbs[verb]; ok {
				p.add(block{words: lang.T(note), style: smallStyle, ink: inkFaint})
			}
			first, p.space = false, 3
			hint = firstOf(hint, outside(name, cwd))
		case strings.HasPrefix(line, "***"):
		case strings.HasPrefix(line, "@@"):
			if about := strings.TrimSpace(strings.Trim(line, "@")); about != "" {
				p.add(block{words: about, style: smallMono, ink: inkFaint, gap: 3})
			}
		case line == "":
			p.changed(' ', "")
		default:
			p.changed(line[0], line[1:])
		}
	}
	return hint
}

var patchVerbs = map[string]lang.Text{"Add File": "new file", "Delete File": "is deleted", "Move to": "its new name"}
