//go:build linux

package e2e

import (
	"bytes"
	"encoding/json"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dango/cmd/internal/xtest"
	"dango/session"
)

// card is a request on the screen, with the hook that waits for its answer.
type card struct {
	*play
	mirror *Mirror
	hook   *Hook
}

// pose asks what the nth request of a recording asks. The mirror knows its input.
func pose(t *testing.T, tool, name string, nth int) *card {
	t.Helper()
	p := open(t, xtest.Options{})
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "ingress", "adapt", "testdata", "recordings", tool, name+".jsonl"))
	p.must(err)
	var asks Call
	for l := range bytes.Lines(raw) {
		var c Call
		p.must(json.Unmarshal(l, &c))
		if c.Event == "PermissionRequest" {
			if nth--; nth == 0 {
				asks = c
			}
		}
	}
	k := &card{play: p, mirror: p.reflect(asks)}
	p.must(p.Type("before"))
	k.hook, err = p.Hook(tool, asks)
	p.must(err)
	return k
}

// reflect makes the mirror of a pet that shows what asks wants. It knows the input.
func (p *play) reflect(asks Call) *Mirror {
	p.t.Helper()
	var whole struct {
		Input json.RawMessage `json:"tool_input"`
		Offer json.RawMessage `json:"permission_suggestions"`
	}
	p.must(json.Unmarshal(asks.Payload, &whole))
	m, err := p.NewMirror(func(r *session.Request) { r.Input, r.Suggest = whole.Input, whole.Offer })
	p.must(err)
	return m
}

// told checks the answer, and that the terminal has the keys again.
func (k *card) told(want string) {
	k.t.Helper()
	if got := strings.TrimSuffix(k.answer(k.hook), "\n"); !strings.Contains(got, want) {
		k.t.Errorf("the agent was told %s\nwant %s in it", got, want)
	}
	xtest.Until(k.t, "the keyboard to be the terminal's", func() (bool, error) {
		focus, err := k.Focus()
		return slices.Contains(k.inTerminal(), focus), err
	})
	k.must(k.Type(" after"))
	xtest.Until(k.t, "the terminal to hear what is its own", func() (bool, error) {
		heard, err := k.terminal.Heard()
		return heard == "before after", err
	})
}

// The answers of three questions, the second of which takes several and the third the user's own words.
const (
	answersByMouse = `"answers":{"Which colour should the pet have?":"Green","Which features do you want?":"Sound, Dark mode","Where should it sit?":"in the middle, please"}}}}}`
	answersByKeys  = `"answers":{"Which colour should the pet have?":"Blue","Which features do you want?":"Sound, Dark mode","Where should it sit?":"top"}}}}}`
	approved       = `"planFilePath":"/home/dev/.claude/plans/plan-then-write-jolly-summit.md"},"updatedPermissions":[{"type":"setMode","mode":"default","destination":"session"}]}}}`
	keepsPlanning  = `"decision":{"behavior":"deny","message":"Shorter, and 2 tests"}}}`
)

// Every kind of card is answered by the mouse; a field takes the keyboard only while it is open.
func TestCardsByMouse(t *testing.T) {
	for _, c := range []struct {
		name, recording string
		nth             int
		do              func(*card)
		want            string
	}{
		{"permission", "pr_allow", 1, func(k *card) { k.choose("[Allow]") }, allow},
		{"why not", "pr_allow", 1, func(k *card) {
			k.choose("[Deny, and say why…]")
			k.must(k.mirror.Type("Use tree"))
			k.choose("[Deny]")
		}, `"message":"Use tree"`},
		{"always", "permission_suggestions", 4, func(k *card) {
			k.choose("[Always…]", "[Allow work in /home/dev/project]")
		}, `"updatedPermissions":[{"type":"addDirectories","directories":["/home/dev/project"],"destination":"session"}]`},
		{"questions", "ask_pr_many", 1, func(k *card) {
			k.choose("[Green]", "[Next]", "[Sound]", "[Dark mode]", "[Next]", "[Other…]")
			k.must(k.mirror.Type("in the middle, please"))
			k.choose("[Send]")
		}, answersByMouse},
		{"plan", "plan_pr_allow_input", 1, func(k *card) { k.choose("[Approve, ask before edits]") }, approved},
		{"plan with its edits", "plan_pr_allow_input", 1, func(k *card) { k.choose("[Approve, accept edits]") },
			`"updatedPermissions":[{"type":"setMode","mode":"acceptEdits","destination":"session"}]`},
		{"no plan yet", "plan_pr_allow_input", 1, func(k *card) {
			k.choose("[Keep planning…]")
			k.must(k.mirror.Type("Shorter, and 2 tests"))
			k.choose("[Keep planning]")
		}, keepsPlanning},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := pose(t, "claude-code", c.recording, c.nth)
			c.do(k)
			k.told(c.want)
		})
	}
}

func (k *card) choose(all ...string) {
	k.t.Helper()
	for _, words := range all {
		k.must(k.mirror.Choose(words))
	}
}

// Every kind of card is answered by keys alone.
func TestCardsByKeys(t *testing.T) {
	for _, c := range []struct {
		name, recording string
		nth             int
		first           string // what is on the card
		keys            []string
		want            string
	}{
		{"permission", "pr_allow", 1, "[Allow]", []string{"Tab", "Return"}, allow},
		{"why not", "pr_allow", 1, "[Allow]",
			[]string{"Tab", "Tab", "Tab", "Tab", "Tab", "Return", "+Use tree", "Return"}, `"message":"Use tree"`},
		{"always", "permission_suggestions", 4, "[Always…]", []string{"Tab", "Tab", "Tab", "Tab", "Return", "1"},
			`"updatedPermissions":[{"type":"addDirectories","directories":["/home/dev/project"],"destination":"session"}]`},
		{"questions", "ask_pr_many", 1, "[Green]", []string{
			"3", "Return", // which goes to Next
			"1", "3", "Tab", "Tab", "Tab", "Return",
			"Tab", "Tab", "+top", "Return", // from the first option
		}, answersByKeys},
		{"plan", "plan_pr_allow_input", 1, "[Approve, ask before edits]", []string{"Tab", "space"}, approved},
		{"plan with its edits", "plan_pr_allow_input", 1, "[Approve, accept edits]", []string{"Down", "Down", "Return"},
			`"updatedPermissions":[{"type":"setMode","mode":"acceptEdits","destination":"session"}]`},
		{"no plan yet", "plan_pr_allow_input", 1, "[Keep planning…]", []string{"Tab", "Tab", "Tab", "Return", "+Shorter, and 2 tests", "Return"}, keepsPlanning},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := pose(t, "claude-code", c.recording, c.nth)
			_, err := read(c.first, k.mirror.find)
			k.must(err)
			k.must(k.Key("ctrl+alt+d"))
			xtest.Until(t, "the keyboard to be the pet's", func() (bool, error) {
				focus, err := k.Focus()
				return !slices.Contains(k.inTerminal(), focus), err
			})
			for _, key := range c.keys {
				if text, ok := strings.CutPrefix(key, "+"); ok {
					k.must(k.Type(text))
				} else {
					k.must(k.Key(key))
				}
			}
			if got := strings.TrimSuffix(k.answer(k.hook), "\n"); !strings.Contains(got, c.want) {
				t.Errorf("the agent was told %s\nwant %s in it", got, c.want)
			}
			k.must(k.Key("Escape")) // the ring goes, and with it the keyboard
			k.told(c.want)
		})
	}
}

// Who clicks all the time where a card comes up answers it only when it has been there for 300 ms.
func TestNoClickInTheFirstMoment(t *testing.T) {
	k := pose(t, "claude-code", "pr_allow", 1)
	at, err := read("[Allow]", k.mirror.find)
	k.must(err)
	k.choose("[Terminal]")
	if got := k.answer(k.hook); got != "" {
		t.Fatalf("the terminal's request is answered with %s", got)
	}
	r := k.load("claude-code", "pr_allow")
	asks, err := r.First("PermissionRequest")
	k.must(err)
	k.must(k.Play(r.After("PermissionRequest").Before("Stop")))
	xtest.Until(t, "the card to close", func() (bool, error) {
		s, err := k.Sessions()
		return err == nil && len(s) == 1 && len(s[0].Requests) == 0, err
	})
	begin := time.Now()
	k.hook, err = k.Hook("claude-code", asks)
	k.must(err)
	answered := func() bool {
		select {
		case <-k.hook.Done():
			return true
		default:
			return false
		}
	}
	xtest.Until(t, "an answer", func() (bool, error) {
		if err := k.tap(at); err != nil {
			return false, err
		}
		return answered(), nil
	})
	if d := time.Since(begin); d < 300*time.Millisecond {
		t.Errorf("the card was answered %v after it was asked for", d)
	}
	if got := strings.TrimSuffix(k.answer(k.hook), "\n"); got != allow {
		t.Errorf("the agent was told %s, want %s", got, allow)
	}
}

// tap clicks without a program in between.
func (k *card) tap(at image.Point) error {
	if err := k.Move(at); err != nil {
		return err
	}
	if err := k.Press(xtest.Left); err != nil {
		return err
	}
	return k.Release(xtest.Left)
}
