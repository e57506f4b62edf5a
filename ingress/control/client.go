package control

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"syscall"
	"time"

	"dango/ingress/sock"
	"dango/session"
)

// ErrNotRunning says that nobody listens on the socket.
var ErrNotRunning = errors.New("no Dango is running")

// dialTimeout bounds connecting; a live socket answers at once.
const dialTimeout = 2 * time.Second

// Client talks to the core behind a socket. It may be used from any goroutine.
type Client struct{ http http.RoundTripper }

// NewClient makes a client for the socket at path. It does not connect yet.
func NewClient(path string) *Client { return &Client{Transport(path)} }

// Transport takes HTTP requests to the socket at path, one connection each. The error is ErrNotRunning when nobody
// listens there.
func Transport(path string) http.RoundTripper {
	dial := func(context.Context, string, string) (net.Conn, error) {
		c, err := sock.Dial(path, dialTimeout)
		if err != nil && !errors.Is(err, sock.ErrTooLong) {
			err = fmt.Errorf("%w: %w", ErrNotRunning, err)
		}
		return c, err
	}
	return &http.Transport{DialContext: dial, DisableKeepAlives: true}
}

// Status asks how the core is.
func (c *Client) Status(ctx context.Context) (Status, error) { return get[Status](ctx, c, "status") }

// Snapshot asks for everything that is shown.
func (c *Client) Snapshot(ctx context.Context) (session.Snapshot, error) {
	return get[session.Snapshot](ctx, c, "snapshot")
}

// Counters asks for the counts by name.
func (c *Client) Counters(ctx context.Context) (map[string]uint64, error) {
	return get[map[string]uint64](ctx, c, "counters")
}

// Hooks asks which hook events came since the core started.
func (c *Client) Hooks(ctx context.Context) ([]Hook, error) {
	h, err := get[Hooks](ctx, c, "hooks")
	return h.Hooks, err
}

// Decide answers a request.
func (c *Client) Decide(ctx context.Context, d Decision) (Decided, error) {
	body, err := json.Marshal(d)
	if err != nil {
		return Decided{}, err
	}
	var out Decided
	err = c.do(ctx, http.MethodPost, "decide", body, func(r io.Reader) error { return json.NewDecoder(r).Decode(&out) })
	return out, err
}

// Dismiss sends a bubble away.
func (c *Client) Dismiss(ctx context.Context, session string) error {
	return c.bubble(ctx, "dismiss", session)
}

// Open opens what the bubble of an event carries.
func (c *Client) Open(ctx context.Context, session string) error {
	return c.bubble(ctx, "open", session)
}

func (c *Client) bubble(ctx context.Context, page, session string) error {
	body, err := json.Marshal(Bubble{session})
	if err != nil {
		return err
	}
	return c.do(ctx, http.MethodPost, page, body, func(io.Reader) error { return nil })
}

// Wish asks the pet for something.
func (c *Client) Wish(ctx context.Context, w Wish) error {
	return c.do(ctx, http.MethodPost, w.String(), nil, func(io.Reader) error { return nil })
}

// Watch calls f with the present snapshot and with each that replaces it, until ctx ends, f fails or the core ends.
// The end of the core is nil.
func (c *Client) Watch(ctx context.Context, f func(*session.Snapshot) error) error {
	err := c.do(ctx, http.MethodGet, "watch", nil, func(r io.Reader) error {
		lines := json.NewDecoder(r)
		for {
			var s session.Snapshot
			switch err := lines.Decode(&s); {
			case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
				return nil
			case err != nil:
				return err
			}
			if err := f(&s); err != nil {
				return err
			}
		}
	})
	if errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) {
		return nil // it ended before it could answer
	}
	return err
}

func get[T any](ctx context.Context, c *Client, page string) (T, error) {
	var v T
	err := c.do(ctx, http.MethodGet, page, nil, func(r io.Reader) error { return json.NewDecoder(r).Decode(&v) })
	return v, err
}

// do sends one request and hands the body of its success to read.
func (c *Client) do(ctx context.Context, method, page string, body []byte, read func(io.Reader) error) error {
	req, err := http.NewRequestWithContext(ctx, method, "http://"+Host+"/v1/"+page, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := c.http.RoundTrip(req)
	if err != nil {
		return fmt.Errorf("control: %s: %w", page, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		e := &Error{Status: resp.StatusCode}
		if err := json.NewDecoder(io.LimitReader(resp.Body, maxBody)).Decode(e); err != nil || e.Message == "" {
			return fmt.Errorf("control: %s: the core answered %s", page, resp.Status)
		}
		return e
	}
	if err := read(resp.Body); err != nil {
		return fmt.Errorf("control: %s: %w", page, err)
	}
	return nil
}
