package appserver

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"dango/ingress/wire"
)

const (
	dialWithin = 2 * time.Second
	tellWithin = 5 * time.Second

	// maxMessage bounds one message: a command's whole output may be in it.
	maxMessage = 16 << 20
)

// message is what either side sends: a call (ID and Method), its answer (ID alone), or a notification (Method alone).
type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`

	EmittedAtMs int64 `json:"emittedAtMs,omitempty"` // of a notification
}

// client is one connection. It belongs to one goroutine, but for Reply functions that put answers into its queue.
type client struct {
	conn    *websocket.Conn
	last    int
	waiting map[int]func(message) // calls without an answer yet
	answers chan message          // to what the server asked
}

// dial joins an app-server that listens on the socket file path.
func dial(ctx context.Context, path string) (*client, error) {
	ctx, cancel := context.WithTimeout(ctx, dialWithin)
	defer cancel()
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}}
	conn, _, err := websocket.Dial(ctx, "ws://localhost/", &websocket.DialOptions{HTTPClient: &http.Client{Transport: transport}})
	if err != nil {
		return nil, fmt.Errorf("appserver: join %s: %w", path, err)
	}
	conn.SetReadLimit(maxMessage)
	return &client{conn: conn, waiting: map[int]func(message){}, answers: make(chan message, maxAsked)}, nil
}

func (c *client) send(ctx context.Context, m message) error {
	text, err := wire.JSON(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, tellWithin)
	defer cancel()
	return c.conn.Write(ctx, websocket.MessageText, text)
}

// call asks the server; then is run with its answer, by whoever takes messages from read. A failed send needs no error
// here: reading fails too.
func (c *client) call(ctx context.Context, method string, params any, then func(message)) {
	c.last++
	raw, _ := json.Marshal(params) // maps and structs of strings
	if then != nil {
		c.waiting[c.last] = then
	}
	_ = c.send(ctx, message{ID: json.RawMessage(fmt.Sprint(c.last)), Method: method, Params: raw})
}

// answered hands an answer to the call that waits for it.
func (c *client) answered(m message) {
	var id int
	if json.Unmarshal(m.ID, &id) != nil {
		return
	}
	if then := c.waiting[id]; then != nil {
		delete(c.waiting, id)
		then(m)
	}
}

// read hands on every message until the connection ends, and then the reason.
func (c *client) read(ctx context.Context, messages chan<- message) error {
	for {
		_, text, err := c.conn.Read(ctx)
		if err != nil {
			return fmt.Errorf("appserver: listen: %w", err)
		}
		var m message
		if json.Unmarshal(text, &m) != nil {
			continue
		}
		select {
		case messages <- m:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
