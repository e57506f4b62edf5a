// Package emit is what an agent's hook runs: it reads one hook's JSON, sends one frame to Dango, and for a
// request waits for the user's answer.
//
// An agent's work is worth more than our picture of it. Whatever goes wrong here, the hook ends quickly, with
// exit code 0, having printed nothing; the agent then asks in its own terminal.
package emit

import (
	"os"
	"time"

	"dango/ingress/adapt"
	"dango/ingress/sock"
	"dango/ingress/wire"
	"dango/session/event"
)

const (
	// sendTimeout is what an event may cost an agent that waits for its hook.
	sendTimeout = 200 * time.Millisecond
	// askTimeout is larger: a request is worth a wait when Dango is busy, and a person is slower anyway.
	askTimeout = 2 * time.Second
)

// Options say what a hook's command line said.
type Options struct {
	Tool     event.Tool
	Kind     event.Kind  // used when Explicit
	Explicit bool        // --event was given: the hook's own name does not decide the kind
	Require  []Condition // all must hold, or nothing is sent
	Exclude  []Condition // none may hold
	Input    []byte      // JSON that came on the command line; nil: it comes from in
}

// Run does the whole job of one hook call: from in to the socket, and for a request from there to out. It is meant
// to be called once, as the last thing that its process does: it takes over the process's signals, and what it
// started ends with the process.
func Run(o Options, in, out *os.File) {
	defer quietly()
	mute()
	home, err := sock.Home()
	if err != nil || disabled(o.Tool, home) {
		return
	}
	input, ok := o.Input, true
	if input == nil {
		input, ok = read(in)
	}
	if !ok || !matches(input, o.Require, o.Exclude) {
		return
	}
	hook, err := adapt.Parse(o.Tool, input)
	if err != nil {
		return
	}
	ev, held := o.event(hook)
	if held && ask(sock.Path(home), hook, ev, out) {
		return
	}
	if err := tell(sock.Path(home), ev); away(err) && begins(&ev) {
		awaken(home)
	}
}

// quietly ends the process when it panics, with 0 and without a word: Go would end it with 2, which Claude Code and Codex
// read as a refusal of what the agent is about to do. Every goroutine defers it.
func quietly() {
	if recover() != nil {
		os.Exit(0)
	}
}

func (o Options) event(hook *adapt.Hook) (ev event.StateEvent, held bool) {
	if o.Explicit {
		ev, held = hook.As(o.Kind, time.Now()), hook.HeldAs(o.Kind)
	} else {
		ev, held = hook.Event(time.Now()), hook.Held()
	}
	witness(o.Tool, ev.SessionID).describe(&ev)
	return ev, held
}

// tell sends an event that nobody waits for. With an error Dango is away or busy, and the agent goes on.
func tell(path string, ev event.StateEvent) error {
	frame, err := wire.AppendEvent(nil, &ev)
	if err != nil {
		return err
	}
	return sock.Send(path, frame, sendTimeout)
}
