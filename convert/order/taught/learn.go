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
)

// maxSeen is the greatest number of documents that are remembered, so that they are recognised
// when they are taught again.
const maxSeen = 8

// Learn learns a layout from a document of it. It refines known, the layout as learned from
// earlier documents, which is nil if there are none. Learn returns a *RowsError if the example
// cannot be of this document.
func Learn(v *View, right Example, general GeneralReading, known *Layout) (*Lesson, error) {
	if err := right.check(v); err != nil {
		return nil, err
	}
	lesson := &Lesson{}
	if known != nil {
		lesson.Contradictions = contradictions(v, right, general, known)
	}
	l := &Layout{Version: Version, Name: nameOf(right, general.Issuer), Examples: 1}
	lesson.Layout = l
	known, again := l.follow(known, v.Pages)
	l.Conventions = learnConventions(v, &right, known)
	v = v.written(l.Conventions)
	items := l.learnItems(lesson, v, right, general, known)
	switch {
	case known == nil:
		l.Fingerprint = keptFingerprint(v.Pages, &right, right.Head[general.Issuer].Value, items)
	case again:
		l.Fingerprint = known.Fingerprint
	default:
		l.Fingerprint = known.Fingerprint.common(FingerprintOf(v.Pages))
	}
	if l.ID == "" {
		l.ID = idOf(l.Fingerprint)
	}
	if l.Items != nil && general.HeadWith != nil {
		items := *l
		general.Head = general.HeadWith(&items) // it has no rules for the head yet
	}
	l.learnFields(lesson, v, right, general, known)
	if !l.isSmall() {
		return nil, &RowsError{Reason: fmt.Sprintf("what leads to these values takes more than %d bytes to remember: send rows of fewer line items", MaxBytes)}
	}
	return lesson, nil
}

// follow makes a layout one that refines a known one, and returns what of that is to be
// refined. A document that was taught before, and is taught again with other rows, counts once.
func (l *Layout) follow(known *Layout, pages []*layout.Page) (refined *Layout, again bool) {
	h := fnv.New32a() // too short to reveal anything of the text
	for _, p := range pages {
		for i := range p.Words {
			h.Write([]byte(p.Words[i].Text))
			h.Write([]byte{0})
		}
	}
	seen := h.Sum32()
	if known == nil {
		l.Seen = []uint32{seen}
		return nil, false
	}
	l.ID, l.Name, l.Examples, l.Seen = known.ID, known.Name, known.Examples, slices.Clone(known.Seen)
	if again = slices.Contains(known.Seen, seen); !again {
		l.Examples++
		l.Seen = append(l.Seen, seen)
		l.Seen = l.Seen[max(0, len(l.Seen)-maxSeen):]
	}
	if again && known.Examples == 1 {
		return nil, false // the rows of the only example have been corrected
	}
	return known, again
}

// nameOf returns the name of a layout: its issuer's, or else that of another party that is
// named.
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

// contradictions returns a sentence for each column in which a document has another value than
// a layout that was learned from other documents reads in it.
func contradictions(v *View, right Example, general GeneralReading, known *Layout) (told []string) {
	v = v.written(known.Conventions)
	read := general.Head
	known.Head(v, &read)
	head, _ := headOf(&right)
	for _, f := range headFields {
		if head[f].Value != "" && read[f].Evidence.Layout == known.ID && !sameInForm(forms[f], head[f].Value, read[f].Value, v.Locale.Recognised) {
			told = append(told, contradiction(f, read[f].Value, head[f].Value))
		}
	}
	if known.Items != nil {
		told = append(told, known.Items.contradictions(right.Lines, known.Lines(v))...)
	}
	return told
}

// contradiction returns the sentence for a column in which one value, or nothing, stands where
// the layout leads, and another value, or none, is right.
func contradiction(f schema.Field, stands, right string) string {
	const most = 80 // letters of a value that are shown
	quoted := func(value, none string) string {
		if value == "" {
			return none
		}
		if cut := []rune(value); len(cut) > most {
			value = string(cut[:most]) + "…"
		}
		return strconv.Quote(value)
	}
	return fmt.Sprintf("%s: %s stands where the earlier documents have it, %s is right", schema.Columns[f].Label, quoted(stands, "nothing"), quoted(right, "none"))
}

// contradictions returns a sentence for each column in which most line items have other values
// than the rule reads. It quotes the first of them.
func (r *ItemRule) contradictions(right, read []schema.Cells) (told []string) {
	if len(read) == 0 {
		return []string{"Line items: nothing stands where the earlier documents have them"}
	}
	pairs := PairRows(right, read)
	for _, f := range itemFields {
		rows, others, first := 0, 0, ""
		for i, k := range pairs {
			if k < 0 || r.Trust.Stated[f] == 0 || read[k][f].Value == "" && (right[i][f].Value == "" || f == schema.DeliveryDate) {
				continue // a delivery date may be the order's
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
