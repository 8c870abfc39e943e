package inspect

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/review"
)

type cell struct {
	Row        int
	Key        string
	Value      string
	Confidence string // empty without evidence
	Class      string
	Box        string // id of its box; empty without one
	Told       string // confidence, remarks and origin, for the title
	Check      int    // number among the values to check, from 1; 0 if it is none of them
	doubtful   bool   // has a mark of its own, not only that of the same value in the row above
}

// cell returns the cell of a row and a column, and adds its box to the page.
func (v *viewer) cell(row, c int) cell {
	column := v.result.Columns[c]
	text := value(v.result.Rows[row], c)
	out := cell{Row: row, Key: column.Key, Value: shortened(text)}
	e, ok := v.evidence(row, column.Key)
	classes, told := v.marks(row, c, e, ok && text != "")
	out.Class, out.Told = strings.Join(classes, " "), strings.Join(told, "; ")
	if ok && text != "" {
		out.Confidence = confidence(e)
	}
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

// marks returns the classes and remarks of a cell: first the confidence and why
// a person should look at it, and last how it is printed, which may be long.
func (v *viewer) marks(row, c int, e doc.Evidence, read bool) (classes, told []string) {
	mark := func(class, why string) {
		classes, told = append(classes, class), append(told, why)
	}
	if read {
		told = append(told, "confidence "+confidence(e))
	}
	if entry := v.entries[review.Cell{Row: row, Key: v.result.Columns[c].Key}]; entry != nil {
		mark(signs[entry.Code], entry.Message)
	}
	if !read {
		return classes, told
	}
	if e.Proof != "" {
		told = append(told, shortened(e.Proof))
	}
	if e.Page < 1 {
		mark("inferred", "inferred, not read")
	}
	if e.Layout != "" {
		told = append(told, "found by the layout "+e.Layout)
	}
	if e.Cut {
		told = append(told, "cut, since it is too long")
	}
	text := value(v.result.Rows[row], c)
	if printed := strings.Join(e.Words[:min(len(e.Words), mostWords)], " "); printed != "" && printed != text {
		told = append(told, "printed as “"+shortened(printed)+"”")
	}
	return classes, told
}

// confidence returns a value's confidence as it is shown, rounded to three decimals.
func confidence(e doc.Evidence) string {
	return strconv.FormatFloat(math.Round(e.Confidence*1000)/1000, 'f', -1, 64)
}

// again reports whether a cell repeats that of the row above: the review names the values of a whole order
// only in its first row.
func (v *viewer) again(row, c int) bool {
	rows, key := v.result.Rows, v.result.Columns[c].Key
	if row == 0 || kinds[key] == different || v.entries[review.Cell{Row: row, Key: key}] != nil || value(rows[row], c) != value(rows[row-1], c) {
		return false
	}
	e, _ := v.evidence(row, key)
	above, _ := v.evidence(row-1, key)
	return e.Page == above.Page && e.Box == above.Box
}

// count counts a value by its marks, and reports whether it is to be checked.
func (v *viewer) count(marks []string) (doubtful bool) {
	for _, mark := range marks {
		switch mark {
		case "low":
			v.Low++
			doubtful = true
		case "unproven":
			v.Unproven++
			doubtful = true
		case "missing":
			v.Missing++
			doubtful = true
		}
	}
	return doubtful
}

// numberChecks numbers the values to check in the order in which they are shown:
// those of the whole order, then those of the rows.
func (v *viewer) numberChecks() {
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
		for i := range r.Cells {
			number(&r.Cells[i])
		}
	}
}

// shortened returns a text cut to mostRunes, with an ellipsis if it is longer.
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
