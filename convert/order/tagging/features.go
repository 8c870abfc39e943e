package tagging

import (
	"math"
	"strings"
	"unicode"

	"lineitem/convert/order/headings"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/value"
)

// embeddingSize is how many numbers the embedding of a hashed word has.
const embeddingSize = 24

// The kinds of hashed words.
const (
	hashWord = iota
	hashShape
	hashPrefix
	hashSuffix
	hashHeading
	hashLabel    // the first words of the segment
	hashOpening  // the first word of the line
	hashLabelled // the words of the label before it
)

// maxHashes is the most hashed words that a node has.
const maxHashes = 6 + maxHeading + max(maxLabel, maxBeside)

// numDense is how many numbers describe a node.
const numDense = 54 + 2*headings.NumKinds + 8 + numStated + 2

// describe computes the features of all nodes.
func (g *Graph) describe() {
	g.shapes, g.folded = make([]string, len(g.Nodes)), make([]string, len(g.Nodes))
	for i := range g.Nodes {
		g.folded[i] = foldWord(g.Nodes[i].Word.Text)
		g.shapes[i] = neural.Shape(g.Nodes[i].Word.Text, 1, 8)
	}
	f := g.findFacts()
	g.findLabels()
	heads := g.headerRows()
	body := make([]float64, len(g.Pages))
	for p := range body {
		body[p] = g.Pages[p].BodySize()
	}
	g.dense = g.scratch.Features(numDense * len(g.Nodes))
	g.hashes = make([][]int32, len(g.Nodes))
	read := map[headingAt]*heading{}
	hashes := g.scratch.Hashes(maxHashes * len(g.Nodes))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		dense := neural.Features(g.dense)
		g.shapeFeatures(&dense, n, f.figures[i])
		g.placeFeatures(&dense, n, body[n.Page])
		g.figureFeatures(&dense, i, f)
		at, distance := g.headingOf(n, heads[n.Row])
		if read[at] == nil {
			read[at] = g.readHeading(at)
		}
		g.headingFeatures(&dense, n, heads, distance)
		dense = append(dense, read[at].kinds[:]...)
		g.labelFeatures(&dense, i)
		g.repeatFeatures(&dense, i, f)
		dense.Add(0) // an input that the weights have but that nothing fills
		g.dense = dense
		from := len(hashes)
		hashes = g.appendHashes(hashes, i, read[at])
		g.hashes[i] = hashes[from:len(hashes):len(hashes)]
	}
}

// figureFeatures adds what a word's row holds, and how the word multiplies up, is aligned and counts.
func (g *Graph) figureFeatures(dense *neural.Features, i int, f *facts) {
	row, is := &f.rows[g.Nodes[i].Row], f.of[i]
	dense.Add(float64(min(row.segments, 12))/12, float64(min(row.figures, 12))/12, float64(min(row.amounts, 6))/6, float64(min(row.words, 20))/20)
	dense.Flag(is&factor1 != 0, is&factor2 != 0, is&product != 0, row.multiplies)
	dense.Add(neural.Log1p(f.aligned[i])/4, neural.Log1p(f.alike[i])/4)
	dense.Flag(g.counts(i, f.figures, -1), g.counts(i, f.figures, 1))
}

// headingFeatures adds where the header rows of a word's column stand.
func (g *Graph) headingFeatures(dense *neural.Features, n *Node, heads []headerRow, distance float64) {
	h := heads[n.Row]
	dense.Add(float64(h.strength), min(distance, 10)/10)
	if h.strength > 0 {
		dense.Add(float64(min(n.Row-h.to, 40)) / 40)
		dense.Flag(n.Row >= h.from && n.Row < h.to, g.Rows[h.from].Page == n.Page)
	} else {
		dense.Add(0, 0, 0)
	}
	dense.Flag(g.inHeaderRows(n, heads))
}

// labelFeatures adds what the label before a word says, and whether the word ends with a hyphen or goes on with the one above.
func (g *Graph) labelFeatures(dense *neural.Features, i int) {
	l := g.labels[i]
	*dense = append(*dense, l.kinds[:]...)
	dense.Flag(l.colon)
	dense.Flag(l.stated[:]...)
	dense.Flag(strings.HasSuffix(g.Nodes[i].Word.Text, "-"), g.wrapped(i))
}

// repeatFeatures adds how often rows like a word's stand in the document, and the word's sums and products beyond
// its row.
func (g *Graph) repeatFeatures(dense *neural.Features, i int, f *facts) {
	row, is := &f.rows[g.Nodes[i].Row], f.of[i]
	dense.Add(neural.Log1p(row.openings)/3, neural.Log1p(row.forms)/3)
	dense.Flag(is&inSum != 0, is&isSum != 0)
	dense.Flag(is&farFactor1 != 0, is&farFactor2 != 0, is&farProduct != 0)
}

// wrapped reports whether a word begins a segment, and the word above it ends with a hyphen and is the last of a segment that begins at the same x.
func (g *Graph) wrapped(i int) bool {
	n := &g.Nodes[i]
	k := n.next[above]
	if k < 0 || n.at > 0 {
		return false
	}
	o := &g.Nodes[k]
	return strings.HasSuffix(o.Word.Text, "-") && o.at == len(o.Segment.Words)-1 && math.Abs(o.Segment.X0-n.Segment.X0) < alignment
}

// inHeaderRows reports whether a node stands in header rows of rows beneath it.
func (g *Graph) inHeaderRows(n *Node, heads []headerRow) bool {
	for r := n.Row + 1; r < min(n.Row+4, len(heads)); r++ {
		if h := heads[r]; h.strength > 0 && h.from <= n.Row && n.Row < h.to {
			return true
		}
	}
	return false
}

// shapeFeatures adds what a word looks like.
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
	f.Flag(value.HasDecimals(text), value.IsUnit(text), money, percent, strings.HasSuffix(text, ":"))
	f.Flag(digits > 0 && letters > 0)
	_, dated := g.Locale.Date(text)
	f.Flag(dated, parted, value.Currency(text) != "")
}

// placeFeatures adds where a word stands.
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

// counts reports whether a whole number goes on with a count, in ones or tens, from one of the six
// nearest words above it (step -1), or one of those below goes on with it (step 1).
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
	return append(h, g.labels[i].hashes...)
}
