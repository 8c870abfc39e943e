package solve

import (
	"math"
	"slices"

	"lineitem/convert/order/tagging"
)

// Bounds of an item.
const (
	maxRows    = 60 // rows of text that it takes up
	maxSkipped = 6  // successive rows within it that are no part of it
)

// Costs and gains of items and their rows in nats, in addition to the probabilities of the rows. They were
// set on orders of testdata/forms, and all do as well at half or twice their values.
const (
	repeatedCost = 2.5 // a second quantity, price, total or number, on a row of its own
	namelessCost = 2.0 // neither a description nor a code
	figureCost   = 1.5 // neither quantity nor price nor total
	missingCost  = 1.0 // a value that nearly all items have is missing
	figureGain   = 0.5 // for each of quantity, price and total that a row states
	fewCost      = 4.0 // for each item, in a reading with few items
)

const (
	// otherPart is the share of the probability of going on with an item that counts for
	// beginning one, and the other way round.
	otherPart = 0.2
	// smoothing is added to probabilities before logarithms are taken, which bounds the weight
	// of any single opinion.
	smoothing = 1e-3
	// leastBegins is the least score of a row that begins an item.
	leastBegins = -6
)

// rowScores are the logarithms of a row's probabilities relative to that of standing outside of items.
type rowScores struct {
	begins, inside float64
	states         [tagging.NumTags]bool // the tags of its words
}

// itemRows is an item's rows in ascending order.
type itemRows []int

// segment finds the rows of each item: the likeliest sequence of items (a semi-Markov
// model, Sarawagi and Cohen, NIPS 2004), given that items rarely state one thing twice and usually state what other
// items do (usual). Each item costs the given number of nats.
func (d *decoder) segment(usual []tagging.Tag, cost float64) []itemRows {
	n := len(d.Rows)
	rows := make([]rowScores, n)
	for r := range rows {
		rows[r] = d.scoreRow(r)
	}
	best := make([]float64, n+1) // best score of the rows before
	from := make([]int, n+1)     // first row of the item that ends right before; -1 for none
	for end := range from {
		from[end] = -1
	}
	for start := range n {
		if best[start] > best[start+1] {
			best[start+1], from[start+1] = best[start], -1
		}
		if rows[start].begins < leastBegins {
			continue
		}
		d.extend(rows, start, func(end int, score float64, counts *[tagging.NumTags]int) {
			if total := best[start] + score + itemScore(counts, usual) - cost; total > best[end+1] {
				best[end+1], from[end+1] = total, start
			}
		})
	}
	var groups []itemRows
	for end := n; end > 0; {
		start := from[end]
		if start < 0 {
			end--
			continue
		}
		g := itemRows{start}
		for r := start + 1; r < end; r++ {
			if rows[r].inside > 0 {
				g = append(g, r)
			}
		}
		groups = append(groups, g)
		end = start
	}
	slices.Reverse(groups)
	return groups
}

// extend calls try for each row that may be the last of an item that begins with row start, with the score of the
// item's rows and the number of these that state each value.
func (d *decoder) extend(rows []rowScores, start int, try func(end int, score float64, counts *[tagging.NumTags]int)) {
	var counts [tagging.NumTags]int
	score, skipped := rows[start].begins, 0
	rows[start].count(&counts)
	try(start, score, &counts)
	for end := start + 1; end < min(len(rows), start+maxRows); end++ {
		if d.Rows[end].Page != d.Rows[end-1].Page {
			skipped = 0
		}
		if rows[end].inside <= 0 {
			if skipped++; skipped > maxSkipped {
				return
			}
			continue
		}
		skipped = 0
		score += rows[end].inside
		rows[end].count(&counts)
		try(end, score, &counts)
	}
}

func (d *decoder) scoreRow(r int) rowScores {
	p := &d.Lines[r]
	outside := math.Log(float64(p[tagging.Outside]) + smoothing)
	begins, goesOn := float64(p[tagging.Begins]), float64(p[tagging.Inside])
	s := rowScores{begins: math.Log(begins+otherPart*goesOn+smoothing) - outside, inside: math.Log(goesOn+otherPart*begins+smoothing) - outside}
	tagged := false
	for i := d.Rows[r].From; i < d.Rows[r].To; i++ {
		s.states[d.best[i]] = true
		tagged = tagged || d.best[i] != tagging.Other
	}
	for _, k := range [...]tagging.Tag{tagging.Quantity, tagging.UnitPrice, tagging.LineTotal} {
		if s.states[k] {
			s.begins, s.inside = s.begins+figureGain, s.inside+figureGain
		}
	}
	if !tagged {
		s.begins, s.inside = math.Inf(-1), math.Inf(-1)
	}
	return s
}

func (s *rowScores) count(counts *[tagging.NumTags]int) {
	for k, states := range s.states {
		if states {
			counts[k]++
		}
	}
}

// itemScore returns the score, at most 0, for taking rows as one item, of which counts[k] state value k.
func itemScore(counts *[tagging.NumTags]int, usual []tagging.Tag) float64 {
	score := 0.0
	for _, k := range [...]tagging.Tag{tagging.LineNumber, tagging.Quantity, tagging.UnitPrice, tagging.LineTotal} {
		score -= repeatedCost * float64(max(0, counts[k]-1))
	}
	if counts[tagging.Description] == 0 && counts[tagging.ItemCode] == 0 {
		score -= namelessCost
	}
	if counts[tagging.Quantity] == 0 && counts[tagging.UnitPrice] == 0 && counts[tagging.LineTotal] == 0 {
		score -= figureCost
	}
	for _, k := range usual {
		if counts[k] == 0 {
			score -= missingCost
		}
	}
	return score
}

// usualShare is the least share of items that state a value if it is usual.
const usualShare = 0.8

// usual returns the values that nearly all items state, if there are several items.
func (d *decoder) usual(groups []itemRows) (usual []tagging.Tag) {
	var counts [tagging.NumTags]int
	for _, g := range groups {
		var states [tagging.NumTags]bool
		for _, r := range g {
			for i := d.Rows[r].From; i < d.Rows[r].To; i++ {
				states[d.best[i]] = true
			}
		}
		for k, is := range states {
			if is {
				counts[k]++
			}
		}
	}
	for k := tagging.Other + 1; k < tagging.NumTags; k++ {
		if len(groups) > 1 && float64(counts[k]) >= usualShare*float64(len(groups)) {
			usual = append(usual, k)
		}
	}
	return usual
}
