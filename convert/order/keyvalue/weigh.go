package keyvalue

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/learn"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/wording"
)

// weighedFields are the columns whose values stand beside labels, and their
// topics.
var weighedFields = map[schema.Field]learn.Topic{
	schema.PONumber: learn.PONumber, schema.PODate: learn.PODate,
	schema.PaymentTerms: learn.PaymentTerms,
}

// Bounds of what is weighed.
const (
	maxWeighed      = 48 // candidates of a column
	maxWeighedPages = 3  // of an order: so many of the first, and the last
)

// Survey weighs the candidates of an order's labelled columns: those that
// labels give, and whatever else has the shape of such a value.
type Survey struct {
	*Reader
	exam        *learn.Examiner
	first, last int         // pages
	found       []Candidate // by labels
	tables      []float64   // by page of the part: where the first table of items begins, the page's height where none does
	claims      map[*doc.Word]claim
}

// claim is the label that a word stands beside or beneath as its value.
type claim struct {
	label    *Label
	Geometry float64
}

// Survey begins to weigh the candidates of an order on some pages. The examiner, which
// may be nil, is asked what rules leave open.
func (r *Reader) Survey(first, last int, found []Candidate, exam *learn.Examiner) *Survey {
	s := &Survey{Reader: r, exam: exam, first: first, last: last, found: bounded(found), claims: map[*doc.Word]claim{}}
	for n := first; n <= last; n++ {
		s.claim(n)
		top := r.Index.pages[n].Height
		for _, g := range r.Tables.On(n) {
			top = min(top, g.Y0)
		}
		s.tables = append(s.tables, top)
	}
	return s
}

// claim notes which words of a page are values of labels.
func (s *Survey) claim(n int) {
	take := func(l *Label, words []*doc.Word, geometry float64) {
		for _, w := range words {
			if geometry > s.claims[w].Geometry {
				s.claims[w] = claim{l, geometry}
			}
		}
	}
	for _, at := range s.Places(n) {
		take(at.Label, at.Span.Words(), at.Geometry)
	}
	page, of := s.Index.pages[n], &s.Index.labels[n]
	for i := range of.all {
		l := &of.all[i]
		if !l.OnlySum() {
			continue
		}
		take(l, l.Segment.Words, 1)
		if at, ok := rightOf(page, of, l); l.Whole && ok {
			take(l, at.Span.Segment.Words, 1)
		}
	}
}

// claimed tells whether a word is the value of a label that announces another
// column than the given one.
func (s *Survey) claimed(w *doc.Word, f schema.Field) bool {
	l := s.claims[w].label
	if l == nil {
		return false
	}
	switch f {
	case schema.PONumber:
		return l.Strength(Number)+l.Strength(NumberDate) == 0
	case schema.PODate:
		return l.Strength(Date)+l.Strength(NumberDate)+l.Strength(Number) == 0
	}
	return l.Strength(Terms) == 0
}

// Best picks a column's candidate: that of the rules, unless another is surely
// better. On an invoice only the rules know which numbers and dates are the
// order's.
func (s *Survey) Best(f schema.Field) (Candidate, bool) {
	top, ok := best(s.found, f)
	topic, weighed := weighedFields[f]
	if !weighed || s.Index.invoice || !chosen.On() {
		return top, ok
	}
	all := s.candidates(f)
	q := learn.Question{Topic: topic, Rule: -1}
	if ok {
		q.Rule = slices.IndexFunc(all, func(c Candidate) bool { return c.Value == top.Value && c.Span.First() == top.Span.First() })
	}
	if len(all) == 0 || ok && q.Rule < 0 {
		return top, ok
	}
	repeats := map[string]int{}
	for i := range all {
		repeats[all[i].Value]++
	}
	for i := range all {
		q.Values = append(q.Values, []string{all[i].Value})
		q.Rows = append(q.Rows, s.row(f, all, i, i == q.Rule, repeats[all[i].Value]))
	}
	chosen, p := s.exam.Choose(q)
	switch {
	case chosen == q.Rule:
		return top, ok
	case chosen < 0:
		return Candidate{}, false
	}
	c := all[chosen]
	c.Score = p
	return c, true
}

// candidates are those of the labels, and those of shape.
func (s *Survey) candidates(f schema.Field) []Candidate {
	var all []Candidate
	add := func(c Candidate) {
		at := slices.IndexFunc(all, func(k Candidate) bool { return k.Value == c.Value && k.Span.First() == c.Span.First() })
		switch {
		case at < 0:
			all = append(all, c)
		case all[at].Score < c.Score:
			all[at] = c
		}
	}
	for _, c := range s.found {
		if c.Field == f {
			add(c)
		}
	}
	unclaimed := func(c Candidate) {
		if !s.claimed(c.Span.First(), f) {
			add(c)
		}
	}
	for n := s.first; n <= s.last; n++ {
		if n >= s.first+maxWeighedPages && n < s.last {
			continue
		}
		page := s.Index.pages[n]
		for i := range page.Lines {
			for _, seg := range page.Lines[i].Segments {
				if len(all) >= maxWeighed {
					return all
				}
				if s.Tables.Hold(n, seg.MidX(), seg.MidY()) {
					continue
				}
				switch f {
				case schema.PODate:
					s.dates(f, n, seg, unclaimed)
				case schema.PONumber:
					s.numbers(n, seg, unclaimed)
				case schema.PaymentTerms:
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
func (s *Survey) dates(f schema.Field, page int, seg *layout.Segment, add func(Candidate)) {
	if f == schema.PODate && len(seg.Words) > maxDateWords {
		return
	}
	rest := Whole(seg)
	for range maxSegmentDates {
		text := rest.Text()
		iso, from, to, ok := s.Locale.FindDate(text)
		if !ok {
			return
		}
		if at := rest.Slice(from, to); !at.Empty() {
			add(Candidate{Field: f, Value: iso, Span: at, Page: page})
		}
		if to >= len(text) {
			return
		}
		if rest = rest.Slice(to, len(text)); rest.Empty() {
			return
		}
	}
}

// Bounds of segments in which dates, numbers and texts are looked for, words.
const (
	maxDateWords    = 8
	maxSegmentWords = 12
	maxTextWords    = 24
	leastNumber     = 3 // bytes of a number
)

// numbers adds the words of a segment that look like an order's number.
func (s *Survey) numbers(page int, seg *layout.Segment, add func(Candidate)) {
	if len(seg.Words) > maxSegmentWords {
		return
	}
	for i, w := range seg.Words {
		text := strings.Trim(w.Text, ".,;:()[]#*|")
		if len(text) < leastNumber || len(text) > maxNumber || !wording.HasDigit(text) || strings.ContainsAny(text, "@%$€£") || isPhone(text) || isAmount(text) {
			continue
		}
		if _, ok := s.Locale.Date(text); ok && !wording.OnlyDigits(text) {
			continue
		}
		at := Span{Segment: seg, From: i, To: i + 1, Skip: strings.Index(w.Text, text)}
		if end := at.Skip + len(text); end < len(w.Text) {
			at.Cut = end
		}
		add(Candidate{Field: schema.PONumber, Value: text, Span: at, Page: page})
	}
}

// terms adds what a segment says, behind a colon if it has one, if that looks
// like payment terms.
func (s *Survey) terms(page int, seg *layout.Segment, add func(Candidate)) {
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
	at := Span{Segment: seg, From: from, To: len(seg.Words)}
	if value, shape := paymentTerms(at.Text()); value != "" && shape == 1 {
		add(Candidate{Field: schema.PaymentTerms, Value: value, Span: at, Page: page})
	}
}

// row are the features of a candidate.
func (s *Survey) row(field schema.Field, all []Candidate, i int, ruled bool, repeats int) learn.Row {
	r := make(learn.Row, 0, 80)
	c := &all[i]
	page, seg, first := s.Index.pages[c.Page], c.Span.Segment, c.Span.First()
	// The rules' opinion.
	rival, again := 0.0, 0.0
	for k := range all {
		if all[k].Value != c.Value {
			rival = max(rival, all[k].Score)
		} else if k != i {
			again = max(again, all[k].Score)
		}
	}
	r.Flag(ruled)
	r.Add(c.Score, rival, c.Score-rival, again, float64(repeats), float64(len(all)))
	// The place.
	r.Add(first.Box.X0/page.Width, first.Box.Y0/page.Height, float64(c.Page-s.first), float64(s.last-s.first))
	r.Flag(s.Tables.Hold(c.Page, first.Box.MidX(), first.Box.MidY()))
	r.Flag(first.Box.Y0 > s.tables[c.Page-s.first])
	r.Add(first.Size/page.BodySize(), float64(len(page.Lines[seg.Line].Segments)))
	r.Flag(first.Bold)
	r.Add(float64(len(seg.Words)), float64(c.Span.From), float64(len(seg.Words)-c.Span.To))
	s.addBefore(&r, c)
	s.addAbove(&r, c)
	// The value.
	r.Add(learn.Shape(c.Value)...)
	switch field {
	case schema.PODate:
		before, after := 0, 0
		for k := range all {
			switch strings.Compare(all[k].Value, c.Value) {
			case -1:
				before++
			case 1:
				after++
			}
		}
		r.Add(float64(before), float64(after), days(all[0].Value, c.Value))
	case schema.PONumber:
		_, _, shape := s.orderNumber(c.Span, 1)
		_, _, weak := s.orderNumber(c.Span, 0.5)
		r.Add(shape, weak)
	case schema.PaymentTerms:
		r.Add(shareOf(c.Value, termsWords()))
	}
	return r
}

// maxBefore and maxAbove bound the words that are looked at beside a candidate.
const (
	maxBefore = 5
	maxAbove  = 6
)

// addBefore adds what stands before a Candidate, in its own segment or in the
// next one on the left.
func (s *Survey) addBefore(r *learn.Row, c *Candidate) {
	page, seg, first := s.Index.pages[c.Page], c.Span.Segment, c.Span.First()
	var words []*doc.Word
	gap := 0.0
	switch from := c.Span.From; {
	case c.Span.Skip > 0:
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
	s.addWording(r, words)
	r.Add(gap)
	colon, bolder := false, false
	if n := len(words); n > 0 {
		colon = strings.ContainsAny(words[n-1].Text, ":：")
		bolder = words[n-1].Bold && !first.Bold
	}
	r.Flag(colon)
	r.Flag(bolder)
	r.Flag(c.Span.From == 0)
}

// aboveReach is how far above a Candidate its heading may stand, ems.
const aboveReach = 4.0

// addAbove adds what stands above a candidate: the nearest segment whose
// extent along x it shares.
func (s *Survey) addAbove(r *learn.Row, c *Candidate) {
	page, seg, first := s.Index.pages[c.Page], c.Span.Segment, c.Span.First()
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
		s.addWording(r, nil)
		r.Add(2*aboveReach, 2*aboveReach, 0, 0, 0, 0)
		return
	}
	s.addWording(r, above.Words[:min(len(above.Words), maxAbove)])
	aligned := min(math.Abs(above.X0-first.Box.X0), math.Abs(above.MidX()-seg.MidX()), math.Abs(above.X1-seg.X1)) / size
	r.Add(distance, aligned, float64(s.Index.labels[c.Page].headings(&page.Lines[above.Line])))
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

// maxCandidates bounds the candidates of a column, which are compared with one
// another. Orders have some dozens.
const maxCandidates = 256

// bounded leaves out the weakest candidates of a column that has too many.
func bounded(found []Candidate) []Candidate {
	if len(found) <= maxCandidates {
		return found
	}
	byScore := make([]int, len(found))
	for i := range byScore {
		byScore[i] = i
	}
	slices.SortStableFunc(byScore, func(i, j int) int { return cmp.Compare(found[j].Score, found[i].Score) })
	var count [schema.NumFields]int
	keep := make([]bool, len(found))
	for _, i := range byScore {
		f := found[i].Field
		count[f]++
		keep[i] = count[f] <= maxCandidates
	}
	strong := make([]Candidate, 0, maxCandidates)
	for i := range found {
		if keep[i] {
			strong = append(strong, found[i])
		}
	}
	return strong
}

// best picks a field's candidate: the highest score.
func best(found []Candidate, f schema.Field) (Candidate, bool) {
	var top Candidate
	for _, c := range found {
		if c.Field == f && c.Score > top.Score {
			top = c
		}
	}
	return top, top.Score > 0
}
