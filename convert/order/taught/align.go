package taught

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// itemFields are the columns of line items, in the order in which they usually stand.
var itemFields = [...]schema.Field{
	schema.LineNumber, schema.ItemCode, schema.Description, schema.DeliveryDate, schema.Quantity, schema.Unit,
	schema.UnitPrice, schema.Discount, schema.LineTotal,
}

// isNumber are the columns that state numbers.
var isNumber = [schema.NumFields]bool{schema.Quantity: true, schema.UnitPrice: true, schema.LineTotal: true, schema.Discount: true}

// finder finds where values of line items stand.
type finder struct {
	*document
	numbers, dates, parts map[string][]spot // by what they state
	texts                 map[string][]spot // those that were looked for
}

func newFinder(t *document) *finder {
	const mostWords, mostGap = 4, 1.5 // words of a number or date, and font sizes between them
	x := &finder{t, map[string][]spot{}, map[string][]spot{}, map[string][]spot{}, map[string][]spot{}}
	for i := range t.rows {
		tokens := t.rows[i].tokens
		for from, o := range tokens {
			for end := from + 1; end <= min(from+mostWords, len(tokens)); end++ {
				if end > from+1 && tokens[end-1].x0-tokens[end-2].x1 > mostGap*o.em {
					break
				}
				x.add(spot{runs: [][]*token{tokens[from:end]}})
			}
			for _, part := range partsOf(o.text) {
				if part != o.bare {
					x.parts[part] = append(x.parts[part], spot{runs: [][]*token{{o}}})
				}
			}
		}
	}
	return x
}

// add adds a run of words that may state a number or a date.
func (x *finder) add(s spot) {
	run := s.runs[0]
	text := printed(run)
	read := x.view.Locale.Readings(text)
	if first, last := strings.IndexFunc(text, unicode.IsDigit), strings.LastIndexFunc(text, unicode.IsDigit); len(read) == 0 && first >= 0 && len(run) == 1 {
		read = x.view.Locale.Readings(text[first : last+1]) // "@$410.39", "Qty:12", "12EA"
	}
	for _, n := range read {
		x.numbers[n.Value.String()] = append(x.numbers[n.Value.String()], s)
	}
	if iso, ok := x.view.Locale.Date(text); ok {
		x.dates[iso] = append(x.dates[iso], s)
	}
}

// partsOf are the texts at the beginning and the end of a word before or behind a mark, or
// where digits and letters meet.
func partsOf(text string) (parts []string) {
	kind := func(r rune) int { return 2*flag(unicode.IsDigit(r)) + flag(unicode.IsLetter(r)) }
	before := rune(-1)
	for i, r := range text {
		if before >= 0 && kind(before) != kind(r) {
			parts = append(parts, textnorm.Bare(text[:i]), textnorm.Bare(text[i:]))
		}
		before = r
	}
	return parts
}

// candidates are the places that state a value of a column.
func (x *finder) candidates(f schema.Field, v string) []spot {
	if f == schema.DeliveryDate {
		return shortest(x.dates[v])
	}
	if d, err := decimal.NewFromString(strings.Trim(v, " %")); err == nil && isNumber[f] {
		found := x.numbers[d.String()]
		signed := slices.DeleteFunc(slices.Clone(found), func(s spot) bool { return !strings.HasSuffix(s.last().text, "%") })
		if strings.HasSuffix(v, "%") && len(signed) > 0 {
			found = signed
		}
		return shortest(found)
	}
	if found, known := x.texts[v]; known {
		return found
	}
	const leastFound = 0.6 // share of the words of a description
	found := append(x.findText(v), x.parts[textnorm.Bare(v)]...)
	words := strings.Fields(v)
	for n := len(words) - 1; len(found) == 0 && f == schema.Description && float64(n) >= leastFound*float64(len(words)); n-- {
		found = x.findText(strings.Join(words[:n], " "))
	}
	x.texts[v] = found
	return found
}

// shortest leaves out the places that hold others.
func shortest(all []spot) (kept []spot) {
	for _, s := range all {
		holds := func(o spot) bool {
			return o.first().id >= s.first().id && o.last().id <= s.last().id && len(o.runs[0]) < len(s.runs[0])
		}
		if !slices.ContainsFunc(all, holds) {
			kept = append(kept, s)
		}
	}
	return kept
}

// alignment is where a document states the values of its line items.
type alignment struct {
	*document
	right      []schema.Cells
	candidates [][schema.NumFields][]spot
	hints      [][schema.NumFields]doc.Evidence // where the general reader read values that are right
	first      []int                            // by line item: the row that states most of it; -1 for none
	found      [][schema.NumFields]spot         // by line item: where its values stand; no runs for none
}

// align finds where the values of line items stand. The order of items is that of the
// document; what is stated several times is taken where the rest of its item, and the same
// column of others, stand.
func align(t *document, right, general []schema.Cells) *alignment {
	n := len(right)
	a := &alignment{t, right, make([][schema.NumFields][]spot, n), make([][schema.NumFields]doc.Evidence, n), nil, make([][schema.NumFields]spot, n)}
	x := newFinder(t)
	pairs := PairRows(right, general)
	for i := range right {
		for _, f := range itemFields {
			v := right[i][f].Value
			if v == "" {
				continue
			}
			a.candidates[i][f] = x.candidates(f, v)
			if k := pairs[i]; k >= 0 && SameValue(f, v, general[k][f].Value) {
				a.hints[i][f] = general[k][f].Evidence
			}
		}
	}
	a.first = a.anchors()
	a.dropDatesBeneath()
	places := a.choose([schema.NumFields]columnPlace{}, math.Inf(-1))
	a.choose(places, leastFit)
	a.putInOrder(schema.LineNumber, schema.Quantity)
	a.putInOrder(schema.Quantity, schema.UnitPrice)
	a.putInOrder(schema.UnitPrice, schema.LineTotal)
	return a
}

// rowAnchor is a row that may state most of an item.
type rowAnchor struct {
	row   int // -1 if there is none
	score float64
	from  int // the anchor of the item before
}

// anchors finds the row of each item that states most of it, in the order of items.
func (a *alignment) anchors() []int {
	all := make([][]rowAnchor, len(a.right))
	for i := range all {
		all[i] = a.anchorsOf(i)
		for k := range all[i] {
			o := &all[i][k]
			best := math.Inf(-1)
			for j := 0; i > 0 && j < len(all[i-1]); j++ {
				if score := all[i-1][j].score - apart(all[i-1][j].row, o.row); score > best {
					best, o.from = score, j
				}
			}
			if i > 0 {
				o.score += best
			}
		}
	}
	first := make([]int, len(all))
	k := 0
	for i := len(all) - 1; i >= 0; i-- {
		if i == len(all)-1 {
			for j := range all[i] {
				if all[i][j].score > all[i][k].score {
					k = j
				}
			}
		}
		first[i] = all[i][k].row
		k = all[i][k].from
	}
	return first
}

// apart is what is taken off if one row states most of an item, and another most of the next
// one: these follow one another, and have a row each.
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

// anchorsOf are the likeliest anchors of an item.
func (a *alignment) anchorsOf(i int) (found []rowAnchor) {
	const (
		most  = 60  // anchors
		reach = 3   // rows from a value to its anchor
		far   = .25 // share of a value's weight for each of them
	)
	weights := make([]float64, len(a.rows))
	for _, f := range itemFields {
		near := map[int]float64{}
		for _, s := range a.candidates[i][f] {
			w := 1/(1+0.05*float64(len(a.candidates[i][f]))) + 3*float64(flag(a.overlaps(s.first(), &a.hints[i][f])))
			for d := -reach; d <= reach; d++ {
				l := s.first().line + d
				near[l] = max(near[l], w*(1-far*math.Abs(float64(d))))
			}
		}
		for l, w := range near {
			if l >= 0 && l < len(weights) {
				weights[l] += w
			}
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

// How many rows above and beneath its anchor an item may stand.
const (
	windowAbove   = 6
	windowBeneath = 14
)

// window is from which row to which an item may stand.
func (a *alignment) window(i int) (from, to int) {
	from, to = a.first[i]-windowAbove, a.first[i]+windowBeneath
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

// dropDatesBeneath leaves out the dates beneath items if dates of delivery stand above those
// that they are of: the first item has one above, and the last one none beneath.
func (a *alignment) dropDatesBeneath() {
	within := func(i, from, to int) bool {
		return slices.ContainsFunc(a.candidates[i][schema.DeliveryDate], func(s spot) bool {
			off := s.first().line - a.first[i]
			return from <= off && off <= to
		})
	}
	if last := len(a.right) - 1; last < 0 || a.first[0] < 0 || a.first[last] < 0 || !within(0, -windowAbove, -1) || within(last, 0, windowBeneath) {
		return
	}
	for i := range a.candidates {
		dates := &a.candidates[i][schema.DeliveryDate]
		*dates = slices.DeleteFunc(slices.Clone(*dates), func(s spot) bool { return s.first().line > a.first[i] })
	}
}

// columnPlace is where the values of a column usually stand.
type columnPlace struct {
	left, right []float64
	off         []float64 // rows from the item's anchor
}

func middle(v []float64) float64 {
	s := slices.Sorted(slices.Values(v))
	return s[len(s)/2]
}

// leastFit is the least fit of a place that is seen as a value's.
const leastFit = -6

// choose chooses the place of each value, if one fits as well as given. It returns where the
// columns stand, by the values that leave no choice.
func (a *alignment) choose(places [schema.NumFields]columnPlace, least float64) (next [schema.NumFields]columnPlace) {
	const tie = 0.3
	taken := make([]int, len(a.tokens)) // by token: 1 + the line item that has it
	for i := range a.right {
		a.found[i] = [schema.NumFields]spot{}
		if a.first[i] < 0 {
			continue
		}
		from, to := a.window(i)
		for _, f := range a.fieldsByChoice(i) {
			var best spot
			top, ties := math.Inf(-1), 0
			for _, s := range a.candidates[i][f] {
				if l := s.first().line; l < from || l > to {
					continue
				}
				fit := a.fit(i, f, &s, taken, &places[f])
				if fit > top {
					ties = flag(fit < top+tie)
					best, top = s, fit
				} else if fit > top-tie {
					ties++
				}
			}
			if top < least || best.runs == nil {
				continue
			}
			a.found[i][f] = best
			for _, o := range best.tokens() {
				taken[o.id] = i + 1
			}
			if run := best.runs[0]; ties == 0 || a.overlaps(run[0], &a.hints[i][f]) {
				n := &next[f]
				n.left, n.right, n.off = append(n.left, run[0].x0), append(n.right, run[len(run)-1].x1), append(n.off, float64(run[0].line-a.first[i]))
			}
		}
	}
	return next
}

// fieldsByChoice are the columns of which an item has candidates: those first that have few,
// since they are surest, and descriptions before those that have many.
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

// fit is how well a place suits as that of an item's column.
func (a *alignment) fit(i int, f schema.Field, s *spot, taken []int, place *columnPlace) float64 {
	run := s.runs[0]
	first, last := run[0], run[len(run)-1]
	want := textnorm.Bare(a.right[i][f].Value)
	off := float64(first.line - a.first[i])
	fit := -0.7*math.Abs(off) - 0.8*float64(flag(off < 0)) + 4*float64(flag(a.overlaps(first, &a.hints[i][f])))
	for _, o := range s.tokens() {
		if by := taken[o.id]; by == i+1 && (f != schema.Unit || want == first.bare) { // "12EA" states both
			fit -= 3
			break
		} else if by != 0 && by != i+1 {
			fit -= 6
			break
		}
	}
	if len(place.left) > 0 {
		d := min(math.Abs(first.x0-middle(place.left)), math.Abs(last.x1-middle(place.right))) / first.em
		fit += 2.5 - min(d, 5) - 0.7*(math.Abs(off-middle(place.off))-math.Abs(off))
	}
	// The values of an item mostly stand in the usual order, so that of two equal ones the
	// one that is named first is taken first.
	fit -= 0.02 * first.x0 / 1000
	fit -= 0.5 * float64(flag(last.bare == "" || first.bare == ""))
	return fit - 0.3*float64(flag(len(run) == 1 && f != schema.Description && want != first.bare))
}

// putInOrder puts the values of two columns, in items in which both are the same, in the
// order in which they stand in the others; if there are none, the former comes first.
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
