package emit

import (
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"dango/ingress/process"
	"dango/session/event"
)

// evidence is what the hook's surroundings prove about its agent.
type evidence struct {
	pid      int // 0: not proven
	process  process.Info
	headless bool
	terminal bool // the environment is the agent's own, so its terminal variables mean something
}

// witness collects the evidence about the tool's agent, in that session, from the environment and the process table.
func witness(tool event.Tool, session string) evidence {
	switch tool {
	case event.ClaudeCode:
		return witnessClaude(session)
	case event.Codex:
		return witnessCodex()
	case event.OpenCode:
		return witnessOpenCode()
	case event.Gemini:
		return witnessGemini()
	}
	return evidence{terminal: true}
}

// describe adds the evidence to ev. What is not known stays missing.
func (e evidence) describe(ev *event.StateEvent) {
	ev.AgentPID, ev.AgentStart, ev.TerminalTTY = e.pid, e.process.Start, e.process.TTY
	ev.Headless = e.headless
	if e.terminal {
		ev.TerminalApp, ev.TerminalSessionID = process.Terminal(os.Getenv)
		ev.ParentTool, ev.ParentSession = parent(ev.Tool, ev.SessionID, os.Getenv)
	}
}

// parent is the session whose tool started the agent of this session: agents tell their tools by whom they were started,
// and tools hand it on. An agent tells its hooks its own.
func parent(tool event.Tool, session string, env func(string) string) (event.Tool, string) {
	for _, of := range []struct {
		tool     event.Tool
		variable string
	}{{event.Codex, "CODEX_SESSION_ID"}, {event.Codex, "CODEX_THREAD_ID"}, {event.ClaudeCode, "CLAUDE_CODE_SESSION_ID"}} {
		switch id := env(of.variable); {
		case id == "", of.tool == tool && id == session:
		default:
			return of.tool, id
		}
	}
	return "", ""
}

// witnessClaude trusts CLAUDE_PID when that process lives. Versions without it are found among the ancestors, and so is
// one that was started by another's tool and only has that one's environment.
func witnessClaude(session string) evidence {
	if id := os.Getenv("CLAUDE_CODE_SESSION_ID"); id == "" || id == session {
		if pid, err := strconv.Atoi(os.Getenv("CLAUDE_PID")); err == nil && pid > 1 {
			e := evidence{terminal: true, headless: unattended()}
			if p, ok := process.Lookup(pid); ok {
				e.pid, e.process = pid, p
			}
			return e
		}
	}
	pid, p := process.Ancestor(os.Getppid(), "claude")
	return evidence{pid: pid, process: p, terminal: true, headless: unattended() || pid != 0 && prints(process.Arguments(pid))}
}

// prints says that a command line of Claude Code answers one prompt and ends.
func prints(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool { return a == "-p" || a == "--print" })
}

// unattended says that nobody sits in front of Claude Code.
func unattended() bool {
	return strings.HasPrefix(os.Getenv("CLAUDE_CODE_ENTRYPOINT"), "sdk-") || os.Getenv("CLAUDE_CODE_SESSION_ATTENDED") == "0"
}

// witnessCodex finds the Codex that runs the hook. The shared daemon outlives every terminal, and its hooks have
// the environment of whichever terminal started it: nothing of that is evidence.
func witnessCodex() evidence {
	pid, p := process.Ancestor(os.Getppid(), "codex")
	if pid == 0 {
		return evidence{}
	}
	return ofCodex(pid, p, process.Arguments(pid))
}

// ofCodex is what a Codex with this command line is evidence of.
func ofCodex(pid int, p process.Info, args []string) evidence {
	job := process.ReadCodex(args)
	if job == process.CodexDaemon {
		return evidence{}
	}
	return evidence{pid: pid, process: p, headless: job == process.CodexExec, terminal: job != process.CodexServer}
}

// witnessOpenCode finds the OpenCode whose plugin started this process. `opencode run` refuses by itself what it may not
// do: nobody sits in front of it.
func witnessOpenCode() evidence {
	e := evidence{terminal: true}
	if e.pid, e.process = process.Ancestor(os.Getppid(), "opencode"); e.pid != 0 {
		args := process.Arguments(e.pid)
		e.headless = len(args) > 1 && args[1] == "run"
	}
	return e
}

// witnessGemini finds the Gemini CLI that runs the hook: a script, so its process has the interpreter's name.
func witnessGemini() evidence {
	e := evidence{terminal: true}
	pid := os.Getppid()
	p, ok := process.Lookup(pid)
	if !ok {
		return e
	}
	if gemini, headless := readGemini(process.Arguments(pid)); gemini {
		e.pid, e.process, e.headless = pid, p, headless
	}
	return e
}

// readGemini says whether a command line is Gemini CLI's, and whether it answers one prompt and ends.
func readGemini(args []string) (gemini, headless bool) {
	for i, a := range args {
		if strings.TrimSuffix(path.Base(a), ".js") == "gemini" {
			rest := args[i+1:]
			return true, slices.ContainsFunc(rest, func(a string) bool {
				return a == "-p" || a == "--prompt" || strings.HasPrefix(a, "--prompt=")
			})
		}
	}
	return false, false
}
