// Package notice says what is worth telling a user who may not look at the pet. It shows and plays nothing: whoever has
// a screen and a loudspeaker does.
//
// The pet is the first channel. What it shows is not told a second time by a notification, unless the user wants that.
package notice

import (
	"strings"

	"dango/prefs"
	"dango/prefs/lang"
	"dango/prefs/phrase"
	"dango/session"
	"dango/session/event"
)

// Kind is why the user is told. Lower values are more urgent.
type Kind uint8

const (
	Request  Kind = iota // somebody waits for the user
	Failed               // a turn, or what a tool posted, failed
	Finished             // and was not seen yet

	Kinds = iota
)

// ID names a piece of news for as long as it is one.
type ID struct {
	Session session.Key
	Kind    Kind
	Request string // of Request: empty when the session waits for what we know nothing of
}

// Notice is one piece of news, in the user's language.
type Notice struct {
	ID
	State       session.State // that the session is in
	Title, Body string
	// Answers are the decisions that can be taken without a look at the card, as phrase.Answers has them. None: there is
	// only the way to the terminal.
	Answers []event.Decision
	// Opens says that there is a terminal to go to, or something to open.
	Opens bool
}

// all is what the snapshot has to tell, the oldest session first. lingers says of an idle session that it is told as
// finished all the same: it was, and nobody has done anything since.
func all(snap *session.Snapshot, cfg *prefs.Config, lingers func(session.Key) bool) (list []Notice) {
	for i := len(snap.Sessions) - 1; i >= 0; i-- {
		s := snap.Sessions[i]
		if s.Recovered {
			continue // whatever it is, it is no news
		}
		asked := false
		for j := range s.Requests {
			if r := &s.Requests[j]; r.Life == session.Offered || r.Life == session.HandedOff {
				list, asked = append(list, asking(s, r, cfg.Privacy)), true
			}
		}
		switch {
		case asked:
		case s.State == session.Waiting:
			list = append(list, plain(s, Request, cfg.Privacy, lang.T("needs you"), s.LastText))
		case s.State == session.ErrorInterrupted:
			list = append(list, plain(s, Failed, cfg.Privacy, lang.T("has failed"), s.Error))
		case s.State == session.Completed, s.State == session.Review, s.State == session.Idle && lingers(s.Key):
			list = append(list, plain(s, Finished, cfg.Privacy, lang.T("has finished"), s.LastText))
		}
	}
	return list
}

// asking is the notice of a request.
func asking(s *session.Session, r *session.Request, private bool) Notice {
	n := plain(s, Request, private, phrase.Asks(r), r.Detail)
	n.Request, n.Answers = r.ID, phrase.Answers(r, private)
	return n
}

// maxDetail is how many characters of a command or of the agent's words are told.
const maxDetail = 200

func plain(s *session.Session, k Kind, private bool, what, detail string) Notice {
	n := Notice{ID: ID{Session: s.Key, Kind: k}, State: s.State, Title: phrase.Name(s, private), Body: upper(what), Opens: !s.Posted || s.Action != nil}
	if detail != "" && !private {
		n.Body += "\n" + phrase.Shorten(detail, maxDetail)
	}
	return n
}

// upper begins a sentence.
func upper(text string) string {
	r := []rune(text)
	return strings.ToUpper(string(r[:min(1, len(r))])) + string(r[min(1, len(r)):])
}
