package order

import (
	"math"
	"slices"
	"strings"
	"time"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/learn"
	"lineitem/convert/order/wording"
)

// weighedFields are the columns whose values stand beside labels, and their
// topics.
var weighedFields = map[Field]learn.Topic{
	PONumber: learn.PONumber, PODate: learn.PODate,
	PaymentTerms: learn.PaymentTerms,
}

// Bounds of what is weighed.
const (
	maxWeighed      = 48 // candidates of a column
	maxWeighedPages = 3  // of an order: so many of the first, and the last
)

// survey weighs the candidates of an order's labelled columns: those that
// labels give, and whatever else has the shape of such a value.
type survey struct {
	*reading
	part
	found  []candidate // by labels
	tables []float64   // by page of the part: where the first table of items begins, the page's height where none does
	claims map[*doc.Word]claim
}

// claim is the label that a word stands beside or beneath as its value.
type claim struct {
	label    *label
	geometry float64
}

func (r *reading) newSurvey(p part, found []candidate) *survey {
	s := &survey{reading: r, part: p, found: found, claims: map[*doc.Word]claim{}}
	for n := p.first; n <= p.last; n++ {
		s.claim(n)
		top := r.pages[n].Height
		for _, g := range r.places.On(n) {
			top = min(top, g.Y0)
		}
		s.tables = append(s.tables, top)
	}
	return s
}

// claim notes which words of a page are values of labels.
func (s *survey) claim(n int) {
	take := func(l *label, words []*doc.Word, geometry float64) {
		for _, w := range words {
			if geometry > s.claims[w].geometry {
				s.claims[w] = claim{l, geometry}
			}
		}
	}
	for _, at := range s.placings(n) {
		take(at.label, at.span.words(), at.geometry)
	}
	page, pl := s.pages[n], &s.reading.labels.pages[n]
	for i := range pl.labels {
		l := &pl.labels[i]
		if l.means == nil || !onlySum(l) {
			continue
		}
		take(l, l.seg.Words, 1)
		if next := rightNeighbour(page, l.seg, l.box.X1); l.whole && next != nil {
			take(l, next.Words, 1)
		}
	}
}

// claimed tells whether a word is the value of a label that announces another
// column than the given one.
func (s *survey) claimed(w *doc.Word, f Field) bool {
	l := s.claims[w].label
	if l == nil {
		return false
	}
	switch f {
	case PONumber:
		return l.strength(labelNumber)+l.strength(labelNumberDate) == 0
	case PODate:
		return l.strength(labelDate)+l.strength(labelNumberDate)+l.strength(labelNumber) == 0
	}
	return l.strength(labelTerms) == 0
}

// best picks a column's candidate: that of the rules, unless another is surely
// better. On an invoice only the rules know which numbers and dates are the
// order's.
func (s *survey) best(f Field) (candidate, bool) {
	top, ok := best(s.found, f)
	topic, weighed := weighedFields[f]
	if !weighed || s.reading.labels.invoice {
		return top, ok
	}
	all := s.candidates(f)
	q := learn.Question{Topic: topic, Rule: -1}
	if ok {
		q.Rule = slices.IndexFunc(all, func(c candidate) bool { return c.value == top.value && c.span.first() == top.span.first() })
	}
	if len(all) == 0 || ok && q.Rule < 0 {
		return top, ok
	}
	repeats := map[string]int{}
	for i := range all {
		repeats[all[i].value]++
	}
	for i := range all {
		q.Values = append(q.Values, []string{all[i].value})
		q.Rows = append(q.Rows, s.row(f, all, i, i == q.Rule, repeats[all[i].value]))
	}
	chosen, p := s.exam.Choose(q)
	switch {
	case chosen == q.Rule:
		return top, ok
	case chosen < 0:
		return candidate{}, false
	}
	c := all[chosen]
	c.score = p
	return c, true
}

// candidates are those of the labels, and those of shape.
func (s *survey) candidates(f Field) []candidate {
	var all []candidate
	add := func(c candidate) {
		at := slices.IndexFunc(all, func(k candidate) bool { return k.value == c.value && k.span.first() == c.span.first() })
		switch {
		case at < 0:
			all = append(all, c)
		case all[at].score < c.score:
			all[at] = c
		}
	}
	for _, c := range s.found {
		if c.field == f {
			add(c)
		}
	}
	unclaimed := func(c candidate) {
		if !s.claimed(c.span.first(), f) {
			add(c)
		}
	}
	for n := s.first; n <= s.last; n++ {
		if n >= s.first+maxWeighedPages && n < s.last {
			continue
		}
		page := s.pages[n]
		for i := range page.Lines {
			for _, seg := range page.Lines[i].Segments {
				if len(all) >= maxWeighed {
					return all
				}
				if s.places.Hold(n, seg.MidX(), seg.MidY()) {
					continue
				}
				switch f {
				case PODate:
					s.dates(f, n, seg, unclaimed)
				case PONumber:
					s.numbers(n, seg, unclaimed)
				case PaymentTerms:
					s.terms(n, seg, unclaimed)
				}
			}
		}
	}
	return all
}

// maxSegmentDates bounds the dates of a segment.
const maxSegmentDates = 3

// dates adds the dates of a segment. In running text orders are seldom dated.
func (s *survey) dates(f Field, page int, seg *layout.Segment, add func(candidate)) {
	if f == PODate && len(seg.Words) > maxDateWords {
		return
	}
	rest := whole(seg)
	for range maxSegmentDates {
		text := rest.text()
		iso, from, to, ok := s.locale.FindDate(text)
		if !ok {
			return
		}
		if at := rest.slice(from, to); !at.empty() {
			add(candidate{field: f, value: iso, span: at, page: page})
		}
		if to >= len(text) {
			return
		}
		if rest = rest.slice(to, len(text)); rest.empty() {
			return
		}
	}
}

// Bounds of segments in which dates, numbers and texts are looked for, words.
const (
	maxDateWords   = 8
	maxNumberWords = 12
	maxTextWords   = 24
	leastNumber    = 3 // bytes of a number
)

// numbers adds the words of a segment that look like an order's number.
func (s *survey) numbers(page int, seg *layout.Segment, add func(candidate)) {
	if len(seg.Words) > maxNumberWords {
		return
	}
	for i, w := range seg.Words {
		text := strings.Trim(w.Text, ".,;:()[]#*|")
		if len(text) < leastNumber || len(text) > maxOrderNumber || !wording.HasDigit(text) || strings.ContainsAny(text, "@%$€£") || looksLikePhone(text) || looksLikeAmount(text) {
			continue
		}
		if _, ok := s.locale.Date(text); ok && !wording.OnlyDigits(text) {
			continue
		}
		at := span{seg: seg, from: i, to: i + 1, off: strings.Index(w.Text, text)}
		if end := at.off + len(text); end < len(w.Text) {
			at.truncated = end
		}
		add(candidate{field: PONumber, value: text, span: at, page: page})
	}
}

// terms adds what a segment says, behind a colon if it has one, if that looks
// like payment terms.
func (s *survey) terms(page int, seg *layout.Segment, add func(candidate)) {
	if len(seg.Words) > maxTextWords {
		return
	}
	from := 0
	for i, w := range seg.Words[:min(len(seg.Words), 6)] {
		if strings.HasSuffix(w.Text, ":") {
			from = i + 1
		}
	}
	if from == len(seg.Words) {
		return
	}
	at := span{seg: seg, from: from, to: len(seg.Words)}
	if value, shape := paymentTerms(at.text()); value != "" && shape == 1 {
		add(candidate{field: PaymentTerms, value: value, span: at, page: page})
	}
}

// row are the features of a candidate.
func (s *survey) row(field Field, all []candidate, i int, ruled bool, repeats int) learn.Row {
	r := make(learn.Row, 0, 80)
	c := &all[i]
	page, seg, first := s.pages[c.page], c.span.seg, c.span.first()
	// The rules' opinion.
	rival, again := 0.0, 0.0
	for k := range all {
		if all[k].value != c.value {
			rival = max(rival, all[k].score)
		} else if k != i {
			again = max(again, all[k].score)
		}
	}
	r.Flag(ruled)
	r.Add(c.score, rival, c.score-rival, again, float64(repeats), float64(len(all)))
	// The place.
	r.Add(first.Box.X0/page.Width, first.Box.Y0/page.Height, float64(c.page-s.first), float64(s.last-s.first))
	r.Flag(s.places.Hold(c.page, first.Box.MidX(), first.Box.MidY()))
	r.Flag(first.Box.Y0 > s.tables[c.page-s.first])
	r.Add(first.Size/page.BodySize(), float64(len(page.Lines[seg.Line].Segments)))
	r.Flag(first.Bold)
	r.Add(float64(len(seg.Words)), float64(c.span.from), float64(len(seg.Words)-c.span.to))
	s.addBefore(&r, c)
	s.addAbove(&r, c)
	// The value.
	r.Add(learn.Shape(c.value)...)
	switch field {
	case PODate:
		before, after := 0, 0
		for k := range all {
			switch strings.Compare(all[k].value, c.value) {
			case -1:
				before++
			case 1:
				after++
			}
		}
		r.Add(float64(before), float64(after), days(all[0].value, c.value))
	case PONumber:
		_, _, shape := s.orderNumber(c.span, 1)
		_, _, weak := s.orderNumber(c.span, 0.5)
		r.Add(shape, weak)
	case PaymentTerms:
		r.Add(shareOf(c.value, termsWords()))
	}
	return r
}

// maxBefore and maxAbove bound the words that are looked at beside a candidate.
const (
	maxBefore = 5
	maxAbove  = 6
)

// addBefore adds what stands before a candidate, in its own segment or in the
// next one on the left.
func (s *survey) addBefore(r *learn.Row, c *candidate) {
	page, seg, first := s.pages[c.page], c.span.seg, c.span.first()
	var words []*doc.Word
	gap := 0.0
	switch from := c.span.from; {
	case c.span.off > 0:
		words = seg.Words[max(0, from-maxBefore) : from+1]
	case from > 0:
		words = seg.Words[max(0, from-maxBefore):from]
	default:
		var left *layout.Segment
		for _, o := range page.Lines[seg.Line].Segments {
			if o.X1 <= first.Box.X0+1 && o.Words[0] != first && (left == nil || o.X1 > left.X1) {
				left = o
			}
		}
		if left != nil {
			words = left.Words[max(0, len(left.Words)-maxBefore):]
			gap = (first.Box.X0 - left.X1) / max(1, first.Size)
		}
	}
	addWording(r, words)
	r.Add(gap)
	colon, bolder := false, false
	if n := len(words); n > 0 {
		colon = strings.ContainsAny(words[n-1].Text, ":：")
		bolder = words[n-1].Bold && !first.Bold
	}
	r.Flag(colon)
	r.Flag(bolder)
	r.Flag(c.span.from == 0)
}

// aboveReach is how far above a candidate its heading may stand, ems.
const aboveReach = 4.0

// addAbove adds what stands above a candidate: the nearest segment whose
// extent along x it shares.
func (s *survey) addAbove(r *learn.Row, c *candidate) {
	page, seg, first := s.pages[c.page], c.span.seg, c.span.first()
	size := max(1, first.Size)
	var above *layout.Segment
	distance := 0.0
	for n := seg.Line - 1; n >= 0 && above == nil; n-- {
		line := &page.Lines[n]
		if distance = (first.Box.Y0 - line.Y1) / size; distance > aboveReach {
			break
		}
		for _, o := range line.Segments {
			if o.X0 < first.Box.X1+2 && o.X1 > first.Box.X0-2 {
				above = o
				break
			}
		}
	}
	if above == nil {
		addWording(r, nil)
		r.Add(2*aboveReach, 2*aboveReach, 0, 0, 0, 0)
		return
	}
	addWording(r, above.Words[:min(len(above.Words), maxAbove)])
	aligned := min(math.Abs(above.X0-first.Box.X0), math.Abs(above.MidX()-seg.MidX()), math.Abs(above.X1-seg.X1)) / size
	r.Add(distance, aligned, float64(s.reading.labels.pages[c.page].headings(&page.Lines[above.Line])))
	r.Flag(above.Cell >= 0 && above.Cell == seg.Cell)
	r.Flag(above.Words[0].Bold && !first.Bold)
	r.Flag(strings.HasSuffix(above.Words[len(above.Words)-1].Text, ":"))
}

// shareOf is the share of a text's words that are in a set.
func shareOf(text string, set map[string]bool) float64 {
	words := strings.FieldsFunc(wording.Fold(text), notLetter)
	n := 0
	for _, w := range words {
		if set[w] {
			n++
		}
	}
	return float64(n) / float64(max(1, len(words)))
}

// days is the number of days between two dates in ISO 8601.
func days(from, to string) float64 {
	a, err1 := time.Parse(time.DateOnly, from)
	b, err2 := time.Parse(time.DateOnly, to)
	if err1 != nil || err2 != nil {
		return 0
	}
	return math.Round(b.Sub(a).Hours() / 24)
}
