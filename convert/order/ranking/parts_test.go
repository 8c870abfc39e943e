package ranking_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lineitem/convert/order"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/ranking"
	"lineitem/convert/order/schema"
)

// TestPartsWithoutCapitals checks candidates in scripts without capitals: text beside forms of address, and between
// full-width punctuation.
func TestPartsWithoutCapitals(t *testing.T) {
	candidates := candidatesOf(t, `
注文書                              株式会社 文林堂 御中

支払条件：月末締翌月末払、振込手数料は当方負担

番号   品名          数量   単価   金額
1      軸受 6204       2    1000   2000
合計                               2000
`)
	for field, want := range map[schema.Field]string{schema.Supplier: "株式会社 文林堂", schema.PaymentTerms: "月末締翌月末払、振込手数料は当方負担"} {
		if !slices.Contains(candidates[field], want) {
			t.Errorf("%s: %q is not among %q", field.Key(), want, candidates[field])
		}
	}
}

// TestLabelsHeld checks that a label separated from its value by a blank is not part of the value in scripts that put
// no blanks between words.
func TestLabelsHeld(t *testing.T) {
	views := order.Heads(ordertest.Typed(`
采购单

合同编号 CG-26118
供应商 东莞市鹏塑新材料有限公司
付款方式 月结30天
`))
	fields, _ := carried(t).Rank(ranking.NewGraph(views[0]))
	found := 0
	for _, r := range fields {
		for i, c := range r.Candidates {
			switch c.Value {
			case "合同编号 CG-26118", "供应商 东莞市鹏塑新材料有限公司", "付款方式 月结30天":
				if found++; r.P[i] != 0 {
					t.Errorf("%s: %q has the probability %.3f, want 0", r.Field.Key(), c.Value, r.P[i])
				}
			}
		}
	}
	if found == 0 {
		t.Error("no candidate holds a label: the test tells nothing")
	}
}

// candidatesOf returns the values of the candidates in a typed order, by field.
func candidatesOf(t *testing.T, typed string) map[schema.Field][]string {
	t.Helper()
	views := order.Heads(ordertest.Typed(typed))
	if len(views) != 1 {
		t.Fatalf("%d orders, want one", len(views))
	}
	candidates := map[schema.Field][]string{}
	fields, _ := carried(t).Rank(ranking.NewGraph(views[0]))
	for _, r := range fields {
		for _, c := range r.Candidates {
			candidates[r.Field] = append(candidates[r.Field], c.Value)
		}
	}
	return candidates
}

// TestParts checks that names, numbers, dates, addresses and terms are among the candidates when they are within
// sentences, after punctuation marks or on two lines.
func TestParts(t *testing.T) {
	candidates := candidatesOf(t, `
PURCHASE ORDER 4711                              Harbour Lane Precision
                                                 Instruments Ltd
Dated:  July  8,  2024
Terms: net 45, discount on request. Freight by our truck
The conditions of purchase of Osprey Valley Foundry Inc apply to this order.

Carried by Kestrel & Vane Haulage (depot north), phone ahead

Inspected by: Vireo Vale Testing
Laboratories

Against your inquiry of last week and our purchase order OVF 23-2 please deliver to the address beneath.
Deliver to: Unit 4, Mill Road, Leeds LS1 4AB (rear gate, ring first)

SOLD TO MARLOW TRAILER WORKS
        PLANT 2 DOOR 9

We shall pay within 14 days by bank transfer to the account that you name on your invoice, if goods arrive by 29
May 2026 at noon.

Item   Description          Qty   Price   Amount
1      Bearing 6204           2   10.00    20.00
Total                                      20.00
`)
	for _, want := range []struct {
		field schema.Field
		value string
	}{
		{schema.Supplier, "Harbour Lane Precision Instruments Ltd"},
		{schema.Buyer, "Osprey Valley Foundry Inc"},
		{schema.Supplier, "Kestrel & Vane Haulage"},
		{schema.Supplier, "Vireo Vale Testing Laboratories"},
		{schema.PaymentTerms, "net 45"},
		{schema.ShipVia, "Freight by our truck"},
		{schema.PONumber, "OVF 23-2"},
		{schema.ShipTo, "Unit 4, Mill Road, Leeds LS1 4AB"},
		{schema.ShipTo, "MARLOW TRAILER WORKS, PLANT 2 DOOR 9"}, // flush with the line beneath it
		{schema.PaymentTerms, "within 14 days by bank transfer"},
		{schema.DeliveryDate, "2026-05-29"},
		{schema.PODate, "2024-07-08"}, // with wide blanks between its words
	} {
		if !slices.Contains(candidates[want.field], want.value) {
			t.Errorf("%s: %q is not among %q", want.field.Key(), want.value, candidates[want.field])
		}
	}
}

// TestImpossible checks that some candidates are ruled out, however probable the network finds them: dates, their
// years and amounts are no order numbers; labels, headings, titles and texts with a caption are no names; and texts
// with a date or another party's heading are no addresses.
func TestImpossible(t *testing.T) {
	views := order.Heads(ordertest.Typed(`
PURCHASE ORDER                                   12.11.2026

Order no. 2026                                   Form 2091
Our factory: Acme Castings Ltd                   Delivery Address

Brand                                            Deliver to
                                                 12 Mill Road, Leeds LS1 4AB
                                                 before 18.11.2026

                                                 Mill Road Works, Leeds
                                                 Supplier: Acme

Item   Description          Qty   Price   Amount
1      Bearing 6204           2   10.00    20.00
Total                                      20.00
`))
	fields, _ := carried(t).Rank(ranking.NewGraph(views[0]))
	possible := map[string]bool{"12.11.2026": false, "2026": false, "2091": true,
		"Our factory: Acme Castings Ltd": false, "Acme Castings Ltd": true,
		"PURCHASE ORDER": false, "Delivery Address": false, "Brand": false,
		"12 Mill Road, Leeds LS1 4AB": true, "12 Mill Road, Leeds LS1 4AB, before 18.11.2026": false,
		"Mill Road Works, Leeds": true, "Mill Road Works, Leeds, Supplier: Acme": false}
	found := map[string]bool{}
	for _, r := range fields {
		if r.Field != schema.PONumber && r.Field != schema.Supplier && r.Field != schema.ShipTo {
			continue
		}
		sum := r.None
		for i, c := range r.Candidates {
			sum += r.P[i]
			if is, known := possible[c.Value]; known {
				found[c.Value] = true
				if (r.P[i] > 0) != is {
					t.Errorf("%s: %q has a probability of %v, possible: %v", r.Field.Key(), c.Value, r.P[i], is)
				}
			}
		}
		if math.Abs(sum-1) > 1e-6 {
			t.Errorf("%s: the probabilities add up to %v", r.Field.Key(), sum)
		}
	}
	if len(found) < len(possible) {
		t.Errorf("%v are candidates, want all of %v", found, possible)
	}
}

// TestImpossibleTexts checks that fragments of texts, texts with captions and those after unticked boxes are no
// terms.
func TestImpossibleTexts(t *testing.T) {
	views := order.Heads(ordertest.Typed(`
PURCHASE ORDER 4711

Payment: Net 30, by bank (within 5, or 10 days) / Terms
Conditions:  ☐ proforma ☒ on account, net 14

Item   Description          Qty   Price   Amount
1      Bearing 6204           2   10.00    20.00
Total                                      20.00
`))
	fields, _ := carried(t).Rank(ranking.NewGraph(views[0]))
	terms := fields[slices.IndexFunc(fields, func(r ranking.Ranked) bool { return r.Field == schema.PaymentTerms })]
	for text, want := range map[string]bool{
		"Net 30": true, "Payment: Net 30": false, "Net 30, by bank (within 5": false, "/ Terms": false,
		"on account, net 14": true, "☐ proforma": false, "proforma": false,
	} {
		i := slices.IndexFunc(terms.Candidates, func(c *ranking.Candidate) bool { return c.Value == text })
		if got := i >= 0 && terms.P[i] > 0; got != want || i < 0 {
			t.Errorf("%q may be terms: %t (candidate %d), want %t", text, got, i, want)
		}
	}
}

// TestManyCandidates checks that an address that a reader found is a candidate, however many other texts precede it.
func TestManyCandidates(t *testing.T) {
	candidates := candidatesOf(t, "PURCHASE ORDER 4711\n\n"+strings.Repeat("our conditions hold for each part of it\n", 140)+`
Deliver to:   Halden Pump Works
              14 Mill Street
              Utica, NY 13501
`)
	if want := "Halden Pump Works, 14 Mill Street, Utica, NY 13501"; !slices.Contains(candidates[schema.ShipTo], want) {
		t.Errorf("%q is not among %d addresses", want, len(candidates[schema.ShipTo]))
	}
}

// TestNoNames checks that codes and e-mail addresses are no names, and that forms of address are not part of names.
func TestNoNames(t *testing.T) {
	candidates := candidatesOf(t, `
PURCHASE ORDER 4711
Supplier: 0HIGH01                                Highveld24
                                                 orders@highveld.example

株式会社 文林堂 殿

Item   Description          Qty   Price   Amount
1      Bearing 6204           2   10.00    20.00
Total                                      20.00
`)
	for name, want := range map[string]bool{"0HIGH01": false, "Highveld24": true, "orders@highveld.example": false,
		"株式会社 文林堂 殿": false, "株式会社 文林堂": true} {
		if got := slices.Contains(candidates[schema.Supplier], name); got != want {
			t.Errorf("%q may be a name: %v, want %v", name, got, want)
		}
	}
}

// TestAddressEnds checks that a chosen address ends before a sentence after a full stop, and before column headings
// beneath it.
func TestAddressEnds(t *testing.T) {
	for _, c := range [...]struct{ lines, want string }{
		{"Ship to: Orchard Mills Ltd, 12 Mill Road, Leeds LS1 4AB. Tax Exempt 22841.\n\nItem", "Orchard Mills Ltd, 12 Mill Road, Leeds LS1 4AB."},
		{"Ship to: Orchard Mills Ltd, 12 Mill Road, Leeds LS1 4AB\n    ", "Orchard Mills Ltd, 12 Mill Road, Leeds LS1 4AB"},
	} {
		views := order.Heads(ordertest.Typed(`
PURCHASE ORDER 4711                              Orchard Mills Ltd

` + c.lines + `     Description          Qty   Price   Amount
1        Bearing 6204           2   10.00    20.00
Total                                        20.00
`))
		fields, _ := carried(t).Rank(ranking.NewGraph(views[0]))
		for _, r := range fields {
			if r.Field == schema.ShipTo && (r.Best < 0 || r.Candidates[r.Best].Value != c.want || r.P[r.Best] < r.None) {
				t.Errorf("%q: address %d of %v, want %q", c.lines, r.Best, r.P, c.want)
			}
		}
	}
}
