package ranking

import (
	"math"

	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/linear"
	"lineitem/convert/order/neural"
)

// numIssuerFeatures is how many numbers tell who issued a document, beside its words.
const numIssuerFeatures = 3 + numCalled + numRoles + concepts + numOwners

// titleZone is the upper part of the first page in which the title of a document stands, as a share of the page's height.
const titleZone = 0.35

// IssuerText returns what tells who issued the document: the hashes of its words, and numbers that
// say what its titles are, which headings and labels it has, and whose orders it names.
func (g *Graph) IssuerText() (words []int32, features []float64) {
	for i := range g.nodes {
		n := &g.nodes[i]
		words = append(words, n.own...)
		if n.Page == g.First && n.Y0 < titleZone*g.Pages[n.Page].Height {
			words = append(words, n.hashOpening(hashHeadWhole))
			for _, w := range n.words[:min(maxOwn, len(n.words))] {
				words = append(words, neural.Hash(hashHeadWord, w.key))
			}
		}
	}
	features = make([]float64, numIssuerFeatures)
	titles := g.Labels.Index.Titles(g.First)
	for k, is := range [...]bool{titles.BySupplier, titles.Invoice, g.Labels.Index.Invoice()} {
		if is {
			features[k] = 1
		}
	}
	at := features[3:]
	g.addTitleFeatures(at)
	at = at[numCalled:]
	for i := range g.Parties {
		for b := range numRoles {
			if g.Parties[i].Roles&(1<<b) != 0 {
				at[b] = 1
			}
		}
	}
	for i := range g.nodes {
		for k, v := range g.nodes[i].hint.announces {
			at[numRoles+k] = max(at[numRoles+k], float64(v))
		}
	}
	g.addOrderFeatures(at[numRoles+concepts:])
	return words, features
}

// numCalled is how many numbers tell what the first page calls the document.
const numCalled = 8

// addTitleFeatures sets features from the phrases at the head of the first page that name what buyers issue, and those that
// name what suppliers issue. For each of the two it sets the largest font size of such a phrase as a multiple of
// the body text's, whether a segment begins with one, and whether it is larger, and stands earlier, than the other.
func (g *Graph) addTitleFeatures(features []float64) {
	first := [2]int{len(g.nodes), len(g.nodes)}
	page := g.Pages[g.First]
	for i := range g.nodes {
		n := &g.nodes[i]
		if n.Page != g.First || n.Y0 > titleZone*page.Height {
			continue
		}
		by, leads := g.Labels.Index.Called(n.Segment)
		for side, role := range [...]keyvalue.Role{keyvalue.BuyerIssues, keyvalue.SupplierIssues} {
			if by&role == 0 {
				continue
			}
			features[side] = max(features[side], n.Size()/page.BodySize())
			if leads {
				features[2+side] = 1
			}
			first[side] = min(first[side], i)
		}
	}
	for side := range first {
		if features[side] > features[1-side] {
			features[4+side] = 1
		}
		if first[side] < first[1-side] {
			features[6+side] = 1
		}
	}
}

// judgeIssuer sets the probability that the supplier issued the document.
func (g *Graph) judgeIssuer(n *linear.Words) {
	words, features := g.IssuerText()
	g.BySupplier = 1 / (1 + math.Exp(-n.Score(n.Known(words), features)))
}

// issuerProbabilities returns the probabilities that the buyer issued the document and that the supplier did.
func (g *Graph) issuerProbabilities() [2]float64 { return [2]float64{1 - g.BySupplier, g.BySupplier} }

// issuerInput returns the probability that the supplier issued the document as an input of the network, the same for all rows.
func (g *Graph) issuerInput(rows int) neural.Input {
	return neural.Input{X: &neural.Matrix{Rows: 1, Columns: 1, Values: []float32{float32(g.BySupplier)}}, Index: make([]int32, rows)}
}
