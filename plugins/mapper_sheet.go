package plugins

import (
	"strconv"

	"lineitem/convert/jsontext"
	"lineitem/convert/order"
)

// mapperVersion is the version of the contract of mappers.
const mapperVersion = 1

// MapperInput returns the JSON that a mapper is given on its standard input.
func MapperInput(s *order.Sheet) []byte { return appendSheet(nil, s) }

// appendSheet appends the JSON that a mapper is given; see "Contract of mappers" in
// the package's documentation. The same sheet always gives the same bytes.
func appendSheet(b []byte, s *order.Sheet) []byte {
	b = append(b, `{"api":`...)
	b = strconv.AppendInt(b, mapperVersion, 10)
	b = append(b, `,"filename":`...)
	b = jsontext.AppendString(b, s.Filename)
	b = append(b, `,"mode":`...)
	b = jsontext.AppendString(b, s.Mode)
	b = append(b, `,"columns":`...)
	b = jsontext.AppendList(b, s.Columns, func(b []byte, c *order.Column) []byte { return c.AppendJSON(b) })
	b = append(b, `,"rows":`...)
	b = jsontext.AppendList(b, s.Rows, func(b []byte, r *order.Row) []byte { return r.AppendJSON(b) })
	b = append(b, `,"evidence":`...)
	b = jsontext.AppendList(b, s.Evidence, func(b []byte, e *order.RowEvidence) []byte { return e.AppendJSON(b, s.Columns) })
	b = append(b, `,"verified":`...)
	b = strconv.AppendBool(b, s.Verified)
	b = append(b, `,"pairs":`...)
	b = jsontext.AppendList(b, s.Pairs, appendPair)
	b = append(b, `,"tables":`...)
	b = jsontext.AppendList(b, s.Tables, appendGrid)
	b = append(b, `,"lines":`...)
	b = jsontext.AppendList(b, s.Lines, appendTextLine)
	return append(b, '}')
}

func appendPair(b []byte, p *order.Pair) []byte {
	b = jsontext.AppendString(append(b, `{"label":`...), p.Label)
	b = jsontext.AppendString(append(b, `,"value":`...), p.Value)
	b = strconv.AppendInt(append(b, `,"page":`...), int64(p.Page), 10)
	b = p.Box.AppendJSON(append(b, `,"box":`...))
	return append(b, '}')
}

func appendGrid(b []byte, g *order.Grid) []byte {
	b = strconv.AppendInt(append(b, `{"page":`...), int64(g.Page), 10)
	b = g.Box.AppendJSON(append(b, `,"box":`...))
	b = append(b, `,"rows":`...)
	b = jsontext.AppendList(b, g.Rows, func(b []byte, row *[]order.GridCell) []byte {
		return jsontext.AppendList(b, *row, func(b []byte, c *order.GridCell) []byte {
			b = jsontext.AppendString(append(b, `{"text":`...), c.Text)
			return append(c.Box.AppendJSON(append(b, `,"box":`...)), '}')
		})
	})
	return append(b, '}')
}

func appendTextLine(b []byte, l *order.TextLine) []byte {
	b = strconv.AppendInt(append(b, `{"page":`...), int64(l.Page), 10)
	b = l.Box.AppendJSON(append(b, `,"box":`...))
	b = jsontext.AppendString(append(b, `,"text":`...), l.Text)
	return append(b, '}')
}
