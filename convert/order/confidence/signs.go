package confidence

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/order/address"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// signList is a list of an order's signs.
type signList []float64

// set sets a sign where it is; one that is set stays.
func (l signList) set(k Sign, is bool) {
	if is {
		l[k] = 1
	}
}

// count adds a line to a sign where it is, as its share of the order's lines.
func (l signList) count(k Sign, is bool, lines float64) {
	if is {
		l[k] += 1 / lines
	}
}

// signs are those of an order, none negative.
func (s *sheet) signs(o *orderView) []float64 {
	out := make(signList, numSigns)
	s.headSigns(o, out)
	s.partySigns(o, out)
	s.textSigns(o, out)
	s.codeSigns(o, out)
	w := &o.whole
	n := float64(max(1, len(o.lines)))
	out.set(TotalRivalled, w.rivals > 0)
	out.set(TotalExceeded, w.greater > 0)
	out.set(PricesDivided, w.divided && s.Locale.Recognised)
	out[FiguresUnread] = min(2, (w.tagged[schema.Quantity]+w.tagged[schema.UnitPrice]+w.tagged[schema.LineTotal])/n)
	out[WordsLeft] = min(3, w.left.words/n)
	out[DigitsLeft] = min(2, w.left.digits/n)
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
	out[WordsUnsure] = min(3, max(0, 10*(1-least)-0.1))
	out.set(Recognised, s.Locale.Recognised)
	out.set(Unruled, s.Unruled)
	out.set(LinesUnproven, len(o.lines) == 0 || w.proved < 1)
	out.set(SumsUnproven, !w.sums || !w.chain)
	return out
}

// doubt is how improbable a value is of which package ranking gives the probability.
func doubt(p float64) float64 { return -math.Log(max(0.001, p)) / 2 }

// headSigns sets the signs of an order's number, date and total.
func (s *sheet) headSigns(o *orderView, out signList) {
	for _, k := range [...]struct {
		field                               schema.Field
		missing, touched, rivalled, doubted Sign
	}{
		{schema.PONumber, NumberMissing, NumberTouched, NumberRivalled, NumberDoubted},
		{schema.PODate, DateMissing, DateTouched, DateRivalled, DateDoubted},
		{schema.Total, TotalMissing, TotalTouched, TotalDoubled, TotalDoubted},
	} {
		v := o.head(k.field)
		before, behind := s.touched(v)
		out.set(k.missing, !v.stated())
		out.set(k.touched, before+behind > 0 || s.wraps(v))
		out[k.rivalled] = s.rivalled(v)
		out[k.doubted] = doubt(o.Ranked[k.field])
	}
	out[NumberUnlabelled] = 1 - s.labelled(o.head(schema.PONumber))
	out.set(NumberCut, cutOff(o.head(schema.PONumber)) > 0)
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
		out.set(at(BuyerMissing), !v.stated())
		out.set(at(BuyerOdd), p.odd || before+behind > 0)
		out.set(at(BuyerFormless), !p.legal && p.elsewhere < 2)
		confirmed := p.own > 0
		if f == schema.Buyer {
			confirmed = p.own+p.blocks+p.domains > 0
		}
		out.set(at(BuyerUnheaded), !confirmed)
		out.set(PartiesCrossed, p.other > 0)
		out.set(NamesHeading, p.heading)
	}
	out[NamesDoubted] = doubt(o.Ranked[schema.Buyer] * o.Ranked[schema.Supplier])
	out.set(PartiesAlike, folded(o.Head[schema.Buyer].Value) == folded(o.Head[schema.Supplier].Value))
}

// textSigns sets the signs of the descriptions.
func (s *sheet) textSigns(o *orderView, out signList) {
	n := float64(max(1, len(o.lines)))
	for i := range o.lines {
		v, t := o.at(i, schema.Description), &o.texts[i]
		before, behind := s.touched(v)
		out.count(TextsLabelled, t.labels > 0, n)
		out.count(TextsCommon, t.common >= 0.3, n)
		out.count(TextsSized, t.sizes > 1.06, n)
		out.count(TextsIndented, t.indent > 0.3, n)
		out.count(TextsLoose, t.loose > 0, n)
		out.count(TextsBulleted, bulleted(v), n)
		out.count(TextsTouched, before+behind > 0, n)
		out.set(TextsMissing, !v.stated())
		out.set(TextsMixed, t.mixed)
	}
	out.set(TextsOdd, max(out[TextsLabelled], out[TextsCommon], out[TextsSized], out[TextsIndented], out[TextsLoose]) > 0)
	w := &o.whole
	out[TextsLong] = w.texts.many
	out.set(TextsNumbered, w.texts.numbered >= 0.5)
	out.set(TextsDated, w.texts.dated)
	out[TextsContinued] = w.continued
	out[TextsUnread] = min(3, w.tagged[schema.Description]/n)
}

// codeSigns sets the signs of the item codes.
func (s *sheet) codeSigns(o *orderView, out signList) {
	n := float64(max(1, len(o.lines)))
	codes := 0.0
	for i := range o.lines {
		v, l := o.at(i, schema.ItemCode), &o.lines[i]
		before, behind := s.touched(v)
		out.count(CodesTouched, before+behind > 0, n)
		out.count(CodesCut, cutOff(v) > 0, n)
		out.count(CodesCount, l.odd[codeCounted], n)
		out.count(CodesDated, slices.ContainsFunc(v.marks, func(m *mark) bool { return m.date }), n)
		out.count(CodesBehind, l.odd[codeBefore] || l.odd[codeBehind], n)
		if !v.stated() {
			out.set(CodesLeft, l.left.codes > 0)
			continue
		}
		codes++
		first, _, parted := strings.Cut(v.cell.Value, " ")
		out.set(CodesParted, parted)
		out.set(CodesCounted, parted && textnorm.OnlyDigits(first) && len(first) < 4)
	}
	out.set(TextsCoded, o.whole.texts.coded >= 0.5 && codes < n)
	out[CodesUnread] = min(1, o.whole.tagged[schema.ItemCode]/n)
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
	p.odd = traits&(address.Postal|address.Reach|address.Person) != 0 || textnorm.HasDigit(v.cell.Value) || strings.Contains(v.cell.Value, ":")
	return p
}
