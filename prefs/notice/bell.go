package notice

import (
	"time"

	"dango/prefs"
)

// Cooldown is how long it is silent after a sound, but for what is more urgent.
const Cooldown = 10 * time.Second

// Bell decides which news are heard. The zero value was silent so far. One goroutine uses it.
type Bell struct {
	last time.Time
	kind Kind // of the last sound
}

// Ring chooses among news that are new: the most urgent that the user wants to hear. tone is what the setting says;
// empty: nothing is to be heard.
func (b *Bell) Ring(fresh []Notice, cfg *prefs.Config, now time.Time) (kind Kind, tone string) {
	kind = Kinds
	for _, n := range fresh {
		if wish(n.Kind, cfg) != prefs.SoundOff {
			kind = min(kind, n.Kind)
		}
	}
	rests := now.Sub(b.last) < Cooldown && !b.last.IsZero()
	if kind == Kinds || rests && kind >= b.kind {
		return kind, ""
	}
	b.last, b.kind = now, kind
	return kind, wish(kind, cfg)
}

// wish is the setting of a kind.
func wish(k Kind, cfg *prefs.Config) string {
	return [Kinds]string{Request: cfg.Sound.Requests, Failed: cfg.Sound.Failed, Finished: cfg.Sound.Finished}[k]
}

// String is the kind as settings and pets call it.
func (k Kind) String() string {
	return [Kinds]string{Request: "requests", Failed: "failed", Finished: "finished"}[k]
}

// Tone is what is heard of a kind when the pet brings nothing along.
func (k Kind) Tone() string {
	return [Kinds]string{Request: "drop", Failed: "knock", Finished: "chime"}[k]
}
