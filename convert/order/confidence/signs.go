package confidence

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/order/address"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/wording"
)

// sign is something about an order that speaks against its being right as a
// whole. None is a proof of that, and each costs trust by a weight that is
// fitted and never negative.
type sign int

const (
	doubtOfCells     sign = iota // what the probabilities of the core cells are short of
	numberUnlabelled             // no label of order numbers stands by the number
	dateUnlabelled               // no label stands by the date, and there are others
	buyerOdd                     // the name is no name's, or words touch it
	supplierOdd                  //
	buyerFormless                // it has no legal form, and stands nowhere else
	supplierFormless             //
	buyerUnheaded                // no heading, address or domain confirms it
	supplierUnheaded             //
	partiesCrossed               // a party's name stands under the other's heading as well
	textsLong                    // share of descriptions that take several lines
	textsOdd                     // later lines look like remarks
	textsMixed                   // in several scripts
	textsNumbered                // they begin with numbers
	textsCoded                   // or codes, and no cell has these
	textsDated                   // they hold dates
	totalRivalled                // an amount beneath the lines is little less than the total
	pricesDivided                // prices are for several units, and the marks of numbers may be misread
	textsTouched                 // share that words touch which no cell explains
	codesParted                  // they have blanks
	codesCounted                 // they begin with the line's number
	wordsLeft                    // words among the lines that no cell explains, per line
	digitsLeft                   // those with digits
	countOdd                     // line numbers skip or repeat
	severalOrders                // in the document
	manyLines                    // logarithm
	wordsUnsure                  // what the core cells' words are short of being sure, in tenths
	recognised                   // the document is from pixels
	numSigns
)

// signList is a list of an order's signs.
type signList []float64

// set sets a sign where it is; one that is set stays.
func (l signList) set(k sign, is bool) {
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
	out[textsLong] = w.texts.many
	out.set(textsNumbered, w.texts.numbered >= 0.5)
	out.set(textsDated, w.texts.dated)
	out.set(totalRivalled, w.rivals > 0)
	out.set(pricesDivided, w.divided && s.Locale.Recognised)
	out[wordsLeft] = math.Min(3, w.left.words/n)
	out[digitsLeft] = math.Min(2, w.left.digits/n)
	out.set(countOdd, w.counted < 1 && w.columns[schema.LineNumber].filled > 0)
	out.set(severalOrders, len(s.orders) > 1)
	out[manyLines] = math.Log(n)
	least := 1.0
	for i := range o.cells {
		if v := &o.cells[i]; Core(v.field) {
			for _, m := range v.marks {
				least = min(least, m.Confidence)
			}
		}
	}
	out[wordsUnsure] = math.Min(3, math.Max(0, 10*(1-least)-0.1))
	out.set(recognised, s.Locale.Recognised)
	return out
}

// numberSigns sets the signs of an order's number and date.
func (s *sheet) numberSigns(o *orderView, out signList) {
	out[numberUnlabelled] = 1 - s.labelled(o.head(schema.PONumber))
	if o.whole.dates > 0 {
		out[dateUnlabelled] = 1 - s.labelled(o.head(schema.PODate))
	}
}

// partySigns sets the signs of buyer and supplier.
func (s *sheet) partySigns(o *orderView, out signList) {
	for i, f := range [...]schema.Field{schema.Buyer, schema.Supplier} {
		v := o.head(f)
		at := func(k sign) sign { return k + sign(i) }
		p := s.party(o, v)
		before, behind := s.touched(v)
		out.set(at(buyerOdd), p.odd || before+behind > 0)
		out.set(at(buyerFormless), !p.legal && p.elsewhere < 2)
		confirmed := p.own > 0
		if f == schema.Buyer {
			confirmed = p.own+p.blocks+p.domains > 0
		}
		out.set(at(buyerUnheaded), !confirmed)
		out.set(partiesCrossed, p.other > 0)
	}
}

// lineSigns sets the signs of the items' texts and codes.
func (s *sheet) lineSigns(o *orderView, out signList) {
	n := float64(max(1, len(o.lines)))
	codes := 0.0
	for i := range o.lines {
		t := &o.texts[i]
		out.set(textsOdd, t.rows > 1 && (t.labels > 0 || t.common >= 0.3 || t.sizes > 1.06 || t.indent > 0.3 || t.loose > 0))
		out.set(textsMixed, t.mixed)
		if before, behind := s.touched(o.at(i, schema.Description)); before+behind > 0 {
			out[textsTouched] += 1 / n
		}
		code := o.at(i, schema.ItemCode)
		if !code.stated() {
			continue
		}
		codes++
		out.set(codesParted, strings.Contains(code.cell.Value, " "))
		first, _, parted := strings.Cut(code.cell.Value, " ")
		out.set(codesCounted, parted && wording.OnlyDigits(first) && len(first) < 4)
	}
	out.set(textsCoded, o.whole.texts.coded >= 0.5 && codes < n)
}

// complete reports whether an order has all that it must have before it can be
// verified: its arithmetic closes, nothing greater than its total is printed on
// it, and it says who orders what of whom and when.
func (o *orderView) complete() bool {
	for _, f := range [...]schema.Field{schema.PONumber, schema.PODate, schema.Buyer, schema.Supplier, schema.Total} {
		if !o.head(f).stated() {
			return false
		}
	}
	for i := range o.lines {
		if !o.at(i, schema.Description).stated() {
			return false
		}
	}
	return o.closes() && o.whole.greater == 0 && folded(o.Head[schema.Buyer].Value) != folded(o.Head[schema.Supplier].Value)
}

// sound reports whether none of those signs stands against an order that no other
// virtue makes up for: they leave it open what a text or a name is, and only the
// document's reader could tell.
func (o *orderView) sound(signs []float64) bool {
	for _, k := range [...]sign{textsOdd, textsMixed, textsNumbered, textsCoded, textsTouched, codesCounted, codesParted, textsDated, totalRivalled, pricesDivided, countOdd, partiesCrossed} {
		if signs[k] > 0 {
			return false
		}
	}
	for i := range o.parties {
		if o.parties[i] != nil && o.parties[i].heading {
			return false
		}
	}
	for i := range o.lines {
		if !o.at(i, schema.ItemCode).stated() && o.lines[i].left.codes > 0 {
			return false // what looks like a code may be the item's
		}
	}
	if signs[wordsLeft] >= 1.5 {
		return false // they may go on with the descriptions
	}
	return signs[dateUnlabelled] <= 0.5 && (signs[buyerUnheaded] == 0 || signs[supplierUnheaded] == 0) && (signs[buyerFormless] == 0 || signs[buyerUnheaded] == 0) && (signs[supplierFormless] == 0 || signs[supplierUnheaded] == 0)
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
