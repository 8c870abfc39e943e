package ranking

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/layout"
	"lineitem/convert/order/address"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/textnorm"
)

// The most words of a segment that is searched for parts, and of one of which all runs of words are proposed.
const (
	maxParted    = 40
	maxBlankless = 6
)

// proposeParts adds what stands within a segment or continues beyond the end of its line: the
// parts between marks ("Net 30; freight prepaid"), the names in a sentence ("Conditions
// of Sale of Acme Ltd apply"), the words beside forms of address in scripts that have no capitals
// ("株式会社文林堂 御中"), and names on two lines.
func (g *Graph) proposeParts() {
	for i := range g.nodes {
		n := &g.nodes[i]
		if len(n.words) > maxParted {
			continue
		}
		n.eachPart(func(from, to int) { g.proposeText(i, from, to, maxParted) })
		n.eachName(func(from, to int) { g.proposeName(i, from, to) })
		n.eachBlankless(func(from, to int) { g.proposeName(i, from, to) })
		g.proposeJoined(i)
		g.proposeRuns(i)
	}
}

// proposeName adds words of a segment as a name.
func (g *Graph) proposeName(i, from, to int) {
	if text := trim(textnorm.Join(g.nodes[i].Words[from:to])); textnorm.CountLetters(text) >= leastLetters {
		g.add(names, text, i, from, to)
	}
}

// eachPart yields the words between two marks, and those from the beginning of the segment's value up to each mark.
func (n *node) eachPart(yield func(from, to int)) {
	value, from := n.hint.value, 0
	for i, w := range n.Words {
		before, behind := dividesAt(w.Text)
		if before && i > from {
			n.yieldPart(value, from, i, yield)
			from = i
		}
		if behind && i+1 > from {
			n.yieldPart(value, from, i+1, yield)
			from = i + 1
		}
	}
	if from > 0 && from < len(n.Words) {
		yield(from, len(n.Words))
	}
}

func (n *node) yieldPart(value, from, to int, yield func(from, to int)) {
	if to < len(n.Words) || from > 0 {
		yield(from, to)
	}
	if value < from && value < to {
		yield(value, to)
	}
}

// dividesAt reports whether a part of a segment ends before a word, and behind it.
func dividesAt(word string) (before, behind bool) {
	first, _ := utf8.DecodeRuneInString(word)
	last, _ := utf8.DecodeLastRuneInString(word)
	mark := strings.ContainsRune("-–—/|·•☐☒☑", first) && utf8.RuneCountInString(word) == 1
	return mark || first == '(' || first == '（', mark || strings.ContainsRune(",;:.)，；：。、）", last)
}

// Bounds of runs of words.
const (
	maxRun     = 20 // words
	maxRunEnds = 6  // runs that begin at the same word
)

// proposeRuns adds texts within sentences, which may continue in the line beneath: all runs of words
// that begin and end where a sentence may be divided, if they hold a word of payment terms or of
// shipping, or a label announces them as such.
func (g *Graph) proposeRuns(i int) {
	n := &g.nodes[i]
	words, printed, last := n.words, n.Words, i
	if down := int(n.next[below]); down >= 0 && g.stacked(i, down) {
		d := &g.nodes[down]
		words, printed, last = slices.Concat(words, d.words), slices.Concat(printed, d.Words), down
	}
	for from := range n.words {
		if !n.mayBegin(from) {
			continue
		}
		told, ends := n.words[from].claimedText(), 0
		for to := from + 1; to <= min(len(words), from+maxRun) && ends < maxRunEnds; to++ {
			told = told || words[to-1].topic != 0
			if !told || to != len(n.words) && to < len(words) && !divided(words[to-1].Text, words[to].Text) && !isSmall(words[to].Text) {
				continue
			}
			at := i
			if to > len(n.words) {
				at = last
			}
			g.addWords(texts, trim(textnorm.Join(printed[from:to])), words[from:to:to], i, at)
			ends++
		}
	}
}

// claimedText reports whether a label announces terms of payment or a method of shipment.
func (w *word) claimedText() bool {
	return w.claimed != nil && max(w.claimed.strength(keyvalue.Terms), w.claimed.strength(keyvalue.ShipVia)) > 0
}

// mayBegin reports whether a value may begin at a word: at one with digits, and at or behind a mark or a
// small word.
func (n *node) mayBegin(k int) bool {
	return k == 0 || n.mayEnd(k) || isSmall(n.Words[k].Text) || isSmall(n.Words[k-1].Text) || textnorm.HasDigit(n.Words[k].Text)
}

// mayEnd reports whether a mark stands before a word.
func (n *node) mayEnd(k int) bool { return divided(n.Words[k-1].Text, n.Words[k].Text) }

// divided reports whether a mark stands between two words.
func divided(first, second string) bool {
	before, _ := dividesAt(second)
	_, behind := dividesAt(first)
	return before || behind
}

// isSmall reports whether a word is short and begins with a small letter, such as "of" or "und".
func isSmall(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return len(word) <= maxSmall && unicode.IsLower(r)
}

// eachName yields the runs of two or more capitalised words that are a part of the text. Short words in
// small letters may stand within a run ("University of North Hills"); what follows the last of
// them is yielded as well ("on behalf of North Hills").
func (n *node) eachName(yield func(from, to int)) {
	from, behind, end := -1, -1, -1 // the run is [from:end]; its last small word stands before behind
	flush := func() {
		if from >= 0 && end-from >= 2 && (from > 0 || end < len(n.Words)) {
			yield(from, end)
		}
		if behind > from && end-behind >= 2 {
			yield(behind, end)
		}
		from, behind = -1, -1
	}
	for i, w := range n.Words {
		r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w.Text, "(\"“„'"))
		_, ends := dividesAt(w.Text)
		switch {
		case unicode.IsUpper(r) || r == '&' || from >= 0 && isLegal(w.Text):
			if from < 0 {
				from = i
			}
			if end = i + 1; ends && !strings.HasSuffix(w.Text, ".") {
				flush()
			}
		case from >= 0 && len(w.Text) <= maxSmall && !ends && unicode.IsLetter(r):
			behind = i + 1
		default:
			flush()
		}
	}
	flush()
}

// eachBlankless yields all runs of words of a short text in a script without capitals.
func (n *node) eachBlankless(yield func(from, to int)) {
	if len(n.words) > maxBlankless || !strings.ContainsFunc(n.text, layout.Blankless) {
		return
	}
	for from := range n.words {
		for to := from + 1; to <= len(n.words); to++ {
			yield(from, to)
		}
	}
}

// isLegal reports whether a word is a legal form, or part of one: "s.r.o.".
func isLegal(word string) bool {
	a, ok := address.NewWord(word)
	return ok && a.Dotted && a.Traits&(address.WordLegal|address.WordShort) != 0
}

// maxSmall is the most bytes of a word such as "of" or "und".
const maxSmall = 3

// maxJoined is the most words of a name on two lines.
const maxJoined = 10

// proposeJoined adds names that continue in the line beneath.
func (g *Graph) proposeJoined(i int) {
	n := &g.nodes[i]
	at := n.next[below]
	if at < 0 || !g.stacked(i, int(at)) {
		return
	}
	next := &g.nodes[at]
	var buf [3]int
	for _, from := range g.starts(i, buf[:0]) {
		if len(n.Words)-from+len(next.Words) > maxJoined || textnorm.HasDigit(next.text) {
			continue
		}
		first, second := textnorm.Join(n.Words[from:]), textnorm.Join(next.Words)
		joined := first + " " + second
		if r, _ := utf8.DecodeRuneInString(second); strings.HasSuffix(first, "-") && unicode.IsLower(r) {
			joined = strings.TrimSuffix(first, "-") + second
		}
		if text := trim(joined); textnorm.CountLetters(text) >= leastLetters {
			words := append(n.words[from:len(n.words):len(n.words)], next.words...)
			g.addWords(names, text, words, i, int(at))
		}
	}
}

// leastContinued is the least probability of a text that continues in the next line.
const leastContinued = 0.02

// extendText extends a chosen text that ends with its line, and without a full stop, if the next line begins with a small letter: it
// chooses the likeliest of the longer texts, if that has at least leastContinued.
func (r *Ranked) extendText(nodes []node) {
	if r.Best < 0 {
		return
	}
	c, top := r.Candidates[r.Best], leastContinued
	last := nodes[c.last].words
	if strings.HasSuffix(last[len(last)-1].Text, ".") {
		return
	}
	for i, on := range r.Candidates {
		if n := len(c.words); len(on.words) <= n || on.first != c.first || on.words[0] != c.words[0] || c.words[n-1] != last[len(last)-1] || r.P[i] < top {
			continue
		}
		if first, _ := utf8.DecodeRuneInString(on.words[len(c.words)].Text); unicode.IsLower(first) {
			r.Best, top = i, r.P[i]
		}
	}
}

// shortenAddress shortens a chosen address that holds a new sentence behind a full stop, or the column headings beneath it, if the
// part before these is a candidate as well.
func (r *Ranked) shortenAddress(g *Graph) {
	if r.Best < 0 {
		return
	}
	whole := r.Candidates[r.Best]
	for k, w := range whole.words[1:] {
		last := whole.words[k]
		if first, _ := utf8.DecodeRuneInString(w.Text); !(unicode.IsUpper(first) && endsSentence(last.Text)) && !g.headsColumn(w) {
			continue
		}
		at := slices.IndexFunc(r.Candidates, func(c *Candidate) bool {
			return c.words[len(c.words)-1] == last && strings.HasPrefix(whole.Value, c.Value)
		})
		if at >= 0 {
			value := r.Candidates[at].value
			r.P[at], r.P[r.Best], r.values[value], r.values[whole.value] = r.P[r.Best], r.P[at], r.values[whole.value], r.values[value]
			r.Best = at
			return
		}
	}
}

// headsColumn reports whether a word begins a segment that is a label or a heading and has another such segment beside it.
func (g *Graph) headsColumn(w *word) bool {
	if w.at > 0 {
		return false
	}
	for i := range g.nodes {
		n := &g.nodes[i]
		if n.words[0] != w {
			continue
		}
		beside := n.next[right]
		if beside < 0 {
			beside = n.next[left]
		}
		return beside >= 0 && g.labels(n) && g.labels(&g.nodes[beside])
	}
	return false
}

// A word of fewer letters before a full stop may be an abbreviation, a number of fewer digits an ordinal.
const leastLongWord, leastCode = 6, 4

// endsSentence reports whether a word ends with a full stop that ends a sentence. No abbreviation has digits as well as letters.
func endsSentence(word string) bool {
	word, ok := strings.CutSuffix(word, ".")
	word = word[strings.LastIndexAny(word, ".,-/()")+1:]
	letters := textnorm.CountLetters(word)
	return ok && (letters >= leastLongWord || textnorm.AtLeastDigits(word, leastCode) || letters > 1 && textnorm.HasDigit(word))
}
