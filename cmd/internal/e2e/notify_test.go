//go:build linux

package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dango/cmd/internal/xtest"
	"dango/ingress/bus/bustest"
	"dango/ingress/control"
)

// told waits for the server to show what is wanted of it.
func (p *play) told(server *bustest.Notifications, what string, ok func([]bustest.Notification) bool) []bustest.Notification {
	p.t.Helper()
	var shown []bustest.Notification
	xtest.Until(p.t, what, func() (bool, error) {
		shown = server.Shown()
		if !ok(shown) {
			return false, fmt.Errorf("e2e: on the screen is %s", words(shown))
		}
		return true, nil
	})
	return shown
}

// words are what can be read on notifications.
func words(shown []bustest.Notification) string {
	var lines []string
	for _, n := range shown {
		lines = append(lines, fmt.Sprintf("%d: %q %q %q", n.ID, n.Summary, n.Body, n.Actions))
	}
	return strings.Join(lines, "; ")
}

// visible waits until the pet is shown or hidden, which petctl does not.
func (p *play) visible(want bool) {
	p.t.Helper()
	xtest.Until(p.t, fmt.Sprint("the pet to be visible: ", want), func() (bool, error) {
		out, err := p.Petctl("status", "--json")
		if err != nil {
			return false, err
		}
		var status control.Status
		err = json.Unmarshal([]byte(out), &status)
		return status.Visible == want, err
	})
}

func one(shown []bustest.Notification) bool  { return len(shown) == 1 }
func none(shown []bustest.Notification) bool { return len(shown) == 0 }

// Notifications tell what the pet does not show. While it is hidden its agents ask in their terminals, and the
// notification leads there; if the user wants notifications beside the pet, they answer as its card does.
func TestNotifications(t *testing.T) {
	t.Parallel()
	p, socket := busStage(t, xtest.Options{})
	bustest.Start(t, socket)
	s := p.Stage
	server := bustest.ServeNotifications(t, socket, "body", "body-markup", "actions")
	set := func(args ...string) {
		t.Helper()
		_, err := s.Petctl(args...)
		p.must(err)
	}
	p.must(Prepare(s.Home))
	set("config", "set", "notifications.whilePetVisible", "true")
	set("config", "set", "notifications.stay", "7s")
	pet, err := s.Pet()
	p.must(err)
	p.pet = pet
	r := p.load("claude-code", "pr_allow")
	asks, err := r.First("PermissionRequest")
	p.must(err)

	// Hidden: the hook is let go at once, and the notification only leads to the terminal.
	set("hide")
	p.visible(false)
	p.must(p.Play(r.Before("PermissionRequest")))
	hook, err := s.Hook("claude-code", asks)
	p.must(err)
	if answer, err := hook.Answer(xtest.Patience); err != nil || answer != "" {
		t.Errorf("the agent was told %q (%v), want nothing: its terminal asks", answer, err)
	}
	shown := p.told(server, "a notification", one)
	if n := shown[0]; n.Summary != "Claude · [[bash]]" || !strings.HasPrefix(n.Body, "Wants to use Bash\n") ||
		!slices.Equal(n.Actions, []string{"default", "Go to the terminal", "go", "Go to the terminal"}) || n.Expires != 0 {
		t.Errorf("the notification is %s, and stays for %d", words(shown), n.Expires)
	}
	server.Choose(shown[0].ID, "allow") // which it does not offer
	p.must(p.Play(r.After("PermissionRequest").Before("Stop")))
	p.told(server, "the notification to go", none)

	// What asks nothing stays as long as the user likes.
	set("notify", "--source", "ci", "--level", "danger", "--title", "Tests failed")
	shown = p.told(server, "a failure", one)
	if n := shown[0]; n.Summary != "ci · Tests failed" || n.Expires != 7000 {
		t.Errorf("the notification is %s, and stays for %d ms", words(shown), n.Expires)
	}
	set("clear", "--source", "ci")
	p.told(server, "the failure to go", none)

	// Beside the pet: the answer given here is the one that the agent gets.
	set("show")
	p.visible(true)
	hook, err = s.Hook("claude-code", asks)
	p.must(err)
	shown = p.told(server, "a notification with answers", func(shown []bustest.Notification) bool {
		return len(shown) == 1 && slices.Contains(shown[0].Actions, "allow")
	})
	server.Choose(shown[0].ID, "allow")
	if answer, err := hook.Answer(xtest.Patience); err != nil || !strings.Contains(answer, `"behavior":"allow"`) {
		t.Errorf("the agent was told %q (%v), want that it may", answer, err)
	}
	p.told(server, "the notification to go", none)

	// What is answered elsewhere is over here, too; and nobody reads the prompt over the user's shoulder.
	set("config", "set", "privacy", "true")
	p.must(p.Heed())
	hook, err = s.Hook("claude-code", asks)
	p.must(err)
	p.told(server, "a notification that tells no more than that", func(shown []bustest.Notification) bool {
		return len(shown) == 1 && !strings.Contains(shown[0].Summary, "bash") && shown[0].Body == "Wants to use Bash" &&
			!slices.Contains(shown[0].Actions, "allow")
	})
	sessions, err := s.Sessions()
	p.must(err)
	requests := sessions[0].Requests
	set("decide", requests[len(requests)-1].ID, "deny")
	if answer, err := hook.Answer(xtest.Patience); err != nil || !strings.Contains(answer, `"behavior":"deny"`) {
		t.Errorf("the agent was told %q (%v), want that it may not", answer, err)
	}
	p.told(server, "the notification to go", none)

	_, err = s.Petctl("quit")
	p.must(err)
	if status, err := pet.Wait(xtest.Patience); status != 0 || err != nil || pet.Output() != "" {
		t.Errorf("dango ended with status %d, %v, and printed %q", status, err, pet.Output())
	}
}
