package claude

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dango/session"
)

const (
	// headSize holds the first prompt: before it the CLI writes a few small records only.
	headSize = 64 << 10
	// tailSize is how much of a transcript's end is read at once, however big it is. The CLI writes records of up to 64
	// KiB for its own use behind the agent's last words.
	tailSize = 256 << 10
)

// line is one record of a transcript, as far as it matters.
type line struct {
	Type        string    `json:"type"`
	IsSidechain bool      `json:"isSidechain"` // of a subagent
	IsMeta      bool      `json:"isMeta"`      // the CLI's own words in the user's name
	PromptID    string    `json:"promptId"`
	Timestamp   time.Time `json:"timestamp"`
	APIError    bool      `json:"isApiErrorMessage"`
	Origin      struct {
		Kind string `json:"kind"` // human; versions before 2.1 have none
	} `json:"origin"`
	Message struct {
		Content    json.RawMessage `json:"content"`     // a string or blocks
		StopReason string          `json:"stop_reason"` // of the model: tool_use when it goes on
	} `json:"message"`
}

// block is one block of a message's content.
type block struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// text is the text of a content that is one string.
func (l *line) text() (s string, ok bool) { return s, json.Unmarshal(l.Message.Content, &s) == nil }

func (l *line) blocks() (all []block) {
	_ = json.Unmarshal(l.Message.Content, &all) // a string has none
	return all
}

// prompt is what a person typed; ok is false for what the CLI says in the user's name.
func (l *line) prompt() (text string, ok bool) {
	if l.Type != "user" || l.IsSidechain || l.IsMeta {
		return "", false
	}
	text, ok = l.text()
	switch l.Origin.Kind {
	case "human":
		for _, b := range l.blocks() { // a prompt with pictures
			if b.Type == "text" && text == "" {
				text, ok = b.Text, true
			}
		}
	case "":
		ok = ok && !strings.HasPrefix(text, "<") && !strings.HasPrefix(text, "Caveat:") // commands and their output
	default:
		ok = false
	}
	if !ok || text == "" {
		return "", false
	}
	return text, true
}

// interrupted says that the CLI noted that the user stopped the turn. The CLI writes it as the only block of a
// message; a person who types the same words sends a string, or is named as its origin. A refused tool alone
// (toolDenialKind) is no such record: a refusal with a word to the model lets the turn go on.
func (l *line) interrupted() bool {
	if l.Type != "user" || l.IsSidechain || l.Origin.Kind != "" {
		return false
	}
	b := l.blocks()
	return len(b) == 1 && b[0].Type == "text" &&
		(b[0].Text == "[Request interrupted by user]" || b[0].Text == "[Request interrupted by user for tool use]")
}

// said is the agent's text in an assistant's record, of its main agent.
func (l *line) said() string {
	if l.Type != "assistant" || l.IsSidechain || l.APIError {
		return ""
	}
	text := ""
	for _, b := range l.blocks() {
		if b.Type == "text" && b.Text != "" {
			text = b.Text
		}
	}
	return text
}

// turn is what the record says about its turn: the agent is busy after a prompt, a tool's result and its own call of
// one, and idle after its last word. Others say nothing.
func (l *line) turn() session.Status {
	if l.IsSidechain || l.IsMeta {
		return session.StatusUnknown
	}
	_, prompt := l.prompt()
	blocks := l.blocks()
	switch {
	case l.Type == "user" && l.interrupted():
		return session.StatusIdle
	case prompt, l.Type == "user" && len(blocks) > 0 && blocks[0].Type == "tool_result":
		return session.StatusBusy
	case l.Type == "assistant" && l.Message.StopReason == "tool_use":
		return session.StatusBusy
	case l.Type == "assistant":
		return session.StatusIdle
	}
	return session.StatusUnknown
}

// eachLine decodes the whole lines of a piece of a transcript. What is cut off or no record is passed over. It gives
// the number of bytes up to the last line's end.
func eachLine(piece []byte, visit func(*line)) (whole int) {
	for {
		end := bytes.IndexByte(piece[whole:], '\n')
		if end < 0 {
			return whole
		}
		var l line
		if json.Unmarshal(piece[whole:whole+end], &l) == nil {
			visit(&l)
		}
		whole += end + 1
	}
}

// readAt reads up to size bytes at offset.
func readAt(f *os.File, offset, size int64) []byte {
	piece, err := io.ReadAll(io.NewSectionReader(f, offset, size))
	if err != nil {
		return nil
	}
	return piece
}

// glance is what a transcript's two ends say about its session.
type glance struct {
	title  string // the first prompt
	text   string // the agent's last words
	status session.Status
	done   bool      // the last turn ended with these words
	at     time.Time // of the record that says so
}

// skim reads the two ends of a transcript, never what lies between them. A transcript that is not there says nothing.
func skim(path string) (g glance) {
	f, size := openTranscript(path)
	if f == nil {
		return g
	}
	defer f.Close()
	eachLine(readAt(f, 0, headSize), func(l *line) {
		if text, ok := l.prompt(); ok && g.title == "" {
			g.title = text
		}
	})
	eachLine(readAt(f, max(0, size-tailSize), tailSize), func(l *line) {
		if text := l.said(); text != "" {
			g.text = text
		}
		if _, ok := l.prompt(); ok {
			g.text = "" // nothing was said since
		}
		if st := l.turn(); st != session.StatusUnknown {
			g.status, g.at = st, l.Timestamp
			g.done = st == session.StatusIdle && l.said() != ""
		}
	})
	return g
}

// openTranscript gives nil when there is no such regular file.
func openTranscript(path string) (f *os.File, size int64) {
	if path == "" {
		return nil, 0
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil, 0
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0
	}
	return f, info.Size()
}

// folderOf is the name of the folder that holds the transcripts of a working directory.
func folderOf(cwd string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, cwd)
}

// rootOfFile is the config folder of a session file.
func rootOfFile(path string) string { return filepath.Dir(filepath.Dir(path)) }

// findTranscript looks where the session's transcript should be, and then in every project's folder: the session
// may have been started elsewhere, and names of long folders are cut. Empty when there is none yet.
func findTranscript(root, cwd, id string) string {
	name, projects := id+".jsonl", filepath.Join(root, "projects")
	if filepath.Base(name) != name {
		return ""
	}
	is := func(folder string) (string, bool) {
		path := filepath.Join(projects, folder, name)
		_, err := os.Stat(path)
		return path, err == nil
	}
	if path, ok := is(folderOf(cwd)); ok {
		return path
	}
	folders, err := os.ReadDir(projects)
	if err != nil {
		return ""
	}
	for _, f := range folders {
		if path, ok := is(f.Name()); ok {
			return path
		}
	}
	return ""
}
