package appserver

import (
	"encoding/json"
	"testing"

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
		w := &watcher{threads: map[string]*thread{}, terminals: func() int { return tt.terminals }}
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
