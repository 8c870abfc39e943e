package layout

import "lineitem/convert/doc"

// writingDirection returns the direction in which most of the text is written, in
// clockwise degrees. Upright wins a tie.
func writingDirection(words []doc.Word) int {
	var length [4]int
	for i := range words {
		length[words[i].Turn/90&3] += len(words[i].Text)
	}
	best := 0
	for quarter, n := range length {
		if n > length[best] {
			best = quarter
		}
	}
	return best * 90
}

// upright returns a copy of the page turned back by turn degrees, so that text
// written in that direction stands upright.
func upright(page *doc.Page, turn int) *doc.Page {
	t := turner{turn: turn, width: page.Width, height: page.Height}
	p := *page
	if turn != 180 {
		p.Width, p.Height = page.Height, page.Width
	}
	p.Words = make([]doc.Word, len(page.Words))
	for i, w := range page.Words {
		w.Box = t.box(w.Box)
		if w.Turn == turn {
			// Only the middle of a turned word is known; common fonts have the
			// baseline a quarter of the size beneath it.
			w.Baseline = w.Box.MidY() + size(&w)/4
		}
		w.Turn = (w.Turn - turn + 360) % 360
		p.Words[i] = w
	}
	p.Rules = make([]doc.Rule, len(page.Rules))
	for i, r := range page.Rules {
		p.Rules[i] = doc.Rule{Box: t.box(r.Box), Vertical: r.Vertical != (turn != 180)}
	}
	p.Fills = make([]doc.Fill, len(page.Fills))
	for i, f := range page.Fills {
		p.Fills[i] = doc.Fill{Box: t.box(f.Box), Color: f.Color}
	}
	return &p
}

// turner turns boxes back by a multiple of 90 degrees on a page of the given
// extent, points.
type turner struct {
	turn          int
	width, height float64
}

func (t turner) box(b doc.Box) doc.Box {
	switch t.turn {
	case 90:
		return doc.Box{X0: b.Y0, Y0: t.width - b.X1, X1: b.Y1, Y1: t.width - b.X0}
	case 180:
		return doc.Box{X0: t.width - b.X1, Y0: t.height - b.Y1, X1: t.width - b.X0, Y1: t.height - b.Y0}
	case 270:
		return doc.Box{X0: t.height - b.Y1, Y0: b.X0, X1: t.height - b.Y0, Y1: b.X1}
	}
	return b
}

// Displayed maps a box of the upright page back to the page as displayed.
func (p *Page) Displayed(b doc.Box) doc.Box {
	if p.Mirrored {
		b = mirror(b, p.Width)
	}
	b = p.bend.Bent(b)
	return p.DisplayedBox(turner{turn: (360 - p.Turn) % 360, width: p.Width, height: p.Height}.box(b))
}

// Upright maps boxes of the page as displayed to the upright page: each to the box around the words whose middles lie in it.
// It leaves out boxes that hold no words, unless the upright page is the displayed one.
func (p *Page) Upright(shown []doc.Box) []doc.Box {
	if len(shown) == 0 {
		return nil
	}
	displayed, same := make([]doc.Box, len(p.Words)), true
	for i := range p.Words {
		displayed[i] = p.Displayed(p.Words[i].Box)
		same = same && displayed[i] == p.Words[i].Box
	}
	if same {
		return shown
	}
	var laid []doc.Box
	for _, b := range shown {
		var words doc.Box
		for i, w := range displayed {
			if b.Contains(w.MidX(), w.MidY()) {
				words = words.Union(p.Words[i].Box)
			}
		}
		if !words.Empty() {
			laid = append(laid, words)
		}
	}
	return laid
}

// Evidence returns the evidence for a value that was read from words of the page. Its
// confidence is at most that of each word.
func (p *Page) Evidence(words []*doc.Word, confidence float64) doc.Evidence {
	e := doc.Evidence{Page: p.Number, Box: p.Displayed(doc.BoxOf(words)), Confidence: confidence, Words: make([]string, len(words))}
	for i, w := range words {
		e.Words[i] = w.Text
		e.Confidence = min(e.Confidence, w.Confidence)
		e.Source = max(e.Source, w.Source)
	}
	return e
}
