package items

import (
	"strings"
	"sync"

	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/schema"
)

// lineVocabulary is the vocabulary by which lines are classified and labels found.
type lineVocabulary struct {
	summaries  map[string]lineClass    // phrases that label summary lines
	labels     map[string]schema.Field // phrases that label a field of an item on the lines beneath it
	starts     map[string]bool         // the first tokens of summaries and labels
	beside     map[string]bool         // tokens that may follow a summary's phrase
	labelWords map[string]bool         // tokens of labels whose values do not describe an item
	common     map[string]bool         // labels with which texts may begin, too ("Code of conduct"), so that they need a colon
}

// vocabulary is the vocabulary of lines in all languages.
var vocabulary = sync.OnceValue(func() *lineVocabulary {
	const mostSummaries, mostStarts = 1 << 10, 1 << 9 // roughly
	v := &lineVocabulary{
		summaries: make(map[string]lineClass, mostSummaries), labels: map[string]schema.Field{}, starts: make(map[string]bool, mostStarts),
		beside:     lexicon.Phrases("items.summary-beside"),
		labelWords: lexicon.Phrases("items.label-word"),
		common:     lexicon.Phrases("items.label-common"),
	}
	start := func(phrase string) {
		first, _, _ := strings.Cut(phrase, " ")
		v.starts[first] = true
	}
	// What is a subtotal in one language and a total in another counts as a subtotal.
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
