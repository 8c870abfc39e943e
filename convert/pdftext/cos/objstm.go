package cos

// objectStream is a decoded object stream (PDF 32000-1, 7.5.7). Its
// Extends entry is ignored: the cross-reference table states for every
// object the stream that contains it.
type objectStream struct {
	lex     Lexer // over the decoded data
	numbers []uint32
	offsets []int // of the objects in the decoded data, bytes
}

// loadCompressed parses an object out of its object stream.
func (r *Reader) loadCompressed(number uint32, where entry) Object {
	s := r.objectStream(uint32(where.offset))
	if s == nil {
		return nil
	}
	i := int(where.index)
	if i >= len(s.numbers) || s.numbers[i] != number {
		for i = 0; i < len(s.numbers) && s.numbers[i] != number; i++ {
		}
		r.parse -= i
		if i == len(s.numbers) {
			return nil
		}
	}
	if !r.mayParse() {
		return nil
	}
	s.lex.begin(s.offsets[i])
	start := s.lex.pos
	value := s.lex.value()
	r.spend(&s.lex, start)
	return value
}

// objectStream returns the decoded object stream with a number, nil if there is none.
// An object stream cannot be inside another one, nor inside itself.
func (r *Reader) objectStream(number uint32) *objectStream {
	if s, ok := r.objects.get(number); ok {
		return s
	}
	if e := r.entries.at(number); e == nil || e.place != inFile {
		return nil
	}
	stream, _ := r.load(number).(*Stream)
	if stream == nil {
		return nil
	}
	s := r.openObjectStream(stream)
	size := 0
	if s != nil {
		size = len(s.lex.data) + 16*len(s.numbers)
	}
	r.objects.put(number, s, size)
	return s
}

func (r *Reader) openObjectStream(stream *Stream) *objectStream {
	n, ok1 := number(r.Resolve(stream.Dict["N"]))
	first, ok2 := number(r.Resolve(stream.Dict["First"]))
	data, _ := r.decode(stream)
	if !ok1 || !ok2 || n < 0 || first < 0 || first > len(data) {
		return nil
	}
	s := &objectStream{}
	s.lex = Lexer{data: data[:first], refs: true, names: r.lex.names}
	n = min(n, first/4+1) // "1 0 " is the shortest pair
	s.numbers = make([]uint32, 0, n)
	s.offsets = make([]int, 0, n)
	for range n {
		if s.lex.scan() != tokenInteger || s.lex.integer < 0 || s.lex.integer > maxObjectNumber {
			break
		}
		number := uint32(s.lex.integer)
		if s.lex.scan() != tokenInteger || s.lex.integer < 0 || s.lex.integer > int64(len(data)-first) {
			break
		}
		s.numbers = append(s.numbers, number)
		s.offsets = append(s.offsets, first+int(s.lex.integer))
	}
	s.lex.data = data
	return s
}
