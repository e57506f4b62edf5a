package session

import (
	"fmt"
	"slices"
)

var stateNames = [States]string{
	"ask-user", "permission-prompt", "error-interrupted", "waiting", "tool-use",
	"thinking", "responding", "completed", "review", "idle",
}

func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return fmt.Sprintf("state(%d)", uint8(s))
}

// NeedsUser says whether somebody waits for the user, here or in a terminal.
func (s State) NeedsUser() bool { return s == AskUser || s == PermissionPrompt || s == Waiting }

// Works says whether work goes on.
func (s State) Works() bool { return s == ToolUse || s == Thinking || s == Responding }

// MarshalText writes the state's name, as in rules of the four systems: "tool-use".
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a state's name.
func (s *State) UnmarshalText(b []byte) error { return parse(s, stateNames[:], "state", b) }

var requestKindNames = [...]string{"permission", "plan", "question", "notice"}

func (k RequestKind) String() string { return requestKindNames[k] }

// MarshalText writes the kind's name.
func (k RequestKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads a kind's name.
func (k *RequestKind) UnmarshalText(b []byte) error {
	return parse(k, requestKindNames[:], "kind of request", b)
}

var lifeNames = [...]string{"offered", "sent", "accepted", "superseded", "expired", "handed-off"}

func (l Life) String() string { return lifeNames[l] }

// MarshalText writes the name of the step.
func (l Life) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads the name of a step.
func (l *Life) UnmarshalText(b []byte) error {
	return parse(l, lifeNames[:], "step of a request's life", b)
}

// parse finds the value of that name.
func parse[T ~uint8](v *T, names []string, what string, name []byte) error {
	i := slices.Index(names, string(name))
	if i < 0 {
		return fmt.Errorf("session: no %s is called %q", what, name)
	}
	*v = T(i)
	return nil
}
