package taught

import (
	"cmp"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
)

// usualKinds is how many kinds of lines a document's own line items teach at most.
const usualKinds = 8

// Rereader reads a document's line items again, by what the surest of them teach.
type Rereader struct {
	sheet  *sheet
	placed map[int][]placedWord // by page number
}

// placedWord is a word of a sheet where it stands on the page as displayed.
type placedWord struct {
	*sheetWord
	box doc.Box
}

// NewRereader returns a reader of a document.
func NewRereader(v *View) *Rereader {
	r := &Rereader{newSheet(v), map[int][]placedWord{}}
	for _, w := range r.sheet.words {
		page := v.Pages[r.sheet.lines[w.line].page]
		r.placed[page.Number] = append(r.placed[page.Number], placedWord{w, page.Displayed(w.Box)})
	}
	return r
}

// By reads the line items by what some of them, as they were read, teach: the kinds of lines
// that they have, and the places of their values. Their evidence says where they stand.
func (r *Rereader) By(sure []schema.Cells) []schema.Cells {
	rule := &ItemRule{}
	a := &alignment{sheet: r.sheet.clone(), right: sure, found: r.evident(sure)}
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
	return rule.reader(r.sheet.clone(), "").read()
}

// evident finds the words that line items were read from.
func (r *Rereader) evident(lines []schema.Cells) [][schema.NumFields][]run {
	words := r.sheet.words
	found := make([][schema.NumFields][]run, len(lines))
	for i := range lines {
		for _, f := range itemFields {
			e := &lines[i][f].Evidence
			for _, w := range r.placed[e.Page] {
				if !e.Box.Contains(w.box.MidX(), w.box.MidY()) || !slices.Contains(e.Words, w.Text) {
					continue
				}
				runs := found[i][f]
				if n := len(runs) - 1; n >= 0 && runs[n].to == w.at && words[w.at-1].line == w.line {
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
