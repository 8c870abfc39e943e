package solve

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/layout"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// Subline is a line of an item that may be part of its description, above or beneath the
// description's main line.
type Subline struct {
	Nodes    []int // nodes of its words in the column of descriptions
	Features LineFeatures
	key      string  // its first word, folded
	label    string  // how it begins (see label), if it is beneath the main line
	odds     float64 // log odds of being part of the description, by the weights
	place    int     // its place among the item's sublines, from 1; negative above the main line
}

// description is an item's description, line by line. It is empty if the item has none.
type description struct {
	main     []int // nodes of the main line: the one beside the figures, or else the first
	revised  bool  // words that were read have been left out, or others added
	sublines []Subline
}

// Sublines returns the sublines of each item, for fitting the weights of their features.
func (n *Reading) Sublines() [][]Subline {
	if n.by == nil {
		return nil
	}
	_, r := n.revise()
	all := make([][]Subline, len(r.lines))
	for i, p := range r.descriptions(r.words) {
		all[i] = p.sublines
	}
	return all
}

// reviseDescriptions gives descriptions the lines that the weights choose.
func (r *reviser) reviseDescriptions(w *LineFeatures) {
	all := r.descriptions(r.words)
	notes := notes(all, w)
	for i, p := range all {
		if len(p.main) == 0 {
			continue
		}
		nodes, changed := p.choose(w, notes)
		if !changed && !r.changed[i] && !p.revised {
			continue
		}
		text := strings.TrimSpace(textnorm.Join(r.decoder.words(nodes)))
		if textnorm.CountLetters(text) == 0 {
			continue
		}
		c := &r.lines[i][schema.Description]
		sure := c.Evidence.Confidence
		*c = r.newCell(nodes, tagging.Description, text)
		c.Evidence.Confidence = sure
	}
}

// notes returns the labels of notes: lines that at least two thirds of the items have and that, taken together, are unlikely to be part of
// descriptions, such as lots, accounts, or the same remark beneath each item.
func notes(all []description, w *LineFeatures) map[string]bool {
	odds, described := map[string]mean{}, 0
	for i := range all {
		described += min(1, len(all[i].main))
		all[i].choose(w, nil)
		for _, s := range all[i].sublines {
			odds[s.label] = odds[s.label].with(s.odds)
		}
	}
	are := map[string]bool{}
	for label, m := range odds {
		are[label] = textnorm.CountLetters(label) > 0 && described > 1 && 3*m.count >= 2*float64(described) && m.value() < leastShared
	}
	return are
}

// label returns how a text begins, folded: the words before the first digit, or the letters before it if it is in the first word, or the whole
// text if it has no digits.
func label(text string) string {
	text = textnorm.Fold(text)
	end := strings.IndexFunc(text, textnorm.IsDigit)
	if end < 0 {
		return text
	}
	if space := strings.LastIndexByte(text[:end], ' '); space > 0 {
		end = space
	}
	return text[:end]
}

// choose returns the nodes of the main line and of the sublines that the weights choose and that are no notes. It reports whether these lines differ
// from those that were read as the description.
func (p *description) choose(w *LineFeatures, notes map[string]bool) (nodes []int, changed bool) {
	nodes = slices.Clone(p.main)
	chosen := true // the line before
	for i := range p.sublines {
		s := &p.sublines[i]
		s.Features.Follow(chosen)
		read := s.Features[lineRead] > 0
		s.odds = w.score(&s.Features)
		is := (s.odds > leastChange || read && s.odds > -leastChange) && !notes[s.label]
		if is {
			nodes = append(nodes, s.Nodes...)
		}
		if !s.Features.Above() {
			chosen = is
		}
		changed = changed || is != read
	}
	slices.Sort(nodes)
	return nodes, changed
}

// leastChange is the log odds above which a line that was not read as part of a description becomes one; below its
// negative, a line that was read as part of one no longer is. Orders differ in whether notes, contracts and makers belong to descriptions;
// in doubt the reading of the whole table stands.
const leastChange = 1.5

// leastShared is the least mean log odds at which lines that most items have are still part of descriptions: what stands in the same words beneath
// most items is more often a note than what stands beneath only some.
const leastShared = 0.5

// Bounds of sublines.
const (
	mostSublines   = 40   // rows of an item
	leastGoingOn   = 0.3  // probability that a row beneath those that are read goes on with the item
	mostOutdented  = 1.5  // ems by which a line that was not read may begin left of the description
	placeTolerance = 4.0  // points by which the places of lines of one column may differ
	leastWideGap   = 0.6  // ems between two lines
	leastIndent    = 0.4  // ems
	largestSmaller = 0.97 // ratio of letter sizes below which the letters count as smaller
	blankWidth     = 0.25 // ems
)

// descriptions returns the descriptions of all items, line by line.
func (d *decoder) descriptions(words []cellWords) []description {
	all, labelled := make([]description, len(words)), d.labelled(words)
	for i := range words {
		all[i] = d.descriptionOf(words, i, labelled)
	}
	compareSublines(d, all)
	return all
}

// descriptionOf finds the lines of the description of item i: those that were read, and those above and beneath them in
// the same column that no other cell states.
func (d *decoder) descriptionOf(words []cellWords, i int, labelled map[int]bool) (p description) {
	described := slices.Sorted(slices.Values(words[i][tagging.Description]))
	count := len(described)
	described = slices.DeleteFunc(described, func(n int) bool { return labelled[d.Nodes[n].Row] })
	if len(described) == 0 {
		return p
	}
	main := d.mainRow(&words[i], described)
	p.revised = len(described) < count
	left, right := math.Inf(1), math.Inf(-1)
	for _, n := range described {
		box := d.Nodes[n].Word.Box
		left, right = min(left, box.X0), max(right, box.X1)
		if d.Nodes[n].Row == main {
			p.main = append(p.main, n)
		}
	}
	p.grow(d, &words[i])
	first, last, next := d.bounds(words, i)
	lines := lineFinder{d, &words[i], described, left - mostOutdented*em(&d.Nodes[p.main[0]]), right}
	before := &d.Nodes[p.main[0]] // first node of the line before
	for r := d.firstRow(words, i, first); r < min(max(next, last+1), first+mostSublines, len(d.Rows)); r++ {
		if r == main || labelled[r] || r > last && (d.Rows[r].Page != d.Rows[first].Page || d.Lines[r][tagging.Inside] < leastGoingOn) {
			continue
		}
		nodes, isRead := lines.nodesOf(r, (r > main || r < first) && r < next)
		if len(nodes) == 0 {
			continue
		}
		s := Subline{Nodes: nodes, key: d.folded(nodes[0]), place: len(p.sublines) + 1}
		with := before
		if r < main {
			with, s.place, s.Features[lineAbove] = &d.Nodes[p.main[0]], -s.place, 1
		}
		s.Features[lineRead], s.Features[lineAfter] = flag(isRead), flag(r > last)
		d.describeSubline(&s, p.main, with)
		if r > main {
			before, s.label = &d.Nodes[nodes[0]], label(textnorm.Join(d.words(nodes)))
		}
		p.sublines = append(p.sublines, s)
	}
	return p
}

// labelled returns the rows that are to be left out of descriptions because they label another value. Such a row is not the first of its description,
// and on it an amount or a long number, or any figure in another column, follows words that at least half of the items have as well: they name a
// part of the price, a date, a customs tariff or another number. Rows with remarks are included.
func (d *decoder) labelled(words []cellWords) map[int]bool {
	all, rows, described := map[int]bool{}, map[string][]int{}, 0
	for i := range words {
		nodes := slices.Sorted(slices.Values(words[i][tagging.Description]))
		described += min(1, len(nodes))
		for from, to := 0, 0; from < len(nodes); from = to {
			row := d.Nodes[nodes[from]].Row
			for to < len(nodes) && d.Nodes[nodes[to]].Row == row {
				to++
			}
			all[row] = from > 0 && isRemark(d.Nodes[nodes[from]].Word.Text)
			behind := from + 1
			for behind < to && !isStated(d.Nodes[nodes[behind]].Word.Text) {
				behind++
			}
			label, end := textnorm.Fold(textnorm.Join(d.words(nodes[from:behind]))), nodes[behind-1]+1
			if from > 0 && (behind < to || !textnorm.HasDigit(label)) && end < d.Rows[row].To && textnorm.HasDigit(d.Nodes[end].Word.Text) {
				rows[label] = append(rows[label], row)
			}
		}
	}
	for _, of := range rows {
		for _, row := range of {
			all[row] = all[row] || len(of) > 1 && 2*len(of) >= described
		}
	}
	return all
}

// grow adds to the main line the words before, within and behind it that no cell states, if they are in its segment or not farther away than its
// own words are from each other. Words before it that have digits, which may be codes, and labels are not added.
func (p *description) grow(d *decoder, words *cellWords) {
	widest := 0.0 // widest gap between its own words
	gap := func(a, b int) float64 { return d.Nodes[b].Word.Box.X0 - d.Nodes[a].Word.Box.X1 }
	for i, n := range p.main[1:] {
		widest = max(widest, gap(p.main[i], n))
	}
	mayGrow := func(n, by int) bool {
		if n < 0 || n >= len(d.Nodes) || d.Nodes[n].Row != d.Nodes[by].Row || words.contains(n) {
			return false
		}
		isNear := d.Nodes[n].Segment == d.Nodes[by].Segment || gap(min(n, by), max(n, by)) < min(widest+1, widestGap*em(&d.Nodes[n]))
		return isNear && float64(d.Words[n][tagging.Description]) >= leastGrown
	}
	last := p.main[len(p.main)-1]
	for n := p.main[0] + 1; ; n++ {
		is := mayGrow(n, n-1)
		if !is && mayGrow(n+1, n) && isPartSeparator(d.Nodes[n].Word.Text) { // "Door mat – grey", but no label
			is = !words.contains(n) && !strings.HasSuffix(d.Nodes[n+1].Word.Text, ":")
		}
		if is {
			p.main, p.revised = append(p.main, n), true
		} else if n > last {
			break
		}
	}
	slices.Sort(p.main)
	for n := p.main[0] - 1; mayGrow(n, n+1); n-- {
		text := d.Nodes[n].Word.Text
		if textnorm.HasDigit(text) || textnorm.CountLetters(text) < leastLetters || strings.HasSuffix(text, ":") {
			break
		}
		p.main, p.revised = slices.Insert(p.main, 0, n), true
	}
}

// isPartSeparator reports whether a word is a mark between the parts of a text.
func isPartSeparator(text string) bool {
	return strings.ContainsAny(text, "-–—/|·") && isSeparator(text)
}

// Bounds of words that are added to a description's main line.
const (
	leastGrown   = 0.1 // probability of being part of a description
	leastLetters = 2   // letters of a word before the line
	widestGap    = 1.5 // ems, if its own words stand that far apart
	longNumber   = 6   // digits of a number that is neither a size nor a count
)

// mainRow returns the first row of a description that also states the quantity, price or total of the item, or else the description's first row.
func (d *decoder) mainRow(words *cellWords, described []int) int {
	for _, n := range described {
		for _, tag := range [...]tagging.Tag{tagging.Quantity, tagging.UnitPrice, tagging.LineTotal} {
			if slices.ContainsFunc(words[tag], func(o int) bool { return d.Nodes[o].Row == d.Nodes[n].Row }) {
				return d.Nodes[n].Row
			}
		}
	}
	return d.Nodes[described[0]].Row
}

// lineFinder finds the words that rows have in the column of an item's description.
type lineFinder struct {
	*decoder
	words       *cellWords
	described   []int
	left, right float64
}

// nodesOf returns the nodes of a row that were read as part of the description and, if more is set, those of other segments that
// begin in its column and belong to no cell. It reports whether most of the nodes were read as part of the description.
func (l *lineFinder) nodesOf(row int, more bool) (nodes []int, isRead bool) {
	known := 0
	for from, to := l.Rows[row].From, 0; from < l.Rows[row].To; from = to {
		segment := l.Nodes[from].Segment
		to = from + len(segment.Words)
		count := len(nodes)
		for n := from; n < to; n++ {
			if _, is := slices.BinarySearch(l.described, n); is {
				nodes = append(nodes, n)
			}
		}
		known += len(nodes) - count
		if len(nodes) > count || !more || segment.X0 < l.left || segment.X0 > l.right {
			continue
		}
		for n := from; n < to; n++ {
			if l.words.contains(n, tagging.Description) {
				nodes = nodes[:count]
				break
			}
			nodes = append(nodes, n)
		}
	}
	return nodes, 2*known > len(nodes)
}

func (d *decoder) folded(node int) string {
	return textnorm.Fold(strings.Trim(d.Nodes[node].Word.Text, ".,:;#"))
}

// em returns the letter size of a node in points, at least 4.
func em(n *tagging.Node) float64 { return max(4, n.Word.Size) }

// describeSubline computes the features of a subline except those that depend on other items (see compareSublines). It compares the subline with the description's
// main line and with the neighbouring line, whose first node is with.
func (d *decoder) describeSubline(s *Subline, main []int, with *tagging.Node) {
	f := &s.Features
	node := &d.Nodes[s.Nodes[0]]
	row := &d.Rows[node.Row]
	count := float64(len(s.Nodes))
	f[lineBase] = 1
	f[lineDescribes], f[lineOther] = logit(d.probability(s.Nodes, tagging.Description)), logit(d.probability(s.Nodes, tagging.Other))
	f[lineBegins] = logit(float64(d.Lines[node.Row][tagging.Begins]))
	f[lineLength] = math.Log(count)
	f[lineBeside] = 1 - count/float64(row.To-row.From)
	for n := row.From; n < row.To; n++ {
		if value.HasDecimals(d.Nodes[n].Word.Text) && !slices.Contains(s.Nodes, n) {
			f[lineFigures] = 1
		}
	}
	for _, n := range s.Nodes[:min(4, len(s.Nodes))] {
		f[lineColon] = max(f[lineColon], flag(strings.HasSuffix(d.Nodes[n].Word.Text, ":")))
	}
	start, _ := utf8.DecodeRuneInString(node.Word.Text)
	f[lineLower], f[linePunctuation] = flag(unicode.IsLower(start)), flag(!unicode.IsLetter(start) && !unicode.IsDigit(start))
	f[lineCapitals] = flag(d.inCapitals(s.Nodes))
	f[lineAlikeCase] = flag(d.inCapitals(s.Nodes) == d.inCapitals(main))
	d.describePlace(f, node, &d.Nodes[main[0]], with)
}

// describePlace computes the features that depend on how a line is set in relation to the main line and to the neighbouring
// line (with). All lines are given by their first nodes.
func (d *decoder) describePlace(f *LineFeatures, node, main, with *tagging.Node) {
	upper, under := with, node
	if f.Above() {
		upper, under = node, with
	}
	f[lineSlack] = d.slack(upper, under)
	f[lineSmaller] = flag(node.Word.Size < largestSmaller*with.Word.Size)
	if !f.Above() {
		end, _ := utf8.DecodeLastRuneInString(with.Segment.Words[len(with.Segment.Words)-1].Text)
		f[lineOpen] = flag(strings.ContainsRune(",-&/+(", end))
	}
	if with.Page == node.Page {
		space := (under.Word.Box.Y0 - upper.Word.Box.Y1) / em(node)
		f[lineGap], f[lineWideGap] = min(max(space, -0.5), 1.5), flag(space > leastWideGap)
		by := (node.Word.Box.X0 - main.Word.Box.X0) / em(node)
		f[lineIndent], f[lineIndented] = min(max(by, -2), 3), flag(by > leastIndent)
	}
}

// inCapitals reports whether nodes have letters, all of them capitals.
func (d *decoder) inCapitals(nodes []int) bool {
	text := textnorm.Join(d.words(nodes))
	return strings.ToUpper(text) == text && strings.ToLower(text) != text
}

// slack returns the room in ems, from -4 to 6, that would have been left in the upper of two lines after the first word of the lower one. The
// lines are given by their first nodes, and their column ends where its widest line does. A line that continues a text was broken because
// there was no room.
func (d *decoder) slack(upper, lower *tagging.Node) float64 {
	right := upper.Segment.X1
	page := d.Pages[upper.Page]
	starts := func(s *layout.Segment, at float64) bool { return math.Abs(s.X0-at) < placeTolerance }
	for l := range page.Lines {
		for _, s := range page.Lines[l].Segments {
			if starts(s, upper.Segment.X0) || starts(s, lower.Segment.X0) {
				right = max(right, s.X1)
			}
		}
	}
	return min(max((right-upper.Segment.X1-lower.Word.Box.Width())/em(upper)-blankWidth, -4), 6)
}

// mean is a running mean.
type mean struct{ sum, count float64 }

func (m mean) with(v float64) mean { return mean{m.sum + v, m.count + 1} }

func (m mean) value() float64 { return m.sum / max(1, m.count) }

// compareSublines adds the features of sublines that depend on all items: how far the network takes for descriptions the sublines that
// begin with the same word, those at the same place, and all main lines.
func compareSublines(d *decoder, all []description) {
	openings, places, names := map[string]mean{}, map[int]mean{}, map[string]float64{}
	var mains mean
	for i := range all {
		if len(all[i].main) > 0 {
			mains = mains.with(d.meanLogOdds(all[i].main))
			names[textnorm.Join(d.words(all[i].main))]++
		}
		for _, s := range all[i].sublines {
			v := d.meanLogOdds(s.Nodes)
			openings[s.key], places[s.place] = openings[s.key].with(v), places[s.place].with(v)
		}
	}
	for i := range all {
		for k := range all[i].sublines {
			s := &all[i].sublines[k]
			s.Features[lineOpening], s.Features[linePlace] = openings[s.key].value(), places[s.place].value()
			s.Features[lineRepeated] = max(0, math.Log(openings[s.key].count/names[textnorm.Join(d.words(all[i].main))]))
			s.Features[lineCertain] = mains.value()
		}
	}
}

// meanLogOdds returns how far the network takes nodes for a description: their mean log odds.
func (d *decoder) meanLogOdds(nodes []int) float64 {
	sum := 0.0
	for _, n := range nodes {
		sum += logit(float64(d.Words[n][tagging.Description]))
	}
	return sum / max(1, float64(len(nodes)))
}

// logit returns the log odds of a probability, which is clamped to 0.001 to 0.999.
func logit(p float64) float64 {
	p = min(max(p, 1e-3), 1-1e-3)
	return math.Log(p / (1 - p))
}

// isStated reports whether a text is an amount or a long number, which no size or count is.
func isStated(text string) bool {
	return value.HasDecimals(text) || len(text) >= longNumber && textnorm.OnlyDigits(text)
}

// isRemark reports whether a line that begins with a word is a remark, as in "** Call before delivery **". A single mark begins an entry of a list.
func isRemark(text string) bool {
	return strings.HasPrefix(text, "**") || strings.HasPrefix(text, "--")
}
