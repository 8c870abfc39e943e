package ocrrepair

import (
	"strconv"
	"strings"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

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
	if text, digits, letters, ok := Numerals(strings.Trim(cell.Value, StrayMarks)); ok && letters > 0 && digits+letters <= maxMisreadOrdinal && textnorm.OnlyDigits(text) {
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
