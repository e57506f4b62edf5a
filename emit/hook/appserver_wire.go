package hook

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/coder/websocket"
)

// pipes is "codex app-server" as a child of ours: one message a line.
type pipes struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func (o *Options) startAppServer(ctx context.Context, a Agent) (codexWire, error) {
	program := o.lookPath(a.Program)
	if program == "" {
		return nil, fmt.Errorf("hook: %s is not in PATH", a.Program)
	}
	p := &pipes{cmd: exec.CommandContext(ctx, program, "app-server")}
	p.cmd.Env, p.cmd.Dir, p.cmd.WaitDelay = o.Env, o.UserHome, time.Second
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		p.in, err = p.cmd.StdinPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("hook: start codex app-server: %w", err)
	}
	p.out = bufio.NewScanner(out)
	p.out.Buffer(nil, maxCodexMessage)
	return p, nil
}

func (p *pipes) send(message []byte) error {
	_, err := p.in.Write(append(message, '\n'))
	return err
}

func (p *pipes) receive() ([]byte, error) {
	if !p.out.Scan() {
		return nil, errors.Join(p.out.Err(), io.ErrUnexpectedEOF)
	}
	return p.out.Bytes(), nil
}

// close lets it go: a closed standard input is its sign to leave.
func (p *pipes) close() {
	_ = p.in.Close()
	leave := time.AfterFunc(time.Second, func() { _ = p.cmd.Process.Kill() })
	_ = p.cmd.Wait()
	leave.Stop()
}

// daemon is the app-server that Codex's terminals share: WebSocket on a socket file, one message a text frame.
type daemon struct {
	ctx  context.Context // of the one conversation that this connection is made for
	conn *websocket.Conn
}

func (o *Options) daemonSocket(a Agent) string {
	return filepath.Join(o.folder(a), "app-server-control", "app-server-control.sock")
}

// dialDaemon joins a running one and never starts any.
func (o *Options) dialDaemon(ctx context.Context, a Agent) (codexWire, error) {
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{Timeout: dialWithin}).DialContext(ctx, "unix", o.daemonSocket(a))
	}}
	conn, _, err := websocket.Dial(ctx, "ws://localhost/", &websocket.DialOptions{HTTPClient: &http.Client{Transport: transport}})
	if err != nil {
		return nil, fmt.Errorf("hook: join codex's app-server: %w", err)
	}
	conn.SetReadLimit(maxCodexMessage)
	return &daemon{ctx, conn}, nil
}

func (d *daemon) send(message []byte) error {
	return d.conn.Write(d.ctx, websocket.MessageText, message)
}

func (d *daemon) receive() ([]byte, error) {
	_, message, err := d.conn.Read(d.ctx)
	return message, err
}

func (d *daemon) close() { _ = d.conn.CloseNow() }
