package appserver

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// server is an app-server as far as its socket goes: it hands its connections and what they say to the test.
type server struct {
	root     string
	listener net.Listener
	http     *http.Server
	conns    chan *websocket.Conn
	conn     *websocket.Conn        // the one that the test speaks on
	answer   func(call message) any // to calls; nil: an error
}

// within is how long a test waits for what must happen.
const within = 10 * time.Second

// listen puts a server at the socket below root.
func listen(t *testing.T, root string) *server {
	t.Helper()
	path := socketPath(root)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	s := &server{root: root, listener: l, conns: make(chan *websocket.Conn, 4), answer: func(message) any { return struct{}{} }}
	s.http = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, err := websocket.Accept(w, r, nil); err == nil {
			c.SetReadLimit(maxMessage)
			s.conns <- c
			<-t.Context().Done()
		}
	})}
	go s.http.Serve(l)
	t.Cleanup(func() { s.http.Close() })
	return s
}

// watch starts a Watch of the server's folder; the function that it returns ends it.
func (s *server) watch(t *testing.T, sink Sink) (end func()) { return watch(t, s.root, sink) }

func watch(t *testing.T, root string, sink Sink) (end func()) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	o := Options{Root: root, Version: "1", retry: func(int) time.Duration { return time.Millisecond },
		settle: -1, terminals: func() []seat { return make([]seat, 1) }}
	if c, ok := sink.(interface{ at() time.Time }); ok {
		o.now = c.at
	}
	go func() { done <- Watch(ctx, sink, o) }()
	return func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Watch: %v", err)
		}
	}
}

func (s *server) send(t *testing.T, m message) {
	t.Helper()
	raw, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.conn.Write(t.Context(), websocket.MessageText, raw); err != nil {
		t.Fatalf("send %s: %v", m.Method, err)
	}
}

// next is the next message of the client.
func (s *server) next(t *testing.T) (m message) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	_, raw, err := s.conn.Read(ctx)
	if err != nil {
		t.Fatalf("the client says nothing: %v", err)
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// until answers calls until the client asks about the thread id, and counts those before it.
func (s *server) until(t *testing.T, id string) (calls int) {
	t.Helper()
	for {
		m := s.next(t)
		if m.Method == "thread/read" && strings.Contains(string(m.Params), id) {
			s.reply(t, m, nil)
			return calls
		}
		if m.ID != nil {
			calls++
			s.reply(t, m, s.answer(m))
		}
	}
}

func (s *server) reply(t *testing.T, to message, result any) {
	t.Helper()
	m := message{ID: to.ID}
	if result == nil {
		m.Error = &struct {
			Message string `json:"message"`
		}{"no such thread"}
	} else {
		m.Result, _ = json.Marshal(result)
	}
	s.send(t, m)
}
