package taught

import (
	"cmp"
	"slices"
)

// Index finds a document's layout among many. It is not changed once it is made, so
// that any number of goroutines may use it.
type Index struct {
	layouts []*Layout
	weights []weight             // of all marks of each layout
	words   map[uint32][]posting // the layouts that have a word
}

// posting is the weight of a word in a layout.
type posting struct {
	layout int32
	weight weight
}

// How a layout is chosen if several come into question.
const (
	issuerWorth = 0.3  // of the issuer's words, beside the share of marks in their places
	leastMargin = 0.02 // by which the best has to be better than the second
	mostFits    = 6    // layouts whose marks are compared with a document's in their places
)

// NewIndex makes an index of layouts.
func NewIndex(layouts []*Layout) *Index {
	x := &Index{layouts: layouts, words: map[uint32][]posting{}, weights: make([]weight, len(layouts))}
	for i, l := range layouts {
		for p := l.Print; len(p) > 0; {
			at := posting{layout: int32(i)}
			word := p[0].Word
			for ; len(p) > 0 && p[0].Word == word; p = p[1:] {
				at.weight.add(p[0])
				x.weights[i].add(p[0])
			}
			x.words[word] = append(x.words[word], at)
		}
	}
	return x
}

// Find returns the layout of a document with such a print, or nil if there is none, or if it
// might be one of several.
func (x *Index) Find(p Print) *Layout {
	var best *Layout
	top, second := 0.0, 0.0
	for _, i := range x.nearest(p) {
		f := fitOf(x.layouts[i].Print, p)
		if f.share() < leastShare {
			continue
		}
		if s := f.share() + issuerWorth*f.issuer; s > top {
			best, top, second = x.layouts[i], s, top
		} else if s > second {
			second = s
		}
	}
	if top-second < leastMargin {
		return nil
	}
	return best
}

// nearest are the layouts that have most words in common with a document, wherever these
// stand: enough of them, so that it may be of the layout.
func (x *Index) nearest(p Print) (near []int) {
	common := make([]weight, len(x.layouts))
	for k := range p {
		if k > 0 && p[k].Word == p[k-1].Word {
			continue
		}
		for _, at := range x.words[p[k].Word] {
			c := &common[at.layout]
			c.pages, c.first, c.issuer = c.pages+at.weight.pages, c.first+at.weight.first, c.issuer+at.weight.issuer
		}
	}
	most := make([]float64, len(common))
	for i, c := range common {
		if share := shareOf(c, x.weights[i]); share >= leastShare {
			most[i] = share + issuerWorth*float64(c.issuer/max(1, x.weights[i].issuer))
			near = append(near, i)
		}
	}
	slices.SortStableFunc(near, func(a, b int) int { return cmp.Compare(most[b], most[a]) })
	return near[:min(len(near), mostFits)]
}
