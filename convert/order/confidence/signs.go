package confidence

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/order/address"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/wording"
)

// Sign is something about an order that speaks against its being right as a
// whole. Some cost trust, each by a weight that is fitted and never negative; with
// others, no order is verified.
type Sign int

// Signs that cost trust, the first by what the probabilities of the core cells are short of.
const (
	CellsDoubted     Sign = iota
	NumberUnlabelled      // no label of order numbers stands by the number
	DateUnlabelled        // no label stands by the date, and there are others
	BuyerOdd              // the name is no name's, or words touch it
	SupplierOdd           //
	BuyerFormless         // it has no legal form, and stands nowhere else
	SupplierFormless      //
	BuyerUnheaded         // no heading, address or domain confirms it
	SupplierUnheaded      //
	PartiesCrossed        // a party's name stands under the other's heading as well
	TextsLong             // share of descriptions that take several lines
	TextsOdd              // later lines look like remarks
	TextsMixed            // in several scripts
	TextsNumbered         // they begin with numbers
	TextsCoded            // or codes, and no cell has these
	TextsDated            // they hold dates
	TotalRivalled         // an amount beneath the lines is little less than the total
	PricesDivided         // prices are for several units, and the marks of numbers may be misread
	TextsTouched          // share that words touch which no cell explains
	CodesParted           // they have blanks
	CodesCounted          // they begin with the line's number
	WordsLeft             // words among the lines that no cell explains, per line
	DigitsLeft            // those with digits
	CountOdd              // line numbers skip or repeat
	SeveralOrders         // in the document
	ManyLines             // logarithm
	WordsUnsure           // what the core cells' words are short of being sure, in tenths
	Recognised            // the document is from pixels
	numWeighed
)

// Signs that no virtue makes up for.
const (
	NumberMissing Sign = numWeighed + iota
	DateMissing
	BuyerMissing
	SupplierMissing
	TotalMissing
	TextsMissing  // descriptions
	LinesUnproven // a line's total is not quantity × price, or there is no line
	SumsUnproven  // the lines do not make the total
	TotalExceeded // a greater amount that no cell states is printed
	PartiesAlike  // buyer and supplier have one name
	NamesHeading  // a party's name is a heading
	CodesLeft     // what looks like a code stands by a line without one
	Unruled       // no rule reads the line items
	numSigns
)

// signs names the signs, and the column that each is about.
var signs = [numSigns]struct {
	name  string
	field schema.Field // NumFields for none
}{
	CellsDoubted: {"cells_doubted", schema.NumFields}, NumberUnlabelled: {"number_unlabelled", schema.PONumber},
	DateUnlabelled: {"date_unlabelled", schema.PODate}, BuyerOdd: {"buyer_odd", schema.Buyer}, SupplierOdd: {"supplier_odd", schema.Supplier},
	BuyerFormless: {"buyer_formless", schema.Buyer}, SupplierFormless: {"supplier_formless", schema.Supplier},
	BuyerUnheaded: {"buyer_unheaded", schema.Buyer}, SupplierUnheaded: {"supplier_unheaded", schema.Supplier},
	PartiesCrossed: {"parties_crossed", schema.Buyer}, TextsLong: {"texts_long", schema.Description}, TextsOdd: {"texts_odd", schema.Description},
	TextsMixed: {"texts_mixed", schema.Description}, TextsNumbered: {"texts_numbered", schema.Description},
	TextsCoded: {"texts_coded", schema.Description}, TextsDated: {"texts_dated", schema.Description}, TotalRivalled: {"total_rivalled", schema.Total},
	PricesDivided: {"prices_divided", schema.UnitPrice}, TextsTouched: {"texts_touched", schema.Description},
	CodesParted: {"codes_parted", schema.ItemCode}, CodesCounted: {"codes_counted", schema.ItemCode}, WordsLeft: {"words_left", schema.NumFields},
	DigitsLeft: {"digits_left", schema.NumFields}, CountOdd: {"count_odd", schema.LineNumber}, SeveralOrders: {"several_orders", schema.NumFields},
	ManyLines: {"many_lines", schema.NumFields}, WordsUnsure: {"words_unsure", schema.NumFields}, Recognised: {"Recognised", schema.NumFields},
	NumberMissing: {"number_missing", schema.PONumber}, DateMissing: {"date_missing", schema.PODate}, BuyerMissing: {"buyer_missing", schema.Buyer},
	SupplierMissing: {"supplier_missing", schema.Supplier}, TotalMissing: {"total_missing", schema.Total},
	TextsMissing: {"texts_missing", schema.Description}, LinesUnproven: {"lines_unproven", schema.LineTotal},
	SumsUnproven: {"sums_unproven", schema.Total}, TotalExceeded: {"total_exceeded", schema.Total}, PartiesAlike: {"parties_alike", schema.Supplier},
	NamesHeading: {"names_heading", schema.Buyer}, CodesLeft: {"codes_left", schema.ItemCode}, Unruled: {"unruled", schema.NumFields},
}

// String is the sign's name: letters and underscores.
func (k Sign) String() string { return signs[k].name }

// Field is the column that the sign is about; ok is false where it is about the whole order.
func (k Sign) Field() (f schema.Field, ok bool) {
	return signs[k].field, signs[k].field < schema.NumFields
}

// signList is a list of an order's signs.
type signList []float64

// set sets a sign where it is; one that is set stays.
func (l signList) set(k Sign, is bool) {
	if is {
		l[k] = 1
	}
}

// signs are those of an order, none negative. The first is left to the caller.
func (s *sheet) signs(o *orderView) []float64 {
	out := make(signList, numSigns)
	s.numberSigns(o, out)
	s.partySigns(o, out)
	s.lineSigns(o, out)
	w := &o.whole
	n := float64(max(1, len(o.lines)))
	out[TextsLong] = w.texts.many
	out.set(TextsNumbered, w.texts.numbered >= 0.5)
	out.set(TextsDated, w.texts.dated)
	out.set(TotalRivalled, w.rivals > 0)
	out.set(PricesDivided, w.divided && s.Locale.Recognised)
	out[WordsLeft] = math.Min(3, w.left.words/n)
	out[DigitsLeft] = math.Min(2, w.left.digits/n)
	out.set(CountOdd, w.counted < 1 && w.columns[schema.LineNumber].filled > 0)
	out.set(SeveralOrders, len(s.orders) > 1)
	out[ManyLines] = math.Log(n)
	least := 1.0
	for i := range o.cells {
		if v := &o.cells[i]; Core(v.field) {
			for _, m := range v.marks {
				least = min(least, m.Confidence)
			}
		}
	}
	out[WordsUnsure] = math.Min(3, math.Max(0, 10*(1-least)-0.1))
	out.set(Recognised, s.Locale.Recognised)
	s.vetoes(o, out)
	return out
}

// numberSigns sets the signs of an order's number and date.
func (s *sheet) numberSigns(o *orderView, out signList) {
	out[NumberUnlabelled] = 1 - s.labelled(o.head(schema.PONumber))
	if o.whole.dates > 0 {
		out[DateUnlabelled] = 1 - s.labelled(o.head(schema.PODate))
	}
}

// partySigns sets the signs of buyer and supplier.
func (s *sheet) partySigns(o *orderView, out signList) {
	for i, f := range [...]schema.Field{schema.Buyer, schema.Supplier} {
		v := o.head(f)
		at := func(k Sign) Sign { return k + Sign(i) }
		p := s.party(o, v)
		before, behind := s.touched(v)
		out.set(at(BuyerOdd), p.odd || before+behind > 0)
		out.set(at(BuyerFormless), !p.legal && p.elsewhere < 2)
		confirmed := p.own > 0
		if f == schema.Buyer {
			confirmed = p.own+p.blocks+p.domains > 0
		}
		out.set(at(BuyerUnheaded), !confirmed)
		out.set(PartiesCrossed, p.other > 0)
	}
}

// lineSigns sets the signs of the items' texts and codes.
func (s *sheet) lineSigns(o *orderView, out signList) {
	n := float64(max(1, len(o.lines)))
	codes := 0.0
	for i := range o.lines {
		t := &o.texts[i]
		out.set(TextsOdd, t.rows > 1 && (t.labels > 0 || t.common >= 0.3 || t.sizes > 1.06 || t.indent > 0.3 || t.loose > 0))
		out.set(TextsMixed, t.mixed)
		if before, behind := s.touched(o.at(i, schema.Description)); before+behind > 0 {
			out[TextsTouched] += 1 / n
		}
		code := o.at(i, schema.ItemCode)
		if !code.stated() {
			continue
		}
		codes++
		out.set(CodesParted, strings.Contains(code.cell.Value, " "))
		first, _, parted := strings.Cut(code.cell.Value, " ")
		out.set(CodesCounted, parted && wording.OnlyDigits(first) && len(first) < 4)
	}
	out.set(TextsCoded, o.whole.texts.coded >= 0.5 && codes < n)
}

// vetoes sets the signs that no virtue makes up for: that the order does not say who orders what
// of whom and when, and that its arithmetic does not close.
func (s *sheet) vetoes(o *orderView, out signList) {
	for i, f := range [...]schema.Field{schema.PONumber, schema.PODate, schema.Buyer, schema.Supplier, schema.Total} {
		out.set(NumberMissing+Sign(i), !o.head(f).stated())
	}
	w := &o.whole
	out.set(LinesUnproven, len(o.lines) == 0 || w.proved < 1)
	out.set(SumsUnproven, !w.sums || !w.chain)
	out.set(TotalExceeded, w.greater > 0)
	out.set(PartiesAlike, folded(o.Head[schema.Buyer].Value) == folded(o.Head[schema.Supplier].Value))
	for _, p := range o.parties {
		out.set(NamesHeading, p != nil && p.heading)
	}
	for i := range o.lines {
		out.set(TextsMissing, !o.at(i, schema.Description).stated())
		out.set(CodesLeft, !o.at(i, schema.ItemCode).stated() && o.lines[i].left.codes > 0)
	}
	out.set(Unruled, s.Unruled)
}

// complete reports whether an order with such signs has all that it must have before it can be
// verified.
func complete(signs []float64) bool {
	for k := NumberMissing; k <= PartiesAlike; k++ {
		if signs[k] > 0 {
			return false
		}
	}
	return true
}

// sound reports whether no sign stands against an order that leaves it open what a text or a name
// is, so that only the document's reader could tell.
func sound(signs []float64) bool {
	for _, k := range [...]Sign{TextsOdd, TextsMixed, TextsNumbered, TextsCoded, TextsTouched, CodesCounted, CodesParted, TextsDated, TotalRivalled, PricesDivided, CountOdd, PartiesCrossed, NamesHeading, CodesLeft, Unruled} {
		if signs[k] > 0 {
			return false
		}
	}
	if signs[WordsLeft] >= 1.5 {
		return false // they may go on with the descriptions
	}
	return signs[DateUnlabelled] <= 0.5 && (signs[BuyerUnheaded] == 0 || signs[SupplierUnheaded] == 0) && (signs[BuyerFormless] == 0 || signs[BuyerUnheaded] == 0) && (signs[SupplierFormless] == 0 || signs[SupplierUnheaded] == 0)
}

// party is what confirms a name.
type party struct {
	elsewhere, blocks, own, other, domains int
	legal, odd                             bool
	heading                                bool // it is a heading, or begins with one
}

// party looks for a name all over the document.
func (s *sheet) party(o *orderView, v *view) party {
	if i := slices.Index([]schema.Field{schema.Buyer, schema.Supplier}, v.field); i >= 0 {
		if o.parties[i] == nil {
			p := s.findParty(o, v)
			o.parties[i] = &p
		}
		return *o.parties[i]
	}
	return party{}
}

func (s *sheet) findParty(o *orderView, v *view) (p party) {
	headings := 0
	name := folded(v.cell.Value)
	if name == "" {
		return party{}
	}
	for _, page := range s.Pages {
		for i := range page.Lines {
			for _, seg := range page.Lines[i].Segments {
				if !strings.Contains(s.folded(seg), name) {
					continue
				}
				p.elsewhere++
				if strings.HasPrefix(s.folded(seg), name) && s.Heads != nil {
					if buyer, supplier, other := s.Heads(seg); buyer || supplier || other {
						headings++
					}
				}
				buyer, supplier := s.headed(page, seg)
				if v.field == schema.Supplier {
					buyer, supplier = supplier, buyer
				}
				if buyer {
					p.own++
				}
				if supplier {
					p.other++
				}
			}
		}
	}
	for _, f := range [...]schema.Field{schema.ShipTo, schema.BillTo} {
		if strings.Contains(folded(o.Head[f].Value), name) {
			p.blocks++
		}
	}
	first, _, _ := strings.Cut(v.cell.Value, " ")
	first = folded(first)
	for i := range s.domains {
		if len(first) >= 3 && strings.Contains(s.domains[i], first) {
			p.domains++
		}
	}
	traits := address.Traits(v.cell.Value)
	p.legal = traits&address.Legal != 0
	p.heading = headings > 0
	p.odd = traits&(address.Postal|address.Reach|address.Person) != 0 || wording.HasDigit(v.cell.Value) || strings.Contains(v.cell.Value, ":")
	return p
}
