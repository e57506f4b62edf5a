package session

import (
	"testing"
	"time"

	"dango/session/event"
)

func started(by event.Tool, id string) edit {
	return func(e *Incoming) { e.ParentTool, e.ParentSession = by, id }
}

// lives tells of a process as the liveness witness does.
func (w *world) lives(p Process, ancestors ...Process) {
	w.sees(Evidence{Kind: SawProcess, Process: p, Ancestors: ancestors})
}

// TestNested: an agent that a tool of another started is its child, however it is known, and never takes its place.
func TestNested(t *testing.T) {
	outer, shell, inner := Process{7, 10}, Process{8, 20}, Process{9, 30}
	parent := Key{event.Codex, "outer"}
	begin := func(w *world) {
		w.event("outer", event.UserPrompt, of(event.Codex), pid(7, 10), tty("/dev/pts/3"), prompt("fix the login"))
	}
	nested := func(w *world, more ...edit) {
		w.event("inner", event.UserPrompt, append([]edit{pid(9, 30), tty("/dev/pts/3"), headless}, more...)...)
	}
	tests := []struct {
		name string
		do   func(w *world)
		want Key
	}{
		{"by its processes", func(w *world) { begin(w); nested(w); w.lives(inner, shell, outer) }, parent},
		{"the parent is found later", func(w *world) { nested(w); w.lives(inner, shell, outer); begin(w) }, parent},
		{"by the environment", func(w *world) { begin(w); nested(w, started(event.Codex, "outer")) }, parent},
		{"the environment is of a session that has gone", func(w *world) { begin(w); nested(w, started(event.Codex, "gone")) }, Key{}},
		{"its own environment", func(w *world) { begin(w); nested(w, started(event.ClaudeCode, "inner")) }, Key{}},
		{"processes know better", func(w *world) {
			begin(w)
			w.event("other", event.UserPrompt, of(event.Codex))
			nested(w, started(event.Codex, "other"))
			w.lives(inner, shell, outer)
		}, parent},
		{"the nearest", func(w *world) {
			w.event("grandmother", event.UserPrompt, pid(6, 5))
			begin(w)
			nested(w)
			w.lives(outer, Process{6, 5})
			w.lives(inner, shell, outer, Process{6, 5})
		}, parent},
		{"one process with two sessions", func(w *world) {
			begin(w)
			w.event("second", event.UserPrompt, of(event.Codex), pid(7, 10), tty("/dev/pts/4"))
			nested(w)
			w.lives(inner, shell, outer)
		}, Key{}},
		{"another process has the pid now", func(w *world) { begin(w); nested(w); w.lives(inner, shell, Process{7, 11}) }, Key{}},
		{"the parent ends", func(w *world) {
			begin(w)
			nested(w)
			w.lives(inner, shell, outer)
			w.event("outer", event.SessionEnd, of(event.Codex))
		}, Key{}},
		{"a circle", func(w *world) {
			w.event("outer", event.UserPrompt, of(event.Codex), started(event.ClaudeCode, "inner"))
			nested(w, started(event.Codex, "outer"))
		}, parent},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, Options{ShowHeadless: true})
			tt.do(w)
			s := w.session("inner")
			if s == nil || s.Parent != tt.want || (s.ParentTitle == "") != (tt.want == Key{}) {
				t.Fatalf("the nested agent is shown as %+v, want it a child of %v", s, tt.want)
			}
			if o := w.session("outer"); o != nil && tt.name != "a circle" && o.Parent != (Key{}) && tt.name != "the nearest" {
				t.Errorf("the outer one is a child of %v", o.Parent)
			}
			w.reg.Apply(w.now, Item{Command: &Command{Kind: Configure, Options: &Options{}}})
			w.wantNone("inner")
		})
	}
}

// TestNestedTitle: a child says its parent's title of the moment.
func TestNestedTitle(t *testing.T) {
	w := newWorld(t, Options{ShowHeadless: true})
	w.event("outer", event.SessionStart, pid(7, 10), cwd("/home/dev/shop"))
	w.event("inner", event.UserPrompt, headless, started(event.ClaudeCode, "outer"))
	if s := w.session("inner"); s.ParentTitle != "shop" {
		t.Errorf("ParentTitle = %q", s.ParentTitle)
	}
	w.event("outer", event.UserPrompt, prompt("fix the login"))
	w.wait(time.Second)
	if s := w.session("inner"); s.ParentTitle != "fix the login" {
		t.Errorf("ParentTitle = %q", s.ParentTitle)
	}
}
