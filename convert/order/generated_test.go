package order

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"lineitem/convert/order/ordertest"
)

// generatedFloors are the least shares of a column's cells (as F1) that are
// read right in generated orders.
var generatedFloors = map[string]float64{
	"po_number": 0.97, "po_date": 0.98, "buyer": 0.96, "supplier": 0.98, "ship_to": 0.97, "bill_to": 0.90,
	"delivery_date": 0.96, "payment_terms": 0.97, "ship_via": 0.92, "currency": 0.97,
	"line_number": 0.97, "item_code": 0.93, "description": 0.93, "quantity": 0.97, "unit": 0.97, "unit_price": 0.97,
	"discount": 0.96, "line_total": 0.98, "subtotal": 0.98, "tax": 0.98, "shipping": 0.97, "total": 0.99,
}

// TestGeneratedOrders reads invented orders and holds each column to a floor.
// GENERATED sets how many, GENERATED_SHOW lists the wrong cells.
func TestGeneratedOrders(t *testing.T) {
	count := 300
	if n, err := strconv.Atoi(os.Getenv("GENERATED")); err == nil {
		count = n
	}
	all := map[string]*tally{}
	traits := map[string]*tally{}
	for seed := range count {
		s := ordertest.Generate(uint64(seed))
		own := tally{}
		for _, c := range judge(s.Rows, Read(s.Document)) {
			if all[c.key] == nil {
				all[c.key] = &tally{}
			}
			all[c.key].add(c)
			own.add(c)
			if show := os.Getenv("GENERATED_SHOW"); c.want != c.got && !c.right && (show == c.key || show == "all") {
				fmt.Printf("%d: %s: want %q, got %q\n", seed, c.key, c.want, c.got)
			}
		}
		for _, trait := range append(s.Traits, "ALL") {
			if traits[trait] == nil {
				traits[trait] = &tally{}
			}
			traits[trait].join(own)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(generatedFloors)) {
		if f := all[key]; f == nil || f.f1() < generatedFloors[key] {
			t.Errorf("%s of %d generated orders: F1 = %.3f, want at least %.3f", key, count, f.f1(), generatedFloors[key])
		}
	}
	if os.Getenv("GENERATED") != "" {
		for _, m := range []map[string]*tally{all, traits} {
			for _, key := range slices.SortedFunc(maps.Keys(m), func(a, b string) int {
				return cmp.Or(cmp.Compare(m[a].f1(), m[b].f1()), cmp.Compare(a, b))
			}) {
				t.Logf("%-24s %.3f of %d", key, m[key].f1(), m[key].stated)
			}
		}
	}
}

// judged is a cell that was wanted or given.
type judged struct {
	key, want, got string
	right          bool
}

// tally counts judged cells.
type tally struct{ right, stated, given int }

func (t *tally) add(c judged) {
	if c.right {
		t.right++
	}
	if c.want != "" {
		t.stated++
	}
	if c.got != "" {
		t.given++
	}
}

func (t *tally) join(o tally) {
	t.right, t.stated, t.given = t.right+o.right, t.stated+o.stated, t.given+o.given
}

func (t *tally) f1() float64 {
	if t.stated+t.given == 0 {
		return 1
	}
	return 2 * float64(t.right) / float64(t.stated+t.given)
}

// judge compares the rows wanted with those of the orders read. Order-level
// values count once for each order, and lines are matched so that most of
// their cells are right.
func judge(want []ordertest.Row, orders []Order) []judged {
	var got []ordertest.Row
	for _, o := range orders {
		for _, line := range o.Lines {
			row := ordertest.Row{}
			for f := range NumFields {
				if v := cmp.Or(line[f].Value, o.Head[f].Value); v != "" {
					row[f.Key()] = v
				}
			}
			got = append(got, row)
		}
	}
	var cells []judged
	compare := func(w, g ordertest.Row, from, to Field) (right int) {
		for f := from; f < to; f++ {
			k := f.Key()
			if w[k] != "" || g[k] != "" {
				same := sameCell(f, w[k], g[k])
				cells = append(cells, judged{k, w[k], g[k], same})
				if same {
					right++
				}
			}
		}
		return right
	}
	head := func(w, g ordertest.Row) {
		compare(w, g, PONumber, DeliveryDate)
		compare(w, g, PaymentTerms, LineNumber)
		compare(w, g, Subtotal, NumFields)
	}
	both := func(w, g ordertest.Row) int {
		return compare(w, g, PONumber, PODate) + compare(w, g, DeliveryDate, PaymentTerms) + compare(w, g, LineNumber, Subtotal)
	}
	none := ordertest.Row{}
	if len(want) > 0 && len(got) > 0 {
		head(want[0], got[0])
	} else if len(want) > 0 {
		head(want[0], none)
	}
	// The best matching that keeps the rows' order.
	n, m := len(want), len(got)
	best := make([][]int, n+1)
	for i := range best {
		best[i] = make([]int, m+1)
	}
	gain := func(i, j int) int {
		keep := cells
		right := both(want[i], got[j])
		cells = keep
		return right
	}
	gains := make([][]int, n)
	for i := n - 1; i >= 0; i-- {
		gains[i] = make([]int, m)
		for j := m - 1; j >= 0; j-- {
			gains[i][j] = gain(i, j)
			best[i][j] = max(best[i+1][j], best[i][j+1], gains[i][j]+best[i+1][j+1])
		}
	}
	i, j := 0, 0
	for i < n || j < m {
		switch {
		case i < n && j < m && best[i][j] == gains[i][j]+best[i+1][j+1]:
			both(want[i], got[j])
			i, j = i+1, j+1
		case j == m || i < n && best[i][j] == best[i+1][j]:
			both(want[i], none)
			i++
		default:
			both(none, got[j])
			j++
		}
	}
	return cells
}

// sameCell tells whether a cell is right: numbers equal as decimals, codes but
// for case and blanks, texts nearly.
func sameCell(f Field, want, got string) bool {
	plain := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), "")) }
	a, err := decimal.NewFromString(want)
	b, other := decimal.NewFromString(got)
	switch f {
	case Quantity, UnitPrice, LineTotal, Subtotal, Tax, Shipping, Total:
		return err == nil && other == nil && a.Equal(b)
	case Buyer, Supplier, ShipTo, BillTo, PaymentTerms, ShipVia, Description:
		return alike(want, got)
	}
	return plain(want) == plain(got)
}

// alike tells whether texts share nearly all of their words, in order.
func alike(a, b string) bool {
	words := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return strings.ContainsRune(" ,.:;-/()", r) })
	}
	x, y := words(a), words(b)
	before := make([]int, len(y)+1)
	for i := range x {
		now := make([]int, len(y)+1)
		for j := range y {
			now[j+1] = max(now[j], before[j+1])
			if x[i] == y[j] {
				now[j+1] = before[j] + 1
			}
		}
		before = now
	}
	return len(x)+len(y) > 0 && float64(2*before[len(y)]) >= 0.95*float64(len(x)+len(y))
}
