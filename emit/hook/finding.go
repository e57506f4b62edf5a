package hook

import (
	"dango/prefs/lang"
	"dango/session/event"
)

// Severity says how much a finding matters.
type Severity string

const (
	OK      Severity = "ok"      // looked at and right
	Warning Severity = "warning" // works, or will, but not as well as it could
	Failure Severity = "error"   // does not work
)

// Word is the severity in the user's language.
func (s Severity) Word() string {
	return lang.T(map[Severity]lang.Text{OK: "ok", Warning: "warning", Failure: "error"}[s])
}

// Exit is the exit code of a doctor whose worst finding this is.
func (s Severity) Exit() int {
	return map[Severity]int{OK: 0, Warning: 1, Failure: 2}[s]
}

// A Finding is one thing that the doctor looked at.
type Finding struct {
	ID       string     `json:"id"`              // stable, for scripts: "helper-missing"
	Agent    event.Tool `json:"agent,omitempty"` // "" = about Dango itself
	Severity Severity   `json:"severity"`
	What     string     `json:"what"`
	Why      string     `json:"why,omitempty"` // why it matters
	Fix      string     `json:"fix,omitempty"` // the command that mends it, or what to do
	File     string     `json:"file,omitempty"`
	Line     int        `json:"line,omitempty"`
	Column   int        `json:"column,omitempty"`
	Probe    *Probe     `json:"probe,omitempty"` // what the live probe measured
}

// Worst is the most severe of the findings, OK for none.
func Worst(findings []Finding) Severity {
	worst := OK
	for _, f := range findings {
		if f.Severity.Exit() > worst.Exit() {
			worst = f.Severity
		}
	}
	return worst
}
