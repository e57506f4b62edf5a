package core

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"dango/ingress/control"
	"dango/ingress/events"
	"dango/ingress/sock"
	"dango/prefs"
	"dango/session"
	"dango/session/event"
)

// patient bounds what must happen at once; it is only reached by a failure.
const patient = 20 * time.Second

// running is a core with the event API on a free port.
func running(t *testing.T, config string) *Core { return runningAs(t, Options{}, config) }

func runningAs(t *testing.T, o Options, config string) *Core {
	t.Helper()
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "config.json"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	o.Home = home
	if o.Getenv == nil {
		o.Getenv = func(string) string { return home } // no agent of this machine is found
	}
	c, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(c.Paths().Endpoint()); err == nil {
			t.Error("run/endpoint is left behind")
		}
	})
	return c
}

// until waits for what happens on other goroutines, that tell nobody.
func until(t *testing.T, what string, cond func() bool) {
	t.Helper()
	late := time.After(patient)
	again := time.NewTicker(2 * time.Millisecond)
	defer again.Stop()
	for !cond() {
		select {
		case <-again.C:
		case <-late:
			t.Fatalf("waited %s in vain for %s", patient, what)
		}
	}
}

// endpoint waits for the event API over TCP.
func endpoint(t *testing.T, c *Core) prefs.Endpoint {
	t.Helper()
	var e prefs.Endpoint
	until(t, "an endpoint", func() bool {
		var err error
		e, err = c.Paths().ReadEndpoint()
		return err == nil && e.URL != "" && e.URL == c.Status().Endpoint
	})
	return e
}

func post(t *testing.T, url, body string, head ...string) int {
	t.Helper()
	r, err := http.NewRequest("POST", url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

// shown waits until a session of that id is shown, or until it is not.
func shown(t *testing.T, c *Core, id string, want bool) (s session.Session) {
	t.Helper()
	until(t, fmt.Sprintf("%s shown: %v", id, want), func() bool {
		found := false
		for _, x := range c.Board().Latest().Sessions {
			if x.Key.ID == id {
				s, found = *x, true
			}
		}
		return found == want
	})
	return s
}

func set(t *testing.T, c *Core, key, value string) {
	t.Helper()
	if err := c.Prefs().Set(key, value); err != nil {
		t.Fatal(err)
	}
}

func TestEventOverTCPIsABubble(t *testing.T) {
	c := running(t, `{"events":{"port":0}}`)
	e := endpoint(t, c)
	if got := post(t, e.URL+"/events", `{"source":"ci","state":"failed","title":"Tests"}`); got != 202 {
		t.Fatalf("status %d", got)
	}
	if s := shown(t, c, "ci", true); s.Title != "Tests" || s.State != session.ErrorInterrupted {
		t.Errorf("session = %+v", s)
	}
	c.Submit(session.Command{Kind: session.Dismiss, Key: session.Key{Tool: event.Custom, ID: "ci"}})
	shown(t, c, "ci", false)
	until(t, "the router to know", func() bool {
		h, err := events.NewClient(c.Paths().Socket()).Health(t.Context())
		return err == nil && h.ActiveEvents == 0
	})
	if n := c.Counters()["eventsAccepted"]; n != 1 {
		t.Errorf("eventsAccepted = %d", n)
	}
}

func TestTokenIsAskedForLive(t *testing.T) {
	c := running(t, `{"events":{"port":0}}`)
	e := endpoint(t, c)
	set(t, c, "events.auth", `"token"`)
	for _, x := range []struct {
		head []string
		want int
	}{{nil, 401}, {[]string{"Authorization", "Bearer " + e.Token}, 202}} {
		if got := post(t, e.URL+"/events", `{}`, x.head...); got != x.want {
			t.Errorf("with %v: %d, want %d", x.head, got, x.want)
		}
	}
	if _, err := events.NewClient(c.Paths().Socket()).Post(t.Context(), &events.Event{State: "running"}); err != nil {
		t.Errorf("the socket asks for a token: %v", err)
	}
}

func TestPortFollowsThePreferences(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port
	c := running(t, fmt.Sprintf(`{"events":{"port":%d}}`, port))
	until(t, "a problem that names the port", func() bool {
		return strings.Contains(strings.Join(c.Status().Problems, "\n"), fmt.Sprintf("port %d cannot be used", port))
	})
	for range 2 { // it is tried again every now and then
		c.openPort(t.Context(), nil, c.store.Config().Events)()
	}
	if log := logged(t, c); strings.Count(log, `"msg":"no event API over TCP"`) != 1 {
		t.Errorf("a port that is taken is told of once, not as often as it is tried:\n%s", log)
	}
	// Everything else runs, the socket's own HTTP too.
	if _, err := control.NewClient(c.Paths().Socket()).Status(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := events.NewClient(c.Paths().Socket()).Post(t.Context(), &events.Event{Source: "x", State: "waiting"}); err != nil {
		t.Error(err)
	}
	shown(t, c, "x", true)

	set(t, c, "events.port", "0")
	e := endpoint(t, c)
	if len(c.Status().Problems) != 0 {
		t.Errorf("problems after the change: %v", c.Status().Problems)
	}
	set(t, c, "events.enabled", "false")
	until(t, "the port to be given up", func() bool { return c.Status().Endpoint == "" })
	if conn, err := net.Dial("tcp", strings.TrimPrefix(e.URL, "http://")); err == nil {
		conn.Close()
		t.Error("the port is still open")
	}
}

func TestLineIsAHook(t *testing.T) {
	c := running(t, `{"events":{"port":0}}`)
	line := `{"kind":"event","event":"UserPromptSubmit","session_id":"s1","cwd":"/w/shop","agent_type":"codex"}` + "\n"
	if err := sock.Send(c.Paths().Socket(), []byte(line), patient); err != nil {
		t.Fatal(err)
	}
	if s := shown(t, c, "s1", true); s.Key.Tool != event.Codex || s.State != session.Responding {
		t.Errorf("session = %+v", s)
	}
	if err := sock.Send(c.Paths().Socket(), []byte(`{"kind":"quit"}`), patient); err != nil {
		t.Fatal(err)
	}
	select {
	case w := <-c.Shows():
		if w != control.Quit {
			t.Errorf("wish = %v", w)
		}
	case <-time.After(patient):
		t.Error("quit was not heard")
	}
}

func TestHookOverTCPNeedsTheToken(t *testing.T) {
	c := running(t, `{"events":{"port":0}}`)
	e := endpoint(t, c)
	body := `{"session_id":"s2","hook_event_name":"UserPromptSubmit","prompt":"hi"}`
	post(t, e.URL+"/hook/claude-code", body)
	if got := post(t, e.URL+"/hook/claude-code", strings.Replace(body, "s2", "s3", 1), events.TokenHeader, e.Token); got != 204 {
		t.Errorf("status %d", got)
	}
	shown(t, c, "s3", true)
	if n := c.Counters()["eventsHooks"]; n != 1 {
		t.Errorf("%d hooks were taken, want only the one with the token", n)
	}
}

// What a click opens is given to the desktop's opener as one argument, and only while it is allowed.
func TestOpen(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("xdg-open is Linux's")
	}
	bin, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	script := "#!/bin/sh\nprintf '%s|%s' \"$#\" \"$1\" > \"$DANGO_TEST_OUT.new\" && mv \"$DANGO_TEST_OUT.new\" \"$DANGO_TEST_OUT\"\n"
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	t.Setenv("DANGO_TEST_OUT", out)
	c := running(t, `{"events":{"port":0},"trustedSources":{"ci":{"actions":["open_url"],"urlHosts":["github.com"]}}}`)
	const url = "https://github.com/o/r?q=$(touch%20x)&b=2"
	_, err := events.NewClient(c.Paths().Socket()).Post(t.Context(), &events.Event{
		Source: "ci:nightly", State: "failed", Action: &events.Action{Type: "open_url", URL: url},
	})
	if err != nil {
		t.Fatal(err)
	}
	shown(t, c, "ci:nightly", true)
	cl := control.NewClient(c.Paths().Socket())
	if err := cl.Open(t.Context(), "ci:nightly"); err != nil {
		t.Fatal(err)
	}
	until(t, "xdg-open", func() bool { _, err := os.Stat(out); return err == nil })
	if got, err := os.ReadFile(out); string(got) != "1|"+url {
		t.Errorf("xdg-open was called with %q, %v", got, err)
	}
	set(t, c, "trustedSources", `{}`)
	if err := cl.Open(t.Context(), "ci:nightly"); err == nil || !strings.Contains(err.Error(), "may not") {
		t.Errorf("Open of what is not allowed any more = %v", err)
	}
}

// The socket speaks the event API with the names that curl sends.
func TestSocketSpeaksTheSameHTTP(t *testing.T) {
	c := running(t, `{"events":{"enabled":false}}`)
	for _, host := range []string{"localhost", "dango", "127.0.0.1:17321"} {
		h := &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
			return sock.Dial(c.Paths().Socket(), patient)
		}}}
		resp, err := h.Get("http://" + host + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		var got events.Health
		if err := json.Unmarshal(text, &got); err != nil || !got.OK || got.Status != "ok" {
			t.Errorf("%s: %s, %v", host, text, err)
		}
	}
}

// Where run/endpoint cannot be written the port goes on, and the file is written once that can be done.
func TestThePortStaysWhenItCannotBeTold(t *testing.T) {
	c := running(t, `{"events":{"port":0}}`)
	e := endpoint(t, c)
	file := c.Paths().Endpoint()
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(file, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	c.tellPort()
	if url, problem := c.web.told(); url != e.URL || problem == "" || c.web.failed() || !c.web.unknown() {
		t.Errorf("told %q, %q: want the same port, and that the file is missing", url, problem)
	}
	if err := os.RemoveAll(file); err != nil {
		t.Fatal(err)
	}
	nudge(c.web.changed)
	until(t, "the file", func() bool {
		again, err := c.Paths().ReadEndpoint()
		return err == nil && again.URL == e.URL && !c.web.unknown()
	})
	if url, problem := c.web.told(); url != e.URL || problem != "" {
		t.Errorf("told %q, %q: want the same port and no problem", url, problem)
	}
}
