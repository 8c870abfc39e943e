package items

import (
	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
)

// tokensOf are the tokens of a word, which are found once.
func (r *reader) tokensOf(w *doc.Word) []headings.Token {
	tokens, known := r.cut[w]
	if !known {
		tokens = headings.AppendTokens(nil, 0, r.speller.LookupAll(w))
		r.cut[w] = tokens
	}
	return tokens
}

// fewTokens has room for the tokens of most texts.
type fewTokens [24]headings.Token

// appendTokens appends the tokens of words. Marks vanish, but for "#" and "%".
func (r *reader) appendTokens(tokens []headings.Token, words []*doc.Word) []headings.Token {
	for i, w := range words {
		for _, t := range r.tokensOf(w) {
			tokens = append(tokens, headings.Token{Text: t.Text, Word: i})
		}
	}
	return tokens
}

// joined is the text of tokens, with a blank between each two.
func joined(tokens []headings.Token) string {
	var buf [96]byte
	return string(headings.AppendJoined(buf[:0], tokens))
}
