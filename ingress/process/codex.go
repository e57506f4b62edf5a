package process

import "strings"

// CodexJob is what a Codex process does.
type CodexJob uint8

const (
	CodexTerminal CodexJob = iota // a user sits in front of it
	CodexExec                     // it does one task and ends
	CodexServer                   // it serves another program, which says where its sessions work
	CodexDaemon                   // it serves the terminals of this machine, and lives on when they have gone
	CodexOther                    // it does not talk to a model: a login, a proxy, the daemon's keeper
)

// ReadCodex reads a command line of Codex.
func ReadCodex(args []string) CodexJob {
	command, rest := codexCommand(args)
	switch command {
	case "exec", "e":
		return CodexExec
	case "app-server":
		for i, a := range rest {
			to, listens := strings.CutPrefix(a, "--listen=")
			if a == "--listen" && i+1 < len(rest) {
				to, listens = rest[i+1], true
			}
			if listens && !strings.HasPrefix(to, "stdio") {
				return CodexDaemon
			}
		}
		if len(rest) > 0 && (rest[0] == "daemon" || rest[0] == "proxy") {
			return CodexOther
		}
		return CodexServer
	}
	return CodexTerminal
}

// codexValueFlags are Codex's options before a subcommand whose next argument is a value.
var codexValueFlags = map[string]bool{
	"-c": true, "--config": true, "-m": true, "--model": true, "-p": true, "--profile": true, "-C": true, "--cd": true,
	"-s": true, "--sandbox": true, "-a": true, "--ask-for-approval": true, "-i": true, "--image": true,
	"--add-dir": true, "--enable": true, "--disable": true, "--local-provider": true, "--remote": true,
}

// codexCommand is the subcommand of a command line, or its prompt, or empty; and what follows it.
func codexCommand(args []string) (command string, rest []string) {
	for i := 1; i < len(args); i++ {
		switch a := args[i]; {
		case codexValueFlags[a]:
			i++
		case !strings.HasPrefix(a, "-"):
			return a, args[i+1:]
		}
	}
	return "", nil
}
