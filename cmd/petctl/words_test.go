package main

import (
	"strings"
	"testing"
	"time"

	"dango/ingress/control"
	"dango/session"
	"dango/session/event"
)

// What a bubble shows can be read and heard: one line a session.
func TestPrintSnapshot(t *testing.T) {
	now := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
	s := &session.Snapshot{Sessions: []*session.Session{
		{Key: session.Key{Tool: event.Codex, ID: "01a22a37-85c1-one"}, Title: "tidy", Cwd: "/w/shop", State: session.ToolUse,
			StateSince: now.Add(-3 * time.Second), ToolName: "Bash", ToolDetail: "make  test", Background: 1,
			Subagents: []session.Subagent{{ID: "a"}, {ID: "b"}}, Mode: "plan"},
		{Key: session.Key{Tool: event.Codex, ID: "01a22a37-8b7f-two"}, Title: "read", State: session.ErrorInterrupted,
			StateSince: now, Error: "overloaded", LastText: "Let me look", Headless: true, ParentTitle: "tidy"},
		{Key: session.Key{Tool: event.Custom, ID: "ci"}, Title: "Tests", State: session.Review, StateSince: now.Add(-time.Hour),
			LastText: "all green", Action: &session.Action{Type: "open_url", Target: "https://github.com/o/r"}},
		{Key: session.Key{Tool: event.Custom, ID: "ci#1"}, Title: "moment", State: session.Idle, StateSince: now, Flash: true},
	}}
	var b strings.Builder
	printSnapshot(&b, s, now)
	for _, line := range []string{
		"3 sessions",
		"tool-use tidy /w/shop codex 3s 01a22a37-85 Bash make test · subagents: 2 · in the background: 1 · mode: plan",
		"error-interrupted read - codex 0s 01a22a37-8b overloaded · in tidy",
		"review Tests - custom 1h ci all green · opens https://github.com/o/r",
		"idle moment - custom 0s ci#1",
	} {
		found := false
		for l := range strings.Lines(b.String()) {
			found = found || strings.Join(strings.Fields(l), " ") == line
		}
		if !found {
			t.Errorf("no line %q in:\n%s", line, b.String())
		}
	}
}

// The pet's line calls a state what its bubble calls it.
func TestPrintStatus(t *testing.T) {
	for _, c := range []struct {
		name string
		sum  control.Summary
		want string
	}{
		{"an agent responds", control.Summary{Pet: session.Responding}, "shown, responding"},
		{"what a tool posted runs", control.Summary{Pet: session.Responding, Posted: true}, "shown, running"},
		{"and fails", control.Summary{Pet: session.ErrorInterrupted, Posted: true}, "shown, failed"},
	} {
		var b strings.Builder
		printStatus(&b, &control.Status{Screen: true, Visible: true, Summary: c.sum})
		if !strings.Contains(b.String(), c.want+"\n") {
			t.Errorf("%s: no %q in:\n%s", c.name, c.want, b.String())
		}
	}
}
