package ranking

import (
	"sync"
	"unicode/utf8"

	"lineitem/convert/layout"
	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/neural"
)

// owner is to whom a number or date belongs by the words before it: "Your order", "Customer PO", "Our ref.".
type owner uint8

const (
	customers owner = 1 << iota
	sellers
	numOwners = iota
)

// possessives are the words that say to whom a number belongs.
var possessives = sync.OnceValue(func() map[string]owner {
	all := map[string]owner{}
	for w := range lexicon.Phrases("labels.word.customers") {
		all[w] |= customers
	}
	for w := range lexicon.Phrases("labels.word.sellers") {
		all[w] |= sellers
	}
	return all
})

// longestBlankless is how many characters a possessive has in scripts that set no blanks behind it.
const longestBlankless = 3

// ownerBy is to whom what follows a folded word belongs.
func ownerBy(word string) owner {
	words := possessives()
	if o := words[word]; o != 0 {
		return o
	}
	if first, _ := utf8.DecodeRuneInString(word); !layout.Blankless(first) {
		return 0
	}
	end := 0
	for range longestBlankless {
		_, size := utf8.DecodeRuneInString(word[end:])
		if end += size; words[word[:end]] != 0 {
			return words[word[:end]]
		}
	}
	return 0
}

// maxPossessive is how many words before a value, or at the beginning of its label, are looked at.
const maxPossessive = 6

// ownerOf is to whom a candidate belongs by the words before it in its segment, or by its label beside or above it.
func (g *Graph) ownerOf(c *Candidate) (o owner) {
	n := &g.nodes[c.first]
	from := c.words[0].at
	for _, w := range n.words[max(0, from-maxPossessive):from] {
		o |= w.owner
	}
	for _, k := range [...]int{left, above} {
		if o != 0 || from > 0 || n.next[k] < 0 {
			continue
		}
		label := &g.nodes[n.next[k]]
		for _, w := range label.words[:min(maxPossessive, len(label.words))] {
			o |= w.owner
		}
	}
	return o
}

// findOwners finds to whom the numbers and dates belong.
func (g *Graph) findOwners() {
	for _, k := range [...]group{numbers, dates} {
		for _, c := range g.Candidates[k] {
			if c.owner = g.ownerOf(c); c.owner != 0 {
				g.owned[k][c.owner] = g.owned[k][c.owner].with(c.Value)
			}
		}
	}
}

// addOwners adds to whom a candidate belongs, and whether any other value is the customer's, or the seller's.
func (g *Graph) addOwners(f *neural.Features, c *Candidate) {
	f.Flag(c.owner&customers != 0, c.owner&sellers != 0)
	for _, o := range [numOwners]owner{customers, sellers} {
		other := false
		for by, values := range g.owned[c.group] {
			other = other || owner(by)&o != 0 && values.other(c.Value)
		}
		f.Flag(other)
	}
}

// few are none, one or several values.
type few struct {
	one     string
	several bool
}

func (v few) with(value string) few {
	if v.one == "" {
		v.one = value
	}
	v.several = v.several || value != v.one
	return v
}

// other reports whether they are others than a value, too.
func (v few) other(value string) bool { return v.several || v.one != "" && v.one != value }
