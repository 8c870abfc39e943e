package confidence

import (
	"math"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
)

// orderView is an order with its cells: those of the head, then those of each
// line.
type orderView struct {
	*Order
	cells    []view
	lines    []lineView
	pages    map[int]bool // indices of the pages on which its cells stand
	warnings []Warning
	proved   float64 // share of lines that quantity × price = total proves
	sums     bool    // the lines make the subtotal, or the total
	chain    bool    // and from there on everything adds up to the total
	left     counts
	filled   [schema.NumFields]float64 // share of lines that state the column
	tagged   [len(taggedFields)]columnDoubts
}

// head and at return the view of a field.
func (o *orderView) head(f schema.Field) *view { return &o.cells[f] }

func (o *orderView) at(line int, f schema.Field) *view {
	return &o.cells[int(schema.NumFields)*(line+1)+int(f)]
}

// lineView is a line as a whole.
type lineView struct {
	unread Place // words between its top and the top of the next line that no cell explains
	box    doc.Box
	page   int                        // index; -1 if no word of it is found
	tagged [len(taggedFields)]float64 // the greatest probability of the field among the words by the line that no cell states
}

// counts are numbers of words in an order's tables that no cell explains.
type counts struct{ words, digits float64 }

// taggedFields are the fields about whose words package tagging is asked here.
var taggedFields = [...]schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.UnitPrice, schema.LineTotal}

// columnDoubts is what package tagging says about a column.
type columnDoubts struct {
	own    float64 // sum of the doubts that the words of the column's cells belong there, in nats
	least  float64 // the least probability of such a word
	others float64 // sum of the doubts that the other words do not belong there, in nats
	most   float64 // the greatest probability of such a word
	unread float64 // words that no cell states and that belong more probably to the column than elsewhere
}

// mostDoubt is the greatest doubt of a single word, in nats.
const mostDoubt = 9

// doubt returns the surprisal of a probability, in nats, at most mostDoubt.
func doubt(p float64) float64 { return min(mostDoubt, -math.Log(max(p, 1e-9))) }

// measure fills in the measures of an order.
func (s *sheet) measure(o *orderView) {
	o.pages = map[int]bool{}
	o.lines = make([]lineView, len(o.Order.Lines))
	for i := range o.lines {
		o.lines[i].page, o.lines[i].unread.Line = -1, i
	}
	for i := range o.cells {
		v := &o.cells[i]
		for _, m := range v.words {
			o.pages[m.page] = true
			if v.line < 0 {
				continue
			}
			l := &o.lines[v.line]
			if l.page < 0 {
				l.page = m.page
			}
			if m.page == l.page {
				l.box = l.box.Union(m.shown)
			}
		}
	}
	for i := range o.lines {
		for f := range schema.NumFields {
			if o.at(i, f).stated() {
				o.filled[f] += 1 / float64(len(o.lines))
			}
		}
		if strings.Contains(o.Order.Lines[i][schema.LineTotal].Evidence.Proof, "=") {
			o.proved += 1 / float64(len(o.lines))
		}
	}
	o.sums, o.chain = o.addsUp()
	for k := range o.tagged {
		o.tagged[k].least = 1
	}
	for n := range s.pages {
		if o.pages[n] {
			s.measurePage(o, n)
		}
	}
	o.warnings = s.warnings(o)
}

// measurePage measures the words of the nth page: those among the lines that no cell explains, and
// what package tagging says about all of them.
func (s *sheet) measurePage(o *orderView, n int) {
	line := 0
	for line < len(o.lines) && o.lines[line].page < n {
		line++
	}
	var above *lineView // the line that began last
	for _, m := range s.pages[n] {
		for line < len(o.lines) && o.lines[line].page == n && o.lines[line].box.Y0 <= m.shown.MidY() {
			above = &o.lines[line]
			line++
		}
		if !m.used && m.table && above != nil {
			above.unread.add(s.Pages[n].Number, m)
			o.left.words++
			if m.digits {
				o.left.digits++
			}
		}
		for k, f := range taggedFields {
			p := s.FieldProbability(m.Word, f)
			t := &o.tagged[k]
			if m.states&(1<<f) != 0 {
				t.own, t.least = t.own+doubt(p), min(t.least, p)
				continue
			}
			t.others, t.most = t.others+doubt(1-p), max(t.most, p)
			if m.used {
				continue
			}
			if p > 0.5 {
				t.unread++
			}
			if above != nil {
				above.tagged[k] = max(above.tagged[k], p)
			}
		}
	}
}

// addsUp reports whether the lines make the subtotal, or the total, and whether from there on
// everything adds up: with tax and freight, or by the arithmetic that proves the total. A total
// that leaves out a stated tax does not count as proven: it may include the tax, and may be a
// subtotal.
func (o *orderView) addsUp() (sums, chain bool) {
	lines, summed := proof.Sum(o.Order.Lines)
	total, stated := proof.Amount(o.Head[schema.Total].Value)
	if !summed || !stated {
		return false, false
	}
	from, parted := proof.Amount(o.Head[schema.Subtotal].Value)
	if !parted {
		from = lines
	}
	with := from
	for _, f := range [...]schema.Field{schema.Tax, schema.Shipping} {
		v, _ := proof.Amount(o.Head[f].Value)
		with = with.Add(v)
	}
	sums = from.Equal(lines) && (parted || total.Equal(lines) || total.Equal(with))
	return sums, total.Equal(with) || !total.Equal(from) && o.Head[schema.Total].Evidence.Proof != ""
}

// warnings returns the reasons to doubt an order.
func (s *sheet) warnings(o *orderView) (warnings []Warning) {
	for _, k := range [...]struct {
		warning Warning
		stands  bool
	}{
		{LinesUnproven, len(o.lines) == 0 || o.proved < 1-1e-9},
		{SumsUnproven, !o.sums || !o.chain},
		{PartiesAlike, o.head(schema.Buyer).stated() && strings.EqualFold(o.Head[schema.Buyer].Value, o.Head[schema.Supplier].Value)},
		{SeveralOrders, len(s.orders) > 1},
		{NetworkOnly, s.NetworkOnly},
	} {
		if k.stands {
			warnings = append(warnings, k.warning)
		}
	}
	return warnings
}

// complete reports whether an order states all that it must to be verified, and whether its
// arithmetic closes.
func (o *orderView) complete() bool {
	for _, k := range o.warnings {
		if k <= PartiesAlike {
			return false
		}
	}
	for i := range o.cells {
		switch v := &o.cells[i]; v.field {
		case schema.PONumber, schema.PODate, schema.Buyer, schema.Supplier, schema.Total:
			if v.line < 0 && !v.stated() {
				return false
			}
		case schema.Description:
			if v.line >= 0 && !v.stated() {
				return false
			}
		}
	}
	return true
}
