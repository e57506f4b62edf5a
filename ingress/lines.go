package ingress

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"dango/ingress/adapt"
	"dango/session"
	"dango/session/event"
)

const (
	// maxLine is the longest line of the line protocol, in bytes.
	maxLine = 64 << 10
	// lineTime is how long a line may take; its senders write at once and leave.
	lineTime = 2 * time.Second
)

// Lines serve the line protocol: one JSON object a connection, ended by a line end or by hanging up. Nobody answers.
//
//	{"kind":"event","event":"Stop","session_id":"s1","cwd":"/w","parent_pid":42,"agent_type":"claude"}
//	{"kind":"quit"}
//	{"kind":"reload"}
type Lines struct {
	Sink   Sink
	Quit   func() // the pet is asked to end
	Reload func() // the preferences are to be read again
	Options
}

// line is one message. The events are named as the agent names them.
type line struct {
	Kind      string `json:"kind"`
	Type      string `json:"type"` // what some senders call kind
	Event     string `json:"event"`
	SessionID string `json:"session_id"`
	Cwd       string `json:"cwd"`
	ParentPID int    `json:"parent_pid"`
	AgentType string `json:"agent_type"`
}

// Serve accepts connections until ctx ends or the listener is closed, and waits for their goroutines.
func (s Lines) Serve(ctx context.Context, l net.Listener) error {
	s.Options = s.withDefaults()
	defer context.AfterFunc(ctx, func() { l.Close() })()
	var conns sync.WaitGroup
	defer conns.Wait()
	for {
		c, err := l.Accept()
		if err != nil {
			if ctx.Err() != nil || errors.Is(err, net.ErrClosed) {
				return nil
			}
			return err
		}
		conns.Go(func() {
			defer c.Close()
			c.SetDeadline(time.Now().Add(lineTime))
			if err := s.take(ctx, c); err != nil {
				s.Log.Warn("not a line of the line protocol", "error", err)
			}
		})
	}
}

// take reads and obeys one line. What it said is in no error.
func (s Lines) take(ctx context.Context, in io.Reader) error {
	text, err := bufio.NewReader(io.LimitReader(in, maxLine+1)).ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	var m line
	if len(text) > maxLine {
		return fmt.Errorf("longer than %d bytes", maxLine)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return errors.New("no JSON object with the fields of a line")
	}
	switch kind := firstOf(m.Kind, m.Type, "event"); kind {
	case "event":
		return s.event(ctx, &m)
	case "quit":
		s.Quit()
	case "reload":
		s.Reload()
	default:
		return errors.New("an unknown kind")
	}
	return nil
}

// event reads the agent's own name of what happened as its hook would have sent it.
func (s Lines) event(ctx context.Context, m *line) error {
	hook, err := json.Marshal(map[string]string{"hook_event_name": m.Event, "session_id": m.SessionID, "cwd": m.Cwd})
	if err != nil {
		return err
	}
	parsed, err := adapt.Parse(toolOf(m.AgentType), hook)
	if err != nil {
		return err
	}
	ev := parsed.Event(time.Now())
	ev.AgentPID = max(0, m.ParentPID)
	s.Counters.Events.Add(1)
	return s.Sink.SubmitWait(ctx, session.Item{Event: &session.Incoming{StateEvent: ev}})
}

// toolOf reads the protocol's names of agents.
func toolOf(agentType string) event.Tool {
	switch agentType {
	case "", "claude":
		return event.ClaudeCode
	}
	return event.Tool(agentType)
}

func firstOf(all ...string) string {
	for _, s := range all {
		if s != "" {
			return s
		}
	}
	return ""
}
