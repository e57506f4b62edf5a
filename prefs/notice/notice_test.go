package notice

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dango/prefs"
	"dango/session"
	"dango/session/event"
	"dango/sprite"
)

func asks(life session.Life, kind session.RequestKind) *session.Session {
	return &session.Session{
		Key: session.Key{Tool: event.ClaudeCode, ID: "a"}, Title: "fix the login", Titled: true, Folder: "dango", State: session.PermissionPrompt,
		Requests: []session.Request{{ID: "r1", Kind: kind, Life: life, ToolName: "Bash", Detail: "npm test\n--all",
			Decisions: []event.Decision{event.Allow, event.Deny, event.Ask}}},
	}
}

func in(state session.State, text string) *session.Session {
	return &session.Session{Key: session.Key{Tool: event.Codex, ID: "b"}, Title: "docs", State: state, LastText: text, Error: text}
}

// tell writes notices down, one a line.
func tell(list []Notice) string {
	var b strings.Builder
	for _, n := range list {
		fmt.Fprintf(&b, "%s: %s %v\n", n.Title, strings.ReplaceAll(n.Body, "\n", " / "), n.Answers)
	}
	return b.String()
}

func TestNotices(t *testing.T) {
	posted := in(session.ErrorInterrupted, "3 tests")
	posted.Posted, posted.Key = true, session.Key{Tool: "custom", ID: "ci"}
	gemini := asks(session.Offered, session.Permission)
	gemini.Requests[0].Decisions = []event.Decision{event.Deny, event.Ask}
	old := in(session.Review, "all done")
	old.Recovered = true
	sent := asks(session.Sent, session.Permission)
	sent.State = session.Responding
	for _, tt := range []struct {
		name    string
		session *session.Session
		private bool
		want    string
	}{
		{"a permission", asks(session.Offered, session.Permission), false, "Claude · fix the login: Wants to use Bash / npm test --all [allow deny ask]\n"},
		{"an agent that takes no yes", gemini, false, "Claude · fix the login: Wants to use Bash / npm test --all [deny ask]\n"},
		{"one that the terminal asks", asks(session.HandedOff, session.Permission), false, "Claude · fix the login: Wants to use Bash / npm test --all []\n"},
		{"a question has to be read", asks(session.Offered, session.Question), false, "Claude · fix the login: Has a question / npm test --all [ask]\n"},
		{"in private", asks(session.Offered, session.Permission), true, "Claude · dango: Wants to use Bash [ask]\n"},
		{"answered", sent, false, ""},
		{"waiting", in(session.Waiting, ""), false, "Codex · docs: Needs you []\n"},
		{"failed", in(session.ErrorInterrupted, "rate_limit"), false, "Codex · docs: Has failed / rate_limit []\n"},
		{"an event", posted, false, "ci · docs: Has failed / 3 tests []\n"},
		{"finished", in(session.Review, "all done"), false, "Codex · docs: Has finished / all done []\n"},
		{"working", in(session.ToolUse, ""), false, ""},
		{"from before the start", old, false, ""},
	} {
		cfg := prefs.Default()
		cfg.Privacy = tt.private
		snap := &session.Snapshot{Sessions: []*session.Session{tt.session}}
		if got := tell(all(snap, &cfg, func(session.Key) bool { return false })); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A story of one desk: what happens, and what is on show and new after it.
func TestDesk(t *testing.T) {
	cfg := prefs.Default()
	cfg.Notifications.Finished = true
	hidden, seen, quiet := Place{Config: &cfg}, Place{Config: &cfg, Pet: true}, Place{Config: &cfg, Quiet: true}
	request := asks(session.HandedOff, session.Permission)
	d := &Desk{}
	for i, step := range []struct {
		what        string
		place       Place
		sessions    []*session.Session
		show, fresh int
	}{
		{"the pet shows it", seen, []*session.Session{request}, 0, 1},
		{"hidden now: told already", hidden, []*session.Session{request}, 0, 0},
		{"answered", hidden, nil, 0, 0},
		{"asked anew, nobody looks", hidden, []*session.Session{request}, 1, 1},
		{"it stays", hidden, []*session.Session{request}, 1, 0},
		{"another fails", hidden, []*session.Session{request, in(session.ErrorInterrupted, "")}, 2, 1},
		{"the pet comes back", seen, []*session.Session{request, in(session.ErrorInterrupted, "")}, 0, 0},
		{"and goes", hidden, []*session.Session{request, in(session.ErrorInterrupted, "")}, 0, 0},
		{"all is well", hidden, []*session.Session{in(session.Responding, "")}, 0, 0},
		{"finished", hidden, []*session.Session{in(session.Completed, "")}, 1, 1},
		{"not seen yet", hidden, []*session.Session{in(session.Review, "")}, 1, 0},
		{"idle, and still news", hidden, []*session.Session{in(session.Idle, "")}, 1, 0},
		{"the next turn", hidden, []*session.Session{in(session.Responding, "")}, 0, 0},
		{"idle is no news", hidden, []*session.Session{in(session.Idle, "")}, 0, 0},
		{"not now", quiet, []*session.Session{request}, 0, 0},
		{"nor later", hidden, []*session.Session{request}, 0, 0},
	} {
		show, fresh := d.Next(&session.Snapshot{Sessions: step.sessions}, step.place)
		if len(show) != step.show || len(fresh) != step.fresh {
			t.Errorf("%d, %s: show %q, fresh %q, want %d and %d", i, step.what, tell(show), tell(fresh), step.show, step.fresh)
		}
	}
}

// Each switch is about its kind, and the pet's sight can be no reason.
func TestSwitches(t *testing.T) {
	for _, tt := range []struct {
		name   string
		set    func(*prefs.Notifications)
		pet    bool
		expect string
	}{
		{"by default", func(*prefs.Notifications) {}, false, "Claude Codex "},
		{"no requests", func(n *prefs.Notifications) { n.Requests = false }, false, "Codex "},
		{"no failures", func(n *prefs.Notifications) { n.Failed = false }, false, "Claude "},
		{"what has finished", func(n *prefs.Notifications) { n.Finished = true }, false, "Gemini Claude Codex "},
		{"the pet is there", func(*prefs.Notifications) {}, true, ""},
		{"whether it is there or not", func(n *prefs.Notifications) { n.WhilePetVisible = true }, true, "Claude Codex "},
	} {
		cfg := prefs.Default()
		tt.set(&cfg.Notifications)
		done := in(session.Review, "")
		done.Key.Tool = event.Gemini
		snap := &session.Snapshot{Sessions: []*session.Session{in(session.ErrorInterrupted, ""), asks(session.Offered, session.Permission), done}}
		show, _ := (&Desk{}).Next(snap, Place{Config: &cfg, Pet: tt.pet})
		got := ""
		for _, n := range show {
			got += n.Session.Tool.Name() + " "
		}
		if got != tt.expect {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.expect)
		}
	}
}

// At most one sound in ten seconds, unless something more urgent happens.
func TestBell(t *testing.T) {
	cfg := prefs.Default()
	news := func(kinds ...Kind) (list []Notice) {
		for _, k := range kinds {
			list = append(list, Notice{ID: ID{Kind: k}})
		}
		return list
	}
	b := &Bell{}
	start := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	if _, tone := b.Ring(news(Request, Failed, Finished), &cfg, start); tone != "" {
		t.Errorf("by default %q is heard", tone)
	}
	cfg.Sound.Requests, cfg.Sound.Finished = "bell", prefs.SoundPet
	for i, tt := range []struct {
		after time.Duration
		fresh []Notice
		kind  Kind
		want  string
	}{
		{0, news(Failed), Kinds, ""},
		{0, news(Failed, Finished), Finished, "pet"},
		{5 * time.Second, news(Finished), Finished, ""},
		{6 * time.Second, news(Finished, Request), Request, "bell"},
		{7 * time.Second, news(Request), Request, ""},
		{15 * time.Second, news(Request), Request, ""},
		{16 * time.Second, news(Request), Request, "bell"},
		{30 * time.Second, nil, Kinds, ""},
	} {
		if kind, tone := b.Ring(tt.fresh, &cfg, start.Add(tt.after)); kind != tt.kind || tone != tt.want {
			t.Errorf("%d: %d %q, want %d %q", i, kind, tone, tt.kind, tt.want)
		}
	}
	for k := range Kind(Kinds) {
		if !slices.Contains(prefs.Sounds, k.Tone()) || !slices.Contains(sprite.Events, k.String()) {
			t.Errorf("%s sounds like %s, which settings or pets do not know", k, k.Tone())
		}
	}
}
