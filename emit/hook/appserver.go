package hook

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// codexWithin bounds a whole conversation with Codex, its start included.
const codexWithin = 20 * time.Second

// appServer is Codex's own "codex app-server" on our pipes: one JSON message a line. Trust is a matter between
// the user and Codex, so we ask and tell Codex itself and never touch its bookkeeping or make up a hash.
type appServer struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Scanner
	last int // id of the last call
}

// maxCodexLine bounds one message: hooks/list names every hook of every plugin.
const maxCodexLine = 8 << 20

// startAppServer starts it and shakes hands. The caller closes it; ctx bounds everything that follows.
func (o *Options) startAppServer(ctx context.Context, a Agent) (*appServer, error) {
	program := o.lookPath(a.Program)
	if program == "" {
		return nil, fmt.Errorf("hook: %s is not in PATH", a.Program)
	}
	s := &appServer{cmd: exec.CommandContext(ctx, program, "app-server")}
	s.cmd.Env, s.cmd.Dir, s.cmd.WaitDelay = o.Env, o.UserHome, time.Second
	out, err := s.cmd.StdoutPipe()
	if err == nil {
		s.in, err = s.cmd.StdinPipe()
	}
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("hook: start codex app-server: %w", err)
	}
	s.out = bufio.NewScanner(out)
	s.out.Buffer(nil, maxCodexLine)
	client := map[string]any{"clientInfo": map[string]string{"name": "dango", "title": "Dango", "version": "1"}}
	if err := s.call("initialize", client, nil); err != nil {
		s.close()
		return nil, err
	}
	return s, s.send(message{Method: "initialized"})
}

// close lets it go: a closed standard input is its sign to leave.
func (s *appServer) close() {
	_ = s.in.Close()
	leave := time.AfterFunc(time.Second, func() { _ = s.cmd.Process.Kill() })
	_ = s.cmd.Wait()
	leave.Stop()
}

type message struct {
	ID     int             `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params any             `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

func (s *appServer) send(m message) error {
	line, err := json.Marshal(m)
	if err == nil {
		_, err = s.in.Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("hook: tell codex %s: %w", m.Method, err)
	}
	return nil
}

// call waits for the answer of that call; notifications in between are of no interest.
func (s *appServer) call(method string, params, result any) error {
	s.last++
	if err := s.send(message{ID: s.last, Method: method, Params: params}); err != nil {
		return err
	}
	for s.out.Scan() {
		var m struct {
			message
			ID json.RawMessage `json:"id"` // other messages may carry ids of another type
		}
		if json.Unmarshal(s.out.Bytes(), &m) != nil || string(m.ID) != fmt.Sprint(s.last) || m.Method != "" {
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
	return fmt.Errorf("hook: codex went away during %s: %w", method, errors.Join(s.out.Err(), io.ErrUnexpectedEOF))
}
