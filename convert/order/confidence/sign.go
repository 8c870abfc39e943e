package confidence

import "lineitem/convert/order/schema"

// Sign is something about an order that speaks against its being right as a whole: a share of its lines, a
// number of words, or whether something is so. What it tells of an order's columns is learned.
type Sign int

// Signs that leave it open whether an order is right.
const (
	NumberUnlabelled Sign = iota // no label of order numbers stands by the number
	NumberTouched                // words that no cell explains touch it, or digits stand right beneath it
	NumberRivalled               // how strong a label is that announces another number
	NumberDoubted                // package ranking finds it improbable
	NumberCut                    // it is a part of a word
	DateUnlabelled               // no label stands by the date, and there are others
	DateTouched                  // as NumberTouched, and so on
	DateRivalled
	DateDoubted
	BuyerOdd // the name is no name's, or words touch it
	SupplierOdd
	BuyerFormless // it has no legal form, and stands nowhere else
	SupplierFormless
	BuyerUnheaded // no heading, address or domain confirms it
	SupplierUnheaded
	PartiesCrossed // a party's name stands under the other's heading as well
	NamesDoubted   // package ranking finds buyer and supplier improbable
	NamesHeading   // a party's name is a heading
	TextsLong      // share of descriptions that take several lines
	TextsOdd       // later lines look like remarks
	TextsLabelled  // share that hold colons there
	TextsCommon    // or words that most items have
	TextsSized     // or are in several sizes
	TextsIndented  // or begin elsewhere
	TextsLoose     // or though there was room on the line before
	TextsMixed     // they are in several scripts
	TextsNumbered  // they begin with numbers
	TextsCoded     // or codes, and no cell has these
	TextsDated     // they hold dates
	TextsTouched   // share that words touch which no cell explains
	TextsContinued // share beneath which such words stand
	CodesTouched   // share of item codes that such words touch
	CodesParted    // they have blanks
	CodesCounted   // they begin with the line's number
	CodesCount     // share that are the line's number
	CodesDated     // share that are dates
	CodesCut       // share that are parts of words
	CodesBehind    // share of lines whose description begins or ends with what looks like a code
	CodesUnread    // words that no cell explains and that package tagging takes for item codes, per line
	CodesLeft      // what looks like a code stands by a line without one
	TotalTouched
	TotalDoubled // as NumberRivalled
	TotalDoubted
	TotalRivalled // an amount beneath the lines is little less than the total
	TotalExceeded // a greater amount that no cell states is printed
	PricesDivided // prices are for several units, and the marks of numbers may be misread
	FiguresUnread // words that no cell explains and that package tagging takes for quantities, prices or totals, per line
	WordsLeft     // words among the lines that no cell explains, per line
	DigitsLeft    // those with digits
	CountOdd      // line numbers skip or repeat
	SeveralOrders // in the document
	ManyLines     // logarithm
	WordsUnsure   // what the core cells' words are short of being sure, in tenths
	Recognised    // the document is from pixels
	Unruled       // no rule reads the line items
)

// Signs that the order does not say who orders what of whom and when, that its arithmetic does not close, or that
// words are missing.
const (
	NumberMissing Sign = iota + Unruled + 1
	DateMissing
	BuyerMissing
	SupplierMissing
	TotalMissing
	TextsUnread   // words that no cell explains and that package tagging takes for descriptions, per line
	TextsBulleted // share of descriptions with marks of lists: a list of what an item consists of is seldom part of its description
	TextsMissing  // of a line
	LinesUnproven // a line's total is not quantity × price, or there is no line
	SumsUnproven  // the lines do not make the total
	PartiesAlike  // buyer and supplier have one name
	numSigns
)

// signs names the signs, and the column that each is about.
var signs = [numSigns]struct {
	name  string
	field schema.Field // NumFields for none
}{
	NumberUnlabelled: {"number_unlabelled", schema.PONumber},
	NumberTouched:    {"number_touched", schema.PONumber},
	NumberRivalled:   {"number_rivalled", schema.PONumber},
	NumberDoubted:    {"number_doubted", schema.PONumber},
	NumberCut:        {"number_cut", schema.PONumber},
	DateUnlabelled:   {"date_unlabelled", schema.PODate},
	DateTouched:      {"date_touched", schema.PODate},
	DateRivalled:     {"date_rivalled", schema.PODate},
	DateDoubted:      {"date_doubted", schema.PODate},
	BuyerOdd:         {"buyer_odd", schema.Buyer},
	SupplierOdd:      {"supplier_odd", schema.Supplier},
	BuyerFormless:    {"buyer_formless", schema.Buyer},
	SupplierFormless: {"supplier_formless", schema.Supplier},
	BuyerUnheaded:    {"buyer_unheaded", schema.Buyer},
	SupplierUnheaded: {"supplier_unheaded", schema.Supplier},
	PartiesCrossed:   {"parties_crossed", schema.Buyer},
	NamesDoubted:     {"names_doubted", schema.Buyer},
	NamesHeading:     {"names_heading", schema.Buyer},
	TextsLong:        {"texts_long", schema.Description},
	TextsOdd:         {"texts_odd", schema.Description},
	TextsLabelled:    {"texts_labelled", schema.Description},
	TextsCommon:      {"texts_common", schema.Description},
	TextsSized:       {"texts_sized", schema.Description},
	TextsIndented:    {"texts_indented", schema.Description},
	TextsLoose:       {"texts_loose", schema.Description},
	TextsBulleted:    {"texts_bulleted", schema.Description},
	TextsMixed:       {"texts_mixed", schema.Description},
	TextsNumbered:    {"texts_numbered", schema.Description},
	TextsCoded:       {"texts_coded", schema.Description},
	TextsDated:       {"texts_dated", schema.Description},
	TextsTouched:     {"texts_touched", schema.Description},
	TextsContinued:   {"texts_continued", schema.Description},
	TextsUnread:      {"texts_unread", schema.Description},
	CodesTouched:     {"codes_touched", schema.ItemCode},
	CodesParted:      {"codes_parted", schema.ItemCode},
	CodesCounted:     {"codes_counted", schema.ItemCode},
	CodesCount:       {"codes_count", schema.ItemCode},
	CodesDated:       {"codes_dated", schema.ItemCode},
	CodesCut:         {"codes_cut", schema.ItemCode},
	CodesBehind:      {"codes_behind", schema.ItemCode},
	CodesUnread:      {"codes_unread", schema.ItemCode},
	CodesLeft:        {"codes_left", schema.ItemCode},
	TotalTouched:     {"total_touched", schema.Total},
	TotalDoubled:     {"total_doubled", schema.Total},
	TotalDoubted:     {"total_doubted", schema.Total},
	TotalRivalled:    {"total_rivalled", schema.Total},
	TotalExceeded:    {"total_exceeded", schema.Total},
	PricesDivided:    {"prices_divided", schema.UnitPrice},
	FiguresUnread:    {"figures_unread", schema.Quantity},
	WordsLeft:        {"words_left", schema.NumFields},
	DigitsLeft:       {"digits_left", schema.NumFields},
	CountOdd:         {"count_odd", schema.LineNumber},
	SeveralOrders:    {"several_orders", schema.NumFields},
	ManyLines:        {"many_lines", schema.NumFields},
	WordsUnsure:      {"words_unsure", schema.NumFields},
	Recognised:       {"recognised", schema.NumFields},
	Unruled:          {"unruled", schema.NumFields},
	NumberMissing:    {"number_missing", schema.PONumber},
	DateMissing:      {"date_missing", schema.PODate},
	BuyerMissing:     {"buyer_missing", schema.Buyer},
	SupplierMissing:  {"supplier_missing", schema.Supplier},
	TotalMissing:     {"total_missing", schema.Total},
	TextsMissing:     {"texts_missing", schema.Description},
	LinesUnproven:    {"lines_unproven", schema.LineTotal},
	SumsUnproven:     {"sums_unproven", schema.Total},
	PartiesAlike:     {"parties_alike", schema.Supplier},
}

// stands reports whether a sign of such a value is told of. Labels of numbers and dates are more or
// less sure, and half is enough.
func (k Sign) stands(v float64) bool {
	if k == NumberUnlabelled || k == DateUnlabelled {
		return v > 0.5
	}
	return v > 0
}

// String is the sign's name: letters and underscores.
func (k Sign) String() string { return signs[k].name }

// Field is the column that the sign is about; ok is false where it is about the whole order.
func (k Sign) Field() (f schema.Field, ok bool) {
	return signs[k].field, signs[k].field < schema.NumFields
}

// vetoes are the signs with which no order is verified.
var vetoes = [...]Sign{
	NumberMissing, DateMissing, BuyerMissing, SupplierMissing, TotalMissing, TextsMissing, TextsUnread, TextsBulleted,
	LinesUnproven, SumsUnproven, TotalRivalled, PartiesAlike, PartiesCrossed, TextsOdd, TextsCoded,
}

// complete reports whether an order with such signs has all that it must have before it can be
// verified.
func complete(signs []float64) bool {
	for _, k := range vetoes {
		if signs[k] > 0 {
			return false
		}
	}
	return true
}
