package solve

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/items"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

var placedCodes = mechanism.New("solve: codes at one place of most items")

// Bounds of codes that stand at the same place of at least itemShare of the items without codes.
const (
	leastDistinct        = 0.5 // share of the codes that differ
	leastCodeProbability = 0.2 // mean probability of being codes, unless a label or their form says so
	mostRowsAway         = 4   // rows above or beneath what is read of an item
	longestLabel         = 3   // words
	mostCodeWords        = 4   // words
	leastPlacedBytes     = 3   // bytes
	leastBarcode         = 12  // digits of a bar code (GTIN)
	mostBarcode          = 14
	shortWord            = 3 // letters of a word without digits that may be part of a code: "WG-3350 Rev. 2"
)

// placedCode is a run of words that may be an item's code, and its place.
type placedCode struct {
	item  int
	nodes []int
	label []string // folded words before it in its segment, back to a mark
	side  int      // -1 above the rows that are read of the item, 0 in the first of them, 1 beneath the first
}

// codePlace is a place at which several items may have their code: behind the same label or, without one, in the same column.
type codePlace struct {
	codes []placedCode
	sum   float64 // sum of the probabilities that they are codes
}

// takePlacedCodes gives items without codes the words that look like codes at one place of most of them, if a label or their form says that they are
// codes or the network finds it probable enough (see isCodePlace). A column may have another place on each page. It reports whether it found a place.
func (r *reviser) takePlacedCodes() bool {
	if !placedCodes.On() {
		return false
	}
	var bare []int
	var places []codePlace
	taken := false
	for i, l := range r.lines {
		if l[schema.ItemCode].Value == "" {
			bare = append(bare, i)
			for _, c := range r.codeCandidates(i) {
				places = r.addPlaced(places, c, tagging.ItemCode)
			}
		}
	}
	for {
		var best *codePlace
		for k := range places {
			if p := &places[k]; r.isCodePlace(p, bare) && (best == nil || p.sum > best.sum) {
				best = p
			}
		}
		if best == nil {
			return taken
		}
		taken = true
		for _, c := range best.codes {
			r.setCode(r.lines[c.item], r.words[c.item][tagging.Description], c.nodes, len(c.label))
		}
		bare = slices.DeleteFunc(bare, func(i int) bool { return r.onPageOf(best, i) })
	}
}

// onPageOf reports whether item i stands on a page on which a place has codes. A column may stand elsewhere on other pages, but a place behind
// a label counts for all pages.
func (r *reviser) onPageOf(p *codePlace, i int) bool {
	row, _ := r.rowsOf(&r.words[i])
	return len(p.codes[0].label) > 0 || row >= 0 && slices.ContainsFunc(p.codes, func(c placedCode) bool { return r.Nodes[c.nodes[0]].Page == r.Rows[row].Page })
}

// addPlaced adds a possible code, or a possible value of another tag, to its place, unless its item already has one there.
func (d *decoder) addPlaced(places []codePlace, c placedCode, tag tagging.Tag) []codePlace {
	p := float64(d.Words[c.nodes[0]][tag])
	for k := range places {
		place := &places[k]
		first, last := &place.codes[0], &place.codes[len(place.codes)-1]
		if first.side != c.side || !slices.Equal(first.label, c.label) || len(c.label) == 0 && !d.aligned(first.nodes, c.nodes) {
			continue
		}
		if last.item != c.item {
			place.codes = append(place.codes, c)
			place.sum += p
		}
		return places
	}
	return append(places, codePlace{[]placedCode{c}, p})
}

// aligned reports whether two runs of words have their left edge, right edge or middle at the same x.
func (d *decoder) aligned(a, b []int) bool {
	return doc.BoxOf(d.words(a)).Misalignment(doc.BoxOf(d.words(b))) < placeTolerance
}

// isCodePlace reports whether what stands at a place is taken for the codes of the items without codes (bare).
func (r *reviser) isCodePlace(p *codePlace, bare []int) bool {
	count := float64(len(p.codes))
	if slices.ContainsFunc(p.codes, func(c placedCode) bool { return !slices.Contains(bare, c.item) }) {
		return false
	}
	bare = slices.DeleteFunc(slices.Clone(bare), func(i int) bool { return !r.onPageOf(p, i) })
	if len(bare) < 2 || count < itemShare*float64(len(bare)) {
		return false
	}
	// What stands between two items is a code of the upper one only if the last item has one there, too; and of the lower one only if the first has.
	if part := p.codes[0].side; part > 0 && p.codes[len(p.codes)-1].item != bare[len(bare)-1] || part < 0 && p.codes[0].item != bare[0] {
		return false
	}
	texts := map[string]bool{}
	for _, c := range p.codes {
		texts[textnorm.Join(r.decoder.words(c.nodes))] = true
	}
	if len(texts) < 2 || float64(len(texts)) < leastDistinct*count {
		return false
	}
	return p.sum >= leastCodeProbability*float64(len(bare)) || namesCode(p.codes[0].label) || len(texts) == len(p.codes) && !slices.ContainsFunc(p.codes, r.notPlain)
}

// notPlain reports whether words do not stand by themselves or may be something other than a code. Plain codes begin with a capital and consist of
// capitals, digits and marks, or are bar codes.
func (r *reviser) notPlain(c placedCode) bool {
	n, text := c.nodes[0], textnorm.Join(r.decoder.words(c.nodes))
	bars := len(text) >= leastBarcode && len(text) <= mostBarcode && textnorm.OnlyDigits(text)
	return !r.begins(n) || !r.endsAt(c.nodes[len(c.nodes)-1]) ||
		!unicode.IsUpper(rune(text[0])) && !bars || strings.ContainsFunc(text, notCodeRune)
}

// namesCode reports whether folded words are a heading or a label of codes.
func namesCode(label []string) bool {
	return headings.Of(label)[headings.Code] == 1 || items.NamesCode(label)
}

// continuesAbove reports whether a word may continue a word right above it that ends with a hyphen.
func (d *decoder) continuesAbove(n int) bool {
	row := d.Nodes[n].Row - 1
	if row < 0 || d.Rows[row].Page != d.Nodes[n].Page {
		return false
	}
	for k := d.Rows[row].From; k < d.Rows[row].To; k++ {
		if w := d.Nodes[k].Word; strings.HasSuffix(w.Text, "-") && math.Abs(w.Box.X0-d.Nodes[n].Word.Box.X0) < placeTolerance {
			return true
		}
	}
	return false
}

// codeCandidates returns what may be codes of item i: words on its rows, and on up to mostRowsAway rows above or beneath these, that belong to no cell
// except its description.
func (r *reviser) codeCandidates(i int) (found []placedCode) {
	first, last, next := r.bounds(r.words, i)
	if first < 0 {
		return nil
	}
	start := max(0, first-mostRowsAway)
	if i > 0 {
		_, before := r.rowsOf(&r.words[i-1])
		start = max(start, before+1)
	}
	for row := start; row < min(next, last+1+mostRowsAway); row++ {
		if r.Rows[row].Page != r.Rows[first].Page {
			continue
		}
		for n := r.Rows[row].From; n < r.Rows[row].To; n++ {
			label, ok := r.labelBefore(n)
			if !ok || row == first && len(label) > 0 && !namesCode(label) || r.continuesAbove(n) {
				continue
			}
			nodes := r.codeFrom(n, len(label) > 0)
			if len(nodes) == 0 || slices.ContainsFunc(nodes, func(n int) bool { return r.words[i].contains(n, tagging.Description) }) {
				continue
			}
			found = append(found, placedCode{i, nodes, label, cmp.Compare(row, first)})
			n = nodes[len(nodes)-1]
		}
	}
	return found
}

// labelBefore returns the folded words before a node in its segment, back to a mark. It reports whether they may be a label; no words may be one.
func (d *decoder) labelBefore(n int) (label []string, ok bool) {
	for k := n - 1; k >= 0 && d.Nodes[k].Segment == d.Nodes[n].Segment && !isSeparator(d.Nodes[k].Word.Text); k-- {
		if len(label) == longestLabel || textnorm.HasDigit(d.Nodes[k].Word.Text) {
			return nil, false
		}
		label = append(label, d.folded(k))
	}
	slices.Reverse(label)
	return label, true
}

// isSeparator reports whether a word is a mark that separates what stands before it from what stands behind it.
func isSeparator(text string) bool {
	return textnorm.CountLetters(text) == 0 && !textnorm.HasDigit(text) && text != ":" && text != "#"
}

// codeFrom returns the words from a node on that look like a code with a digit: a single word or, behind a label, all up to a mark.
func (d *decoder) codeFrom(n int, labelled bool) []int {
	end := n
	for ; end < len(d.Nodes) && d.Nodes[end].Segment == d.Nodes[n].Segment; end++ {
		if text := d.Nodes[end].Word.Text; isSeparator(text) || end > n && !textnorm.HasDigit(text) && len(text) > shortWord+1 {
			break
		}
	}
	whole := end == len(d.Nodes) || d.Nodes[end].Segment != d.Nodes[n].Segment || isSeparator(d.Nodes[end].Word.Text)
	if !labelled || !whole || end-n > mostCodeWords {
		end = min(end, n+1)
	}
	text := d.Nodes[n].Word.Text
	if end > n+1 && (strings.HasSuffix(text, ":") || !textnorm.HasDigit(text) && (strings.ToUpper(text) != text || strings.ContainsAny(text, ".:"))) {
		return nil
	}
	var nodes []int
	for k := n; k < end; k++ {
		nodes = append(nodes, k)
	}
	text = strings.Trim(textnorm.Join(d.words(nodes)), "()[]:,;|#")
	if len(text) < leastPlacedBytes || !textnorm.HasDigit(text) || value.HasDecimals(text) || strings.ContainsAny(text, "%€$£") {
		return nil
	}
	if _, ok := d.Locale.Date(text); ok {
		return nil
	}
	return nodes
}
