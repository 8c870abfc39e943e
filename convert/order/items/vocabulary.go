package items

import (
	"strings"
	"sync"

	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/schema"
)

// words is the vocabulary of lines.
type words struct {
	summaries  map[string]lineClass    // phrases that head lines which sum up
	labels     map[string]schema.Field // phrases by which lines beneath an item state another of its columns
	starts     map[string]bool         // the first tokens of both
	beside     map[string]bool         // tokens that may follow a summary's phrase
	labelWords map[string]bool         // tokens of labels whose values describe no item
	common     map[string]bool         // labels with which texts, too, begin ("Code of conduct"), so that they need a colon
}

// vocabulary is the vocabulary of lines in all languages.
var vocabulary = sync.OnceValue(func() *words {
	const mostSummaries, mostStarts = 1 << 10, 1 << 9 // roughly
	v := &words{
		summaries: make(map[string]lineClass, mostSummaries), labels: map[string]schema.Field{}, starts: make(map[string]bool, mostStarts),
		beside:     lexicon.Phrases("items.summary-beside"),
		labelWords: lexicon.Phrases("items.label-word"),
		common:     lexicon.Phrases("items.label-common"),
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
		for e := range lexicon.Entries(s.concept) {
			v.summaries[e.Phrase] = s.class
			start(e.Phrase)
		}
	}
	for concept, f := range map[string]schema.Field{"items.label.code": schema.ItemCode, "items.label.date": schema.DeliveryDate} {
		for e := range lexicon.Entries(concept) {
			v.labels[e.Phrase] = f
			start(e.Phrase)
		}
	}
	return v
})
