package lessons

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/order/taught"
	"lineitem/convert/order/textnorm"
)

// lettersOf returns the folded words of a text, without punctuation. Words that are too
// short to be telling are left out.
func lettersOf(text string) []string {
	const least = 3 // characters
	words := strings.FieldsFunc(textnorm.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.DeleteFunc(words, func(w string) bool { return len([]rune(w)) < least })
}

// words returns the set of a sample's words, as lettersOf returns them.
func (s *Sample) words() map[string]bool {
	has := map[string]bool{}
	for i := range s.Document.Pages {
		for k := range s.Document.Pages[i].Words {
			for _, w := range lettersOf(s.Document.Pages[i].Words[k].Text) {
				has[w] = true
			}
		}
	}
	return has
}

// private returns the words that a layout keeps and that only one document of its
// template has, sorted: they belong to that document, and not to the layout.
func private(l *taught.Layout, template []*Sample) []string {
	data, err := l.Encode()
	var stored any
	if err != nil || json.Unmarshal(data, &stored) != nil {
		return nil
	}
	kept := map[string]int{}
	collect(stored, kept)
	for _, s := range template {
		for w := range s.words() {
			if _, ok := kept[w]; ok {
				kept[w]++
			}
		}
	}
	var found []string
	for w, n := range kept {
		if n == 1 {
			found = append(found, w)
		}
	}
	slices.Sort(found)
	return found
}

// collect adds the words of all strings in a JSON value to words, with the count 0.
func collect(v any, words map[string]int) {
	switch v := v.(type) {
	case string:
		for _, w := range lettersOf(v) {
			words[w] = 0
		}
	case []any:
		for _, e := range v {
			collect(e, words)
		}
	case map[string]any:
		for _, e := range v {
			collect(e, words)
		}
	}
}
