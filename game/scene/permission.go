package scene

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"dango/game/hazard"
	"dango/prefs/lang"
	"dango/prefs/plainly"
	"dango/session"
)

// toolInput is what typed cards read of a tool's input. A field of another type is left out.
type toolInput struct {
	Command     string `json:"command"`
	Description string `json:"description"`
	FilePath    string `json:"file_path"`
	Content     string `json:"content"`
	OldString   string `json:"old_string"`
	NewString   string `json:"new_string"`
	ReplaceAll  bool   `json:"replace_all"`
	Edits       []struct {
		OldString string `json:"old_string"`
		NewString string `json:"new_string"`
	} `json:"edits"`
	Diff   string `json:"diff"` // unified, of one file
	URL    string `json:"url"`
	Prompt string `json:"prompt"`
	Plan   string `json:"plan"`
}

// permissionBlocks say what a tool wants to do, and hint at the harm that it could do.
func permissionBlocks(s *session.Session, r *session.Request) (blocks []block, hint string) {
	var in toolInput
	json.Unmarshal(r.Input, &in) // what does not fit stays empty
	p := page{left: maxBodyBytes}
	switch name := r.ToolName; {
	case name == "apply_patch" && in.Command != "":
		hint = p.patch(in.Command, s.Cwd)
	case in.Command != "":
		hint = p.command(in.Command, in.Description, s.Cwd)
	case in.FilePath != "" && (in.Content != "" || in.OldString != "" || in.NewString != "" || len(in.Edits) > 0):
		hint = outside(in.FilePath, s.Cwd)
		p.path(in.FilePath, s.Cwd, allOf(in.ReplaceAll))
		switch {
		case len(in.Edits) > 0:
			for i, e := range in.Edits {
				if i > 0 {
					p.add(block{back: backRule, gap: 4})
				}
				p.diff(e.OldString, e.NewString)
			}
		case in.Content != "":
			p.diff("", in.Content)
		default:
			p.diff(in.OldString, in.NewString)
		}
	case in.FilePath != "":
		hint = outside(in.FilePath, s.Cwd)
		p.path(in.FilePath, s.Cwd, "")
		p.unified(in.Diff)
	case in.URL != "":
		p.web(in.URL, in.Prompt)
	case len(r.Input) > 0 && members(r.Input) != nil:
		p.list(r.Input, 0)
	}
	if len(p.blocks) == 0 && r.Detail != "" {
		hint = p.command(r.Detail, "", s.Cwd)
	}
	return p.end(), p.warned(hint)
}

// A command that is longer than this is shown without its middle.
const (
	commandHead = 12_000
	commandTail = 4_000
)

// command shows a command as it will run, and marks what can do harm in it.
func (p *page) command(words, about, cwd string) (hint string) {
	words = norm.NFC.String(strings.TrimRight(words, "\n"))
	found, whole := hazard.Find(words, cwd)
	head, tail := len(words), len(words)
	if len(words) > commandHead+commandTail {
		head, tail = runeStart(words, commandHead), runeStart(words, len(words)-commandTail)
	}
	shown := plainly.Parts(words, head, tail)
	reasons := shown.Warnings()
	for _, f := range found {
		shown.Mark(f.From, f.To)
		if why := lang.T(f.Why); !slices.Contains(reasons, why) {
			reasons = append(reasons, why)
		}
	}
	if !whole {
		reasons = append(reasons, lang.T("is too long to be looked through"))
	}
	p.shown(shown, block{style: monoStyle, ink: inkTitle, code: true})
	if about = oneLine(about); about != "" {
		p.add(block{words: about, style: smallStyle, ink: inkFaint, gap: 5})
	}
	return sentence(strings.Join(reasons, lang.T("; ")))
}

// shown adds a block with what is shown of a text.
func (p *page) shown(s *plainly.Text, b block) {
	b.words = s.String()
	for _, m := range s.Marks() {
		b.marks = append(b.marks, mark{stretch{m.From, m.To}, backDanger})
	}
	p.add(b)
}

// verbatim adds a block with a text in which nothing may be invisible, and warns when something would be.
func (p *page) verbatim(text string, b block) {
	s := plainly.Show(norm.NFC.String(shorten(text, max(p.left, 0))))
	for _, why := range s.Warnings() {
		if !slices.Contains(p.strange, why) {
			p.strange = append(p.strange, why)
		}
	}
	p.shown(s, b)
}

// allOf says that an edit is made wherever its words stand.
func allOf(every bool) string {
	if !every {
		return ""
	}
	return lang.T("every place")
}

func (p *page) path(file, cwd, note string) {
	p.verbatim(relative(file, cwd), block{style: monoStyle, ink: inkTitle})
	if note != "" {
		p.add(block{words: note, style: smallStyle, ink: inkFaint})
	}
	p.space = 4
}

func (p *page) web(link, prompt string) {
	u, err := url.Parse(link)
	if err != nil || u.Host == "" {
		p.mono(link)
		return
	}
	p.verbatim(u.Host, block{style: strongStyle, ink: inkTitle})
	p.verbatim(link, block{style: smallMono, ink: inkFaint, gap: 2, code: true})
	if prompt != "" {
		p.add(block{words: prompt, style: bodyStyle, gap: 5})
	}
}

// maxDepth is how deep lists go into what they list.
const maxDepth = 4

// list shows what is in an object as names and values, indented.
func (p *page) list(object json.RawMessage, depth int) {
	for _, m := range members(object) {
		x := float32(depth) * 12
		var words string
		inner := members(m.value)
		switch {
		case inner != nil && depth < maxDepth:
			p.add(block{words: m.name, style: smallStyle, ink: inkFaint, indent: x, gap: 2})
			p.list(m.value, depth+1)
			continue
		case json.Unmarshal(m.value, &words) == nil:
		default:
			words = listed(m.value, maxDepth)
		}
		name := block{words: m.name, style: smallStyle, ink: inkFaint, indent: x, gap: 2, width: 84 - x}
		if strings.Contains(words, "\n") || len(m.name) > 13 {
			name.width = 0
			p.add(name)
			p.verbatim(words, block{style: smallMono, ink: inkTitle, indent: x + 12})
			continue
		}
		p.add(name)
		p.verbatim(words, block{style: smallMono, ink: inkTitle, indent: 88, beside: true})
	}
}

// listed is a value that is no string in words: the elements of a list or an object, a number, yes or no. What lies deeper
// than depth stays as it was written: each level is read anew, and there may be thousands.
func listed(v json.RawMessage, depth int) string {
	if depth == 0 {
		return string(v)
	}
	var all []json.RawMessage
	if json.Unmarshal(v, &all) == nil && all != nil {
		var words []string
		for _, e := range all {
			var s string
			if json.Unmarshal(e, &s) != nil {
				s = listed(e, depth-1)
			}
			words = append(words, s)
		}
		return strings.Join(words, ", ")
	}
	if m := members(v); m != nil {
		var words []string
		for _, f := range m {
			var s string
			if json.Unmarshal(f.value, &s) != nil {
				s = listed(f.value, depth-1)
			}
			words = append(words, f.name+" "+s)
		}
		return strings.Join(words, ", ")
	}
	switch string(v) {
	case "true":
		return lang.T("yes")
	case "false":
		return lang.T("no")
	case "null":
		return lang.T("nothing")
	}
	return string(v)
}

// relative is a path as seen from cwd, unless it lies elsewhere.
func relative(file, cwd string) string {
	if inside(file, cwd) {
		if rel, err := filepath.Rel(cwd, file); err == nil {
			return rel
		}
	}
	return file
}

func inside(file, cwd string) bool {
	if cwd == "" || !filepath.IsAbs(file) {
		return !strings.HasPrefix(filepath.Clean(file), "..")
	}
	rel, err := filepath.Rel(cwd, file)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// outside warns of a file that is not below cwd.
func outside(file, cwd string) string {
	if inside(file, cwd) {
		return ""
	}
	return lang.T("Outside the session's folder")
}
