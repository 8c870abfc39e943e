package solve

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
)

// printedCell is a segment of a row, with the kind of cell that it is.
type printedCell struct {
	text string
	x    float64 // left edge in points
	tag  tagging.Tag
}

const (
	none     = tagging.Other
	code     = tagging.ItemCode
	text     = tagging.Description
	quantity = tagging.Quantity
	price    = tagging.UnitPrice
	total    = tagging.LineTotal
	discount = tagging.Discount
)

// newReviser returns a reviser of items. A row with a quantity, price or total begins an item; other rows continue
// it.
func newReviser(rows [][]printedCell) *reviser {
	g := &tagging.Graph{Pages: []*layout.Page{{Page: &doc.Page{}}}}
	tags := &tagging.Tags{Graph: g}
	r := &reviser{decoder: &decoder{Tags: tags}}
	for i, row := range rows {
		from, begins := len(g.Nodes), false
		for _, c := range row {
			begins = begins || c.tag == quantity || c.tag == price || c.tag == total
		}
		if begins {
			r.lines, r.words, r.changed = append(r.lines, new(schema.Cells)), append(r.words, cellWords{}), append(r.changed, false)
		}
		item := len(r.lines) - 1
		for _, c := range row {
			s := &layout.Segment{Box: doc.Box{X0: c.x, X1: c.x + 5*float64(len(c.text))}}
			x := c.x
			for word := range strings.FieldsSeq(c.text) {
				w := &doc.Word{Text: word, Size: 10, Box: doc.Box{X0: x, X1: x + 5*float64(len(word)), Y1: 10}, Confidence: 1}
				x += 5 * float64(len(word)+1)
				s.Words = append(s.Words, w)
				if c.tag != none {
					r.words[item][c.tag] = append(r.words[item][c.tag], len(g.Nodes))
				}
				g.Nodes = append(g.Nodes, tagging.Node{Word: w, Segment: s, Row: i})
			}
			if c.tag != none {
				r.lines[item][tagging.Fields[c.tag]].Value = c.text
			}
		}
		g.Rows = append(g.Rows, tagging.Row{From: from, To: len(g.Nodes)})
		if begins {
			tags.Lines = append(tags.Lines, [tagging.NumParts]float32{tagging.Begins: 1})
		} else {
			tags.Lines = append(tags.Lines, [tagging.NumParts]float32{tagging.Inside: 1})
		}
	}
	tags.Words = make([][tagging.NumTags]float32, len(g.Nodes))
	return r
}

// TestComplete checks that a missing value of an item is completed by a number in its row that makes quantity times
// price equal the total. A quantity of 1 must be in the column of another item's quantity.
func TestComplete(t *testing.T) {
	for _, test := range []struct {
		name string
		rows [][]printedCell
		of   schema.Field
		want []string
	}{
		{"quantity", [][]printedCell{{{"7", 100, none}, {"45", 200, none}, {"12.00", 300, price}, {"540.00", 400, total}}}, schema.Quantity, []string{"45"}},
		{"price", [][]printedCell{{{"45", 200, quantity}, {"12.00", 300, none}, {"540.00", 400, total}}}, schema.UnitPrice, []string{"12.00"}},
		{"price within a description", [][]printedCell{{{"45", 200, quantity}, {"12.00 Ball valve", 300, text}, {"540.00", 400, total}}}, schema.UnitPrice, []string{"12.00"}},
		{"nothing proves it", [][]printedCell{{{"45", 200, quantity}, {"13.00", 300, none}, {"540.00", 400, total}}}, schema.UnitPrice, []string{""}},
		{"one in the column", [][]printedCell{
			{{"45", 200, quantity}, {"12.00", 300, price}, {"540.00", 400, total}},
			{{"1", 100, none}, {"1", 205, none}, {"8.00", 300, price}, {"8.00", 400, total}},
		}, schema.Quantity, []string{"45", "1"}},
		{"one that counts the items", [][]printedCell{{{"1", 100, none}, {"8.00", 300, price}, {"8.00", 400, total}}}, schema.Quantity, []string{""}},
		{"discount", [][]printedCell{{{"45", 200, quantity}, {"12.00", 300, price}, {"25.0", 350, none}, {"405.00", 400, total}}}, schema.Discount, []string{"25.0%"}},
	} {
		r := newReviser(test.rows)
		r.takeProducts()
		r.takeDiscounts()
		checkCells(t, test.name, r, test.of, test.want)
	}
}

// TestNetTotalOfLast checks that the net total of the last item is looked for in as many rows as the item before it
// has, and that a percentage beside the amount that it makes is the discount.
func TestNetTotalOfLast(t *testing.T) {
	item := [][]printedCell{{{"45", 200, quantity}, {"12.00", 300, price}, {"540.00", 400, total}}, {{"5.00 %-", 200, none}, {"27.00-", 400, none}}, {{"513.00", 400, none}}}
	r := newReviser(append(append([][]printedCell{}, item...), item...))
	r.Lines[4], r.Lines[5] = [tagging.NumParts]float32{tagging.Outside: 1}, [tagging.NumParts]float32{tagging.Outside: 1}
	r.takeNetTotals()
	r.takeRates()
	checkCells(t, "net", r, schema.LineTotal, []string{"513.00", "513.00"})
	checkCells(t, "rate", r, schema.Discount, []string{"5.00 %", "5.00 %"})
}

// TestRates checks that a rate needs no percent sign if the amount beside it proves it.
func TestRates(t *testing.T) {
	for _, test := range []struct{ rate, off, want string }{
		{"5.000-", "27.00-", "5.000%"}, {"5.000-%", "27.00-", "5.000%"}, {"5.000- %", "27.00-", "5.000 %"}, {"5.000-", "28.00-", ""}, {"5.000-", "27.00", ""},
	} {
		r := newReviser([][]printedCell{{{"45", 200, quantity}, {"12.00", 300, price}, {"540.00", 400, total}}, {{test.rate, 200, none}, {test.off, 400, none}}})
		r.takeRates()
		checkCells(t, test.rate+" "+test.off, r, schema.Discount, []string{test.want})
	}
}

// TestPriceAsDiscount checks that a discount equal to the price is a repetition of the price, unless it is really
// taken off.
func TestPriceAsDiscount(t *testing.T) {
	for sum, want := range map[string]string{"540.00": "", "528.00": "12.00"} {
		r := newReviser([][]printedCell{{{"45", 200, quantity}, {"12.00", 250, price}, {"12.00", 300, discount}, {sum, 400, total}}})
		r.takeDiscounts()
		checkCells(t, sum, r, schema.Discount, []string{want})
	}
}

// TestDiscountCandidates checks that a discount may consist of several percentages, and that the percent sign may
// come first.
func TestDiscountCandidates(t *testing.T) {
	for printed, want := range map[string]string{"20 + 5 %": "20 + 5 %", "50+10": "50+10", "%7,5": "7.5%", "7,5": "7.5"} {
		r := newReviser([][]printedCell{{{"45", 200, quantity}, {printed, 300, discount}}})
		r.best, r.p = make([]tagging.Tag, len(r.Nodes)), make([][tagging.NumTags]float64, len(r.Nodes))
		for n := range r.Nodes {
			if textnorm.HasDigit(r.Nodes[n].Word.Text) {
				r.best[n] = discount
			}
		}
		r.best[0] = quantity
		if got := r.likeliest(itemRows{0}, discount).cell.Value; got != want {
			t.Errorf("the discount of %q is %q, want %q", printed, got, want)
		}
	}
}

func checkCells(t *testing.T, name string, r *reviser, of schema.Field, want []string) {
	t.Helper()
	for i, want := range want {
		if got := r.lines[i][of].Value; got != want {
			t.Errorf("%s: item %d has %q, want %q", name, i+1, got, want)
		}
	}
}
