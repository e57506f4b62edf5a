package session

import "time"

// Evidence is a fact about a session that no hook told: from a witness that looks at the agent from outside.
//
// Key names the session; when its ID is empty, Process does, and the evidence is about every session of it.
// At is when the fact became true by the witness's clock, which decides between two witnesses; zero = now.
type Evidence struct {
	Kind    EvidenceKind
	Key     Key
	Process Process
	At      time.Time

	Status  Status // SawStatus, SawSession
	TurnID  string // SawTurn…; empty = the turn that is open
	Error   string // SawTurnFailed: why
	Text    string // SawTurnDone, SawSession: the agent's last words, ≤ 120
	Mode    string // SawMode, SawSession: permission or collaboration mode as the agent names it
	Request string // SawRequestResolved

	Ancestors []Process // SawProcess: those that it descends from, the nearest first

	// What SawSession knows besides. Missing means not known.
	Cwd, Title, TranscriptPath string
	StartedAt                  time.Time
	Headless                   bool
	Replaces                   Key // the session whose place it takes: its terminal opened this one instead
}

// EvidenceKind is what was seen.
type EvidenceKind uint8

const (
	SawStatus          EvidenceKind = iota // the agent's own word: Claude's session file, Codex's thread status
	SawTurnDone                            // a turn ended well: rollout task_complete, Codex's notify program
	SawTurnAborted                         // the user stopped a turn: transcript record, rollout turn_aborted
	SawTurnFailed                          // a turn ended with an error: rollout task_complete with error, systemError
	SawMode                                // Codex's plan mode
	SawSession                             // a session that lives, found at start or by a listing
	SawSessionEnd                          // thread closed, session file removed by its owner
	SawProcess                             // Process lives on this machine and belongs to the session
	SawProcessGone                         // Process has ended
	SawRequestResolved                     // somebody else answered
	SawServed                              // a witness is connected to the agent and offers what it asks: Incoming.Direct
	SawUnserved                            // it is connected no longer
)

// Status is what an agent says about itself.
type Status uint8

const (
	StatusUnknown    Status = iota
	StatusIdle              // at its prompt, and nothing runs
	StatusBackground        // at its prompt, while a command of its runs in the background
	StatusBusy              // in a turn, or a subagent of its is
	StatusWaiting           // asks at its own terminal: a permission, a question or another dialog
)

// Process is one process of this machine: a pid alone may be used again, with its start time it is not.
type Process struct {
	PID   int
	Start uint64 // in the system's own unit, 0 = not known
}

// is says that p and q are proven to be the same process.
func (p Process) is(q Process) bool {
	return p.PID != 0 && p.PID == q.PID && (p.Start == q.Start || p.Start == 0 || q.Start == 0)
}
