package cos

// Next reads the next object or keyword. ok is false at the end of the data.
// If op is not empty, it is a keyword and o is nil; if op is empty, o is
// an object, where nil is the null object. Objects are never references unless
// the lexer reads a file, and they do not alias the data.
func (l *Lexer) Next() (o Object, op Keyword, ok bool) {
	l.values = 0
	l.scratch = l.scratch[:0]
	for {
		switch l.scan() {
		case tokenEnd:
			return nil, "", false
		case tokenArrayEnd, tokenDictEnd:
			continue // closes nothing
		case tokenKeyword:
			if o, ok := l.constant(); ok {
				return o, "", true
			}
			return nil, l.keyword(), true
		}
		return l.object(0), "", true
	}
}

// object builds the object that begins with the current token, which is
// neither a keyword nor a closing bracket nor the end.
func (l *Lexer) object(depth int) Object {
	switch l.token {
	case tokenInteger:
		if l.refs {
			if ref, ok := l.reference(); ok {
				return ref
			}
		}
		return l.integer
	case tokenReal:
		return l.real
	case tokenString:
		if l.decrypt != nil {
			return String(l.decrypt(l.text))
		}
		return String(l.text)
	case tokenName:
		return l.intern(l.text)
	}
	if depth >= maxDepth {
		l.skipNested()
		return nil
	}
	if l.token == tokenArray {
		return l.array(depth + 1)
	}
	return l.dict(depth + 1)
}

// array reads the elements after an opening bracket. The array also ends where
// the surrounding dictionary ends, and where a keyword shows that the closing
// bracket is missing.
func (l *Lexer) array(depth int) Array {
	out := Array{}
	for {
		before := l.pos
		var value Object
		switch l.scan() {
		case tokenEnd, tokenArrayEnd:
			return out
		case tokenDictEnd:
			l.pos = before
			return out
		case tokenKeyword:
			constant, ok := l.constant()
			if !ok {
				if l.endsObject() {
					l.pos = before
					return out
				}
				continue
			}
			value = constant
		default:
			value = l.object(depth)
		}
		if l.values++; l.values <= maxValues {
			out = append(out, value)
		}
	}
}

// dict reads the entries after "<<". If a key occurs twice, the last one
// counts; anything else in place of a key is skipped.
func (l *Lexer) dict(depth int) Dict {
	out := Dict{}
	for {
		before := l.pos
		switch l.scan() {
		case tokenEnd, tokenDictEnd:
			return out
		case tokenKeyword:
			if l.endsObject() {
				l.pos = before
				return out
			}
			continue
		case tokenName:
		case tokenArrayEnd:
			continue
		default:
			l.object(depth)
			continue
		}
		key := l.intern(l.text).(Name)
		before = l.pos
		var value Object
		switch l.scan() {
		case tokenEnd, tokenDictEnd:
			return out
		case tokenArrayEnd:
			continue
		case tokenKeyword:
			constant, ok := l.constant()
			if !ok {
				l.pos = before // the loop above handles it
				continue
			}
			value = constant
		default:
			value = l.object(depth)
		}
		if l.values++; l.values <= maxValues {
			out[key] = value
		}
	}
}

// skipNested moves past an array or dictionary that is nested too deeply.
func (l *Lexer) skipNested() {
	for open := 1; open > 0; {
		l.scratch = l.scratch[:0]
		switch l.scan() {
		case tokenEnd:
			return
		case tokenArray, tokenDict:
			open++
		case tokenArrayEnd, tokenDictEnd:
			open--
		}
	}
}

// constant returns the object that the current keyword denotes, if it denotes one.
func (l *Lexer) constant() (Object, bool) {
	switch string(l.text) {
	case "true":
		return true, true
	case "false":
		return false, true
	case "null":
		return nil, true
	}
	return nil, false
}

// endsObject reports whether the current keyword cannot occur inside an object:
// it is an operator or belongs to the file structure.
func (l *Lexer) endsObject() bool {
	switch string(l.text) {
	case "endobj", "obj", "stream", "endstream", "xref", "trailer", "startxref":
		return true
	}
	return !l.refs && knownKeyword(l.text) != ""
}

// reference reads "G R" after an object number, which is the current token.
func (l *Lexer) reference() (Ref, bool) {
	if l.integer < 0 || l.integer > maxObjectNumber {
		return Ref{}, false
	}
	data, i := l.data, l.pos
	for i < len(data) && class[data[i]] == space {
		i++
	}
	start, generation := i, 0
	for i < len(data) && i-start < 5 && data[i] >= '0' && data[i] <= '9' {
		generation = generation*10 + int(data[i]-'0')
		i++
	}
	if i == start || i == len(data) || class[data[i]] != space {
		return Ref{}, false
	}
	for i < len(data) && class[data[i]] == space {
		i++
	}
	if i == len(data) || data[i] != 'R' || i+1 < len(data) && class[data[i+1]] == regular {
		return Ref{}, false
	}
	l.pos = i + 1
	return Ref{uint32(l.integer), uint16(min(generation, 65535))}, true
}
