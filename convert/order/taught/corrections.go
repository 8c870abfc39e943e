package taught

import (
	"cmp"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// asMeant is a recognised document of which the right values are known, with the words that
// were misread as they were printed. A value that stands nowhere was misread where something
// much like it stands that is no other value.
func (v *View) asMeant(right *Example) *View {
	if !v.Locale.Recognised {
		return v
	}
	m := corrections{document: newDocument(v), stated: map[*token]bool{}, meant: map[*doc.Word]*doc.Word{}}
	m.amounts, m.dates = m.all(amount), m.all(date)
	values := valuesOf(right)
	for i := range values {
		m.note(&values[i])
	}
	for i := range values {
		if w := &values[i]; w.form == amount {
			m.correctAmount(w)
		} else if w.form != date && w.form != currency {
			m.correctText(w)
		}
	}
	own := *v
	own.meant = m.meant
	return &own
}

// asRead is the document with its words as they were recognised.
func (v *View) asRead() *View {
	own := *v
	own.meant = nil
	return &own
}

// word is a word of the document, as it was meant; nil where it is part of the one before.
func (v *View) word(w *doc.Word) *doc.Word {
	if meant, ok := v.meant[w]; ok {
		return meant
	}
	return w
}

// wanted is a value that an example states.
type wanted struct {
	form
	value string
	times int // how many line items have it; as often as it stands for one of the head
}

// valuesOf are the values of an example, each once.
func valuesOf(right *Example) (all []wanted) {
	add := func(k form, v string, times int) {
		if at := slices.IndexFunc(all, func(w wanted) bool { return w.form == k && w.value == v }); at >= 0 {
			all[at].times += times
		} else if v != "" {
			all = append(all, wanted{k, v, times})
		}
	}
	for _, f := range headFields {
		add(forms[f], right.Head[f].Value, maxSpots)
	}
	for i := range right.Lines {
		for f := range right.Lines[i] {
			v := right.Lines[i][f].Value
			switch f := schema.Field(f); f {
			case schema.LineNumber, schema.ItemCode:
				add(code, v, 1)
			case schema.Description:
				add(text, v, 1)
			case schema.Quantity, schema.UnitPrice, schema.LineTotal:
				add(amount, v, 1)
			case schema.DeliveryDate:
				add(date, v, 1)
			}
		}
	}
	return all
}

// corrections finds the recognition errors of a document whose values are known.
type corrections struct {
	*document
	stated map[*token]bool         // what states a right value
	meant  map[*doc.Word]*doc.Word // what was printed where a word was misread
	// amounts and dates are where those of the document stand.
	amounts, dates map[string][]spot
}

// all are where the values of a form stand, amounts by their normal form.
func (m *corrections) all(k form) map[string][]spot {
	all := map[string][]spot{}
	for i := range m.rows {
		r := &m.rows[i]
		for at := 0; at < len(r.tokens); {
			v, run := m.valueAt(k, &r.tokens[at])
			if k == amount {
				v = normal(v)
			}
			if len(run) > 0 {
				all[v] = append(all[v], spot{runs: [][]*token{run}})
			}
			at += max(1, len(run))
		}
	}
	return all
}

// note notes what states a value as it is.
func (m *corrections) note(w *wanted) {
	var found []spot
	switch w.form {
	case amount:
		found = m.amounts[normal(w.value)]
	case date:
		found = m.dates[w.value]
	default:
		found = m.find(w.form, w.value)
	}
	for i := range found {
		if found[i].wrong > 0 {
			continue
		}
		w.times--
		for _, run := range found[i].runs {
			for _, o := range run {
				m.stated[o] = true
			}
			if len(run) == 2 && w.form == code && !strings.Contains(w.value, " ") {
				m.join(run, w.value)
			}
		}
	}
}

// join makes one word of those between which a blank was read that is none.
func (m *corrections) join(run []*token, text string) {
	for _, o := range run {
		if o.text != o.word.Text || o.segment != run[0].segment {
			return
		}
	}
	m.correct(run[0].word, text)
	for _, o := range run[1:] {
		m.meant[run[0].word].Box = m.meant[run[0].word].Box.Union(o.word.Box)
		m.meant[o.word] = nil
	}
}

// isStated reports whether a token of a spot states a value already.
func (m *corrections) isStated(s *spot) bool {
	return slices.ContainsFunc(s.runs, func(run []*token) bool {
		return slices.ContainsFunc(run, func(o *token) bool { return m.stated[o] && o.bare != "" })
	})
}

// correctText corrects the words that most likely state a text.
func (m *corrections) correctText(w *wanted) {
	const leastLetters = 5
	bare := textnorm.Bare(w.value)
	if w.times <= 0 || len(bare) < leastLetters {
		return
	}
	found := m.findMisread(w.value, mostMisreadKnown)
	slices.SortStableFunc(found, func(a, b spot) int { return cmp.Compare(a.wrong, b.wrong) })
	for i := range found {
		if s := &found[i]; s.wrong > 0 && w.times > 0 && !m.isStated(s) {
			m.spell(s, w.value, bare)
			w.times--
		}
	}
}

// spell gives the words of a spot the letters of the text that they state.
func (m *corrections) spell(s *spot, text, bare string) {
	origin := make([]int, 0, len(bare)+1) // of each byte of bare, the place in the text
	for at, r := range text {
		for range len(textnorm.Bare(string(r))) {
			origin = append(origin, at)
		}
	}
	origin = append(origin, len(text))
	done := 0
	follow := matcher{document: m.document, want: bare, most: mostMisreadKnown}
	for _, run := range s.runs {
		for _, o := range run {
			m.stated[o] = true
			n, cost := follow.take(o, done)
			if cost > 0 && o.text == o.word.Text {
				m.correct(o.word, strings.TrimSpace(text[origin[done]:origin[done+n]]))
			}
			done += n
		}
	}
}

// correct notes what a word was meant to be.
func (m *corrections) correct(w *doc.Word, text string) {
	meant := *w
	meant.Text = text
	m.meant[w] = &meant
}

// correctAmount corrects the only word that states nearly an amount that stands nowhere, or the only
// two that state it with a blank between them.
func (m *corrections) correctAmount(w *wanted) {
	const leastDigits = 3
	want := digitsOf(normal(w.value))
	if len(want) < leastDigits || len(m.amounts[normal(w.value)]) > 0 {
		return
	}
	var found [][]*token
	for i := range m.rows {
		r := &m.rows[i]
		for k := range r.tokens {
			for n := 1; n <= 2 && k+n <= len(r.tokens); n++ {
				run := m.runFrom(&r.tokens[k], n)
				s := spot{runs: [][]*token{run}}
				if !m.isStated(&s) && m.nearlyStates(run, want) {
					found = append(found, run)
				}
			}
		}
	}
	if len(found) != 1 {
		return
	}
	run := found[0]
	text := w.value
	if at := strings.LastIndexAny(printed(run), ".,"); at >= 0 && printed(run)[at] == ',' {
		text = strings.Replace(text, ".", ",", 1)
	}
	m.join(run, text)
	for _, o := range run {
		m.stated[o] = true
	}
}

// nearlyStates reports whether a token has the digits of an amount but for one, or two that
// stand close have all of them.
func (m *corrections) nearlyStates(run []*token, want string) bool {
	for _, o := range run {
		if !textnorm.HasDigit(o.text) || o.text != o.word.Text {
			return false
		}
	}
	text, _, _, ok := ocrrepair.Numerals(strings.Join(strings.Fields(printed(run)), ""))
	if !ok {
		return false
	}
	read := digitsOf(text)
	zeros := want + strings.Repeat("0", max(0, min(len(read)-len(want), 4)))
	if len(run) == 2 {
		return run[0].segment == run[1].segment && (read == want || read == zeros)
	}
	one := 1.01 / float64(max(len(read), len(zeros)))
	return misread(read, zeros) <= one
}

// digitsOf are the digits of a number.
func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if textnorm.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// Kinds of lines that were misread.
const (
	timesAsOften = 3 // the kind that was meant occurs at least
	besideSlot   = 8 // thousandths of the page's width by which words may stand out of their slot
)

// dropMisread leaves out the kinds of lines that are more common ones of which words were
// misread, so that they state nothing.
func (r *ItemRule) dropMisread() {
	meant := make([]int, len(r.Kinds))
	for i := range r.Kinds {
		meant[i] = i
		for j := range r.Kinds {
			if r.Kinds[j].Count > r.Kinds[meant[i]].Count && r.Kinds[i].misreads(&r.Kinds[j]) {
				meant[i] = j
			}
		}
	}
	var kinds []kind
	at := make([]int, len(r.Kinds))
	for i := range r.Kinds {
		if meant[i] == i {
			at[i] = len(kinds)
			kinds = append(kinds, r.Kinds[i])
		}
	}
	to := func(i int) int {
		if i < 0 {
			return i
		}
		for meant[i] != i {
			i = meant[i]
		}
		return at[i]
	}
	chain := r.Chain
	r.Kinds, r.Chain = kinds, nil
	for _, l := range chain {
		r.follow(to(l.From), to(l.To), l.Count)
	}
}

// misreads reports whether lines of a kind are of another one, and words of theirs were
// misread: all that they have stands where those have something, and some of it states nothing
// though it stands where a value does.
func (k *kind) misreads(o *kind) bool {
	if k.Part != o.Part || k.Part > goesOn || o.Count < timesAsOften*k.Count {
		return false
	}
	lost := false
	for i := range k.Slots {
		s := &k.Slots[i]
		at := slices.IndexFunc(o.Slots, func(p slot) bool {
			return len(p.Fields) > 0 && p.Left[0]-besideSlot < s.Right[1] && s.Left[0] < p.Right[1]+besideSlot &&
				(len(s.Fields) == 0 || slices.ContainsFunc(s.Fields, p.states))
		})
		if at < 0 || len(s.Label) > 0 {
			return false
		}
		lost = lost || len(s.Fields) == 0 || i > 0 && slices.Equal(s.Fields, k.Slots[i-1].Fields)
	}
	return lost
}
