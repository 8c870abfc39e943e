package ranking

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"lineitem/convert/layout"
	"lineitem/convert/order/address"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/textnorm"
)

// impossible reports for each candidate of a group whether it cannot be a value of its fields, however probable the
// network finds it; it returns nil if all can. Such candidates are kept, since others are compared with them.
func (g *Graph) impossible(k group) []bool {
	var is func(c *Candidate) bool
	switch k {
	case numbers:
		is = func(c *Candidate) bool {
			return g.holdsLabel(c) || g.isDate(c.Value) || g.beforeDate(c.Value) != c.Value || amount(c.Value) || behindWords(c.Value) || g.isTaxNumber(c)
		}
	case names:
		is = func(c *Candidate) bool {
			return hasCaption(c.Value) || g.isLabel(c) || g.holdsLabel(c) || isTitle(c.Value)
		}
	case blocks:
		foreign := g.nonAddressWords()
		is = func(c *Candidate) bool {
			return slices.ContainsFunc(c.words, func(w *word) bool { first, is := foreign[w]; return is && (first || w != c.words[0]) })
		}
	case texts:
		is = func(c *Candidate) bool {
			return isPiece(c.Value) || g.isUnticked(c) || g.holdsLabel(c) || beginsWithVerb(c) && g.sentence(c) < 0
		}
	default:
		return nil
	}
	out := make([]bool, len(g.Candidates[k]))
	for i, c := range g.Candidates[k] {
		out[i] = is(c)
	}
	return out
}

// leastSure is the least probability of a supplier whose address is ruled out as the one for the bill.
const leastSure = 0.8

// ruleOutAddressesOf adds to the impossible addresses in out those that begin with the chosen name of a party, if that name is sure.
func (g *Graph) ruleOutAddressesOf(out []bool, party *Ranked) []bool {
	if party.Best < 0 || party.Probability(party.Best) < leastSure {
		return out
	}
	name := bareName(party.Candidates[party.Best].Value)
	for i, c := range g.Candidates[blocks] {
		out[i] = out[i] || c.beginsWith(name)
	}
	return out
}

// beginsWith reports whether a candidate's words begin with a bare name, which may end within one of them.
func (c *Candidate) beginsWith(name string) bool {
	for _, w := range c.words {
		if strings.HasPrefix(w.bare, name) {
			return true
		}
		rest, is := strings.CutPrefix(name, w.bare)
		if !is {
			return false
		}
		name = rest
	}
	return name == ""
}

// nonAddressWords returns words that do not occur within an address: those of dates, since the line beneath an address may say
// when to deliver there, and the first word of each party's heading. The words of dates have the value true: an address
// does not begin with them, either.
func (g *Graph) nonAddressWords() map[*word]bool {
	of := map[*word]bool{}
	for i := range g.nodes {
		if n := &g.nodes[i]; n.hint.buyer || n.hint.supplier {
			of[n.words[0]] = false
		}
	}
	for _, c := range g.Candidates[dates] {
		for _, w := range c.words {
			of[w] = true
		}
	}
	return of
}

// isDate reports whether a number is a date, or the year of one that is printed.
func (g *Graph) isDate(number string) bool {
	if _, from, to, ok := g.Locale.FindDate(number); ok && from == 0 && to == len(number) {
		return true
	}
	for i := range g.nodes {
		if len(number) == yearDigits && strings.HasPrefix(g.nodes[i].date.iso, number) {
			return true
		}
	}
	return false
}

// behindWords reports whether all words of a number but the last are words in small letters without digits, as those of
// a label are: "form 4711", "offer no. 4711".
func behindWords(number string) bool {
	words := strings.Fields(number)
	return len(words) > 1 && !slices.ContainsFunc(words[:len(words)-1], func(w string) bool {
		return w != strings.ToLower(w) || w == strings.ToUpper(w) || textnorm.HasDigit(w)
	})
}

// isTaxNumber reports whether a number is a registration number, judging by the words before it in its segment or by the
// label to the left of it: "VAT no. 4711".
func (g *Graph) isTaxNumber(c *Candidate) bool {
	n := &g.nodes[c.first]
	before := n.words[:c.words[0].at]
	if at := n.next[left]; !slices.ContainsFunc(before, isWord) && at >= 0 && len(g.nodes[at].words) <= maxPossessive {
		before = g.nodes[at].words
	}
	for i := len(before) - 1; i >= max(0, len(before)-maxPossessive) && !textnorm.HasDigit(before[i].Text); i-- {
		word, _, _ := strings.Cut(before[i].Text, "-") // "VAT-ID"
		if a, ok := g.address.Word(word); ok && a.Traits&address.WordTax != 0 {
			return true
		}
	}
	return false
}

// yearDigits is how many digits a year has.
const yearDigits = 4

// isPiece reports whether a text is cut out of another one: it holds only one half of a pair of brackets, begins with a
// slash as the second half of a label in two languages does, or begins with a caption of its own.
func isPiece(text string) bool {
	first, _, many := strings.Cut(text, " ")
	return strings.Count(text, "(") != strings.Count(text, ")") || first == "/" || many && hasCaption(first)
}

// isUnticked reports whether a candidate holds a box that is not ticked, or stands behind one.
func (g *Graph) isUnticked(c *Candidate) bool {
	from := c.words[0].at
	return strings.Contains(c.Value, unticked) || from > 0 && g.nodes[c.first].Words[from-1].Text == unticked
}

// unticked is a box that is not ticked.
const unticked = "☐"

// hasCaption reports whether a name holds a caption with a colon: "Factory: Acme Ltd".
func hasCaption(name string) bool { return strings.ContainsAny(name, ":：") }

// isLabel reports whether a candidate is the whole of a segment that is a label, a title or a column heading.
func (g *Graph) isLabel(c *Candidate) bool {
	n := &g.nodes[c.first]
	return c.first == c.last && len(c.words) >= len(n.words) && g.labels(n)
}

// labels reports whether a segment is a label, a title or a column heading.
func (g *Graph) labels(n *node) bool {
	if g.Labels.Index.IsPhrase(n.Segment) {
		return true
	}
	var few [8]headings.Token
	tokens := few[:0]
	for i, w := range n.words {
		tokens = headings.AppendTokens(tokens, i, w.bare)
	}
	_, length := headings.Longest(tokens)
	return length > 0 && length == len(tokens)
}

// holdsLabel reports whether a candidate begins with a label in a script that sets no blanks between words, which a blank
// separates from its value: "発注番号 PO-4711".
func (g *Graph) holdsLabel(c *Candidate) bool {
	n := &g.nodes[c.first]
	is := func(l *keyvalue.Label) bool {
		p := l.Phrase()
		if p.From != c.words[0].at || p.To-p.From >= len(c.words) || p.To > len(n.words) {
			return false
		}
		last, _ := utf8.DecodeLastRuneInString(n.words[p.To-1].bare)
		return layout.Blankless(last)
	}
	labels := g.Labels.Index.Of(n.Segment)
	for i := range labels {
		if is(&labels[i]) {
			return true
		}
	}
	head := g.Labels.Index.Heading(n.Segment)
	return head != nil && is(head)
}

// isTitle reports whether a name, without brackets at its end, ends with the title of a document in a script that sets no
// blanks between words: "成衣加工采购单".
func isTitle(name string) bool {
	if at := strings.LastIndexAny(name, "(（"); at > 0 && strings.ContainsAny(name[at:], ")）") {
		name = strings.TrimRight(name[:at], " ")
	}
	last, _ := utf8.DecodeLastRuneInString(name)
	if !layout.Blankless(last) {
		return false
	}
	return slices.ContainsFunc(blanklessTitles(), func(title string) bool { return strings.HasSuffix(name, title) })
}

// blanklessTitles are the titles of documents in scripts that set no blanks between words.
var blanklessTitles = sync.OnceValue(func() (all []string) {
	for _, concept := range [...]string{"parties.buyer_issues", "parties.supplier_issues"} {
		for e := range lexicon.Entries(concept) {
			if last, _ := utf8.DecodeLastRuneInString(e.Phrase); layout.Blankless(last) {
				all = append(all, e.Phrase)
			}
		}
	}
	return all
})

// leaveOut moves the probability of the candidates in out to the others and none, in proportion to theirs.
func (c *chances) leaveOut(out []bool) {
	if out == nil {
		return
	}
	left := 1.0
	for i := range c.p {
		if out[i] {
			left -= c.p[i]
			c.p[i] = 0
		}
	}
	left = max(left, tinyProbability)
	c.divide(left)
}
