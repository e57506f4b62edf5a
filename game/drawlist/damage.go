package drawlist

// maxDamage is how many rectangles a damage has at most: a pet, and the words about time of some sessions.
const maxDamage = 8

// Damage appends rectangles of the world outside of which two pictures are the same: every quad that is in one list and
// not at its place in the other lies inside one of them. There are few of them and they do not meet. Nothing is appended
// when the lists are equal. Pages that change their content under unchanged quads are not its business.
func Damage(dst []Rect, before, after []Quad) []Rect {
	own := len(dst)
	if len(before) != len(after) {
		same := func(i, j int) bool { return before[i] == after[j] }
		short := min(len(before), len(after))
		head := 0
		for head < short && same(head, head) {
			head++
		}
		tail := 0
		for tail < short-head && same(len(before)-1-tail, len(after)-1-tail) {
			tail++
		}
		return include(dst, own, hull(before[head:len(before)-tail]).Union(hull(after[head:len(after)-tail])))
	}
	for i := range before {
		if before[i] != after[i] {
			dst = include(dst, own, before[i].Dst.Union(after[i].Dst))
		}
	}
	return dst
}

func hull(quads []Quad) (r Rect) {
	for i := range quads {
		r = r.Union(quads[i].Dst)
	}
	return r
}

// near is how far apart two rectangles are at least: closer ones are cheaper as one.
const near = 8

// include adds r to the rectangles from the index own on. What it meets, and what is one too many, becomes one with it.
func include(all []Rect, own int, r Rect) []Rect {
	if r.Empty() {
		return all
	}
	for i := own; i < len(all); {
		if all[i].Inset(-near).Intersect(r).Empty() {
			i++
			continue
		}
		r = r.Union(all[i])
		all[i] = all[len(all)-1]
		all, i = all[:len(all)-1], own
	}
	if len(all)-own < maxDamage {
		return append(all, r)
	}
	least := own
	for i := range all[own:] {
		if spread(all[own+i], r) < spread(all[least], r) {
			least = own + i
		}
	}
	r = r.Union(all[least])
	all[least] = all[len(all)-1]
	return include(all[:len(all)-1], own, r)
}

// spread is how much larger two rectangles become when they are one.
func spread(a, b Rect) float32 {
	u := a.Union(b)
	return u.W*u.H - a.W*a.H - b.W*b.H
}
