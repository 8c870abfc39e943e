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

// run is a run of neighbouring words of a line: those of the sheet from one index up to
// another.
type run struct{ from, to int }

// itemFields are the columns of line items, in the order in which they usually stand.
var itemFields = [...]schema.Field{
	schema.LineNumber, schema.ItemCode, schema.Description, schema.DeliveryDate, schema.Quantity, schema.Unit,
	schema.UnitPrice, schema.Discount, schema.LineTotal,
}

// alignment is where a document states the values of its line items.
type alignment struct {
	*sheet
	right []schema.Cells
	found [][schema.NumFields][]run // by line item: the words of each value
	first []int                     // by line item: the line that states most of it
	index valueIndex
}

// align finds the words that state the values of line items. The order of items is that
// of the document; what is stated several times is taken where the rest of its item, and
// the same column of others, stand. Of the general reader's cells, those that are right
// say where they stand.
func align(s *sheet, right []schema.Cells, general []schema.Cells) *alignment {
	a := &alignment{sheet: s, right: right, found: make([][schema.NumFields][]run, len(right)), index: newValueIndex(s)}
	candidates := make([][schema.NumFields][]run, len(right))
	for i := range right {
		for _, f := range itemFields {
			if v := right[i][f].Value; v != "" {
				candidates[i][f] = a.index.candidates(f, v)
			}
		}
	}
	hints := a.hints(right, general)
	a.first = a.anchors(candidates, hints)
	a.datesAbove(candidates)
	a.choose(candidates, hints)
	a.putInOrder(schema.LineNumber, schema.Quantity)
	a.putInOrder(schema.Quantity, schema.UnitPrice)
	a.putInOrder(schema.UnitPrice, schema.LineTotal)
	return a
}

// datesAbove leaves out the dates beneath items where dates of delivery stand above those that
// they are of: the first item has one above, and the last one none beneath.
func (a *alignment) datesAbove(candidates [][schema.NumFields][]run) {
	const date = schema.DeliveryDate
	within := func(i, from, to int) bool {
		return slices.ContainsFunc(candidates[i][date], func(r run) bool {
			l := a.words[r.from].line - a.first[i]
			return from <= l && l <= to
		})
	}
	if last := len(a.right) - 1; last < 0 || a.first[0] < 0 || a.first[last] < 0 || !within(0, -windowAbove, -1) || within(last, 0, windowBeneath) {
		return
	}
	for i := range candidates {
		candidates[i][date] = slices.DeleteFunc(candidates[i][date], func(r run) bool { return a.words[r.from].line > a.first[i] })
	}
}

// How many lines above and beneath its anchor an item may stand.
const (
	windowAbove   = 6
	windowBeneath = 14
)

// putInOrder puts the values of two columns, in items in which both are the same, in the
// order in which they stand in the others; where there are none, the former comes first.
func (a *alignment) putInOrder(f, g schema.Field) {
	former, latter := 0, 0
	var alike []int
	for i := range a.right {
		x, y := a.found[i][f], a.found[i][g]
		switch {
		case len(x) != 1 || len(y) != 1:
		case keyOf(f, a.right[i][f].Value) == keyOf(g, a.right[i][g].Value):
			alike = append(alike, i)
		case x[0].from < y[0].from:
			former++
		default:
			latter++
		}
	}
	for _, i := range alike {
		if x, y := a.found[i][f], a.found[i][g]; (x[0].from < y[0].from) != (former >= latter) {
			a.found[i][f], a.found[i][g] = y, x
		}
	}
}

// valueIndex finds runs of words by what they state.
type valueIndex struct {
	*sheet
	numbers map[string][]run
	texts   map[string][]run
	dates   map[string][]run
}

// Bounds of the words of one value.
const (
	maxNumberWords = 3
	maxTextWords   = 5
	maxDateWords   = 4
)

func newValueIndex(s *sheet) valueIndex {
	x := valueIndex{s, map[string][]run{}, map[string][]run{}, map[string][]run{}}
	for i := range s.lines {
		words := s.lines[i].words
		for from := range words {
			x.addRuns(words[from:])
		}
	}
	return x
}

// addRuns adds the runs that begin with the first of a line's words.
func (x *valueIndex) addRuns(words []*sheetWord) {
	text, bare, dated := "", "", false
	for n, w := range words[:min(len(words), maxTextWords)] {
		if n > 0 && w.x0-words[n-1].x1 > 1.5*w.em {
			break
		}
		if n > 0 {
			text += " "
		}
		text += w.Text
		bare += w.bare
		r := run{words[0].at, w.at + 1}
		if n < maxNumberWords {
			x.addNumber(text, r)
		}
		if n < maxDateWords && !dated {
			if iso, ok := x.Locale.Date(text); ok {
				x.dates[iso] = append(x.dates[iso], r)
				dated = true
			}
		}
		if bare != "" && w.bare != "" && words[0].bare != "" {
			x.texts[bare] = append(x.texts[bare], r)
		}
		if n == 0 {
			for _, part := range partsOf(w.Text) {
				if part != bare {
					x.texts[part] = append(x.texts[part], r)
				}
			}
		}
	}
}

func (x *valueIndex) addNumber(text string, r run) {
	read := x.Locale.Readings(text)
	if len(read) == 0 { // "@$410.39", "Qty:12", "12EA"
		first, last := strings.IndexFunc(text, unicode.IsDigit), strings.LastIndexFunc(text, unicode.IsDigit)
		if first < 0 || r.to-r.from > 1 {
			return
		}
		read = x.Locale.Readings(text[first : last+1])
	}
	for _, n := range read {
		key := n.Value.String()
		x.numbers[key] = append(x.numbers[key], r)
	}
}

// partsOf are the texts, bare, that stand at the beginning or end of a word before or
// behind a mark, or where digits and letters meet.
func partsOf(text string) []string {
	var parts []string
	runes := []rune(text)
	for i := 1; i < len(runes); i++ {
		a, b := kindOfRune(runes[i-1]), kindOfRune(runes[i])
		if a != b {
			parts = append(parts, textnorm.Bare(string(runes[:i])), textnorm.Bare(string(runes[i:])))
		}
	}
	return slices.DeleteFunc(parts, func(s string) bool { return s == "" })
}

func kindOfRune(r rune) int {
	switch {
	case unicode.IsDigit(r):
		return 1
	case unicode.IsLetter(r):
		return 2
	}
	return 0
}

// candidates are the runs that state a value of a column.
func (x *valueIndex) candidates(f schema.Field, v string) []run {
	switch f {
	case schema.Quantity, schema.UnitPrice, schema.LineTotal, schema.Discount:
		d, err := decimal.NewFromString(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(v), "%")))
		if err != nil {
			return x.texts[textnorm.Bare(v)]
		}
		if strings.HasSuffix(v, "%") {
			return x.percentages(x.numbers[d.String()])
		}
		return shortest(x.numbers[d.String()])
	case schema.DeliveryDate:
		return shortest(x.dates[v])
	case schema.Description:
		return x.descriptions(v)
	}
	return x.texts[textnorm.Bare(v)]
}

// percentages are the runs with a percent sign, or where there are none all.
func (x *valueIndex) percentages(runs []run) []run {
	var signed []run
	for _, r := range runs {
		if strings.HasSuffix(x.words[r.to-1].Text, "%") {
			signed = append(signed, r)
		}
	}
	if len(signed) == 0 {
		signed = runs
	}
	return shortest(signed)
}

// shortest leaves out the runs that begin as shorter ones do.
func shortest(runs []run) []run {
	var kept []run
	for _, r := range runs {
		if !slices.ContainsFunc(runs, func(o run) bool { return o != r && r.from <= o.from && o.to <= r.to }) {
			kept = append(kept, r)
		}
	}
	return kept
}

// descriptions are the words by which a description may begin.
func (x *valueIndex) descriptions(v string) []run {
	fields := strings.Fields(v)
	for _, f := range fields {
		if bare := textnorm.Bare(f); bare != "" {
			found := x.texts[bare]
			var runs []run
			for _, r := range found {
				if r.to == r.from+1 {
					runs = append(runs, r)
				}
			}
			if len(runs) == 0 { // parted otherwise
				for i, w := range x.words {
					if w.bare != "" && (strings.HasPrefix(bare, w.bare) || strings.HasPrefix(w.bare, bare)) {
						runs = append(runs, run{i, i + 1})
					}
				}
			}
			return runs
		}
	}
	return nil
}

// hints are the places where the general reader read values that are right.
func (a *alignment) hints(right, general []schema.Cells) [][schema.NumFields]doc.Evidence {
	hints := make([][schema.NumFields]doc.Evidence, len(right))
	at := pairRows(right, general)
	for i, k := range at {
		if k < 0 {
			continue
		}
		for _, f := range itemFields {
			if SameValue(f, right[i][f].Value, general[k][f].Value) {
				hints[i][f] = general[k][f].Evidence
			}
		}
	}
	return hints
}

// hinted reports whether a run stands where evidence says.
func (a *alignment) hinted(r run, e *doc.Evidence) bool {
	w := a.words[r.from]
	page := a.Pages[a.lines[w.line].page]
	box := page.Displayed(w.Box)
	return e.Page == page.Number && e.Box.Contains(box.MidX(), box.MidY())
}

// maxAnchors bounds the lines that are tried for an item.
const maxAnchors = 60

// lineAnchor is a line that may state most of an item.
type lineAnchor struct {
	line  int // -1 where there is none
	score float64
	from  int // the anchor of the item before
}

// anchors finds the line of each item that states most of it, in the order of items.
func (a *alignment) anchors(candidates [][schema.NumFields][]run, hints [][schema.NumFields]doc.Evidence) []int {
	all := make([][]lineAnchor, len(candidates))
	for i := range candidates {
		all[i] = a.anchorsOf(&candidates[i], &hints[i])
	}
	for i := 1; i < len(all); i++ {
		for k := range all[i] {
			o := &all[i][k]
			best := math.Inf(-1)
			for j := range all[i-1] {
				if score := all[i-1][j].score - apart(all[i-1][j].line, o.line); score > best {
					best, o.from = score, j
				}
			}
			o.score += best
		}
	}
	first := make([]int, len(all))
	k := -1
	for i := len(all) - 1; i >= 0; i-- {
		if k < 0 {
			k = 0
			for j := range all[i] {
				if all[i][j].score > all[i][k].score {
					k = j
				}
			}
		}
		first[i] = all[i][k].line
		k = all[i][k].from
	}
	return first
}

// apart is what is taken off where one line states most of an item, and another of the
// next one: these follow one another, and have a line each.
func apart(line, next int) float64 {
	switch {
	case line < 0 || next < 0:
		return 0
	case line == next:
		return 2.5
	case line > next:
		return 6 + 0.01*float64(line-next)
	}
	return min(0.01*float64(next-line), 1)
}

// anchorsOf are the likeliest anchors of an item, from top to bottom.
func (a *alignment) anchorsOf(candidates *[schema.NumFields][]run, hints *[schema.NumFields]doc.Evidence) []lineAnchor {
	weights := map[int]float64{}
	for _, f := range itemFields {
		near := map[int]float64{}
		for _, r := range candidates[f] {
			w := 1 / (1 + 0.05*float64(len(candidates[f])))
			if a.hinted(r, &hints[f]) {
				w += 3
			}
			for d := -3; d <= 3; d++ {
				l := a.words[r.from].line + d
				near[l] = max(near[l], w*(1-0.25*math.Abs(float64(d))))
			}
		}
		for l, w := range near {
			weights[l] += w
		}
	}
	var found []lineAnchor
	for l, w := range weights {
		if l >= 0 && l < len(a.lines) {
			found = append(found, lineAnchor{l, w, -1})
		}
	}
	slices.SortFunc(found, func(x, y lineAnchor) int { return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(x.line, y.line)) })
	found = found[:min(len(found), maxAnchors)]
	slices.SortFunc(found, func(x, y lineAnchor) int { return cmp.Compare(x.line, y.line) })
	if len(found) == 0 {
		found = []lineAnchor{{line: -1, from: -1}}
	}
	return found
}

// columnPlace is where the values of a column usually stand.
type columnPlace struct {
	left, right []float64
	lines       []float64 // from the item's anchor
}

func middle(v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	s := slices.Sorted(slices.Values(v))
	return s[len(s)/2]
}

// choose chooses the words of each value: first of those that leave no choice, and then
// of the others, by where their columns stand.
func (a *alignment) choose(candidates [][schema.NumFields][]run, hints [][schema.NumFields]doc.Evidence) {
	var places [schema.NumFields]columnPlace
	for round := range 2 {
		taken := make([]int, len(a.words)) // by word: 1 + the line item that has it
		for i := range a.found {
			a.found[i] = [schema.NumFields][]run{}
		}
		var next [schema.NumFields]columnPlace
		for i := range candidates {
			if a.first[i] < 0 {
				continue
			}
			from, to := a.window(i)
			for _, f := range fieldsByChoice(&candidates[i]) {
				var best run
				top := math.Inf(-1)
				ties := 0
				for _, r := range candidates[i][f] {
					l := a.words[r.from].line
					if l < from || l > to || f == schema.Description && round == 0 && len(candidates[i][f]) > 40 {
						continue
					}
					s := a.fit(i, f, r, taken, &places[f], &hints[i][f])
					switch {
					case s > top+1e-9:
						best, top, ties = r, s, 0
					case s > top-0.3:
						ties++
					}
				}
				if math.IsInf(top, -1) || round > 0 && top < leastFit {
					continue
				}
				runs := []run{best}
				if f == schema.Description {
					if runs = a.describe(i, best, taken, from, to); len(runs) == 0 {
						continue
					}
				}
				a.found[i][f] = runs
				for _, r := range runs {
					for k := r.from; k < r.to; k++ {
						taken[k] = i + 1
					}
				}
				if ties == 0 || a.hinted(best, &hints[i][f]) {
					n := &next[f]
					n.left = append(n.left, a.words[runs[0].from].x0)
					n.right = append(n.right, a.words[runs[0].to-1].x1)
					n.lines = append(n.lines, float64(a.words[runs[0].from].line-a.first[i]))
				}
			}
		}
		places = next
	}
}

// leastFit is the least fit of a run of words in which a value is seen.
const leastFit = -6

// window is from which line to which an item may stand.
func (a *alignment) window(i int) (from, to int) {
	from, to = max(0, a.first[i]-windowAbove), min(len(a.lines)-1, a.first[i]+windowBeneath)
	for k := i - 1; k >= 0; k-- {
		if a.first[k] >= 0 && a.first[k] < a.first[i] {
			from = max(from, a.first[k]+1)
			break
		}
	}
	for k := i + 1; k < len(a.first); k++ {
		if a.first[k] > a.first[i] {
			to = min(to, a.first[k])
			break
		}
	}
	return from, to
}

// fieldsByChoice are the columns of which an item has candidates; those with the fewest
// first, since they are surest, and descriptions last, which are long.
func fieldsByChoice(c *[schema.NumFields][]run) []schema.Field {
	var fields []schema.Field
	for _, f := range itemFields {
		if len(c[f]) > 0 {
			fields = append(fields, f)
		}
	}
	slices.SortStableFunc(fields, func(x, y schema.Field) int {
		number := func(f schema.Field) int {
			switch {
			case f == schema.Description:
				return 1
			case len(c[f]) > 3:
				return 2
			}
			return 0
		}
		return cmp.Compare(number(x), number(y))
	})
	return fields
}

// fit is how well a run of words suits as the value of an item's column.
func (a *alignment) fit(i int, f schema.Field, r run, taken []int, place *columnPlace, hint *doc.Evidence) float64 {
	first, last := a.words[r.from], a.words[r.to-1]
	off := float64(first.line - a.first[i])
	s := -0.7 * math.Abs(off)
	if off < 0 {
		s -= 0.8
	}
	if a.hinted(r, hint) {
		s += 4
	}
	for k := r.from; k < r.to; k++ {
		if taken[k] != 0 && (f != schema.Unit || taken[k] != i+1 || textnorm.Bare(a.right[i][f].Value) == first.bare) { // "12EA" states both
			s -= 3
			if taken[k] != i+1 {
				s -= 3
			}
			break
		}
	}
	if len(place.left) > 0 {
		d := min(math.Abs(first.x0-middle(place.left)), math.Abs(last.x1-middle(place.right))) / first.em
		s += 2.5 - min(d, 5)
		s -= 0.7 * (math.Abs(off-middle(place.lines)) - math.Abs(off))
	}
	// The values of an item mostly stand in the usual order, so that of two equal ones the
	// one that is named first is taken first.
	s -= 0.02 * first.x0 / 1000
	if last.bare == "" || first.bare == "" {
		s -= 0.5
	}
	if r.to-r.from == 1 && f != schema.Description {
		if want := textnorm.Bare(a.right[i][f].Value); want != first.bare {
			s -= 0.3
		}
	}
	return s
}

// describe finds the words of a description, of which one begins it.
func (a *alignment) describe(i int, begin run, taken []int, from, to int) []run {
	want := textnorm.Bare(a.right[i][schema.Description].Value)
	all := len(want)
	d := describing{item: i, taken: taken, column: a.words[begin.from].Box}
	last := a.words[begin.from].line
	for l := last; l <= min(to, last+6) && want != ""; l++ {
		words := a.lines[l].words
		if l == a.words[begin.from].line {
			words = words[begin.from-words[0].at:]
		}
		for want != "" {
			r, used := d.longest(words, want, len(d.runs) == 0)
			if used == 0 {
				break
			}
			d.runs, want, last = append(d.runs, r), want[used:], l
			d.column = d.column.Union(a.words[r.from].Box).Union(a.words[r.to-1].Box)
			words = words[r.to-words[0].at:]
		}
	}
	if all == 0 || float64(len(want)) > 0.4*float64(all) {
		return nil
	}
	return d.runs
}

// describing is a search for the words of a description.
type describing struct {
	item   int
	taken  []int
	runs   []run
	column doc.Box // of the words found so far
}

// longest is the longest run of a line's words with which what is wanted begins, and how
// much of it they say. A word or two elsewhere may say the same by chance.
func (d *describing) longest(words []*sheetWord, want string, begins bool) (best run, most int) {
	for k := range words {
		rest, n := want, 0
		for ; k+n < len(words) && rest != ""; n++ {
			w := words[k+n]
			if !strings.HasPrefix(rest, w.bare) || n > 0 && w.x0-words[k+n-1].x1 > 4*w.em {
				break
			}
			rest = rest[len(w.bare):]
		}
		for n > 0 && rest != "" && words[k+n-1].bare == "" {
			n-- // a mark that leads to something else
		}
		used := len(want) - len(rest)
		if n == 0 || used <= most {
			continue
		}
		w := words[k]
		apart := w.Box.X0 > d.column.X1+w.Size || words[k+n-1].Box.X1 < d.column.X0-w.Size
		if !begins && used < 4 && (apart || d.taken[w.at] == d.item+1) && rest != "" {
			continue
		}
		best, most = run{w.at, w.at + n}, used
		if begins {
			break
		}
	}
	return best, most
}

// rowKeys are the values of a row so that the same ones are equal.
type rowKeys [len(itemFields)]string

func keysOf(rows []schema.Cells) []rowKeys {
	keys := make([]rowKeys, len(rows))
	for i := range rows {
		for n, f := range itemFields {
			keys[i][n] = keyOf(f, rows[i][f].Value)
		}
	}
	return keys
}

func (k *rowKeys) same(o *rowKeys) int {
	n := 0
	for i := range k {
		if k[i] != "" && k[i] == o[i] {
			n++
		}
	}
	return n
}

// pairRows finds for each right row the row of another reading that has most of its
// values, in order; -1 for none.
func pairRows(right, read []schema.Cells) []int {
	n, m := len(right), len(read)
	a, b := keysOf(right), keysOf(read)
	best := make([][]int, n+1)
	for i := range best {
		best[i] = make([]int, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for k := m - 1; k >= 0; k-- {
			best[i][k] = max(best[i+1][k], best[i][k+1], best[i+1][k+1]+a[i].same(&b[k]))
		}
	}
	at := make([]int, n)
	for i := range at {
		at[i] = -1
	}
	for i, k := 0, 0; i < n && k < m; {
		same := a[i].same(&b[k])
		switch {
		case same > 0 && best[i][k] == best[i+1][k+1]+same:
			at[i] = k
			i, k = i+1, k+1
		case best[i][k] == best[i][k+1]:
			k++
		default:
			i++
		}
	}
	return at
}

// keyOf is a value of a column so that those that say the same are equal: they may differ
// in blanks and case, numbers in zeros at their end, descriptions in marks.
func keyOf(f schema.Field, v string) string {
	switch f {
	case schema.Quantity, schema.UnitPrice, schema.LineTotal, schema.Discount:
		if d, err := decimal.NewFromString(strings.Trim(v, " %")); err == nil {
			return d.String()
		}
	case schema.DeliveryDate:
		return v
	case schema.Description:
		return textnorm.Bare(v)
	}
	return strings.ToLower(strings.Join(strings.Fields(v), ""))
}

// SameValue reports whether two values of a column say the same.
func SameValue(f schema.Field, a, b string) bool {
	return a == b || a != "" && b != "" && keyOf(f, a) == keyOf(f, b)
}
