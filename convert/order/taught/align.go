package taught

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// itemFields are the columns of line items, in the order in which they usually stand.
var itemFields = [...]schema.Field{
	schema.LineNumber, schema.ItemCode, schema.Description, schema.DeliveryDate, schema.Quantity, schema.Unit,
	schema.UnitPrice, schema.Discount, schema.LineTotal,
}

// isNumber tells which columns state numbers.
var isNumber = [schema.NumFields]bool{schema.Quantity: true, schema.UnitPrice: true, schema.LineTotal: true, schema.Discount: true}

// partsOf returns what parts of a word state: the text before and after each mark or change
// between digits and letters, and the numbers in it ("@$410.39", "Qty:12", "12EA").
func (t *document) partsOf(o *token) (parts []string) {
	kind := func(r rune) int { return 2*flag(unicode.IsDigit(r)) + flag(unicode.IsLetter(r)) }
	before := rune(-1)
	for i, r := range o.text {
		if before >= 0 && kind(before) != kind(r) {
			parts = append(parts, textnorm.Bare(o.text[:i]), textnorm.Bare(o.text[i:]))
		}
		before = r
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == o.bare || textnorm.OnlyDigits(s) })
	if first, last := strings.IndexFunc(o.text, unicode.IsDigit), strings.LastIndexFunc(o.text, unicode.IsDigit); first >= 0 {
		for _, text := range slices.Compact([]string{o.text, o.text[first : last+1]}) {
			for _, n := range t.view.Locale.Readings(text) {
				if v := n.Value.String(); !slices.Contains(parts, v) {
					parts = append(parts, v)
				}
			}
		}
	}
	return parts
}

// candidates returns the places that may state a value of a column; parts maps what parts of
// words state to these words.
func (t *document) candidates(f schema.Field, v string, parts map[string][]spot) (found []spot) {
	if f == schema.DeliveryDate {
		return t.find(date, v)
	}
	if isNumber[f] {
		found = slices.Clone(parts[normal(v)])
		for _, s := range t.find(amount, v) {
			if !slices.ContainsFunc(found, func(o spot) bool { return o.first() == s.first() }) {
				found = append(found, s)
			}
		}
	}
	if len(found) == 0 {
		found = append(t.findText(v), parts[textnorm.Bare(v)]...)
	}
	for i, s := range found {
		if run := t.restOfRow(s.first()); strings.HasSuffix(v, "%") && len(s.runs[0]) == 1 && len(run) > 1 && run[1].text == "%" {
			found[i].runs = [][]*token{run[:2]}
		}
	}
	return found
}

// alignment is where a document states the values of its line items.
type alignment struct {
	*document
	right      []schema.Cells
	candidates [][schema.NumFields][]spot
	first      []int                    // by line item: the row that states most of its values; -1 for none
	found      [][schema.NumFields]spot // by line item: where its values stand; no runs for none
}

// align returns where the values of line items stand. The items are in the order of the
// document. A value that is stated several times is taken where the rest of its item, and the
// same column of other items, stand.
func align(t *document, right []schema.Cells) [][schema.NumFields]spot {
	a := &alignment{document: t, right: right, candidates: make([][schema.NumFields][]spot, len(right)), found: make([][schema.NumFields]spot, len(right))}
	parts := map[string][]spot{}
	for i, o := range t.tokens {
		for _, part := range t.partsOf(o) {
			parts[part] = append(parts[part], spot{runs: [][]*token{t.tokens[i : i+1]}})
		}
	}
	known := [schema.NumFields]map[string][]spot{}
	for i := range right {
		for _, f := range itemFields {
			v := right[i][f].Value
			if known[f] == nil {
				known[f] = map[string][]spot{"": nil}
			}
			if _, ok := known[f][v]; !ok {
				known[f][v] = t.candidates(f, v, parts)
			}
			a.candidates[i][f] = known[f][v]
		}
	}
	a.anchor()
	a.choose(a.choose([schema.NumFields]columnPlace{}))
	a.putInOrder(schema.LineNumber, schema.Quantity)
	a.putInOrder(schema.Quantity, schema.UnitPrice)
	a.putInOrder(schema.UnitPrice, schema.LineTotal)
	return a.found
}

// rowAnchor is a row that may state most of an item.
type rowAnchor struct {
	row   int // -1 if there is none
	score float64
	from  int // index of the anchor of the item before
}

// anchor finds for each item the row that states most of it; it prefers rows that follow the
// order of the items.
func (a *alignment) anchor() {
	all := make([][]rowAnchor, len(a.right))
	a.first = make([]int, len(all))
	best := 0
	for i := range all {
		all[i] = a.anchorsOf(i)
		best = 0
		for k := range all[i] {
			o := &all[i][k]
			before := math.Inf(-1)
			for j := 0; i > 0 && j < len(all[i-1]); j++ {
				if score := all[i-1][j].score - apart(all[i-1][j].row, o.row); score > before {
					before, o.from = score, j
				}
			}
			if i > 0 {
				o.score += before
			}
			if o.score > all[i][best].score {
				best = k
			}
		}
	}
	for i := len(all) - 1; i >= 0; i-- {
		a.first[i], best = all[i][best].row, all[i][best].from
	}
}

// apart returns the penalty for two successive items having their anchors in these rows:
// anchors should follow one another, each in a row of its own.
func apart(row, next int) float64 {
	switch {
	case row < 0 || next < 0:
		return 0
	case row == next:
		return 2.5
	case row > next:
		return 6 + 0.01*float64(row-next)
	}
	return min(0.01*float64(next-row), 1)
}

// anchorsOf returns the likeliest anchors of an item.
func (a *alignment) anchorsOf(i int) (found []rowAnchor) {
	const (
		most  = 60  // anchors
		reach = 3   // rows from a value to its anchor
		far   = .25 // share of a value's weight that is lost with each of these rows
	)
	weights, near := make([]float64, len(a.rows)), make([]float64, len(a.rows))
	for _, f := range itemFields {
		w := 1 / (1 + 0.05*float64(len(a.candidates[i][f])))
		for _, s := range a.candidates[i][f] {
			row := s.first().row
			for l := max(0, row-reach); l <= min(row+reach, len(near)-1); l++ {
				near[l] = max(near[l], w*(1-far*math.Abs(float64(l-row))))
			}
		}
		for l := range weights {
			weights[l], near[l] = weights[l]+near[l], 0
		}
	}
	for l, w := range weights {
		if w > 0 {
			found = append(found, rowAnchor{l, w, 0})
		}
	}
	if len(found) == 0 {
		return []rowAnchor{{row: -1}}
	}
	slices.SortStableFunc(found, func(x, y rowAnchor) int { return cmp.Compare(y.score, x.score) })
	return found[:min(len(found), most)]
}

// window returns the first and the last row in which an item may stand.
func (a *alignment) window(i int) (from, to int) {
	const above, beneath = 6, 14 // rows above and beneath the item's anchor
	from, to = a.first[i]-above, a.first[i]+beneath
	for k, l := range a.first {
		switch {
		case k < i && l >= 0 && l < a.first[i]:
			from = max(from, l+1)
		case k > i && l > a.first[i]:
			to = min(to, l)
		}
	}
	return from, to
}

// columnPlace is where a column stands: the medians of those of its values whose places are
// beyond doubt.
type columnPlace struct {
	known       bool
	left, right float64
	off         float64 // rows from the item's anchor
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

// choose chooses the place of each value, using the places of the columns where these are known.
// It returns the places of the columns, as measured on the values for which one candidate was
// clearly the best.
func (a *alignment) choose(places [schema.NumFields]columnPlace) (next [schema.NumFields]columnPlace) {
	const (
		leastFit = -6 // the least fit at which a place is taken for a value's
		tie      = 0.3
	)
	var lefts, rights, offs [schema.NumFields][]float64 // of the values that leave no choice
	taken := make([]int, len(a.tokens))                 // by token: 1 + the line item that has it
	for i := range a.right {
		a.found[i] = [schema.NumFields]spot{}
		if a.first[i] < 0 {
			continue
		}
		from, to := a.window(i)
		for _, f := range a.fieldsByChoice(i) {
			var best spot
			top, second := math.Inf(-1), math.Inf(-1)
			for _, s := range a.candidates[i][f] {
				if l := s.first().row; l < from || l > to {
					continue
				}
				if fit := a.fit(i, f, &s, taken, &places[f]); fit > top {
					best, top, second = s, fit, top
				} else {
					second = max(second, fit)
				}
			}
			if top < leastFit || best.runs == nil {
				continue
			}
			a.found[i][f] = best
			for _, o := range best.tokens() {
				taken[o.id] = i + 1
			}
			if top-second >= tie {
				run := best.runs[0]
				lefts[f], rights[f] = append(lefts[f], run[0].x0), append(rights[f], run[len(run)-1].x1)
				offs[f] = append(offs[f], float64(run[0].row-a.first[i]))
			}
		}
	}
	for f := range next {
		if len(lefts[f]) > 0 {
			next[f] = columnPlace{true, median(lefts[f]), median(rights[f]), median(offs[f])}
		}
	}
	return next
}

// fieldsByChoice returns the columns for which an item has candidates: first those with few
// candidates, which are surest, then descriptions, then those with many.
func (a *alignment) fieldsByChoice(i int) (fields []schema.Field) {
	const few = 3
	order := func(f schema.Field) int {
		switch {
		case f == schema.Description:
			return 1
		case len(a.candidates[i][f]) > few:
			return 2
		}
		return 0
	}
	for _, f := range itemFields {
		if len(a.candidates[i][f]) > 0 {
			fields = append(fields, f)
		}
	}
	slices.SortStableFunc(fields, func(x, y schema.Field) int { return cmp.Compare(order(x), order(y)) })
	return fields
}

// fit returns how well a place suits as that of an item's value in a column; greater is better.
func (a *alignment) fit(i int, f schema.Field, s *spot, taken []int, place *columnPlace) float64 {
	run := s.runs[0]
	first, last := run[0], run[len(run)-1]
	want := textnorm.Bare(a.right[i][f].Value)
	off := float64(first.row - a.first[i])
	fit := -0.7*math.Abs(off) - 0.8*float64(flag(off < 0))
	for _, o := range s.tokens() {
		if by := taken[o.id]; by == i+1 && (f != schema.Unit || want == first.bare) { // "12EA" states both
			fit -= 3
			break
		} else if by != 0 && by != i+1 {
			fit -= 6
			break
		}
	}
	if place.known {
		d := min(math.Abs(first.x0-place.left), math.Abs(last.x1-place.right)) / first.em
		fit += 2.5 - min(d, 5) - 0.7*(math.Abs(off-place.off)-math.Abs(off))
	}
	// The values of an item mostly stand in the usual order of columns. So of two equal ones
	// the left one goes to the column that is named first.
	fit -= 0.02 * first.x0 / 1000
	fit -= 0.5 * float64(flag(last.bare == "" || first.bare == ""))
	return fit - 0.3*float64(flag(len(run) == 1 && f != schema.Description && want != first.bare))
}

// putInOrder handles items that have the same value in two columns: it assigns the two places
// in the order in which the columns stand in the other items. If that is undecided, f comes
// first.
func (a *alignment) putInOrder(f, g schema.Field) {
	former, latter := 0, 0
	var alike []int
	for i := range a.right {
		x, y := &a.found[i][f], &a.found[i][g]
		switch {
		case x.runs == nil || y.runs == nil:
		case SameValue(f, a.right[i][f].Value, a.right[i][g].Value):
			alike = append(alike, i)
		case x.first().id < y.first().id:
			former++
		default:
			latter++
		}
	}
	for _, i := range alike {
		if x, y := &a.found[i][f], &a.found[i][g]; (x.first().id < y.first().id) != (former >= latter) {
			*x, *y = *y, *x
		}
	}
}
