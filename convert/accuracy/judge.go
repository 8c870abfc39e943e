package accuracy

import (
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order"
)

// Verdict is the outcome of comparing one cell with the truth.
type Verdict uint8

// The verdicts.
const (
	Right  Verdict = iota
	Wrong          // another value is wanted
	Missed         // a value is wanted, and none is given
	MadeUp         // a value is given, and none is wanted
	numVerdicts
)

var verdictNames = [numVerdicts]string{"right", "wrong", "missed", "made up"}

func (v Verdict) String() string { return verdictNames[v] }

// Cell is the verdict on one cell. A cell that is neither wanted nor given, or
// whose absence is accepted, has no Cell.
type Cell struct {
	Key       string
	Verdict   Verdict
	Want, Got string
	Line      bool          // it was judged in each line, not once per order
	WantRow   int           // its row of the truth, or -1 if there is none
	GotRow    int           // its row of the result, or -1 if there is none
	Evidence  *doc.Evidence // of what is given, or nil if there is none
}

// Document is the verdict on a document.
type Document struct {
	Truth  *Truth
	Result *Result // nil if there is no result
	Cells  []Cell
	F1     float64 // of all cells; 0 if the result has no rows
	// Count, Core and Exact say that the number of rows, every core cell, and
	// every cell are right. Core and Exact are false if the result has no rows.
	Count, Core, Exact bool
}

// Columns by the level at which they are judged. The delivery date is judged in each
// line if the truth has different ones within an order.
var (
	headKeys = keys(order.PONumber, order.PODate, order.Buyer, order.Supplier, order.ShipTo, order.BillTo,
		order.DeliveryDate, order.PaymentTerms, order.ShipVia, order.Currency, order.Subtotal, order.Tax,
		order.Shipping, order.Total)
	lineKeys = keys(order.LineNumber, order.ItemCode, order.Description, order.Quantity, order.Unit,
		order.UnitPrice, order.Discount, order.LineTotal)
	datedHeadKeys = slices.DeleteFunc(slices.Clone(headKeys), func(k string) bool { return k == order.DeliveryDate.Key() })
	datedLineKeys = append(slices.Clone(lineKeys), order.DeliveryDate.Key())
	coreKeys      = keys(order.PONumber, order.PODate, order.Buyer, order.Supplier, order.ItemCode, order.Description,
		order.Quantity, order.UnitPrice, order.LineTotal, order.Total)
)

func keys(fields ...order.Field) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.Key()
	}
	return out
}

// span is the rows of one order: consecutive rows with the same order number.
type span struct{ first, end int }

func spans(rows []Row) []span {
	var out []span
	for i, r := range rows {
		if i == 0 || r[order.PONumber.Key()] != rows[i-1][order.PONumber.Key()] {
			out = append(out, span{i, i})
		}
		out[len(out)-1].end = i + 1
	}
	return out
}

// judge compares the result of one document with its truth.
type judge struct {
	*comparer
	truth  *Truth
	result *Result
}

// Judge compares a document's result, nil if it has none, with its truth. Orders
// are matched by their number, then by position. Rows within an order are matched
// in sequence, so that the most cells match.
func Judge(t *Truth, r *Result) *Document {
	j := &judge{newComparer(t.recognised()), t, r}
	if r == nil {
		j.result = new(Result)
	}
	d := &Document{Truth: t, Result: r, Count: len(j.result.Rows) == len(t.Rows)}
	var lines []Cell
	for _, p := range j.orders() {
		head, line := headKeys, lineKeys
		if j.dated(p.want) {
			head, line = datedHeadKeys, datedLineKeys
		}
		d.Cells = append(d.Cells, j.compare(head, first(p.want), first(p.got), false)...)
		for _, rows := range j.align(p.want, p.got, line) {
			lines = append(lines, j.compare(line, rows[0], rows[1], true)...)
		}
	}
	d.Cells = append(d.Cells, lines...)
	if len(j.result.Rows) == 0 {
		return d
	}
	d.F1, d.Core, d.Exact = F1(d.Cells), true, true
	for _, c := range d.Cells {
		if c.Verdict != Right {
			d.Exact = false
			d.Core = d.Core && !slices.Contains(coreKeys, c.Key)
		}
	}
	return d
}

// pair is two matched orders. If only one side has the order, the other span is empty.
type pair struct{ want, got span }

// orders matches the orders of both sides.
func (j *judge) orders() []pair {
	var pairs []pair
	left := spans(j.result.Rows)
	const none = -1
	for _, w := range spans(j.truth.Rows) {
		p := pair{want: w, got: span{none, none}}
		key := order.PONumber.Key()
		for i, g := range left {
			if j.same(key, j.truth.Rows[w.first][key], j.result.Rows[g.first][key]) {
				p.got = g
				left = slices.Delete(left, i, i+1)
				break
			}
		}
		pairs = append(pairs, p)
	}
	for i := range pairs {
		if pairs[i].got.first == none {
			pairs[i].got = span{}
			if len(left) > 0 {
				pairs[i].got, left = left[0], left[1:]
			}
		}
	}
	for _, g := range left {
		pairs = append(pairs, pair{got: g})
	}
	return pairs
}

// first returns an order's first row, or -1 if it has none.
func first(s span) int {
	if s.first == s.end {
		return -1
	}
	return s.first
}

// dated reports whether the lines of an order have delivery dates of their own.
func (j *judge) dated(s span) bool {
	key := order.DeliveryDate.Key()
	for i := s.first + 1; i < s.end; i++ {
		if j.truth.Rows[i][key] != j.truth.Rows[s.first][key] {
			return true
		}
	}
	return false
}

// compare judges the cells of two rows, either of which is -1 if it does not exist.
func (j *judge) compare(keys []string, want, got int, line bool) []Cell {
	var cells []Cell
	for _, key := range keys {
		if c, ok := j.cell(key, want, got); ok {
			c.Line = line
			c.Evidence = j.result.at(got, key)
			cells = append(cells, c)
		}
	}
	return cells
}

// cell judges one cell; ok is false if there is no verdict on it.
func (j *judge) cell(key string, want, got int) (c Cell, ok bool) {
	c = Cell{Key: key, WantRow: want, GotRow: got}
	var also []string
	if want >= 0 {
		c.Want, also = j.truth.Rows[want][key], j.truth.also(want, key)
	}
	if got >= 0 {
		c.Got = j.result.Rows[got][key]
	}
	accepted := func(a string) bool { return a != "" && j.same(key, a, c.Got) }
	switch {
	case c.Got != "" && slices.ContainsFunc(also, accepted):
		if c.Want == "" {
			c.Want = c.Got
		}
	case c.Got == "" && (c.Want == "" || slices.Contains(also, "")):
		return c, false
	case c.Got == "":
		c.Verdict = Missed
	case c.Want == "":
		c.Verdict = MadeUp
	case !j.same(key, c.Want, c.Got):
		c.Verdict = Wrong
	}
	return c, true
}

// align pairs the rows of two orders, in sequence, so that the most cells
// match. Rows that match in no cell are not paired: each stands alone, with -1 for the other.
func (j *judge) align(want, got span, keys []string) [][2]int {
	n, m := want.end-want.first, got.end-got.first
	gain := make([]uint8, n*m)
	for i := range n {
		for k := range m {
			for _, key := range keys {
				if c, ok := j.cell(key, want.first+i, got.first+k); ok && c.Verdict == Right {
					gain[i*m+k]++
				}
			}
		}
	}
	// best[i*(m+1)+k] is the most cells that the rows from i and from k on can match.
	best := make([]int32, (n+1)*(m+1))
	at := func(i, k int) *int32 { return &best[i*(m+1)+k] }
	for i := n - 1; i >= 0; i-- {
		for k := m - 1; k >= 0; k-- {
			b := max(*at(i+1, k), *at(i, k+1))
			if g := gain[i*m+k]; g > 0 {
				b = max(b, int32(g)+*at(i+1, k+1))
			}
			*at(i, k) = b
		}
	}
	var pairs [][2]int
	i, k := 0, 0
	for i < n && k < m {
		g := gain[i*m+k]
		switch b := *at(i, k); {
		case g > 0 && b == int32(g)+*at(i+1, k+1):
			pairs = append(pairs, [2]int{want.first + i, got.first + k})
			i, k = i+1, k+1
		case b == *at(i+1, k):
			pairs = append(pairs, [2]int{want.first + i, -1})
			i++
		default:
			pairs = append(pairs, [2]int{-1, got.first + k})
			k++
		}
	}
	for ; i < n; i++ {
		pairs = append(pairs, [2]int{want.first + i, -1})
	}
	for ; k < m; k++ {
		pairs = append(pairs, [2]int{-1, got.first + k})
	}
	return pairs
}
