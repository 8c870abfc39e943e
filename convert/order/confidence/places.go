package confidence

import "lineitem/convert/doc"

// Place is where words stand.
type Place struct {
	Line       int // index of the line beneath whose top they stand; -1 for none
	Page       int // from 1
	Box        doc.Box
	Text       string
	Confidence float64 // of the words, the least
}

// add adds a word.
func (p *Place) add(page int, m *mark) {
	if p.Text == "" {
		*p = Place{Line: p.Line, Page: page, Box: m.shown, Text: m.Text, Confidence: m.Confidence}
		return
	}
	p.Box, p.Text, p.Confidence = p.Box.Union(m.shown), p.Text+" "+m.Text, min(p.Confidence, m.Confidence)
}

// unread are the words by each line that no cell explains.
func (o *orderView) unread() (places []Place) {
	for i := range o.lines {
		if p := &o.lines[i].unread; p.Text != "" {
			places = append(places, *p)
		}
	}
	return places
}

// poorest is the word of the core cells that is the least sure; nil where all of them are
// from a text layer.
func (o *orderView) poorest() *Place {
	var worst *Place
	for i := range o.cells {
		v := &o.cells[i]
		if !Core(v.field) {
			continue
		}
		for _, m := range v.marks {
			if m.Confidence < 1 && (worst == nil || m.Confidence < worst.Confidence) {
				worst = &Place{Line: v.line}
				worst.add(v.cell.Evidence.Page, m)
			}
		}
	}
	return worst
}
