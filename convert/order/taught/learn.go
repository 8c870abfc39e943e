package taught

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lineitem/convert/layout"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

// maxSeen bounds the documents that are known again when they are taught once more.
const maxSeen = 8

// Learn learns a layout from a document of it. The layout that is known already of it
// is refined; where there is none, known is nil. Learn returns a *RowsError where the
// example cannot be of this document.
func Learn(v *View, right Example, general Read, known *Layout) (*Lesson, error) {
	if err := right.check(v); err != nil {
		return nil, err
	}
	var told []string
	if known != nil {
		told = contradictions(v, right, general, known)
	}
	lesson := learn(v, right, general, known)
	lesson.Contradictions = append(told, lesson.Contradictions...)
	if !lesson.Layout.shrink() {
		return nil, &RowsError{Reason: fmt.Sprintf("what leads to these values takes more than %d bytes to remember: send rows of fewer line items", MaxBytes)}
	}
	return lesson, nil
}

// learn learns a layout, or refines one. A document that was taught before, and is taught
// again with other rows, counts once.
func learn(v *View, right Example, general Read, known *Layout) *Lesson {
	lesson := &Lesson{Layout: &Layout{Version: Version, Name: nameOf(right, general.Issuer), Examples: 1}}
	l := lesson.Layout
	keep := newKeeper(right, general.Issuer)
	l.Print = keep.print(v.Pages)
	l.ID = idOf(l.Print)
	seen := hashOfText(v.Pages)
	if known != nil {
		l.ID, l.Name, l.Examples, l.Seen = known.ID, known.Name, known.Examples, slices.Clone(known.Seen)
		switch {
		case !slices.Contains(known.Seen, seen):
			l.Examples++
			l.Print = known.Print.common(PrintOf(v.Pages))
		case known.Examples == 1:
			known = nil // its rows have been corrected
		default:
			l.Print = known.Print
		}
	}
	if !slices.Contains(l.Seen, seen) {
		l.Seen = append(l.Seen, seen)
		l.Seen = l.Seen[max(0, len(l.Seen)-maxSeen):]
	}
	v = v.asMeant(&right)
	l.Custom = learnCustom(v, &right, known)
	v = v.written(l.Custom)
	l.learnItems(lesson, v, right, general, known)
	if l.Items != nil {
		keep.forget(l.Items, v.Pages)
	}
	if l.Items != nil && general.HeadWith != nil {
		general.Head = general.HeadWith(l.onlyItems())
	}
	l.learnFields(lesson, v.asRead(), right, general, known)
	return lesson
}

// written is the document as it is read where dates and numbers are written so.
func (v *View) written(c value.Custom) *View {
	own := *v
	own.Locale = v.Locale.With(c)
	return &own
}

// hashOfText is by what a document is known when it is taught once more. It is too short
// to tell of anything that stands in it.
func hashOfText(pages []*layout.Page) uint32 {
	h := fnv.New32a()
	for _, p := range pages {
		for i := range p.Words {
			h.Write([]byte(p.Words[i].Text))
			h.Write([]byte{0})
		}
	}
	return h.Sum32()
}

// nameOf is what a layout is called: by its issuer, or by whoever else is named.
func nameOf(right Example, issuer schema.Field) string {
	for _, f := range [...]schema.Field{issuer, schema.Buyer, schema.Supplier} {
		name := strings.Map(func(r rune) rune {
			if unicode.IsControl(r) || r == unicode.ReplacementChar {
				return ' '
			}
			return r
		}, right.Head[f].Value)
		if name = strings.Join(strings.Fields(name), " "); name != "" {
			return strings.ToValidUTF8(name[:min(len(name), maxName)], "")
		}
	}
	return "Layout"
}

// contradictions says where a document has other values than a layout reads of it that
// was learned from others, a sentence for each column.
func contradictions(v *View, right Example, general Read, known *Layout) []string {
	v = v.written(known.Custom)
	read := general.Head
	known.Head(v, &read)
	head, _ := headOf(&right)
	var told []string
	for _, f := range headFields {
		if head[f].Value != "" && read[f].Evidence.Layout == known.ID && !same(forms[f], head[f].Value, read[f].Value, v.Locale.Recognised) {
			told = append(told, contradiction(f, read[f].Value, head[f].Value))
		}
	}
	if known.Items != nil {
		told = append(told, known.Items.contradictions(right.Lines, known.Lines(v))...)
	}
	return told
}

// mostTold is how many letters of a value are kept.
const mostTold = 80

// contradiction is the sentence of a column in which something stands, or nothing, and
// another value is right, or none.
func contradiction(f schema.Field, stands, right string) string {
	quoted := func(value, none string) string {
		if value == "" {
			return none
		}
		if cut := []rune(value); len(cut) > mostTold {
			value = string(cut[:mostTold]) + "…"
		}
		return strconv.Quote(value)
	}
	return fmt.Sprintf("%s: %s stands where the earlier documents have it, %s is right", schema.Columns[f].Label, quoted(stands, "nothing"), quoted(right, "none"))
}

// contradictions says in which columns most line items have other values than the rule
// reads, with the first of them.
func (r *ItemRule) contradictions(right, read []schema.Cells) []string {
	if len(read) == 0 {
		return []string{"Line items: nothing stands where the earlier documents have them"}
	}
	var told []string
	pairs := pairRows(right, read)
	for _, f := range itemFields {
		rows, others, first := 0, 0, ""
		for i, k := range pairs {
			if k < 0 || !r.states(f) || read[k][f].Value == "" && (right[i][f].Value == "" || f == schema.DeliveryDate) {
				continue // a date may be the order's
			}
			rows++
			if SameValue(f, right[i][f].Value, read[k][f].Value) {
				continue
			}
			if others++; first == "" {
				first = contradiction(f, read[k][f].Value, right[i][f].Value)
			}
		}
		if 2*others > rows {
			told = append(told, fmt.Sprintf("%s (in %d of %d line items)", first, others, rows))
		}
	}
	if len(read) != len(right) {
		told = append(told, fmt.Sprintf("Line items: where the earlier documents have them, this one has %d, but %d are right", len(read), len(right)))
	}
	return told
}

// states reports whether line items state a column, each by itself or all in common.
func (r *ItemRule) states(f schema.Field) bool {
	return r.has(f) || slices.ContainsFunc(r.Kinds, func(k kind) bool {
		return slices.ContainsFunc(k.Slots, func(s slot) bool { return s.states(f) })
	})
}
