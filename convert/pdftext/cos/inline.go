package cos

// InlineImage must be called directly after the operator BI. It reads the
// image's dictionary, whose keys and values may be abbreviated (PDF 32000-1,
// 8.9.7), and moves past its data and the operator EI. The data is returned
// undecoded; it aliases the lexer's.
func (l *Lexer) InlineImage() (Dict, []byte) {
	l.values = 0
	l.scratch = l.scratch[:0]
	dict := Dict{}
	for {
		switch l.scan() {
		case tokenEnd:
			return dict, nil
		case tokenKeyword:
			switch string(l.text) {
			case "ID":
				return dict, l.inlineData(dict)
			case "EI":
				return dict, nil
			}
		case tokenName:
			key := l.intern(l.text).(Name)
			before := l.pos
			switch l.scan() {
			case tokenArrayEnd, tokenDictEnd, tokenEnd:
			case tokenKeyword:
				if constant, ok := l.constant(); ok {
					dict[key] = constant
				} else {
					l.pos = before
				}
			default:
				dict[key] = l.object(1)
			}
		}
	}
}

// inlineData finds the end of the data after ID. The length of an image without a filter
// follows from its dictionary; for other images it searches for an "EI" that is
// followed by what looks like content rather than image data.
func (l *Lexer) inlineData(dict Dict) []byte {
	if l.pos < len(l.data) && class[l.data[l.pos]] == space {
		l.pos++ // the single white space after ID
	}
	start := l.pos
	if n := inlineLength(dict); n >= 0 && n <= len(l.data)-start {
		l.pos = start + n
		l.skipSpace()
		if end := start + n; l.atEI(l.pos) {
			l.pos += 2
			return l.data[start:end:end]
		}
	}
	for i := start; i+1 < len(l.data); i++ {
		if !l.atEI(i) || i > start && class[l.data[i-1]] != space {
			continue
		}
		if !plausibleContent(l.data[i+2:]) {
			continue
		}
		l.pos = i + 2
		end := max(start, i-1)
		return l.data[start:end:end]
	}
	l.pos = len(l.data)
	return l.data[start:]
}

// atEI reports whether the word EI stands at i.
func (l *Lexer) atEI(i int) bool {
	return i+1 < len(l.data) && l.data[i] == 'E' && l.data[i+1] == 'I' &&
		(i+2 == len(l.data) || class[l.data[i+2]] != regular)
}

// plausibleContent reports whether rest begins with text: without bytes that occur in content
// streams only inside strings.
func plausibleContent(rest []byte) bool {
	for _, c := range rest[:min(len(rest), 12)] {
		if c >= 0x7f || c < ' ' && class[c] != space || c == 0 {
			return false
		}
	}
	return true
}

// inlineLength returns the data's length according to the dictionary, bytes; -1 if unknown.
func inlineLength(dict Dict) int {
	if first(dict, "F", "Filter") != nil {
		return -1
	}
	width, ok1 := first(dict, "W", "Width").(int64)
	height, ok2 := first(dict, "H", "Height").(int64)
	if !ok1 || !ok2 || width < 0 || height < 0 || width > 1<<20 || height > 1<<20 {
		return -1
	}
	components, bits := int64(0), int64(8)
	if b, ok := first(dict, "BPC", "BitsPerComponent").(int64); ok && b > 0 && b <= 16 {
		bits = b
	}
	if mask, _ := first(dict, "IM", "ImageMask").(bool); mask {
		components, bits = 1, 1
	} else {
		switch space := first(dict, "CS", "ColorSpace").(type) {
		case Name:
			switch space {
			case "G", "DeviceGray", "CalGray":
				components = 1
			case "RGB", "DeviceRGB", "CalRGB":
				components = 3
			case "CMYK", "DeviceCMYK":
				components = 4
			}
		case Array: // the only array allowed here is an Indexed space
			components = 1
		}
	}
	if components == 0 {
		return -1
	}
	return int((width*components*bits + 7) / 8 * height)
}

// first returns the value of the first of the keys that the dictionary has.
func first(dict Dict, keys ...Name) Object {
	for _, key := range keys {
		if o, ok := dict[key]; ok {
			return o
		}
	}
	return nil
}
