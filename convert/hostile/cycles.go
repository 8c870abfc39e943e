package hostile

import (
	"fmt"
	"strings"
)

// cycles are documents whose references form cycles or long chains, in all
// places where a reference may occur.
var cycles = []Document{
	{"cyclic-reference", either, func() []byte { return document("/Contents 10 0 R", "", "11 0 R", "10 0 R") }},
	{"chain-of-references", either, func() []byte {
		b := newPDF()
		b.frame("/Contents 10 0 R", "")
		const last = 200_000
		for n := firstOwn; n < last; n++ {
			b.object(n, fmt.Sprintf("%d 0 R", n+1))
		}
		b.stream(last, "", hello)
		return b.end("")
	}},
	{"cyclic-parent", read, func() []byte {
		b := newPDF()
		b.frame("", hello)
		b.object(pagesNumber, "<</Type/Pages/Kids[3 0 R]/Count 1/Parent 3 0 R>>")
		return b.end("")
	}},
	{"cyclic-parent-to-inherit-from", either, func() []byte {
		b := newPDF()
		b.object(catalogNumber, catalog)
		b.object(pagesNumber, "<</Type/Pages/Kids[3 0 R]/Count 1/Parent 10 0 R>>")
		b.object(pageNumber, "<</Type/Page/Parent 10 0 R/Contents 4 0 R>>")
		b.stream(contentNumber, "", hello)
		b.object(firstOwn, "<</Type/Pages/Parent 10 0 R>>")
		return b.end("")
	}},
	{"cyclic-kids", either, func() []byte {
		b := newPDF()
		b.frame("", hello)
		b.object(pagesNumber, "<</Type/Pages/Kids[10 0 R 3 0 R]/Count 2>>")
		b.object(firstOwn, "<</Type/Pages/Parent 2 0 R/Kids[11 0 R 2 0 R]/Count 2>>")
		b.object(firstOwn+1, "<</Type/Pages/Parent 10 0 R/Kids[10 0 R]/Count 1>>")
		return b.end("")
	}},
	{"kids-of-a-page", read, func() []byte {
		return document("/Kids[3 0 R 2 0 R]/Count 9", hello)
	}},
	{"cyclic-resources", either, func() []byte {
		return document("/Resources 10 0 R", hello,
			"<</Font 10 0 R/XObject 10 0 R/ExtGState 10 0 R/ColorSpace 10 0 R/Pattern 10 0 R/Properties 10 0 R/F 10 0 R/Resources 10 0 R>>")
	}},
	{"cyclic-font", either, func() []byte {
		return document("/Resources<</Font<</F 10 0 R>>>>", hello,
			"<</Type/Font/Subtype/Type0/BaseFont 10 0 R/Encoding 10 0 R/ToUnicode 10 0 R/DescendantFonts[10 0 R]/FontDescriptor 10 0 R/W 10 0 R/Widths 10 0 R>>")
	}},
	{"cyclic-descendant-fonts", either, func() []byte {
		return document("/Resources<</Font<</F 10 0 R>>>>", hello,
			"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts 11 0 R>>", "[11 0 R 11 0 R]")
	}},
	{"cyclic-to-unicode", read, func() []byte {
		cmap := "/A usecmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <00> <ff> <0000> endbfrange"
		return document("/Resources<</Font<</F 10 0 R>>>>", hello,
			"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 11 0 R>>", streamBody("/Type/CMap/CMapName/A/UseCMap 11 0 R", cmap))
	}},
	{"cyclic-encoding", either, func() []byte {
		return document("/Resources<</Font<</F 10 0 R>>>>", hello,
			"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding 11 0 R>>", "<</Type/Encoding/BaseEncoding 11 0 R/Differences 12 0 R>>", "[12 0 R 12 0 R]")
	}},
	{"cyclic-forms", either, func() []byte {
		form := func(to int) string {
			return streamBody(fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</X %d 0 R>>>>", to), strings.Repeat("/X Do ", 100))
		}
		return document("/Resources<</XObject<</X 10 0 R>>>>", "/X Do", form(11), form(12), form(10))
	}},
	{"cyclic-length", either, func() []byte {
		return document("/Contents 10 0 R", "", "<</Length 11 0 R>>\nstream\n"+hello+"\nendstream", "<</Length 10 0 R>>\nstream\n1\nendstream")
	}},
	{"cyclic-contents", either, func() []byte {
		return document("/Contents 10 0 R", "", "[10 0 R 11 0 R 10 0 R]", "["+strings.Repeat("10 0 R ", 1000)+"]")
	}},
	{"cyclic-filter", either, func() []byte {
		return document("/Contents 10 0 R", "", streamBody("/Filter 11 0 R/DecodeParms 11 0 R", hello), "[11 0 R 11 0 R]")
	}},
	{"cyclic-extends", either, func() []byte {
		return compressed("/Extends 11 0 R", "/Extends 10 0 R")
	}},
	{"cyclic-previous-table", read, func() []byte {
		b := newPDF()
		b.frame("", hello)
		return b.end(fmt.Sprintf("/Prev %d/XRefStm %d", b.Len(), b.Len()))
	}},
	{"chain-of-previous-tables", either, func() []byte {
		b := newPDF()
		b.frame("", hello)
		b.end("")
		for range 100_000 {
			start := b.Len()
			fmt.Fprintf(b, "xref\n0 0\ntrailer\n<</Root 1 0 R/Size 6/Prev %d>>\n", start-55)
		}
		fmt.Fprintf(b, "startxref\n%d\n%%%%EOF\n", b.Len()-55)
		return b.Bytes()
	}},
	{"cyclic-names", read, func() []byte {
		b := newPDF()
		b.frame("", hello)
		b.object(catalogNumber, "<</Type/Catalog/Pages 2 0 R/Names<</Dests 10 0 R/JavaScript 10 0 R/EmbeddedFiles 10 0 R>>/Dests 10 0 R/PageLabels 10 0 R>>")
		b.object(firstOwn, "<</Kids[10 0 R 10 0 R]/Limits[(a)(z)]/Names[(a) 10 0 R]/Nums[0 10 0 R]>>")
		return b.end("")
	}},
	{"cyclic-outlines", read, func() []byte {
		b := newPDF()
		b.frame("", hello)
		b.object(catalogNumber, "<</Type/Catalog/Pages 2 0 R/Outlines 10 0 R/Threads[10 0 R]/OpenAction 10 0 R>>")
		b.object(firstOwn, "<</First 10 0 R/Last 10 0 R/Next 10 0 R/Prev 10 0 R/Parent 10 0 R/Count 1000000/Title(x)/A 10 0 R/S/GoTo/D 10 0 R>>")
		return b.end("")
	}},
	{"cyclic-structure", read, func() []byte {
		b := newPDF()
		b.frame("/StructParents 0", "/P<</MCID 0>>BDC "+hello+" EMC")
		b.object(catalogNumber, "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 10 0 R/MarkInfo<</Marked true>>>>")
		b.object(firstOwn, "<</Type/StructTreeRoot/K[10 0 R 10 0 R]/ParentTree 10 0 R/Nums[0 10 0 R]/Kids[10 0 R]/RoleMap 10 0 R/P 10 0 R/Pg 3 0 R/S/P>>")
		return b.end("")
	}},
	{"cyclic-fields", read, func() []byte {
		b := newPDF()
		b.frame("/Annots[10 0 R 10 0 R]", hello)
		b.object(catalogNumber, "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R 10 0 R]/DR 10 0 R/NeedAppearances true>>>>")
		b.object(firstOwn, "<</Type/Annot/Subtype/Widget/FT 10 0 R/Kids[10 0 R 10 0 R]/Parent 10 0 R/Rect[0 0 90 90]/V 10 0 R/DA 10 0 R/AP 10 0 R/N 10 0 R/AS 10 0 R/Popup 10 0 R/IRT 10 0 R>>")
		return b.end("")
	}},
	{"cyclic-appearance", read, func() []byte {
		return document("/Annots[11 0 R]", hello,
			streamBody("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 10 0 R>>>>", "/X Do /X Do"),
			"<</Type/Annot/Subtype/Stamp/Rect[0 0 90 90]/AP<</N 10 0 R>>/Parent 11 0 R>>")
	}},
	{"cyclic-colour-space", either, func() []byte {
		return document("/Resources<</ColorSpace<</A 10 0 R/B[/Indexed 10 0 R 255 10 0 R]/C[/ICCBased 11 0 R]>>>>",
			"/A cs 1 sc 0 0 600 800 re f /B cs 1 sc 0 0 600 800 re f /C cs 1 sc 0 0 600 800 re f",
			"[/Separation 10 0 R 10 0 R 10 0 R]", streamBody("/N 3/Alternate 10 0 R", "x"))
	}},
	{"cyclic-function", either, func() []byte {
		return document("/Resources<</ColorSpace<</A[/Separation/X/DeviceRGB 10 0 R]>>>>", "/A cs 1 sc 0 0 600 800 re f",
			"<</FunctionType 3/Domain[0 1]/Functions[10 0 R 10 0 R]/Bounds[0.5]/Encode[0 1 0 1]>>")
	}},
	{"cyclic-pattern", either, func() []byte {
		return document("/Resources<</Pattern<</P 10 0 R>>>>", "/Pattern cs /P scn 0 0 600 800 re f",
			streamBody("/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</Pattern<</P 10 0 R>>>>", "/Pattern cs /P scn 0 0 9 9 re f"))
	}},
	{"cyclic-pattern-of-forms", refused, func() []byte {
		form := func(resources, content string) string {
			return streamBody("/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<<"+resources+">>", content)
		}
		return document("/Resources<</XObject<</X 10 0 R>>>>", "/X Do",
			form("/XObject<</X 11 0 R>>", "/X Do"),
			form("/Pattern<</P 12 0 R>>", "/Pattern cs /P scn 0 0 225 161 re f"),
			streamBody("/PatternType 1/BBox[0 0 225 161]/Resources<</XObject<</X 10 0 R>>>>", "/X Do"))
	}},
	{"cyclic-soft-mask", either, func() []byte {
		return document("/Resources<</ExtGState<</G 10 0 R>>>>", "/G gs 0 0 600 800 re f",
			"<</Type/ExtGState/SMask<</S/Luminosity/G 11 0 R/TR 10 0 R>>>>",
			streamBody("/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Group<</S/Transparency/CS 11 0 R>>/Resources<</ExtGState<</G 10 0 R>>>>", "/G gs 0 0 600 800 re f"))
	}},
	{"cyclic-image-mask", either, func() []byte {
		return document("/Resources<</XObject<</X 10 0 R>>>>", "600 0 0 800 0 0 cm /X Do",
			streamBody("/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceGray/SMask 10 0 R/Mask 10 0 R/Alternates[<</Image 10 0 R>>]", strings.Repeat("x", 64)))
	}},
	{"cyclic-type3-font", either, func() []byte {
		return document("/Resources<</Font<</F 10 0 R>>>>", "BT /F 12 Tf 50 700 Td (aaaa) Tj ET",
			"<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[1]/Encoding<</Differences[97/a]>>/CharProcs<</a 11 0 R>>/Resources<</Font<</F 10 0 R>>>>>>",
			streamBody("", "1 0 d0 BT /F 1 Tf (aaaaaaaa) Tj ET 0 0 1 1 re f"))
	}},
	{"cyclic-optional-content", read, func() []byte {
		b := newPDF()
		b.frame("/Resources<</Font<</F 5 0 R>>/Properties<</O 10 0 R>>>>", "/OC /O BDC "+hello+" EMC")
		b.object(catalogNumber, "<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[10 0 R]/D<</OFF[11 0 R]/Order 10 0 R/BaseState 10 0 R>>>>>>")
		b.object(firstOwn, "<</Type/OCMD/OCGs[10 0 R 10 0 R]/VE[/And 12 0 R 12 0 R]/P/AllOn>>")
		b.object(firstOwn+2, "[/And 12 0 R 12 0 R]")
		return b.end("")
	}},
	{"cyclic-encryption", either, func() []byte {
		b := newPDF()
		b.frame("", hello)
		b.object(firstOwn, "<</Filter 10 0 R/V 10 0 R/R 10 0 R/O 10 0 R/U 10 0 R/P 10 0 R/CF 10 0 R/StmF 10 0 R/StrF 10 0 R/Length 10 0 R>>")
		return b.end("/Encrypt 10 0 R/ID 10 0 R")
	}},
	{"cyclic-root", either, func() []byte {
		b := newPDF()
		b.frame("", hello)
		b.object(catalogNumber, "<</Type/Catalog/Pages 1 0 R/Kids[1 0 R 1 0 R]/Version 1 0 R/Extensions 1 0 R>>")
		return b.end("/Info 1 0 R")
	}},
}

// compressed returns a file whose page is in two object streams, 10 and 11,
// with the entries first and second in their dictionaries. It has a
// cross-reference stream.
func compressed(first, second string) []byte {
	b := newPDF()
	b.stream(contentNumber, "", hello)
	objects := func(numbers []int, bodies []string) string {
		var head, body strings.Builder
		for i, n := range numbers {
			fmt.Fprintf(&head, "%d %d ", n, body.Len())
			body.WriteString(bodies[i] + " ")
		}
		return fmt.Sprintf("/Type/ObjStm/N %d/First %d|", len(numbers), head.Len()) + head.String() + body.String()
	}
	for i, stream := range []string{
		objects([]int{catalogNumber, fontNumber}, []string{catalog, fontDict}),
		objects([]int{pagesNumber, pageNumber}, []string{onePage,
			"<</Type/Page/Parent 2 0 R" + mediaBox + "/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>"}),
	} {
		entries, data, _ := strings.Cut(stream, "|")
		b.stream(firstOwn+i, entries+[]string{first, second}[i], data)
	}
	start := b.Len()
	b.offsets[firstOwn+2], b.most = start, firstOwn+2
	place := map[int][2]int{catalogNumber: {10, 0}, fontNumber: {10, 1}, pagesNumber: {11, 0}, pageNumber: {11, 1}}
	var rows strings.Builder
	for n := range b.most + 1 {
		if at, ok := b.offsets[n]; ok {
			fmt.Fprintf(&rows, "\x01%c%c\x00", byte(at>>8), byte(at))
		} else if p, ok := place[n]; ok {
			fmt.Fprintf(&rows, "\x02\x00%c%c", byte(p[0]), byte(p[1]))
		} else {
			rows.WriteString("\x00\x00\x00\x00")
		}
	}
	b.stream(firstOwn+2, fmt.Sprintf("/Type/XRef/Root 1 0 R/Size %d/W[1 2 1]", b.most+1), rows.String())
	fmt.Fprintf(b, "startxref\n%d\n%%%%EOF\n", start)
	return b.Bytes()
}
