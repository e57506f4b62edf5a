package jsonedit

import (
	"slices"

	"github.com/tailscale/hujson"
)

// box is an object or an array: items between two brackets. Exactly one field is set.
type box struct {
	obj *hujson.Object
	arr *hujson.Array
}

func boxOf(v *hujson.Value) (box, bool) {
	switch c := v.Value.(type) {
	case *hujson.Object:
		return box{obj: c}, true
	case *hujson.Array:
		return box{arr: c}, true
	}
	return box{}, false
}

func mustBox(v *hujson.Value) box {
	b, ok := boxOf(v)
	if !ok {
		panic("jsonedit: not an object or array: " + KindName(v))
	}
	return b
}

func (b box) len() int {
	if b.obj != nil {
		return len(b.obj.Members)
	}
	return len(b.arr.Elements)
}

func (b box) value(i int) *hujson.Value {
	if b.obj != nil {
		return &b.obj.Members[i].Value
	}
	return &b.arr.Elements[i]
}

// before is the white space and comments in front of item i.
func (b box) before(i int) *hujson.Extra {
	if b.obj != nil {
		return &b.obj.Members[i].Name.BeforeExtra
	}
	return &b.arr.Elements[i].BeforeExtra
}

// after is what stands between item i and its comma. On the last item nil means: there is no comma.
func (b box) after(i int) *hujson.Extra { return &b.value(i).AfterExtra }

// end is what stands in front of the closing bracket.
func (b box) end() *hujson.Extra {
	if b.obj != nil {
		return &b.obj.AfterExtra
	}
	return &b.arr.AfterExtra
}

func (b box) trailingComma() bool { return b.len() > 0 && *b.after(b.len() - 1) != nil }

// spansLines reports whether the items, or the closing bracket, stand on lines of their own.
func (b box) spansLines() bool {
	for i := range b.len() {
		if hasNewline(*b.before(i)) {
			return true
		}
	}
	return hasNewline(*b.end())
}

func (b box) delete(i int) {
	if b.obj != nil {
		b.obj.Members = slices.Delete(b.obj.Members, i, i+1)
	} else {
		b.arr.Elements = slices.Delete(b.arr.Elements, i, i+1)
	}
}
