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

// posting is what a word is worth in a layout.
type posting struct {
	layout int32
	weight weight
}

// How a layout is chosen where several come into question.
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

// Find returns the layout of a document with such a print, or nil if there is none, or
// where it might be one of several.
func (x *Index) Find(p Print) *Layout {
	var best *Layout
	top, second := 0.0, 0.0
	for _, c := range x.nearest(p) {
		if c.most < top-leastMargin {
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

// candidate is a layout that comes into question, and how well it may fit at most.
type candidate struct {
	layout int
	most   float64
}

// nearest are the layouts that have enough words in common with a document, wherever
// these stand: those first that may fit best.
func (x *Index) nearest(p Print) []candidate {
	common := make([]weight, len(x.layouts))
	for k := range p {
		if k > 0 && p[k].Word == p[k-1].Word {
			continue
		}
		for _, at := range x.words[p[k].Word] {
			common[at.layout].pages += at.weight.pages
			common[at.layout].first += at.weight.first
			common[at.layout].issuer += at.weight.issuer
		}
	}
	var near []candidate
	for i, c := range common {
		all := x.weights[i]
		if most := shareOf(c, all); most >= leastShare {
			near = append(near, candidate{i, most + issuerWorth*float64(c.issuer/max(1, all.issuer))})
		}
	}
	slices.SortFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.most, a.most), cmp.Compare(a.layout, b.layout))
	})
	return near[:min(len(near), mostFits)]
}
