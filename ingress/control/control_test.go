package control

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dango/ingress/sock"
	"dango/session"
	"dango/session/board"
	"dango/session/event"
)

// fake is a core whose board the test writes.
type fake struct {
	board  *board.Board[session.Snapshot]
	screen bool
	full   bool

	mu     sync.Mutex
	wishes []Wish
	opened []session.Key
	got    []session.Command
	after  func(session.Command) // what the keeper would do
}

func (f *fake) Board() *board.Board[session.Snapshot] { return f.board }
func (f *fake) Status() Status                        { return Status{Version: "v1", PID: 7, Screen: f.screen} }
func (f *fake) Hooks() []Hook {
	return []Hook{{Tool: event.Codex, Event: "Stop", Last: time.Unix(7, 0).UTC(), Count: 2}}
}
func (f *fake) Counters() map[string]uint64 { return map[string]uint64{"events": 3} }

func (f *fake) Submit(c session.Command) bool {
	if f.full {
		return false
	}
	f.mu.Lock()
	f.got = append(f.got, c)
	f.mu.Unlock()
	if f.after != nil {
		f.after(c)
	}
	return true
}

func (f *fake) Open(k session.Key) error {
	if k.Tool != event.Codex {
		return errors.New("nothing to open")
	}
	f.opened = append(f.opened, k)
	return nil
}

func (f *fake) Wish(w Wish) bool {
	if !f.screen {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wishes = append(f.wishes, w)
	return true
}

// asking is a snapshot with one session that asks.
func asking(requests ...session.Request) *session.Snapshot {
	return &session.Snapshot{Seq: 1, Pet: session.PermissionPrompt, Sessions: []*session.Session{
		{Key: session.Key{Tool: event.Codex, ID: "s1"}, Title: "fix it", State: session.PermissionPrompt, Requests: requests},
		{Key: session.Key{Tool: event.ClaudeCode, ID: "s2"}, Title: "read", State: session.Idle},
	}}
}

func request(id string, life session.Life, ds ...event.Decision) session.Request {
	return session.Request{ID: id, Life: life, Decisions: ds}
}

// serve runs the handlers on a socket and gives a client for it.
func serve(t *testing.T, f *fake) *Client {
	t.Helper()
	path := sock.Path(t.TempDir())
	l, err := sock.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	web := &http.Server{Handler: Handler(ctx, f)}
	var done sync.WaitGroup
	done.Go(func() { web.Serve(l) })
	t.Cleanup(func() {
		cancel()
		web.Close()
		l.Close()
		done.Wait()
	})
	return NewClient(path)
}

// Who waits in a terminal needs the user too, and what a tool posted is told apart from what an agent does.
func TestSummarize(t *testing.T) {
	got := Summarize(&session.Snapshot{Pet: session.Waiting, Sessions: []*session.Session{
		{Key: session.Key{Tool: event.Custom, ID: "ci"}, State: session.Waiting, Posted: true, Leader: true},
		{Key: session.Key{Tool: event.Gemini, ID: "s1"}, State: session.Waiting},
		{Key: session.Key{Tool: event.Custom, ID: "ci#1"}, State: session.Waiting, Posted: true, Flash: true},
	}})
	if want := (Summary{Pet: session.Waiting, Posted: true, Sessions: 2, NeedsYou: 2}); got != want {
		t.Errorf("Summarize = %+v, want %+v", got, want)
	}
}

func TestStatus(t *testing.T) {
	f := &fake{board: board.New(asking(request("r1", session.Offered, event.Allow))), screen: true}
	got, err := serve(t, f).Status(t.Context())
	want := Status{Version: "v1", PID: 7, Screen: true, Summary: Summary{Pet: session.PermissionPrompt, Sessions: 2, NeedsYou: 1}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("Status: %v (-want +got):\n%s", err, diff)
	}
}

func TestSnapshotAndCounters(t *testing.T) {
	f := &fake{board: board.New(asking(request("r1", session.Offered, event.Allow)))}
	c := serve(t, f)
	got, err := c.Snapshot(t.Context())
	if diff := cmp.Diff(*f.board.Latest(), got); diff != "" || err != nil {
		t.Errorf("Snapshot: %v (-want +got):\n%s", err, diff)
	}
	if n, err := c.Counters(t.Context()); n["events"] != 3 || err != nil {
		t.Errorf("Counters = %v, %v", n, err)
	}
	if h, err := c.Hooks(t.Context()); len(h) != 1 || h[0] != f.Hooks()[0] || err != nil {
		t.Errorf("Hooks = %v, %v", h, err)
	}
}

func TestBubbles(t *testing.T) {
	f := &fake{board: board.New(asking())}
	c := serve(t, f)
	for _, tt := range []struct {
		name, session, code string
		call                func(context.Context, string) error
	}{
		{"dismiss", "s1", "", c.Dismiss},
		{"open", "s1", "", c.Open},
		{"nothing to open", "s2", CodeNotAllowed, c.Open},
		{"no such session", "s3", CodeNotFound, c.Dismiss},
		{"no session named", "", CodeNotFound, c.Dismiss},
		{"two begin like that", "s", CodeAmbiguous, c.Dismiss},
	} {
		err := tt.call(t.Context(), tt.session)
		refused, _ := errors.AsType[*Error](err)
		if (err == nil) != (tt.code == "") || err != nil && (refused == nil || refused.Code != tt.code) {
			t.Errorf("%s %q = %v, want code %q", tt.name, tt.session, err, tt.code)
		}
	}
	s1 := session.Key{Tool: event.Codex, ID: "s1"}
	if diff := cmp.Diff([]session.Command{{Kind: session.Dismiss, Key: s1}}, f.got); diff != "" {
		t.Errorf("commands (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]session.Key{s1}, f.opened); diff != "" {
		t.Errorf("opened (-want +got):\n%s", diff)
	}
	f.full = true
	if refused, _ := errors.AsType[*Error](c.Dismiss(t.Context(), "s1")); refused == nil || refused.Code != CodeBusy {
		t.Errorf("Dismiss of a full core = %v", refused)
	}
}

func TestDecide(t *testing.T) {
	all := []event.Decision{event.Allow, event.Deny, event.Ask}
	snap := asking(
		request("r-one", session.Offered, all...), request("r-two", session.Sent, all...),
		request("notice", session.Offered), request("plain", session.Offered, event.Deny))
	for _, c := range []struct {
		name string
		d    Decision
		full bool
		want Decided
		code string
		says string
	}{
		{name: "allow", d: Decision{Request: "r-one", Decision: event.Allow}, want: Decided{"r-one", session.Sent}},
		{name: "deny with a reason", d: Decision{Request: "r-one", Decision: event.Deny, Reason: "no"}, want: Decided{"r-one", session.Sent}},
		{name: "a beginning that is unique", d: Decision{Request: "r-o", Decision: event.Ask}, want: Decided{"r-one", session.Sent}},
		{name: "a beginning that is not", d: Decision{Request: "r-", Decision: event.Allow}, code: CodeAmbiguous, says: `2 requests begin with "r-"`},
		{name: "unknown", d: Decision{Request: "x", Decision: event.Allow}, code: CodeNotFound, says: `no request "x" is open`},
		{name: "empty", d: Decision{Request: "", Decision: event.Allow}, code: CodeNotFound, says: `no request "" is open`},
		{name: "too late", d: Decision{Request: "r-two", Decision: event.Allow}, code: CodeNotAnswerable, says: "it is sent already"},
		{name: "terminal only", d: Decision{Request: "notice", Decision: event.Allow}, code: CodeNotAnswerable, says: "in its terminal only"},
		{name: "not taken here", d: Decision{Request: "plain", Decision: event.Allow}, code: CodeNotAnswerable, says: "it takes deny"},
		{name: "no decision", d: Decision{Request: "r-one", Decision: "perhaps"}, code: CodeNotAnswerable, says: "it takes allow, deny, ask"},
		{name: "no room", d: Decision{Request: "r-one", Decision: event.Allow}, full: true, code: CodeBusy, says: "no room"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &fake{board: board.New(snap), full: c.full}
			f.after = func(session.Command) { f.board.Publish(asking(request("r-one", session.Sent, all...))) }
			got, err := serve(t, f).Decide(t.Context(), c.d)
			if c.code != "" {
				e, ok := errors.AsType[*Error](err)
				if !ok || e.Code != c.code || !strings.Contains(e.Message, c.says) {
					t.Fatalf("Decide(%+v) = %v, want %s: %s", c.d, err, c.code, c.says)
				}
				return
			}
			if got != c.want || err != nil {
				t.Errorf("Decide(%+v) = %+v, %v, want %+v", c.d, got, err, c.want)
			}
			cmd := f.got[0]
			if cmd.Kind != session.Decide || cmd.Request != "r-one" || cmd.Answer.Decision != c.d.Decision || cmd.Answer.Reason != c.d.Reason {
				t.Errorf("the keeper got %+v", cmd)
			}
		})
	}
}

// Nobody says that an answer was accepted which came too late: the hook had gone, or its session.
func TestDecideSeesTheRequestGo(t *testing.T) {
	f := &fake{board: board.New(asking(request("r1", session.Offered, event.Allow)))}
	f.after = func(session.Command) { f.board.Publish(asking()) }
	got, err := serve(t, f).Decide(t.Context(), Decision{Request: "r1", Decision: event.Allow})
	if want := (Decided{"r1", session.Expired}); got != want || err != nil {
		t.Errorf("Decide = %+v, %v, want %+v", got, err, want)
	}
}

func TestWatch(t *testing.T) {
	f := &fake{board: board.New(&session.Snapshot{Seq: 1})}
	c := serve(t, f)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var seen []uint64
	err := c.Watch(ctx, func(s *session.Snapshot) error {
		seen = append(seen, s.Seq)
		if s.Seq == 3 {
			return context.Canceled
		}
		f.board.Publish(&session.Snapshot{Seq: s.Seq + 1})
		return nil
	})
	if diff := cmp.Diff([]uint64{1, 2, 3}, seen); diff != "" || !errors.Is(err, context.Canceled) {
		t.Errorf("Watch saw (-want +got):\n%s%v", diff, err)
	}
}

func TestWish(t *testing.T) {
	f := &fake{board: board.New(&session.Snapshot{}), screen: true}
	c := serve(t, f)
	for _, w := range []Wish{Show, Hide, Quit, Summon} {
		if err := c.Wish(t.Context(), w); err != nil {
			t.Errorf("%v: %v", w, err)
		}
	}
	if diff := cmp.Diff([]Wish{Show, Hide, Quit, Summon}, f.wishes); diff != "" {
		t.Errorf("wishes (-want +got):\n%s", diff)
	}
	f.screen = false
	if e, ok := errors.AsType[*Error](c.Wish(t.Context(), Show)); !ok || e.Code != CodeNoScreen {
		t.Errorf("a wish without a pet = %v, want %s", e, CodeNoScreen)
	}
}

func TestNobodyListens(t *testing.T) {
	_, err := NewClient(sock.Path(t.TempDir())).Status(t.Context())
	if !errors.Is(err, ErrNotRunning) {
		t.Errorf("Status = %v, want ErrNotRunning", err)
	}
}

func TestStrangeRequestsAreRefused(t *testing.T) {
	f := &fake{board: board.New(&session.Snapshot{}), screen: true}
	path := sock.Path(t.TempDir())
	l, err := sock.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	web := &http.Server{Handler: Handler(t.Context(), f)}
	go web.Serve(l)
	defer web.Close()
	hc := &http.Client{Transport: &http.Transport{DisableKeepAlives: true,
		DialContext: func(context.Context, string, string) (net.Conn, error) { return sock.Dial(path, time.Second) }}}
	for _, c := range []struct {
		name, method, url, body string
		status                  int
	}{
		{"another host", "GET", "http://evil.example/v1/status", "", 403},
		{"no such page", "GET", "http://dango/v2/status", "", 404},
		{"wrong method", "GET", "http://dango/v1/quit", "", 404},
		{"not JSON", "POST", "http://dango/v1/decide", "x", 400},
		{"unknown field", "POST", "http://dango/v1/decide", `{"requests":"r1"}`, 400},
		{"too long", "POST", "http://dango/v1/decide", `{"reason":"` + strings.Repeat("x", maxBody) + `"}`, 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			req, err := http.NewRequestWithContext(t.Context(), c.method, c.url, strings.NewReader(c.body))
			if err != nil {
				t.Fatal(err)
			}
			resp, err := hc.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != c.status {
				t.Errorf("%s %s = %s, want %d", c.method, c.url, resp.Status, c.status)
			}
		})
	}
}
