//go:build linux

package core

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"dango/ingress/process"
	"dango/session"
)

// TestWitnesses: an agent that ran before the core is found, with the words of its transcript, and its bubble goes when
// it is killed.
func TestWitnesses(t *testing.T) {
	agent := exec.Command("sleep", "60")
	if err := agent.Start(); err != nil {
		t.Skip("nothing to start here:", err)
	}
	defer func() { agent.Process.Kill(); agent.Wait() }()
	p, ok := process.Lookup(agent.Process.Pid)
	if !ok {
		t.Fatal("the agent's process is not found")
	}
	home := t.TempDir()
	put := func(text string, name ...string) {
		path := filepath.Join(append([]string{home, ".claude"}, name...)...)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(`{"type":"user","origin":{"kind":"human"},"message":{"content":"fix the till"}}
{"type":"assistant","message":{"content":[{"type":"text","text":"Which till?"}]}}
`, "projects", "-shop", "s.jsonl")
	put(fmt.Sprintf(`{"pid":%d,"procStart":"%d","sessionId":"s","cwd":"/shop","status":"waiting","waitingFor":"input needed"}`,
		agent.Process.Pid, p.Start), "sessions", fmt.Sprint(agent.Process.Pid, ".json"))

	env := map[string]string{"HOME": home}
	c, err := Start(t.Context(), Options{Home: t.TempDir(), Getenv: func(name string) string { return env[name] }})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	wake, stop := c.Board().Subscribe()
	defer stop()
	until := func(what string, is func([]*session.Session) bool) {
		t.Helper()
		late := time.After(patient)
		for !is(c.Board().Latest().Sessions) {
			select {
			case <-wake:
			case <-late:
				t.Fatalf("not shown in time: %s; sessions: %+v", what, c.Board().Latest().Sessions)
			}
		}
	}
	until("the agent that waits", func(all []*session.Session) bool {
		return len(all) == 1 && all[0].State == session.Waiting && all[0].Recovered && all[0].Title == "fix the till" &&
			all[0].LastText == "Which till?" && all[0].Folder == "shop" && all[0].AgentPID == agent.Process.Pid
	})
	if err := agent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	until("its end", func(all []*session.Session) bool { return len(all) == 0 })
}
