package ranking

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"lineitem/convert/layout"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/neural"
)

// owner is a bit set that says whose a number or date is, judging by the words before it: "Your order", "Customer PO", "Our ref.".
type owner uint8

const (
	customers owner = 1 << iota
	sellers
	numOwners = iota
)

// orderWord is added to the owner of a number if a word for an order stands before it: in "Your order", not in "your ref.".
const orderWord owner = 1 << numOwners

// buyerTitle is added to the owner of a number if the title of a document that only buyers issue stands before it: "Purchase order",
// not "Order".
const buyerTitle = orderWord << 1

// possessives are the words that say whose a number is, and words for an order.
var possessives = sync.OnceValue(func() map[string]owner {
	all := map[string]owner{}
	for w := range lexicon.Phrases("labels.word.customers") {
		all[w] |= customers
	}
	for w := range lexicon.Phrases("labels.word.sellers") {
		all[w] |= sellers
	}
	for _, concept := range [...]string{"labels.number", "parties.buyer_issues"} {
		for e := range lexicon.Entries(concept) {
			if e.Strength == 1 && !strings.Contains(e.Phrase, " ") {
				all[e.Phrase] |= orderWord
			}
		}
	}
	return all
})

// longestBlankless is the most characters of a possessive in scripts that set no blanks behind it.
const longestBlankless = 3

// ownerBy returns the owner of what follows a word, by the word's bare text.
func ownerBy(word string) owner {
	words := possessives()
	o := words[word]
	if first, _ := utf8.DecodeRuneInString(word); o&^orderWord != 0 || !layout.Blankless(first) {
		return o
	}
	end := 0
	for range longestBlankless {
		_, size := utf8.DecodeRuneInString(word[end:])
		if end += size; words[word[:end]] != 0 {
			return o | words[word[:end]]
		}
	}
	return o
}

// maxPossessive bounds how many words before a value, or at the beginning of its label, are looked at.
const maxPossessive = 6

// ownerOf returns the owner of a candidate by the words before it in its segment or, if there are none, by its label to the
// left or above.
func (g *Graph) ownerOf(c *Candidate) owner {
	n := &g.nodes[c.first]
	from := c.words[0].at
	if o := ownerIn(n.words[max(0, from-maxPossessive):from]); slices.ContainsFunc(n.words[:from], isWord) {
		return o
	}
	for _, k := range [...]int{left, above} {
		if at := n.next[k]; at >= 0 {
			label := g.nodes[at].words
			if o := ownerIn(label[:min(maxPossessive, len(label))]); o&^orderWord != 0 {
				return o
			}
		}
	}
	return 0
}

// isWord reports whether a word is more than marks.
func isWord(w *word) bool { return w.bare != "" }

// ownerIn returns the owner of what follows some words.
func ownerIn(words []*word) (o owner) {
	for i, w := range words {
		o |= w.owner
		if !titleWords()[w.bare] {
			continue
		}
		title := ""
		for _, next := range words[i:min(i+longestTitle, len(words))] {
			title = strings.TrimSpace(title + " " + next.bare)
			if by, known := titles()[title]; by {
				o |= buyerTitle
			} else if known {
				o &^= buyerTitle // "purchase order acknowledgement"
			}
		}
	}
	return o
}

// longestTitle is the most words of a document's title.
const longestTitle = 3

// titleWords are the words with which the titles of documents begin.
var titleWords = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for title := range titles() {
		first, _, _ := strings.Cut(title, " ")
		all[first] = true
	}
	return all
})

// titles are the titles of documents, true for those that only buyers issue.
var titles = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for title := range lexicon.Phrases("parties.buyer_issues") {
		all[title] = true
	}
	for title := range lexicon.Phrases("parties.supplier_issues") {
		all[title] = false
		for w := range strings.FieldsSeq(title) {
			delete(all, w)
		}
	}
	return all
})

// owners are the owners that a number or date may have.
var owners = [numOwners]owner{customers, sellers}

// findOwners finds whose the numbers and dates are.
func (g *Graph) findOwners() {
	for _, k := range [...]group{numbers, dates} {
		for _, c := range g.Candidates[k] {
			c.owner = g.ownerOf(c)
			for i, o := range owners {
				if c.owner&o != 0 {
					g.owned[k][i].add(1, c.Value)
				}
			}
		}
	}
}

// addOrderFeatures sets in features, for customers and sellers, whether the document names an order of theirs: "your order" stands
// on what the other side issued.
func (g *Graph) addOrderFeatures(features []float64) {
	for _, k := range [...]group{numbers, dates} {
		for _, c := range g.Candidates[k] {
			for i, o := range owners {
				if c.owner == o|orderWord {
					features[i] = 1
				}
			}
		}
	}
}

// addOwners adds whose a candidate is, and whether any other value is the customer's, or the seller's.
func (g *Graph) addOwners(f *neural.Features, c *Candidate) {
	f.Flag(c.owner&customers != 0, c.owner&sellers != 0)
	for i := range owners {
		*f = append(*f, g.owned[c.group][i].besides(c.Value))
	}
}

// ownerOdds is the factor by which a number or date that the seller calls the customer's becomes likelier.
const ownerOdds = 20

// leastSupplier is the least probability that the supplier issued a document at which the customer's orders are favoured.
const leastSupplier = 0.1

// favour makes numbers and dates of the customer's orders likelier in a document that the supplier issued: those that it
// calls the customer's, and numbers behind the title of a document that only buyers issue. The less sure it is that the
// supplier issued the document, the less it raises them.
func (c *chances) favour(all []*Candidate, bySupplier float64) {
	if bySupplier < leastSupplier {
		return
	}
	odds := 1 + (ownerOdds-1)*min(1, 2*bySupplier)
	sum := c.none
	for i := range c.p {
		k := all[i]
		claimed := k.words[0].claimed
		called := k.owner&orderWord != 0 || k.group == numbers && claimed != nil && claimed.strength(keyvalue.Number) > 0
		if k.owner&sellers == 0 && (k.group == numbers && k.owner&buyerTitle != 0 || k.owner&customers != 0 && called) {
			c.p[i] *= odds
		}
		sum += c.p[i]
	}
	c.divide(sum)
}
