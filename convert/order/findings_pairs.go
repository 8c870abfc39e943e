package order

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/wording"
)

// Bounds of pairs.
const (
	maxLabelWords  = 6
	maxLabelBytes  = 60
	maxPairLines   = 6    // lines of a value
	maxPairBytes   = 1000 // of a value
	maxPageLabels  = 400
	leastWrapped   = 8    // words of a line that goes on beneath its label
	valuelessScore = 0.35 // a place whose geometry is worse holds no value
)

// pairs finds the document's labels and their values, outside of tables of line
// items: labels of the lexicon, whatever stands before a colon, captions in
// ruled boxes, and headings above single values.
func (r *reading) pairs() []Pair {
	pairs := []Pair{}
	for n, p := range r.pages {
		for _, f := range r.pagePairs(n) {
			if len(pairs) == maxFoundPairs {
				return pairs
			}
			if pair := f.show(p); pair.Label != "" && strings.ContainsFunc(pair.Value, wording.IsWordRune) {
				pairs = append(pairs, pair)
			}
		}
	}
	return pairs
}

// foundPair is a label and its value on a page.
type foundPair struct {
	label string
	at    doc.Box // of the label
	value []span  // one for each line
}

func (f *foundPair) show(p *layout.Page) Pair {
	var texts []string
	var box doc.Box
	size := 0
	for _, s := range f.value {
		text := s.text()
		if size += len(text) + 1; size > maxPairBytes && len(texts) > 0 {
			break
		}
		texts = append(texts, text)
		for _, w := range s.words() {
			box = box.Union(w.Box)
		}
	}
	value := strings.Join(texts, " ")
	return Pair{Label: f.label, Value: strings.TrimRight(trimColon(value), ",;"), Page: p.Number, Box: displayed(p, box)}
}

// trimColon takes the marks that part a label from its value off both.
func trimColon(s string) string {
	return strings.TrimSpace(strings.Trim(strings.TrimSpace(s), ":：="))
}

// pagePairs finds the pairs of one page, in reading order.
func (r *reading) pagePairs(n int) []foundPair {
	p := r.pages[n]
	captions := r.captions(n)
	var places []placing
	for i := range captions.labels {
		l := &captions.labels[i]
		if !l.value.empty() && trimColon(l.value.text()) != "" {
			places = append(places, placing{l, l.value, 1})
			continue
		}
		right, beneath := r.rightOf(p, &captions, l), r.beneath(p, &captions, l)
		if len(right) > 0 && len(beneath) > 0 && captions.headings(&p.Lines[l.seg.Line]) < 2 {
			beneath[0].geometry *= notHeads
		}
		for _, at := range append(right, beneath...) {
			if at.geometry > valuelessScore && !r.places.Hold(n, at.span.seg.MidX(), at.span.seg.MidY()) {
				places = append(places, at)
			}
		}
	}
	// A value belongs to the label that it stands best to, and a label has the
	// value that stands best to it.
	claimed := make(map[*doc.Word]float64)
	for _, at := range places {
		claimed[at.span.first()] = max(claimed[at.span.first()], at.geometry)
	}
	best := make(map[*label]placing)
	for _, at := range places {
		if at.geometry+claimMargin >= claimed[at.span.first()] && at.geometry > best[at.label].geometry {
			best[at.label] = at
		}
	}
	// What stands beside or beneath a label is its value, even if it could be a
	// label itself: "Net 30".
	inValue := make(map[*doc.Word]bool)
	for _, at := range best {
		if at.span.seg != at.label.seg {
			for _, w := range at.span.words() {
				inValue[w] = true
			}
		}
	}
	var found []foundPair
	taken := make(map[*doc.Word]bool) // as a label's first word, or a value's
	for i := range captions.labels {
		l := &captions.labels[i]
		at, ok := best[l]
		if !ok || taken[at.span.first()] || !l.colon && inValue[l.seg.Words[l.first.word]] {
			continue
		}
		taken[at.span.first()] = true
		found = append(found, foundPair{labelText(l), l.box, r.wholeValue(p, &captions, at)})
	}
	for i := range captions.labels {
		if l := &captions.labels[i]; l.first.word < len(l.seg.Words) {
			taken[l.seg.Words[l.first.word]] = true
		}
	}
	for _, g := range r.ruledGrids(n) {
		found = append(found, g.pairs(taken)...)
	}
	slices.SortStableFunc(found, func(a, b foundPair) int {
		if math.Abs(a.at.MidY()-b.at.MidY()) > cellEdge {
			return cmp.Compare(a.at.MidY(), b.at.MidY())
		}
		return cmp.Compare(a.at.X0, b.at.X0)
	})
	return found
}

// wholeValue is a value with the lines that continue it. Figures stand alone.
func (r *reading) wholeValue(p *layout.Page, captions *pageLabels, at placing) []span {
	value := []span{at.span}
	if !strings.ContainsFunc(at.span.text(), unicode.IsLetter) {
		return value
	}
	last := at.span.seg
	x := at.span.first().Box.X0
	left := [2]float64{x, x}
	if len(last.Words) >= leastWrapped {
		left[0] = last.X0 // running text goes on beneath its label
	}
	for n := last.Line + 1; n < len(p.Lines) && n <= last.Line+3 && len(value) < maxPairLines; n++ {
		s := continuing(p, captions, n, last, left)
		if s == nil || len(captions.of(s)) > 0 || at.span.seg != at.label.seg && besideLabel(p, n, s, at.label) || r.places.Hold(last.Page, s.MidX(), s.MidY()) {
			continue
		}
		next := whole(s)
		value = append(value, next)
		last = s
	}
	return value
}

// captions are the labels on a page that may have a value: of those of the
// lexicon the ones that stand as labels do, and whatever stands before a colon
// or is set as the caption of a ruled box.
func (r *reading) captions(n int) pageLabels {
	p, known := r.pages[n], &r.labels.pages[n]
	all := pageLabels{bySeg: make(map[*layout.Segment][2]int)}
	boxed := boxCaptions(p)
	for i := range p.Lines {
		for _, s := range p.Lines[i].Segments {
			if len(all.labels) >= maxPageLabels || r.places.Hold(n, s.MidX(), s.MidY()) {
				continue
			}
			found := segmentCaptions(known.of(s), s)
			if boxed[s] && !slices.ContainsFunc(found, func(l label) bool { return wording.HasDigit(l.value.text()) }) {
				found = []label{captionOf(s, 0, len(s.Words)-1, len(s.Words[len(s.Words)-1].Text))}
				found[0].whole = true
			}
			if len(found) > 0 {
				all.bySeg[s] = [2]int{len(all.labels), len(all.labels) + len(found)}
				all.labels = append(all.labels, found...)
			}
		}
	}
	return all
}

// segmentCaptions are the labels in a segment of which some are known.
func segmentCaptions(known []label, s *layout.Segment) []label {
	var found []label
	for i := range known {
		l := known[i]
		if l.means == nil || l.first.word > l.last.word || l.last.word >= len(s.Words) {
			continue
		}
		if text := labelText(&l); !l.colon && (l.lead && l.onlyNumber() || strings.HasSuffix(text, ",") || strings.Contains(strings.ToLower(text), "box")) {
			continue // in an address: "No. 12", "Mobile, AL", "P.O. Box 12"
		}
		further := func(w *doc.Word) bool { return captionColon(w.Text) >= 0 } // "Project code: 7"
		if l.colon || l.whole || l.lead && wording.HasDigit(l.value.text()) && len(l.value.words()) <= maxLabelWords && !slices.ContainsFunc(l.value.words(), further) {
			found = append(found, l)
		}
	}
	covered := func(word int) bool {
		return slices.ContainsFunc(found, func(l label) bool {
			end := len(s.Words)
			if !l.value.empty() {
				end = l.value.from
			}
			return word >= l.first.word && (word <= l.last.word || word < end)
		})
	}
	start := 0
	for k, w := range s.Words {
		colon := captionColon(w.Text)
		if colon < 0 || covered(k) {
			if covered(k) {
				start = k + 1
			}
			continue
		}
		last, end := k, colon
		if colon == 0 { // a colon by itself
			if k == 0 {
				continue
			}
			last, end = k-1, len(s.Words[k-1].Text)
		}
		from := captionStart(s, start, last, len(found) > 0)
		start = k + 1
		if from < 0 || covered(from) {
			continue
		}
		l := captionOf(s, from, last, end)
		l.colon = true
		off := colon + 1
		if strings.HasPrefix(w.Text[colon:], "：") {
			off = colon + len("：")
		}
		switch {
		case off < len(w.Text):
			l.value = span{seg: s, from: k, to: len(s.Words), off: off}
		case k+1 < len(s.Words):
			l.value = span{seg: s, from: k + 1, to: len(s.Words)}
		}
		l.whole = l.value.empty()
		found = append(found, l)
	}
	slices.SortStableFunc(found, func(a, b label) int { return cmp.Compare(a.first.word, b.first.word) })
	for i := 0; i+1 < len(found); i++ {
		if v := &found[i].value; !v.empty() && v.to > found[i+1].first.word {
			v.end(found[i+1].first)
		}
	}
	return found
}

// captionColon is where in a word the colon stands that ends a label, -1 where
// none does: times, ratios and addresses of the Web hold colons, too.
func captionColon(w string) int {
	i := strings.IndexAny(w, ":：")
	if i < 0 {
		return -1
	}
	rest := strings.TrimLeft(w[i:], ":：")
	before, _ := utf8.DecodeLastRuneInString(w[:i])
	switch {
	case rest == "":
		return i
	case i == 0, strings.HasPrefix(rest, "/"), !unicode.IsLetter(before) && before != ')' && before != '#' && before != '.':
		return -1
	}
	return i
}

// captionStart is the first word of the label that ends with the given word and
// begins no sooner than start; -1 where there is none. Behind another label's
// value, it goes back over words without figures, of which it leaves that value
// one.
func captionStart(s *layout.Segment, start, last int, behind bool) int {
	from := start
	if behind || last-from >= maxLabelWords {
		from = last
		for from > start+1 && last-from < 2 && !wording.HasDigit(s.Words[from-1].Text) && !strings.HasSuffix(s.Words[from-1].Text, ",") {
			from--
		}
	}
	text := wording.Join(s.Words[from : last+1])
	if last < from || len(text) > maxLabelBytes || !strings.ContainsFunc(text, unicode.IsLetter) {
		return -1
	}
	return from
}

// captionOf makes a label that no lexicon holds of some words; of the last it
// takes so many bytes.
func captionOf(s *layout.Segment, from, last, end int) label {
	l := label{seg: s, first: token{word: from}, last: token{word: last, to: end}, lead: from == 0}
	for _, w := range s.Words[from : last+1] {
		l.box = l.box.Union(w.Box)
	}
	return l
}

// labelText is the label as printed, with the remark that may follow it.
func labelText(l *label) string {
	s := span{seg: l.seg, from: l.first.word, to: len(l.seg.Words)}
	if v := l.value; !v.empty() && v.seg == l.seg && v.from >= s.from {
		s.to, s.truncated = v.from, 0
		if v.off > 0 && strings.ContainsAny(l.seg.Words[v.from].Text[:v.off], ":：") {
			s.to, s.truncated = v.from+1, v.off
		}
	}
	if s.empty() {
		s.to = min(l.last.word+1, len(l.seg.Words))
	}
	return trimColon(s.text())
}

// boxCaptions are the segments that are set as captions: on the first line in a
// ruled box, in smaller, bolder or other letters than what follows.
func boxCaptions(p *layout.Page) map[*layout.Segment]bool {
	inside := make(map[int][]*layout.Segment)
	for i := range p.Lines {
		for _, s := range p.Lines[i].Segments {
			if s.Cell >= 0 {
				inside[s.Cell] = append(inside[s.Cell], s)
			}
		}
	}
	captions := make(map[*layout.Segment]bool)
	for cell, segments := range inside {
		i := slices.IndexFunc(segments, func(s *layout.Segment) bool { return s.Line != segments[0].Line })
		if i < 0 || p.Cells[cell].Height() > tallestCell {
			continue
		}
		b := segments[i].Words[0]
		for _, s := range segments[:i] {
			a := s.Words[0]
			captions[s] = labelLike(s.Words) && (a.Bold != b.Bold || a.Color != b.Color || segments[i].Size()-s.Size() > 0.5)
		}
	}
	return captions
}

// pairs are the pairs that a ruled table makes: headings above one row of
// values, or labels left of one column of values. What is taken already is
// left out.
func (g *wordGrid) pairs(taken map[*doc.Word]bool) []foundPair {
	var found []foundPair
	add := func(label, value []*doc.Word) {
		if len(value) == 0 || taken[value[0]] || taken[label[0]] {
			return
		}
		taken[value[0]] = true
		s := &layout.Segment{Words: value}
		text := trimColon(wording.Join(label))
		if text != "" && text != wording.Join(value) {
			found = append(found, foundPair{text, label[0].Box, []span{whole(s)}})
		}
	}
	labels := func(cells [][]*doc.Word) bool {
		return !slices.ContainsFunc(cells, func(words []*doc.Word) bool { return !labelLike(words) })
	}
	switch {
	case len(g.rows) == 2 && labels(g.rows[0]):
		for c, words := range g.rows[0] {
			add(words, g.rows[1][c])
		}
	case g.width == 2:
		for _, row := range g.rows {
			if labelLike(row[0]) {
				add(row[0], row[1])
			}
		}
	}
	return found
}

// labelLike tells whether words may be a label that nothing else marks as one:
// a few words on one line, none of them a figure.
func labelLike(words []*doc.Word) bool {
	if len(words) == 0 || len(words) > maxLabelWords+2 || math.Abs(words[0].Baseline-words[len(words)-1].Baseline) > 1 {
		return false
	}
	if w := words[0].Text; len(words) > 1 && len(w) < 7 && strings.IndexAny(w[len(w)-1:], ".)") == 0 {
		words = words[1:] // "12.", "17(c)"
	}
	text := wording.Join(words)
	return len(text) <= maxLabelBytes && strings.ContainsFunc(text, unicode.IsLetter) && !wording.HasDigit(text) &&
		!strings.ContainsAny(text, "@;") && !strings.HasSuffix(text, ".")
}
