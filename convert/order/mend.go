package order

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/items"
	"lineitem/convert/order/misread"
	"lineitem/convert/order/spelling"
	"lineitem/convert/order/value"
	"lineitem/convert/order/wording"
)

// What no sum proves may still be told by what stands beside it: the numbers of
// lines rise by the same step, the codes of one column are made alike, an order
// has few units and its dates lie near each other. Cells of recognised pages
// that differ from that by characters of like shape are mended; their confidence
// stays that of the words they were read from.

// mendLines mends the cells of an order's lines that differ from their column.
func mendLines(r *reading, o *Order) {
	lines := make([]*Cells, 0, len(o.Lines))
	for i := range o.Lines {
		if c := &o.Lines[i]; r.recognisedPage(c.Page()) {
			lines = append(lines, c)
		}
	}
	mendOrdinals(lines)
	mendCodes(lines)
	mendUnits(lines)
}

// mendOrdinals reads letters in the numbers of lines as digits, and gives a
// line between two others the number that stands between theirs.
func mendOrdinals(lines []*Cells) {
	steps := map[int]int{}
	numbers := make([]int, len(lines))
	for i, c := range lines {
		cell := &c[LineNumber]
		if text, digits, letters, ok := misread.Numerals(strings.Trim(cell.Value, misread.StrayMarks)); ok && letters > 0 && digits+letters <= 5 && wording.OnlyDigits(text) {
			cell.Value = text
		}
		numbers[i] = -1
		if n, err := strconv.Atoi(cell.Value); err == nil && len(cell.Value) <= 6 {
			numbers[i] = n
			if i > 0 && numbers[i-1] >= 0 {
				steps[n-numbers[i-1]]++
			}
		}
	}
	step, most := 0, 0
	for s, n := range steps {
		if s > 0 && (n > most || n == most && s < step) {
			step, most = s, n
		}
	}
	if 2*most < len(lines)-1 || step == 0 {
		return
	}
	for i, c := range lines {
		cell := &c[LineNumber]
		if len(cell.Evidence.Words) == 0 || i == 0 || i+1 == len(lines) || numbers[i-1] < 0 || numbers[i+1] != numbers[i-1]+2*step || numbers[i] == numbers[i-1]+step {
			continue
		}
		before := lines[i-1][LineNumber].Value
		meant := strconv.Itoa(numbers[i-1] + step)
		if strings.HasPrefix(before, "0") && len(meant) < len(before) {
			meant = strings.Repeat("0", len(before)-len(meant)) + meant
		}
		read, _, _, ok := misread.Numerals(cell.Value)
		if !ok || digitsCost(read, meant) > repairLimit {
			continue
		}
		numbers[i] = numbers[i-1] + step
		cell.Value = meant
		cell.Evidence.Proof = before + ", " + meant + ", " + lines[i+1][LineNumber].Value
		cell.Evidence.Confidence = max(cell.Evidence.Confidence, items.SureCell)
	}
}

// codeShape is what a code is made of: "SKU-1042" is "AAA-0000".
func codeShape(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			return '0'
		case unicode.IsUpper(r):
			return 'A'
		case unicode.IsLower(r):
			return 'a'
		}
		return r
	}, s)
}

// leastShaped is how many codes tell of what those of their column are made.
const leastShaped = 3

// mendCodes gives the codes that differ from the shape that most of their column
// have the characters that make the difference, where these look alike.
func mendCodes(lines []*Cells) {
	shapes := map[string]int{}
	codes := 0
	for _, c := range lines {
		if v := c[ItemCode].Value; v != "" {
			shapes[codeShape(v)]++
			codes++
		}
	}
	var common []string
	for _, s := range slices.Sorted(maps.Keys(shapes)) {
		if shapes[s] >= leastShaped && 4*shapes[s] >= codes {
			common = append(common, s)
		}
	}
	slices.SortStableFunc(common, func(a, b string) int { return cmp.Compare(shapes[b], shapes[a]) })
	if len(common) == 0 {
		return
	}
	for _, c := range lines {
		cell := &c[ItemCode]
		if cell.Value == "" || slices.Contains(common, codeShape(cell.Value)) {
			continue
		}
		for _, s := range common {
			if to, ok := shapedAs(cell.Value, s); ok {
				cell.Value = to
				break
			}
		}
	}
}

// maxReshaped is how many characters of a code may be misread.
const maxReshaped = 2

// shapedAs gives the code of the shape that was read as s.
func shapedAs(s, shape string) (string, bool) {
	if !strings.Contains(shape, " ") {
		s = strings.ReplaceAll(s, " ", "")
	}
	if len(s) > len(shape) && len(s) <= len(shape)+2 {
		s = strings.Trim(s, misread.StrayMarks+".,-/ ")
	}
	if len(s) == len(shape)+1 {
		for i := 1; i < len(s); i++ {
			if s[i] == s[i-1] && codeShape(s[:i]+s[i+1:]) == shape {
				return s[:i] + s[i+1:], true
			}
		}
	}
	if len(s) != len(shape) {
		return "", false
	}
	b, changed := []byte(s), 0
	for i, want := range []byte(shape) {
		got := codeShape(s[i : i+1])[0]
		if got == want {
			continue
		}
		changed++
		switch {
		case want == '0' && misread.DigitLike(rune(s[i])) != 0:
			b[i] = misread.DigitLike(rune(s[i]))
		case want == '0' && s[i] == 'A':
			b[i] = '4'
		case want == '0' && s[i] == 'T':
			b[i] = '7'
		case want == 'A' && letterLike(s[i]) != 0:
			b[i] = letterLike(s[i])
		case want == 'A' && got == 'a':
			b[i] = s[i] - 'a' + 'A'
		case strings.IndexByte("-./,:_ '", want) >= 0 && strings.IndexByte("-./,:_;'~", s[i]) >= 0:
			b[i] = want
		default:
			return "", false
		}
	}
	return string(b), changed <= maxReshaped
}

// letterLike gives the capital that a digit is misread from, 0 when it is none.
func letterLike(c byte) byte {
	if i := strings.IndexByte("01258647|", c); i >= 0 {
		return "OIZSBGATI"[i]
	}
	return 0
}

// mendUnits gives the units of one line that no order is written in the unit of
// other lines that looks like them.
func mendUnits(lines []*Cells) {
	known, strange := map[string]int{}, map[string]int{}
	for _, c := range lines {
		if v := c[Unit].Value; value.IsUnit(v) {
			known[v]++
		} else {
			strange[v]++
		}
	}
	for _, c := range lines {
		cell := &c[Unit]
		if len(cell.Value) <= misread.MaxWord && !value.IsUnit(cell.Value) {
			if to := likelyUnit(cell.Value); to != "" {
				strange[cell.Value]--
				cell.Value = to
			}
		}
		f := wording.Fold(cell.Value)
		if f == "" || strange[cell.Value] != 1 {
			continue
		}
		limit, _ := spelling.Tolerance(max(3, len(f)), true)
		limit = max(limit, misread.CostLike)
		best := ""
		for _, v := range slices.Sorted(maps.Keys(known)) {
			if misread.Cost(f, wording.Fold(v), limit) <= limit && known[v] > known[best] {
				best = v
			}
		}
		if best != "" {
			cell.Value = best
		}
	}
}

// likelyUnit gives the unit that orders are written in as which s was printed,
// where a character was read twice or taken for another of the same shape;
// empty when there is none.
func likelyUnit(s string) string {
	for i := 1; i < len(s); i++ {
		if wording.Fold(s[i:i+1]) == wording.Fold(s[i-1:i]) {
			if to := s[:i] + s[i+1:]; value.IsUnit(to) {
				return to
			}
		}
	}
	f, best := wording.Fold(s), ""
	if len(f) < 2 || strings.ContainsFunc(f, func(r rune) bool { return r >= 0x80 }) {
		return ""
	}
	for u := range value.Units() {
		if len(u) == len(f) && misread.Cost(f, u, misread.CostSame) <= misread.CostSame {
			if best != "" {
				return ""
			}
			best = u
		}
	}
	if best == "" {
		return ""
	}
	return spelling.InCaseOf(s, best)
}

// mendYears gives the dates of recognised pages the year of the order's other
// dates where theirs lies further off than a year and looks like it.
func mendYears(r *reading, o *Order) {
	var dates []*Cell
	years := map[string]int{}
	add := func(c *Cell) {
		if len(c.Value) == len("2006-01-02") {
			dates = append(dates, c)
			years[c.Value[:4]]++
		}
	}
	add(&o.Head[PODate])
	add(&o.Head[DeliveryDate])
	for i := range o.Lines {
		add(&o.Lines[i][DeliveryDate])
	}
	common := ""
	for _, y := range slices.Sorted(maps.Keys(years)) {
		if years[y] > years[common] {
			common = y
		}
	}
	if 2*years[common] <= len(dates) {
		return
	}
	of, err := strconv.Atoi(common)
	if err != nil {
		return
	}
	for _, c := range dates {
		y, err := strconv.Atoi(c.Value[:4])
		if err != nil || abs(int64(y-of)) < 2 || !r.recognisedPage(c.Evidence.Page) || digitsCost(c.Value[:4], common) > repairLimit {
			continue
		}
		c.Value = common + c.Value[4:]
	}
}

// mendNumber gives a recognised order's number as it is printed elsewhere on the
// order's pages, where that was read more surely and looks like it.
func (r *reading) mendNumber(p part, c *Cell) {
	if !r.recognisedPage(c.Evidence.Page) || strings.Contains(c.Value, " ") || len(c.Value) < 4 {
		return
	}
	own := wording.Fold(c.Value)
	support := map[string]float64{}
	for n := p.first; n <= p.last; n++ {
		for i := range r.pages[n].Words {
			w := &r.pages[n].Words[i]
			text := strings.Trim(w.Text, ".,:;()[]#*'|")
			if len(text) < len(c.Value)-1 || len(text) > len(c.Value)+1 || !wording.HasDigit(text) || misread.Cost(wording.Fold(text), own, misread.CostAny) > misread.CostAny {
				continue
			}
			support[text] += w.Confidence * w.Confidence
		}
	}
	best := c.Value
	for _, text := range slices.Sorted(maps.Keys(support)) {
		if support[text] > support[best]+mendMargin {
			best = text
		}
	}
	c.Value = best
}

// mendMargin is by how much another print of a number must be surer than the
// one that its label announces.
const mendMargin = 0.15

// looseKey is the key of a number with the letters that look like digits as
// such, by which recognised numbers are compared.
func looseKey(key string) string {
	return strings.Map(func(c rune) rune {
		if d := misread.DigitLike(c); d != 0 {
			return rune(d)
		}
		return c
	}, strings.ToUpper(key))
}

// misreadNumber tells whether two numbers in the heads of recognised pages are
// one: they differ by characters of the same shape, or by one that was not read
// surely.
func misreadNumber(a, b string, confidence float64) bool {
	if looseKey(a) == looseKey(b) {
		return true
	}
	limit := misread.CostLike
	if confidence < spelling.Unsure {
		limit = misread.CostAny
	}
	return len(a) >= 4 && len(b) >= 4 && confidence < mostlySure && misread.Cost(a, b, limit) <= limit
}

// mostlySure is the confidence of a word that is hardly ever misread.
const mostlySure = 0.97

// wordsConfidence is the least confidence of words.
func wordsConfidence(words []*doc.Word) float64 {
	least := 1.0
	for _, w := range words {
		least = min(least, w.Confidence)
	}
	return least
}
