package hostile

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// pages are page trees, and pages, that are too large.
var pages = []Document{
	{"deep-page-tree", either, func() []byte {
		b := newPDF()
		b.object(catalogNumber, catalog)
		b.object(fontNumber, fontDict)
		b.stream(contentNumber, "", hello)
		const levels = 100_000
		b.object(pagesNumber, "<</Type/Pages/Kids[10 0 R]/Count 1>>")
		for n := firstOwn; n < levels; n++ {
			parent := n - 1
			if n == firstOwn {
				parent = pagesNumber
			}
			b.object(n, fmt.Sprintf("<</Type/Pages/Kids[%d 0 R]/Count 1/Parent %d 0 R>>", n+1, parent))
		}
		b.object(levels, fmt.Sprintf("<</Type/Page/Parent %d 0 R%s/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>", levels-1, mediaBox))
		return b.end("")
	}},
	{"page-tree-of-direct-nodes", either, func() []byte {
		const levels = 200_000
		b := newPDF()
		b.frame("", hello)
		b.object(pagesNumber, strings.Repeat("<</Type/Pages/Count 1/Kids[", levels)+"3 0 R"+strings.Repeat("]>>", levels))
		return b.end("")
	}},
	{"million-pages-counted", read, func() []byte {
		b := newPDF()
		b.frame("", hello)
		b.object(pagesNumber, "<</Type/Pages/Kids[3 0 R]/Count 1000000>>")
		return b.end("")
	}},
	{"negative-pages-counted", read, func() []byte {
		b := newPDF()
		b.frame("", hello)
		b.object(pagesNumber, "<</Type/Pages/Kids[3 0 R]/Count -2147483648>>")
		return b.end("")
	}},
	{"million-times-one-page", either, func() []byte {
		b := newPDF()
		b.frame("", hello)
		b.object(pagesNumber, "<</Type/Pages/Count 1000000/Kids["+strings.Repeat("3 0 R ", million)+"]>>")
		return b.end("")
	}},
	{"million-direct-pages", refused, func() []byte {
		b := newPDF()
		b.frame("", hello)
		b.object(pagesNumber, "<</Type/Pages/Count 1000000/Kids["+strings.Repeat("<</Type/Page>>", million)+"]>>")
		return b.end("")
	}},
	{"million-pages", refused, millionPages},
	{"page-without-end", laborious, func() []byte { return sized("[0 0 1e30 1e30]") }},
	{"page-of-a-kilometre", laborious, func() []byte { return sized("[0 0 2834645 2834645]") }},
	{"page-of-a-strip", laborious, func() []byte { return sized("[0 0 1000000 1]") }},
	{"page-of-nothing", laborious, func() []byte { return sized("[0 0 0.0000001 0.0000001]") }},
	{"page-far-away", laborious, func() []byte { return sized("[-2147483648 -2147483648 2147483647 2147483647]") }},
	{"page-of-many-digits", laborious, func() []byte {
		return sized("[0 0 " + strings.Repeat("9", 100_000) + " " + strings.Repeat("9", 100_000) + "]")
	}},
	{"page-of-huge-units", laborious, func() []byte { return sized("[0 0 600 800]/UserUnit 1e30") }},
	{"page-turned-without-end", laborious, func() []byte { return sized("[0 0 600 800]/Rotate 99999999999999999999") }},
}

// sized returns a page with the given MediaBox and no text, so that it is read as a
// picture. More entries may follow the MediaBox.
func sized(box string) []byte {
	return document("/MediaBox"+box, "1 0 0 rg 10 10 500 700 re f 0 0 m 600 800 l S")
}

// millionPages returns a file with a million pages, all in one object stream.
func millionPages() []byte {
	const n = million
	var head, body strings.Builder
	for i := range n {
		fmt.Fprintf(&head, "%d %d ", 100+i, body.Len())
		body.WriteString("<</Type/Page>>")
	}
	b := newPDF()
	b.object(catalogNumber, catalog)
	var kids strings.Builder
	for i := range n {
		fmt.Fprintf(&kids, "%d 0 R ", 100+i)
	}
	b.object(pagesNumber, "<</Type/Pages/Count 1000000/Kids["+kids.String()+"]>>")
	b.object(firstOwn, deflated(fmt.Sprintf("/Type/ObjStm/N %d/First %d", n, head.Len()), head.String()+body.String()))
	start := b.Len()
	rows := make([]byte, 0, 8*(n+100))
	for i := range n + 100 {
		kind, at, index := byte(0), 0, 0
		if offset, ok := b.offsets[i]; ok {
			kind, at = 1, offset
		} else if i >= 100 {
			kind, at, index = 2, firstOwn, i-100
		}
		rows = append(rows, kind)
		rows = binary.BigEndian.AppendUint32(rows, uint32(at))
		rows = append(rows, byte(index>>16), byte(index>>8), byte(index))
	}
	b.object(firstOwn+1, deflated(fmt.Sprintf("/Type/XRef/Root 1 0 R/Size %d/W[1 4 3]", n+100), string(rows)))
	fmt.Fprintf(b, "startxref\n%d\n%%%%EOF\n", start)
	return b.Bytes()
}

// words are pages with too many words, lines or table cells.
var words = []Document{
	{"million-words", laborious, func() []byte {
		return written(func(b *strings.Builder, i int) { fmt.Fprintf(b, "1 0 0 1 %d %d Tm(%d)Tj\n", i%1000*6, i/1000*8, i%10) })
	}},
	{"million-words-on-one-line", laborious, func() []byte {
		return written(func(b *strings.Builder, i int) { fmt.Fprintf(b, "1 0 0 1 %d 100 Tm(a)Tj\n", i) })
	}},
	{"million-words-in-one-place", laborious, func() []byte {
		return written(func(b *strings.Builder, i int) { fmt.Fprintf(b, "1 0 0 1 %d 100 Tm(%c)Tj\n", i%2, 'a'+i%26) })
	}},
	{"million-words-in-one-string", laborious, func() []byte {
		return document("/MediaBox[0 0 900000 800]", "BT /F 1 Tf 9 9 Td ("+strings.Repeat("a ", million)+") Tj ET")
	}},
	{"million-words-in-all-directions", laborious, func() []byte {
		return written(func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "%d %d %d %d %d %d Tm(a)Tj\n", i%7-3, i%11-5, i%5-2, i%3-1, i%997*6, i%991*8)
		})
	}},
	{"one-word-of-a-million-letters", laborious, func() []byte {
		return document("/MediaBox[0 0 900000 800]", "BT /F 0.5 Tf 9 9 Td ("+strings.Repeat("a", million)+") Tj ET")
	}},
	{"million-words-on-all-pages", laborious, func() []byte {
		b := newPDF()
		b.object(catalogNumber, catalog)
		b.object(fontNumber, fontDict)
		var content, kids strings.Builder
		content.WriteString("BT /F 8 Tf ")
		for i := range 1900 {
			fmt.Fprintf(&content, "1 0 0 1 %d %d Tm(%d.50)Tj\n", 10+i%20*29, 10+i/20*8, i%100)
		}
		b.stream(contentNumber, "", content.String()+"ET")
		for n := range 500 {
			fmt.Fprintf(&kids, "%d 0 R ", firstOwn+n)
			b.object(firstOwn+n, "<</Type/Page/Parent 2 0 R"+mediaBox+"/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>")
		}
		b.object(pagesNumber, "<</Type/Pages/Count 500/Kids["+kids.String()+"]>>")
		return b.end("")
	}},
	{"million-lines-and-fills", laborious, func() []byte {
		var b strings.Builder
		b.WriteString(hello + "\n")
		for i := range 500_000 {
			fmt.Fprintf(&b, "%d %d 5 5 re f %d 0 m %d 800 l S\n", i%600, i/600, i%600, i%600)
		}
		return document("/Contents 10 0 R", "", deflated("", b.String()))
	}},
	{"table-of-a-million-cells", laborious, func() []byte {
		var b strings.Builder
		b.WriteString("BT /F 1 Tf ")
		for i := range 200_000 {
			fmt.Fprintf(&b, "1 0 0 1 %d %d Tm(%d)Tj\n", i%400*8, i/400*8, i%10)
		}
		b.WriteString("ET ")
		for i := range 500 {
			fmt.Fprintf(&b, "%d 0 m %d 4000 l S 0 %d m 4000 %d l S\n", i*8, i*8, i*8, i*8)
		}
		return document("/MediaBox[0 0 4000 4000]/Contents 10 0 R", "", deflated("", b.String()))
	}},
}

// written returns a page with a million words, each shown by what write writes.
func written(write func(b *strings.Builder, i int)) []byte {
	var b strings.Builder
	b.WriteString("BT /F 4 Tf ")
	for i := range million {
		write(&b, i)
	}
	b.WriteString("ET")
	return document("/MediaBox[0 0 8000 9000]/Contents 10 0 R", "", deflated("", b.String()))
}
