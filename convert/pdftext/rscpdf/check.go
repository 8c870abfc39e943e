package rscpdf

import (
	"bytes"

	"rsc.io/pdf"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext/cos"
)

// Bounds on the files that rsc.io/pdf is given.
const (
	// maxBrackets is how many "[" and "<<" a file may have, since any of them
	// may begin a level of nesting. rsc.io/pdf needs some 500 bytes of stack for
	// each level, and a stack of 1 GB kills the process.
	maxBrackets = 200_000
	// maxSections and maxNumber bound the number of cross-reference tables and
	// their object numbers: rsc.io/pdf follows a cycle of tables for ever, and
	// allocates memory for every number below the largest.
	maxSections = 64
	maxNumber   = 1 << 20
	// endWindow is the number of bytes at the end of a file in which rsc.io/pdf
	// looks for startxref.
	endWindow = 100
	// maxColumns bounds the length of the predictor's rows, for which memory is
	// allocated.
	maxColumns = 1 << 20
)

func refuse(feature string) error { return &doc.UnsupportedError{Feature: feature} }

// check refuses files that rsc.io/pdf might not survive:
//
//   - with deep nesting, by counting brackets;
//   - with a cross-reference stream, because only that leads to object streams:
//     those hide nesting, may contain themselves, and unterminated strings in
//     them are read for ever;
//   - with cross-reference tables that form a cycle or have huge numbers.
//
// It is stricter than rsc.io/pdf wherever the two might read a file differently.
func check(data []byte) error {
	if bytes.Count(data, []byte("["))+bytes.Count(data, []byte("<<")) > maxBrackets {
		return refuse("so much nesting")
	}
	end := data[max(0, len(data)-endWindow):]
	const word = "startxref"
	if bytes.Count(end, []byte(word)) != 1 {
		return refuse("a file without a single startxref at its end")
	}
	at, rest, ok := digits(trimSpace(end[bytes.Index(end, []byte(word))+len(word):]))
	if !ok || len(rest) == 0 || !isSpace(rest[0]) {
		return refuse("a damaged startxref")
	}
	for range maxSections {
		if at >= len(data) {
			return refuse("a cross-reference table outside the file")
		}
		trailer, err := checkTable(data[at:])
		if err != nil {
			return err
		}
		previous, ok := trailer["Prev"]
		if !ok {
			return nil
		}
		offset, ok := previous.(int64)
		if !ok || offset < 0 || offset >= int64(len(data)) {
			return refuse("a damaged Prev")
		}
		at = int(offset)
	}
	return refuse("so long a chain of cross-reference tables")
}

// checkTable reads a cross-reference table, which must have exactly the form of
// PDF 32000-1, 7.5.4, and returns its trailer.
func checkTable(data []byte) (cos.Dict, error) {
	const word, entrySize = "xref", 20
	damaged := refuse("a cross-reference stream or a damaged cross-reference table")
	if !bytes.HasPrefix(data, []byte(word)) {
		return nil, damaged
	}
	data = trimSpace(data[len(word):])
	for {
		first, rest, ok := digits(data)
		if !ok {
			break
		}
		n, rest, ok := digits(trimSpace(rest))
		if !ok || first > maxNumber || n > maxNumber || first+n > maxNumber {
			return nil, damaged
		}
		data = trimSpace(rest)
		for range n {
			if len(data) < entrySize || !isEntry(data[:entrySize]) {
				return nil, damaged
			}
			data = data[entrySize:]
		}
		data = trimSpace(data)
	}
	const keyword = "trailer"
	if !bytes.HasPrefix(data, []byte(keyword)) {
		return nil, damaged
	}
	data = data[len(keyword):]
	lexer := cos.NewLexer(data)
	object, _, _ := lexer.Next()
	trailer, ok := object.(cos.Dict)
	text := data[:lexer.Pos()]
	// Escapes, comments and repeated keys might be read differently.
	if !ok || bytes.ContainsAny(text, "#%") || bytes.Count(text, []byte("Prev")) > 1 {
		return nil, damaged
	}
	return trailer, nil
}

// isEntry reports whether line, of 20 bytes, is "oooooooooo ggggg n" or
// "oooooooooo ggggg f" followed by two white-space characters.
func isEntry(line []byte) bool {
	for i, c := range line {
		var ok bool
		switch {
		case i < 10 || i > 10 && i < 16:
			ok = c >= '0' && c <= '9'
		case i == 17:
			ok = c == 'n' || c == 'f'
		default:
			ok = isSpace(c)
		}
		if !ok {
			return false
		}
	}
	return true
}

// digits reads a number of at most nine digits.
func digits(data []byte) (n int, rest []byte, ok bool) {
	i := 0
	for ; i < len(data) && data[i] >= '0' && data[i] <= '9'; i++ {
		if i == 9 {
			return 0, data, false
		}
		n = n*10 + int(data[i]-'0')
	}
	return n, data[i:], i > 0
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

func trimSpace(data []byte) []byte { return bytes.TrimLeft(data, " \t\r\n") }

// checkFilters refuses filters and parameters for which rsc.io/pdf would write
// to standard output or allocate as much memory as the file demands.
func checkFilters(stream pdf.Value) error {
	filter, params := stream.Key("Filter"), stream.Key("DecodeParms")
	if filter.Kind() != pdf.Array {
		if filter.Kind() == pdf.Null {
			return nil
		}
		return checkFilter(filter, params)
	}
	const longest = 8
	if filter.Len() > longest {
		return refuse("so long a chain of filters")
	}
	for i := range filter.Len() {
		if err := checkFilter(filter.Index(i), params.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func checkFilter(filter, params pdf.Value) error {
	if name := filter.Name(); name != "FlateDecode" {
		return refuse("the stream filter " + cos.Name(name).Shown())
	}
	predictor, columns := params.Key("Predictor"), params.Key("Columns").Int64()
	if predictor.Kind() != pdf.Null && (predictor.Int64() != 12 || columns < 0 || columns > maxColumns) {
		return refuse("a stream's predictor")
	}
	return nil
}
