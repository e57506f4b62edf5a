// Command dango-emit tells Dango what an agent's hook says, and hands the user's answer back to the agent.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"dango/emit"
	"dango/session/event"
)

const usage = `dango-emit is run by an agent's hook, with the hook's JSON on standard input.

  dango-emit claude-code|codex|gemini|opencode   the event's name in the JSON says what happened
  dango-emit codex JSON               the same for Codex's notify program, which gets its JSON as an argument
  dango-emit --tool T --event KIND    the caller says what happened

  --require FIELD=VALUE   send only if the field has this value (repeatable, all must hold)
  --exclude FIELD=VALUE   do not send if it has (repeatable); FIELD may be dotted: tool_input.command

  dango-emit codex --as-event         the hook becomes an event of the event API, not a session
  dango-emit codex --print-event      show that event and send nothing

It prints nothing but the answer to a request and always exits 0.
`

func main() {
	emit.Harmless()
	if show, ok := asEvent(os.Args[1:]); ok {
		emit.AsEvent(show, os.Stdin, os.Stdout)
		return
	}
	o, err := parse(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(os.Stderr, usage)
		return
	}
	if err != nil {
		return // a wrong hook must not disturb its agent either
	}
	emit.Run(o, os.Stdin, os.Stdout)
}

// asEvent says that the hook is to become an event, and whether that is only to be shown.
func asEvent(args []string) (show, ok bool) {
	if len(args) != 2 || args[0] != string(event.Codex) {
		return false, false
	}
	return args[1] == "--print-event", args[1] == "--print-event" || args[1] == "--as-event"
}

func parse(args []string) (emit.Options, error) {
	var o emit.Options
	flags := flag.NewFlagSet("dango-emit", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	tool := flags.String("tool", "", "")
	kind := flags.String("event", "", "")
	flags.Func("require", "", condition(&o.Require))
	flags.Func("exclude", "", condition(&o.Exclude))
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if rest := flags.Args(); len(rest) > 0 { // the short form; flags may follow the tool
		if *tool != "" {
			return o, errors.New("dango-emit: the tool is named twice")
		}
		*tool = rest[0]
		if err := flags.Parse(rest[1:]); err != nil {
			return o, err
		}
		if rest = flags.Args(); len(rest) == 1 && *tool == string(event.Codex) && strings.HasPrefix(rest[0], "{") {
			o.Input, rest = []byte(rest[0]), nil
		}
		if len(rest) > 0 {
			return o, fmt.Errorf("dango-emit: unexpected argument %q", rest[0])
		}
	}
	if *tool == "" {
		return o, errors.New("dango-emit: no tool named")
	}
	o.Tool = event.Tool(*tool)
	o.Explicit, o.Kind = *kind != "", event.ParseKind(*kind)
	return o, nil
}

func condition(to *[]emit.Condition) func(string) error {
	return func(s string) error {
		c, err := emit.ParseCondition(s)
		*to = append(*to, c)
		return err
	}
}
