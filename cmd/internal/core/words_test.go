package core

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dango/ingress/adapt"
	"dango/ingress/control"
	"dango/ingress/wire"
	"dango/session/event"
)

// recordings are what real agents told their hooks, in TOOL/NAME.jsonl.
const recordings = "../../../ingress/adapt/testdata/recordings"

// Whatever agents and tools say, the log has none of their words: not what was typed, not what was answered, no command
// and no path. So it is while all is well, and when what arrives is no message at all; and at every level.
func TestLogsHaveNoWords(t *testing.T) {
	for _, level := range []string{"info", "debug"} {
		t.Run(level, func(t *testing.T) {
			t.Parallel()
			c := alone(t, Options{}, `{"version":1,"events":{"port":0},"log":{"level":"`+level+`"}}`)
			said := map[string]bool{}
			n := 0
			for _, file := range files(t) {
				n += c.replay(t, file, said)
			}
			if len(said) < 200 || n < 1000 {
				t.Fatalf("%d hooks with %d texts were replayed: too few to prove anything", n, len(said))
			}
			for late := time.Now().Add(patient); c.counters.Events.Load() < uint64(n); time.Sleep(time.Millisecond) {
				if time.Now().After(late) {
					t.Fatalf("%d of %d events arrived", c.counters.Events.Load(), n)
				}
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			log := logged(t, c)
			for text := range said {
				if i := strings.Index(log, text); i >= 0 {
					t.Errorf("the log has %q:\n%s", text, log[max(0, i-200):min(len(log), i+200)])
				}
			}
			if want := `"level":"` + strings.ToUpper(level) + `"`; !strings.Contains(log, want) || !strings.Contains(log, "not a message") {
				t.Errorf("the log has no line of level %s, or none about what is no message", level)
			}
		})
	}
}

// files lists the recordings.
func files(t *testing.T) (paths []string) {
	err := filepath.WalkDir(recordings, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".jsonl") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// replay hands the core all that a recording has: as a hook's event, as a frame that is no event, and as a tool's event
// whose title and text it is. It notes what was said, and tells how many events there were.
func (c *Core) replay(t *testing.T, path string, said map[string]bool) (n int) {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	conn := dial(t, c)
	go func() { // answers to requests: nobody has an opinion
		for {
			if _, err := wire.ReadFrame(conn, nil); err != nil {
				return
			}
		}
	}()
	tool := event.Tool(filepath.Base(filepath.Dir(path)))
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var call struct{ Payload json.RawMessage }
		if err := json.Unmarshal(in.Bytes(), &call); err != nil {
			t.Fatal(err)
		}
		hook, err := adapt.Parse(tool, call.Payload)
		if err != nil {
			continue // of no session
		}
		ev := hook.Event(time.Now())
		if hook.Held() {
			ev.RequestID = fmt.Sprintf("%s-%d", filepath.Base(path), n)
		}
		send(t, conn, ev)
		n++
		texts(call.Payload, said)
		if _, err := conn.Write(frame(call.Payload)); err != nil {
			t.Fatal(err)
		}
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	c.post(t, said)
	return n
}

// frame wraps anything into one.
func frame(payload []byte) []byte {
	n := len(payload)
	return append([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}, payload...)
}

// post sends one of the texts as an event of a tool, whose action is refused.
func (c *Core) post(t *testing.T, said map[string]bool) {
	for text := range said {
		body, _ := json.Marshal(map[string]any{
			"source": "ci", "level": "danger", "title": text, "message": text, "cwd": text, "dedupeKey": text,
			"action": map[string]string{"type": "open_file", "path": "/" + text},
		})
		client := http.Client{Transport: control.Transport(c.Paths().Socket())}
		r, err := client.Post("http://dango/events", "application/json", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		return
	}
}

// texts notes what in a payload was said: all strings that are no names.
func texts(payload []byte, said map[string]bool) {
	var v any
	if json.Unmarshal(payload, &v) != nil {
		return
	}
	var note func(any)
	note = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, v := range v {
				note(v)
			}
		case []any:
			for _, v := range v {
				note(v)
			}
		case string:
			for line := range strings.Lines(v) {
				line = strings.TrimSpace(line)
				if len(line) >= 10 && strings.ContainsAny(line, " /[]{}()'") {
					said[strings.Trim(string(must(json.Marshal(line))), `"`)] = true // as a log would write it
				}
			}
		}
	}
	note(v)
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

// logged is all that the core's log files hold.
func logged(t *testing.T, c *Core) string {
	t.Helper()
	var all strings.Builder
	parts, err := filepath.Glob(filepath.Join(c.Paths().Logs(), "*.jsonl"))
	if err != nil || len(parts) == 0 {
		t.Fatalf("log files: %v, %v", parts, err)
	}
	for _, p := range parts {
		b, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(b)
	}
	return all.String()
}
