package cards

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dango/game/input"
	"dango/session"
)

var update = flag.Bool("update", false, "write the golden texts instead of comparing with them")

// own are the words that a user types where a card lets them: of two scripts, with what JSON has to quote.
const own = `不要删除 "build", <b> & 再问一次`

// A step is a click on what has that label, or, with text, typing into the field of that label.
type step struct{ label, text string }

func click(labels ...string) (path []step) {
	for _, l := range labels {
		path = append(path, step{label: l})
	}
	return path
}

func (s step) String() string {
	if s.text != "" {
		return "“" + s.text + "”"
	}
	return "[" + s.label + "]"
}

// ways are all that a user can do on the card, as paths that end with an answer. They are read off the card itself.
func (d *desk) ways() (all [][]step) {
	r := d.registry.Snapshot(noon).Sessions[0].Requests[0]
	switch {
	case r.Kind == session.Question:
		all = d.questionWays()
	case r.Kind == session.Plan:
		all = append(all, click("Approve, ask before edits"), click("Approve, accept edits"))
	default:
		for _, label := range d.labels() {
			if !strings.HasSuffix(label, "…") && label != "Terminal" {
				all = append(all, click(label))
			}
		}
	}
	for _, more := range []string{"Always…", "Deny, and say why…", "Keep planning…"} {
		if !d.has(more) {
			continue
		}
		d.click(more)
		switch labels := d.labels(); more {
		case "Always…":
			for _, offer := range labels[:slices.Index(labels, "Back")] {
				all = append(all, click(more, offer))
			}
		default:
			answer := labels[slices.Index(labels, "Back")-1]
			all = append(all, click(more, answer), append(click(more), step{text: own}, step{label: answer}))
		}
		d.click("Back")
	}
	return append(all, click("Terminal"))
}

// questionWays are: every option of every page with the first of the others, all options where several may be chosen,
// the user's own words, and no answer.
func (d *desk) questionWays() (all [][]step) {
	pages := d.pages()
	whole := func(page int, on ...step) (path []step) {
		for i, p := range pages {
			if i == page {
				path = append(path, on...)
			} else if len(p.options) > 0 {
				path = append(path, step{label: p.options[0]})
			} else {
				path = append(path, step{label: "Other…"}, step{text: own})
			}
			path = append(path, step{label: p.next})
		}
		return path
	}
	for i, p := range pages {
		for _, o := range p.options {
			all = append(all, whole(i, step{label: o}))
		}
		if p.several {
			all = append(all, whole(i, click(p.options...)...))
		}
		if p.free {
			all = append(all, whole(i, step{label: "Other…"}, step{text: own}))
		}
		if p.several && p.free {
			all = append(all, whole(i, append(click(p.options...), step{label: "Other…"}, step{text: own})...))
		}
	}
	if d.has("Skip") {
		all = append(all, click("Skip"))
	}
	return all
}

// page is one of a question's, as the card shows it.
type page struct {
	options       []string
	free, several bool
	next          string
}

// pages turns all pages over and back.
func (d *desk) pages() (all []page) {
	var in struct {
		Questions []struct {
			Several bool `json:"multiSelect"`
		} `json:"questions"`
	}
	json.Unmarshal(d.registry.Snapshot(noon).Sessions[0].Requests[0].Input, &in) // a form has none
	for {
		p := page{next: "Next"}
		for line := range strings.Lines(d.Summary()) {
			if rest, ok := strings.CutPrefix(line, "    ( ) "); ok {
				label, _, _ := strings.Cut(rest, ": ")
				if strings.HasPrefix(rest, "Other \"") {
					p.free = true
					continue
				}
				p.options = append(p.options, label)
			}
		}
		if i := len(all); i < len(in.Questions) {
			p.several = in.Questions[i].Several
		}
		if d.has("Send") {
			p.next = "Send"
		}
		all = append(all, p)
		if p.next == "Send" {
			break
		}
		if len(p.options) > 0 {
			d.click(p.options[0])
		} else {
			d.click("Other…")
			d.write(own)
		}
		d.click("Next")
	}
	return all
}

// labels are those of the buttons below the body, in their order.
func (d *desk) labels() (all []string) {
	for line := range strings.Lines(d.Summary()) {
		for line != "" {
			_, rest, ok := strings.Cut(line, "[")
			if !ok {
				break
			}
			var label string
			label, line, _ = strings.Cut(rest, "]")
			all = append(all, label)
		}
	}
	return all
}

func (d *desk) write(text string) {
	d.frame.Events = []input.Event{{Kind: input.Typed, Text: text}}
	d.step(30)
}

// take goes one of the ways.
func (d *desk) take(path []step) {
	d.t.Helper()
	for _, s := range path {
		if s.text != "" {
			d.write(s.text)
		} else {
			d.click(s.label)
		}
	}
}

// sameCard is what two requests have in common whose cards and answers are the same.
func (a *asked) sameCard() string {
	var p struct {
		Event       string          `json:"hook_event_name"`
		Tool        string          `json:"tool_name"`
		Input       json.RawMessage `json:"tool_input"`
		Suggestions json.RawMessage `json:"permission_suggestions"`
		Schema      json.RawMessage `json:"requested_schema"`
		Properties  struct {
			Metadata  json.RawMessage `json:"metadata"`
			Questions json.RawMessage `json:"questions"`
		} `json:"properties"`
	}
	json.Unmarshal(a.payload, &p) // it was parsed before
	return fmt.Sprint(p.Event, p.Tool, string(p.Input), string(p.Suggestions), string(p.Schema), string(p.Properties.Metadata), string(p.Properties.Questions))
}

// TestEveryAnswer demands, of every request that was recorded, its card in words, and the bytes that the agent's hook
// prints for everything that the user can do on it.
func TestEveryAnswer(t *testing.T) {
	texts := map[string]*bytes.Buffer{}
	where := map[string][]string{}
	var all []asked
	for _, a := range recorded(t) {
		k := a.sameCard()
		if where[k] == nil {
			all = append(all, a)
		}
		if !slices.Contains(where[k], a.where) {
			where[k] = append(where[k], a.where)
		}
	}
	for _, a := range all {
		w := texts[string(a.tool)]
		if w == nil {
			w = &bytes.Buffer{}
			texts[string(a.tool)] = w
		}
		fmt.Fprintf(w, "== %s ==\n", strings.Join(where[a.sameCard()], " "))
		card := a.sit(t)
		_, summary, _ := strings.Cut(card.Summary(), "\n*")
		fmt.Fprintf(w, "*%s", summary)
		for _, path := range card.ways() {
			d := a.sit(t)
			d.take(path)
			fmt.Fprintf(w, "%s\n\t%s\n", words(path), told(d.printed()))
		}
		fmt.Fprintln(w)
	}
	for tool, w := range texts {
		golden(t, tool, w.Bytes())
	}
}

func words(path []step) string {
	var w []string
	for _, s := range path {
		w = append(w, s.String())
	}
	return strings.Join(w, " ")
}

func told(bytes string) string {
	if bytes == "" {
		return "(nothing: the terminal asks)"
	}
	return bytes
}

// golden compares a text with testdata/answers/NAME.txt.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "answers", name+".txt")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run with -update, then read it", err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s (-want +got):\n%s", path, d)
	}
}
