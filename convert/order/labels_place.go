package order

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/layout"
	"lineitem/convert/order/wording"
)

// placing is where a label's value may stand.
type placing struct {
	label    *label
	span     span
	geometry float64 // how well it stands to its label, in (0, 1]
}

// placings finds where the values of a page's labels may stand: behind the label
// in its segment, right of it, or beneath it.
func (r *reading) placings(n int, p part) []placing {
	page, pl := r.pages[n], &r.labels.pages[n]
	var found []placing
	oneLine := p.countLines() == 1 // what stands beneath it holds for the order
	for i := range pl.labels {
		l := &pl.labels[i]
		inTable := r.inTable(n, l)
		if l.means == nil || onlySum(l) || inTable && !surelyHead(l) && !(oneLine && l.strength(labelDelivery) >= 0.85) || tableHead(pl, &page.Lines[l.seg.Line]) {
			continue
		}
		start := len(found)
		if !l.value.empty() && l.value.text() != "" {
			found = append(found, placing{l, joined(page, pl, l.value), behindGeometry(l)})
		}
		if l.whole {
			right, beneath := r.rightOf(page, pl, l), r.beneath(page, pl, l)
			if len(right) > 0 && len(beneath) > 0 && pl.headings(&page.Lines[l.seg.Line]) < 2 {
				beneath[0].geometry *= notHeads
			}
			found = append(append(found, right...), beneath...)
		}
		if inTable {
			for j := start; j < len(found); j++ {
				found[j].geometry *= insideTable
			}
		}
	}
	return found
}

// countLines counts the line items of an order.
func (p part) countLines() int {
	n := 0
	for _, t := range p.tables {
		n += len(t.Lines)
	}
	return n
}

// insideTable is the weight of a label that seems to stand in a table of line
// items.
const insideTable = 0.5

// surelyHead tells whether a label announces the order's number or date so
// surely that it is heard even where a table seems to stand.
func surelyHead(l *label) bool {
	return max(l.strength(labelNumber), l.strength(labelDate), l.strength(labelNumberDate)) >= 0.9
}

// notHeads is the weight of a value beneath a label that has one beside it and
// stands in no row of headings.
const notHeads = 0.8

func behindGeometry(l *label) float64 {
	switch {
	case l.colon && l.lead:
		return 1
	case l.colon:
		return 0.9
	case l.lead:
		return 0.8
	}
	return 0.6
}

// inTable tells whether the label stands in a table of line items.
func (r *reading) inTable(page int, l *label) bool {
	for _, t := range r.tables {
		for _, g := range t.Regions {
			if g.Page == page && g.Contains(l.box.MidX(), l.box.MidY()) {
				return true
			}
		}
	}
	return false
}

// tableHead tells whether a line is the head of a table of line items: it
// names at least three columns such tables have.
func tableHead(pl *pageLabels, line *layout.Line) bool {
	count := 0
	for _, s := range line.Segments {
		if labels := pl.of(s); len(labels) > 0 && labels[0].whole && !labels[0].colon && itemHeads[labels[0].first.text] {
			count++
		}
	}
	return count >= 3
}

// itemHeads are the first words of the headings of line-item tables.
var itemHeads = wording.Set(`item items line ln pos position sl sr qty quantity ordered unit uom u price rate amount net cost list extended ext
	description product part material sku article mfg mfr hsn disc menge einheit einzelpreis preis betrag bezeichnung artikel
	artikelbezeichnung quantite qte unite prix montant designation cantidad cant unidad precio importe descripcion articulo codigo concepto
	quantita prezzo importo descrizione articolo codice um quantidade qtd qtde unidade preco valor vlr descricao artigo aantal eenheid prijs
	stukprijs omschrijving artikelcode bedrag regel weight length 品名 数量 単価 金額 単位`)

// rightOf finds the value right of a label, on its line or on one that
// overlaps it.
func (r *reading) rightOf(page *layout.Page, pl *pageLabels, l *label) []placing {
	var next *layout.Segment
	for n := max(0, l.seg.Line-1); n <= min(len(page.Lines)-1, l.seg.Line+1); n++ {
		for _, s := range page.Lines[n].Segments {
			if s == l.seg || s.X0 < l.box.X1-1 || leaders(s) || next != nil && s.X0 >= next.X0 {
				continue
			}
			if n != l.seg.Line && s.OverlapY(l.box) < 0.5*min(s.Height(), l.box.Height()) {
				continue
			}
			next = s
		}
	}
	if next == nil {
		return nil
	}
	value, ok := valueSpan(page, pl, l, next)
	if !ok {
		return nil
	}
	gap := (next.X0 - l.box.X1) / max(1, page.Width)
	geometry := 0.95 - 0.6*max(0, gap-0.05)
	if first := next.Words[0].Text[0]; !l.colon && first != ':' && first != '=' {
		geometry -= 0.1
	}
	if geometry <= 0.3 {
		return nil
	}
	return []placing{{l, value, geometry}}
}

// leaders tells whether a segment holds marks alone: the dots or the colon that
// lead from a label to its value.
func leaders(s *layout.Segment) bool {
	for _, w := range s.Words {
		if strings.Trim(w.Text, ".:_-…·=") != "" {
			return false
		}
	}
	return true
}

// valueSpan is the span of a segment as the value of a label. It is none when the
// segment announces a value of its own; the word "No." in front of it is not
// part of it.
func valueSpan(page *layout.Page, pl *pageLabels, l *label, s *layout.Segment) (span, bool) {
	if labels := pl.of(s); len(labels) > 0 && l.strength(labelNumber) > 0 && labels[0].lead && labels[0].onlyNumber() && !labels[0].value.empty() {
		return joined(page, pl, labels[0].value), true
	}
	if pl.announces(s) && !pl.namesMethod(page, l, s) && !(l.strength(labelTerms) > 0 && netTerms(pl.of(s))) {
		return span{}, false
	}
	return joined(page, pl, whole(s)), true
}

// namesMethod tells whether a segment right of a label for the method of
// shipment is such a method, although it could be a label itself: "Spedizione:
// Corriere", "Ship via: Courier". Nothing stands right of it.
func (pl *pageLabels) namesMethod(page *layout.Page, l *label, s *layout.Segment) bool {
	own := pl.of(s)
	return s.Line == l.seg.Line && l.strength(labelShipVia) > 0 && own[0].strength(labelShipVia) > 0 && !own[0].colon && rightNeighbour(page, s, s.X1) == nil
}

// netTerms tells whether what a segment begins with is no label but the word of
// terms that is one, too: "Net 30".
func netTerms(own []label) bool {
	return len(own) == 1 && !own[0].colon && onlySum(&own[0]) && statesTerms(own[0].seg.Text()) && len(own[0].seg.Text()) < maxTerms
}

// joined adds what stands close behind a span, on its line: where words are
// set wide apart, a value may be cut into several segments.
func joined(page *layout.Page, pl *pageLabels, s span) span {
	if s.to != len(s.seg.Words) || s.truncated > 0 {
		return s
	}
	line := page.Lines[s.seg.Line].Segments
	at := slices.Index(line, s.seg)
	for at >= 0 && at+1 < len(line) {
		last, next := s.seg, line[at+1]
		if next.X0-last.X1 > last.Size() || next.Cell != last.Cell || pl.announces(next) {
			break
		}
		wide := *last
		wide.Box = last.Box.Union(next.Box)
		wide.Words = slices.Concat(last.Words, next.Words)
		s.seg, s.to = &wide, len(wide.Words)
		at++
	}
	return s
}

// whole is the span of a whole segment.
func whole(s *layout.Segment) span { return span{seg: s, to: len(s.Words)} }

// Distances of a value beneath its label, in heights of the label.
const (
	beneathReach     = 3.0 // at most, where no ruled cell holds both
	beneathReachCell = 6.0 // at most, in one ruled cell or the next
)

// beneath finds the value beneath a label: the first segment that is aligned
// with it, in the label's own column.
func (r *reading) beneath(page *layout.Page, pl *pageLabels, l *label) []placing {
	line := &page.Lines[l.seg.Line]
	left, right := 0.0, page.Width
	for _, s := range line.Segments {
		if s.X1 <= l.box.X0 {
			left = max(left, s.X1)
		} else if s.X0 >= l.box.X1 {
			right = min(right, s.X0)
		}
	}
	height := max(4, l.box.Height())
	for n := l.seg.Line + 1; n < len(page.Lines); n++ {
		below := &page.Lines[n]
		if below.Y0-l.box.Y1 > beneathReachCell*height {
			break
		}
		for _, s := range below.Segments {
			if s.X1 <= l.box.X0-40 || s.X0 >= right || s.MidX() <= left || s.Y0 < l.box.Y0+0.5*height {
				continue
			}
			align := alignment(l, s)
			distance := (s.Y0 - l.box.Y1) / height
			cell := sameColumnCell(page, l, s)
			if cell && align < 0.9 {
				if betterAligned(below, l, s, align) {
					continue
				}
				align = 0.9
			}
			if align <= 0 || distance > beneathReach && !cell {
				continue
			}
			value, ok := valueSpan(page, pl, l, s)
			if !ok || roomInside(page, l, s) {
				return nil
			}
			geometry := (0.6 + 0.32*align) * (1 - 0.05*max(0, distance-0.5))
			if l.colon {
				geometry -= 0.05
			}
			return []placing{{l, value, geometry}}
		}
	}
	return nil
}

// betterAligned tells whether another segment of a line stands under a label
// better than the given one, and well apart from it.
func betterAligned(line *layout.Line, l *label, s *layout.Segment, align float64) bool {
	return slices.ContainsFunc(line.Segments, func(o *layout.Segment) bool { return o.X0-s.X1 > 2*s.Size() && alignment(l, o) > max(align, 0.5) })
}

// paragraph is a value's text with the lines that continue it, at most the given
// number of lines in all.
func (r *reading) paragraph(at placing, lines int) (string, []span) {
	page, pl := r.pages[at.label.seg.Page], &r.labels.pages[at.label.seg.Page]
	text := at.span.text()
	last := at.span.seg
	left := [2]float64{last.X0, at.span.first().Box.X0}
	var more []span
	for n := last.Line + 1; n < len(page.Lines) && n <= last.Line+3 && len(more) < lines-1; n++ {
		s := continuing(page, pl, n, last, left)
		if s == nil || at.span.seg != at.label.seg && besideLabel(page, n, s, at.label) {
			continue
		}
		joinedSpan := joined(page, pl, whole(s))
		text += " " + joinedSpan.text()
		more = append(more, joinedSpan)
		last = s
	}
	return text, more
}

// continuing is the segment of line n that continues the one above it: set
// beneath it, closely, in the same cell, with no label in it.
func continuing(page *layout.Page, pl *pageLabels, n int, above *layout.Segment, left [2]float64) *layout.Segment {
	for _, s := range page.Lines[n].Segments {
		if math.Abs(s.X0-left[0]) > 2 && math.Abs(s.X0-left[1]) > 2 {
			continue
		}
		pitch := (s.Baseline() - above.Baseline()) / above.Size()
		if pitch > 1.75 || pitch < 0.8 || numbered(s) || math.Abs(s.Size()-above.Size()) > 0.5 || s.Cell != above.Cell {
			return nil
		}
		if captioned(s) || brokenOff(page, above, s) || colonBehind(page, s) {
			return nil
		}
		if labels := pl.of(s); len(labels) > 0 && labels[0].lead && !onlySum(&labels[0]) && (labels[0].colon || !unfinished(above)) {
			return nil
		}
		return s
	}
	return nil
}

// brokenOff tells whether a line was ended on purpose above a segment that begins
// with a capital: its first word would have had room there.
func brokenOff(page *layout.Page, above, s *layout.Segment) bool {
	w := s.Words[0]
	if first, _ := utf8.DecodeRuneInString(w.Text); !unicode.IsUpper(first) {
		return false
	}
	right := s.X1
	if s.Cell >= 0 && page.Cells[s.Cell].Width() < 0.7*page.Width {
		right = max(right, page.Cells[s.Cell].X1-above.Size())
	}
	return above.X1+0.4*above.Size()+w.Box.Width() < right
}

// colonBehind tells whether the segment right of another begins with a colon: it
// is a caption.
func colonBehind(page *layout.Page, s *layout.Segment) bool {
	line := page.Lines[s.Line].Segments
	at := slices.Index(line, s)
	return at >= 0 && at+1 < len(line) && strings.HasPrefix(line[at+1].Words[0].Text, ":")
}

// captioned tells whether a segment begins with a caption of its own, known or
// not: a word or three, a colon, and more.
func captioned(s *layout.Segment) bool {
	for i := range min(3, len(s.Words)-1) {
		if w := s.Words[i].Text; len(w) > 2 && w[len(w)-1] == ':' || i > 0 && w == ":" {
			return true
		}
	}
	return false
}

// unfinished tells whether a segment ends in a word that another must follow.
func unfinished(s *layout.Segment) bool {
	return connecting[wording.Fold(s.Words[len(s.Words)-1].Text)]
}

var connecting = wording.Set(`from of the to by and within upon on after with for or against - & von ab nach der dem und bis de du des la le del
	o os as ao aos apos no na od po dnia efter fra fran till til al el desde fecha a di da dal dalla dalle data do das van vanaf na der per`)

// numbered tells whether a segment begins an item of a list: "4.", "b)".
func numbered(s *layout.Segment) bool {
	w := s.Words[0].Text
	return len(w) > 1 && len(w) < 4 && (w[len(w)-1] == '.' || w[len(w)-1] == ')') && (wording.OnlyDigits(w[:len(w)-1]) || len(w) == 2)
}

// besideLabel tells whether something stands left of the segment in the label's
// own column: then the line has a label of its own.
func besideLabel(page *layout.Page, n int, s *layout.Segment, l *label) bool {
	for _, o := range page.Lines[n].Segments {
		if o != s && o.X1 <= s.X0 && o.X1 > l.box.X0 && o.X0 < l.box.X1 {
			return true
		}
	}
	return false
}

// alignment tells how well a segment stands under a label: 1 when their left
// edges, middles or right edges are the same, 0 when none is near.
func alignment(l *label, s *layout.Segment) float64 {
	d := min(math.Abs(s.X0-l.box.X0), math.Abs(s.MidX()-l.box.MidX()), math.Abs(s.X1-l.box.X1))
	if s.X0 > l.box.X1 || s.X1 < l.box.X0 {
		d = max(d, 20)
	}
	return 1 - d/40
}

// sameColumnCell tells whether the label and the segment stand in one ruled
// cell, or in two of which the segment's is beneath the label's.
func sameColumnCell(page *layout.Page, l *label, s *layout.Segment) bool {
	if l.seg.Cell < 0 || s.Cell < 0 {
		return false
	}
	if l.seg.Cell == s.Cell {
		return true
	}
	a, b := page.Cells[l.seg.Cell], page.Cells[s.Cell]
	return math.Abs(a.Y1-b.Y0) < 3 && a.OverlapX(b) > 0.8*min(a.Width(), b.Width())
}

// roomInside tells whether the label stands in a box of its own that has room
// for its value, and the segment stands outside: the box was left empty.
func roomInside(page *layout.Page, l *label, s *layout.Segment) bool {
	if l.seg.Cell < 0 || s.Cell == l.seg.Cell {
		return false
	}
	c := page.Cells[l.seg.Cell]
	return c.Y1-l.box.Y1 > 1.1*l.box.Height() && c.Width() < 0.7*page.Width
}

// onlySum tells whether a label announces sums and nothing else.
func onlySum(l *label) bool {
	for _, m := range l.means {
		if m.kind < labelSubtotal || m.kind > labelInterim {
			return false
		}
	}
	return true
}
