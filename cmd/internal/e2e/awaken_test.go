//go:build linux

package e2e

import (
	"encoding/json"
	"os"
	"testing"

	"dango/cmd/internal/xtest"
	"dango/ingress/control"
)

// A pet that is away comes when a session begins, if the user wants that; the hook has long ended by then.
func TestHookStartsThePet(t *testing.T) {
	p := open(t, xtest.Options{})
	p.configure(`"autostartOnHook": true`)
	_, err := p.Petctl("quit")
	p.must(err)
	_, err = p.pet.Wait(xtest.Patience)
	p.must(err)
	h, err := p.Hook("claude-code", Call{
		Event: "SessionStart", Payload: json.RawMessage(`{"session_id":"s","hook_event_name":"SessionStart","source":"startup","cwd":"/w"}`),
	})
	p.must(err)
	answer, err := h.Answer(xtest.Patience)
	p.must(err)
	if answer != "" {
		t.Errorf("the hook told its agent %q", answer)
	}
	xtest.Until(t, "the pet to come", p.inPlace)
	out, err := p.Petctl("status", "--json")
	p.must(err)
	var st control.Status
	p.must(json.Unmarshal([]byte(out), &st))
	t.Cleanup(func() { // it is nobody's child: only its id leads to it
		if dango, err := os.FindProcess(st.PID); err == nil {
			dango.Kill()
		}
	})
	_, err = p.Petctl("quit")
	p.must(err)
	xtest.Until(t, "the pet to go", func() (bool, error) {
		w, err := p.Window()
		return !w.Mapped, err
	})
}
