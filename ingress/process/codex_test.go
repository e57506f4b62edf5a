package process_test

import (
	"strings"
	"testing"

	"dango/ingress/process"
)

// The command lines are of real Codex processes.
func TestReadCodex(t *testing.T) {
	for line, want := range map[string]process.CodexJob{
		"/opt/codex":             process.CodexTerminal,
		"/opt/codex --no-daemon": process.CodexTerminal,
		"/opt/codex exec say hi": process.CodexExec,
		"/opt/codex e say hi":    process.CodexExec,
		"/opt/codex -c a=b --model gpt-5.5 exec --json hi":                                    process.CodexExec,
		"/opt/codex please exec this":                                                         process.CodexTerminal,
		"/opt/codex --model exec":                                                             process.CodexTerminal,
		"/opt/codex --no-daemon resume --last":                                                process.CodexTerminal,
		"/opt/codex app-server --listen unix:// --analytics-default-enabled --managed-daemon": process.CodexDaemon,
		"/opt/codex app-server --listen=ws://127.0.0.1:1":                                     process.CodexDaemon,
		"/opt/codex app-server --listen stdio://":                                             process.CodexServer,
		"/opt/codex app-server":                                                               process.CodexServer,
		"/opt/codex app-server daemon pid-update-loop":                                        process.CodexOther,
		"/opt/codex app-server proxy":                                                         process.CodexOther,
		"/opt/codex --listen unix://":                                                         process.CodexTerminal,
		"":                                                                                    process.CodexTerminal,
	} {
		if got := process.ReadCodex(strings.Fields(line)); got != want {
			t.Errorf("ReadCodex(%s) = %d, want %d", line, got, want)
		}
	}
}
