package ranking

import (
	"math"
	"strings"
	"unicode"

	"lineitem/convert/order/value"
	"lineitem/convert/order/wording"
)

// Sizes of the table of embeddings.
const (
	embeddings = 1 << 13
	dimension  = 16
)

// The kinds of hashed features.
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
)

func hash(kind byte, s string) int32 {
	h := uint32(2166136261) // FNV-1a
	h = (h ^ uint32(kind)) * 16777619
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	h ^= h >> 15
	return int32(h % embeddings)
}

// Bounds of hashed words.
const (
	maxOwn    = 10 // of a segment
	maxOthers = 5  // of a neighbour
	maxSpan   = 12 // of a candidate
)

// features collects the numbers that describe something.
type features []float32

func (f *features) add(v ...float64) {
	for _, x := range v {
		*f = append(*f, float32(x))
	}
}

func (f *features) flags(all ...bool) {
	for _, b := range all {
		v := float32(0)
		if b {
			v = 1
		}
		*f = append(*f, v)
	}
}

// numTraits is how many traits of package address are looked at.
const numTraits = 13

// numDense is how many numbers describe a node.
const numDense = 39 + concepts + numTraits

// shapeOf is a word with its digits as 9 and its letters as a or A, repeated at most twice.
func shapeOf(s string) string {
	var b strings.Builder
	last, run := rune(0), 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			r = '9'
		case unicode.IsUpper(r):
			r = 'A'
		case unicode.IsLetter(r):
			r = 'a'
		}
		if r == last {
			if run++; run > 2 {
				continue
			}
		} else {
			last, run = r, 1
		}
		if b.WriteRune(r); b.Len() >= 10 {
			break
		}
	}
	return b.String()
}

// key is a word as it is hashed: one with digits by its shape.
func key(word string) string {
	if wording.HasDigit(word) {
		return shapeOf(word)
	}
	return word
}

// affix is how many letters of a word's beginning and end are looked at.
const affix = 4

// affixes hashes the beginning and the end of a word: "adresse" ends many labels.
func affixes(h []int32, word string) []int32 {
	letters := []rune(word)
	if len(letters) <= affix {
		return h
	}
	return append(h, hash(hashStart, string(letters[:affix])), hash(hashEnd, string(letters[len(letters)-affix:])))
}

// describe computes the features of all nodes.
func (g *Graph) describe() {
	count := make([]int, g.sames)
	for i := range g.nodes {
		count[g.nodes[i].same]++
	}
	hosts := g.hosts()
	g.dense = make([]float32, 0, len(g.nodes)*numDense)
	g.hashes = make([][]int32, len(g.nodes))
	for i := range g.nodes {
		f := features(g.dense)
		g.describeNode(&f, i, count[g.nodes[i].same], hosts)
		g.dense = f
		g.hashes[i] = g.hashNode(i)
	}
}

// describeNode adds the numbers that describe a node.
func (g *Graph) describeNode(f *features, i, same int, hosts []string) {
	n := &g.nodes[i]
	page := g.Pages[n.Page]
	size := max(1, n.Size())
	on := g.Tables.On(n.Page)
	tableTop, tableEnd := page.Height, page.Height
	for _, r := range on {
		tableTop = min(tableTop, r.Y0)
	}
	for k, r := range on {
		if k == 0 || r.Y1 > tableEnd {
			tableEnd = r.Y1
		}
	}
	f.add(n.X0/page.Width, n.X1/page.Width, n.Y0/page.Height, size/page.BodySize(), math.Log1p(float64(len(n.Words))))
	f.flags(n.Page == g.First, n.Page == g.Last, len(on) > 0, n.Y0 > tableTop, n.Y0 >= tableEnd-1, n.Cell >= 0, n.Words[0].Bold)
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
	f.add(float64(letters)/all, float64(digits)/all, float64(upper)/float64(max(1, letters)))
	f.flags(strings.HasSuffix(n.text, ":"), strings.Contains(n.text, ":"), strings.Contains(n.text, ","), strings.ContainsAny(n.text, "%"))
	num, isNumber := g.Locale.NumberUnit(n.text)
	_, isDate := g.Locale.Date(n.text)
	f.flags(isNumber, isNumber && strings.Contains(num.Text, "."), num.Currency != "", isDate, n.hasCurrency())
	gap := func(k int, distance func(o *node) float64) float64 {
		if n.next[k] < 0 {
			return 1
		}
		return math.Tanh(distance(&g.nodes[n.next[k]]) / size / 4)
	}
	f.add(gap(left, func(o *node) float64 { return n.X0 - o.X1 }), gap(right, func(o *node) float64 { return o.X0 - n.X1 }),
		gap(above, func(o *node) float64 { return n.Y0 - o.Y1 }), gap(below, func(o *node) float64 { return o.Y0 - n.Y1 }))
	f.flags(n.next[top] >= 0, g.BySupplier, g.Locale.Recognised)
	f.add(math.Log1p(float64(same - 1)))
	f.flags(n.hint.lead, n.hint.whole, n.hint.colon, n.fits(hosts), n.hint.buyer, n.hint.supplier, n.hint.other)
	for b := range numTraits {
		f.flags(n.traits&(1<<b) != 0)
	}
	*f = append(*f, n.hint.announces[:]...)
}

func (n *node) hasCurrency() bool {
	return value.Currency(n.Words[0].Text) != "" || value.Currency(n.Words[len(n.Words)-1].Text) != ""
}

// hosts are the names of the sites and mail boxes of the first page, in small letters.
func (g *Graph) hosts() []string {
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

// leastHost is the least length of a word that is looked for in the names of sites.
const leastHost = 4

// fits reports whether the first word that is long enough stands in the name of a site.
func (n *node) fits(hosts []string) bool {
	for _, k := range n.keys[min(n.hint.value, len(n.keys)-1):] {
		if len(k) >= leastHost {
			for _, h := range hosts {
				if strings.Contains(h, k) {
					return true
				}
			}
			return false
		}
	}
	return false
}

// hashNode hashes the words of a node and of its neighbours.
func (g *Graph) hashNode(i int) []int32 {
	n := &g.nodes[i]
	h := []int32{
		hash(hashFirst, key(n.keys[0])), hash(hashLast, key(n.keys[len(n.keys)-1])), hash(hashShape, shapeOf(n.Words[0].Text)),
		hash(hashWhole, strings.Join(n.keys[:min(maxOthers, len(n.keys))], " ")),
	}
	for k, w := range n.keys[:min(maxOwn, len(n.keys))] {
		h = append(h, hash(hashWord, key(w)))
		if k > 0 {
			h = append(h, hash(hashPair, key(n.keys[k-1])+" "+key(w)))
		}
	}
	for k, kind := range [...]byte{left: hashLeft, above: hashAbove, top: hashTop} {
		if o := n.next[k]; kind != 0 && o >= 0 {
			keys := g.nodes[o].keys
			h = append(h, hash(kind, strings.Join(keys[:min(maxOthers, len(keys))], " ")))
			for _, w := range keys[:min(maxOthers, len(keys))] {
				h = append(h, hash(kind, key(w)))
			}
		}
	}
	return h
}
