package taught

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

// Remarks reports what is remembered, a sentence for each column.
func (l *Layout) Remarks() []string {
	var all []string
	for i := range l.Fields {
		if r := l.Fields[i].remark(); r != "" {
			all = append(all, schema.Columns[l.Fields[i].Field].Label+": "+r)
		}
	}
	if l.Items != nil {
		for f := range schema.NumFields {
			label := schema.Columns[f].Label
			if f == schema.DeliveryDate {
				label += " of line items"
			}
			if r := l.Items.remark(f); r != "" {
				all = append(all, label+": "+r)
			}
		}
	}
	switch l.Custom.Dates {
	case value.DayFirst:
		all = append(all, "Dates: the day stands before the month")
	case value.MonthFirst:
		all = append(all, "Dates: the month stands before the day")
	}
	switch l.Custom.Decimal {
	case ",":
		all = append(all, "Numbers: a comma stands before the decimals")
	case ".":
		all = append(all, "Numbers: a full stop stands before the decimals")
	}
	return all
}

// remark reports where the value of the field stands; nothing where that is not known.
func (r *FieldRule) remark() string {
	switch {
	case r.Constant != "" && r.Logo:
		return fmt.Sprintf("always '%s', which stands in no text", r.Constant)
	case r.Constant != "":
		return fmt.Sprintf("always '%s'", r.Constant)
	case len(r.Ways) == 0 && r.Wrong > 0:
		return "not stated, whatever looks like it"
	case len(r.Ways) == 0:
		return ""
	}
	text := r.wayToTell().remark()
	if len(r.Takes) > 0 && r.Takes[0].Lines > 1 {
		text += fmt.Sprintf(", %d lines at most", r.Takes[0].Lines)
	}
	return text
}

// wayToTell is the way that says most to people: one by a label, whose words are known if
// possible, before one by the distance from something.
func (r *FieldRule) wayToTell() *Way {
	for _, tells := range [...]func(w Way) bool{
		func(w Way) bool { return w.byLabel() && w.inWords() != "" },
		func(w Way) bool { return w.byLabel() },
		func(w Way) bool { return w.How == nearby && w.inWords() != "" },
	} {
		if i := slices.IndexFunc(r.Ways, tells); i >= 0 {
			return &r.Ways[i]
		}
	}
	return &r.Ways[0]
}

// byLabel reports whether the way leads by a label.
func (w *Way) byLabel() bool { return w.How == behind || w.How == beneath }

// remark reports where the way leads.
func (w *Way) remark() string {
	label := "its label, the words of which are not kept"
	if words := w.inWords(); words != "" {
		label = quoted(words)
	}
	page := "first"
	if w.Last {
		page = "last"
	}
	switch w.How {
	case behind:
		return "behind " + label
	case beneath:
		return "beneath " + label
	case nearby:
		return "always at the same distance from " + label
	}
	return "always at the same place of the " + page + " page"
}

// inWords is the way's label; empty where only hashes of it are kept.
func (w *Way) inWords() string {
	if slices.ContainsFunc(w.Label, func(s string) bool { return strings.HasPrefix(s, "~") }) {
		return ""
	}
	return strings.Join(w.Label, " ")
}

// shownLabel is a label in which an ellipsis stands for words of which only hashes are kept.
func shownLabel(words []string) string {
	shown := slices.Clone(words)
	for i, w := range shown {
		if strings.HasPrefix(w, "~") {
			shown[i] = "…"
		}
	}
	return strings.Join(slices.Compact(shown), " ")
}

// quoted is a folded label as it is shown.
func quoted(words string) string {
	r, size := utf8.DecodeRuneInString(words)
	return "'" + string(unicode.ToUpper(r)) + words[size:] + "'"
}

// remark reports where the values of a column stand in line items; nothing where they state
// none.
func (r *ItemRule) remark(f schema.Field) string {
	var best *slot
	text := ""
	for k := range r.Kinds {
		kind := &r.Kinds[k]
		if kind.Part != begins && kind.Part != goesOn {
			continue
		}
		for i := range kind.Slots {
			s := &kind.Slots[i]
			if !s.states(f) || best != nil && best.Count >= s.Count {
				continue
			}
			best, text = s, r.line(k)+r.column(s)
			if i > 0 && len(kind.Slots[i-1].Label) > 0 {
				text += ", behind " + quoted(shownLabel(kind.Slots[i-1].Label))
			}
		}
	}
	return text
}

// line reports which line of an item is of the k-th kind.
func (r *ItemRule) line(k int) string {
	if r.Kinds[k].Part == begins {
		return ""
	}
	for _, l := range r.Chain {
		if l.To == k && l.From >= 0 && r.Kinds[l.From].Part == begins {
			return "second line of the cell "
		}
	}
	return "further line of the cell "
}

// column reports in which column a slot stands: by its heading, or else by its place.
func (r *ItemRule) column(s *slot) string {
	var over []heading // those of the nearest line
	for _, h := range r.Heads {
		switch {
		case h.Right <= s.Left[0] || h.Left >= s.Right[1] || h.Word == "" || strings.HasPrefix(h.Word, "~"):
		case len(over) == 0 || h.Line < over[0].Line:
			over = []heading{h}
		case h.Line == over[0].Line:
			over = append(over, h)
		}
	}
	if len(over) == 0 {
		return fmt.Sprintf("from %d %% to %d %% of the page's width", s.Left[0]/10, (s.Right[1]+9)/10)
	}
	over = r.wholeHeading(over)
	words := make([]string, 0, len(over))
	for _, h := range over {
		words = append(words, h.Word)
	}
	return "under " + quoted(strings.Join(words, " "))
}

// wholeHeading adds to the words above a column those beside them, from left to right.
func (r *ItemRule) wholeHeading(over []heading) []heading {
	const (
		wordGap   = 14 // at most, thousandths of the page's width
		mostWords = 8
	)
	over = over[:min(len(over), mostWords)]
	for added := true; added; {
		added = false
		for _, h := range r.Heads {
			beside := func(o heading) bool {
				return h.Line == o.Line && (h.Left >= o.Right && h.Left-o.Right <= wordGap || o.Left >= h.Right && o.Left-h.Right <= wordGap)
			}
			if len(over) < mostWords && !slices.Contains(over, h) && !strings.HasPrefix(h.Word, "~") && slices.ContainsFunc(over, beside) {
				over, added = append(over, h), true
			}
		}
	}
	slices.SortStableFunc(over, func(a, b heading) int { return cmp.Compare(a.Left, b.Left) })
	return over
}
