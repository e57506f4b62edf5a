package cards

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dango/ingress/appserver"
	"dango/ingress/wire"
	"dango/session"
)

// line is one of a recording of an app-server's socket.
type line struct {
	Dir string `json:"dir"`
	Msg frame  `json:"msg"`
}

// frame is one message, in the order of its fields on the wire.
type frame struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
}

// served is one request of an app-server, with what it had said before of the item that the request is about.
type served struct {
	where  string
	thread string
	item   *frame
	asks   frame
}

// recordedOnSocket gives every request of the recordings, and those of testdata/app-server.jsonl, which were made up after
// the schema that Codex 0.171 prints: decisions that no recording has, and a secret.
func recordedOnSocket(t *testing.T) (all []served) {
	files, _ := filepath.Glob(filepath.Join("..", "..", "..", "ingress", "appserver", "testdata", "*.jsonl"))
	for _, file := range append(files, filepath.Join("testdata", "app-server.jsonl")) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		items := map[string]frame{}
		in := bufio.NewScanner(bytes.NewReader(raw))
		in.Buffer(nil, 1<<20)
		for in.Scan() {
			var l line
			var p struct {
				ThreadID string
				ItemID   string
				Item     struct{ ID string }
			}
			if err := json.Unmarshal(in.Bytes(), &l); err != nil {
				t.Fatal(err)
			}
			_ = json.Unmarshal(l.Msg.Params, &p) // an answer has none
			switch {
			case l.Dir != "from_server":
			case l.Msg.Method == "item/started":
				items[p.Item.ID] = l.Msg
			case l.Msg.ID != nil && l.Msg.Method != "":
				s := served{where: filepath.Base(file), thread: p.ThreadID, asks: l.Msg}
				if it, ok := items[p.ItemID]; ok {
					s.item = &it
				}
				all = append(all, s)
			}
		}
	}
	if len(all) < 9 {
		t.Fatalf("the recordings have %d requests", len(all))
	}
	return all
}

// sameCard is what two requests have in common whose cards and answers are the same.
func (s *served) sameCard() string {
	var p struct {
		Command   string
		Decisions json.RawMessage `json:"availableDecisions"`
		Questions json.RawMessage
		GrantRoot json.RawMessage
	}
	_ = json.Unmarshal(s.asks.Params, &p)
	return fmt.Sprint(s.asks.Method, p.Command, string(p.Decisions), string(p.Questions), string(p.GrantRoot))
}

// socket is an app-server with one thread.
type socket struct {
	t    *testing.T
	conn *websocket.Conn
}

// sit makes a desk at which an app-server asks.
func (s *served) sit(t *testing.T) (*desk, *socket) {
	t.Helper()
	root := t.TempDir()
	path := filepath.Join(root, "app-server-control", "app-server-control.sock")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	conns := make(chan *websocket.Conn, 1)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, err := websocket.Accept(w, r, nil); err == nil {
			conns <- c
			<-t.Context().Done()
		}
	})}
	go server.Serve(l)
	d, heard := newDesk(t), make(items, 16)
	ctx, cancel := context.WithCancel(t.Context())
	watched := make(chan error, 1)
	go func() { watched <- appserver.Watch(ctx, heard, appserver.Options{Root: root, Version: "test"}) }()
	t.Cleanup(func() {
		cancel()
		<-watched
		server.Close()
	})
	k := &socket{t: t, conn: <-conns}
	k.serve(s.thread)
	const waiting = `{"threadId":%q,"status":{"type":"active","activeFlags":["waitingOnApproval"]}}`
	k.send(frame{Method: "thread/status/changed", Params: json.RawMessage(fmt.Sprintf(waiting, s.thread))})
	k.until("thread/resume")
	if s.item != nil {
		k.send(*s.item)
	}
	k.send(s.asks)
	for !d.asked() {
		d.registry.Apply(noon, <-heard)
	}
	d.step(90)
	return d, k
}

// items carry what the app-server's watcher tells to the goroutine of the test, which owns the registry.
type items chan session.Item

func (h items) SubmitWait(ctx context.Context, it session.Item) error {
	select {
	case h <- it:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (d *desk) asked() bool {
	return slices.ContainsFunc(d.registry.Snapshot(noon).Sessions, func(s *session.Session) bool { return len(s.Requests) > 0 })
}

// serve answers what a new client wants to know.
func (k *socket) serve(thread string) {
	about := fmt.Sprintf(`{"id":%q,"sessionId":%q,"cwd":"/home/dev/project","preview":"do it","source":"vscode","threadSource":"user","status":{"type":"idle"}}`, thread, thread)
	k.until("initialize", `{}`)
	k.until("thread/list", `{"data":[`+about+`]}`)
	k.until("thread/loaded/list", fmt.Sprintf(`{"data":[%q]}`, thread))
}

func (k *socket) send(f frame) {
	k.t.Helper()
	raw, err := wire.JSON(f)
	if err == nil {
		err = k.conn.Write(k.t.Context(), websocket.MessageText, raw)
	}
	if err != nil {
		k.t.Fatal(err)
	}
}

// next is the client's next message, to the byte.
func (k *socket) next() (raw string, f frame) {
	k.t.Helper()
	ctx, cancel := context.WithTimeout(k.t.Context(), 30*time.Second)
	defer cancel()
	_, text, err := k.conn.Read(ctx)
	if err == nil {
		err = json.Unmarshal(text, &f)
	}
	if err != nil {
		k.t.Fatal(err)
	}
	return string(text), f
}

// until waits for a call and answers it.
func (k *socket) until(method string, result ...string) {
	k.t.Helper()
	for {
		_, f := k.next()
		if f.Method == method {
			k.send(frame{ID: f.ID, Result: json.RawMessage(strings.Join(append(result, "{}")[:1], ""))})
			return
		}
	}
}

// sent is what the client has said since, before it asks about a thread that nobody knows.
func (k *socket) sent() string {
	k.t.Helper()
	k.send(frame{Method: "thread/status/changed", Params: json.RawMessage(`{"threadId":"nobody","status":{"type":"idle"}}`)})
	var all []string
	for {
		raw, f := k.next()
		if f.Method == "thread/read" {
			return strings.Join(all, "\n\t")
		}
		all = append(all, raw)
	}
}

// TestEveryAnswerOnTheSocket is TestEveryAnswer for Codex's app-server: the bytes are those on its socket.
func TestEveryAnswerOnTheSocket(t *testing.T) {
	var w bytes.Buffer
	where := map[string][]string{}
	all := recordedOnSocket(t)
	for _, s := range all {
		where[s.sameCard()] = append(where[s.sameCard()], s.where)
	}
	for _, s := range all {
		k := s.sameCard()
		if where[k] == nil {
			continue
		}
		fmt.Fprintf(&w, "== %s ==\n", strings.Join(where[k], " "))
		where[k] = nil
		card, _ := s.sit(t)
		_, summary, _ := strings.Cut(card.Summary(), "\n*")
		fmt.Fprintf(&w, "*%s", summary)
		for _, path := range card.ways() {
			d, socket := s.sit(t)
			d.take(path)
			fmt.Fprintf(&w, "%s\n\t%s\n", words(path), told(socket.sent()))
		}
		fmt.Fprintln(&w)
	}
	golden(t, "app-server", w.Bytes())
}
