package hook

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// codexWithin bounds a whole conversation with Codex, its start included.
const codexWithin = 20 * time.Second

// maxCodexMessage bounds one message: hooks/list names every hook of every plugin.
const maxCodexMessage = 8 << 20

// appServer is Codex's own app-server. Trust is a matter between the user and Codex, so we ask and tell Codex itself
// and never touch its bookkeeping or make up a hash.
type appServer struct {
	wire codexWire
	last int // id of the last call
}

// codexWire carries one JSON message at a time.
type codexWire interface {
	send(message []byte) error
	receive() ([]byte, error)
	close()
}

// reachCodex joins the app-server that runs in the background, whose open sessions then learn at once what changed;
// without one it starts an app-server of its own. Nothing is started that stays. ctx bounds the conversation.
func (o *Options) reachCodex(ctx context.Context, a Agent) (*appServer, error) {
	client := map[string]any{"clientInfo": map[string]string{"name": "dango", "title": "Dango", "version": "1"}}
	if wire, err := o.dialDaemon(ctx, a); err == nil {
		client["capabilities"] = map[string]bool{"experimentalApi": true}
		if s, err := shakeHands(wire, client); err == nil {
			return s, nil
		}
		delete(client, "capabilities")
	}
	wire, err := o.startAppServer(ctx, a)
	if err != nil {
		return nil, err
	}
	return shakeHands(wire, client)
}

func shakeHands(wire codexWire, client any) (*appServer, error) {
	s := &appServer{wire: wire}
	err := s.call("initialize", client, nil)
	if err == nil {
		err = s.send(message{Method: "initialized"})
	}
	if err != nil {
		wire.close()
		return nil, err
	}
	return s, nil
}

// message is what both sides send: a call, its answer, or a notification.
type message struct {
	ID     any             `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params any             `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

func (s *appServer) send(m message) error {
	text, err := json.Marshal(m)
	if err == nil {
		err = s.wire.send(text)
	}
	if err != nil {
		return fmt.Errorf("hook: tell codex %s: %w", m.Method, err)
	}
	return nil
}

// call waits for the answer of that call; what else Codex says in between is of no interest.
func (s *appServer) call(method string, params, result any) error {
	s.last++
	if err := s.send(message{ID: s.last, Method: method, Params: params}); err != nil {
		return err
	}
	for {
		text, err := s.wire.receive()
		if err != nil {
			return fmt.Errorf("hook: codex went away during %s: %w", method, err)
		}
		var m message
		if json.Unmarshal(text, &m) != nil || m.ID != float64(s.last) || m.Method != "" {
			continue
		}
		if m.Error != nil {
			return fmt.Errorf("hook: codex refused %s: %s", method, m.Error.Message)
		}
		if result == nil {
			return nil
		}
		if err := json.Unmarshal(m.Result, result); err != nil {
			return fmt.Errorf("hook: understand codex's answer to %s: %w", method, err)
		}
		return nil
	}
}
