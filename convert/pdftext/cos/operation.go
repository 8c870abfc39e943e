package cos

// OperandKind says which fields of an Operand are set.
type OperandKind uint8

const (
	OtherOperand  OperandKind = iota // Object: a boolean, null, a dictionary, a nested array
	NumberOperand                    // Number
	StringOperand                    // Text
	NameOperand                      // Name
	ArrayOperand                     // Array
)

// Operand is one operand of a content stream's operator, or an element of an
// array operand. Its slices are valid until the lexer's next call.
type Operand struct {
	Kind   OperandKind
	Number float64   // also of integers
	Text   []byte    // a string's bytes, escapes resolved
	Name   Name      // without its solidus
	Array  []Operand // its elements are never ArrayOperands themselves
	Object Object
}

// Limits of Operation. The longest operand list of PDF 32000-1 is that of SCN,
// 33; arrays hold at most 8191 elements according to its Annex C.
const (
	maxOperands = 64
	maxElements = 1 << 16
)

// Operation reads the operands up to the next operator, and the operator. ok
// is false at the end of the data, where operands without an operator are
// dropped. Superfluous operands come first, as operators take theirs from the
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
		args = append(args, Operand{})
		o := &args[len(args)-1]
		if token == tokenArray {
			o.Kind, o.Array = ArrayOperand, l.arrayOperand()
			continue
		}
		l.fill(o, token)
	}
}

// fill sets an empty operand to the current token's value. It fills in place
// because operands are large and numbers are very frequent.
func (l *Lexer) fill(o *Operand, t token) {
	switch t {
	case tokenInteger:
		o.Kind, o.Number = NumberOperand, float64(l.integer)
	case tokenReal:
		o.Kind, o.Number = NumberOperand, l.real
	case tokenString:
		o.Kind, o.Text = StringOperand, l.text
	case tokenName:
		o.Kind, o.Name = NameOperand, l.intern(l.text).(Name)
	case tokenKeyword:
		o.Object, _ = l.constant()
	default:
		o.Object = l.object(1)
	}
}

// arrayOperand reads an array's elements into the lexer's buffer. The array also ends
// where an operator shows that the closing bracket is missing.
func (l *Lexer) arrayOperand() []Operand {
	from := len(l.elements)
	for {
		before := l.pos
		token := l.scan()
		switch token {
		case tokenEnd, tokenArrayEnd:
			return l.elements[from:len(l.elements):len(l.elements)]
		case tokenDictEnd:
			continue
		case tokenKeyword:
			if _, ok := l.constant(); !ok {
				if l.endsObject() {
					l.pos = before
					return l.elements[from:len(l.elements):len(l.elements)]
				}
				continue
			}
		}
		if len(l.elements) == maxElements {
			l.elements = l.elements[:maxElements-1] // the last one is overwritten
		}
		l.elements = append(l.elements, Operand{})
		l.fill(&l.elements[len(l.elements)-1], token)
	}
}
