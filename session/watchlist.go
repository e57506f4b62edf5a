package session

import "time"

// Watched is what a witness beside the agents must know of a session to look after it. Hidden sessions are watched
// like any other.
type Watched struct {
	Key            Key
	Process        Process // zero: not proven
	TranscriptPath string
	Titled         bool      // it has a title of its own
	Silent         bool      // no hook of its has come: it may have none
	Working        bool      // it is in a turn, or its main agent asks something
	Rested         time.Time // when its turn was last seen to end, by the clock of whoever said so
}

// Watchlist names every session once, in the order in which a snapshot shows them. It is immutable once published, and
// under load published every 50 ms.
type Watchlist []Watched

// appendWatched appends what witnesses must know of every session.
func (r *Registry) appendWatched(list Watchlist) Watchlist {
	r.stirred = false
	for _, s := range r.sessions {
		list = append(list, Watched{
			Key: s.key(), Process: s.process, TranscriptPath: s.facts.TranscriptPath, Titled: s.facts.Titled, Silent: !s.hooked,
			Working: s.phase.Working() || s.asks(""), Rested: s.restedAt,
		})
	}
	return list
}
