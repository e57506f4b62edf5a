package emit

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"dango/ingress/sock"
	"dango/session/event"
)

const (
	// postTimeout is what an event may cost a hook of Codex, which may take 5 s.
	postTimeout = 2 * time.Second
	maxHeading  = 54  // characters of a title
	maxContext  = 240 // of a message
)

// petEvent is an event of the event API. Field order is the order in which --print-event shows them.
type petEvent struct {
	Source    string `json:"source"`
	Type      string `json:"type"`
	Level     string `json:"level,omitempty"`
	Title     string `json:"title,omitempty"`
	Message   string `json:"message,omitempty"`
	State     string `json:"state,omitempty"`
	TTLMs     int64  `json:"ttlMs"`
	DedupeKey string `json:"dedupeKey"`
	Cwd       string `json:"cwd,omitempty"`
}

// codexHook is what of a Codex hook's JSON makes an event.
type codexHook struct {
	Event          string `json:"hook_event_name"`
	SessionID      string `json:"session_id"`
	TranscriptPath string `json:"transcript_path"`
	Cwd            string `json:"cwd"`
	Model          string `json:"model"`
	Source         string `json:"source"`
	Prompt         string `json:"prompt"`
	LastAssistant  string `json:"last_assistant_message"`
	ToolName       string `json:"tool_name"`
	ToolInput      struct {
		Description string `json:"description"`
	} `json:"tool_input"`
}

// codexEvents says what each hook of Codex means as an event.
var codexEvents = map[string]petEvent{
	"SessionStart":      {Type: "codex.session.start", State: "running", TTLMs: 30_000},
	"UserPromptSubmit":  {Type: "codex.turn.running", State: "running", TTLMs: 120_000},
	"PermissionRequest": {Type: "codex.permission.request", Level: "warning", TTLMs: 300_000},
	"Stop":              {Type: "codex.turn.review", Level: "success", TTLMs: 300_000},
}

// AsEvent does the job of one hook of Codex for users of the event API: the hook becomes an event of the source
// codex-cli instead of a session. With show it prints the event and sends nothing, also when events are switched off.
// What came of it is one line in logs/codex-events.jsonl, without a word of what the user or the agent said.
func AsEvent(show bool, in, out *os.File) {
	defer quietly()
	mute()
	home, err := sock.Home()
	if err != nil {
		return
	}
	log := journal{path: filepath.Join(home, "logs", "codex-events.jsonl")}
	if !show && disabled(event.Codex, home) {
		log.add("disabled", nil, nil)
		return
	}
	input, ok := read(in)
	var hook codexHook
	if !ok || json.Unmarshal(input, &hook) != nil {
		log.add("invalid_json", nil, nil)
		return
	}
	e, ok := hook.event()
	switch {
	case !ok:
		log.add("ignored", nil, nil)
	case show:
		text, _ := json.MarshalIndent(e, "", "  ")
		fmt.Fprintf(out, "%s\n", text)
		log.add("mapped", &e, nil)
	default:
		if err := post(home, &e); err != nil {
			log.add("send_failed", &e, err)
		} else {
			log.add("sent", &e, nil)
		}
	}
}

// event maps the hook; false: it means nothing as an event.
func (h *codexHook) event() (petEvent, bool) {
	e, ok := codexEvents[h.Event]
	if !ok || h.Event == "SessionStart" && h.Source != "startup" && h.Source != "resume" {
		return petEvent{}, false
	}
	id := h.id()
	e.Source = "codex-cli:" + shorten(cleaned(id), 8) + "-" + hash8(id)
	e.DedupeKey = "codex:" + cleaned(h.canonical(id))
	e.Cwd = h.Cwd
	e.Title = heading(firstOf(h.Prompt, h.LastAssistant, filepath.Base(h.Cwd)))
	var context []string
	for _, s := range []string{h.ToolName, h.ToolInput.Description, h.Model} {
		if s = oneLine(s); s != "" {
			context = append(context, s)
		}
	}
	e.Message = shorten(strings.Join(context, " · "), maxContext)
	return e, true
}

// id is the session's, or what comes nearest to one.
func (h *codexHook) id() string {
	named := firstOf(h.SessionID, os.Getenv("CODEX_SESSION_ID"), os.Getenv("CODEX_THREAD_ID"), os.Getenv("CODEX_CONVERSATION_ID"))
	if named != "" {
		return named
	}
	place := fmt.Sprint(os.Getppid())
	if w := os.Getenv("KITTY_WINDOW_ID"); w != "" {
		place = w + "@" + os.Getenv("KITTY_LISTEN_ON")
	} else if t := os.Getenv("TERM_SESSION_ID"); t != "" {
		place = t
	}
	return place + ":" + h.Cwd
}

// canonical is the id of the thread that spawned this one, else id: both are one bubble.
func (h *codexHook) canonical(id string) string {
	f, err := os.Open(h.TranscriptPath)
	if err != nil {
		return id
	}
	defer f.Close()
	lines := json.NewDecoder(io.LimitReader(f, 1<<20))
	for range 5 {
		var l struct {
			Type    string `json:"type"`
			Payload struct {
				Source json.RawMessage `json:"source"`
			} `json:"payload"`
		}
		if lines.Decode(&l) != nil {
			break
		}
		var spawned struct {
			Subagent struct {
				ThreadSpawn struct {
					Parent string `json:"parent_thread_id"`
				} `json:"thread_spawn"`
			} `json:"subagent"`
		}
		if l.Type == "session_meta" && json.Unmarshal(l.Payload.Source, &spawned) == nil {
			return firstOf(spawned.Subagent.ThreadSpawn.Parent, id)
		}
	}
	return id
}

// cleaned leaves lower-case letters and digits: ids are compared without case and punctuation.
func cleaned(id string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, id)
}

func hash8(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:4])
}

// heading is the first line with words in it.
func heading(s string) string {
	for l := range strings.Lines(s) {
		if l = oneLine(l); l != "" {
			return shorten(l, maxHeading)
		}
	}
	return ""
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func shorten(s string, n int) string {
	r := []rune(s)
	return string(r[:min(n, len(r))])
}

func firstOf(all ...string) string {
	for _, s := range all {
		if s != "" && s != "." {
			return s
		}
	}
	return ""
}
