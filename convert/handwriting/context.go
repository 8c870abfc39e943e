package handwriting

import (
	"math"

	"lineitem/convert/segmentation"
)

// NumContext is how many features of a word come from the words about it.
const NumContext = 6

// Parameters of a word's context.
const (
	neighbours = 5   // how many of the nearest words are looked at
	wider      = 3   // factor by which a distance along lines counts less than one across
	mostOdds   = 7.0 // bound for the log odds of a word alone
	leastOdds  = 1.0 // a word with greater log odds counts as handwritten
)

// Context returns the words' features, each word's preceded by those of its context: the log odds of the word alone,
// the mean log odds of the other words of its line, whether there are any, those of the nearest words, those of all
// others on the page, and the share of these that is handwritten. Longer words count more.
func Context(features [][]float32, words []segmentation.Word, alone []float64) [][]float32 {
	odds, weight := make([]float64, len(words)), make([]float64, len(words))
	type sums struct{ odds, weight, hand float64 }
	var page sums
	lines := map[int]sums{}
	for i := range words {
		odds[i], weight[i] = min(max(alone[i], -mostOdds), mostOdds), float64(max(1, len(words[i].Glyphs)))
		l := lines[words[i].Line]
		l.odds, l.weight = l.odds+odds[i]*weight[i], l.weight+weight[i]
		lines[words[i].Line] = l
		page.odds, page.weight = page.odds+odds[i]*weight[i], page.weight+weight[i]
		if odds[i] > leastOdds {
			page.hand += weight[i]
		}
	}
	rows := make([][]float32, len(words))
	for i := range words {
		own, l, hand := odds[i]*weight[i], lines[words[i].Line], page.hand
		if odds[i] > leastOdds {
			hand -= weight[i]
		}
		others := 0.0
		if l.weight > weight[i] {
			others = 1
		}
		rest := max(1, page.weight-weight[i])
		row := append(make([]float32, 0, NumContext+NumFeatures),
			float32(odds[i]), float32((l.odds-own)/max(1, l.weight-weight[i])), float32(others),
			float32(nearest(words, i, odds, weight)), float32((page.odds-own)/rest), float32(hand/rest))
		rows[i] = append(row, features[i]...)
	}
	return rows
}

// nearest returns the mean log odds of the words nearest to word i, longer ones counting more; 0 if there is no other.
func nearest(words []segmentation.Word, i int, odds, weight []float64) float64 {
	var at [neighbours]int
	var far [neighbours]float64
	n := 0
	x, y := words[i].Box.MidX(), words[i].Box.MidY()
	for k := range words {
		if k == i {
			continue
		}
		dx, dy := (words[k].Box.MidX()-x)/wider, words[k].Box.MidY()-y
		d := dx*dx + dy*dy
		to := n
		for to > 0 && d < far[to-1] {
			to--
		}
		if to == neighbours {
			continue
		}
		n = min(n+1, neighbours)
		copy(far[to+1:n], far[to:])
		copy(at[to+1:n], at[to:])
		far[to], at[to] = d, k
	}
	var sum, all float64
	for _, k := range at[:n] {
		sum, all = sum+odds[k]*weight[k], all+weight[k]
	}
	return sum / math.Max(1, all)
}
