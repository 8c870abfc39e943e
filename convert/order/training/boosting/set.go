// Package boosting trains the trees of package gbdt.
//
// Trees are added one by one, each fitted to the gradient of the loss (Friedman,
// "Greedy function approximation: a gradient boosting machine", Annals of
// Statistics 29, 2001) with leaf values and gains of second order and penalties
// on leaves (Chen and Guestrin, "XGBoost: a scalable tree boosting system", KDD
// 2016, equations 5 to 7). Splits are searched over histograms with at most 255 cuts
// of each feature.
//
// Training is deterministic: gradients are summed as integers, so that neither
// the order of rows nor the number of processors changes a bit of the model. This
// holds on one architecture; on another, Go may round floating-point
// expressions differently.
package boosting

import (
	"math"
	"slices"
	"sort"

	"lineitem/convert/gbdt"
	"lineitem/convert/order/training"
)

// Set holds questions with their answers.
type Set struct {
	features int
	values   []float32 // row after row
	right    []bool    // by row
	ends     []int32   // by question: the index after its last row
}

// NewSet returns an empty set of questions whose candidates have the given number
// of features, 1 to 254.
func NewSet(features int) *Set { return &Set{features: min(max(features, 1), gbdt.MaxFeatures)} }

// Add adds a question: the rows of its candidates, and which of them are right. Rows
// that are too short are padded with missing values (NaN), and rows that are too
// long are cut off; rows without a flag count as wrong.
func (s *Set) Add(rows [][]float32, right []bool) {
	if len(rows) == 0 {
		return
	}
	for i, row := range rows {
		for f := range s.features {
			v := float32(math.NaN())
			if f < len(row) {
				v = min(max(row[f], -math.MaxFloat32), math.MaxFloat32)
			}
			s.values = append(s.values, v)
		}
		s.right = append(s.right, i < len(right) && right[i])
	}
	s.ends = append(s.ends, int32(len(s.right)))
}

// Questions returns the number of questions in the set.
func (s *Set) Questions() int { return len(s.ends) }

// Rows returns the number of candidates of all questions.
func (s *Set) Rows() int { return len(s.right) }

func (s *Set) row(i int) []float32 { return s.values[i*s.features : (i+1)*s.features] }

// cuts returns the values at which a feature may be split, ascending. If the feature has few
// distinct values, there is a cut between any two of them, otherwise cuts have about
// equal numbers of rows between them. If values are missing, the first cut separates these.
func (s *Set) cuts(feature, most int) []float32 {
	var values []float32
	for i := feature; i < len(s.values); i += s.features {
		if v := s.values[i]; v == v {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	missing := len(values) < len(s.right)
	distinct := 0
	for i, v := range values {
		if i == 0 || v != values[i-1] {
			distinct++
		}
	}
	var cuts []float32
	if missing && len(values) > 0 {
		cuts = append(cuts, values[0])
		most--
	}
	share, below := float64(len(values))/float64(most+1), 0.0
	for i := 1; i < len(values); i++ {
		if values[i] == values[i-1] || distinct > most+1 && float64(i) < below+share {
			continue
		}
		below = float64(i)
		cuts = append(cuts, between(values[i-1], values[i]))
	}
	return cuts[:min(len(cuts), gbdt.MaxCuts)]
}

// between returns a value that separates a from b: greater than a, at most b.
func between(a, b float32) float32 {
	if m := a/2 + b/2; m > a && m <= b {
		return m
	}
	return b
}

// bin returns the number of cuts that are at most v, 0 for a missing value.
func bin(cuts []float32, v float32) uint8 {
	return uint8(sort.Search(len(cuts), func(i int) bool { return !(v >= cuts[i]) }))
}

// binned is a set with its features divided into bins, column by column.
type binned struct {
	cuts    [][]float32
	columns [][]uint8
	offsets []int // of a feature's bins in a histogram
	bins    int   // in a histogram
}

func (s *Set) binned(most int) *binned {
	b := &binned{cuts: make([][]float32, s.features), columns: make([][]uint8, s.features), offsets: make([]int, s.features)}
	training.Each(s.features, func(f int) {
		b.cuts[f] = s.cuts(f, most)
		b.columns[f] = make([]uint8, len(s.right))
		for i := range s.right {
			b.columns[f][i] = bin(b.cuts[f], s.values[i*s.features+f])
		}
	})
	for f := range b.cuts {
		b.offsets[f] = b.bins
		b.bins += len(b.cuts[f]) + 1
	}
	return b
}
