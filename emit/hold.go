package emit

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"dango/emit/hook/events"
	"dango/ingress/adapt"
	"dango/ingress/sock"
	"dango/ingress/wire"
	"dango/session/event"
)

// parting is how long before the agent would give up on a held hook the hook ends by itself: an agent that has to end
// one says so in the terminal.
const parting = 5 * time.Second

// ask sends a request and waits for the user as long as the agent and Dango both live, and the agent waits. It prints
// the answer, or nothing. false: the request is too long to be sent whole; ev is then to be told as news, and the terminal asks.
func ask(path string, hook *adapt.Hook, ev event.StateEvent, out *os.File) bool {
	ev.RequestID, ev.Heartbeats = requestID(), sock.Beats(path)
	frame, err := wire.AppendEvent(nil, &ev)
	if err != nil {
		adapt.Shorten(&ev)
		return false
	}
	stop := make(chan os.Signal, 1) // asked for before Dango hears of the request: from then on the end is quiet
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGPIPE)
	agent := watch(out, ev.AgentPID, ev.AgentStart)
	conn, err := sock.Dial(path, askTimeout)
	if err != nil {
		return true
	}
	defer conn.Close()
	conn.SetWriteDeadline(time.Now().Add(askTimeout))
	if _, err := conn.Write(frame); err != nil {
		return true
	}
	a, ok := await(conn, &ev, agent, stop, patience(hook))
	if !ok {
		return true
	}
	if printed, ok := hook.Answer(hook.Name(), a); ok && !agent.gone() {
		out.Write(append(printed, '\n'))
	}
	return true
}

// patience is when to stop waiting for the user, nil for an agent that waits for as long as it takes.
func patience(hook *adapt.Hook) <-chan time.Time {
	limit, ok := events.Timeout(hook.Tool(), hook.Name())
	if !ok {
		return nil
	}
	return time.After(limit - parting)
}

// await returns the answer, and false when there will be none: Dango closed the connection, sent something else or hangs,
// or the agent does not want one any more. Where the agent goes on to ask in its terminal, Dango is told.
func await(conn net.Conn, ev *event.StateEvent, agent *watcher, stop <-chan os.Signal, late <-chan time.Time) (event.Answer, bool) {
	answers, silent := make(chan event.Answer), make(chan struct{})
	go func() {
		defer quietly()
		switch a, err := readAnswer(conn, ev.Heartbeats); {
		case errors.Is(err, os.ErrDeadlineExceeded):
			close(silent)
		case err == nil && a.RequestID == ev.RequestID:
			answers <- a
		default:
			close(answers)
		}
	}()
	select {
	case a, ok := <-answers:
		return a, ok
	case <-agent.done:
	case <-stop:
	case <-silent:
		letGo(conn, ev.RequestID)
	case <-late:
		letGo(conn, ev.RequestID)
	}
	return event.Answer{}, false
}

// readAnswer waits for an answer, for as long as a Dango that beats does so. An older one is trusted to live.
func readAnswer(conn net.Conn, beats bool) (event.Answer, error) {
	for {
		if beats {
			conn.SetReadDeadline(time.Now().Add(wire.Silence))
		}
		payload, err := wire.ReadFrame(conn, nil)
		if err != nil {
			return event.Answer{}, err
		}
		if len(payload) > 0 { // no heartbeat
			return wire.DecodeAnswer(payload)
		}
	}
}

// letGo says that the terminal asks now. A Dango that hangs reads it when it can.
func letGo(conn net.Conn, request string) {
	frame, err := wire.AppendAnswer(nil, &event.Answer{Schema: event.Schema, RequestID: request, Decision: event.Ask})
	if err != nil {
		return
	}
	conn.SetWriteDeadline(time.Now().Add(sendTimeout))
	conn.Write(frame)
}

// requestID is unique among all hooks of this machine; it need not be secret.
func requestID() string { return fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64()) }
