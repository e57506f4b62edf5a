package session

// kin is what a session's relations follow from.
type kin struct {
	process Process
	inherit Key
}

// adopt remembers which processes the session's own descends from.
func (r *Registry) adopt(s *live, ancestors []Process) {
	if s.alive && len(ancestors) > 0 {
		s.parents, r.unrelated = ancestors, true
	}
}

// relate finds the parents of nested agents: the process table knows better than the environment, which any program
// hands on. Nobody descends from itself.
func (r *Registry) relate() {
	if r.unrelated {
		r.unrelated = false
		for _, s := range r.sessions {
			s.kin = kin{s.process, s.inherit}
			if s.parent = r.ancestor(s); s.parent == nil {
				s.parent = r.byKey[s.inherit]
			}
			for p := s.parent; p != nil; p = p.parent {
				if p == s {
					s.parent = nil
					break
				}
			}
			if s.parent == nil && s.facts.Parent != (Key{}) {
				s.facts.Parent, s.facts.ParentTitle, s.changed = Key{}, "", true
			}
		}
	}
	for _, s := range r.sessions {
		if s.parent == nil {
			continue
		}
		if title := s.parent.title(); s.facts.Parent != s.parent.key() || s.facts.ParentTitle != title {
			s.facts.Parent, s.facts.ParentTitle, s.changed = s.parent.key(), title, true
		}
	}
}

// ancestor is the session of the nearest process that s descends from, nil when there is none, or several: an app-server
// has many, and only its tools know which of them they serve.
func (r *Registry) ancestor(s *live) *live {
	for _, p := range s.parents {
		var found *live
		several := false
		for _, o := range r.sessions {
			if o != s && o.process.is(p) && !o.process.is(s.process) {
				found, several = o, found != nil
			}
		}
		if found != nil {
			if several {
				return nil
			}
			return found
		}
	}
	return nil
}
