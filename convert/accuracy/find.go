package accuracy

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order"
)

// place is where something stands on a document's pages, in coordinates of the page as displayed.
type place struct {
	page int // from 1; 0 for nowhere
	box  doc.Box
}

// seen is a word on a page.
type seen struct {
	text   string
	tokens []*folded // its runs of letters and digits, case-folded
	box    doc.Box   // on the page as displayed
	// x0 and x1 are its ends in reading direction, y is its middle and high its size across that direction.
	x0, x1, y, high float64
}

// finder finds values among the words of a document. It may be wrong: what
// it finds is only shown to people.
type finder struct {
	pages []foundPage
}

// foundPage is one page's words, grouped into lines in reading direction.
type foundPage struct {
	number     int
	recognised bool
	lines      [][]seen
}

func newFinder(d *doc.Document) *finder {
	f := new(finder)
	for i := range d.Pages {
		page := &d.Pages[i]
		p := foundPage{number: page.Number, recognised: page.Source == doc.Pixels}
		byTurn := map[int][]seen{}
		for _, w := range page.Words {
			s := seen{text: w.Text, box: page.DisplayedBox(w.Box)}
			for _, token := range words(w.Text) {
				s.tokens = append(s.tokens, newFolded(token))
			}
			b := w.Box
			switch w.Turn {
			case 90:
				s.x0, s.x1, s.y, s.high = b.Y0, b.Y1, -b.MidX(), b.Width()
			case 180:
				s.x0, s.x1, s.y, s.high = -b.X1, -b.X0, -b.MidY(), b.Height()
			case 270:
				s.x0, s.x1, s.y, s.high = -b.Y1, -b.Y0, b.MidX(), b.Width()
			default:
				s.x0, s.x1, s.y, s.high = b.X0, b.X1, b.MidY(), b.Height()
			}
			byTurn[w.Turn] = append(byTurn[w.Turn], s)
		}
		for _, turn := range [...]int{0, 90, 180, 270} {
			p.lines = append(p.lines, linesOf(byTurn[turn])...)
		}
		f.pages = append(f.pages, p)
	}
	return f
}

// linesOf groups words into lines: words whose middles are near each other.
func linesOf(words []seen) [][]seen {
	slices.SortStableFunc(words, func(a, b seen) int { return cmp.Compare(a.y, b.y) })
	var lines [][]seen
	for i, w := range words {
		if i == 0 || w.y-words[i-1].y > 0.3*min(w.high, words[i-1].high) {
			lines = append(lines, nil)
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], w)
	}
	for _, line := range lines {
		slices.SortStableFunc(line, func(a, b seen) int { return cmp.Compare(a.x0, b.x0) })
	}
	return lines
}

// distance returns how far two places are apart, for choosing between several
// occurrences. A difference in page weighs most, then one in height.
func (p place) distance(o place) float64 {
	return 1e6*math.Abs(float64(p.page-o.page)) + 10*math.Abs(p.box.MidY()-o.box.MidY()) + math.Abs(p.box.MidX()-o.box.MidX())
}

// find returns where a column's value stands: the occurrence nearest to about,
// or, if that is no place, the last one for sums and the first one for others.
func (f *finder) find(key, value string, about place) place {
	found := f.all(key, value)
	switch {
	case len(found) == 0:
		return place{}
	case about.page > 0:
		return slices.MinFunc(found, func(a, b place) int { return cmp.Compare(about.distance(a), about.distance(b)) })
	case slices.Contains(sumKeys, key):
		return found[len(found)-1]
	}
	return found[0]
}

var sumKeys = keys(order.Subtotal, order.Tax, order.Shipping, order.Total)

// all returns all places where a value stands, in reading order.
func (f *finder) all(key, value string) []place {
	value = strings.TrimFunc(value, isBlank)
	if value == "" {
		return nil
	}
	d, isNumber := parseDecimal(value)
	switch form := forms[key]; {
	case form == number && isNumber, key == order.Discount.Key() && isNumber:
		return f.runs(3, func(s string) bool { return reads(s, d) })
	case key == order.Currency.Key():
		return f.runs(1, func(s string) bool { return tellsCurrency(s, value) })
	case form == exact:
		return f.dates(value)
	case form == code:
		return f.codes(value)
	}
	return f.texts(value)
}

// runs returns the places of runs of at most most neighbouring words whose text, joined by
// blanks, satisfies is. Of runs nested in each other it takes the shortest.
func (f *finder) runs(most int, is func(string) bool) []place {
	var found []place
	for _, p := range f.pages {
		for _, line := range p.lines {
			from := 0 // after the first word of the last run that was found
			for end := range line {
				text, box := "", doc.Box{}
				for i := end; i >= from && end-i < most; i-- {
					if i < end && line[i+1].x0-line[i].x1 > 2*line[i].high {
						break
					}
					text, box = strings.TrimSpace(line[i].text+" "+text), box.Union(line[i].box)
					if is(text) {
						found = append(found, place{p.number, box})
						from = i + 1
						break
					}
				}
			}
		}
	}
	return found
}

// codes returns the places where a code stands: by itself, within a longer
// word, or else broken over several lines.
func (f *finder) codes(value string) []place {
	want := bareCode(value)
	found := f.runs(4, func(s string) bool { return strings.Trim(bareCode(s), ":#,;()") == want })
	if found == nil && len(want) >= 3 {
		found = f.runs(1, func(s string) bool { return strings.Contains(bareCode(s), want) })
	}
	if found == nil {
		found = f.texts(value)
	}
	return found
}

var numberRun = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[0-9](?:[0-9.,'’ \x{a0}\x{202f}]*[0-9])?|[.,][0-9]+`)
})

// reads reports whether a text can be read as the number want, whichever of its
// separators is the decimal one. Signs are ignored.
func reads(s string, want decimal) bool {
	want.negative = false
	for _, run := range numberRun().FindAllString(s, 4) {
		if len(run) != len(strings.TrimSpace(run)) {
			continue
		}
		last := strings.LastIndexAny(run, ".,'’")
		digits := func(s string) string {
			return strings.Map(func(r rune) rune {
				if r >= '0' && r <= '9' {
					return r
				}
				return -1
			}, s)
		}
		candidates := []string{digits(run)}
		if last >= 0 {
			candidates = append(candidates, digits(run[:last])+"."+digits(run[last:]))
		}
		for _, c := range candidates {
			if d, ok := parseDecimal(c); ok && d == want {
				return true
			}
		}
	}
	return false
}

// currencyMarks are the symbols that stand for a currency, besides its code.
var currencyMarks = map[string][]string{
	"USD": {"$"}, "CAD": {"$"}, "AUD": {"$"}, "EUR": {"€"}, "GBP": {"£"}, "INR": {"₹", "Rs", "/-"}, "JPY": {"¥", "円"},
	"CNY": {"¥"}, "BRL": {"R$"}, "CHF": {"Fr."}, "ZAR": {"R"},
}

func tellsCurrency(s, currency string) bool {
	if strings.Contains(strings.ToUpper(s), currency) {
		return true
	}
	return slices.ContainsFunc(currencyMarks[currency], func(mark string) bool {
		if len(mark) > 1 || mark[0] >= 0x80 || !unicode.IsLetter(rune(mark[0])) {
			return strings.Contains(s, mark)
		}
		rest, ok := strings.CutPrefix(s, mark) // a mark that is a letter must stand directly before a number
		return ok && strings.IndexAny(rest, "0123456789") == 0
	})
}

// dates returns the places where a date, YYYY-MM-DD, is written in any format.
func (f *finder) dates(value string) []place {
	part := strings.Split(value, "-")
	if len(part) != 3 || len(part[0]) != 4 {
		return f.texts(value)
	}
	found := f.runs(5, func(s string) bool { return tellsDate(s, part[0], part[1], part[2]) })
	if found == nil { // the year may stand elsewhere
		found = f.runs(3, func(s string) bool { return tellsDate(s+" "+part[0], part[0], part[1], part[2]) })
	}
	return found
}

// tellsDate reports whether a text can be read as a date: it has the year, the day, and
// the month as a number or as any word of three letters or more.
func tellsDate(s, year, month, day string) bool {
	var numbers, names []string
	for _, run := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		// "31MAR2026" and "2026年3月" have no blanks.
		for run != "" {
			digit := unicode.IsDigit([]rune(run)[0])
			end := strings.IndexFunc(run, func(r rune) bool { return unicode.IsDigit(r) != digit })
			if end < 0 {
				end = len(run)
			}
			if digit {
				numbers = append(numbers, run[:end])
			} else {
				names = append(names, run[:end])
			}
			run = run[end:]
		}
	}
	take := func(values ...string) bool {
		for i, n := range numbers {
			if slices.Contains(values, n) {
				numbers = slices.Delete(numbers, i, i+1)
				return true
			}
		}
		return false
	}
	bare := func(s string) string { return strings.TrimPrefix(s, "0") }
	if len(numbers) == 1 {
		return take(year+month+day, day+month+year, month+day+year, day+month+year[2:], year[2:]+month+day)
	}
	if !take(year, year[2:]) || !take(day, bare(day)) {
		return false
	}
	return take(month, bare(month)) || len(numbers) == 0 && slices.ContainsFunc(names, func(n string) bool { return len([]rune(n)) >= 3 })
}

// Bounds of what counts as one block of text.
const (
	farAcross, farDown = 6, 1.6 // gaps across and down, in heights of the anchor word
	leastFound         = 0.35   // share of the text's letters that must be found
	mostAnchors        = 64
	misread            = 0.75 // likeness from which a word recognised by OCR counts as the wanted one
)

// texts returns the places where the largest share of a text's words stand together.
func (f *finder) texts(value string) []place {
	want := words(value)
	letters := 0
	for _, w := range want {
		letters += len([]rune(w))
	}
	type hit struct {
		place
		share float64
	}
	var hits []hit
	for _, p := range f.pages {
		at := p.occurrences(want)
		// The rarest of the text's words that occur on the page anchors the search.
		anchor := -1
		for i := range want {
			if n := len(at[i]); n > 0 && (anchor < 0 || n < len(at[anchor])) {
				anchor = i
			}
		}
		if anchor < 0 {
			continue
		}
		for _, s := range at[anchor][:min(len(at[anchor]), mostAnchors)] {
			box, found := gathered(want, at, anchor, s)
			hits = append(hits, hit{place{p.number, box}, float64(found) / float64(letters)})
		}
	}
	best := leastFound
	for _, h := range hits {
		best = max(best, h.share-0.1)
	}
	var out []place
	for _, h := range hits {
		if h.share >= best {
			out = append(out, h.place)
		}
	}
	return out
}

// occurrences returns, for each token, the words of the page that contain it.
func (p *foundPage) occurrences(tokens []string) [][]*seen {
	out := make([][]*seen, len(tokens))
	for i, token := range tokens {
		want := newFolded(token)
		for _, line := range p.lines {
			for k := range line {
				if slices.ContainsFunc(line[k].tokens, func(t *folded) bool {
					return t.text == token || p.recognised && len(want.runes) > 3 && similar(want, t, misread)
				}) {
					out[i] = append(out[i], &line[k])
				}
			}
		}
	}
	return out
}

// gathered returns the box of the words that stand together with an anchor, and how
// many letters they have.
func gathered(want []string, at [][]*seen, anchor int, s *seen) (box doc.Box, letters int) {
	box, letters = s.box, len([]rune(want[anchor]))
	taken := make([]bool, len(want))
	taken[anchor] = true
	for grew := true; grew; {
		grew = false
		for i := range want {
			if taken[i] {
				continue
			}
			for _, o := range at[i] {
				across := max(0, o.box.X0-box.X1, box.X0-o.box.X1)
				down := max(0, o.box.Y0-box.Y1, box.Y0-o.box.Y1)
				if across <= farAcross*s.high && down <= farDown*s.high {
					box, taken[i], grew = box.Union(o.box), true, true
					letters += len([]rune(want[i]))
					break
				}
			}
		}
	}
	return box, letters
}
