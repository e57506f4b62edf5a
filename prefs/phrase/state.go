package phrase

import (
	"dango/prefs/lang"
	"dango/session"
)

// words are what one state is called: by name where states are listed, on a badge, and in a sentence after who is in it.
type words struct{ name, badge, does lang.Text }

// states are what the states of a session are called. Names are the machine's own, so that what is read is what a
// script finds.
var states = [session.States]words{
	session.AskUser:          {"ask-user", "Question", "waits for your answer"},
	session.PermissionPrompt: {"permission-prompt", "Permission", "needs your permission"},
	session.ErrorInterrupted: {"error-interrupted", "Failed", "has failed"},
	session.Waiting:          {"waiting", "Waiting", "waits in its terminal"},
	session.ToolUse:          {"tool-use", "Running tool", "uses a tool"},
	session.Thinking:         {"thinking", "Thinking", "thinks"},
	session.Responding:       {"responding", "Responding", "responds"},
	session.Completed:        {"completed", "Done", "is done"},
	session.Review:           {"review", "Finished", "has finished"},
	session.Idle:             {"idle", "Idle", "is idle"},
}

// posted are the states that have other words when a tool posted them: it runs where an agent responds, has no
// terminal to wait in, and the names are those that it posts.
var posted = map[session.State]words{
	session.ErrorInterrupted: {"failed", "Failed", "has failed"},
	session.Waiting:          {"waiting", "Waiting", "waits"},
	session.Responding:       {"running", "Running", "is running"},
}

func of(s *session.Session) words {
	if w, ok := posted[s.State]; ok && s.Posted {
		return w
	}
	return states[s.State]
}

// StateName is the name of a session's state: "tool-use".
func StateName(s *session.Session) string { return lang.T(of(s).name) }

// State is what a session's state is called: one word or two, with a capital.
func State(s *session.Session) string { return lang.T(of(s).badge) }

// Does is what a session does, in words that follow its name: "waits for your answer".
func Does(s *session.Session) string { return lang.T(of(s).does) }

// Leader is the session that the pet shows; when there is none, one without a name that is in the pet's state.
func Leader(snap *session.Snapshot) *session.Session {
	for _, s := range snap.Sessions {
		if s.Leader {
			return s
		}
	}
	return &session.Session{State: snap.Pet}
}
