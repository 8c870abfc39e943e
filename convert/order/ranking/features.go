package ranking

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/order/neural"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// embeddingSize is the number of dimensions of a hashed word's embedding.
const embeddingSize = 16

// The kinds of hashed words.
const (
	hashWord = iota
	hashFirst
	hashLast
	hashWhole
	hashShape
	hashLeft
	hashAbove
	hashTop
	hashSpan
	hashSpanFirst
	hashSpanLast
	hashBefore
	hashPair
	hashStart
	hashEnd
	hashHeadWord
	hashHeadWhole
	hashPrevious
	hashNext
)

// Bounds of hashed words.
const (
	maxOwn    = 10 // of a segment
	maxOthers = 5  // of a neighbour
	maxSpan   = 12 // of a candidate
	maxBefore = 4  // before a candidate
)

// How many hashes a node and a candidate have at most.
const (
	maxHashes     = 4 + 2*maxOwn + 3*(1+maxOthers)
	maxSpanHashes = 4 + 3*maxSpan + maxBefore
)

// numTraits is how many traits of package address are looked at.
const numTraits = 13

// numDense is how many numbers describe a node, beside its hashed words.
const numDense = 38 + concepts + numTraits

// shapeOf returns the shape of a word: see neural.Shape.
func shapeOf(word string) string { return neural.Shape(word, 2, 10) }

// key returns a word as it is hashed: a word with digits is replaced by its shape.
func key(word string) string {
	if textnorm.HasDigit(word) {
		return shapeOf(word)
	}
	return word
}

// affix is how many letters at the beginning and at the end of a word are hashed.
const affix = 4

// affixes appends the hashes of the beginning and the end of a word to h, if the word has more letters than affix:
// many labels end with "adresse".
func affixes(h []int32, word string) []int32 {
	if utf8.RuneCountInString(word) <= affix {
		return h
	}
	start, end := 0, len(word)
	for range affix {
		_, size := utf8.DecodeRuneInString(word[start:])
		start += size
		_, size = utf8.DecodeLastRuneInString(word[:end])
		end -= size
	}
	return append(h, neural.Hash(hashStart, word[:start]), neural.Hash(hashEnd, word[end:]))
}

// describe computes the features of all nodes.
func (g *Graph) describe() {
	count := make([]int, g.sames)
	for i := range g.nodes {
		count[g.nodes[i].same]++
	}
	g.sites = g.findSites()
	g.dense = g.scratch.Features(len(g.nodes) * numDense)
	g.hashes = make([][]int32, len(g.nodes))
	h := g.scratch.Hashes(maxHashes * len(g.nodes))
	for i := range g.nodes {
		g.describeNode(&g.dense, i, count[g.nodes[i].same])
		from := len(h)
		h = g.hashNode(h, i)
		g.hashes[i] = h[from:len(h):len(h)]
	}
}

// describeNode adds the numbers that describe a node; same is how many nodes begin with the same words.
func (g *Graph) describeNode(f *neural.Features, i, same int) {
	n := &g.nodes[i]
	page := g.Pages[n.Page]
	size := max(1, n.Size())
	table, tabled := g.Tables.Bounds(n.Page)
	if !tabled {
		table.Y0, table.Y1 = page.Height, page.Height
	}
	f.Add(n.X0/page.Width, n.X1/page.Width, n.Y0/page.Height, size/page.BodySize(), neural.Log1p(len(n.Words)))
	f.Flag(n.Page == g.First, n.Page == g.Last, tabled, n.Y0 > table.Y0, n.Y0 >= table.Y1-1, n.Cell >= 0, n.Words[0].Bold)
	letters, upper, digits, other := 0, 0, 0, 0
	for _, r := range n.text {
		switch {
		case unicode.IsUpper(r):
			upper++
			letters++
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		case r != ' ':
			other++
		}
	}
	all := float64(max(1, letters+digits+other))
	f.Add(float64(letters)/all, float64(digits)/all, float64(upper)/float64(max(1, letters)))
	f.Flag(strings.HasSuffix(n.text, ":"), strings.Contains(n.text, ":"), strings.Contains(n.text, ","), strings.ContainsAny(n.text, "%"))
	isDate := n.date.iso != "" && value.OnlyDateWords(n.text[:n.date.from]) && value.OnlyDateWords(n.text[n.date.to:])
	f.Flag(n.isNumber, n.isNumber && strings.Contains(n.number.Text, "."), n.number.Currency != "", isDate, n.hasCurrency())
	gap := func(k int, distance func(o *node) float64) float64 {
		if n.next[k] < 0 {
			return 1
		}
		return math.Tanh(distance(&g.nodes[n.next[k]]) / size / 4)
	}
	f.Add(gap(left, func(o *node) float64 { return n.X0 - o.X1 }), gap(right, func(o *node) float64 { return o.X0 - n.X1 }),
		gap(above, func(o *node) float64 { return n.Y0 - o.Y1 }), gap(below, func(o *node) float64 { return o.Y0 - n.Y1 }))
	f.Flag(n.next[top] >= 0, g.Locale.Recognised)
	f.Add(neural.Log1p(same - 1))
	f.Flag(n.hint.startsSegment, n.hint.endsSegment, n.hint.colon, g.namesSite(n), n.hint.buyer, n.hint.supplier, n.hint.other)
	for b := range numTraits {
		f.Flag(n.traits&(1<<b) != 0)
	}
	*f = append(*f, n.hint.announces[:]...)
}

func (n *node) hasCurrency() bool {
	return value.Currency(n.Words[0].Text) != "" || value.Currency(n.Words[len(n.Words)-1].Text) != ""
}

// findSites returns the web addresses of the first page and the domains of its mail addresses, in small
// letters.
func (g *Graph) findSites() []string {
	var all []string
	for i := range g.nodes {
		if n := &g.nodes[i]; n.Page == g.First {
			for _, w := range n.Words {
				if at := strings.IndexByte(w.Text, '@'); at >= 0 {
					all = append(all, strings.ToLower(w.Text[at:]))
				} else if strings.Contains(strings.ToLower(w.Text), "www.") {
					all = append(all, strings.ToLower(w.Text))
				}
			}
		}
	}
	return all
}

// leastDistinctive is the least length, in bytes, of a word that may identify an organisation. Such distinctive words are
// looked for in the sites (see findSites) and elsewhere on the pages.
const leastDistinctive = 4

// inSite reports whether a site holds a word.
func (g *Graph) inSite(word string) bool {
	return slices.ContainsFunc(g.sites, func(site string) bool { return strings.Contains(site, word) })
}

// namesSite reports whether a site holds the first distinctive word of a node, behind its label.
func (g *Graph) namesSite(n *node) bool {
	for _, w := range n.words[min(n.hint.value, len(n.words)-1):] {
		if len(w.bare) >= leastDistinctive {
			return g.inSite(w.bare)
		}
	}
	return false
}

// hashNode hashes the words of a node and of its neighbours (left, above, top), and appends the hashes to h.
func (g *Graph) hashNode(h []int32, i int) []int32 {
	n := &g.nodes[i]
	from := len(h)
	h = n.hashOwn(h)
	n.own = h[from:len(h):len(h)]
	for k, kind := range [...]byte{left: hashLeft, above: hashAbove, top: hashTop} {
		if o := n.next[k]; kind != 0 && o >= 0 {
			other := &g.nodes[o]
			h = append(h, other.hashOpening(kind))
			for _, w := range other.words[:min(maxOthers, len(other.words))] {
				h = append(h, neural.Hash(kind, w.key))
			}
		}
	}
	return h
}

// hashOwn hashes the words of a node, and appends the hashes to h.
func (n *node) hashOwn(h []int32) []int32 {
	first, last := n.words[0], n.words[len(n.words)-1]
	h = append(h, neural.Hash(hashFirst, first.key), neural.Hash(hashLast, last.key), neural.Hash(hashShape, shapeOf(first.Text)), n.hashOpening(hashWhole))
	for k, w := range n.words[:min(maxOwn, len(n.words))] {
		h = append(h, neural.Hash(hashWord, w.key))
		if k > 0 {
			h = append(h, neural.Hash(hashPair, n.words[k-1].key, w.key))
		}
	}
	return h
}

// hashOpening hashes the first words of a node as one.
func (n *node) hashOpening(kind byte) int32 {
	var words [maxOthers]string
	for k, w := range n.words[:min(maxOthers, len(n.words))] {
		words[k] = w.bare
	}
	return neural.Hash(kind, words[:min(maxOthers, len(n.words))]...)
}
