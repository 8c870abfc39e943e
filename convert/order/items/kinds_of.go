package items

// NumHeadingKinds is how many kinds of columns headings tell apart.
const NumHeadingKinds = int(numKinds)

// HeadingKinds tells what a column states whose heading consists of the words:
// 1 for the likeliest kind of the longest phrase among them that is known, and
// 0.5 for others that it may mean.
func HeadingKinds(words []string) (kinds [NumHeadingKinds]float32) {
	var tokens []headToken
	for _, word := range words {
		from := -1
		for i := 0; i <= len(word); i++ {
			part := i < len(word) && (word[i] >= 0x80 || word[i] >= 'a' && word[i] <= 'z' || word[i] >= '0' && word[i] <= '9')
			switch {
			case part && from < 0:
				from = i
			case !part && from >= 0:
				tokens = append(tokens, headToken{text: word[from:i]})
				from = -1
			}
			if i < len(word) && (word[i] == '#' || word[i] == '%') {
				tokens = append(tokens, headToken{text: word[i : i+1]})
			}
		}
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
