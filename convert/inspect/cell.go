package inspect

import (
	"fmt"

	"lineitem/convert/doc"
	"lineitem/convert/order"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

type cell struct {
	Row        int
	Key        string
	Value      string
	Confidence string // empty without evidence
	Class      string
	Box        string // id; empty without one
	Told       string // where it comes from, and how sure that is
	Check      int    // among those to be checked, from 1; 0: none of them
	doubtful   bool   // marked, and not only as the one above
}

// cell makes a cell, and its box.
func (v *viewer) cell(row, c int) cell {
	column := v.result.Columns[c]
	text := value(v.result.Rows[row], c)
	out := cell{Row: row, Key: column.Key, Value: shortened(text)}
	e, ok := v.evidence(row, column.Key)
	var classes, told []string
	if ok && out.Value != "" {
		out.Confidence = strconv.FormatFloat(math.Round(e.Confidence*1000)/1000, 'f', -1, 64)
		if printed := shortened(strings.Join(e.Words[:min(len(e.Words), mostWords)], " ")); printed != "" {
			told = append(told, fmt.Sprintf("printed as “%s”", printed))
		}
		if e.Page < 1 {
			classes = append(classes, "inferred")
			told = append(told, "inferred, not read")
		}
		told = append(told, "confidence "+out.Confidence)
		if e.Confidence < lowConfidence {
			classes = append(classes, "low")
			told[len(told)-1] = "low confidence: " + out.Confidence
		}
		if e.Proof != "" {
			told = append(told, shortened(e.Proof))
		}
	}
	if e.Cut {
		told = append(told, "cut, since it is too long")
	}
	if fault := v.faults[cellAt{row, column.Key}]; fault != "" {
		classes = append(classes, "unproven")
		told = append(told, fault)
	}
	out.Class, out.Told = strings.Join(classes, " "), strings.Join(told, "; ")
	read := ok && out.Value != "" && e.Page > 0
	if read {
		out.Box = v.box(row, column, e, &out)
	}
	if !v.again(row, c) {
		out.doubtful = v.count(classes)
		if read && v.pages[e.Page] == nil {
			v.beyond++
		}
	}
	if utf8.RuneCountInString(out.Value) > longRunes {
		size := "long"
		if kinds[column.Key] == repeated {
			size = "brief"
		}
		classes = append(classes, size)
	}
	if out.Value != text {
		classes = append(classes, "cut")
	}
	out.Class = strings.Join(classes, " ")
	return out
}

// again tells whether a cell is that of the row above, repeated.
func (v *viewer) again(row, c int) bool {
	rows, key := v.result.Rows, v.result.Columns[c].Key
	if row == 0 || kinds[key] == different || value(rows[row], c) != value(rows[row-1], c) {
		return false
	}
	e, _ := v.evidence(row, key)
	above, _ := v.evidence(row-1, key)
	return e.Page == above.Page && e.Box == above.Box
}

// count counts a value with such marks, and tells whether it is to be checked.
func (v *viewer) count(marks []string) (doubtful bool) {
	for _, mark := range marks {
		switch mark {
		case "low":
			v.Low++
			doubtful = true
		case "unproven":
			v.Unproven++
			doubtful = true
		}
	}
	return doubtful
}

// numberChecks numbers the values that are to be checked, as they stand on the page:
// those of the order, then those of the rows in so many columns.
func (v *viewer) numberChecks(columns int) {
	number := func(c *cell) {
		if c.doubtful {
			v.Checks++
			c.Check = v.Checks
		}
	}
	for i := range v.Facts {
		number(&v.Facts[i].Cell)
	}
	for _, r := range v.Rows {
		for i := range r.Cells[:columns] {
			number(&r.Cells[i])
		}
	}
}

// shortened is a text that is not too long to be shown.
func shortened(s string) string {
	if len(s) <= mostRunes {
		return s
	}
	n := 0
	for i := range s {
		if n++; n > mostRunes {
			return s[:i] + "…"
		}
	}
	return s
}

func value(r order.Row, c int) string {
	if c < len(r) {
		return r[c].Value
	}
	return ""
}

func (v *viewer) evidence(row int, key string) (e doc.Evidence, ok bool) {
	if row < len(v.result.Evidence) {
		e, ok = v.result.Evidence[row][key]
	}
	return e, ok
}
