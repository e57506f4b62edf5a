package cards

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dango/game/drawlist"
	"dango/game/glyph"
	"dango/game/input"
	"dango/game/scene"
	"dango/ingress/adapt"
	"dango/ingress/wire"
	"dango/session"
	"dango/session/event"
	"dango/sprite"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// asked is one request that an agent made, as its hook was given it.
type asked struct {
	where   string
	tool    event.Tool
	payload []byte
	printed json.RawMessage // what the recorded hook answered; null when nothing
}

// recorded gives every hook call of the recordings that can be answered.
func recorded(t *testing.T) (all []asked) {
	root := filepath.Join("..", "..", "..", "ingress", "adapt", "testdata", "recordings")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		tool, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
		in := bufio.NewScanner(bytes.NewReader(raw))
		in.Buffer(nil, 1<<20)
		for in.Scan() {
			var l struct{ Payload, Output json.RawMessage }
			if err := json.Unmarshal(in.Bytes(), &l); err != nil {
				return err
			}
			h, err := adapt.Parse(event.Tool(tool), l.Payload)
			if err == nil && h.Held() {
				all = append(all, asked{rel, event.Tool(tool), l.Payload, l.Output})
			}
		}
		return in.Err()
	})
	if err != nil || len(all) < 50 {
		t.Fatalf("read the recordings: %d requests, %v", len(all), err)
	}
	return all
}

// desk is a core and a screen with one request on it.
type desk struct {
	*scene.Scene
	t        *testing.T
	registry *session.Registry
	hook     *adapt.Hook
	frame    input.Frame
	replies  []event.Answer
}

// sit makes a desk at which a hook asks.
func (a *asked) sit(t *testing.T) *desk {
	t.Helper()
	hook, err := adapt.Parse(a.tool, a.payload)
	if err != nil {
		t.Fatal(err)
	}
	e := hook.Event(noon)
	e.RequestID = "request"
	e = overWire(t, &e, wire.AppendEvent, wire.DecodeEvent)
	d := newDesk(t)
	d.hook = hook
	d.registry.Apply(noon, session.Item{Event: &session.Incoming{StateEvent: e, Reply: func(x event.Answer) { d.replies = append(d.replies, x) }}})
	d.step(90)
	return d
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	s, err := scene.New(scene.Options{Sheet: sheet(t), Text: fonts(t)})
	if err != nil {
		t.Fatal(err)
	}
	screen := drawlist.Rect{W: 1600, H: 1200}
	return &desk{Scene: s, t: t, registry: session.NewRegistry(session.Options{HoldAlways: true}), frame: input.Frame{
		Tick: 60, Now: noon, Scale: 1, Monitors: []input.Monitor{{Bounds: screen, Work: screen, Scale: 1, Primary: true}},
	}}
}

// sheet and fonts are made once: they are the same for every card.
var (
	builtin  = sync.OnceValues(sprite.Builtin)
	embedded = sync.OnceValues(glyph.New)
)

func sheet(t *testing.T) *sprite.Sheet {
	s, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func fonts(t *testing.T) *glyph.Set {
	s, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (d *desk) step(n int) {
	for range n {
		d.frame.Tick++
		d.Step(d.registry.Snapshot(noon), d.frame)
		d.frame.Events = nil
		for _, c := range d.Commands(nil) {
			d.registry.Apply(noon, session.Item{Command: &c})
		}
	}
}

func (d *desk) has(words string) bool { _, ok := d.Find("[" + words + "]"); return ok }

func (d *desk) click(words string) {
	d.t.Helper()
	r, ok := d.Find("[" + words + "]")
	if !ok {
		d.t.Fatalf("%q is not on the card:\n%s", words, d.Summary())
	}
	at := drawlist.Point{X: r.X + r.W/2, Y: r.Y + r.H/2}
	for _, k := range []input.Kind{input.Press, input.Release} {
		d.frame.Events = []input.Event{{Kind: k, Button: input.Left, At: at}}
		d.step(1)
	}
	d.step(30)
}

// printed is what the agent is told.
func (d *desk) printed() string {
	d.t.Helper()
	if len(d.replies) != 1 {
		d.t.Fatalf("%d answers, want one:\n%s", len(d.replies), d.Summary())
	}
	out, _ := d.hook.Answer(d.hook.Name(), overWire(d.t, &d.replies[0], wire.AppendAnswer, wire.DecodeAnswer))
	return string(out)
}

// overWire sends v through the local socket's codec, as the hook's helper does.
func overWire[T any](t *testing.T, v *T, put func([]byte, *T) ([]byte, error), get func([]byte) (T, error)) T {
	t.Helper()
	frame, err := put(nil, v)
	if err != nil {
		t.Fatal(err)
	}
	payload, err := wire.ReadFrame(bytes.NewReader(frame), nil)
	if err != nil {
		t.Fatal(err)
	}
	out, err := get(payload)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestTerminal demands a card with a way to the terminal, which prints nothing, of every recorded request.
func TestTerminal(t *testing.T) {
	for _, a := range recorded(t) {
		d := a.sit(t)
		d.click("Terminal")
		if got := d.printed(); got != "" {
			t.Errorf("%s: the terminal's request is answered with %s", a.where, got)
		}
	}
}

// manual is what the recorded approval of a plan lacks: without it the agent goes back to the mode before the plan, which
// is the one in which edits are asked for in that recording, and may be another.
const manual = `,"updatedPermissions":[{"type":"setMode","mode":"default","destination":"session"}]`

// TestRecordedAnswers gives, by clicks, the answers that recorded hooks gave, and demands their bytes. Only spaces differ:
// the recordings were not written by the agent.
func TestRecordedAnswers(t *testing.T) {
	for _, c := range []struct {
		file   string
		clicks []string
	}{
		{"pr_allow.jsonl", []string{"Allow"}},
		{"ask_pr_single.jsonl", []string{"Green", "Send"}},
		{"ask_pr_many.jsonl", []string{"Blue", "Next", "Sound", "Tray icon", "Next", "Left", "Send"}},
		{"ask_pr_multi_string.jsonl", []string{"Sound", "Dark mode", "Send"}},
		{"plan_pr_allow_input.jsonl", []string{"Approve, ask before edits"}},
		{"pr_allow_set_mode.jsonl", []string{"Always…", "Allow all edits from now on"}},
		{"pr_allow_always_local.jsonl", []string{"Always…", "Always allow Bash “python3 -c \"print(6*7)\"”"}},
	} {
		t.Run(c.file, func(t *testing.T) {
			tried := 0
			for _, a := range recorded(t) {
				if filepath.Base(a.where) != c.file || string(a.printed) == "null" || !strings.Contains(string(a.printed), "PermissionRequest") {
					continue
				}
				tried++
				d := a.sit(t)
				for _, words := range c.clicks {
					d.click(words)
				}
				var want bytes.Buffer
				if err := json.Compact(&want, bytes.Replace(a.printed, []byte(`.md"}}`), []byte(`.md"}`+manual+`}`), 1)); err != nil {
					t.Fatal(err)
				}
				var got bytes.Buffer
				if err := json.Compact(&got, []byte(d.printed())); err != nil {
					t.Fatal(err)
				}
				if got.String() != want.String() {
					t.Errorf("printed %s\nwant    %s", &got, &want)
				}
			}
			if tried == 0 {
				t.Error("the recording has no such answer")
			}
		})
	}
}

// TestEveryCard demands that each kind of request has the card that can answer it.
func TestEveryCard(t *testing.T) {
	for _, a := range recorded(t) {
		d := a.sit(t)
		r := d.registry.Snapshot(noon).Sessions[0].Requests[0]
		want := map[session.RequestKind]string{session.Permission: "Deny", session.Question: "Skip", session.Plan: "Approve, accept edits"}[r.Kind]
		if !d.has(want) {
			t.Errorf("%s: %s has no %q:\n%s", a.where, r.ToolName, want, d.Summary())
		}
	}
}
