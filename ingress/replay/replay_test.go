package replay

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dango/ingress/adapt"
	"dango/session"
	"dango/session/event"
)

// The recordings of real agents are kept once, beside the adapters that read them.
const recordings = "../adapt/testdata/recordings"

// TestReplay plays what real agents' hooks sent, through the real adapters, and compares what is shown after every
// step with testdata: one page per recording. The pages say what was true when it was recorded, as far as the
// hooks could tell. Where they could not, the page says so in a line that starts with "blind:", and the steps that
// start with "+" are the second witness that shows the truth.
//
// Each hook that could have been answered plays the part that it played in the recording: it decides, ends
// without a decision (which hands the request to the terminal), or is killed.
func TestReplay(t *testing.T) {
	for _, name := range recorded(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
			if err != nil {
				t.Fatalf("a recording without a page proves nothing: %v", err)
			}
			want, script := readPage(t, string(page))
			got := play(t, name, script)
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("what is shown differs from what was true (-page +shown):\n%s", d)
			}
		})
	}
}

// recorded names the recordings: tool/file without its ending.
func recorded(t *testing.T) []string {
	var names []string
	err := filepath.WalkDir(recordings, func(path string, d fs.DirEntry, err error) error {
		if name, ok := strings.CutSuffix(path, ".jsonl"); ok && !d.IsDir() {
			rel, _ := filepath.Rel(recordings, name)
			names = append(names, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil || len(names) == 0 {
		t.Fatalf("read %s: %d recordings, %v", recordings, len(names), err)
	}
	return names
}

// A step is something that happens in a replay.
type step struct {
	at   int // ms
	name string
	do   func()
}

// readPage splits a page into what it expects, line by line, and the witness's steps, which are in both.
func readPage(t *testing.T, page string) (want []string, script []string) {
	for l := range strings.Lines(page) {
		l = strings.TrimSpace(l)
		if l == "" || strings.HasPrefix(l, "#") || strings.HasPrefix(l, "blind:") {
			continue
		}
		if strings.HasPrefix(l, "play:") {
			script = append(script, l)
			continue
		}
		if f := strings.Fields(l); len(f) > 3 && f[1] == "+" {
			script = append(script, l)
		}
		want = append(want, strings.Join(strings.Fields(l), " "))
	}
	return want, script
}

// A player replays one recording.
type player struct {
	t     *testing.T
	reg   *session.Registry
	tool  event.Tool
	start time.Time
	now   time.Time
	steps []step
	order []session.Key // of first appearance
	lines []string
	made  int
}

type hookCall struct {
	At      int             `json:"t_ms"`
	Event   string          `json:"event"`
	Payload json.RawMessage `json:"payload"`
	Output  json.RawMessage `json:"output"`

	// What became of the hook, in the words of the two recorders.
	EndMs    int     `json:"end_ms"`
	LastSeen int     `json:"last_seen_ms"`
	ClosedS  float64 `json:"client_closed_after_s"`
	KilledBy string  `json:"killed_by"`
	Ended    string  `json:"ended"`
}

func play(t *testing.T, name string, script []string) []string {
	p := &player{
		t: t, start: time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC), tool: event.Tool(strings.Split(name, "/")[0]),
		reg: session.NewRegistry(session.Options{KeepUnseen: true, ShowHeadless: true, HoldAlways: true}),
	}
	p.now = p.start
	calls := readCalls(t, filepath.Join(recordings, filepath.FromSlash(name)+".jsonl"))
	headless, delay := false, 0
	for _, l := range script {
		if s, ok := strings.CutPrefix(l, "play:"); ok {
			switch f := strings.Fields(s); f[0] {
			case "headless":
				headless = true
			case "decide-after":
				delay, _ = strconv.Atoi(f[1])
			}
		}
	}
	for i, c := range calls {
		next := c.At + 3000
		if i+1 < len(calls) {
			next = calls[i+1].At
		}
		p.call(c, next, delay, headless)
	}
	for _, l := range script {
		if !strings.HasPrefix(l, "play:") {
			p.witness(strings.Fields(l))
		}
	}
	slices.SortStableFunc(p.steps, func(a, b step) int { return a.at - b.at })
	for _, s := range p.steps {
		p.passTo(p.start.Add(time.Duration(s.at) * time.Millisecond))
		s.do()
		p.lines = append(p.lines, fmt.Sprintf("%d %s %s", s.at, s.name, p.shown()))
	}
	p.lines = append(p.lines, "end "+p.shown())
	p.passTo(p.now.Add(time.Minute))
	p.lines = append(p.lines, "+60s "+p.shown())
	return p.lines
}

func readCalls(t *testing.T, path string) (calls []hookCall) {
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(bytes.NewReader(raw))
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var c hookCall
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.Event != "unknown" { // Gemini was leaving and gave its hook no input
			calls = append(calls, c)
		}
	}
	return calls
}

// call plans one hook call and what became of the hook.
func (p *player) call(c hookCall, next, delay int, headless bool) {
	hook, err := adapt.Parse(p.tool, c.Payload)
	if err != nil {
		p.t.Fatalf("%d %s: %v", c.At, c.Event, err)
	}
	in := &session.Incoming{StateEvent: hook.Event(p.start.Add(time.Duration(c.At) * time.Millisecond))}
	in.Headless = headless
	who := c.Event
	if in.IsSubagent {
		who += "@"
	}
	if !hook.Held() {
		p.steps = append(p.steps, step{c.At, who, func() { p.apply(session.Item{Event: in}) }})
		return
	}
	p.made++
	id := "r" + strconv.Itoa(p.made)
	in.RequestID, in.Reply = id, func(event.Answer) {}
	p.steps = append(p.steps, step{c.At, who, func() { p.apply(session.Item{Event: in}) }})

	answer, decided := decisionOf(c)
	soon := min(c.At+100, next-1)
	switch {
	case decided:
		at := firstSet(c.EndMs, soon)
		if delay > 0 {
			at = c.At + delay
		}
		answer.RequestID = id
		p.command(at, map[event.Decision]string{event.Allow: "hook-allows", event.Deny: "hook-denies"}[answer.Decision], session.Command{Kind: session.Decide, Request: id, Answer: answer})
	case c.KilledBy != "" || c.Ended != "" || c.ClosedS > 0:
		at := firstSet(c.LastSeen, next-1)
		if c.ClosedS > 0 {
			at = c.At + int(1000*c.ClosedS)
		}
		if delay > 0 {
			at = c.At + delay
		}
		p.command(at, "hook-dies", session.Command{Kind: session.Drop, Request: id})
	default:
		p.command(firstSet(c.EndMs, soon), "hook-ends", session.Command{
			Kind: session.Decide, Request: id, Answer: event.Answer{Decision: event.Ask},
		})
	}
}

func firstSet(a, b int) int {
	if a != 0 {
		return a
	}
	return b
}

// decisionOf reads what the recorded hook printed, in any agent's dialect.
func decisionOf(c hookCall) (event.Answer, bool) {
	raw := []byte(c.Output)
	var text string
	if json.Unmarshal(raw, &text) == nil {
		raw = []byte(text)
	}
	var out struct {
		Specific struct {
			Action   string          `json:"action"`
			Content  json.RawMessage `json:"content"`
			Decision struct {
				Behavior     string          `json:"behavior"`
				UpdatedInput json.RawMessage `json:"updatedInput"`
			} `json:"decision"`
		} `json:"hookSpecificOutput"`
		Reply   string     `json:"reply"`
		Message string     `json:"message"`
		Answers [][]string `json:"answers"`
	}
	if json.Unmarshal(raw, &out) != nil {
		return event.Answer{}, false
	}
	d := out.Specific.Decision
	switch {
	case out.Reply == "reject":
		return event.Answer{Decision: event.Deny, Reason: out.Message}, true
	case out.Reply != "":
		return event.Answer{Decision: event.Allow}, true
	case out.Answers != nil:
		return event.Answer{Decision: event.Allow, UpdatedInput: raw}, true
	case out.Specific.Action == "accept":
		return event.Answer{Decision: event.Allow, UpdatedInput: out.Specific.Content}, true
	case d.Behavior == "allow":
		return event.Answer{Decision: event.Allow, UpdatedInput: d.UpdatedInput}, true
	case d.Behavior == "deny":
		return event.Answer{Decision: event.Deny}, true
	}
	return event.Answer{}, false
}

func (p *player) command(at int, name string, c session.Command) {
	p.steps = append(p.steps, step{at, name, func() { p.apply(session.Item{Command: &c}) }})
}

// witness plans "<ms> + <word>": what somebody else than the hooks saw; "<ms> + found <id>" is a session at work.
func (p *player) witness(f []string) {
	at, err := strconv.Atoi(f[0])
	if err != nil {
		p.t.Fatalf("a step %q has no time", f)
	}
	v := session.Evidence{At: p.start.Add(time.Duration(at) * time.Millisecond)}
	name := "+ " + f[2]
	switch f[2] {
	case "found":
		name += " " + f[3]
		v.Kind, v.Key, v.Status = session.SawSession, session.Key{Tool: p.tool, ID: f[3]}, session.StatusBusy
	case "idle":
		v.Kind, v.Status = session.SawStatus, session.StatusIdle
	case "busy":
		v.Kind, v.Status = session.SawStatus, session.StatusBusy
	case "waiting":
		v.Kind, v.Status = session.SawStatus, session.StatusWaiting
	case "aborted":
		v.Kind = session.SawTurnAborted
	case "failed":
		v.Kind, v.Error = session.SawTurnFailed, "the api said no"
	case "done":
		v.Kind = session.SawTurnDone
	case "process-gone":
		v.Kind = session.SawSessionEnd
	default:
		p.t.Fatalf("no witness says %q", f[2])
	}
	p.steps = append(p.steps, step{at, name, func() {
		if v.Key.ID == "" {
			v.Key = p.order[len(p.order)-1]
		}
		p.apply(session.Item{Evidence: &v})
	}})
}

func (p *player) apply(it session.Item) {
	p.reg.Apply(p.now, it)
	snap := p.reg.Snapshot(p.now)
	for _, s := range slices.Backward(snap.Sessions) {
		if !slices.Contains(p.order, s.Key) {
			p.order = append(p.order, s.Key)
		}
	}
}

// passTo lets time pass as a keeper does: it stops at every deadline.
func (p *player) passTo(end time.Time) {
	for {
		at, ok := p.reg.Deadline()
		if !ok || at.After(end) {
			break
		}
		p.now = at
		p.reg.Tick(at)
	}
	p.now = end
	p.reg.Tick(end)
}

// shown is what a bubble shows, of every session in the order in which they appeared, and what the pet shows when there
// are several: with one it shows the same.
func (p *player) shown() string {
	snap := p.reg.Snapshot(p.now)
	pet := session.Idle
	for _, s := range snap.Sessions {
		pet = min(pet, s.State)
	}
	if snap.Pet != pet {
		p.t.Errorf("the pet shows %v, its most urgent bubble %v", snap.Pet, pet)
	}
	var all []string
	for _, k := range p.order {
		i := slices.IndexFunc(snap.Sessions, func(s *session.Session) bool { return s.Key == k })
		if i < 0 {
			all = append(all, "gone")
			continue
		}
		s := snap.Sessions[i]
		words := s.State.String()
		if s.Background > 0 {
			words += fmt.Sprintf(" background=%d", s.Background)
		}
		if len(s.Subagents) > 0 {
			words += fmt.Sprintf(" subagents=%d", len(s.Subagents))
		}
		for _, q := range s.Requests {
			if q.Life == session.Accepted || q.Life == session.Superseded {
				continue // its card shows the word for a moment
			}
			words += " " + q.Kind.String() + ":" + q.Life.String()
			if q.AgentType != "" {
				words += "@" + q.AgentType
			}
		}
		all = append(all, words)
	}
	if len(all) == 0 {
		return "none"
	}
	words := strings.Join(all, " | ")
	if len(snap.Sessions) > 1 {
		words += " pet=" + pet.String()
	}
	return words
}
