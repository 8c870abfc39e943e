package workerpool

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/taught"
)

// Rows are a list with one list for each row: the key and the value (strings) of each column
// that has a value.
//
// The result of learning is the layout in its stored form (string), the list of unexplained
// values (the line's index and the field, as ints, and the value as a string), and
// the list of contradictions (strings).

// Memory that an element of these lists takes once it is parsed, bytes.
const (
	rowMapMemory      = 64
	rowCellMemory     = 96
	unexplainedMemory = 32
)

// appendRows appends rows as one string.
func appendRows(b []byte, rows []map[string]string) []byte {
	list := appendCount(nil, len(rows))
	for _, row := range rows {
		list = appendCount(list, len(row))
		for _, key := range slices.Sorted(maps.Keys(row)) {
			list = appendString(appendString(list, key), row[key])
		}
	}
	return append(binary.AppendUvarint(b, uint64(len(list))), list...)
}

// parseRows parses what appendRows wrote, and returns what follows it.
func parseRows(b []byte) (rows []map[string]string, rest []byte, err error) {
	list, rest, err := parseText(b)
	if err != nil {
		return nil, nil, err
	}
	p := &parser{rest: list, room: math.MaxInt32}
	rows = make([]map[string]string, p.count(1, rowMapMemory))
	for i := range rows {
		cells := p.count(2, rowCellMemory)
		row := make(map[string]string, cells)
		for range cells {
			key := p.string()
			row[key] = p.string()
		}
		rows[i] = row
	}
	if p.bad || p.rest != "" {
		return nil, nil, errMessage
	}
	return rows, rest, nil
}

// writeLesson returns the payload of a lesson, and the memory that it takes once it
// is parsed.
func writeLesson(l *taught.Lesson) (payload []byte, memory int, err error) {
	layout, err := l.Layout.Encode()
	if err != nil {
		return nil, 0, err
	}
	payload = appendString(nil, string(layout))
	payload = appendCount(payload, len(l.Unexplained))
	for _, u := range l.Unexplained {
		payload = binary.AppendVarint(payload, int64(u.Line))
		payload = binary.AppendVarint(payload, int64(u.Field))
		payload = appendString(payload, u.Value)
	}
	payload = appendCount(payload, len(l.Contradictions))
	for _, c := range l.Contradictions {
		payload = appendString(payload, c)
	}
	return payload, len(payload) + layoutMemory + len(l.Unexplained)*unexplainedMemory + len(l.Contradictions)*textMemory, nil
}

// layoutMemory is the most memory that a layout takes once it is parsed, bytes.
const layoutMemory = 8 * taught.MaxBytes

// parseLesson parses a lesson, which together with its payload must take no more than the given
// memory.
func parseLesson(payload string, memory int) (*taught.Lesson, error) {
	p := &parser{rest: payload, room: memory - len(payload)}
	text := p.string()
	if len(text) > taught.MaxBytes || !p.fits(layoutMemory) {
		return nil, errMessage
	}
	layout, err := taught.Parse([]byte(text))
	if err != nil {
		return nil, errMessage
	}
	l := &taught.Lesson{Layout: layout}
	if n := p.count(3, unexplainedMemory); n > 0 {
		l.Unexplained = make([]taught.Unexplained, n)
	}
	for i := range l.Unexplained {
		line, field := p.int(), p.int()
		p.bad = p.bad || line < -1 || field < 0 || field >= int(schema.NumFields)
		l.Unexplained[i] = taught.Unexplained{Line: line, Field: schema.Field(field), Value: p.string()}
	}
	if n := p.count(1, textMemory); n > 0 {
		l.Contradictions = make([]string, n)
	}
	for i := range l.Contradictions {
		l.Contradictions[i] = p.string()
	}
	if p.bad || p.rest != "" {
		return nil, errMessage
	}
	return l, nil
}
