package core

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// attacks are what a page tries on the address in API with every means that a browser has. It gives back what it could
// read of the answers: nothing, if all is well.
const attacks = `(async () => {
	const event = type => JSON.stringify({source: "evil", type: type, level: "danger", title: "evil", ttlMs: 0});
	const read = [];
	const attempt = async (name, f) => { try { const r = await f(); if (r) read.push(name + ": " + r) } catch (e) {} };
	const text = async r => r.type === "opaque" || !r.ok ? "" : r.status + " " + await r.text();
	for (const mode of ["no-cors", "cors", "same-origin"])
		for (const type of ["text/plain", "application/json", "application/x-www-form-urlencoded"])
			await attempt("fetch " + mode, async () => text(await fetch(API + "/events",
				{method: "POST", mode, headers: {"Content-Type": type}, body: event(mode + type)})));
	await attempt("get", async () => text(await fetch(API + "/healthz")));
	await attempt("hook", async () => text(await fetch(API + "/hook/claude-code", {method: "POST", mode: "no-cors",
		body: '{"session_id":"evil","hook_event_name":"UserPromptSubmit","prompt":"evil"}'})));
	await attempt("xhr", () => new Promise(done => {
		const x = new XMLHttpRequest();
		x.onloadend = () => done(x.status >= 200 && x.status < 300 ? x.responseText : "");
		x.open("POST", API + "/events"); x.send(event("xhr"));
	}));
	navigator.sendBeacon(API + "/events", event("beacon"));
	await new Promise(done => {
		const frame = document.createElement("iframe"), form = document.createElement("form"), field = document.createElement("input");
		frame.name = "frame";
		frame.onload = () => { if (form.parentNode) done() };
		document.body.append(frame);
		form.method = "post"; form.enctype = "text/plain"; form.action = API + "/events"; form.target = "frame";
		field.name = '{"source":"evil","level":"danger","title":"evil","x":"'; field.value = '"}';
		form.append(field); document.body.append(form); form.submit();
		setTimeout(done, 3000);
	});
	await new Promise(done => { const i = new Image(); i.onload = i.onerror = done; i.src = API + "/events" });
	return read.join("\n");
})()`

// A web page cannot send an event and reads no answer: not from another site, and not when its own name has come to mean
// this machine.
func TestBrowserIsRefused(t *testing.T) {
	c := running(t, `{"events":{"port":0}}`)
	api, err := url.Parse(endpoint(t, c).URL)
	if err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<!DOCTYPE html><title>a page</title><body>")
	}))
	defer site.Close()
	_, port, _ := strings.Cut(site.Listener.Addr().String(), ":")
	b := browse(t)
	for _, page := range []struct{ name, address, api string }{
		{"another site", "http://site.test:" + port, api.String()},
		{"another site by another name", "http://site.test:" + port, "http://localhost:" + api.Port()},
		{"a page of this machine", site.URL, api.String()},
		{"rebinding", "http://evil.test:" + api.Port() + "/healthz", "http://evil.test:" + api.Port()},
	} {
		t.Run(page.name, func(t *testing.T) {
			b.visit(page.address)
			if text := b.eval(`document.body.innerText`); strings.Contains(text, `"ok":true`) {
				t.Errorf("the page reads %s", text)
			}
			if read := b.eval(strings.ReplaceAll(attacks, "API", fmt.Sprintf("%q", page.api))); read != "" {
				t.Errorf("the page read:\n%s", read)
			}
		})
	}
	if s := c.Board().Latest().Sessions; len(s) > 0 {
		t.Fatalf("a page has sent events: the pet shows %q", s[0].Title)
	}
	// What is no web page is heard all the same.
	r, err := http.Post(api.String()+"/events", "application/json", strings.NewReader(`{"source":"ci","level":"success","title":"built"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	until(t, "the event of a program", func() bool { return len(c.Board().Latest().Sessions) == 1 })
}

// browser is a headless Chromium with one page, steered over its own protocol.
type browser struct {
	t    *testing.T
	ctx  context.Context
	conn *websocket.Conn
	next int
}

// chromium are the names of the program; the first one is the smallest.
var chromium = []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"}

// browse starts a browser for which site.test and evil.test are this machine.
func browse(t *testing.T) *browser {
	t.Helper()
	var program string
	for _, name := range chromium {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skipf("no browser is here: one of %s; make need-test installs one on Debian", strings.Join(chromium, ", "))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cmd := exec.CommandContext(ctx, program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0",
		"--user-data-dir="+t.TempDir(), "--host-resolver-rules=MAP *.test 127.0.0.1", "about:blank")
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	asGroup(cmd)
	words, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = cmd.Wait() // it was ended
	})
	b := &browser{t: t, ctx: ctx}
	lines := bufio.NewScanner(words)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "DevTools listening on ws://"); ok {
			b.connect(strings.Split(address, "/")[0])
			go io.Copy(io.Discard, words)
			return b
		}
	}
	t.Fatal("the browser ended before it listened")
	return nil
}

// connect takes over the page that the browser has open.
func (b *browser) connect(address string) {
	b.t.Helper()
	r, err := http.Get("http://" + address + "/json/list")
	if err != nil {
		b.t.Fatal(err)
	}
	defer r.Body.Close()
	var pages []struct {
		Type   string `json:"type"`
		Socket string `json:"webSocketDebuggerUrl"`
	}
	if err := json.NewDecoder(r.Body).Decode(&pages); err != nil || len(pages) == 0 {
		b.t.Fatalf("the browser's pages are %v, %v", pages, err)
	}
	if b.conn, _, err = websocket.Dial(b.ctx, pages[0].Socket, nil); err != nil {
		b.t.Fatal(err)
	}
	b.conn.SetReadLimit(1 << 20)
	b.call("Page.enable", map[string]any{}, nil)
}

// message is what the browser says: an answer with an id, or news with a method.
type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// call has the browser do something and waits for its answer, and after it for the news called event, if that is named.
func (b *browser) call(method string, params any, result any, event ...string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patient)
	defer cancel()
	b.next++
	if err := wsjson.Write(ctx, b.conn, map[string]any{"id": b.next, "method": method, "params": params}); err != nil {
		b.t.Fatal(err)
	}
	answered := false
	for !answered || len(event) > 0 {
		var m message
		if err := wsjson.Read(ctx, b.conn, &m); err != nil {
			b.t.Fatalf("%s: %v", method, err)
		}
		switch {
		case m.ID == b.next && m.Error != nil:
			b.t.Fatalf("%s: %s", method, m.Error.Message)
		case m.ID == b.next:
			answered = true
			if result != nil {
				if err := json.Unmarshal(m.Result, result); err != nil {
					b.t.Fatal(err)
				}
			}
		case len(event) > 0 && m.Method == event[0]:
			event = nil
		}
	}
}

// visit opens an address and waits until it is shown.
func (b *browser) visit(address string) {
	b.t.Helper()
	var r struct {
		Error string `json:"errorText"`
	}
	b.call("Page.navigate", map[string]any{"url": address}, &r, "Page.loadEventFired")
	if r.Error != "" {
		b.t.Fatalf("visit %s: %s", address, r.Error)
	}
}

// eval runs a script in the page as if it were the page's own, and gives its text.
func (b *browser) eval(script string) string {
	b.t.Helper()
	var r struct {
		Result struct {
			Value string `json:"value"`
		} `json:"result"`
		Exception json.RawMessage `json:"exceptionDetails"`
	}
	b.call("Runtime.evaluate", map[string]any{"expression": script, "awaitPromise": true, "returnByValue": true}, &r)
	if r.Exception != nil {
		b.t.Fatalf("the script failed: %s", r.Exception)
	}
	return r.Result.Value
}
