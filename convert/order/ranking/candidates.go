package ranking

import (
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/parties"
	"lineitem/convert/order/textnorm"
)

// numSpan is how many numbers describe a candidate, beside its hashed words.
const numSpan = 20 + 2*concepts + numParty + numMentions + numBoundary + 1 + maxAnnounced + 2*numOwners

// Bounds of candidates.
const (
	maxOfGroup   = 900 // candidates, beside those that readers found
	maxNameWords = 12
	maxTextWords = 28
	maxBlock     = 8    // lines
	maxNumber    = 32   // bytes
	maxValue     = 300  // bytes, except of an address
	maxAddress   = 1000 // bytes of an address to which a further line is added
	leastLetters = 2    // of a name or a text
)

// propose finds the candidates of all groups.
func (g *Graph) propose() {
	var buf [3]int
	for i := range g.nodes {
		starts := g.starts(i, buf[:0])
		for _, from := range starts {
			g.proposeText(i, from, len(g.nodes[i].Words), maxTextWords)
		}
		g.proposeNumbers(i)
		g.proposeDates(i)
		g.proposeBlocks(i, starts)
	}
	g.proposeSums()
	g.findMentions()
	g.countPairs()
	g.proposeParties()
	g.proposeAnnounced()
	g.proposeParts()
	g.findOwners()
	g.amounts = amountsOf(g.Candidates[sums])
	g.addParty(&g.noParty, nil)
	values := map[string]int32{}
	for k := range g.Candidates {
		g.repeats[k] = countValues(g.Candidates[k], values)
		g.findRivals(group(k))
		g.spans[k] = g.scratch.Features(len(g.Candidates[k]) * numSpan)
		hashes := g.scratch.Hashes(maxSpanHashes * len(g.Candidates[k]))
		for _, c := range g.Candidates[k] {
			hashes = g.describeCandidate(c, &g.spans[k], hashes)
		}
	}
}

// add adds a candidate that consists of the words [from:to] of node i, unless it is there already.
func (g *Graph) add(k group, value string, i, from, to int) {
	n := &g.nodes[i]
	g.addWords(k, value, n.words[from:to], i, i)
}

// addWords is add for words of several nodes, from the first to the last of these. It adds nothing to a full group.
func (g *Graph) addWords(k group, value string, words []*word, first, last int) {
	if len(g.Candidates[k]) < maxOfGroup {
		g.addFound(k, value, words, first, last)
	}
}

// addFound adds what a reader found, even to a full group, and returns its candidate; nil if it cannot be a value of
// the group.
func (g *Graph) addFound(k group, value string, words []*word, first, last int) *Candidate {
	if k == names {
		if value, _ = parties.Addressed(value); !mayName(value) {
			return nil
		}
	}
	if value == "" || len(words) == 0 || k != blocks && len(value) > maxValue {
		return nil
	}
	for c := words[0].begin[k]; c != nil; c = c.also {
		if c.Value == value {
			return c
		}
	}
	if len(g.spare) == 0 {
		g.spare = make([]Candidate, 64)
	}
	c := &g.spare[0]
	g.spare = g.spare[1:]
	*c = Candidate{
		Value: value, Page: g.nodes[first].Page, words: words, also: words[0].begin[k],
		group: k, first: int32(first), last: int32(last), next: g.nodes[last].next[below],
	}
	words[0].begin[k] = c
	g.Candidates[k] = append(g.Candidates[k], c)
	return c
}

// mostOfWord is the most digits of a name that is one word; a word with more is a code.
const mostOfWord = 2

// mayName reports whether a text may be a name: it is neither a mail address nor a code, and has more letters than digits.
func mayName(text string) bool {
	letters, digits, words := 0, 0, 1
	for _, r := range text {
		switch {
		case r == '@':
			return false
		case r == ' ':
			words++
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return letters > digits && (words > 1 || digits <= mostOfWord)
}

// starts appends the indices of the words at which a value may begin in a segment: the first word, those
// behind labels and a heading, and the one behind the first colon or lone hyphen.
func (g *Graph) starts(i int, all []int) []int {
	n := &g.nodes[i]
	add := func(at int) {
		if at < len(n.Words) && !slices.Contains(all, at) {
			all = append(all, at)
		}
	}
	add(0)
	if h := g.Labels.Index.Heading(n.Segment); h != nil && !h.Value.Empty() {
		add(h.Value.From)
	}
	for _, l := range g.Labels.Index.Of(n.Segment) {
		if !l.Value.Empty() {
			add(l.Value.From)
		}
	}
	for k, w := range n.Words[:len(n.Words)-1] {
		if strings.HasSuffix(w.Text, ":") || w.Text == "-" && k > 0 {
			add(k + 1)
			break
		}
	}
	return all
}

// trim cuts the marks at the ends of a value.
func trim(s string) string { return strings.Trim(s, " ,;:|*·•☒☑–->，；：。、") }

// proposeText adds the words [from:to] of a segment as a name if they are at most maxNameWords, and as a
// text if they are at most the given number.
func (g *Graph) proposeText(i, from, to, most int) {
	text := trim(textnorm.Join(g.nodes[i].Words[from:to]))
	if textnorm.CountLetters(text) < leastLetters {
		return
	}
	if to-from <= maxNameWords && !strings.HasSuffix(g.nodes[i].Words[to-1].Text, ":") {
		g.add(names, text, i, from, to)
	}
	if to-from <= most {
		g.add(texts, text, i, from, to)
	}
}

// proposeNumbers adds the words of a segment that look like an order's number, also with a
// word in capitals before them ("LGC 23-2"), and short values that hold digits.
func (g *Graph) proposeNumbers(i int) {
	n := &g.nodes[i]
	if len(n.Words) > maxParted {
		return
	}
	for k, w := range n.Words {
		text := w.Text
		if at := strings.LastIndexAny(text, ":#"); at >= 0 && at+1 < len(text) {
			text = text[at+1:]
		}
		text = strings.Trim(text, ".,;:()[]#*|")
		text = g.beforeDate(text)
		if len(text) < 2 || len(text) > maxNumber || !textnorm.HasDigit(text) || strings.ContainsAny(text, "@%$€£") || amount(text) {
			continue
		}
		g.add(numbers, text, i, k, k+1)
		if k > 0 && isPrefix(n.Words[k-1].Text) {
			g.add(numbers, n.Words[k-1].Text+" "+text, i, k-1, k+1)
		}
	}
	from := n.hint.value
	if words := n.Words[from:]; len(words) > 1 && len(words) <= maxNumberWords && n.date.iso == "" {
		if text := trim(textnorm.Join(words)); len(text) <= maxNumber && textnorm.HasDigit(text) && !strings.ContainsAny(text, ":#№º°") {
			g.add(numbers, text, i, from, len(n.Words))
		}
	}
}

// beforeDate returns a number without the date that follows it behind a slash: "4711/30.06.2026".
func (g *Graph) beforeDate(number string) string {
	if at := strings.LastIndexByte(number, '/'); at > 0 {
		if iso, from, _, ok := g.Locale.FindDate(number[at+1:]); ok && from == 0 && strings.Contains(number[at:], iso[:yearDigits]) {
			return number[:at]
		}
	}
	return number
}

// maxNumberWords is the most words of a number.
const maxNumberWords = 4

// isPrefix reports whether a word may be the beginning of a number: a few capitals.
func isPrefix(word string) bool {
	return len(word) <= maxPrefix && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsUpper(r) })
}

// maxPrefix is the most bytes of a word with which a number begins.
const maxPrefix = 5

// amount reports whether a number is written like an amount with groups and decimals: with a comma and a full stop.
func amount(text string) bool { return strings.Contains(text, ",") && strings.Contains(text, ".") }

// maxDates bounds the dates of a segment.
const maxDates = 3

// proposeDates adds the dates of a segment.
func (g *Graph) proposeDates(i int) {
	n := &g.nodes[i]
	if g.Tables.Contains(n.Page, n.MidX(), n.MidY()) { // dates among the items are theirs
		return
	}
	g.proposeBroken(i)
	if len(n.Words) > maxParted {
		return
	}
	found, offset := n.date, 0
	for range maxDates {
		if found.iso == "" {
			return
		}
		first, last := wordsAt(n.Words, offset+found.from, offset+found.to)
		if first < last {
			g.add(dates, found.iso, i, first, last)
		}
		if offset += found.to; offset >= len(n.text) || found.to == 0 {
			return
		}
		found.iso, found.from, found.to, _ = g.Locale.FindDate(n.text[offset:])
	}
}

// Bounds of dates that continue in another segment.
const (
	maxBroken = 3   // words of such a date in each segment; also segments on one line
	wideBlank = 1.5 // largest gap between these segments, in font sizes
)

// proposeBroken adds a date with its month's name that begins at the end of a segment and ends in the line beneath or,
// where wide blanks separate its words, in one of the next segments to the right.
func (g *Graph) proposeBroken(i int) {
	n := &g.nodes[i]
	if down := int(n.next[below]); down >= 0 && g.stacked(i, down) && g.proposeOver(i, down) {
		return
	}
	var row [maxBroken - 1]int
	for k := range row {
		beside := int(n.next[right])
		if beside < 0 || g.nodes[beside].X0-n.X1 > wideBlank*n.Size() || g.nodes[beside].Cell != n.Cell {
			return
		}
		row[k], n = beside, &g.nodes[beside]
		if g.proposeOver(i, row[:k+1]...) {
			return
		}
	}
}

// proposeOver adds a date with its month's name that begins at the end of segment i and ends in one of the others. It
// reports whether there is one.
func (g *Graph) proposeOver(i int, others ...int) bool {
	n := &g.nodes[i]
	from := max(0, len(n.words)-maxBroken)
	words, printed := slices.Clip(n.words[from:]), slices.Clip(n.Words[from:])
	first := textnorm.Join(printed)
	for _, k := range others {
		next := &g.nodes[k]
		words, printed = append(words, next.words[:min(len(next.words), maxBroken)]...), append(printed, next.Words[:min(len(next.Words), maxBroken)]...)
	}
	last := others[len(others)-1]
	if !textnorm.HasDigit(g.nodes[last].text) {
		return false
	}
	text := textnorm.Join(printed)
	iso, at, to, ok := g.Locale.FindDate(text)
	if !ok || at >= len(first) || to <= len(first) || !strings.Contains(text[at:to], iso[:yearDigits]) || textnorm.CountLetters(text[at:to]) < leastLetters {
		return false
	}
	begin, end := wordsAt(printed, at, to)
	g.addWords(dates, iso, words[begin:end], i, last)
	return true
}

// wordsAt returns the range of words that hold the bytes [from:to] of their text, in which blanks
// join them.
func wordsAt(words []*doc.Word, from, to int) (first, last int) {
	at := 0
	first = -1
	for i, w := range words {
		if end := at + len(w.Text); end > from && at < to {
			if first < 0 {
				first = i
			}
			last = i + 1
		}
		at += len(w.Text) + 1
	}
	return max(first, 0), last
}

// proposeAnnounced adds the values that labels announce, and marks them so.
func (g *Graph) proposeAnnounced() {
	for _, k := range announcedGroups {
		for i, f := range fieldsOf[k] {
			if cell := &g.Announced[f]; cell.Value != "" {
				if c := g.addCell(k, cell); c != nil {
					c.announced[i] = true
				}
			}
		}
	}
}
