package font

import (
	"bytes"

	"lineitem/convert/pdftext/cos"
)

// maxType1Header is how far into a Type 1 program its encoding may extend,
// bytes.
const maxType1Header = 1 << 18

// readType1 reads the built-in encoding from the clear text of a Type 1 font
// program (Adobe Type 1 Font Format, 2.2): "dup 65 /A put".
func (p *program) readType1(data []byte) {
	data = data[:min(len(data), maxType1Header)]
	if end := bytes.Index(data, []byte("eexec")); end >= 0 {
		data = data[:end]
	}
	start := bytes.Index(data, []byte("/Encoding"))
	if start < 0 {
		return
	}
	lexer := cos.NewLexer(data[start+len("/Encoding"):])
	var code int64
	var name cos.Name
	for {
		o, op, ok := lexer.Next()
		if !ok {
			return
		}
		switch op {
		case "StandardEncoding":
			p.builtin = *standardEncoding()
			return
		case "put":
			if code >= 0 && code < 256 {
				p.builtin[code] = nameText(string(name))
			}
		case "def", "readonly":
			return
		}
		switch o := o.(type) {
		case int64:
			code = o
		case cos.Name:
			name = o
		}
	}
}
