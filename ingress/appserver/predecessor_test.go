package appserver

import (
	"encoding/json"
	"testing"
	"time"

	"dango/ingress/codex"
	"dango/session"
)

// TestPredecessor: a terminal that shows another thread leaves the old one, when there is no doubt which that is.
func TestPredecessor(t *testing.T) {
	at := func(id, cwd string, s status) *thread {
		return &thread{ID: id, SessionID: id, Cwd: cwd, Source: json.RawMessage(`"vscode"`), Status: s}
	}
	newer := func(id string) *thread {
		t := at(id, "/shop", status{Type: idle})
		t.CreatedAt = 1
		return t
	}
	rests, works := status{Type: idle}, status{Type: active}
	for _, tt := range []struct {
		name      string
		others    []*thread
		terminals int
		want      session.Key
	}{
		{"one terminal", []*thread{at("a", "/shop", rests)}, 1, codex.Key("a")},
		{"a second terminal", []*thread{at("a", "/shop", rests)}, 2, session.Key{}},
		{"another folder", []*thread{at("a", "/till", rests)}, 1, session.Key{}},
		{"the other one works", []*thread{at("a", "/shop", rests), at("b", "/shop", works)}, 2, codex.Key("a")},
		{"one of two", []*thread{at("a", "/shop", rests), at("b", "/shop", rests)}, 2, session.Key{}},
		{"one terminal that showed two", []*thread{at("a", "/shop", rests), newer("b")}, 1, codex.Key("b")},
		{"the other one failed", []*thread{at("a", "/shop", status{Type: systemError})}, 1, codex.Key("a")},
		{"a subagent's", []*thread{{ID: "a", Cwd: "/shop", Parent: "b", Status: rests}}, 1, session.Key{}},
	} {
		w := &watcher{threads: map[string]*thread{}, terminals: func() []seat { return make([]seat, tt.terminals) }, now: time.Now}
		for _, o := range tt.others {
			w.threads[o.ID] = o
		}
		if got := w.predecessor(at("new", "/shop", rests)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		if tt.want.ID == "" {
			continue
		}
		if got := w.predecessor(at("newer", "/shop", rests)); got == tt.want {
			t.Errorf("%s: %v is left twice", tt.name, got)
		}
	}
}

// TestTypedIn: of two terminals in one folder, both at rest, the one that was typed in just now opened the thread.
func TestTypedIn(t *testing.T) {
	now := time.Unix(10_000, 0)
	ago := func(s int) time.Time { return now.Add(-time.Duration(s) * time.Second) }
	for _, tt := range []struct {
		name     string
		terminal [2]seat
		opened   [2]int // seconds ago
		want     string
	}{
		{"the first", [2]seat{{ago(100), ago(5)}, {ago(80), ago(60)}}, [2]int{85, 78}, "a"},
		{"the second", [2]seat{{ago(100), ago(60)}, {ago(80), ago(0)}}, [2]int{85, 78}, "b"},
		{"both", [2]seat{{ago(100), ago(9)}, {ago(80), ago(1)}}, [2]int{85, 78}, ""},
		{"neither", [2]seat{{ago(100), ago(60)}, {ago(80), ago(11)}}, [2]int{85, 78}, ""},
		{"not known of one", [2]seat{{ago(100), ago(1)}, {ago(80), time.Time{}}}, [2]int{85, 78}, ""},
		{"its thread may be the other's", [2]seat{{ago(100), ago(1)}, {ago(90), ago(60)}}, [2]int{85, 78}, ""},
		{"it showed another before", [2]seat{{ago(1000), ago(1)}, {ago(80), ago(60)}}, [2]int{85, 78}, ""},
	} {
		w := &watcher{threads: map[string]*thread{}, terminals: func() []seat { return tt.terminal[:] }, now: func() time.Time { return now }}
		add := func(id string, at int64) *thread {
			return &thread{ID: id, SessionID: id, Cwd: "/shop", Source: json.RawMessage(`"vscode"`), Status: status{Type: idle}, CreatedAt: at}
		}
		for i, id := range []string{"a", "b"} {
			w.threads[id] = add(id, ago(tt.opened[i]).Unix())
		}
		want := session.Key{}
		if tt.want != "" {
			want = codex.Key(tt.want)
		}
		next := add("next", now.Unix())
		if got := w.predecessor(next); got != want {
			t.Errorf("%s: %v, want %v", tt.name, got, want)
		}
		if tt.want == "" {
			continue
		}
		w.threads["next"] = next
		if got := w.predecessor(add("after", now.Unix())); got != codex.Key("next") { // /clear once more
			t.Errorf("%s, again: %v, want the one that came after it", tt.name, got)
		}
	}
}
