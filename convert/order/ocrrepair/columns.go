package ocrrepair

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
	"lineitem/convert/order/wording"
)

// What no sum proves may still be told by what stands beside it: the numbers of
// lines rise by the same step, the codes of one column are made alike, an order has
// few units. The confidence of such cells stays that of the words they were read from.

// sureOrdinal is the least confidence of a line number that its neighbours confirm.
const sureOrdinal = 0.98

// Bounds of line numbers, bytes.
const (
	maxMisreadOrdinal = 5
	maxOrdinal        = 6
)

// repairOrdinals reads letters in the numbers of lines as digits, and gives a line
// between two others the number that stands between theirs.
func repairOrdinals(lines []*schema.Cells) {
	numbers := make([]int, len(lines)) // -1 where there is none
	for i, c := range lines {
		numbers[i] = readOrdinal(&c[schema.LineNumber])
	}
	step := usualStep(numbers)
	if step == 0 {
		return
	}
	for i := 1; i+1 < len(lines); i++ {
		before, behind := numbers[i-1], numbers[i+1]
		cell := &lines[i][schema.LineNumber]
		if before < 0 || behind != before+2*step || numbers[i] == before+step || len(cell.Evidence.Words) == 0 {
			continue
		}
		above := lines[i-1][schema.LineNumber].Value
		meant := strconv.Itoa(before + step)
		if strings.HasPrefix(above, "0") && len(meant) < len(above) {
			meant = strings.Repeat("0", len(above)-len(meant)) + meant
		}
		if read, _, _, ok := Numerals(cell.Value); !ok || digitsCost(read, meant) > RepairLimit {
			continue
		}
		numbers[i] = before + step
		cell.Value = meant
		cell.Evidence.Proof = above + ", " + meant + ", " + lines[i+1][schema.LineNumber].Value
		cell.Evidence.Confidence = max(cell.Evidence.Confidence, sureOrdinal)
	}
}

// readOrdinal reads the number of a line, letters in it as digits; -1 for none.
func readOrdinal(cell *schema.Cell) int {
	if text, digits, letters, ok := Numerals(strings.Trim(cell.Value, StrayMarks)); ok && letters > 0 && digits+letters <= maxMisreadOrdinal && wording.OnlyDigits(text) {
		cell.Value = text
	}
	if n, err := strconv.Atoi(cell.Value); err == nil && len(cell.Value) <= maxOrdinal {
		return n
	}
	return -1
}

// usualStep is the step by which half of the numbers rise at least, 0 where there
// is none.
func usualStep(numbers []int) int {
	steps := map[int]int{}
	for i := 1; i < len(numbers); i++ {
		if n := numbers[i]; n >= 0 && numbers[i-1] >= 0 && n > numbers[i-1] {
			steps[n-numbers[i-1]]++
		}
	}
	step, most := 0, 0
	for s, n := range steps {
		if n > most || n == most && s < step {
			step, most = s, n
		}
	}
	if 2*most < len(numbers)-1 {
		return 0
	}
	return step
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

// A shape is common where so many codes of a column have it, and such a share.
const (
	leastShaped = 3
	commonShare = 0.25
)

// repairCodes gives the codes that differ from the shape that most of their column
// have the characters that make the difference, where these look alike.
func repairCodes(lines []*schema.Cells) {
	shapes := map[string]int{}
	codes := 0
	for _, c := range lines {
		if v := c[schema.ItemCode].Value; v != "" {
			shapes[codeShape(v)]++
			codes++
		}
	}
	common := slices.SortedFunc(maps.Keys(shapes), func(a, b string) int {
		return cmp.Or(cmp.Compare(shapes[b], shapes[a]), strings.Compare(a, b))
	})
	common = slices.DeleteFunc(common, func(s string) bool {
		return shapes[s] < leastShaped || float64(shapes[s]) < commonShare*float64(codes)
	})
	if len(common) == 0 {
		return
	}
	for _, c := range lines {
		cell := &c[schema.ItemCode]
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
		s = strings.Trim(s, StrayMarks+".,-/ ")
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
		if codeShape(s[i : i+1])[0] == want {
			continue
		}
		changed++
		if b[i] = likeIn(s[i], want); b[i] == 0 {
			return "", false
		}
	}
	return string(b), changed <= maxReshaped
}

// likeIn gives the character of a kind, as codeShape tells it, that c is misread
// from; 0 when it is none.
func likeIn(c, kind byte) byte {
	const letters, figures, marks = "OIZSBGATI", "01258647|", "-./,:_;'~"
	switch {
	case kind == '0' && digitLike(rune(c)) != 0:
		return digitLike(rune(c))
	case kind == '0' && c == 'A':
		return '4'
	case kind == '0' && c == 'T':
		return '7'
	case kind == 'A' && strings.IndexByte(figures, c) >= 0:
		return letters[strings.IndexByte(figures, c)]
	case kind == 'A' && 'a' <= c && c <= 'z':
		return c - 'a' + 'A'
	case strings.IndexByte(marks, kind) >= 0 && strings.IndexByte(marks, c) >= 0:
		return kind
	}
	return 0
}

// repairUnit gives a unit that no order is written in the one as which it was
// printed, where a character was read twice or taken for another of the same shape.
func repairUnit(cell *schema.Cell) {
	if len(cell.Value) > MaxWord || value.IsUnit(cell.Value) {
		return
	}
	if to := likelyUnit(cell.Value); to != "" {
		cell.Value = to
	}
}

func likelyUnit(s string) string {
	if bare := strings.TrimRight(s, ",;:'"); value.IsUnit(bare) {
		return bare
	}
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
		if len(u) == len(f) && Cost(f, u, CostSame) <= CostSame {
			if best != "" {
				return ""
			}
			best = u
		}
	}
	if best == "" {
		return ""
	}
	return inCaseOf(s, best)
}
