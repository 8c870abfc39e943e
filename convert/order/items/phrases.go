package items

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/doc"
)

// headToken is a run of letters and digits, or a sign that headings use as a word.
type headToken struct {
	text string // folded
	word int    // index of the word that it is part of
}

// tokens cuts words into tokens. Marks vanish, but for "#" and "%"; a word
// that was broken at the end of a line is joined again.
func (r *reader) tokens(words []*doc.Word) []headToken {
	tokens := make([]headToken, 0, 2*len(words))
	broken := false
	for i, w := range words {
		text := r.speller.LookupAll(w)
		n := len(tokens)
		tokens = appendTokens(tokens, text, i)
		if broken && n > 0 && len(tokens) > n {
			tokens[n-1].text += tokens[n].text
			tokens = slices.Delete(tokens, n, n+1)
		}
		broken = strings.HasSuffix(text, "-") && len(text) > 3 && i+1 < len(words) && words[i+1].Box.X0 < w.Box.X0
	}
	return tokens
}

// appendTokens appends the tokens of a folded text, the word i.
func appendTokens(tokens []headToken, text string, i int) []headToken {
	start := -1
	for j, c := range text {
		part := unicode.IsLetter(c) || unicode.IsDigit(c)
		switch {
		case part && start < 0:
			start = j
		case !part && start >= 0:
			tokens = append(tokens, headToken{text[start:j], i})
			start = -1
		}
		if c == '#' || c == '%' {
			tokens = append(tokens, headToken{text[j : j+1], i})
		}
	}
	if start >= 0 {
		tokens = append(tokens, headToken{text[start:], i})
	}
	return tokens
}

// headMeaning is what a phrase says about a column: the kinds it may be, the
// likeliest first, or the kinds that share it.
type headMeaning struct {
	kinds  []columnKind
	shared bool // all of the kinds stand in the column, not one of them
}

// headPhrases finds known phrases at a place in a list of tokens.
type headPhrases map[string][]headPhrase // by first token, longest first

type headPhrase struct {
	rest []string
	headMeaning
}

// newHeadPhrases gathers phrases by their first tokens.
func newHeadPhrases(meanings map[string]headMeaning) headPhrases {
	p := headPhrases{}
	for key, m := range meanings {
		words := strings.Fields(key)
		p[words[0]] = append(p[words[0]], headPhrase{words[1:], m})
	}
	for _, list := range p {
		slices.SortFunc(list, func(a, b headPhrase) int { return cmp.Compare(len(b.rest), len(a.rest)) })
	}
	return p
}

// bothMeanings is the meaning of a phrase that stands under two names.
func bothMeanings(a, b headMeaning) headMeaning {
	if a.shared != b.shared {
		if a.shared {
			return a
		}
		return b
	}
	m := headMeaning{kinds: append([]columnKind{}, a.kinds...), shared: a.shared}
	for _, k := range b.kinds {
		if !m.has(k) {
			m.kinds = append(m.kinds, k)
		}
	}
	return m
}

func (m headMeaning) has(k columnKind) bool {
	return slices.Contains(m.kinds, k)
}

// longest is the longest phrase that stands at the beginning of the tokens,
// and its length in tokens; 0 when none does.
func (p headPhrases) longest(tokens []headToken) (headMeaning, int) {
	if len(tokens) == 0 {
		return headMeaning{}, 0
	}
next:
	for _, candidate := range p[tokens[0].text] {
		if len(candidate.rest) >= len(tokens) {
			continue
		}
		for i, want := range candidate.rest {
			if tokens[i+1].text != want {
				continue next
			}
		}
		return candidate.headMeaning, len(candidate.rest) + 1
	}
	return headMeaning{}, 0
}
