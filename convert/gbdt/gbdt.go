// Package gbdt chooses among candidates with gradient-boosted decision trees, which take
// a few kilobytes when stored, and score a candidate in microseconds. Package
// training/boosting trains them.
//
// A model learns to answer questions. A question has any number of candidates,
// each a row of features, of which one, several or none are right. If s[i] is
// the score of candidate i, this candidate is the answer with the probability
// exp(s[i]) / (1 + Σ exp(s)), where the 1 stands for the answer that none of
// them is right. For a question with a single candidate that is logistic
// regression; for one with several it is McFadden's conditional logit with an
// outside option ("Conditional logit analysis of qualitative choice behavior",
// 1974), so that rivals are weighed against each other.
package gbdt

import "math"

// Model is a trained sum of trees. The zero Model scores every row 0. A Model is never changed
// after it is made, so any number of goroutines may use it.
type Model struct {
	features int
	nodes    []Node
	roots    []int32 // indices into nodes
}

// Node is a split or a leaf of a tree.
type Node struct {
	Cut     float32 // rows whose feature is less, or missing, go left
	Feature int32   // -1 for a leaf
	Value   int32   // of a leaf, in units; of a split, the index of its left child, which its right one follows
}

// Unit is the resolution of leaf values, in log odds: scores are sums of whole
// units and so do not depend on the order of addition.
const Unit = 1.0 / 4096

// New returns a model of trees, each given by its nodes from the root on.
func New(features int, trees [][]Node) *Model {
	m := &Model{features: features}
	for _, tree := range trees {
		root := int32(len(m.nodes))
		m.roots = append(m.roots, root)
		for _, n := range tree {
			if n.Feature >= 0 {
				n.Value += root
			}
			m.nodes = append(m.nodes, n)
		}
	}
	return m
}

// Features returns the number of features of a row.
func (m *Model) Features() int { return m.features }

// Trees returns the number of trees that the model adds up.
func (m *Model) Trees() int { return len(m.roots) }

// Score returns the log odds of a candidate against the answer that none is right. The row
// holds the features that the model was trained with, in that order; a missing one is NaN,
// which counts as less than any number. A row of another length scores 0.
func (m *Model) Score(row []float32) float64 {
	if len(row) != m.features {
		return 0
	}
	return float64(m.Units(row)) * Unit
}

// Units returns a row's score in units.
func (m *Model) Units(row []float32) int64 {
	sum := int64(0)
	for _, at := range m.roots {
		n := &m.nodes[at]
		for n.Feature >= 0 {
			next := n.Value
			if row[n.Feature] >= n.Cut { // compiled without a branch, which could not be predicted
				next++
			}
			n = &m.nodes[next]
		}
		sum += int64(n.Value)
	}
	return sum
}

// Probabilities turns the scores of all candidates of a question into the
// probabilities that each is the answer, in place. It returns the probability
// that none is.
func Probabilities(scores []float64) float64 {
	top := 0.0
	for _, s := range scores {
		top = max(top, s)
	}
	none := math.Exp(-top)
	sum := none
	for i, s := range scores {
		scores[i] = math.Exp(s - top)
		sum += scores[i]
	}
	for i := range scores {
		scores[i] /= sum
	}
	return none / sum
}
