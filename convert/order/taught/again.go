package taught

import (
	"cmp"
	"slices"

	"lineitem/convert/order/schema"
)

// mostUsualKinds is the greatest number of kinds of lines that a document's own line items teach.
const mostUsualKinds = 8

// Rereader reads a document's line items again by what the surest of them teach.
type Rereader struct {
	document *document
}

// NewRereader returns a Rereader of a document.
func NewRereader(v *View) *Rereader { return &Rereader{newDocument(v, false)} }

// By reads the line items again by what sure, the surest of those read so far, teaches: the
// kinds of lines that items have, and the places of their values. The evidence of sure says
// where these stand. By returns nil if no kind of line was learned.
func (r *Rereader) By(sure []schema.Cells) []schema.Cells {
	rule := &ItemRule{}
	t := &itemLearner{document: r.document, found: r.evident(sure), rule: rule}
	t.learnLines()
	if len(rule.Kinds) == 0 {
		return nil
	}
	rule.keepUsual()
	rule.Trust.addStated(sure)
	return rule.reader(r.document, "").read()
}

// evident returns the words from which line items were read, as spots.
func (r *Rereader) evident(lines []schema.Cells) [][schema.NumFields]spot {
	pages := map[int][]*token{} // by page number
	for from, to := 0, 0; from < len(r.document.tokens); from = to {
		page := r.document.page(r.document.tokens[from])
		for to < len(r.document.tokens) && r.document.page(r.document.tokens[to]) == page {
			to++
		}
		pages[page.Number] = r.document.tokens[from:to]
	}
	found := make([][schema.NumFields]spot, len(lines))
	for i := range lines {
		for _, f := range itemFields {
			e := &lines[i][f].Evidence
			for _, o := range pages[e.Page] {
				if slices.Contains(e.Words, o.text) && r.document.overlaps(o, e) {
					found[i][f].runs = append(found[i][f].runs, []*token{o})
				}
			}
		}
	}
	return found
}

// keepUsual keeps only the kinds that have the most lines.
func (r *ItemRule) keepUsual() {
	usual := make([]int, len(r.Kinds))
	for i := range usual {
		usual[i] = i
	}
	slices.SortStableFunc(usual, func(a, b int) int { return cmp.Compare(r.Kinds[b].Count, r.Kinds[a].Count) })
	usual = usual[:min(len(usual), mostUsualKinds)]
	slices.Sort(usual)
	now := map[int]int{}
	var kinds []kind
	for i, k := range usual {
		now[k], kinds = i, append(kinds, r.Kinds[k])
	}
	chain := r.Chain
	r.Kinds, r.Chain = kinds, nil
	for _, l := range chain {
		from, known := now[l.From]
		if to, ok := now[l.To]; known && ok {
			r.Chain = append(r.Chain, link{from, to, l.Count})
		}
	}
}
