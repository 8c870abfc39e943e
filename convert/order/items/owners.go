package items

// splitBand divides a band with several items, or with one and other lines.
func (t *tableDraft) splitBand(rows []tableRow, p *tablePart, b band, anchors []int) []tableRow {
	owners := t.owners(b.lines, anchors, t.aligned)
	first := len(rows)
	for _, a := range anchors {
		rows = append(rows, t.newRow(p, b.lines[a]))
	}
	for i, l := range b.lines {
		switch o := owners[i]; {
		case o >= 0:
			t.join(&rows[first+o], p, l)
		case o == ownedBefore && first > 0 && rows[first-1].part != p:
			t.join(&rows[first-1], p, l)
		}
	}
	return rows
}

// Owners of lines that belong to no item of their band.
const (
	ownedByNone = -1 // notes, section headings
	ownedBefore = -2 // to the last item before the band, perhaps
)

// owners tells for each line the item, as an index into anchors, that it
// belongs to.
func (t *tableDraft) owners(lines []*bodyLine, anchors []int, mode rowMode) []int {
	owner := make([]int, len(lines))
	for i := range owner {
		owner[i] = ownedByNone
	}
	for k, a := range anchors {
		owner[a] = k
	}
	// The lines of text between two anchors that hang together with the upper
	// or with the lower one.
	for k := -1; k < len(anchors); k++ {
		from, to := 0, len(lines)
		if k >= 0 {
			from = anchors[k] + 1
		}
		if k+1 < len(anchors) {
			to = anchors[k+1]
		}
		down := t.chain(lines, from, to, +1, k == len(anchors)-1)
		up := t.chain(lines, to-1, from-1, -1, false)
		if k == len(anchors)-1 {
			up = 0
		}
		if k < 0 {
			down = 0
		}
		switch mode {
		case topRow:
			if k < 0 && up == to-from {
				for i := from; i < to; i++ {
					owner[i] = ownedBefore
				}
			}
			up = 0
		case bottomRow:
			down = 0
		case middleRow:
			if k >= 0 {
				above := 0
				for i := anchors[k] - 1; i >= 0 && owner[i] == k; i-- {
					above++
				}
				down = min(down, above)
			}
			up = min(up, to-from-down)
		}
		for i := from; i < from+down; i++ {
			owner[i] = k
		}
		for i := to - up; i < to; i++ {
			owner[i] = k + 1
		}
	}
	return owner
}

// chain counts the lines of text that follow from the line at from toward the
// line at to, exclusive, each near the one before it.
func (t *tableDraft) chain(lines []*bodyLine, from, to, step int, last bool) int {
	n := 0
	for i := from; i != to; i += step {
		l, before := lines[i], i-step
		if before >= 0 && before < len(lines) {
			gap := float64(step) * (l.Baseline - lines[before].Baseline) / l.Segments[0].Size()
			limit := t.leading
			if last && limit == textLeading {
				limit = lastLeading
			}
			if gap > limit {
				break
			}
		}
		opens := t.opens(l)
		if !t.isText(l) || opens && step > 0 {
			break
		}
		n++
		if opens {
			break
		}
	}
	return n
}

// findMode tells where items' figures stand beside their texts: the mode that
// leaves the fewest lines unexplained.
func (t *tableDraft) findMode() rowMode {
	var cost [3]float64
	for k, p := range t.parts {
		for n, b := range t.bands(p) {
			var anchors []int
			for i, l := range b.lines {
				if t.isAnchor(l) {
					anchors = append(anchors, i)
				} else if l.class == totalLine {
					break
				}
			}
			if len(anchors) == 0 || len(anchors) == 1 && b.above && b.beneath {
				continue
			}
			for mode := topRow; mode <= bottomRow; mode++ {
				cost[mode] += t.modeCost(b.lines, anchors, mode, k > 0 && n == 0)
			}
		}
	}
	best := topRow
	for mode := middleRow; mode <= bottomRow; mode++ {
		if cost[mode] < cost[best]-0.5 {
			best = mode
		}
	}
	return best
}

// modeCost tells how ill a mode suits a band; continued tells that an item of
// the page before may go on at its top.
func (t *tableDraft) modeCost(lines []*bodyLine, anchors []int, mode rowMode, continued bool) float64 {
	owner := t.owners(lines, anchors, mode)
	cost := 0.0
	// Lines of text that hang together with an anchor but belong to none.
	for i, l := range lines[:anchors[len(anchors)-1]] {
		switch {
		case owner[i] == ownedBefore && continued:
			cost += 0.2
		case owner[i] < 0 && t.isText(l):
			cost++
		}
	}
	end := anchors[len(anchors)-1] + 1
	for i := end; i < end+t.chain(lines, end, len(lines), +1, true); i++ {
		if owner[i] < 0 {
			cost++
		}
	}
	d := t.find(kindDescription)
	for k, a := range anchors {
		above, below := 0, 0
		for i := a - 1; i >= 0 && owner[i] == k; i-- {
			above++
		}
		for i := a + 1; i < len(lines) && owner[i] == k; i++ {
			below++
		}
		switch mode {
		case topRow:
			// An item whose text begins beneath its figures is a rare thing.
			if d >= 0 && len(lines[a].cells[d]) == 0 && below > 0 {
				cost += 0.7
			}
		case middleRow:
			cost += 0.3 * float64(max(above-below, below-above))
			if above+below > 0 && d >= 0 && len(lines[a].cells[d]) == 0 && above == below {
				cost -= 0.5
			}
		case bottomRow:
			cost += 0.2
			if d >= 0 && len(lines[a].cells[d]) == 0 && above > 0 {
				cost += 0.7
			}
		}
	}
	return cost
}
