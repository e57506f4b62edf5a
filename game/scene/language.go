package scene

import "dango/prefs/lang"

// phrases are words with a small number in them. They are made when they are first needed, so that a frame that shows
// them again allocates nothing.
type phrases struct {
	chips [256][3]string
	pages [maxDots][maxDots]string
}

// chip says how many bubbles are hidden. mixed: they are not in the order of their age.
func (p *phrases) chip(n int, far, mixed bool) string {
	if n >= len(p.chips) {
		return lang.T(pick[lang.Text](mixed, "many more", pick[lang.Text](far, "many newer", "many older")))
	}
	w := &p.chips[n][pick(mixed, 2, pick(far, 1, 0))]
	switch {
	case *w != "":
	case mixed:
		*w = lang.T("%d more", n)
	case far:
		*w = lang.T("%d newer", n)
	default:
		*w = lang.T("%d older", n)
	}
	return *w
}

// maxDots is how many pages have a dot each.
const maxDots = 8

// page says which page of how many is open.
func (p *phrases) page(page, of int) string {
	if page >= maxDots || of > maxDots {
		return "…"
	}
	w := &p.pages[page][of-1]
	if *w == "" {
		*w = lang.T("%d of %d", page+1, of)
	}
	return *w
}

// respeak says everything anew when the language has changed. What the user has done on a card so far stays.
func (s *Scene) respeak() {
	l := lang.Now()
	if l == s.language {
		return
	}
	s.language, s.said, s.stale = l, phrases{}, true
	s.each(func(b *bubble) {
		b.title, b.place = b.heading(), b.whereabouts()
		b.counted, b.whenNext, b.filled = counts{}, s.now, false
		b.draft = s.drafts.of(b)
		b.recount()
		b.reword()
		b.retell(s.now)
		b.stale()
	})
	s.respeakBar()
	if s.snap != nil {
		s.counted = [len(s.counted)]int{}
		s.recount(s.snap.Sessions)
	}
}
