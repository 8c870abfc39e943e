package items

// NumHeadingKinds is how many kinds of columns headings tell apart.
const NumHeadingKinds = int(numKinds)

// HeadingKinds reports what a column states whose heading consists of the words:
// 1 for the likeliest kind of the longest phrase among them that is known, and
// 0.5 for others that it may mean.
func HeadingKinds(words []string) (kinds [NumHeadingKinds]float32) {
	var tokens []headToken
	for i, word := range words {
		tokens = appendTokens(tokens, word, i)
	}
	longest := 0
	var meaning headMeaning
	for i := range tokens {
		if m, n := columnWords().longest(tokens[i:]); n > longest {
			longest, meaning = n, m
		}
	}
	for i, k := range meaning.kinds {
		kinds[k] = 1
		if i > 0 && !meaning.shared {
			kinds[k] = 0.5
		}
	}
	return kinds
}
