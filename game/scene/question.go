package scene

import (
	"bytes"
	"encoding/json"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"dango/prefs/lang"
	"dango/session"
	"dango/session/event"
)

// question is one page of a question's card.
type question struct {
	key      string // under which its answer goes
	header   string // a word or two; may be empty
	words    string
	options  []option
	multi    bool
	free     bool // the user's own words are an answer, too
	optional bool // may be left without an answer
	secret   bool
	value    func(string) (any, bool) // makes a form's value out of words; nil: words and labels as they are
}

type option struct {
	label, about, preview string
}

// questionsOf reads what a request asks. Empty: nothing that can be answered on a card.
func questionsOf(tool event.Tool, r *session.Request) []question {
	if r.ToolName == elicitation {
		return formOf(r.Input)
	}
	var in struct {
		Questions []struct {
			ID          string `json:"id"`
			Question    string `json:"question"`
			Header      string `json:"header"`
			MultiSelect bool   `json:"multiSelect"`
			IsSecret    bool   `json:"isSecret"`
			Options     []struct {
				Label       string `json:"label"`
				Description string `json:"description"`
				Preview     string `json:"preview"`
			} `json:"options"`
		} `json:"questions"`
	}
	if json.Unmarshal(r.Input, &in) != nil {
		return nil
	}
	var all []question
	for _, q := range in.Questions {
		p := question{key: q.Question, header: q.Header, words: q.Question, multi: q.MultiSelect, free: true, secret: q.IsSecret}
		if tool == event.Codex && q.ID != "" {
			p.key = q.ID
		}
		for _, o := range q.Options {
			p.options = append(p.options, option{o.Label, o.Description, o.Preview})
		}
		all = append(all, p)
	}
	return all
}

// elicitation is the name under which an MCP server asks.
const elicitation = "Elicitation"

// siteOf is the page that an MCP server wants the user to visit; nil when it asks for something else, or for what no
// browser should open.
func siteOf(input json.RawMessage) *url.URL {
	var in struct {
		Mode string `json:"mode"`
		URL  string `json:"url"`
	}
	if json.Unmarshal(input, &in) != nil || in.Mode != "url" {
		return nil
	}
	u, err := url.Parse(in.URL)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil {
		return nil
	}
	return u
}

// formOf makes a page of every field of an MCP server's form, in the order of its schema. Fields of other kinds than a
// form may have, and links, are the terminal's.
func formOf(input json.RawMessage) []question {
	var in struct {
		Message string `json:"message"`
		Mode    string `json:"mode"`
		Schema  struct {
			Properties json.RawMessage `json:"properties"`
			Required   []string        `json:"required"`
		} `json:"requested_schema"`
	}
	if json.Unmarshal(input, &in) != nil || in.Mode == "url" {
		return nil
	}
	var all []question
	for _, f := range members(in.Schema.Properties) {
		var p struct {
			Type        string   `json:"type"`
			Title       string   `json:"title"`
			Description string   `json:"description"`
			Enum        []string `json:"enum"`
			EnumNames   []string `json:"enumNames"`
		}
		if json.Unmarshal(f.value, &p) != nil {
			return nil
		}
		q := question{key: f.name, header: firstOf(p.Title, f.name), words: in.Message, optional: !slices.Contains(in.Schema.Required, f.name)}
		if p.Description != "" && p.Description != q.header {
			q.words += "\n" + p.Description
		}
		switch p.Type {
		case "string":
			q.free = len(p.Enum) == 0
			for i, e := range p.Enum {
				o := option{label: e}
				if i < len(p.EnumNames) {
					o.about = p.EnumNames[i]
				}
				q.options = append(q.options, o)
			}
		case "boolean":
			yes := lang.T("Yes")
			q.options = []option{{label: yes}, {label: lang.T("No")}}
			q.value = func(s string) (any, bool) { return s == yes, true }
		case "integer":
			q.free = true
			q.value = func(s string) (any, bool) {
				n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
				return n, err == nil
			}
		case "number":
			q.free = true
			q.value = func(s string) (any, bool) {
				n, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
				return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0) // JSON has no such numbers
			}
		default:
			return nil
		}
		all = append(all, q)
	}
	return all
}

// reply is what the user has put in on a question's page.
type reply struct {
	chosen []bool // of the options
	other  bool   // the own words count
	field  field
}

// labels are what is chosen: labels in their order, then the own words.
func (q *question) labels(r *reply) []string {
	var out []string
	for i, on := range r.chosen {
		if on {
			out = append(out, q.options[i].label)
		}
	}
	if own := strings.TrimSpace(r.field.string()); r.other && own != "" {
		out = append(out, own)
	}
	return out
}

// done says whether the page may be left forwards.
func (q *question) done(r *reply) bool {
	words := q.labels(r)
	if len(words) == 0 {
		return q.optional && !r.other
	}
	if q.value == nil {
		return true
	}
	_, ok := q.value(words[0])
	return ok
}

// pick chooses option i, or takes the choice back where several are allowed.
func (q *question) pick(r *reply, i int) {
	was := r.chosen[i]
	if !q.multi {
		clear(r.chosen)
		r.other = false
	}
	r.chosen[i] = !q.multi && (!was || !q.optional) || q.multi && !was
}

// answers is the input that answers all questions. A form's is its content; another question's is its whole input with
// the answers added: labels joined by ", ", as Claude Code's terminal does, or for OpenCode, which keeps them apart, a list.
func answers(tool event.Tool, r *session.Request, all []question, given []reply) json.RawMessage {
	var out bytes.Buffer
	out.WriteByte('{')
	for i := range all {
		q := &all[i]
		words := q.labels(&given[i])
		if len(words) == 0 {
			continue
		}
		var v any = strings.Join(words, ", ")
		if q.value != nil {
			v, _ = q.value(words[0])
		} else if tool == event.OpenCode {
			v = words
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		out.Write(encode(q.key))
		out.WriteByte(':')
		out.Write(encode(v))
	}
	out.WriteByte('}')
	if r.ToolName == elicitation {
		return out.Bytes()
	}
	return with(r.Input, "answers", out.Bytes())
}

// with is a JSON object with one more member, at its end, or in the place of one of that name. The rest stays as it is.
func with(object json.RawMessage, name string, value []byte) json.RawMessage {
	var out bytes.Buffer
	out.WriteByte('{')
	for _, m := range members(object) {
		if m.name == name {
			continue
		}
		out.Write(encode(m.name))
		out.WriteByte(':')
		out.Write(m.value)
		out.WriteByte(',')
	}
	out.Write(encode(name))
	out.WriteByte(':')
	out.Write(value)
	out.WriteByte('}')
	return out.Bytes()
}

// member is one of a JSON object's, in the order in which it came.
type member struct {
	name  string
	value json.RawMessage
}

// members takes a JSON object apart; nil when it is none.
func members(object json.RawMessage) (all []member) {
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for d.More() {
		t, err := d.Token()
		name, ok := t.(string)
		m := member{name: name}
		if err != nil || !ok || d.Decode(&m.value) != nil {
			return nil
		}
		all = append(all, m)
	}
	return all
}

// encode is v as JSON, in which <, > and & stay what they are.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil { // strings, lists of them, numbers and booleans always can be
		panic("scene: " + err.Error())
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

func firstOf(all ...string) string {
	for _, s := range all {
		if s != "" {
			return s
		}
	}
	return ""
}
