package drawlist

// Damage is the smallest rectangle of the world in which two pictures can differ: every quad that is in one list and
// not at its place in the other lies inside. It is empty when the lists are equal. Pages that change their content under
// unchanged quads are not its business.
func Damage(before, after []Quad) Rect {
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
		return hull(before[head : len(before)-tail]).Union(hull(after[head : len(after)-tail]))
	}
	var d Rect
	for i := range before {
		if before[i] != after[i] {
			d = d.Union(before[i].Dst).Union(after[i].Dst)
		}
	}
	return d
}

func hull(quads []Quad) (r Rect) {
	for i := range quads {
		r = r.Union(quads[i].Dst)
	}
	return r
}
