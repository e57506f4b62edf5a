package logs

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestOnlyHarmlessFieldsAreWritten(t *testing.T) {
	const secret = "hunter2"
	var out bytes.Buffer
	log := New(&out, slog.LevelDebug)
	log.With("prompt", secret, "title", secret).WithGroup("payload").Info("grouped", "tool", secret, "session", secret)
	log.Info("event",
		"kind", "user_prompt", "tool", "claude-code", "session", "0123456789abcdef", "count", 3,
		"error", errors.New("wire: bad JSON"),
		"prompt", secret, "command", "rm -rf "+secret, "cwd", "/home/"+secret, "payload", map[string]string{"x": secret},
		slog.Group("tool_input", "tool", secret, "command", secret))
	log.Debug("odd names", "tool", "my "+secret, "kind", strings.Repeat(secret, 10), "session", "line\nbreak")
	if strings.Contains(out.String(), secret) {
		t.Errorf("the log has what was said:\n%s", out.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines, want 3:\n%s", len(lines), out.String())
	}
	var got map[string]string
	if err := json.Unmarshal([]byte(lines[1]), &got); err != nil {
		t.Fatal(err)
	}
	if _, err := time.Parse(time.RFC3339Nano, got["time"]); err != nil {
		t.Error(err)
	}
	delete(got, "time")
	want := map[string]string{"level": "INFO", "msg": "event", "kind": "user_prompt", "tool": "claude-code",
		"session": "01234567", "count": "3", "error": "wire: bad JSON"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
}

// An error names files. Their folders tell who the user is, and what for.
func TestErrorsTellNoFolder(t *testing.T) {
	for err, want := range map[string]string{
		"open /home/ann/secret project/a.json: no such file or directory": "open …/a.json: no such file or directory",
		`prefs: read "/home/ann/.dango/config.json": unexpected end`:      `prefs: read "…/config.json": unexpected end`,
		"dial unix /home/ann/.dango/run/dango.sock: connection refused":   "dial unix …/dango.sock: connection refused",
		`open C:\Users\ann\config.json: denied`:                           "open …\\config.json: denied",
		"listen tcp 127.0.0.1:17321: address already in use":              "listen tcp 127.0.0.1:17321: address already in use",
		"http://127.0.0.1:17321/events answered 500":                      "http://127.0.0.1:17321/events answered 500",
		"wire: bad JSON: read/write and a / alone":                        "wire: bad JSON: read/write and a / alone",
		"/home/ann/x": "…/x",
	} {
		if got := withoutFolders(err); got != want {
			t.Errorf("%q is logged as %q, want %q", err, got, want)
		}
	}
}

func TestParseLevel(t *testing.T) {
	for name, want := range map[string]slog.Level{"error": slog.LevelError, "warn": slog.LevelWarn,
		"info": slog.LevelInfo, "debug": slog.LevelDebug, "": slog.LevelInfo} {
		if got := ParseLevel(name); got != want {
			t.Errorf("ParseLevel(%q) = %v, want %v", name, got, want)
		}
	}
}
