package confidence

import (
	"math"
	"strings"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/wording"
)

// sign is something about an order that speaks against its being right as a whole. None
// is a proof of that, and each costs trust by a weight that is fitted and never negative.
type sign int

const (
	doubtOfCells     sign = iota // what the probabilities of the core cells are short of
	numberTouched                // words that no cell explains touch the number
	numberRivals                 // there are many labels of order numbers
	dateUnlabelled               // no label stands by the date, and there are others
	buyerOdd                     // the name is no name's, or words touch it
	supplierOdd                  //
	buyerFormless                // it has no legal form, and stands nowhere else
	supplierFormless             //
	buyerUnheaded                // no heading, address or domain confirms it
	supplierUnheaded             //
	partiesCrossed               // a party's name stands under the other's heading as well
	totalRivalled                // an amount beneath the lines is little less than the total
	pricesDivided                // prices are for several units, and the marks of numbers may be misread
	textsLonger                  // descriptions take three lines or more
	textsOdd                     // later lines look like remarks
	textsMixed                   // in several scripts
	textsNumbered                // they begin with numbers
	textsCoded                   // or codes, and no cell has these
	textsDated                   // they hold dates
	textsTouched                 // share that words touch which no cell explains
	codesParted                  // codes have blanks
	codesCounted                 // they begin with the line's number
	wordsLeft                    // words among the lines that no cell explains, per line
	countOdd                     // line numbers skip or repeat
	numSigns
)

// set sets a sign that holds.
func (s *Signs) set(k sign, holds bool) {
	if holds {
		s[k] = 1
	}
}

// signs are those of an order, none negative. The first is left to the caller.
func (s *sheet) signs(o *orderView) (out Signs) {
	w := &o.whole
	number := o.head(schema.PONumber)
	_, labels := s.labelled(number)
	before, behind := s.touched(number)
	out.set(numberTouched, before+behind > 0)
	out[numberRivals] = math.Log1p(math.Max(0, float64(labels-2)))
	if own, _ := s.labelled(o.head(schema.PODate)); w.dates > 0 {
		out[dateUnlabelled] = 1 - own
	}
	s.signsOfParties(o, &out)
	out.set(totalRivalled, w.rivals > 0)
	out.set(pricesDivided, w.divided && s.Locale.Recognised)
	s.signsOfLines(o, &out)
	out[wordsLeft] = math.Min(3, w.left.words/float64(max(1, len(o.lines))))
	out.set(countOdd, w.counted < 1 && w.columns[schema.LineNumber].filled > 0)
	return out
}

func (s *sheet) signsOfParties(o *orderView, out *Signs) {
	for i, f := range [...]schema.Field{schema.Buyer, schema.Supplier} {
		v, at := o.head(f), sign(i)
		p := s.party(o, v)
		before, behind := s.touched(v)
		out.set(buyerOdd+at, p.odd || before+behind > 0)
		out.set(buyerFormless+at, !p.legal && p.elsewhere < 2)
		out.set(buyerUnheaded+at, p.own == 0 && (f == schema.Supplier || p.blocks+p.domains == 0))
		out.set(partiesCrossed, p.other > 0)
	}
}

func (s *sheet) signsOfLines(o *orderView, out *Signs) {
	t := &o.whole.texts
	out.set(textsLonger, t.rows > 2)
	out.set(textsNumbered, t.numbered >= 0.5)
	out.set(textsDated, t.dated)
	codes := 0
	for i := range o.lines {
		out.set(textsOdd, o.texts[i].odd)
		out.set(textsMixed, o.texts[i].mixed)
		if before, behind := s.touched(o.at(i, schema.Description)); before+behind > 0 {
			out[textsTouched] += 1 / float64(len(o.lines))
		}
		code := o.at(i, schema.ItemCode)
		if !code.stated() {
			continue
		}
		codes++
		first, _, parted := strings.Cut(code.cell.Value, " ")
		out.set(codesParted, parted)
		out.set(codesCounted, parted && wording.OnlyDigits(first) && len(first) < 4)
	}
	out.set(textsCoded, t.coded >= 0.5 && codes < len(o.lines))
}

// complete reports whether an order has all that it must have before it can be verified:
// its arithmetic closes, nothing greater than its total is printed on it, and it says who
// orders what of whom and when.
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

// Signs may be so strong in an order that is sound.
const (
	mostUnlabelled = 0.5
	mostLeft       = 1.5 // words per line: they may go on with the descriptions
)

// sound reports whether none of those signs stands against an order that no other virtue
// makes up for: they leave it open what a text or a name is, and only the document's
// reader could tell.
func (o *orderView) sound(signs *Signs) bool {
	for _, k := range [...]sign{textsOdd, textsMixed, textsNumbered, textsCoded, textsTouched, codesCounted, codesParted, textsDated, totalRivalled, pricesDivided, countOdd, partiesCrossed} {
		if signs[k] > 0 {
			return false
		}
	}
	unheaded := 0.0
	for i := range sign(2) {
		if signs[buyerFormless+i] > 0 && signs[buyerUnheaded+i] > 0 {
			return false
		}
		unheaded += signs[buyerUnheaded+i]
	}
	for _, p := range o.parties {
		if p != nil && p.heading {
			return false
		}
	}
	for i := range o.lines {
		if !o.at(i, schema.ItemCode).stated() && o.lines[i].left.codes > 0 {
			return false // what looks like a code may be the item's
		}
	}
	return unheaded < 2 && signs[wordsLeft] < mostLeft && signs[dateUnlabelled] <= mostUnlabelled
}
