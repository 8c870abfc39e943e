package ranking

import (
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/keyvalue"
)

// TestDecode checks that buyer and supplier are the likeliest pair of two different organisations.
func TestDecode(t *testing.T) {
	const none = -1
	candidates := []*Candidate{{Value: "Acme Ltd"}, {Value: "ACME LTD."}, {Value: "Orchard Inc"}}
	ranked := func(p ...float64) *Ranked {
		r := &Ranked{Candidates: candidates, P: p[:3], values: p[:3], None: p[3], Best: none}
		for i, c := range candidates {
			c.value = int32(i)
		}
		for z := range r.given {
			r.given[z] = chances{p: r.P, none: r.None, values: r.values}
		}
		return r
	}
	for _, c := range [...]struct {
		name            string
		buyer, supplier *Ranked
		b, s            int
	}{
		{"two names", ranked(0.9, 0, 0.1, 0), ranked(0, 0.1, 0.9, 0), 0, 2},
		{"one name for both", ranked(0.9, 0, 0.1, 0), ranked(0, 0.6, 0.4, 0), 0, 2},
		{"one name, and none", ranked(0.9, 0, 0, 0.1), ranked(0, 0.8, 0, 0.2), 0, none},
		{"hardly a name", ranked(0, 0, 0.01, 0.99), ranked(0, 0, 0, 1), none, none},
	} {
		if decode(c.buyer, c.supplier, [2]float64{0.5, 0.5}); c.buyer.Best != c.b || c.supplier.Best != c.s {
			t.Errorf("%s: buyer %d and supplier %d, want %d and %d", c.name, c.buyer.Best, c.supplier.Best, c.b, c.s)
		}
	}
}

// TestOthers checks that addresses of a supplier that is sure are ruled out as addresses for the
// bill.
func TestOthers(t *testing.T) {
	g := new(Graph)
	for _, address := range [...]string{"ACME LTD., 4 Mill Row, Leeds", "Orchard Inc, Box 7, Erie, PA 16501"} {
		c := &Candidate{Value: address}
		for text := range strings.FieldsSeq(address) {
			c.words = append(c.words, &word{term: &term{bare: bareName(text)}})
		}
		g.Candidates[blocks] = append(g.Candidates[blocks], c)
	}
	for _, c := range [...]struct {
		p    float64
		want []bool
	}{{0.9, []bool{true, false}}, {0.6, []bool{false, false}}} {
		acme := &Ranked{Candidates: []*Candidate{{Value: "Acme Ltd"}}, values: []float64{c.p}}
		if got := g.ruleOutAddressesOf(make([]bool, 2), acme); !slices.Equal(got, c.want) {
			t.Errorf("with a supplier of probability %v the impossible addresses are %v, want %v", c.p, got, c.want)
		}
	}
}

// TestDecodeOverlapping checks that two names that share a printed word count as one organisation,
// although neither contains the other.
func TestDecodeOverlapping(t *testing.T) {
	words := []*word{{}, {}, {}, {}}
	candidates := []*Candidate{
		{Value: "Messrs. Acme Ltd", words: words[:3]}, {Value: "Acme Ltd, Hill Rd.", words: words[1:], value: 1}, {Value: "Orchard Inc", words: []*word{{}}, value: 2},
	}
	ranked := func(p ...float64) *Ranked {
		given := chances{p: p, none: 0.01, values: p}
		return &Ranked{Candidates: candidates, P: p, values: p, None: 0.01, given: [2]chances{given, given}}
	}
	buyer, supplier := ranked(0.1, 0.6, 0.3), ranked(0.6, 0.3, 0.1)
	if decode(buyer, supplier, [2]float64{0.5, 0.5}); buyer.Best != 2 || supplier.Best != 0 {
		t.Errorf("buyer %d and supplier %d, want 2 and 0", buyer.Best, supplier.Best)
	}
}

// TestDecodeSums checks that the likeliest sums are chosen, with a preference for sums that add
// up, possibly with an amount that has no column or to a rounded total.
func TestDecodeSums(t *testing.T) {
	for _, c := range [...]struct {
		name  string
		lines int64
		tax   string
		other string
		total [5]float64
		want  string
		proof string
	}{
		{"what adds up", 150, "30.00", "", [5]float64{0, 0, 0.4, 0.6, 0}, "180.00", "150.00 + 30.00 = 180.00"},
		{"without lines", 0, "30.00", "", [5]float64{0, 0, 0.4, 0.6, 0}, "180.00", "150.00 + 30.00 = 180.00"},
		{"with another amount", 150, "30.00", "5.00", [5]float64{0, 0, 0.1, 0.9, 0}, "185.00", "150.00 + 30.00 + 5.00 = 185.00"},
		{"not with a mere number", 150, "30.00", "5", [5]float64{0, 0, 0.1, 0.9, 0}, "180.00", "150.00 + 30.00 = 180.00"},
		{"rounded", 150, "30.40", "", [5]float64{0, 0, 0.4, 0.6, 0}, "180.00", "150.00 + 30.40 - 0.40 = 180.00"},
		{"what is far likelier", 0, "30.00", "", [5]float64{0, 0, 0.001, 0.999, 0}, "185.00", ""},
	} {
		values := []string{"150.00", c.tax, "180.00", "185.00", "5.00"}
		g := &Graph{View: &View{Sum: decimal.NewFromInt(c.lines)}}
		if c.other != "" {
			g.Candidates[sums] = []*Candidate{{Value: c.other, words: []*word{{Word: new(doc.Word)}}}}
		}
		ranked := func(p [5]float64) *Ranked {
			r := &Ranked{P: p[:], values: p[:], None: 1e-6}
			for i, v := range values {
				r.Candidates = append(r.Candidates, &Candidate{Value: v, value: int32(i)})
			}
			return r
		}
		subtotal, tax, total := ranked([5]float64{0.9, 0, 0.1}), ranked([5]float64{0, 0.9, 0, 0, 0.1}), ranked(c.total)
		proof := g.decodeSums(subtotal, tax, &Ranked{None: 1}, total)
		if got := values[total.Best]; got != c.want || proof != c.proof {
			t.Errorf("%s: total %q by %q, want %q by %q", c.name, got, proof, c.want, c.proof)
		}
	}
}

// TestDecodeRates checks that a tax that fits a usual rate becomes likelier, and that the sum of
// the lines may be a total that includes it.
func TestDecodeRates(t *testing.T) {
	for _, c := range [...]struct {
		net, tax string
		want     string // the expected tax
	}{
		{"150.00", "30.00", "30.00"},
		{"148.60", "31.40", ""}, // 21.13 %
	} {
		g := &Graph{View: &View{Sum: decimal.NewFromInt(180)}}
		ranked := func(p ...float64) *Ranked {
			return &Ranked{Candidates: []*Candidate{{Value: c.net}, {Value: c.tax, value: 1}, {Value: "180.00", value: 2}}, P: p[:3], values: p[:3], None: p[3]}
		}
		subtotal, tax := ranked(0.2, 0, 0, 0.8), ranked(0, 0.1, 0, 0.9)
		g.decodeSums(subtotal, tax, &Ranked{None: 1}, ranked(0, 0, 0.9, 0.1))
		if got := tax.Best >= 0; got != (c.want != "") {
			t.Errorf("of %s and %s the tax is found: %v, want %q", c.net, c.tax, got, c.want)
		}
	}
}

// TestImpossibleSums checks that an amount is not taken for tax or freight if it is negative (a
// discount), as small as a rounding difference or the greater part of an order.
func TestImpossibleSums(t *testing.T) {
	for _, c := range [...]struct{ tax, freight, wantTax, wantFreight string }{
		{"30.00", "20.00", "30.00", "20.00"},
		{"-30.00", "20.00", "", "20.00"},
		{"30.00", "-20.00", "30.00", ""},
		{"30.00", "0.40", "30.00", ""},
		{"120.00", "20.00", "", "20.00"},
		{"30.00", "80.00", "30.00", ""},
	} {
		values := []string{"200.00", c.tax, c.freight, "210.00"}
		ranked := func(likely int, p float64) *Ranked {
			r := &Ranked{P: make([]float64, len(values)), None: 1 - p}
			for i, v := range values {
				r.Candidates = append(r.Candidates, &Candidate{Value: v, value: int32(i)})
			}
			r.P[likely], r.values = p, r.P
			return r
		}
		g := &Graph{View: new(View)}
		subtotal, tax, freight, total := ranked(0, 1), ranked(1, 0.8), ranked(2, 0.8), ranked(3, 1)
		g.decodeSums(subtotal, tax, freight, total)
		value := func(r *Ranked) string {
			if r.Best < 0 {
				return ""
			}
			return values[r.Best]
		}
		if gotTax, gotFreight := value(tax), value(freight); gotTax != c.wantTax || gotFreight != c.wantFreight {
			t.Errorf("tax %q and freight %q of %v, want %q and %q", gotTax, gotFreight, values, c.wantTax, c.wantFreight)
		}
	}
}

// TestSumsOnce checks that no amount counts twice in what adds up to a total, and that amounts
// that cancel out prove nothing.
func TestSumsOnce(t *testing.T) {
	for _, c := range [...]struct {
		name              string
		lines             int64 // the sum of the lines, for orders without a subtotal
		subtotal, tax     string
		likely, less      string   // possible totals
		others            []string // further amounts on the page
		joined            bool     // whether the likelier total is the sum of subtotal and tax, printed nowhere
		total, arithmetic string
	}{
		{name: "a tax once", subtotal: "120.00", tax: "24.00", likely: "168.00", less: "144.00", total: "144.00", arithmetic: "120.00 + 24.00 = 144.00"},
		{name: "a tax and another one", subtotal: "120.00", tax: "24.00", likely: "168.00", less: "144.00", others: []string{"24.00"},
			total: "168.00", arithmetic: "120.00 + 24.00 + 24.00 = 168.00"},
		{name: "the total by itself", subtotal: "0.00", tax: "0.00", likely: "168.00", less: "144.00", total: "168.00"},
		{name: "a tax that is taken back", subtotal: "120.00", tax: "24.00", likely: "120.00", less: "144.00", others: []string{"-24.00"},
			total: "144.00", arithmetic: "120.00 + 24.00 = 144.00"},
		{name: "the sum of the lines twice", lines: 120, tax: "0.00", likely: "240.00", less: "144.00", others: []string{"120.00"}, total: "240.00"},
		{name: "a total that is summed up here", subtotal: "120.00", tax: "24.00", likely: "144.00", less: "24.00", joined: true, total: "144.00"},
	} {
		g := &Graph{View: &View{Sum: decimal.NewFromInt(c.lines)}}
		add := func(value string) *Candidate {
			k := &Candidate{Value: value, words: []*word{{Word: new(doc.Word)}}}
			g.Candidates[sums] = append(g.Candidates[sums], k)
			return k
		}
		subtotal, tax := add(c.subtotal), add(c.tax)
		likely := add(c.likely)
		if c.joined {
			likely.words = slices.Concat(subtotal.words, tax.words)
		}
		less := add(c.less)
		for _, v := range c.others {
			add(v)
		}
		countValues(g.Candidates[sums], map[string]int32{})
		ranked := func(none float64, p map[*Candidate]float64) *Ranked {
			r := &Ranked{Candidates: g.Candidates[sums], None: none}
			for _, k := range r.Candidates {
				r.P = append(r.P, p[k])
			}
			r.values = r.byValue(r.P)
			return r
		}
		subtotals := ranked(1e-6, map[*Candidate]float64{subtotal: 1})
		if c.lines != 0 {
			subtotals = ranked(1, nil)
		}
		totals := ranked(1e-6, map[*Candidate]float64{likely: 0.95, less: 0.05})
		arithmetic := g.decodeSums(subtotals, ranked(1e-6, map[*Candidate]float64{tax: 1}), ranked(1, nil), totals)
		if got := totals.Candidates[totals.Best].Value; got != c.total || arithmetic != c.arithmetic {
			t.Errorf("%s: total %q by %q, want %q by %q", c.name, got, arithmetic, c.total, c.arithmetic)
		}
	}
}

// TestProposeAnnouncedTaxes checks that taxes announced by labels are summed up, without
// registration numbers after such labels, if the sum of the lines is known.
func TestProposeAnnouncedTaxes(t *testing.T) {
	for _, c := range [...]struct {
		lines  int64
		wanted bool
	}{{400, true}, {0, false}} {
		g := &Graph{View: &View{Sum: decimal.NewFromInt(c.lines)}}
		tax := new(claim)
		tax[keyvalue.Tax-1] = 1
		for i, v := range []string{"20.00", "100123456", "39.90"} {
			n := node{Segment: &layout.Segment{}, line: int32(i), words: []*word{{Word: &doc.Word{Text: v}, claimed: tax}}}
			n.next[below] = -1
			g.nodes = append(g.nodes, n)
		}
		for i := len(g.nodes) - 1; i >= 0; i-- {
			g.addWords(sums, g.nodes[i].words[0].Text, g.nodes[i].words, i, i)
		}
		g.proposeTaxes()
		if found := slices.ContainsFunc(g.Candidates[sums], func(o *Candidate) bool { return o.Value == "59.90" }); found != c.wanted {
			t.Errorf("with lines of %d the taxes are summed up: %t, want %t", c.lines, found, c.wanted)
		}
	}
}

// TestProposeTaxes checks that taxes that make up the difference between two amounts are summed
// up, whatever their labels.
func TestProposeTaxes(t *testing.T) {
	for _, c := range [...]struct {
		name   string
		third  string
		x      float64 // right edge of the second tax
		lines  int64
		rate   string
		among  string
		wanted bool
	}{
		{"to the total from the subtotal", "1180.00", 500, 0, "9%", "180.00", true},
		{"to the total from the sum of lines", "1280.00", 500, 1100, "9%", "180.00", true},
		{"they lead to nothing", "1200.00", 500, 0, "9%", "180.00", false},
		{"they stand in two columns", "1180.00", 420, 0, "9%", "180.00", false},
		{"without rates", "1180.00", 500, 0, "", "180.00", false},
	} {
		g := &Graph{View: &View{Sum: decimal.NewFromInt(c.lines)}}
		for i, v := range []string{"1000.00", "90.00", "90.00", c.third} {
			x := 500.0
			if i == 2 {
				x = c.x
			}
			n := node{Segment: &layout.Segment{}, line: int32(i), text: c.rate, words: []*word{{Word: &doc.Word{Text: v, Box: doc.Box{X1: x}}}}}
			n.next[below] = -1
			g.nodes = append(g.nodes, n)
		}
		for i := len(g.nodes) - 1; i >= 0; i-- {
			g.addWords(sums, g.nodes[i].words[0].Text, g.nodes[i].words, i, i)
		}
		g.proposeTaxes()
		found := slices.ContainsFunc(g.Candidates[sums], func(o *Candidate) bool { return o.Value == c.among })
		if found != c.wanted {
			t.Errorf("%s: %s is proposed: %t, want %t", c.name, c.among, found, c.wanted)
		}
	}
}

// TestTaxesBesideRates checks that taxes printed beside their base amounts and rates are summed up
// to one tax.
func TestTaxesBesideRates(t *testing.T) {
	for _, c := range [...]struct {
		name string
		rows [3]string
		want string
	}{
		{"to the total", [...]string{"23% 380.00 87.40", "10 20.00 2.00", "400.00 489.40"}, "89.40"},
		{"the sum is printed", [...]string{"23% 380.00 87.40", "10% 20.00 2.00", "89.40"}, "89.40"},
		{"without rates", [...]string{"380.00 87.40", "20.00 2.00", "400.00 489.40"}, "87.40"},
		{"by other rates", [...]string{"21% 380.00 87.40", "10% 20.00 2.00", "400.00 489.40"}, "87.40"},
	} {
		g := &Graph{View: &View{}, byPage: map[int][2]int{}}
		for i, row := range c.rows {
			for _, v := range strings.Fields(row) {
				w := &doc.Word{Text: v}
				n := node{Segment: &layout.Segment{Words: []*doc.Word{w}}, line: int32(i), text: v, words: []*word{{Word: w}}}
				n.next[below] = -1
				g.nodes = append(g.nodes, n)
			}
		}
		for i := len(g.nodes) - 1; i >= 0; i-- {
			if n := &g.nodes[i]; strings.Contains(n.text, ".") {
				g.addWords(sums, n.text, n.words, i, i)
			}
		}
		g.proposeTaxes()
		ranked := func(of string) *Ranked {
			r := &Ranked{Candidates: g.Candidates[sums], None: 1e-6}
			for i, o := range r.Candidates {
				o.value = int32(i)
				r.P = append(r.P, 0.02)
				if o.Value == of {
					r.P[i] = 0.9
				}
			}
			r.values = r.P
			return r
		}
		tax := ranked("87.40")
		g.decodeSums(&Ranked{None: 1}, tax, &Ranked{None: 1}, &Ranked{None: 1})
		if tax.Best < 0 || tax.Candidates[tax.Best].Value != c.want {
			t.Errorf("%s: the tax is candidate %d of %d, want %s", c.name, tax.Best, len(tax.Candidates), c.want)
		}
	}
}
