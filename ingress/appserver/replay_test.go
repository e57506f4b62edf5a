package appserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dango/session"
	"dango/session/event"
)

// TestRecordings plays what a real app-server sent to a second client, and compares what is shown with what was true.
//
// Where the recorded client answered, we do, with a click, and what goes over the socket must be the same. The recorded
// client subscribed early and stayed; we only hear of a turn while it waits, so that its end is told by the status
// alone: without hooks and rollout nobody knows whether it was completed.
func TestRecordings(t *testing.T) {
	tests := map[string][]string{
		"accept-with-amendment": {
			"listed idle", "551 responding", "895 permission-prompt permission:offered touch /var/tmp/pet-lab-probe && echo done",
			"1931 tool-use permission:sent", "1932 tool-use", "2210 idle",
		},
		"late-subscribe-decline": {
			"listed idle", "554 responding", "881 permission-prompt permission:offered touch /var/tmp/pet-lab-probe && echo done",
			"5596 responding permission:sent", "5598 responding", "5715 idle",
		},
		"terminal-answers-first": {
			"listed idle", "544 responding", "824 permission-prompt permission:offered touch /var/tmp/pet-lab-probe && echo done",
			"2381 tool-use", "2623 idle",
		},
		"cancel": {
			"listed idle", "545 responding", "860 permission-prompt permission:offered touch /var/tmp/pet-lab-probe && echo done",
			"1877 responding permission:sent", "1878 responding", "1994 idle",
		},
		"file-change": { // which file, hooks and the rollout said before
			"listed idle", "549 responding", "916 permission-prompt permission:offered",
			"1934 tool-use permission:sent", "1935 tool-use", "2179 idle",
		},
		"question": {
			"listed idle", "1349 responding", "1809 ask-user question:offered Which store should be used?\nWrite tests too?",
			"3357 tool-use question:sent", "3358 responding", "3794 idle",
		},
		"interrupt-by-client": {"listed idle", "549 responding", "3265 idle"},
		"second-tui":          {"listed none", "541 responding", "908 idle"}, // its title thread is not shown
		"quit-while-watched":  {"listed idle"},                               // for a minute
		"quit-unwatched":      {"listed none"},
		// The old thread stays loaded for a minute, which nobody sees.
		"clear": {"listed idle", "1830 another, idle", "5451 another, responding", "7400 another, idle"},
		"appserver-stdio": {
			"listed none", "192 idle", "226 responding",
			"650 permission-prompt permission:offered touch /var/tmp/pet-lab-probe && echo done",
			"1651 tool-use permission:sent", "1652 tool-use", "1951 idle",
		},
	}
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d recordings, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		t.Run(name, func(t *testing.T) {
			want, ok := tests[name]
			if !ok {
				t.Fatal("a recording without an expectation proves nothing")
			}
			if d := cmp.Diff(want, replay(t, file)); d != "" {
				t.Errorf("what is shown differs from what was true (-true +shown):\n%s", d)
			}
		})
	}
}

// record is one line of a recording.
type record struct {
	At  int     `json:"t_ms"`
	Dir string  `json:"dir"`
	Msg message `json:"msg"`
}

func read(t *testing.T, file string) (all []record) {
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(bytes.NewReader(raw))
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var r record
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// stage is a keeper without a goroutine, at the recording's time.
type stage struct {
	mu  sync.Mutex
	reg *session.Registry
	now time.Time

	first session.Key // that was shown
}

func newStage() *stage {
	return &stage{reg: session.NewRegistry(session.Options{HoldAlways: true}), now: time.Unix(1796003850, 0)}
}

func (s *stage) SubmitWait(_ context.Context, it session.Item) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reg.Apply(s.now, it)
	return nil
}

func (s *stage) at() time.Time { s.mu.Lock(); defer s.mu.Unlock(); return s.now }

func (s *stage) pass(to time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = to
	s.reg.Tick(to)
}

// shown is the state of the only session, and what it asks.
func (s *stage) shown() (string, *session.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	snap := s.reg.Snapshot(s.now)
	switch len(snap.Sessions) {
	case 0:
		return "none", nil
	case 1:
	default:
		return fmt.Sprintf("%d sessions", len(snap.Sessions)), nil
	}
	is := snap.Sessions[0]
	words := is.State.String()
	if s.first == (session.Key{}) {
		s.first = is.Key
	}
	if is.Key != s.first {
		words = "another, " + words
	}
	for i, q := range is.Requests {
		switch q.Life {
		case session.Offered:
			return strings.TrimSpace(words + " " + q.Kind.String() + ":offered " + q.Detail), &is.Requests[i]
		case session.Sent:
			words += " " + q.Kind.String() + ":sent"
		}
	}
	return words, nil
}

// replay plays a recording through a socket, and tells whenever something else is shown.
func replay(t *testing.T, file string) []string {
	all := read(t, file)
	stage := newStage()
	threads := threadsOf(t)
	srv := listen(t, filepath.Join(t.TempDir(), "r"))
	ended := srv.watch(t, stage)
	defer ended()

	p := &player{t: t, srv: srv, stage: stage, pending: map[string]message{}, status: map[string]json.RawMessage{}}
	var base time.Time // of t_ms 0
	for _, r := range all {
		if r.Msg.EmittedAtMs != 0 {
			base = time.UnixMilli(r.Msg.EmittedAtMs - int64(r.At))
			break
		}
	}
	stage.pass(base)
	srv.conn = <-srv.conns
	var loaded []string
	srv.answer = func(m message) any {
		var params struct{ ThreadID string }
		_ = json.Unmarshal(m.Params, &params)
		switch m.Method {
		case "thread/list":
			return map[string]any{"data": p.list(all)}
		case "thread/loaded/list":
			for _, t := range p.list(all) {
				var is thread
				if _ = json.Unmarshal(t, &is); is.Status.Type != notLoaded {
					loaded = append(loaded, is.ID)
				}
			}
			return map[string]any{"data": loaded}
		case "thread/read":
			if t, ok := threads[params.ThreadID]; ok {
				if is := p.status[params.ThreadID]; is != nil {
					t = bytes.Replace(t, []byte(`"status": {"type": "idle"}`), append([]byte(`"status":`), is...), 1)
				}
				return map[string]any{"thread": t}
			}
			return nil
		case "thread/resume":
			p.subscribed = params.ThreadID
		case "thread/unsubscribe":
			p.subscribed = ""
		}
		return struct{}{}
	}
	p.settle()
	p.note("listed")
	for i, r := range all {
		stage.pass(base.Add(time.Duration(r.At) * time.Millisecond))
		p.play(r, all[i+1:])
		p.note(fmt.Sprint(r.At))
	}
	return p.lines
}

// threadsOf are all threads that any recording describes.
func threadsOf(t *testing.T) map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	files, _ := filepath.Glob("testdata/*.jsonl")
	for _, file := range files {
		for _, r := range read(t, file) {
			var result struct {
				Data []json.RawMessage `json:"data"`
			}
			_ = json.Unmarshal(r.Msg.Result, &result)
			for _, raw := range result.Data {
				var is thread
				if json.Unmarshal(raw, &is) == nil && is.ID != "" {
					all[is.ID] = bytes.ReplaceAll(raw, []byte(`"notLoaded"`), []byte(`"idle"`))
				}
			}
		}
	}
	return all
}

type player struct {
	t          *testing.T
	srv        *server
	stage      *stage
	subscribed string
	pending    map[string]message         // server requests that were not answered
	status     map[string]json.RawMessage // of threads, as the server last told
	lines      []string
	last       string
	barriers   int
}

// list is what the recorded app-server listed: of several, the thread that the recording is about, or, where the recorded
// client asked at the beginning, those that were loaded.
func (p *player) list(all []record) (data []json.RawMessage) {
	about := ""
	var loaded []string
	for _, r := range all {
		var params struct{ ThreadID string }
		if _ = json.Unmarshal(r.Msg.Params, &params); about == "" {
			about = params.ThreadID
		}
		var result struct {
			Data []string `json:"data"`
		}
		if json.Unmarshal(r.Msg.Result, &result) == nil && about == "" && r.At < 100 {
			loaded = append(loaded, result.Data...)
		}
	}
	for _, r := range all {
		var result struct {
			Data []json.RawMessage `json:"data"`
		}
		_ = json.Unmarshal(r.Msg.Result, &result)
		for _, raw := range result.Data {
			var is thread
			if json.Unmarshal(raw, &is) != nil {
				continue
			}
			if is.ID == about || slices.Contains(loaded, is.ID) {
				data = append(data, raw)
			}
		}
		if data != nil {
			break
		}
	}
	return data
}

// settle waits until the client has done all that it was told: it reads about a thread that nobody knows.
func (p *player) settle() {
	for {
		p.barriers++
		id := fmt.Sprint("barrier-", p.barriers)
		p.srv.send(p.t, message{Method: "thread/status/changed", Params: json.RawMessage(`{"threadId":"` + id + `","status":{"type":"idle"}}`)})
		if calls := p.srv.until(p.t, id); calls == 0 {
			return
		}
		for _, m := range p.pending { // asked of everyone who subscribes
			if p.subscribed != "" {
				p.srv.send(p.t, m)
			}
		}
	}
}

func (p *player) note(when string) {
	shown, _ := p.stage.shown()
	if shown != p.last {
		p.lines = append(p.lines, when+" "+shown)
	}
	p.last = shown
}

// play does what a line of the recording says. rest are the lines after it.
func (p *player) play(r record, rest []record) {
	m := r.Msg
	switch {
	case r.Dir == "to_server":
		if m.Result != nil {
			p.click(m)
		}
		return
	case m.Method == "": // an answer to the recorded client
		return
	case m.ID != nil:
		p.pending[string(m.ID)] = m
		if p.subscribed == "" {
			return
		}
	case m.Method == "serverRequest/resolved":
		var params struct{ RequestID json.RawMessage }
		_ = json.Unmarshal(m.Params, &params)
		delete(p.pending, string(params.RequestID))
	case !strings.HasPrefix(m.Method, "thread/") && p.subscribed == "":
		return
	}
	if strings.HasPrefix(m.Method, "thread/status/") && strings.Contains(string(m.Params), "waitingOn") {
		for _, next := range rest { // the request comes at once, to those who subscribed
			if next.Msg.ID != nil && next.Msg.Method != "" && next.Dir == "from_server" {
				for _, before := range rest[:slices.IndexFunc(rest, func(o record) bool { return o.At == next.At && o.Msg.ID != nil })] {
					if before.Msg.Method == "item/started" {
						defer p.srv.send(p.t, before.Msg)
					}
				}
				p.pending[string(next.Msg.ID)] = next.Msg
				break
			}
		}
	}
	if m.Method == "thread/status/changed" {
		var params struct {
			ThreadID string
			Status   json.RawMessage
		}
		_ = json.Unmarshal(m.Params, &params)
		p.status[params.ThreadID] = params.Status
	}
	p.srv.send(p.t, m)
	p.settle()
}

// click answers as the recorded client did, and expects the same words on the socket. An answer that the recorded client
// gave too late has no card any more.
func (p *player) click(recorded message) {
	_, q := p.stage.shown()
	if q == nil {
		return
	}
	var result struct {
		Decision json.RawMessage            `json:"decision"`
		Answers  map[string]json.RawMessage `json:"answers"`
	}
	if err := json.Unmarshal(recorded.Result, &result); err != nil {
		p.t.Fatal(err)
	}
	a := event.Answer{Decision: event.Allow}
	switch {
	case result.Answers != nil:
		a.UpdatedInput = recorded.Result
	case string(result.Decision) == `"accept"`:
	case string(result.Decision) == `"decline"`:
		a.Decision = event.Deny
	case string(result.Decision) == cancels:
		a.Decision, a.UpdatedPermissions = event.Deny, result.Decision
	default:
		a.UpdatedPermissions = result.Decision
		if !strings.Contains(string(q.Suggest), "execpolicy_amendment") {
			p.t.Errorf("the card has no %s to offer: %s", result.Decision, q.Suggest)
		}
	}
	_ = p.stage.SubmitWait(p.t.Context(), session.Item{Command: &session.Command{Kind: session.Decide, Request: q.ID, Answer: a}})
	sent := p.srv.next(p.t)
	if d := cmp.Diff(decoded(recorded), decoded(sent)); d != "" {
		p.t.Errorf("the answer differs (-recorded +sent):\n%s", d)
	}
}

func decoded(m message) (v map[string]any) {
	raw, _ := json.Marshal(m)
	_ = json.Unmarshal(raw, &v)
	return v
}
