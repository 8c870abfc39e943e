package taught

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

// Remarks returns what is remembered, a sentence for each column.
func (l *Layout) Remarks() (all []string) {
	add := func(subject, remark string) {
		if remark != "" {
			all = append(all, subject+": "+remark)
		}
	}
	for i := range l.Fields {
		add(schema.Columns[l.Fields[i].Field].Label, l.Fields[i].remark())
	}
	for f := schema.Field(0); l.Items != nil && f < schema.NumFields; f++ {
		label := schema.Columns[f].Label
		if f == schema.DeliveryDate {
			label += " of line items"
		}
		add(label, l.Items.remark(f))
	}
	add("Dates", map[string]string{value.DayFirst: "the day stands before the month", value.MonthFirst: "the month stands before the day"}[l.Conventions.Dates])
	add("Numbers", map[string]string{",": "a comma stands before the decimals", ".": "a full stop stands before the decimals"}[l.Conventions.Decimal])
	return all
}

// remark says where the value of the field stands; it is empty if that is not known.
func (r *FieldRule) remark() string {
	switch {
	case r.Constant != "" && r.Default:
		return fmt.Sprintf("'%s' where none is stated", r.Constant)
	case r.Constant != "" && r.Logo:
		return fmt.Sprintf("always '%s', which stands in no text", r.Constant)
	case r.Constant != "":
		return fmt.Sprintf("always '%s'", r.Constant)
	case len(r.Locators) == 0 && (r.Wrong > 0 || r.Absent):
		return "not stated, whatever looks like it"
	case len(r.Locators) == 0:
		return ""
	}
	w := r.Locators[0]
	text := [...]string{"behind ", "beneath "}[flag(w.Lines > 0)] + quoted(w.Label)
	if r.Bounds != nil && r.Bounds.Lines > 1 {
		text += fmt.Sprintf(", %d lines at most", r.Bounds.Lines)
	}
	return text
}

// quoted returns the words of a label as they are shown: an ellipsis stands for those of which
// only hashes are stored.
func quoted(words []string) string {
	shown := slices.Clone(words)
	for i, w := range shown {
		if strings.HasPrefix(w, "~") {
			shown[i] = "…"
		}
	}
	text := strings.Join(slices.Compact(shown), " ")
	r, size := utf8.DecodeRuneInString(text)
	return "'" + string(unicode.ToUpper(r)) + text[size:] + "'"
}

// remark says where the values of a column stand in line items; it is empty if they state none.
func (r *ItemRule) remark(f schema.Field) (text string) {
	most := 0
	for k := range r.Kinds {
		kind := &r.Kinds[k]
		for i := range kind.Slots {
			s := &kind.Slots[i]
			if kind.Part > goesOn || !s.states(f) || s.Count <= most {
				continue
			}
			most, text = s.Count, r.line(k)+r.column(s)
			if i > 0 && len(kind.Slots[i-1].Label) > 0 {
				text += ", behind " + quoted(kind.Slots[i-1].Label)
			}
		}
	}
	return text
}

// line says which line of an item is of the k-th kind.
func (r *ItemRule) line(k int) string {
	second := func(l link) bool { return l.To == k && l.From >= 0 && r.Kinds[l.From].Part == begins }
	switch {
	case r.Kinds[k].Part == begins:
		return ""
	case slices.ContainsFunc(r.Chain, second):
		return "second line of the cell "
	}
	return "further line of the cell "
}

// column says in which column a slot stands: by the headings above it and those next to them, or
// else by its place.
func (r *ItemRule) column(s *slot) string {
	const wordGap, mostWords = 14, 8 // thousandths of the page's width
	heads := slices.DeleteFunc(slices.Clone(r.Headings), func(h heading) bool { return h.Word == "" || strings.HasPrefix(h.Word, "~") })
	over := func(h heading) bool { return h.Right > s.Left[0] && h.Left < s.Right[1] }
	from := slices.IndexFunc(heads, over)
	if from < 0 {
		return fmt.Sprintf("from %d %% to %d %% of the page's width", s.Left[0]/10, (s.Right[1]+9)/10)
	}
	beside := func(i int) bool { return heads[i].Left-heads[i-1].Right <= wordGap }
	to := from + 1
	for to < len(heads) && (over(heads[to]) || beside(to)) {
		to++
	}
	for from > 0 && beside(from) {
		from--
	}
	var words []string
	for _, h := range heads[from:min(to, from+mostWords)] {
		words = append(words, h.Word)
	}
	return "under " + quoted(words)
}
