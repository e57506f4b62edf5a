package events

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"dango/ingress/control"
)

// Client sends events over the local socket, where no token is needed. It may be used from any goroutine.
type Client struct{ http http.RoundTripper }

// NewClient makes a client for the socket at path. It does not connect yet. Without anybody who listens there, errors
// are control.ErrNotRunning.
func NewClient(path string) *Client { return &Client{control.Transport(path)} }

// RefusedError is an event that was not accepted.
type RefusedError struct {
	Status int // of HTTP
	Refused
}

func (e *RefusedError) Error() string {
	switch {
	case e.Status == http.StatusTooManyRequests:
		return fmt.Sprintf("too many events of this source; the next is accepted in %s",
			(time.Duration(e.RetryAfterMs) * time.Millisecond).Round(time.Second/10))
	case e.Message != "":
		return e.Message
	}
	return e.Refused.Error
}

// Post sends an event and gives the state that is selected then. The error is a *RefusedError when it was refused.
func (c *Client) Post(ctx context.Context, e *Event) (state string, err error) {
	body, err := json.Marshal(e)
	if err != nil {
		return "", err
	}
	var got Accepted
	err = c.do(ctx, http.MethodPost, "events", body, &got)
	return got.State, err
}

// Health asks how the router is.
func (c *Client) Health(ctx context.Context) (Health, error) {
	var h Health
	err := c.do(ctx, http.MethodGet, "healthz", nil, &h)
	return h, err
}

func (c *Client) do(ctx context.Context, method, page string, body []byte, into any) error {
	r, err := http.NewRequestWithContext(ctx, method, "http://dango/"+page, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := c.http.RoundTrip(r)
	if err != nil {
		return fmt.Errorf("events: %s: %w", page, err)
	}
	defer resp.Body.Close()
	answer := json.NewDecoder(io.LimitReader(resp.Body, MaxBody))
	if resp.StatusCode < 400 {
		return answer.Decode(into)
	}
	refused := &RefusedError{Status: resp.StatusCode}
	if err := answer.Decode(&refused.Refused); err != nil || refused.Refused.Error == "" {
		return fmt.Errorf("events: %s: Dango answered %s", page, resp.Status)
	}
	return refused
}
