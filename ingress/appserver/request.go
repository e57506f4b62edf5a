package appserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"dango/ingress/codex"
	"dango/ingress/wire"
	"dango/session"
	"dango/session/event"
)

// maxAsked bounds how many answers may wait to be sent, and with it how many requests are offered at a time.
const maxAsked = 256

// The requests that we can answer. What else the server asks is left to the terminal: no answer at all is no refusal.
const (
	asksCommand = "item/commandExecution/requestApproval"
	asksFiles   = "item/fileChange/requestApproval"
	asksUser    = "item/tool/requestUserInput"
)

// approval is what the server asks.
type approval struct {
	ThreadID string `json:"threadId"`
	TurnID   string `json:"turnId"`
	ItemID   string `json:"itemId"`

	Command   string            `json:"command"`
	Cwd       string            `json:"cwd"`
	Reason    string            `json:"reason"`
	GrantRoot string            `json:"grantRoot"` // for the rest of the session, files below it
	Decisions []json.RawMessage `json:"availableDecisions"`

	Questions json.RawMessage `json:"questions"`
}

// item is a piece of a turn that began. Only file changes matter: the request for one does not say which.
type item struct {
	Type    string   `json:"type"`
	ID      string   `json:"id"`
	Changes []change `json:"changes"`
}

type change struct {
	Path string `json:"path"`
	Diff string `json:"diff"` // of a new file: its text
	Kind struct {
		Type string `json:"type"` // add, delete, update
	} `json:"kind"`
}

// maxChanges bounds how many items' changes are kept of one thread.
const maxChanges = 32

func (t *thread) began(it item) {
	if it.Type != "fileChange" || !t.subscribed || len(t.changes) >= maxChanges {
		return
	}
	if t.changes == nil {
		t.changes = map[string][]change{}
	}
	t.changes[it.ID] = it.Changes
}

// lookUp learns which changes of files have begun, and calls then: we subscribe because somebody is asked about them, so
// that their beginning is past. Only the running turn's items, which come with a subscription, have them.
func (w *watcher) lookUp(t *thread, then func()) {
	params := map[string]any{"threadId": t.ID, "excludeTurns": true, "initialTurnsPage": map[string]any{"limit": 1, "itemsView": "full"}}
	w.call(w.ctx, "thread/resume", params, func(m message) {
		var result struct {
			Page struct {
				Data []struct {
					Items []item `json:"items"`
				} `json:"data"`
			} `json:"initialTurnsPage"`
		}
		_ = json.Unmarshal(m.Result, &result) // what cannot be read is asked about without its text
		for _, turn := range result.Page.Data {
			for _, it := range turn.Items {
				t.began(it)
			}
		}
		then()
	})
}

// ask offers a request to the keeper, once it is known what it is about.
func (w *watcher) ask(m message) {
	var a approval
	if json.Unmarshal(m.Params, &a) != nil {
		return
	}
	t := w.threads[a.ThreadID]
	if t == nil || t.relation() == codex.OfCodex || len(w.asked) >= maxAsked {
		return
	}
	id := w.requestID(m.ID)
	switch {
	case w.asked[id] != "": // it is asked again of everyone who subscribes
	case m.Method == asksFiles && t.changes[a.ItemID] == nil:
		w.asked[id] = t.ID
		w.lookUp(t, func() {
			if w.asked[id] == t.ID { // nobody has answered meanwhile
				w.offer(m, &a, t)
			}
		})
	default:
		w.offer(m, &a, t)
	}
}

func (w *watcher) offer(m message, a *approval, t *thread) {
	e := event.StateEvent{
		Schema: event.Schema, Tool: event.Codex, Timestamp: w.now(), SessionID: t.key().ID, Kind: event.PermissionAsk,
		Cwd: a.Cwd, TurnID: a.TurnID, ToolUseID: a.ItemID, RequestID: w.requestID(m.ID),
		Payload: &event.Payload{HookEventName: m.Method},
	}
	if !t.main() {
		e.IsSubagent, e.Payload.AgentID, e.Payload.AgentType = true, t.ID, t.Role
	}
	answer, ok := a.fill(&e, t)
	if !ok {
		return
	}
	w.asked[e.RequestID] = t.ID
	answers := w.client.answers
	w.submit(session.Item{Event: &session.Incoming{StateEvent: e, Direct: true, Reply: func(x event.Answer) {
		result := answer(x)
		if result == nil {
			return // the terminal's dialog is there anyway
		}
		select {
		case answers <- message{ID: m.ID, Result: result}:
		default: // maxAsked answers wait: the connection is dead
		}
	}}})
}

// requestID names a request for the keeper: connections count their own from 0.
func (w *watcher) requestID(id json.RawMessage) string {
	return fmt.Sprintf("codex-%d-%s", w.made, bytes.Trim(id, `"`))
}

// fill puts what is asked into e, in the words of the hook that told of the same before, and says how to answer. false:
// it cannot be answered here.
func (a *approval) fill(e *event.StateEvent, t *thread) (func(event.Answer) json.RawMessage, bool) {
	p := e.Payload
	p.Message = a.Reason
	switch p.HookEventName {
	case asksCommand:
		p.ToolName = "Bash"
		p.ToolInput = object("command", script(a.Command), "description", a.Reason)
		p.Suggestions = a.offers()
	case asksFiles:
		p.ToolName = "apply_patch"
		if patch := patchOf(t.changes[e.ToolUseID]); patch != "" {
			p.ToolInput = object("command", patch, "description", a.Reason)
		}
		p.Suggestions = json.RawMessage(`["acceptForSession",` + cancels + `]`)
	case asksUser:
		if !readable(a.Questions) {
			return nil, false
		}
		e.Kind, p.ToolName = event.AskUser, "request_user_input"
		p.ToolInput, _ = wire.JSON(map[string]json.RawMessage{"questions": a.Questions})
		return answerQuestions(a.Questions), true
	default:
		return nil, false
	}
	offers := p.Suggestions
	return func(x event.Answer) json.RawMessage { return decide(x, offers) }, true
}

// object is a JSON object of the pairs of a name and a text that is not empty.
func object(pairs ...string) json.RawMessage {
	m := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			m[pairs[i]] = pairs[i+1]
		}
	}
	raw, _ := json.Marshal(m) // strings always can be
	return raw
}

// offers are the decisions that go further than a yes or a no: for the session, for all commands that begin alike, or
// no and the end of the turn.
func (a *approval) offers() json.RawMessage {
	more := slices.DeleteFunc(slices.Clone(a.Decisions), func(d json.RawMessage) bool {
		return string(d) == `"accept"` || string(d) == `"decline"`
	})
	if len(more) == 0 {
		return nil
	}
	raw, _ := wire.JSON(more) // they came as JSON
	return raw
}

// patchOf writes changes as a patch like the one that the tool was given; empty without any.
func patchOf(changes []change) string {
	if len(changes) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("*** Begin Patch\n")
	for _, c := range changes {
		switch c.Kind.Type {
		case "add":
			fmt.Fprintf(&b, "*** Add File: %s\n", c.Path)
			for line := range strings.Lines(c.Diff) {
				b.WriteString("+" + strings.TrimSuffix(line, "\n") + "\n")
			}
		case "delete":
			fmt.Fprintf(&b, "*** Delete File: %s\n", c.Path)
		default:
			fmt.Fprintf(&b, "*** Update File: %s\n%s\n", c.Path, strings.TrimSuffix(c.Diff, "\n"))
		}
	}
	b.WriteString("*** End Patch\n")
	return b.String()
}

// script takes a shell's command out of the words that start the shell, bash -lc '…'. What looks different stays whole.
func script(command string) string {
	words, ok := words(command)
	if ok && len(words) == 3 && (words[1] == "-lc" || words[1] == "-c") {
		return words[2]
	}
	return command
}

// words splits a command line as a POSIX shell does, without expanding anything.
func words(line string) (all []string, ok bool) {
	var word strings.Builder
	var quote rune
	begun, escaped := false, false
	for _, r := range line {
		switch {
		case escaped:
			if quote == '"' && !strings.ContainsRune("\"\\$`", r) {
				word.WriteRune('\\')
			}
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			begun, escaped = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, begun = r, true
		case quote == 0 && r == ' ':
			if begun {
				all = append(all, word.String())
				word.Reset()
			}
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if begun {
		all = append(all, word.String())
	}
	return all, quote == 0 && !escaped
}

// resolved says that somebody answered: we, or the terminal.
func (w *watcher) resolved(id json.RawMessage, at time.Time) {
	w.settled(w.requestID(id), at)
}

func (w *watcher) settled(request string, at time.Time) {
	if w.asked[request] != "" {
		delete(w.asked, request)
		w.tell(session.Evidence{Kind: session.SawRequestResolved, Request: request, At: at})
	}
}

// settleAll ends what a thread asked: it waits no longer.
func (w *watcher) settleAll(t *thread, at time.Time) {
	for request, of := range w.asked {
		if of == t.ID {
			w.settled(request, at)
		}
	}
}
