package taught

import (
	"cmp"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
)

// usualKinds is how many kinds of lines a document's own line items teach at most.
const usualKinds = 8

// Again reads a document's line items by what the surest of them teach: the kinds of lines
// that they have, and the places of their values. Their evidence says where they stand.
func Again(v *View, sure []schema.Cells) []schema.Cells {
	s := newSheet(v)
	rule := &ItemRule{}
	a := &alignment{sheet: s, right: sure, found: s.evident(sure)}
	t := &itemLesson{alignment: a, stated: map[string]bool{}, rule: rule, sparse: true}
	t.learnLines()
	if len(rule.Kinds) == 0 {
		return nil
	}
	rule.keepUsual()
	rule.Trust.Lines = len(sure)
	for i := range sure {
		for _, f := range itemFields {
			rule.Trust.Stated[f] += flag(sure[i][f].Value != "")
		}
	}
	l := Layout{Items: rule}
	return l.Lines(v)
}

// evident finds the words that line items were read from.
func (s *sheet) evident(lines []schema.Cells) [][schema.NumFields][]run {
	type placed struct {
		box doc.Box // on the page as displayed
		at  int
	}
	byPage := map[int][]placed{} // by page number
	for _, w := range s.words {
		page := s.Pages[s.lines[w.line].page]
		byPage[page.Number] = append(byPage[page.Number], placed{page.Displayed(w.Box), w.at})
	}
	found := make([][schema.NumFields][]run, len(lines))
	for i := range lines {
		for _, f := range itemFields {
			e := &lines[i][f].Evidence
			for _, w := range byPage[e.Page] {
				if !e.Box.Contains(w.box.MidX(), w.box.MidY()) || !slices.Contains(e.Words, s.words[w.at].Text) {
					continue
				}
				runs := found[i][f]
				if n := len(runs) - 1; n >= 0 && runs[n].to == w.at && s.words[w.at-1].line == s.words[w.at].line {
					runs[n].to++
				} else {
					found[i][f] = append(runs, run{w.at, w.at + 1})
				}
			}
		}
	}
	return found
}

// keepUsual keeps the kinds of which most lines are.
func (r *ItemRule) keepUsual() {
	if len(r.Kinds) <= usualKinds {
		return
	}
	usual := make([]int, len(r.Kinds))
	for i := range usual {
		usual[i] = i
	}
	slices.SortStableFunc(usual, func(a, b int) int { return cmp.Compare(r.Kinds[b].Count, r.Kinds[a].Count) })
	usual = usual[:usualKinds]
	slices.Sort(usual)
	now := map[int]int{startState: startState, endState: endState}
	kinds := make([]kind, len(usual))
	for i, k := range usual {
		now[k], kinds[i] = i, r.Kinds[k]
	}
	var chain []link
	for _, l := range r.Chain {
		from, known := now[l.From]
		to, ok := now[l.To]
		if known && ok {
			chain = append(chain, link{from, to, l.Count})
		}
	}
	r.Kinds, r.Chain = kinds, chain
}
