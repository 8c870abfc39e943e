package items

import (
	"iter"
	"strings"
	"sync"

	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/schema"
)

// The vocabulary stands in the files of package lexicon, under concepts that begin
// with "items.". The concepts of headings are named by the kinds that they mean: the
// likeliest first, parted by "-", or all of them where "+" joins them.

// headingConcepts is how the names of the concepts of headings begin.
const headingConcepts = "items.heading."

// kindNames are the names of kinds in concepts.
var kindNames = map[string]columnKind{
	"line": kindLine, "code": kindCode, "description": kindDescription, "quantity": kindQuantity, "unit": kindUnit,
	"price": kindPrice, "discount": kindDiscount, "total": kindTotal, "date": kindDate, "list": kindList, "per": kindPer,
	"taxrate": kindTaxRate, "taxamount": kindTaxAmount, "gross": kindGross, "otherquantity": kindOtherQuantity,
	"othercode": kindOtherCode, "order": kindOrder, "otherdate": kindOtherDate, "other": kindOther,
}

// columnWords are the phrases that head columns of line items.
var columnWords = sync.OnceValue(func() headPhrases {
	meanings := map[string]headMeaning{}
	for _, concept := range lexicon.Concepts(headingConcepts) {
		names := strings.TrimPrefix(concept, headingConcepts)
		m := headMeaning{shared: strings.Contains(names, "+")}
		for _, name := range strings.FieldsFunc(names, func(r rune) bool { return r == '-' || r == '+' }) {
			m.kinds = append(m.kinds, kindNames[name])
		}
		for phrase := range lexicon.Phrases(concept) {
			if before, ok := meanings[phrase]; ok {
				meanings[phrase] = bothMeanings(before, m)
			} else {
				meanings[phrase] = m
			}
		}
	}
	return newHeadPhrases(meanings, lexicon.Phrases("labels.word.number"))
})

// words is the vocabulary of lines.
type words struct {
	summaries   map[string]lineClass    // phrases that head lines which sum up
	labels      map[string]schema.Field // phrases by which lines beneath an item state another of its columns
	starts      map[string]bool         // the first tokens of both
	beside      map[string]bool         // tokens that may follow a summary's phrase
	before      map[string]bool         // and those that may stand before one
	labelWords  map[string]bool         // tokens of labels whose values describe no item
	common      map[string]bool         // labels with which texts, too, begin ("Code of conduct"), so that they need a colon
	headIgnored map[string]bool         // tokens that say nothing about a column's kind
}

// vocabulary is the vocabulary of lines in all languages.
var vocabulary = sync.OnceValue(func() *words {
	v := &words{
		summaries: map[string]lineClass{}, labels: map[string]schema.Field{}, starts: map[string]bool{},
		beside: lexicon.Phrases("items.summary-beside"), before: lexicon.Phrases("items.summary-before"),
		labelWords: lexicon.Phrases("items.label-word"),
		common:     lexicon.Phrases("items.label-common"), headIgnored: lexicon.Phrases("items.heading-ignored"),
	}
	start := func(phrase string) {
		first, _, _ := strings.Cut(phrase, " ")
		v.starts[first] = true
	}
	// What is a subtotal in one language, and a sum in another, is the former.
	for _, s := range [...]struct {
		concept string
		class   lineClass
	}{{"items.summary.total", totalLine}, {"items.summary.tax", taxLine}, {"items.summary.subtotal", subtotalLine}} {
		for phrase := range lexicon.Phrases(s.concept) {
			v.summaries[phrase] = s.class
			start(phrase)
		}
	}
	for concept, f := range map[string]schema.Field{"items.label.code": schema.ItemCode, "items.label.date": schema.DeliveryDate} {
		for phrase := range lexicon.Phrases(concept) {
			v.labels[phrase] = f
			start(phrase)
		}
	}
	return v
})

// Phrases returns the phrases by which tables are read, folded, in no order:
// headings of columns, and labels of the lines that sum up.
func Phrases() iter.Seq[string] { return lexicon.All(headingConcepts, "items.summary.") }
