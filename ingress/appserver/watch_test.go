package appserver

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dango/ingress/codex"
	"dango/session"
	"dango/session/event"
)

// heard is a sink that hands on every item.
type heard chan session.Item

func (h heard) SubmitWait(ctx context.Context, it session.Item) error {
	select {
	case h <- it:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// evidence is the next piece of evidence of that kind.
func (h heard) evidence(t *testing.T, kind session.EvidenceKind) session.Evidence {
	t.Helper()
	late := time.After(within)
	for {
		select {
		case it := <-h:
			if it.Evidence != nil && it.Evidence.Kind == kind {
				return *it.Evidence
			}
		case <-late:
			t.Fatalf("nobody saw %d", kind)
		}
	}
}

const (
	mainThread  = `{"id":"m","sessionId":"m","cwd":"/shop","preview":"fix it","source":"vscode","threadSource":"user","createdAt":1796003852,"status":{"type":"idle"}}`
	childThread = `{"id":"c","sessionId":"m","parentThreadId":"m","agentRole":"explorer","source":{"subAgent":{"thread_spawn":{"parent_thread_id":"m"}}},"status":{"type":"idle"}}`
	titleThread = `{"id":"t","sessionId":"t","ephemeral":true,"source":"vscode","threadSource":"thread_title","status":{"type":"idle"}}`
	guardThread = `{"id":"g","sessionId":"m","parentThreadId":"m","source":{"subAgent":{"other":"guardian"}},"status":{"type":"idle"}}`
	oldThread   = `{"id":"o","sessionId":"o","source":"cli","status":{"type":"notLoaded"}}`
)

// serve answers the first calls of a client that finds these threads.
func (s *server) serve(t *testing.T, threads ...string) {
	t.Helper()
	s.conn = <-s.conns
	var list []json.RawMessage
	var loaded []string
	for _, raw := range threads {
		var is thread
		if err := json.Unmarshal([]byte(raw), &is); err != nil {
			t.Fatal(err)
		}
		list = append(list, json.RawMessage(raw))
		if is.Status.Type != notLoaded {
			loaded = append(loaded, is.ID)
		}
	}
	for _, want := range []string{"initialize", "initialized", "thread/list", "thread/loaded/list"} {
		m := s.next(t)
		if m.Method != want {
			t.Fatalf("the client says %s, want %s", m.Method, want)
		}
		switch want {
		case "thread/list":
			s.reply(t, m, map[string]any{"data": list})
		case "thread/loaded/list":
			s.reply(t, m, map[string]any{"data": loaded})
		case "initialize":
			s.reply(t, m, struct{}{})
		}
	}
}

// TestComesAndGoes: the socket appears after us, the connection breaks while something is asked, and the app-server ends.
func TestComesAndGoes(t *testing.T) {
	root := filepath.Join(t.TempDir(), "codex")
	sink := make(heard, 64)
	end := watch(t, root, sink)
	defer end()

	if err := os.Mkdir(root, 0o700); err != nil {
		t.Fatal(err)
	}
	srv := listen(t, root)
	srv.serve(t, oldThread, titleThread, guardThread, childThread, mainThread)
	is := sink.evidence(t, session.SawSession)
	if is.Key != codex.Key("m") || is.Title != "fix it" || is.Cwd != "/shop" || is.Status != session.StatusIdle {
		t.Errorf("the first session is %+v, want m, which rests", is)
	}
	if is := sink.evidence(t, session.SawServed); is.Key != codex.Key("m") {
		t.Errorf("%v is served, want m", is.Key)
	}

	srv.send(t, message{Method: "thread/status/changed", Params: json.RawMessage(`{"threadId":"c","status":{"type":"active","activeFlags":["waitingOnApproval"]}}`)})
	if m := srv.next(t); m.Method != "thread/resume" || string(m.Params) != `{"excludeTurns":true,"threadId":"c"}` {
		t.Errorf("the client says %s %s, want to subscribe to c", m.Method, m.Params)
	}
	srv.send(t, message{ID: json.RawMessage(`"r1"`), Method: asksCommand, Params: json.RawMessage(`{"threadId":"c","turnId":"1","itemId":"i","command":"make"}`)})
	srv.send(t, message{ID: json.RawMessage(`2`), Method: "mcpServer/elicitation/request", Params: json.RawMessage(`{"threadId":"c"}`)})
	e := (<-sink).Event
	if e == nil || e.SessionID != "m" || !e.IsSubagent || e.Payload.AgentID != "c" || e.Payload.AgentType != "explorer" || !e.Direct {
		t.Fatalf("a subagent's request is %+v, want it on the session m", e)
	}
	e.Reply(event.Answer{Decision: event.Ask}) // says nothing
	srv.conn.CloseNow()
	if it := <-sink; it.Command == nil || it.Command.Kind != session.Drop || it.Command.Request != e.RequestID {
		t.Errorf("a broken connection tells %+v, want a drop of %s", it, e.RequestID)
	}
	if is := sink.evidence(t, session.SawUnserved); is.Key != codex.Key("m") {
		t.Errorf("%v is not served, want m", is.Key)
	}
	srv.serve(t, mainThread)
	sink.evidence(t, session.SawServed)
	srv.http.Close()
	srv.conn.CloseNow()
	if is := sink.evidence(t, session.SawSessionEnd); is.Key != codex.Key("m") {
		t.Errorf("%v ends with the app-server, want m", is.Key)
	}
	listen(t, root).serve(t, mainThread)
	sink.evidence(t, session.SawSession)
}

// TestSubscribes: only while the thread waits, and what it asked is over when it does not.
func TestSubscribes(t *testing.T) {
	sink := make(heard, 64)
	srv := listen(t, filepath.Join(t.TempDir(), "codex"))
	end := srv.watch(t, sink)
	defer end()
	srv.serve(t, mainThread)
	status := func(is string) {
		srv.send(t, message{Method: "thread/status/changed", Params: json.RawMessage(`{"threadId":"m","status":` + is + `}`)})
	}
	status(`{"type":"active","activeFlags":["waitingOnUserInput"]}`)
	if m := srv.next(t); m.Method != "thread/resume" {
		t.Fatalf("the client says %s, want to subscribe", m.Method)
	}
	ask := message{ID: json.RawMessage(`0`), Method: asksUser, Params: json.RawMessage(
		`{"threadId":"m","turnId":"1","itemId":"i","questions":[{"id":"q","question":"Which?","options":[{"label":"A"}]}]}`)}
	srv.send(t, ask)
	srv.send(t, ask) // once more for whoever subscribes again
	status(`{"type":"active","activeFlags":[]}`)
	if m := srv.next(t); m.Method != "thread/unsubscribe" {
		t.Fatalf("the client says %s, want to unsubscribe", m.Method)
	}
	sink.evidence(t, session.SawServed)
	sink.evidence(t, session.SawServed)
	e := (<-sink).Event
	if e == nil || e.Kind != event.AskUser {
		t.Fatalf("a question becomes %+v", e)
	}
	if is := sink.evidence(t, session.SawRequestResolved); is.Request != e.RequestID {
		t.Errorf("%s is resolved, want %s", is.Request, e.RequestID)
	}
	status(`{"type":"systemError"}`)
	sink.evidence(t, session.SawTurnFailed)
	srv.send(t, message{Method: "thread/closed", Params: json.RawMessage(`{"threadId":"m"}`)})
	sink.evidence(t, session.SawSessionEnd)
}

// TestLooksUpChanges: a patch is asked about with its text, although we subscribe after it began, and without when the
// server does not tell. What is answered meanwhile is not asked.
func TestLooksUpChanges(t *testing.T) {
	const turn = `{"initialTurnsPage":{"data":[{"items":[{"type":"userMessage","id":"u"},{"type":"fileChange","id":"i","status":"inProgress",` +
		`"changes":[{"path":"/shop/a.txt","kind":{"type":"add"},"diff":"one\ntwo\n"}]}]}]}}`
	for _, tt := range []struct {
		name     string
		answer   any
		resolved bool
		want     string
	}{
		{"told", json.RawMessage(turn), false, `{"command":"*** Begin Patch\n*** Add File: /shop/a.txt\n+one\n+two\n*** End Patch\n"}`},
		{"not told", struct{}{}, false, ""},
		{"refused", nil, false, ""},
		{"answered meanwhile", json.RawMessage(turn), true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sink := make(heard, 64)
			srv := listen(t, filepath.Join(t.TempDir(), "codex"))
			end := srv.watch(t, sink)
			defer end()
			srv.serve(t, mainThread)
			srv.send(t, message{Method: "thread/status/changed", Params: json.RawMessage(`{"threadId":"m","status":{"type":"active","activeFlags":["waitingOnApproval"]}}`)})
			srv.reply(t, srv.next(t), struct{}{})
			ask := message{ID: json.RawMessage(`0`), Method: asksFiles, Params: json.RawMessage(`{"threadId":"m","turnId":"1","itemId":"i"}`)}
			srv.send(t, ask)
			srv.send(t, ask) // once more for whoever subscribes again
			more := srv.next(t)
			if want := `{"excludeTurns":true,"initialTurnsPage":{"itemsView":"full","limit":1},"threadId":"m"}`; more.Method != "thread/resume" || string(more.Params) != want {
				t.Fatalf("the client says %s %s, want %s", more.Method, more.Params, want)
			}
			if tt.resolved {
				srv.send(t, message{Method: "serverRequest/resolved", Params: json.RawMessage(`{"threadId":"m","requestId":0}`)})
			}
			srv.reply(t, more, tt.answer)
			srv.send(t, message{Method: "thread/closed", Params: json.RawMessage(`{"threadId":"m"}`)})
			var asked []*session.Incoming
			for late := time.After(within); ; {
				select {
				case it := <-sink:
					if it.Event != nil {
						asked = append(asked, it.Event)
					}
					if it.Evidence == nil || it.Evidence.Kind != session.SawSessionEnd {
						continue
					}
				case <-late:
					t.Fatal("the thread does not end")
				}
				break
			}
			switch {
			case tt.resolved && len(asked) == 0:
			case tt.resolved || len(asked) != 1:
				t.Fatalf("%d requests, of one that was resolved: %v", len(asked), tt.resolved)
			default:
				if got := string(asked[0].Payload.ToolInput); got != tt.want {
					t.Errorf("it asks about %s, want %s", got, tt.want)
				}
			}
		})
	}
}

// TestSettle: a socket that was just made is left to whoever made it.
func TestSettle(t *testing.T) {
	path := filepath.Join(t.TempDir(), "socket")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d := &door{path: path}
	const settled = 100 * time.Millisecond
	began := time.Now()
	if d.settle(t.Context(), settled); time.Since(began) < settled-10*time.Millisecond {
		t.Errorf("a new socket was used after %v", time.Since(began))
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	d.settle(ctx, time.Minute)
	d.path += "-none"
	d.settle(ctx, time.Minute)
	if ctx.Err() != nil {
		t.Error("an old socket, or none, was waited for")
	}
}

// TestRefused: an app-server that does not want us is left alone, with longer and longer pauses.
func TestRefused(t *testing.T) {
	for vain, want := range map[int]time.Duration{1: retryFirst, 2: 2 * retryFirst, 9: retryLast, 99: retryLast} {
		if got := backOff(vain); got != want {
			t.Errorf("backOff(%d) = %v, want %v", vain, got, want)
		}
	}
	sink := make(heard, 1)
	srv := listen(t, filepath.Join(t.TempDir(), "codex"))
	end := srv.watch(t, sink)
	defer end()
	for range 3 { // and it comes again
		srv.conn = <-srv.conns
		srv.reply(t, srv.next(t), nil)
		srv.conn.Close(websocket.StatusPolicyViolation, "no")
	}
}
