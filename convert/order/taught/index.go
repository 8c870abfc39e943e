package taught

import (
	"cmp"
	"slices"
)

// Index finds a document's layout among many. It is not changed once it is made, so
// that any number of goroutines may use it.
type Index struct {
	layouts []*Layout
	marks   map[uint32][]posting // by word
	weights []float32            // of all marks of each layout
}

// posting is what a word is worth in a layout.
type posting struct {
	layout int32
	weight float32
}

// What decides whether a document is of a layout.
const (
	leastShare  = 0.4  // share of a layout's marks that stand on the document in their places
	leastMarks  = 6    // and how many at least, so that it is no chance
	chance      = 1.5  // marks that may stand in their places by chance
	issuerWorth = 0.3  // of the issuer's words, where several layouts come into question
	leastMargin = 0.02 // by which the best has to be better than the second
	mostFits    = 6    // layouts whose marks are compared with a document's in their places
)

// weightOf is how much a mark of a layout counts. Running text is changed more
// often than labels.
var weightOf = [numKinds]float64{Wording: 1, Prose: 0.25}

// NewIndex makes an index of layouts.
func NewIndex(layouts []*Layout) *Index {
	x := &Index{layouts: layouts, marks: map[uint32][]posting{}, weights: make([]float32, len(layouts))}
	for i, l := range layouts {
		for p := l.Print; len(p) > 0; {
			word, weight := p[0].Word, float32(0)
			for ; len(p) > 0 && p[0].Word == word; p = p[1:] {
				weight += float32(weightOf[p[0].Kind])
			}
			x.marks[word] = append(x.marks[word], posting{int32(i), weight})
			x.weights[i] += weight
		}
	}
	return x
}

// Find gives the layout of a document with such a print; nil where there is none, or
// where it might be one of several.
func (x *Index) Find(p Print) *Layout {
	var best *Layout
	top, second := 0.0, 0.0
	for _, c := range x.nearest(p) {
		if c.most+issuerWorth < top-leastMargin {
			break // nor is any that follows
		}
		f := fitOf(x.layouts[c.layout].Print, p)
		if !f.same() {
			continue
		}
		if s := f.share() + issuerWorth*f.issuer; s > top {
			best, top, second = x.layouts[c.layout], s, top
		} else if s > second {
			second = s
		}
	}
	if top-second < leastMargin {
		return nil
	}
	return best
}

// candidate is a layout that comes into question, and the share of its marks that a
// document has at most.
type candidate struct {
	layout int
	most   float64
}

// nearest are the layouts that have enough words in common with a document, wherever
// these stand: those first of which it has the largest share.
func (x *Index) nearest(p Print) []candidate {
	common := make([]float32, len(x.layouts))
	for k := range p {
		if k > 0 && p[k].Word == p[k-1].Word {
			continue
		}
		for _, at := range x.marks[p[k].Word] {
			common[at.layout] += at.weight
		}
	}
	var near []candidate
	for i, c := range common {
		if most := shareOf(float64(c), float64(x.weights[i])); c >= leastMarks && most >= leastShare {
			near = append(near, candidate{i, most})
		}
	}
	slices.SortFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.most, a.most), cmp.Compare(a.layout, b.layout))
	})
	return near[:min(len(near), mostFits)]
}
