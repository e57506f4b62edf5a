package events

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dango/session"
	"dango/session/event"
)

// api is an event API on a real port with a clock that only the test moves.
type api struct {
	t    *testing.T
	url  string
	host string
	h    *Handler

	mu   sync.Mutex
	now  time.Time
	got  []session.Item
	auth bool
}

const token = "0123456789abcdef"

func (a *api) SubmitWait(_ context.Context, it session.Item) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.got = append(a.got, it)
	return nil
}

func (a *api) clock() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.now
}

func (a *api) wait(d time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.now = a.now.Add(d)
}

// take gives what reached the keeper since the last call.
func (a *api) take() []session.Item {
	a.mu.Lock()
	defer a.mu.Unlock()
	got := a.got
	a.got = nil
	return got
}

func start(t *testing.T, policies Policies) *api {
	t.Helper()
	a := &api{t: t, now: time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)}
	log := slog.New(slog.DiscardHandler)
	a.h = &Handler{
		Router: NewRouter(t.Context(), a, a.clock), Policies: func() Policies { return policies }, Token: token,
		Auth: func() bool { return a.auth }, Log: log, Counters: new(Counters),
	}
	l, err := Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- Serve(ctx, l, a.h, log) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	a.host = l.Addr().String()
	a.url = "http://" + a.host
	return a
}

// answer is any body of the API.
type answer map[string]any

func (a *api) call(method, path, body string, edits ...func(*http.Request)) (int, answer, http.Header) {
	a.t.Helper()
	r, err := http.NewRequest(method, a.url+path, strings.NewReader(body))
	if err != nil {
		a.t.Fatal(err)
	}
	for _, f := range edits {
		f(r)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		a.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		a.t.Fatal(err)
	}
	var got answer
	if len(text) > 0 {
		if err := json.Unmarshal(text, &got); err != nil {
			a.t.Fatalf("%s %s answered %q", method, path, text)
		}
	}
	return resp.StatusCode, got, resp.Header
}

// post sends an event and wants 202 with that state.
func (a *api) post(body, state string) {
	a.t.Helper()
	status, got, _ := a.call("POST", "/events", body)
	if diff := cmp.Diff(answer{"ok": true, "state": state}, got); status != 202 || diff != "" {
		a.t.Errorf("POST %s = %d (-want +got):\n%s", body, status, diff)
	}
}

func (a *api) health(want answer) {
	a.t.Helper()
	want["ok"], want["status"] = true, "ok"
	status, got, _ := a.call("GET", "/healthz", "")
	if diff := cmp.Diff(want, got); status != 200 || diff != "" {
		a.t.Errorf("healthz = %d (-want +got):\n%s", status, diff)
	}
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) {
		if name == "Host" {
			r.Host = value
		}
		r.Header.Set(name, value)
	}
}

func TestEndpoints(t *testing.T) {
	a := start(t, nil)
	a.health(answer{"state": "idle", "activeEvents": 0.0, "hasAction": false})
	for _, c := range [][2]string{{"GET", "/events"}, {"POST", "/healthz"}, {"POST", "/terminal-plugin/events"}, {"GET", "/"}, {"PUT", "/events"}} {
		status, got, _ := a.call(c[0], c[1], "")
		if diff := cmp.Diff(answer{"ok": false, "error": "not_found"}, got); status != 404 || diff != "" {
			t.Errorf("%s %s = %d (-want +got):\n%s", c[0], c[1], status, diff)
		}
	}
}

func TestLevelsAndStates(t *testing.T) {
	for _, c := range []struct{ body, state string }{
		{`"level":"danger"`, "failed"}, {`"level":"warning"`, "waiting"}, {`"level":"success"`, "review"},
		{`"level":"running"`, "running"}, {`"level":"info"`, "idle"}, {`"title":"x"`, "idle"},
		{`"level":null,"state":null`, "idle"},
		{`"level":"danger","state":"running"`, "running"}, // state beats level
		{`"state":"idle"`, "idle"}, {`"state":"running"`, "running"}, {`"state":"waiting"`, "waiting"},
		{`"state":"failed"`, "failed"}, {`"state":"review"`, "review"}, {`"state":"jumping"`, "jumping"},
		{`"state":"waving"`, "waving"}, {`"state":"running-left"`, "running-left"}, {`"state":"running-right"`, "running-right"},
		{`"state":"running","unknown":{"a":[1]}`, "running"},
	} {
		start(t, nil).post("{"+c.body+"}", c.state)
	}
}

func TestInvalid(t *testing.T) {
	a := start(t, nil)
	for _, c := range []struct{ name, body, want string }{
		{"empty", ``, "no JSON object"},
		{"no JSON", `hello`, "no JSON object"},
		{"a list", `[]`, "no JSON object"},
		{"null", `null`, "must be a JSON object"},
		{"two objects", `{} {}`, "one JSON object"},
		{"unknown level", `{"level":"fatal"}`, `level "fatal"`},
		{"unknown state", `{"state":"dancing"}`, `state "dancing"`},
		{"level of the wrong type", `{"level":3}`, "level must not be number"},
		{"ttl of the wrong type", `{"ttlMs":"5"}`, "ttlMs must not be string"},
		{"half a millisecond", `{"ttlMs":0.5}`, "ttlMs must not be number"},
		{"negative ttl", `{"ttlMs":-1}`, "ttlMs is -1"},
		{"long source", `{"source":"` + strings.Repeat("s", 257) + `"}`, "at most 256"},
		{"control character in the source", `{"source":"a\u001b[1m"}`, "control characters"},
		{"all without clear", `{"all":true,"level":"running"}`, "goes with"},
		{"unknown action", `{"action":{"type":"run","path":"/bin/ls"}}`, "action type"},
	} {
		status, got, _ := a.call("POST", "/events", c.body)
		text, _ := got["error"].(string)
		if status != 400 || got["ok"] != false || !strings.Contains(text, c.want) {
			t.Errorf("%s: %d %v, want 400 with %q", c.name, status, got, c.want)
		}
	}
	a.health(answer{"state": "idle", "activeEvents": 0.0, "hasAction": false})
}

func TestPriorities(t *testing.T) {
	a := start(t, nil)
	order := []string{"review", "running", "waiting", "failed"}
	for i, state := range order {
		a.post(fmt.Sprintf(`{"source":"s%d","state":%q}`, i, state), state)
	}
	a.post(`{"source":"late","state":"review"}`, "failed")
	a.health(answer{"state": "failed", "activeEvents": 5.0, "hasAction": false, "currentSource": "s3"})
	for i := len(order) - 1; i > 0; i-- {
		a.post(fmt.Sprintf(`{"source":"s%d","type":"clear"}`, i), order[i-1])
	}
	// Ties: the one accepted last. Moving in some way is as urgent as running.
	a.post(`{"source":"a","state":"running"}`, "running")
	a.post(`{"source":"b","state":"jumping"}`, "jumping")
	a.post(`{"source":"c","state":"waving"}`, "waving")
	a.post(`{"source":"a","state":"running"}`, "running")
}

func TestLifetimes(t *testing.T) {
	for _, c := range []struct {
		body string
		ttl  time.Duration
	}{
		{`{"state":"failed"}`, 120 * time.Second}, {`{"state":"waiting"}`, 120 * time.Second},
		{`{"state":"review"}`, 45 * time.Second}, {`{"state":"running"}`, 15 * time.Second},
		{`{"state":"jumping"}`, 15 * time.Second}, {`{"state":"waving"}`, 15 * time.Second},
		{`{"state":"running-left"}`, 15 * time.Second}, {`{"state":"running-right"}`, 15 * time.Second},
		{`{"state":"running","ttlMs":300000}`, 300 * time.Second}, {`{"state":"running","ttlMs":1}`, time.Millisecond},
	} {
		a := start(t, nil)
		a.call("POST", "/events", c.body)
		p := a.take()[0].Post
		if !p.Until.Equal(a.now.Add(c.ttl)) {
			t.Errorf("%s is shown until %v, want %v", c.body, p.Until.Sub(a.now), c.ttl)
		}
		for _, step := range []struct {
			wait   time.Duration
			active float64
		}{{c.ttl - time.Nanosecond, 1}, {time.Nanosecond, 0}} {
			a.wait(step.wait)
			if _, got, _ := a.call("GET", "/healthz", ""); got["activeEvents"] != step.active {
				t.Errorf("%s after its time: %v", c.body, got)
			}
		}
	}
	a := start(t, nil)
	a.post(`{"state":"running","ttlMs":0}`, "running")
	a.wait(1000 * time.Hour)
	a.health(answer{"state": "running", "activeEvents": 1.0, "hasAction": false, "currentSource": "unknown"})
	if p := a.take()[0].Post; !p.Until.IsZero() {
		t.Errorf("ttlMs 0 is shown until %v", p.Until)
	}
}

func TestReplaceAndMerge(t *testing.T) {
	a := start(t, nil)
	a.post(`{"source":"a","state":"failed","dedupeKey":"k"}`, "failed")
	a.post(`{"source":"a","state":"running"}`, "running") // its own source's, whatever the priority
	a.post(`{"source":"b","state":"failed","dedupeKey":"k"}`, "failed")
	a.post(`{"source":"c","state":"review","dedupeKey":"k"}`, "running") // b's is gone
	a.post(`{"source":"d","state":"review"}`, "running")                 // no key merges with nothing
	a.health(answer{"state": "running", "activeEvents": 3.0, "hasAction": false, "currentSource": "a"})
	var gone []string
	for _, it := range a.take() {
		if it.Post.Gone {
			gone = append(gone, it.Post.Key.ID)
		}
	}
	if diff := cmp.Diff([]string{"b"}, gone); diff != "" {
		t.Errorf("bubbles taken away (-want +got):\n%s", diff)
	}
}

func TestClear(t *testing.T) {
	for _, c := range []struct {
		name, body, state string
		left              float64
	}{
		{"its own", `{"source":"a","type":"clear"}`, "waiting", 1},
		{"idle is clear", `{"source":"a","state":"idle"}`, "waiting", 1},
		{"somebody else's stays", `{"source":"x","type":"clear"}`, "failed", 2},
		{"without a name only the nameless", `{"type":"clear"}`, "failed", 2},
		{"a state does not matter", `{"source":"a","type":"clear","state":"failed"}`, "waiting", 1},
		{"everything", `{"type":"clear","all":true}`, "idle", 0},
	} {
		a := start(t, nil)
		a.post(`{"source":"b","state":"waiting"}`, "waiting")
		a.post(`{"source":"a","state":"failed"}`, "failed")
		a.post(c.body, c.state)
		if _, got, _ := a.call("GET", "/healthz", ""); got["activeEvents"] != c.left {
			t.Errorf("%s: %v, want %v left", c.name, got, c.left)
		}
	}
}

func TestFlashes(t *testing.T) {
	a := start(t, nil)
	a.post(`{"source":"ci","state":"review"}`, "review")
	a.take()
	for range 4 {
		a.post(`{"source":"f","type":"flash","level":"danger","message":"red"}`, "review") // does not change the state
	}
	got := a.take()
	if len(got) != 5 || got[3].Post.Key != got[0].Post.Key || !got[3].Post.Gone {
		t.Fatalf("four flashes made %d posts: the fourth takes the place of the first", len(got))
	}
	p := got[0].Post
	if !p.Flash || p.State != session.ErrorInterrupted || p.Until.Sub(a.now) != 4500*time.Millisecond || p.Title != "f" || p.Text != "red" {
		t.Errorf("flash = %+v", p)
	}
	a.post(`{"source":"f","transient":true,"level":"success","ttlMs":0}`, "review")
	if got := a.take(); len(got) != 0 {
		t.Errorf("a flash that would stay was shown: %+v", got[0].Post)
	}
	a.post(`{"source":"n","title":"just so you know"}`, "review") // info has no state, but something to say
	if got := a.take(); len(got) != 2 || !got[1].Post.Flash {
		t.Errorf("a note made %d posts", len(got))
	}
	a.health(answer{"state": "review", "activeEvents": 1.0, "hasAction": false, "currentSource": "ci"})
	a.post(`{"source":"n","type":"clear"}`, "review")
	if got := a.take(); len(got) != 1 || !got[0].Post.Gone {
		t.Errorf("clear of a flash made %d posts", len(got))
	}
}

func TestWhatIsShown(t *testing.T) {
	for _, c := range []struct {
		body string
		want session.Post
	}{
		{`{"source":"ci","type":"ci.workflow","title":"Tests","message":"red","level":"danger","cwd":"/w/shop"}`,
			session.Post{State: session.ErrorInterrupted, Title: "Tests", Text: "red", Cwd: "/w/shop"}},
		{`{"source":"ci","type":"ci.workflow","level":"danger"}`,
			session.Post{State: session.ErrorInterrupted, Title: "ci.workflow", Text: "danger"}},
		{`{"source":"ci","state":"waving"}`, session.Post{State: session.Responding, Title: "ci", Text: "waving", Pose: "waving"}},
		{`{"source":"ci","type":"codex.permission.request","level":"warning","message":"rm x"}`,
			session.Post{State: session.Waiting, Title: "codex.permission.request", Text: "approval required: rm x"}},
	} {
		a := start(t, nil)
		a.call("POST", "/events", c.body)
		got := *a.take()[0].Post
		c.want.Key = session.Key{Tool: event.Custom, ID: "ci"}
		got.Closed, got.Until = nil, time.Time{}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.body, diff)
		}
	}
}

func TestDismissedIsGone(t *testing.T) {
	a := start(t, nil)
	a.post(`{"source":"a","state":"failed"}`, "failed")
	old := a.take()[0].Post
	a.post(`{"source":"a","state":"failed"}`, "failed")
	old.Closed()
	a.post(`{"source":"b","state":"review"}`, "failed")
	a.take()[0].Post.Closed()
	a.health(answer{"state": "review", "activeEvents": 1.0, "hasAction": false, "currentSource": "b"})
}

func TestRateLimits(t *testing.T) {
	for source, limit := range map[string]int{
		"codex-cli": 30, "claude-code": 30, "ci": 10, "petctl": 20, "": 20,
		"codex-cli:0a1b2c3d": 30, "ci:nightly": 10, "other:ci": 20,
	} {
		a := start(t, nil)
		body := fmt.Sprintf(`{"source":%q,"state":"running"}`, source)
		for range limit {
			a.wait(time.Second)
			a.post(body, "running")
		}
		status, got, head := a.call("POST", "/events", body)
		left := time.Minute - time.Duration(limit-1)*time.Second // until the oldest is a minute old
		want := answer{"ok": false, "error": "rate_limited", "retryAfterMs": float64(left.Milliseconds())}
		if diff := cmp.Diff(want, got); status != 429 || diff != "" || head.Get("Retry-After") != fmt.Sprint(int(left.Seconds())) {
			t.Errorf("%q over its limit: %d, Retry-After %q (-want +got):\n%s", source, status, head.Get("Retry-After"), diff)
		}
		// Clear and idle take away and are free; another source has a minute of its own.
		a.post(fmt.Sprintf(`{"source":%q,"type":"clear"}`, source), "idle")
		a.post(fmt.Sprintf(`{"source":%q,"state":"idle"}`, source), "idle")
		a.post(`{"source":"someone","state":"running"}`, "running")
		a.wait(left - time.Millisecond)
		if status, got, _ := a.call("POST", "/events", body); status != 429 || got["retryAfterMs"] != 1.0 {
			t.Errorf("%q a millisecond early: %d %v", source, status, got)
		}
		a.wait(time.Millisecond)
		if status, got, _ := a.call("POST", "/events", body); status != 202 {
			t.Errorf("%q a minute after its first: %d %v", source, status, got)
		}
	}
}

// The checks come in one order: each body is wrong in all later ways too.
func TestOrderOfChecks(t *testing.T) {
	a := start(t, nil)
	a.auth = true
	large := strings.Repeat("x", MaxBody+1)
	known := header("Authorization", "Bearer "+token)
	for _, c := range []struct {
		name, path, body string
		edits            []func(*http.Request)
		want             int
	}{
		{"a page before the size", "/events", large, []func(*http.Request){header("Origin", "http://evil.example")}, 403},
		{"the size before the path", "/nowhere", large, nil, 413},
		{"the size before the token", "/events", large, nil, 413},
		{"the path before the token", "/nowhere", "{", nil, 404},
		{"the token before the body", "/events", "{", nil, 401},
		{"a wrong token", "/events", "{}", []func(*http.Request){header("Authorization", "Bearer nope")}, 401},
		{"the body", "/events", "{", []func(*http.Request){known}, 400},
		{"all is well", "/events", "{}", []func(*http.Request){known}, 202},
	} {
		if status, got, _ := a.call("POST", c.path, c.body, c.edits...); status != c.want {
			t.Errorf("%s: %d %v, want %d", c.name, status, got, c.want)
		}
	}
	a.health(answer{"state": "idle", "activeEvents": 0.0, "hasAction": false}) // no token needed

	// A refused action has used up its unit.
	b := start(t, nil)
	refused := `{"source":"ci","state":"running","action":{"type":"open_url","url":"https://github.com"}}`
	for range 10 {
		if status, _, _ := b.call("POST", "/events", refused); status != 403 {
			t.Fatalf("status %d, want 403", status)
		}
	}
	if status, _, _ := b.call("POST", "/events", refused); status != 429 {
		t.Errorf("the eleventh is %d, want 429: the limit comes first", status)
	}
}

func TestSize(t *testing.T) {
	a := start(t, nil)
	body := `{"state":"running","title":"` + strings.Repeat("x", MaxBody)
	if status, got, _ := a.call("POST", "/events", body[:MaxBody-2]+`"}`); status != 202 {
		t.Errorf("16 KiB: %d %v", status, got)
	}
	status, got, _ := a.call("POST", "/events", body[:MaxBody-1]+`"}`)
	if diff := cmp.Diff(answer{"ok": false, "error": "payload_too_large"}, got); status != 413 || diff != "" {
		t.Errorf("one byte more: %d (-want +got):\n%s", status, diff)
	}
}

func TestWebPagesAreRefused(t *testing.T) {
	a := start(t, nil)
	for _, c := range []struct {
		name string
		edit func(*http.Request)
		want int
	}{
		{"a script", func(*http.Request) {}, 202},
		{"a script that says localhost", header("Host", "localhost:17321"), 202},
		{"a name that resolves to us", header("Host", "evil.example:17321"), 403},
		{"a name that begins like ours", header("Host", "127.0.0.1.evil.example"), 403},
		{"another site", header("Origin", "https://evil.example"), 403},
		{"a sandboxed page", header("Origin", "null"), 403},
		{"a page of ours, of which there is none", header("Origin", "http://127.0.0.1:17321"), 403},
		{"a page that hides its origin", header("Sec-Fetch-Site", "cross-site"), 403},
		{"the user's own address bar", header("Sec-Fetch-Site", "none"), 202},
		{"the local socket's name, over TCP", header("Host", "dango"), 403},
	} {
		status, got, _ := a.call("POST", "/events", `{"source":"x","type":"clear"}`, c.edit)
		if status != c.want {
			t.Errorf("%s: %d %v, want %d", c.name, status, got, c.want)
		}
		if c.want == 403 && got["error"] != "forbidden" {
			t.Errorf("%s: body %v", c.name, got)
		}
	}
	if status, _, _ := a.call("OPTIONS", "/events", "", header("Origin", "https://evil.example"),
		header("Access-Control-Request-Method", "POST")); status != 403 {
		t.Errorf("preflight: %d, want 403", status)
	}
}

func TestHooks(t *testing.T) {
	a := start(t, nil)
	const start = `{"session_id":"s1","hook_event_name":"SessionStart","cwd":"/w","source":"startup"}`
	known := header(TokenHeader, token)
	for _, c := range []struct {
		name, path, body string
		edit             func(*http.Request)
		reaches          bool
	}{
		{"a hook", "/hook/claude-code", start, known, true},
		{"with a bearer's token", "/hook/codex", start, header("Authorization", "bearer "+token), true},
		{"no token", "/hook/claude-code", start, func(*http.Request) {}, false},
		{"wrong token", "/hook/claude-code", start, header(TokenHeader, "x"), false},
		{"no JSON", "/hook/claude-code", "hello", known, false},
		{"too large", "/hook/claude-code", strings.Repeat(" ", maxHook) + start, known, false},
		{"a strange name", "/hook/..%2f", start, known, false},
	} {
		status, got, _ := a.call("POST", c.path, c.body, c.edit)
		if items := a.take(); status != 204 || got != nil || (len(items) == 1) != c.reaches {
			t.Errorf("%s: %d %v, %d events", c.name, status, got, len(items))
		}
	}
	a.call("POST", "/hook/codex", start, known)
	if ev := a.take()[0].Event; ev.Tool != event.Codex || ev.Kind != event.SessionStart || ev.SessionID != "s1" || ev.Reply != nil {
		t.Errorf("event = %+v", ev)
	}
}

func TestActions(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, other := filepath.Join(dir, "work"), filepath.Join(dir, "work-other")
	for _, d := range []string{filepath.Join(root, "shop"), other} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, mode := range map[string]os.FileMode{"build.log": 0o600, "x.desktop": 0o600, "tool": 0o700} {
		if err := os.WriteFile(filepath.Join(root, name), nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(other, filepath.Join(root, "out")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	data := filepath.Join(dir, "share")
	t.Setenv("XDG_DATA_HOME", data)
	t.Setenv("XDG_DATA_DIRS", data)
	if err := os.MkdirAll(filepath.Join(data, "applications"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "applications", "com.openai.codex.desktop"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	policies := Policies{
		"codex-cli": {
			Actions: []string{openURL, openFolder, openFile, openApp}, Hosts: []string{"github.com"}, Roots: []string{root},
			Apps: []string{"com.openai.codex", "org.absent"},
		},
		"ci":            {Actions: []string{openURL}, Hosts: []string{"github.com"}},
		"codex-cli:own": {},
	}
	for _, c := range []struct {
		name, source, action string
		status               int
		target               string
	}{
		{"a page", "codex-cli", `"type":"open_url","url":"https://github.com/o/r/actions"`, 202, "https://github.com/o/r/actions"},
		{"case of the host", "ci", `"type":"open_url","url":"https://GitHub.com:443/o"`, 202, "https://GitHub.com:443/o"},
		{"the family's policy", "codex-cli:1234", `"type":"open_url","url":"http://github.com"`, 202, "http://github.com"},
		{"its own policy before the family's", "codex-cli:own", `"type":"open_url","url":"http://github.com"`, 403, ""},
		{"no policy", "petctl", `"type":"open_url","url":"https://github.com"`, 403, ""},
		{"an action that is not in the policy", "ci", `"type":"open_folder","path":"/"`, 403, ""},
		{"another host", "ci", `"type":"open_url","url":"https://github.com.evil.example"`, 403, ""},
		{"a host in disguise", "ci", `"type":"open_url","url":"https://github.com@evil.example"`, 400, ""},
		{"another scheme", "ci", `"type":"open_url","url":"file:///etc/passwd"`, 400, ""},
		{"script", "ci", `"type":"open_url","url":"javascript:alert(1)"`, 400, ""},
		{"no host", "ci", `"type":"open_url","url":"https:///x"`, 400, ""},
		{"no url", "ci", `"type":"open_url"`, 400, ""},
		{"a folder", "codex-cli", `"type":"open_folder","path":"ROOT/shop"`, 202, filepath.Join(root, "shop")},
		{"the root itself", "codex-cli", `"type":"open_folder","path":"ROOT/"`, 202, root},
		{"a file", "codex-cli", `"type":"open_file","path":"ROOT/build.log"`, 202, filepath.Join(root, "build.log")},
		{"a neighbour that begins like the root", "codex-cli", `"type":"open_folder","path":"ROOT-other"`, 403, ""},
		{"up and out", "codex-cli", `"type":"open_folder","path":"ROOT/../work-other"`, 403, ""},
		{"a link that leads out", "codex-cli", `"type":"open_folder","path":"ROOT/out"`, 403, ""},
		{"elsewhere", "codex-cli", `"type":"open_file","path":"/etc/passwd"`, 403, ""},
		{"elsewhere, missing", "codex-cli", `"type":"open_file","path":"/no/such"`, 403, ""},
		{"missing", "codex-cli", `"type":"open_file","path":"ROOT/no"`, 400, ""},
		{"relative", "codex-cli", `"type":"open_file","path":"build.log"`, 400, ""},
		{"a file as a folder", "codex-cli", `"type":"open_folder","path":"ROOT/build.log"`, 400, ""},
		{"a folder as a file", "codex-cli", `"type":"open_file","path":"ROOT/shop"`, 400, ""},
		{"a launcher", "codex-cli", `"type":"open_file","path":"ROOT/x.desktop"`, 403, ""},
		{"a program", "codex-cli", `"type":"open_file","path":"ROOT/tool"`, 403, ""},
		{"an app that is not listed", "codex-cli", `"type":"open_app","bundleId":"com.evil"`, 403, ""},
		{"an app that is not installed", "codex-cli", `"type":"open_app","bundleId":"org.absent"`, 400, ""},
		{"no app's id", "codex-cli", `"type":"open_app","bundleId":"../x"`, 400, ""},
		{"a command", "codex-cli", `"type":"run_command","path":"/bin/sh"`, 400, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := start(t, policies)
			body := fmt.Sprintf(`{"source":%q,"state":"running","action":{%s}}`, c.source, strings.ReplaceAll(c.action, "ROOT", root))
			status, got, _ := a.call("POST", "/events", body)
			if status != c.status || status == 403 && (got["error"] != "action_not_allowed" || got["message"] == "") {
				t.Fatalf("%s = %d %v, want %d", body, status, got, c.status)
			}
			items := a.take()
			if status != 202 {
				if len(items) != 0 {
					t.Error("a refused event was shown")
				}
				return
			}
			if p := items[0].Post; p.Action == nil || p.Action.Target != c.target {
				t.Errorf("action = %+v, want %q", p.Action, c.target)
			}
			a.health(answer{"state": "running", "activeEvents": 1.0, "hasAction": true, "currentSource": c.source})
		})
	}
	t.Run("an app", func(t *testing.T) {
		if !installed("com.openai.codex") {
			t.Skip("apps have no desktop entries on this system")
		}
		a := start(t, policies)
		a.post(`{"source":"codex-cli","state":"running","action":{"type":"open_app","bundleId":"com.openai.codex"}}`, "running")
	})
}

// What was allowed at receipt must still be allowed at the click.
func TestCheckedAgainAtTheClick(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, secret := filepath.Join(dir, "work"), filepath.Join(dir, "secret")
	for _, d := range []string{filepath.Join(root, "shop"), secret} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	policies := Policies{"local-build": {Actions: []string{openFolder}, Roots: []string{root}}}
	a := start(t, policies)
	a.post(fmt.Sprintf(`{"source":"local-build","state":"running","action":{"type":"open_folder","path":%q}}`, filepath.Join(root, "shop")), "running")
	source, action, ok := a.h.Router.Action(session.Key{Tool: event.Custom, ID: "local-build"})
	if !ok {
		t.Fatal("the router does not know its own bubble")
	}
	if _, err := policies.Again(source, action); err != nil {
		t.Errorf("Again = %v", err)
	}
	if err := os.Remove(filepath.Join(root, "shop")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(root, "shop")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if got, err := policies.Again(source, action); err == nil {
		t.Errorf("Again = %+v after the folder became a link that leads out", got)
	}
	delete(policies, "local-build")
	if _, err := policies.Again(source, action); err == nil {
		t.Error("Again allows what the user has forbidden meanwhile")
	}
}

func TestTwoHundredClients(t *testing.T) {
	a := start(t, nil)
	var all sync.WaitGroup
	for i := range 200 {
		all.Go(func() {
			status, _, _ := a.call("POST", "/events", fmt.Sprintf(`{"source":"s%d","state":"running","ttlMs":0}`, i))
			if status != 202 {
				t.Errorf("client %d: %d", i, status)
			}
		})
	}
	all.Wait()
	_, got, _ := a.call("GET", "/healthz", "")
	if got["activeEvents"] != float64(maxActive) {
		t.Errorf("%v events are active, want the %d that there is room for", got["activeEvents"], maxActive)
	}
}

// A client that sends a header byte by byte, or no body, is closed while others are served.
func TestSlowClients(t *testing.T) {
	if testing.Short() {
		t.Skip("takes as long as the limits")
	}
	a := start(t, nil)
	began := time.Now()
	var slow []net.Conn
	for _, text := range []string{"POST /eve", "POST /events HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{"} {
		c, err := net.Dial("tcp", a.host)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := c.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		slow = append(slow, c)
	}
	a.post(`{"source":"quick","state":"running"}`, "running")
	for _, c := range slow {
		c.SetReadDeadline(began.Add(requestTime + 5*time.Second))
		if _, err := io.ReadAll(c); err != nil {
			t.Errorf("a slow client is still connected after %s: %v", time.Since(began), err)
		}
	}
}

func TestLoopbackOnly(t *testing.T) {
	l, err := Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	addr := l.Addr().(*net.TCPAddr)
	if !addr.IP.IsLoopback() {
		t.Errorf("listens on %v", addr)
	}
	if _, err := Listen(addr.Port); err == nil || !strings.Contains(err.Error(), fmt.Sprint(addr.Port)) {
		t.Errorf("Listen on a taken port = %v, want an error that names it", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{}`, `{"source":"a:b","level":"danger","ttlMs":0,"action":{"type":"open_url","url":"http://x"}}`, `[`, `null`, `{"ttlMs":1e99}`} {
		f.Add([]byte(s))
	}
	sink := &api{}
	f.Fuzz(func(t *testing.T, body []byte) {
		e, err := Parse(body)
		if err != nil {
			return
		}
		if e.Source == "" || len(e.Source) > maxSource {
			t.Errorf("source %q", e.Source)
		}
		r := NewRouter(t.Context(), sink, func() time.Time { return time.Unix(1<<30, 0) })
		r.Take(e)
		state, err := r.Accept(e, nil)
		if _, known := states[state]; err != nil || !known {
			t.Errorf("Accept = %q, %v", state, err)
		}
		if n := r.Health().ActiveEvents; (n == 1) != (state != idle) {
			t.Errorf("%d active events in state %s", n, state)
		}
	})
}
