package cos

import "math"

// Keyword is a bare word of PDF syntax: an operator of a content stream ("Tj",
// "T*", "BI"), or a word of the file structure ("obj", "stream"). The empty
// Keyword stands for none.
type Keyword string

// Limits of the lexer. No recursion goes deeper than maxDepth, and no object
// holds more than maxValues, whatever the data says.
const (
	maxDepth        = 100     // nesting of arrays and dictionaries
	maxValues       = 1 << 20 // values inside one top-level object; further ones are dropped
	maxNames        = 4096    // different names that one lexer interns
	maxObjectNumber = 1 << 23 // largest object number, Annex C of PDF 32000-1
)

// Lexer reads objects and keywords one after another (PDF 32000-1, 7.2 and
// 7.3) from content streams, CMaps and the bodies of files. It never fails:
// malformed syntax is skipped, unclosed objects end with the data, and each
// call but the last moves forward.
//
// Next returns values as Objects. Operation returns a content stream's operators
// with their operands and allocates very little.
type Lexer struct {
	data []byte
	pos  int

	// The last token. text aliases data, or scratch if an escape had to be
	// resolved.
	token   token
	integer int64
	real    float64
	text    []byte

	scratch  []byte
	operands []Operand
	elements []Operand

	names  map[string]Object // interned, so that a repeated name is not allocated again
	refs   bool              // "12 0 R" is a reference: in files, not in content streams
	values int               // values stored since the last top-level object began
	// decrypt is applied to each string, nil for none.
	decrypt func([]byte) []byte
}

// NewLexer returns a lexer at the beginning of data, which must not change
// while it is in use. References are not recognised, as in content streams.
func NewLexer(data []byte) *Lexer { return &Lexer{data: data} }

// Reset makes the lexer read data from its beginning and keeps its buffers.
func (l *Lexer) Reset(data []byte) { l.data, l.pos = data, 0 }

// Pos returns the offset of the first byte not yet read.
func (l *Lexer) Pos() int { return l.pos }

// SetPos moves to an offset; an offset outside the data is clamped to it.
func (l *Lexer) SetPos(pos int) { l.pos = min(max(pos, 0), len(l.data)) }

type token uint8

const (
	tokenEnd token = iota
	tokenInteger
	tokenReal
	tokenString
	tokenName
	tokenKeyword
	tokenArray    // [
	tokenArrayEnd // ]
	tokenDict     // <<
	tokenDictEnd  // >>
)

// Character classes (PDF 32000-1, 7.2.2).
const (
	regular = iota
	space
	delimiter
)

var class = func() (t [256]uint8) {
	for _, c := range "\x00\t\n\f\r " {
		t[c] = space
	}
	for _, c := range "()<>[]{}/%" {
		t[c] = delimiter
	}
	return t
}()

// scan reads one token into l.token and its value.
func (l *Lexer) scan() token {
	l.token = l.scanToken()
	return l.token
}

func (l *Lexer) scanToken() token {
	for l.skipSpace(); l.pos < len(l.data); l.skipSpace() {
		c := l.data[l.pos]
		switch {
		case c >= '0' && c <= '9', c == '-', c == '+', c == '.':
			return l.scanNumber()
		case class[c] == regular:
			return l.scanKeyword()
		}
		l.pos++
		switch c {
		case '/':
			return l.scanName()
		case '(':
			return l.scanLiteral()
		case '[':
			return tokenArray
		case ']':
			return tokenArrayEnd
		case '<':
			if l.peek() == '<' {
				l.pos++
				return tokenDict
			}
			return l.scanHex()
		case '>':
			if l.peek() == '>' {
				l.pos++
				return tokenDictEnd
			}
		case '{', '}':
			l.text = l.data[l.pos-1 : l.pos]
			return tokenKeyword
		}
		// A stray closing bracket is skipped.
	}
	return tokenEnd
}

// peek returns the next byte, 0 at the end.
func (l *Lexer) peek() byte {
	if l.pos < len(l.data) {
		return l.data[l.pos]
	}
	return 0
}

// skipSpace moves past white space and comments.
func (l *Lexer) skipSpace() {
	for l.pos < len(l.data) {
		c := l.data[l.pos]
		switch {
		case class[c] == space:
			l.pos++
		case c == '%':
			for l.pos < len(l.data) && l.data[l.pos] != '\n' && l.data[l.pos] != '\r' {
				l.pos++
			}
		default:
			return
		}
	}
}

// powers are the powers of ten that divide a mantissa below 2^53 with correct rounding.
var powers = [19]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}

// scanNumber reads a number (PDF 32000-1, 7.3.3). It also accepts what producers
// write: several signs, a sign or a second point among the digits (the
// rest of such a number is dropped), letters directly after it (an operator).
func (l *Lexer) scanNumber() token {
	data, pos := l.data, l.pos
	negative := false
	for pos < len(data) && (data[pos] == '-' || data[pos] == '+') {
		negative = negative || data[pos] == '-'
		pos++
	}
	var mantissa int64
	digits, decimals, dropped := 0, 0, 0
	point := false
	for ; pos < len(data); pos++ {
		c := data[pos]
		if c == '.' && !point {
			point = true
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		switch {
		case digits < 18:
			mantissa = mantissa*10 + int64(c-'0')
			if mantissa != 0 {
				digits++
			}
			if point {
				decimals++
			}
			if decimals == 18 {
				digits = 18 // further decimals are below any precision
			}
		case !point:
			dropped++
		}
	}
	for pos < len(data) && (data[pos] == '-' || data[pos] == '+' || data[pos] == '.' ||
		data[pos] >= '0' && data[pos] <= '9') {
		pos++
	}
	l.pos = pos
	if negative {
		mantissa = -mantissa
	}
	if point || dropped > 0 {
		l.real = float64(mantissa) / powers[decimals]
		if dropped > 0 {
			l.real *= math.Pow10(min(dropped, 300))
			if math.IsInf(l.real, 0) {
				l.real = 0
			}
		}
		return tokenReal
	}
	l.integer = mantissa
	return tokenInteger
}

func (l *Lexer) scanKeyword() token {
	start := l.pos
	for l.pos < len(l.data) && class[l.data[l.pos]] == regular {
		l.pos++
	}
	l.text = l.data[start:l.pos]
	return tokenKeyword
}

// scanName reads a name after its solidus (PDF 32000-1, 7.3.5).
func (l *Lexer) scanName() token {
	start, escaped := l.pos, false
	for l.pos < len(l.data) && class[l.data[l.pos]] == regular {
		escaped = escaped || l.data[l.pos] == '#'
		l.pos++
	}
	l.text = l.data[start:l.pos]
	if !escaped {
		return tokenName
	}
	from := len(l.scratch)
	for i := 0; i < len(l.text); i++ {
		c := l.text[i]
		if c == '#' && i+2 < len(l.text) && hexDigit[l.text[i+1]] < 16 && hexDigit[l.text[i+2]] < 16 {
			c = hexDigit[l.text[i+1]]<<4 | hexDigit[l.text[i+2]]
			i += 2
		}
		l.scratch = append(l.scratch, c)
	}
	l.text = l.scratch[from:len(l.scratch):len(l.scratch)]
	return tokenName
}

// scanLiteral reads a string after its opening parenthesis (PDF 32000-1,
// 7.3.4.2). Contrary to the standard, a bare carriage return is kept: producers
// that write two-byte codes forget to escape it far more often than they mean
// a line feed.
func (l *Lexer) scanLiteral() token {
	start, depth := l.pos, 1
	for i := l.pos; i < len(l.data); i++ {
		switch l.data[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				l.text = l.data[start:i:i]
				l.pos = i + 1
				return tokenString
			}
		case '\\':
			return l.scanEscaped(start, i, depth)
		}
	}
	l.text = l.data[start:len(l.data):len(l.data)]
	l.pos = len(l.data)
	return tokenString
}

// scanEscaped continues scanLiteral from the first backslash, at i.
func (l *Lexer) scanEscaped(start, i, depth int) token {
	data := l.data
	from := len(l.scratch)
	out := append(l.scratch, data[start:i]...)
scan:
	for i < len(data) {
		c := data[i]
		i++
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				break scan
			}
		case '\\':
			if i == len(data) {
				break scan
			}
			c = data[i]
			i++
			switch c {
			case 'n':
				c = '\n'
			case 'r':
				c = '\r'
			case 't':
				c = '\t'
			case 'b':
				c = '\b'
			case 'f':
				c = '\f'
			case '\r': // a line continuation
				if i < len(data) && data[i] == '\n' {
					i++
				}
				continue
			case '\n':
				continue
			case '0', '1', '2', '3', '4', '5', '6', '7':
				c -= '0'
				for n := 0; n < 2 && i < len(data) && data[i] >= '0' && data[i] <= '7'; n++ {
					c = c<<3 | (data[i] - '0')
					i++
				}
			}
		}
		out = append(out, c)
	}
	l.scratch = out
	l.text = out[from:len(out):len(out)]
	l.pos = i
	return tokenString
}

// hexDigit maps a hexadecimal digit to its value, and every other byte to 255.
var hexDigit = func() (t [256]uint8) {
	for i := range t {
		t[i] = 255
	}
	for i := range 10 {
		t['0'+i] = uint8(i)
	}
	for i := range 6 {
		t['a'+i], t['A'+i] = uint8(10+i), uint8(10+i)
	}
	return t
}()

// scanHex reads a string after its opening angle bracket (PDF 32000-1,
// 7.3.4.3). Bytes that are not digits are skipped; a missing last digit is 0.
func (l *Lexer) scanHex() token {
	from := len(l.scratch)
	out := l.scratch
	high, half := uint8(0), false
	i := l.pos
	for i < len(l.data) {
		c := l.data[i]
		i++
		if c == '>' {
			break
		}
		digit := hexDigit[c]
		if digit > 15 {
			continue
		}
		if half {
			out = append(out, high<<4|digit)
		} else {
			high = digit
		}
		half = !half
	}
	if half {
		out = append(out, high<<4)
	}
	l.scratch, l.pos = out, i
	l.text = out[from:len(out):len(out)]
	return tokenString
}

// intern returns text as a Name in an Object.
func (l *Lexer) intern(text []byte) Object {
	if name, ok := l.names[string(text)]; ok {
		return name
	}
	var name Object = Name(text)
	if l.names == nil {
		l.names = make(map[string]Object)
	}
	if len(l.names) < maxNames {
		l.names[string(name.(Name))] = name
	}
	return name
}
