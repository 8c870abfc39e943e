package items

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/learn"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/wording"
)

// weighTexts gives the lines of a row's texts that are its description: those
// that describing gives, unless weights know better. The first line always stays.
func (t *tableDraft) weighTexts(r *tableRow, texts []itemText) []itemText {
	texts = slices.DeleteFunc(texts, func(x itemText) bool { return len(x.words) == 0 })
	if len(texts) < 2 {
		return texts
	}
	q := learn.Question{Topic: learn.ItemText, Kept: make([]bool, len(texts))}
	for i := range t.describing(slices.Clone(texts)) {
		q.Kept[i] = true
	}
	for i := range texts {
		q.Values = append(q.Values, []string{wording.Join(texts[i].words)})
		row := t.textRow(r, texts, i)
		row.Flag(q.Kept[i])
		row.Flag(i == 0 || !t.isRemark(texts[:i], &texts[i]))
		q.Rows = append(q.Rows, row)
	}
	kept := texts[:0]
	for i, keep := range t.exam.Keep(q) {
		if keep || i == 0 || q.Kept[i] && statesTrait(texts[i].words) {
			kept = append(kept, texts[i])
		}
	}
	return kept
}

// statesTrait tells whether a line states what makes the article: "Colour: RAL
// 9005", "Mfr part: X-118".
func statesTrait(words []*doc.Word) bool {
	trait := false
	for _, w := range words[:min(len(words), labelWords)] {
		trait = trait || traitLabels[strings.Trim(wording.Fold(w.Text), ".: ")]
		if strings.HasSuffix(w.Text, ":") {
			return trait
		}
	}
	return false
}

// textRow are the features of a line of a row's texts.
func (t *tableDraft) textRow(r *tableRow, texts []itemText, i int) learn.Row {
	f := make(learn.Row, 0, 72)
	text, first := &texts[i], &texts[0]
	w, w0 := text.words[0], first.words[0]
	size := max(1, w0.Size)
	last := text.words[len(text.words)-1]
	f.Add(float64(i), float64(len(texts)-1-i), float64(len(texts)))
	f.Flag(text.line == r.anchor)
	f.Flag(text.part != r.part)
	f.Add((w.Box.X0-w0.Box.X0)/size, w.Size/size, (last.Box.X1-w.Box.X0)/size)
	f.Flag(w.Bold)
	f.Flag(w0.Bold)
	f.Flag(w.Color != w0.Color)
	// Beside the line before.
	if i > 0 {
		before := &texts[i-1]
		end := before.words[len(before.words)-1]
		gap := 0.0
		if before.part == text.part {
			gap = (w.Baseline - end.Baseline) / size
		}
		right := 0.0
		for k := range texts {
			right = max(right, texts[k].words[len(texts[k].words)-1].Box.X1)
		}
		e := &text.part.extents[text.column]
		f.Add(gap, (right-end.Box.X1)/size, (e.right-end.Box.X1-w.Box.Width())/size)
		f.Flag(strings.HasSuffix(end.Text, "-"))
		f.Flag(strings.HasSuffix(end.Text, ","))
		f.Flag(strings.HasSuffix(end.Text, ".") || strings.HasSuffix(end.Text, ";"))
		f.Flag(before.column == text.column)
	} else {
		f.Add(0, 0, 0, 0, 0, 0, 0)
	}
	// Its words.
	value := wording.Join(text.words)
	colon := 0
	for k, x := range text.words[:min(len(text.words), 5)] {
		if strings.HasSuffix(x.Text, ":") && colon == 0 {
			colon = k + 1
		}
	}
	f.Add(float64(colon), float64(len(text.words)))
	f.Add(learn.Shape(value)...)
	c, _ := utf8.DecodeRuneInString(w.Text)
	f.Flag(unicode.IsLower(c))
	f.Flag(unicode.IsUpper(c))
	f.Flag(unicode.IsDigit(c))
	f.Flag(strings.ContainsRune("(*-–•/#[", c))
	f.Flag(isCode(text.words))
	f.Flag(isKnownUnit(text.words[len(text.words)-1:]))
	f.Flag(strings.Contains(value, "="))
	_, _, _, dated := t.locale.FindDate(value)
	f.Flag(dated)
	label, n := t.itemLabel(text.words)
	f.Flag(n > 0 && label == schema.ItemCode)
	f.Flag(n > 0 && label != schema.ItemCode)
	kinds := affinity(t.tokens(text.words[:min(len(text.words), 4)]))
	f.Add(kinds[kindLine:]...)
	// Other lines of its kind in the table.
	same, of := 0, 0
	mine := opening(text.words)
	for _, p := range t.parts {
		for k := range p.lines {
			l := &p.lines[k]
			if l == text.line || text.column >= len(l.cells) || len(l.cells[text.column]) == 0 {
				continue
			}
			of++
			if mine != "" && opening(l.cells[text.column]) == mine {
				same++
			}
		}
	}
	f.Add(float64(same), float64(same)/float64(max(1, of)), float64(of))
	f.Flag(t.find(kindCode) >= 0)
	f.Flag(t.columns[text.column].kind == kindCode)
	return f
}

// opening is the first word of a line, by which lines are told that say the same
// of each item; empty for figures and codes.
func opening(words []*doc.Word) string {
	w := wording.Fold(words[0].Text)
	if wording.HasDigit(w) {
		return ""
	}
	return w
}
