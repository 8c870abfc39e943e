package plugins

import (
	"math"
	"strconv"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order"
)

// mapperVersion is the version of the contract of mappers.
const mapperVersion = 1

// appendSheet appends what a mapper is given: see "Contract of mappers" in the
// package's documentation. The same sheet always gives the same bytes.
func appendSheet(b []byte, s *order.Sheet) []byte {
	b = append(b, `{"api":`...)
	b = strconv.AppendInt(b, mapperVersion, 10)
	b = append(b, `,"filename":`...)
	b = appendString(b, s.Filename)
	b = append(b, `,"mode":`...)
	b = appendString(b, s.Mode)
	b = append(b, `,"columns":`...)
	b = appendList(b, s.Columns, appendColumn)
	b = append(b, `,"rows":`...)
	b = appendList(b, s.Rows, appendRow)
	b = append(b, `,"evidence":[`...)
	for i, e := range s.Evidence {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendRowEvidence(b, s.Columns, e)
	}
	b = append(b, `],"verified":`...)
	b = strconv.AppendBool(b, s.Verified)
	b = append(b, `,"pairs":`...)
	b = appendList(b, s.Pairs, appendPair)
	b = append(b, `,"tables":`...)
	b = appendList(b, s.Tables, appendGrid)
	b = append(b, `,"lines":`...)
	b = appendList(b, s.Lines, appendTextLine)
	return append(b, '}')
}

func appendList[T any](b []byte, items []T, appendItem func([]byte, *T) []byte) []byte {
	b = append(b, '[')
	for i := range items {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendItem(b, &items[i])
	}
	return append(b, ']')
}

func appendColumn(b []byte, c *order.Column) []byte {
	b = appendString(append(b, `{"key":`...), c.Key)
	b = appendString(append(b, `,"label":`...), c.Label)
	return append(b, '}')
}

func appendRow(b []byte, r *order.Row) []byte {
	b = append(b, '{')
	for i, p := range *r {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, p.Key), ':')
		b = appendString(b, p.Value)
	}
	return append(b, '}')
}

// appendRowEvidence appends the evidence in the order of the columns.
func appendRowEvidence(b []byte, columns []order.Column, evidence order.RowEvidence) []byte {
	b = append(b, '{')
	first := true
	for _, c := range columns {
		e, ok := evidence[c.Key]
		if !ok {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(appendString(b, c.Key), `:{"page":`...)
		b = strconv.AppendInt(b, int64(e.Page), 10)
		b = appendBox(append(b, `,"box":`...), e.Box)
		b = appendNumber(append(b, `,"confidence":`...), e.Confidence)
		b = append(b, `,"words":`...)
		b = appendList(b, e.Words, func(b []byte, word *string) []byte { return appendString(b, *word) })
		if e.Proof != "" {
			b = appendString(append(b, `,"proof":`...), e.Proof)
		}
		if e.Cut {
			b = append(b, `,"cut":true`...)
		}
		b = append(b, '}')
	}
	return append(b, '}')
}

func appendPair(b []byte, p *order.Pair) []byte {
	b = appendString(append(b, `{"label":`...), p.Label)
	b = appendString(append(b, `,"value":`...), p.Value)
	b = strconv.AppendInt(append(b, `,"page":`...), int64(p.Page), 10)
	b = appendBox(append(b, `,"box":`...), p.Box)
	return append(b, '}')
}

func appendGrid(b []byte, g *order.Grid) []byte {
	b = strconv.AppendInt(append(b, `{"page":`...), int64(g.Page), 10)
	b = appendBox(append(b, `,"box":`...), g.Box)
	b = append(b, `,"rows":`...)
	b = appendList(b, g.Rows, func(b []byte, row *[]order.GridCell) []byte {
		return appendList(b, *row, func(b []byte, c *order.GridCell) []byte {
			b = appendString(append(b, `{"text":`...), c.Text)
			return append(appendBox(append(b, `,"box":`...), c.Box), '}')
		})
	})
	return append(b, '}')
}

func appendTextLine(b []byte, l *order.TextLine) []byte {
	b = strconv.AppendInt(append(b, `{"page":`...), int64(l.Page), 10)
	b = appendBox(append(b, `,"box":`...), l.Box)
	b = appendString(append(b, `,"text":`...), l.Text)
	return append(b, '}')
}

// appendBox appends a box as the evidence of an answer has it.
func appendBox(b []byte, box doc.Box) []byte {
	b = appendNumber(append(b, `{"x0":`...), box.X0)
	b = appendNumber(append(b, `,"y0":`...), box.Y0)
	b = appendNumber(append(b, `,"x1":`...), box.X1)
	b = appendNumber(append(b, `,"y1":`...), box.Y1)
	return append(b, '}')
}

// appendNumber appends a number. Most are whole hundredths, for which there is
// a quicker way than for others.
func appendNumber(b []byte, v float64) []byte {
	hundredths := math.Round(v * 100)
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return append(b, '0')
	case hundredths/100 != v || math.Abs(hundredths) > 1<<53:
		return strconv.AppendFloat(b, v, 'f', -1, 64)
	}
	n := int64(hundredths)
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = strconv.AppendInt(b, n/100, 10)
	if n %= 100; n > 0 {
		b = append(b, '.', byte('0'+n/10))
		if n%10 > 0 {
			b = append(b, byte('0'+n%10))
		}
	}
	return b
}

// appendString appends a JSON string (RFC 8259, section 7). What is no UTF-8
// becomes U+FFFD.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				b = append(append(b, s[start:i]...), "\uFFFD"...)
				start = i + 1
			}
			i += size
			continue
		}
		b = append(append(b, s[start:i]...), '\\')
		switch c {
		case '"', '\\':
			b = append(b, c)
		case '\n':
			b = append(b, 'n')
		case '\r':
			b = append(b, 'r')
		case '\t':
			b = append(b, 't')
		default:
			b = append(b, 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		start = i
	}
	return append(append(b, s[start:]...), '"')
}
