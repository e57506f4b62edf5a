package scene

import (
	"encoding/json"

	"dango/game/drawlist"
	"dango/game/glyph"
	"dango/prefs/lang"
	"dango/session"
)

// How high a body may get before it scrolls, in logical pixels.
const (
	commandHeight  = 104
	diffHeight     = 210
	planHeight     = 290
	questionHeight = 340
	codePad        = 6  // around code in a plan
	optionIndent   = 26 // of an option's words
	optionPad      = 5
	fieldPadX      = 9
	fieldPadY      = 6
	fieldLines     = 5
)

// stale has a card's contents made anew.
func (b *bubble) stale() { b.filled, b.measured = false, false }

// fill makes the blocks of a card.
func (b *bubble) fill(private bool) {
	b.filled, b.blocks, b.hint = true, nil, ""
	switch {
	case private:
		b.blocks = []block{{words: hidden, style: bodyStyle, ink: inkFaint}}
	case len(b.draft.asks) > 0:
		b.blocks = b.draft.blocks()
	case b.req.Kind == session.Plan:
		var in toolInput
		json.Unmarshal(b.req.Input, &in) // no plan in it: the detail is one
		b.blocks = planBlocks(firstOf(in.Plan, b.req.Detail), b.inner()-2*wellPadX)
	case b.req.Kind == session.Permission:
		b.blocks, b.hint = permissionBlocks(b.s, b.req)
	case b.draft.site != nil:
		p := page{left: maxBodyBytes}
		if b.req.Detail != "" {
			p.add(block{words: b.req.Detail, style: bodyStyle, ink: inkTitle})
			p.space = 6
		}
		p.web(b.draft.site.String(), "")
		b.blocks = p.end()
		if b.draft.site.Scheme == "http" {
			b.hint = lang.T("Not encrypted: others on the way can read and change it")
		}
	case b.req.Detail != "":
		b.blocks = []block{{words: b.words, style: bodyStyle, ink: inkTitle}}
	}
	b.hintBelow = ""
	if b.hint != "" {
		b.hintBelow = b.hint + lang.T("; ") + lang.T("scroll down to see where")
	}
}

// blocks are those of the page that is open.
func (d *draft) blocks() []block {
	q, r := &d.asks[d.page], &d.given[d.page]
	p := page{left: maxBodyBytes}
	p.add(block{words: q.words, style: strongStyle, ink: inkTitle})
	preview := ""
	for i, o := range q.options {
		id := control{actPick, i}
		p.add(block{words: o.label, style: strongStyle, ink: inkTitle, indent: optionIndent, gap: pick[float32](i == 0, 8, 2), id: id})
		if o.about != "" {
			p.add(block{words: o.about, style: smallStyle, ink: inkFaint, indent: optionIndent, id: id})
		}
		if r.chosen[i] {
			preview = o.preview
		}
	}
	if q.free {
		p.add(block{gap: pick[float32](len(q.options) == 0, 8, 4), id: control{act: actOther}, indent: pick[float32](len(q.options) == 0, 0, optionIndent)})
	}
	if preview != "" {
		p.add(block{words: untab(preview), style: smallMono, ink: inkTitle, back: backCode, gap: 8, code: true})
	}
	return p.end()
}

// well says whether the body lies in a box of its own. A question's does not: its options are the boxes.
func (b *bubble) well() bool { return len(b.draft.asks) == 0 }

func (b *bubble) bodyLimit() float32 {
	switch {
	case b.req.Kind == session.Plan:
		return planHeight
	case b.req.Kind == session.Question:
		return questionHeight
	case len(b.blocks) <= 2:
		return commandHeight
	}
	return diffHeight
}

// lay places the blocks and what can be pressed among them; width is the body's. It gives their height.
func (s *Scene) lay(b *bubble, width float32) float32 {
	var y, top, bottom float32 // of what comes next; of the row that stands there
	for i := range b.blocks {
		k := &b.blocks[i]
		if !k.beside {
			y = bottom + k.gap
			top = y
			if k.id.act == actPick && (i == 0 || b.blocks[i-1].id != k.id) {
				y += optionPad
				top = y
			}
		}
		k.y = top
		s.layBlock(b, k, width)
		bottom = max(pick(k.beside, bottom, 0), k.y+k.h)
		if k.id.act == actPick {
			s.layOption(b, k, i, width)
			if i+1 == len(b.blocks) || b.blocks[i+1].id != k.id {
				bottom += optionPad
			}
		}
	}
	return s.paint.px(bottom)
}

func (s *Scene) layBlock(b *bubble, k *block, width float32) {
	switch {
	case k.id.act == actOther:
		r := drawlist.Rect{X: k.indent, Y: k.y, W: width - k.indent}
		k.h = s.layField(b, k.id, r, lang.T("Other…"), true)
	case k.back == backRule:
		k.h = 1
	default:
		w := width - k.indent
		if k.width > 0 {
			w = min(w, k.width)
		}
		pad := pick[float32](k.back == backCode, codePad, 0)
		k.text = s.text.Rich(k.words, k.mix, k.style, w-2*pad, 0)
		k.h = k.text.Height() + 2*pad
	}
}

// layOption gives an option its control, which goes on as long as its blocks do.
func (s *Scene) layOption(b *bubble, k *block, i int, width float32) {
	if i > 0 && b.blocks[i-1].id == k.id {
		last := &b.buttons[len(b.buttons)-1]
		last.rect.H = k.y + k.h + optionPad - last.rect.Y
		return
	}
	d := b.draft
	b.buttons = append(b.buttons, button{
		control: k.id, label: k.words, inBody: true, look: pick(d.asks[d.page].multi, lookCheck, lookRadio),
		on: d.given[d.page].chosen[k.id.arg], rect: drawlist.Rect{Y: k.y - optionPad, W: width, H: k.h + 2*optionPad},
	})
}

// layField gives a field its control, at r's top left with r's width, as high as what is in it.
func (s *Scene) layField(b *bubble, id control, r drawlist.Rect, prompt string, inBody bool) float32 {
	f := b.field(id)
	t := s.fieldText(f, r.W)
	r.H = s.paint.px(float32(min(t.Lines, fieldLines))*t.LineHeight() + 2*fieldPadY)
	b.buttons = append(b.buttons, button{control: id, label: prompt, look: lookField, rect: r, inBody: inBody, on: id.act == actOther && b.draft.given[b.draft.page].other})
	return r.H
}

// fieldText lays out what is in a field of some width. The space at its end gives the caret a place behind a line break.
func (s *Scene) fieldText(f *field, width float32) *glyph.Text {
	if f.laid == "" || f.laid[:len(f.laid)-1] != f.words {
		f.laid = f.words + " "
	}
	return s.text.Lines(f.laid, bodyStyle, width-2*fieldPadX, 0)
}

// bodyView is the place of the body's contents in the world, of which the view shows a part.
func (b *bubble) bodyView(card drawlist.Rect) (view drawlist.Rect, x, y float32) {
	view = b.body.Translate(card.X, card.Y)
	if b.well() {
		return view, view.X + wellPadX, view.Y + wellPadY - b.scroll
	}
	return view, view.X, view.Y - b.scroll
}

// scrollable is how far the body can be scrolled.
func (b *bubble) scrollable() float32 {
	h := b.full - b.body.H
	if b.well() {
		h += 2 * wellPadY
	}
	return max(0, h)
}

// marksBelow says whether a part that can do harm begins below what is seen of the body before it is scrolled.
func (b *bubble) marksBelow(seen float32) bool {
	for i := range b.blocks {
		k := &b.blocks[i]
		for _, m := range k.marks {
			if m.back != backDanger || k.text == nil {
				continue
			}
			if line, _ := k.text.Caret(m.from); k.y+float32(line+1)*k.text.LineHeight() > seen+1 {
				return true
			}
		}
	}
	return false
}

func (b *bubble) scrollTo(y float32) { b.scroll = min(max(y, 0), b.scrollable()) }

// where says where a control is in the world, and what of it can be seen.
func (b *bubble) where(i int, card drawlist.Rect) (at, seen drawlist.Rect) {
	k := &b.buttons[i]
	if !k.inBody {
		r := k.rect.Translate(card.X, card.Y)
		return r, r
	}
	view, x, y := b.bodyView(card)
	r := k.rect.Translate(x, y)
	return r, r.Intersect(view)
}

// show scrolls the body until a control is seen.
func (b *bubble) show(c control) {
	for i := range b.buttons {
		k := &b.buttons[i]
		if k.control == c && k.inBody {
			b.scrollTo(min(max(b.scroll, k.rect.Y+k.rect.H-b.body.H), k.rect.Y))
		}
	}
}

// bar is the scroll bar's thumb; empty when all is seen.
func (b *bubble) bar(card drawlist.Rect) drawlist.Rect {
	room := b.scrollable()
	if room <= 0 {
		return drawlist.Rect{}
	}
	view := b.body.Translate(card.X, card.Y)
	track := view.H - 12
	h := max(14, track*view.H/(view.H+room))
	x := view.X + view.W - 6
	if !b.well() {
		x += 8
	}
	return drawlist.Rect{X: x, Y: view.Y + 6 + (track-h)*b.scroll/room, W: 3, H: h}
}
