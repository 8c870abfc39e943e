package items

import (
	"cmp"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
)

// headToken is a run of letters and digits, or a sign that headings use as a word.
type headToken struct {
	text string // folded
	word int    // index of the word that it is part of
}

// wordTokens are the tokens of a word.
type wordTokens struct {
	texts  []string // folded
	hyphen bool     // it ends with one, and may go on in the next word
}

// tokensOf are the tokens of a word, which are found once.
func (r *reader) tokensOf(w *doc.Word) wordTokens {
	found, known := r.cut[w]
	if !known {
		text := r.speller.LookupAll(w)
		found = wordTokens{headings.AppendTokens(nil, text), strings.HasSuffix(text, "-") && len(text) > 3}
		r.cut[w] = found
	}
	return found
}

// fewTokens has room for the tokens of most texts.
type fewTokens [24]headToken

// appendTokens appends the tokens of words. Marks vanish, but for "#" and "%"; a word
// that was broken at the end of a line is joined again.
func (r *reader) appendTokens(tokens []headToken, words []*doc.Word) []headToken {
	broken := false
	for i, w := range words {
		of, n := r.tokensOf(w), len(tokens)
		for _, text := range of.texts {
			tokens = append(tokens, headToken{text, i})
		}
		if broken && n > 0 && len(tokens) > n {
			tokens[n-1].text += tokens[n].text
			tokens = slices.Delete(tokens, n, n+1)
		}
		broken = of.hyphen && i+1 < len(words) && words[i+1].Box.X0 < w.Box.X0
	}
	return tokens
}

// joined is the text of tokens, with a blank between each two.
func joined(tokens []headToken) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// headMeaning is what a phrase says about a column: the kinds it may be, the
// likeliest first, or the kinds that share it.
type headMeaning struct {
	kinds  []columnKind
	shared bool // all of the kinds stand in the column, not one of them
}

// headPhrases finds known phrases at a place in a list of tokens.
type headPhrases struct {
	byFirst map[string][]headPhrase // by first token, longest first
	numbers map[string]bool         // words for a number, which the phrase of a code may have behind it
}

// headPhrase is a phrase that heads a column.
type headPhrase struct {
	rest   string // what follows the first token, parted by blanks
	length int    // in tokens
	headMeaning
}

// newHeadPhrases gathers phrases by their first tokens.
func newHeadPhrases(meanings map[string]headMeaning, numbers map[string]bool) headPhrases {
	byFirst := make(map[string][]headPhrase, len(meanings)/2)
	for key, m := range meanings {
		first, rest, _ := strings.Cut(key, " ")
		byFirst[first] = append(byFirst[first], headPhrase{rest, 1 + strings.Count(key, " "), m})
	}
	for _, list := range byFirst {
		slices.SortFunc(list, func(a, b headPhrase) int { return cmp.Compare(b.length, a.length) })
	}
	return headPhrases{byFirst, numbers}
}

func (m headMeaning) has(k columnKind) bool {
	return slices.Contains(m.kinds, k)
}

// isCode reports whether the column holds codes and nothing else.
func (m headMeaning) isCode() bool {
	return !slices.ContainsFunc(m.kinds, func(k columnKind) bool { return k != kindCode && k != kindOtherCode })
}

// longest returns the meaning of the longest phrase that stands at the beginning of
// the tokens, and its length in tokens; 0 when none does. With "catalogue" it knows
// "catalogue no" and "catalogue #" as well.
func (p headPhrases) longest(tokens []headToken) (headMeaning, int) {
	if len(tokens) == 0 {
		return headMeaning{}, 0
	}
	var meaning headMeaning
	longest := 0
	for _, c := range p.byFirst[tokens[0].text] {
		if !c.stands(tokens) {
			continue
		}
		length := c.length
		if length < len(tokens) && p.numbers[tokens[length].text] && c.isCode() {
			length++
		}
		if length > longest {
			meaning, longest = c.headMeaning, length
		}
	}
	return meaning, longest
}

// stands reports whether the phrase, whose first token does, stands at the beginning
// of the tokens.
func (c headPhrase) stands(tokens []headToken) bool {
	if c.length > len(tokens) {
		return false
	}
	rest := c.rest
	for _, t := range tokens[1:c.length] {
		var want string
		if want, rest, _ = strings.Cut(rest, " "); t.text != want {
			return false
		}
	}
	return true
}
