package items

import (
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
)

// wordTokens are the tokens of a word.
type wordTokens struct {
	tokens []headings.Token
	hyphen bool // the word ends with a hyphen and may continue in the next word
}

// tokensOf returns the tokens of a word, which it caches.
func (r *reader) tokensOf(w *doc.Word) wordTokens {
	found, known := r.cut[w]
	if !known {
		text := r.speller.LookupAll(w)
		found = wordTokens{headings.AppendTokens(nil, 0, text), strings.HasSuffix(text, "-") && len(text) > 3}
		r.cut[w] = found
	}
	return found
}

// tokenBuffer has room for the tokens of most texts.
type tokenBuffer [24]headings.Token

// appendTokens appends the tokens of words. It drops punctuation except "#" and "%", and
// joins the parts of a word that was hyphenated at the end of a line.
func (r *reader) appendTokens(tokens []headings.Token, words []*doc.Word) []headings.Token {
	broken := false
	for i, w := range words {
		of, n := r.tokensOf(w), len(tokens)
		for _, t := range of.tokens {
			tokens = append(tokens, headings.Token{Text: t.Text, Word: i})
		}
		if broken && n > 0 && len(tokens) > n {
			tokens[n-1].Text += tokens[n].Text
			tokens = slices.Delete(tokens, n, n+1)
		}
		broken = of.hyphen && i+1 < len(words) && words[i+1].Box.X0 < w.Box.X0
	}
	return tokens
}

// joined returns the text of tokens, separated by blanks.
func joined(tokens []headings.Token) string {
	var buf [96]byte
	return string(headings.AppendJoined(buf[:0], tokens))
}
