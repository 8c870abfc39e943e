package solve

import (
	"slices"
	"strings"

	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
)

var (
	alignedCodes = mechanism.New("solve: codes that descriptions begin with in the column of codes")
	alikeCodes   = mechanism.New("solve: codes behind the label that others' have")
)

// takeAlikeCodes gives items without codes words that look like codes and stand behind the same label as most codes of the other items.
func (r *reviser) takeAlikeCodes() {
	if !alikeCodes.On() || !slices.ContainsFunc(r.lines, func(l *schema.Cells) bool { return l[schema.ItemCode].Value == "" }) {
		return
	}
	place := r.placeOfCodes()
	if place == "" {
		return
	}
	for i, l := range r.lines {
		first, last, next := r.bounds(r.words, i)
		next = min(next, last+1+mostRowsAway)
		if l[schema.ItemCode].Value != "" || first < 0 || next <= first {
			continue
		}
		for n := r.Rows[first].From; n < r.Rows[next-1].To && r.Nodes[n].Page == r.Rows[first].Page; n++ {
			code := strings.Trim(r.Nodes[n].Word.Text, marksAboutCodes)
			if len(code) < leastCodeBytes || strings.ContainsFunc(code, notCodeRune) || strings.HasSuffix(code, "-") || !r.endsAt(n) || r.words[i].contains(n, tagging.Description) {
				continue
			}
			if at, words := r.labelPlace(i, n); words > 0 && at == place {
				r.put(i, tagging.ItemCode, []int{n}, code)
				for k := range words {
					r.changed[i] = r.words[i].drop(tagging.Description, []int{n - 1 - k}) || r.changed[i]
				}
				break
			}
		}
	}
}

// placeOfCodes returns the place (see labelPlace) of most codes, empty if most stand behind no label or behind different ones.
func (r *reviser) placeOfCodes() (place string) {
	count, all := map[string]int{}, 0
	for i := range r.words {
		if code := r.words[i][tagging.ItemCode]; len(code) > 0 {
			all++
			if at, words := r.labelPlace(i, slices.Min(code)); words > 0 {
				count[at]++
			}
		}
	}
	for at, n := range count {
		if float64(n) >= itemShare*float64(all) { // true of one place at most
			place = at
		}
	}
	return place
}

// labelPlace returns the place of a node that may be the code of item i: "above " or "beneath ", in relation to the description, and the label
// before the node. It also returns how many words the label has.
func (r *reviser) labelPlace(i, n int) (at string, words int) {
	label, _ := r.labelBefore(n)
	side := "beneath "
	if text := r.words[i][tagging.Description]; len(text) > 0 && n < slices.Min(text) {
		side = "above "
	}
	return side + strings.Join(label, " "), len(label)
}

// takeAlignedCodes gives items without codes a word that looks like one in the column of the other items' codes. The word stands by itself, or before
// the description if the other codes stand before theirs, or in brackets.
func (r *reviser) takeAlignedCodes() {
	if !alignedCodes.On() {
		return
	}
	before := r.codesBeforeTexts()
	for i, l := range r.lines {
		if l[schema.ItemCode].Value != "" {
			continue
		}
		first, last := r.rowsOf(&r.words[i])
		if first < 0 {
			continue
		}
		bracketed := r.mostCodes(func(_ int, code []int) bool { return r.inBrackets(code[0]) }) // counts the codes that were just taken, too
		for n := r.Rows[first].From; n < r.Rows[last].To; n++ {
			code := unbracketed(r.Nodes[n].Word.Text)
			if !r.mayBeginCode(i, n, bracketed) || len(code) < leastCodeBytes || strings.ContainsFunc(code, notCodeRune) || !r.inBrackets(n) && (!r.endsAt(n) && !(before && textnorm.HasDigit(code)) || !r.underCodes([]int{n})) {
				continue
			}
			rest := slices.DeleteFunc(slices.Clone(r.words[i][tagging.Description]), func(k int) bool { return k == n })
			if k := slices.Index(rest, n+1); k == 0 && isSeparator(r.Nodes[n+1].Word.Text) { // "KT-0412 / Door mat"
				rest = rest[1:]
			}
			if textnorm.CountLetters(textnorm.Join(r.decoder.words(rest))) > 0 {
				r.put(i, tagging.ItemCode, []int{n}, code)
				r.words[i][tagging.Description], r.changed[i] = rest, true
				break
			}
		}
	}
}

// mayBeginCode reports whether a node is in no cell of item i except its description, and either begins its segment, follows a word of another cell, or is
// marked as a code by brackets. A bracketed word must have a digit unless most codes are bracketed.
func (r *reviser) mayBeginCode(i, n int, bracketed bool) bool {
	marked := r.inBrackets(n) && (bracketed || textnorm.HasDigit(r.Nodes[n].Word.Text)) // "Door mat [KT-0412]"
	return (marked || r.begins(n) || r.words[i].contains(n-1, tagging.Description)) && !r.words[i].contains(n, tagging.Description)
}

// inBrackets reports whether a node is marked as a code: "[KT-0412]".
func (r *reviser) inBrackets(n int) bool {
	text := r.Nodes[n].Word.Text
	return strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]")
}

// codesBeforeTexts reports whether most codes stand right before the descriptions of their items.
func (r *reviser) codesBeforeTexts() bool {
	before, all := r.countCodes(func(i int, code []int) bool {
		n := slices.Max(code)
		return !r.endsAt(n) && slices.Contains(r.words[i][tagging.Description], n+1)
	})
	return float64(before) > itemShare*float64(all)
}

// underCodes reports whether a node stands where most codes do.
func (r *reviser) underCodes(node []int) bool {
	return r.mostCodes(func(_ int, code []int) bool { return r.aligned(code[:1], node) })
}

// mostCodes reports whether holds is true of at least itemShare of the codes, and of leastItems at least.
func (r *reviser) mostCodes(holds func(item int, code []int) bool) bool {
	count, all := r.countCodes(holds)
	return count >= leastItems && float64(count) >= itemShare*float64(all)
}

// countCodes returns the number of codes of which holds is true, and the number of all codes.
func (r *reviser) countCodes(holds func(item int, code []int) bool) (count, all int) {
	for i := range r.words {
		if code := r.words[i][tagging.ItemCode]; len(code) > 0 {
			all++
			if holds(i, code) {
				count++
			}
		}
	}
	return count, all
}
