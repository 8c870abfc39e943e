package items

import (
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

func (m headMeaning) has(k columnKind) bool {
	return slices.Contains(m.kinds, k)
}

// longest returns the meaning of the longest phrase that heads columns and stands at the
// beginning of the tokens, and its length in tokens; 0 when none does.
func longest(tokens []headToken) (headMeaning, int) {
	m, n := headings.Longest(len(tokens), func(i int) string { return tokens[i].text })
	if n == 0 {
		return headMeaning{}, 0
	}
	kinds := make([]columnKind, len(m.Kinds))
	for i, k := range m.Kinds {
		kinds[i] = columnKind(k)
	}
	return headMeaning{kinds, m.Shared}, n
}
