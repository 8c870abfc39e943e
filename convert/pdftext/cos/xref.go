package cos

import (
	"bytes"

	"lineitem/convert/doc"
)

var errXRef = &doc.FormatError{Reason: "the cross-reference table is damaged"}

// readSections reads the cross-reference sections, newest first, and the
// trailer (PDF 32000-1, 7.5.4, 7.5.5 and 7.5.8). If a number has two entries,
// the newer one counts.
func (r *Reader) readSections() error {
	const word = "startxref"
	i := bytes.LastIndex(r.data, []byte(word))
	if i < 0 {
		return errXRef
	}
	l := &r.lex
	l.begin(i + len(word))
	if l.scan() != tokenInteger {
		return errXRef
	}
	seen := make(map[int]bool, 4)
	for at := int(l.integer); ; {
		if at < 0 || at >= len(r.data) || seen[at] || len(seen) == maxSections {
			return errXRef
		}
		seen[at] = true
		trailer, err := r.readSection(at, seen)
		if err != nil {
			return err
		}
		r.addTrailer(trailer)
		previous, ok := number(trailer["Prev"])
		if !ok || previous == 0 {
			return nil
		}
		at = previous
	}
}

// addTrailer takes from an older trailer the entries that the newer ones lack.
func (r *Reader) addTrailer(trailer Dict) {
	if r.trailer == nil {
		r.trailer = trailer
		return
	}
	for _, key := range []Name{"Root", "Encrypt", "ID", "Info"} {
		if _, ok := r.trailer[key]; !ok && trailer[key] != nil {
			r.trailer[key] = trailer[key]
		}
	}
}

// number returns a whole number that fits into an int, even if it was written as a real.
func number(o Object) (int, bool) {
	switch n := o.(type) {
	case int64:
		return int(n), int64(int(n)) == n
	case float64:
		return int(n), n >= -1<<31 && n < 1<<31
	}
	return 0, false
}

// readSection reads the section at an offset, a table or a stream.
func (r *Reader) readSection(at int, seen map[int]bool) (Dict, error) {
	l := &r.lex
	l.begin(at)
	if l.scan() != tokenKeyword {
		return r.readXRefStream(at)
	}
	if string(l.text) != "xref" {
		return nil, errXRef
	}
	table := l.pos
	// The trailer comes first: a stream that it names has entries for objects which the
	// table of a hybrid file marks as free (PDF 32000-1, 7.5.8.4).
	i := bytes.Index(r.data[table:], []byte("trailer"))
	if i < 0 || !r.mayParse() {
		return nil, errXRef
	}
	start := table + i + len("trailer")
	l.begin(start)
	trailer, ok := l.value().(Dict)
	r.spend(l, start)
	r.parse -= i / 16
	if !ok {
		return nil, errXRef
	}
	if size, ok := number(trailer["Size"]); ok {
		r.entries.reserve(size)
	}
	if stream, ok := number(trailer["XRefStm"]); ok && !seen[stream] {
		seen[stream] = true
		if _, err := r.readXRefStream(stream); err != nil {
			return nil, err
		}
	}
	return trailer, r.readTable(table)
}

// readTable reads a table's subsections after the keyword "xref".
func (r *Reader) readTable(at int) error {
	l := &r.lex
	l.begin(at)
	defer func() { r.spend(l, at) }()
	for {
		switch l.scan() {
		case tokenKeyword:
			if string(l.text) == "trailer" {
				return nil
			}
			return errXRef
		case tokenInteger:
		default:
			return errXRef
		}
		first := l.integer
		if l.scan() != tokenInteger || first < 0 || first > maxObjectNumber {
			return errXRef
		}
		for n, i := l.integer, int64(0); i < n; i++ {
			offset, used, ok := l.tableEntry()
			if !ok || first+i > maxObjectNumber {
				return errXRef
			}
			e := entry{place: free}
			if used && offset > 0 {
				e = entry{place: inFile, offset: offset}
			}
			if err := r.add(uint32(first+i), e); err != nil {
				return err
			}
		}
	}
}

// tableEntry reads "oooooooooo ggggg n", in the fixed format that PDF 32000-1
// requires or with other spacing.
func (l *Lexer) tableEntry() (offset int, used, ok bool) {
	l.skipSpace()
	if line := l.data[l.pos:]; len(line) > 18 && line[10] == ' ' && line[16] == ' ' && class[line[18]] == space {
		digits := true
		for _, c := range line[:10] {
			digits = digits && c >= '0' && c <= '9'
			offset = offset*10 + int(c-'0')
		}
		if digits && (line[17] == 'n' || line[17] == 'f') {
			l.pos += 18
			return offset, line[17] == 'n', true
		}
	}
	if l.scan() != tokenInteger {
		return 0, false, false
	}
	offset = int(l.integer)
	if l.scan() != tokenInteger || l.scan() != tokenKeyword {
		return 0, false, false
	}
	used = string(l.text) == "n"
	return offset, used, used || string(l.text) == "f"
}

// add sets an entry unless a newer section has set it.
func (r *Reader) add(number uint32, e entry) error {
	if r.entries.at(number) != nil {
		return nil
	}
	if r.entries.length >= r.limits.Objects {
		return r.exceed("objects", r.limits.Objects)
	}
	r.entries.set(number, e)
	return nil
}

// readXRefStream reads the cross-reference stream at an offset and returns
// its dictionary, which also serves as a trailer.
func (r *Reader) readXRefStream(at int) (Dict, error) {
	_, value, _ := r.parseAt(at)
	stream, ok := value.(*Stream)
	if !ok || stream.Dict["Type"] != Name("XRef") {
		return nil, errXRef
	}
	data, err := r.Data(stream)
	if err != nil && len(data) == 0 {
		return nil, errXRef
	}
	size, _ := number(stream.Dict["Size"])
	r.entries.reserve(size)
	widths, _ := r.Resolve(stream.Dict["W"]).(Array)
	if len(widths) < 3 {
		return nil, errXRef
	}
	var width [3]int
	for i := range width {
		w, ok := number(widths[i])
		if !ok || w < 0 || w > 8 {
			return nil, errXRef
		}
		width[i] = w
	}
	row := width[0] + width[1] + width[2]
	if row == 0 {
		return nil, errXRef
	}
	index, _ := r.Resolve(stream.Dict["Index"]).(Array)
	if index == nil {
		index = Array{int64(0), int64(size)}
	}
	for ; len(index) >= 2; index = index[2:] {
		first, ok1 := number(index[0])
		n, ok2 := number(index[1])
		if !ok1 || !ok2 || first < 0 {
			return nil, errXRef
		}
		for i := 0; i < n && len(data) >= row; i++ {
			if first+i > maxObjectNumber {
				return nil, errXRef
			}
			if err := r.add(uint32(first+i), streamEntry(data, width)); err != nil {
				return nil, err
			}
			data = data[row:]
		}
	}
	return stream.Dict, nil
}

// streamEntry reads one row of a cross-reference stream (PDF 32000-1, Table 18).
func streamEntry(row []byte, width [3]int) entry {
	field := func(i int) (n int) {
		for _, c := range row[:width[i]] {
			n = n<<8 | int(c)
		}
		row = row[width[i]:]
		return n
	}
	kind := 1
	if width[0] > 0 {
		kind = field(0)
	}
	second, third := field(1), field(2)
	switch {
	case kind == 1 && second > 0:
		return entry{place: inFile, offset: second}
	case kind == 2 && second >= 0 && second <= maxObjectNumber && third >= 0 && third <= maxObjectNumber:
		return entry{place: compressed, offset: second, index: uint32(third)}
	}
	return entry{place: free}
}
