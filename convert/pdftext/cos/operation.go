package cos

// OperandKind says which fields of an Operand count.
type OperandKind uint8

const (
	OtherOperand  OperandKind = iota // Object: a boolean, null, a dictionary, a nested array
	NumberOperand                    // Number
	StringOperand                    // Text
	NameOperand                      // Name
	ArrayOperand                     // Array
)

// Operand is one operand of a content stream's operator, or an element of an
// array that is one. Its slices are valid until the lexer's next call.
type Operand struct {
	Kind   OperandKind
	Number float64   // integers as well
	Text   []byte    // a string's bytes, escapes resolved
	Name   Name      // without its solidus
	Array  []Operand // never ArrayOperands themselves
	Object Object
}

// Bounds of Operation. The longest operand list of PDF 32000-1 is that of SCN,
// 33; arrays hold at most 8191 elements by its Annex C.
const (
	maxOperands = 64
	maxElements = 1 << 16
)

// Operation reads the operands up to the next operator, and the operator. ok
// is false at the end of the data, where operands without an operator are
// dropped. Superfluous operands come first: operators take theirs from the
// end. The slice is valid until the next call.
func (l *Lexer) Operation() (op Keyword, operands []Operand, ok bool) {
	l.values = 0
	l.scratch = l.scratch[:0]
	l.elements = l.elements[:0]
	args := l.operands[:0]
	for {
		token := l.scan()
		switch token {
		case tokenEnd:
			l.operands = args
			return "", nil, false
		case tokenArrayEnd, tokenDictEnd:
			continue
		case tokenKeyword:
			if _, ok := l.constant(); !ok {
				l.operands = args
				return l.keyword(), args, true
			}
		}
		if len(args) == maxOperands {
			copy(args, args[1:])
			args = args[:maxOperands-1]
		}
		args = append(args, l.operand(token))
	}
}

func (l *Lexer) operand(t token) Operand {
	switch t {
	case tokenInteger:
		return Operand{Kind: NumberOperand, Number: float64(l.integer)}
	case tokenReal:
		return Operand{Kind: NumberOperand, Number: l.real}
	case tokenString:
		return Operand{Kind: StringOperand, Text: l.text}
	case tokenName:
		return Operand{Kind: NameOperand, Name: l.intern(l.text).(Name)}
	case tokenKeyword:
		constant, _ := l.constant()
		return Operand{Object: constant}
	case tokenArray:
		return Operand{Kind: ArrayOperand, Array: l.arrayOperand()}
	}
	return Operand{Object: l.object(1)}
}

// arrayOperand reads an array's elements into the lexer's buffer. It ends
// where an operator shows that the closing bracket was forgotten.
func (l *Lexer) arrayOperand() []Operand {
	from := len(l.elements)
	for {
		before := l.pos
		var element Operand
		switch token := l.scan(); token {
		case tokenEnd, tokenArrayEnd:
			return l.elements[from:len(l.elements):len(l.elements)]
		case tokenDictEnd:
			continue
		case tokenKeyword:
			constant, ok := l.constant()
			if !ok {
				if l.endsObject() {
					l.pos = before
					return l.elements[from:len(l.elements):len(l.elements)]
				}
				continue
			}
			element.Object = constant
		case tokenArray:
			element.Object = l.object(1)
		default:
			element = l.operand(token)
		}
		if len(l.elements) < maxElements {
			l.elements = append(l.elements, element)
		}
	}
}
