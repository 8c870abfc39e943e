package tagging

import (
	"math"
	"strings"
	"unicode"

	"lineitem/convert/order/items"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/value"
)

// dimension is how many numbers the embedding of a hashed word has.
const dimension = 24

// The kinds of hashed words.
const (
	hashWord = iota
	hashShape
	hashPrefix
	hashSuffix
	hashHeading
	hashLabel   // the first words of the segment
	hashOpening // the first word of the line
)

// numDense is how many numbers describe a node.
const numDense = 54 + items.NumHeadingKinds

// figure is a node's text as a number.
type figure struct {
	v  float64
	ok bool
}

// rowFacts is what the figures of a row have to do with one another.
type rowFacts struct {
	segments, words, figures, amounts int
	factor1, factor2, product         map[int]bool // nodes
}

// describe computes the features of all nodes.
func (g *Graph) describe() {
	figures := make([]figure, len(g.Nodes))
	g.shapes, g.folded = make([]string, len(g.Nodes)), make([]string, len(g.Nodes))
	for i := range g.Nodes {
		g.folded[i] = foldWord(g.Nodes[i].Word.Text)
		g.shapes[i] = neural.Shape(g.Nodes[i].Word.Text, 1, 8)
		if n, ok := g.Locale.NumberUnit(g.Nodes[i].Word.Text); ok && !n.Percent {
			v, _ := n.Value.Float64()
			figures[i] = figure{v, true}
		}
	}
	rows := make([]rowFacts, len(g.Rows))
	for r := range rows {
		rows[r] = g.factsOf(r, figures)
	}
	aligned, alike := g.columnCounts()
	heads := g.headRows()
	body := make([]float64, len(g.Pages))
	for p := range body {
		body[p] = g.Pages[p].BodySize()
	}
	g.dense = make([]float32, 0, numDense*len(g.Nodes))
	g.hashes = make([][]int32, len(g.Nodes))
	headings := map[headingAt]*heading{}
	hashes := make([]int32, 0, 12*len(g.Nodes))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		f := neural.Features(g.dense)
		g.shapeFeatures(&f, n, figures[i])
		g.placeFeatures(&f, n, body[n.Page])
		facts := &rows[n.Row]
		f.Add(float64(min(facts.segments, 12))/12, float64(min(facts.figures, 12))/12, float64(min(facts.amounts, 6))/6, float64(min(facts.words, 20))/20)
		f.Flag(facts.factor1[i], facts.factor2[i], facts.product[i], len(facts.product) > 0)
		f.Add(math.Log1p(float64(aligned[i]))/4, math.Log1p(float64(alike[i]))/4)
		f.Flag(g.counts(i, figures, -1), g.counts(i, figures, 1))
		h := heads[n.Row]
		at, distance := g.headingOf(n, h)
		if headings[at] == nil {
			headings[at] = g.readHeading(at)
		}
		f.Add(float64(h.strength), min(distance, 10)/10)
		if h.strength > 0 {
			f.Add(float64(min(n.Row-h.to, 40)) / 40)
			f.Flag(n.Row >= h.from && n.Row < h.to, g.Rows[h.from].Page == n.Page)
		} else {
			f.Add(0, 0, 0)
		}
		f.Flag(g.inHeadRows(n, heads))
		f = append(f, headings[at].kinds[:]...)
		f.Add(0) // a place that the weights have, and nothing fills
		g.dense = f
		from := len(hashes)
		hashes = g.appendHashes(hashes, i, headings[at])
		g.hashes[i] = hashes[from:len(hashes):len(hashes)]
	}
}

// inHeadRows reports whether a node stands in rows that head columns.
func (g *Graph) inHeadRows(n *Node, heads []headRow) bool {
	for r := n.Row + 1; r < min(n.Row+4, len(heads)); r++ {
		if h := heads[r]; h.strength > 0 && h.from <= n.Row && n.Row < h.to {
			return true
		}
	}
	return false
}

// shapeFeatures reports what a word looks like.
func (g *Graph) shapeFeatures(f *neural.Features, n *Node, number figure) {
	text := n.Word.Text
	digits, letters, upper, marks := 0, 0, 0, 0
	var money, percent, parted bool
	for _, r := range text {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsUpper(r):
			letters, upper = letters+1, upper+1
		case unicode.IsLetter(r):
			letters++
		default:
			marks++
			switch r {
			case '$', '€', '£', '₹', '¥':
				money = true
			case '%':
				percent = true
			case '-', '/', '_':
				parted = true
			}
		}
	}
	all := float64(max(1, digits+letters+marks))
	f.Add(float64(digits)/all, float64(letters)/all, float64(upper)/all, float64(marks)/all, min(all, 20)/20)
	f.Flag(number.ok)
	if number.ok {
		f.Add(math.Log10(1+math.Abs(number.v)) / 6)
		f.Flag(number.v == math.Trunc(number.v), number.v == 0)
	} else {
		f.Add(0, 0, 0)
	}
	f.Flag(value.IsAmount(text), value.IsUnit(text), money, percent, strings.HasSuffix(text, ":"))
	f.Flag(digits > 0 && letters > 0)
	_, dated := g.Locale.Date(text)
	f.Flag(dated, parted, value.Currency(text) != "")
}

// placeFeatures reports where a word stands.
func (g *Graph) placeFeatures(f *neural.Features, n *Node, body float64) {
	p := g.Pages[n.Page]
	b, s := n.Word.Box, n.Segment
	f.Add(b.X0/max(1, p.Width), b.X1/max(1, p.Width), b.Y0/max(1, p.Height))
	f.Add(float64(min(n.Page, 4))/4, float64(min(len(g.Pages)-1-n.Page, 4))/4)
	f.Add(min(3, n.Word.Size/max(1, body)))
	f.Flag(n.Word.Bold, s.Cell >= 0)
	f.Add(float64(min(n.at, 8))/8, float64(min(len(s.Words)-n.at-1, 8))/8)
	size := max(4, n.Word.Size)
	gap := func(k int32, sign float64) float64 {
		if k < 0 {
			return 1
		}
		o := g.Nodes[k].Word.Box
		if sign < 0 {
			return min(max(0, b.X0-o.X1)/size, 10) / 10
		}
		return min(max(0, o.X0-b.X1)/size, 10) / 10
	}
	f.Add(gap(n.next[left], -1), gap(n.next[right], 1))
	up, down := 1.0, 1.0
	if n.Row > 0 && g.Rows[n.Row-1].Page == n.Page {
		up = min(max(0, g.Rows[n.Row].Line.Y0-g.Rows[n.Row-1].Line.Y1)/size, 5) / 5
	}
	if n.Row+1 < len(g.Rows) && g.Rows[n.Row+1].Page == n.Page {
		down = min(max(0, g.Rows[n.Row+1].Line.Y0-g.Rows[n.Row].Line.Y1)/size, 5) / 5
	}
	f.Add(up, down)
	f.Flag(p.HorizontalBetween(b.Y0-2.5*size, b.Y0, b.MidX()), p.HorizontalBetween(b.Y1, b.Y1+2.5*size, b.MidX()))
	f.Flag(g.Rows[n.Row].From == 0 || g.Nodes[g.Rows[n.Row].From].Word == n.Word)
}

// maxFactors bounds the figures of a row among which products are looked for.
const maxFactors = 14

// factsOf counts what stands on a row, and finds figures that multiply up.
func (g *Graph) factsOf(r int, figures []figure) rowFacts {
	row := &g.Rows[r]
	facts := rowFacts{segments: len(row.Line.Segments), words: row.To - row.From}
	var at []int
	for i := row.From; i < row.To; i++ {
		if figures[i].ok {
			facts.figures++
			if len(at) < maxFactors {
				at = append(at, i)
			}
			if value.IsAmount(g.Nodes[i].Word.Text) {
				facts.amounts++
			}
		}
	}
	for x, a := range at {
		for y, b := range at {
			p := figures[a].v * figures[b].v
			if y <= x || p == 0 || figures[a].v == 1 && figures[b].v == 1 {
				continue
			}
			for _, c := range at[x+1:] {
				if c == a || c == b || math.Abs(figures[c].v-p) > 0.006+1e-4*math.Abs(p) {
					continue
				}
				if facts.product == nil {
					facts.factor1, facts.factor2, facts.product = map[int]bool{}, map[int]bool{}, map[int]bool{}
				}
				facts.factor1[a], facts.factor2[b], facts.product[c] = true, true, true
			}
		}
	}
	return facts
}

// columnCounts counts, for each node, the nodes that are aligned with it and
// those of them with the same shape.
func (g *Graph) columnCounts() (aligned, alike []int) {
	type key struct {
		column int32
		shape  string
	}
	index := make(map[key]int, len(g.Nodes))
	var sizes []int
	of := make([]int, len(g.Nodes))
	for i := range g.Nodes {
		k := key{g.Nodes[i].column, g.shapes[i]}
		at, known := index[k]
		if !known {
			at = len(sizes)
			index[k], sizes = at, append(sizes, 0)
		}
		of[i] = at
		sizes[at]++
	}
	aligned, alike = make([]int, len(g.Nodes)), make([]int, len(g.Nodes))
	for i := range g.Nodes {
		aligned[i], alike[i] = g.sizes[g.Nodes[i].column], sizes[of[i]]
	}
	return aligned, alike
}

// counts reports whether a whole number goes on from, or is followed by, one
// that is aligned with it up to some rows above or below.
func (g *Graph) counts(i int, figures []figure, step int) bool {
	f := figures[i]
	if !f.ok || f.v != math.Trunc(f.v) || f.v > 1e6 {
		return false
	}
	way := above
	if step > 0 {
		way = below
	}
	at := int32(i)
	for range 6 {
		if at = g.Nodes[at].next[way]; at < 0 {
			return false
		}
		if o := figures[at]; o.ok && (o.v == f.v+float64(step) || o.v == f.v+float64(10*step)) {
			return true
		}
	}
	return false
}

// appendHashes appends to h the hashed words that describe a node.
func (g *Graph) appendHashes(h []int32, i int, above *heading) []int32 {
	n, word := &g.Nodes[i], g.folded[i]
	h = append(h, neural.Hash(hashWord, word), neural.Hash(hashShape, g.shapes[i]))
	if len(word) > 3 && !isFigure(word) {
		h = append(h, neural.Hash(hashPrefix, word[:3]), neural.Hash(hashSuffix, word[len(word)-3:]))
	}
	h = append(h, above.hashes...)
	if n.at > 0 {
		h = append(h, neural.Hash(hashLabel, g.folded[i-n.at]))
	}
	h = append(h, neural.Hash(hashOpening, g.folded[g.Rows[n.Row].From]))
	return h
}
