package parties

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"lineitem/convert/order/lexicon"
)

// Words that are looked up one by one. Phrases of headings and captions are found by
// package keyvalue.
var (
	bareWords = words("bare_heading")    // head a block only with a colon,
	loneWords = words("lone_heading")    // or alone in their segment, with a capital
	sameWords = words("same")            // refer to another address
	noName    = words("no_name")         // stand in titles and labels
	nameEnds  = words("name_end")        // close long names, beside legal forms
	openers   = words("form_of_address") // stand before a name and are no part of it
	toward    = words("toward")          // lead to a place
	articles  = words("article")         // stand between these and the place
)

func words(concept string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool { return lexicon.Phrases("parties." + concept) })
}

// Phrases returns the phrases that mark parties, folded, in no order:
// headings, and words of titles and names.
func Phrases() iter.Seq[string] {
	caption := func(concept string) bool { return strings.HasPrefix(concept, "parties.caption") }
	return lexicon.All(slices.DeleteFunc(lexicon.Concepts("parties."), caption)...)
}
