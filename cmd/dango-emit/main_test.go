package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"dango/ingress/sock"
	"dango/ingress/wire"
	"dango/session/event"

	"github.com/rogpeppe/go-internal/testscript"
)

// patient bounds what must happen at once; it is only reached by a failure.
const patient = 20 * time.Second

func TestMain(m *testing.M) {
	testscript.Main(tidy{m}, map[string]func(){"dango-emit": main})
}

// tidy removes what the tests built.
type tidy struct{ *testing.M }

func (m tidy) Run() int {
	code := m.M.Run()
	if builtIn != "" {
		os.RemoveAll(builtIn)
	}
	return code
}

// The scripts know two more commands:
//
//	serve [allow|deny REASON|ask|close]   listen on $DANGO_HOME; answer requests so, or hang up
//	received N FILE                       wait for N events; write them to FILE, one line each, without what
//	                                      differs from run to run (time, ids, processes)
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("DANGO_HOME", filepath.Join(env.WorkDir, "d"))
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"serve":    serve,
			"received": received,
		},
	})
}

// A server stands for Dango: it takes one connection after the other, so events keep the order of their senders.
type server struct {
	*sock.Listener
	events chan event.StateEvent
	held   chan net.Conn // connections whose event waits for an answer
}

func startServer(home string) (*server, error) {
	l, err := sock.Listen(sock.Path(home))
	if err != nil {
		return nil, err
	}
	s := &server{l, make(chan event.StateEvent, 64), make(chan net.Conn, 64)}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			payload, err := wire.ReadFrame(c, nil)
			if err != nil {
				c.Close()
				continue
			}
			ev, err := wire.DecodeEvent(payload)
			if err != nil {
				panic(fmt.Sprintf("dango-emit sent %q: %v", payload, err))
			}
			if ev.RequestID == "" {
				c.Close()
			} else {
				s.held <- c
			}
			s.events <- ev
		}
	}()
	return s, nil
}

// next is the next event, or an error after patient.
func (s *server) next() (event.StateEvent, error) {
	select {
	case ev := <-s.events:
		return ev, nil
	case <-time.After(patient):
		return event.StateEvent{}, fmt.Errorf("no event after %v", patient)
	}
}

// servers finds a script's server again. testscript runs its scripts side by side.
var servers sync.Map // *testscript.TestScript → *server

func serve(ts *testscript.TestScript, neg bool, args []string) {
	s, err := startServer(ts.Getenv("DANGO_HOME"))
	ts.Check(err)
	ts.Defer(func() { s.Close() })
	servers.Store(ts, s)
	if len(args) == 0 {
		return
	}
	events := make(chan event.StateEvent, 64)
	answered := &server{s.Listener, events, s.held}
	servers.Store(ts, answered)
	a := event.Answer{Schema: event.Schema, Decision: event.Decision(args[0])}
	if len(args) > 1 {
		a.Reason = args[1]
	}
	go func() {
		for ev := range s.events {
			if ev.RequestID != "" {
				c := <-s.held
				if args[0] != "close" {
					a.RequestID = ev.RequestID
					frame, _ := wire.AppendAnswer(nil, &a)
					c.Write(frame)
				}
				c.Close()
			}
			events <- ev
		}
	}()
}

func received(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: received N FILE")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	s, ok := servers.Load(ts)
	if !ok {
		ts.Fatalf("received: nothing serves")
	}
	var out bytes.Buffer
	for range n {
		ev, err := s.(*server).next()
		ts.Check(err)
		out.Write(steady(ev))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), out.Bytes(), 0o644))
}

// steady is an event as a line of JSON without what differs from run to run.
func steady(ev event.StateEvent) []byte {
	if ev.RequestID != "" {
		ev.RequestID = "set"
	}
	ev.AgentPID, ev.AgentStart, ev.TerminalTTY, ev.Timestamp = 0, 0, "", time.Time{}
	if ev.Payload != nil {
		ev.Payload.CallKey = ""
	}
	line, err := json.Marshal(ev)
	if err != nil {
		panic(err)
	}
	line = bytes.Replace(line, []byte(`"timestamp":"0001-01-01T00:00:00Z",`), nil, 1)
	line = bytes.Replace(line, []byte(`"schema":1,`), nil, 1)
	return append(line, '\n')
}
