package items

import (
	"slices"

	"lineitem/convert/doc"
)

// findLabels tells whether most items have a line that begins with the label of
// their description: "Product description Ball valve".
func (t *tableDraft) findLabels(rows []tableRow) bool {
	d := t.textColumn()
	n := 0
	for i := range rows {
		if d >= 0 && slices.ContainsFunc(t.textsOf(&rows[i], d), func(text itemText) bool { return t.descriptionLabel(text.words) > 0 }) {
			n++
		}
	}
	return n >= leastCodes && float64(n) >= codeShare*float64(len(rows))
}

// descriptionLabel is of how many words the label of a description is with which
// words begin, 0 where they begin with none. A single word needs a colon, as texts
// begin with such, too ("Service of pumps").
func (t *tableDraft) descriptionLabel(words []*doc.Word) int {
	tokens := t.tokens(words)
	m, n := columnWords().longest(tokens)
	if n == 0 || n == len(tokens) || m.kinds[0] != kindDescription || n == 1 && !colonAfter(words, tokens[0].word) {
		return 0
	}
	return tokens[n].word
}

// behindLabel leaves of an item's texts, where descriptions have labels, what
// stands behind these up to the next line with the label of another column.
func (t *tableDraft) behindLabel(texts []itemText) []itemText {
	first := slices.IndexFunc(texts, func(text itemText) bool { return t.descriptionLabel(text.words) > 0 })
	if !t.labels || first < 0 {
		return texts
	}
	texts = texts[first:]
	texts[0].words = texts[0].words[t.descriptionLabel(texts[0].words):]
	for i := 1; i < len(texts); i++ {
		if _, n := columnWords().longest(t.tokens(texts[i].words)); n > 0 {
			return texts[:i]
		}
	}
	return texts
}
