package notice

import (
	"dango/prefs"
	"dango/session"
)

// Desk remembers what was told. The zero value has told nothing. One goroutine uses it.
type Desk struct {
	told map[ID]bool // news of now that the user was told of → by the pet, or kept from the user: no notification comes
}

// Place says where the user can be told.
type Place struct {
	Config *prefs.Config
	Pet    bool // the pet is on the screen
	Quiet  bool // nobody wants to be disturbed
}

// Next gives the notices that are to be on the screen now, and those that are new since the last call, for a sound.
//
// A notification goes when its news is over, when the pet comes onto the screen, which shows the same, and when nobody
// wants to be disturbed; it does not come back. What the user was told of by the pet is no news when the pet is hidden.
func (d *Desk) Next(snap *session.Snapshot, p Place) (show, fresh []Notice) {
	now := map[ID]bool{}
	for _, n := range all(snap, p.Config, func(k session.Key) bool { _, known := d.told[ID{Session: k, Kind: Finished}]; return known }) {
		elsewhere, known := d.told[n.ID]
		if !known && !p.Quiet {
			fresh = append(fresh, n)
		}
		elsewhere = elsewhere || p.Quiet || p.Pet && !p.Config.Notifications.WhilePetVisible
		now[n.ID] = elsewhere
		if !elsewhere && wanted(n.Kind, p.Config) {
			show = append(show, n)
		}
	}
	d.told = now
	return show, fresh
}

// wanted says whether the user wants notifications of a kind.
func wanted(k Kind, cfg *prefs.Config) bool {
	n := &cfg.Notifications
	return [Kinds]bool{Request: n.Requests, Failed: n.Failed, Finished: n.Finished}[k]
}
