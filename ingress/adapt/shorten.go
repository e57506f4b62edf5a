package adapt

import (
	"encoding/json"
	"strings"
	"unicode"

	"dango/session/event"
)

// shown is what a bubble can tell of a tool's input. The names are the agents' own.
type shown struct {
	Command      string `json:"command,omitempty"`
	Description  string `json:"description,omitempty"`
	FilePath     string `json:"file_path,omitempty"`
	NotebookPath string `json:"notebook_path,omitempty"`
	Path         string `json:"path,omitempty"`
	Pattern      string `json:"pattern,omitempty"`
	URL          string `json:"url,omitempty"`
	Query        string `json:"query,omitempty"`
	Question     string `json:"question,omitempty"`
	Skill        string `json:"skill,omitempty"`
	Subject      string `json:"subject,omitempty"`
	SubagentType string `json:"subagent_type,omitempty"`
}

// shorten keeps the short, showable fields of a tool's input, each at most event.MaxCommand characters, and nil
// when there is none. Of a list of questions the first one's text remains. A field of an unexpected type is
// left out.
func shorten(input json.RawMessage) json.RawMessage {
	if !isObject(input) {
		return nil
	}
	var in struct {
		shown
		Questions []struct {
			Question string `json:"question"`
		} `json:"questions"`
	}
	json.Unmarshal(input, &in) // the only possible error is a field of another type, which stays empty
	if in.Question == "" && len(in.Questions) > 0 {
		in.Question = in.Questions[0].Question
	}
	s := &in.shown
	for _, f := range []*string{
		&s.Command, &s.Description, &s.FilePath, &s.NotebookPath, &s.Path, &s.Pattern,
		&s.URL, &s.Query, &s.Question, &s.Skill, &s.Subject, &s.SubagentType,
	} {
		*f = clip(*f, event.MaxCommand)
	}
	if *s == (shown{}) {
		return nil
	}
	out, _ := json.Marshal(s) // strings always marshal
	return out
}

// clip trims s and cuts it to at most limit characters, never inside one.
func clip(s string, limit int) string {
	s = strings.TrimSpace(s)
	n := 0
	for i := range s {
		if n == limit {
			return strings.TrimRightFunc(s[:i], unicode.IsSpace)
		}
		n++
	}
	return s
}

// firstParagraph is s up to its first empty line, its lines joined by spaces, clipped to limit characters.
func firstParagraph(s string, limit int) string {
	var words []string
	length := 0
	for line := range strings.Lines(strings.TrimSpace(s)) {
		fields := strings.Fields(line)
		if len(fields) == 0 || length > limit {
			break
		}
		for _, f := range fields {
			words = append(words, f)
			length++
		}
	}
	return clip(strings.Join(words, " "), limit)
}
