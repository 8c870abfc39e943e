package hostile

import (
	"fmt"
	"strings"
)

// contents are documents whose content streams nest deeply, or never end.
var contents = []Document{
	{"content-of-brackets", either, func() []byte { return document("", repeated("[", largest-million)) }},
	{"content-of-parentheses", either, func() []byte { return document("", repeated("(", largest-million)) }},
	{"content-of-dictionaries", either, func() []byte { return document("", repeated("<</A", largest-million)) }},
	{"content-of-hexadecimal", either, func() []byte { return document("", "<"+repeated("4", largest-million)) }},
	{"content-of-digits", either, func() []byte { return document("", repeated("7", largest-million)+" w") }},
	{"content-of-numbers", either, func() []byte { return document("", repeated("7 ", largest-million)+" w") }},
	{"content-of-names", either, func() []byte { return document("", repeated("/A", largest-million)+" Do") }},
	{"content-of-one-name", either, func() []byte { return document("", "/"+repeated("A", largest-million)+" Do") }},
	{"content-of-one-comment", either, func() []byte { return document("", "%"+repeated("A", largest-million)) }},
	{"content-of-one-operator", either, func() []byte { return document("", repeated("A", largest-million)) }},
	{"nested-states", either, func() []byte { return document("", repeated("q ", largest-million)) }},
	{"nested-states-and-text", either, func() []byte { return document("", repeated("q BT ", largest-million)) }},
	{"nested-text", either, func() []byte { return document("", repeated("BT ", largest-million)) }},
	{"nested-inline-images", laborious, func() []byte { return document("", repeated("BI ", largest-million)) }},
	{"inline-image-without-end", either, func() []byte {
		return document("", "BI /W 1 /H 1 /BPC 8 /CS /G ID "+repeated("EIx", largest-million))
	}},
	{"inline-images-without-end", laborious, func() []byte {
		return document("", repeated("BI /W 1000000 /H 1000000 /F /AHx ID ", largest-million))
	}},
	{"inline-images-with-wrong-ends", laborious, func() []byte {
		return document("", repeated("BI /F /Fl ID \x01 EI\x80 ", largest-million))
	}},
	{"million-inline-images", laborious, func() []byte {
		return document("", repeated("BI /W 1 /H 1 /BPC 8 /CS /G ID x EI ", largest-million))
	}},
	{"nested-marks", either, func() []byte { return document("", repeated("/A BMC ", 10*million)+hello) }},
	{"nested-replacements", laborious, func() []byte {
		return document("", strings.Repeat("/Span<</ActualText(b)>>BDC ", 1000)+"BT /F 1 Tf ("+strings.Repeat("a", million)+") Tj ET")
	}},
	{"nested-resources", either, func() []byte {
		return document("/Resources<</Font "+strings.Repeat("<</F ", 100_000)+strings.Repeat(">>", 100_000)+">>", hello)
	}},
	{"stray-ends", either, func() []byte { return document("", repeated("Q ET EMC EI EX ", 10*million)+hello) }},
	{"huge-strings", laborious, func() []byte {
		return document("", "BT /F 12 Tf ("+repeated("a", largest-million)+") Tj ET")
	}},
	{"numbers-beyond-all", either, func() []byte {
		huge := strings.Repeat("9", 400)
		return document("", fmt.Sprintf("BT /F %s Tf %s %s Td %s Tc %s Tw (Order) Tj ET %s 0 0 %s 0 0 cm %s w 0 0 %s %s re S", huge, huge, huge, huge, huge, huge, huge, huge, huge, huge))
	}},
}

// paintings are documents whose forms, fonts, patterns and paths multiply what
// they paint.
var paintings = []Document{
	{"forms-that-multiply", refused, func() []byte { return multiplied("0 0 600 800 re f") }},
	{"forms-that-multiply-text", laborious, func() []byte { return multiplied(hello) }},
	{"forms-that-multiply-pictures", refused, func() []byte {
		return multiplied("600 0 0 800 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI")
	}},
	{"type3-font-of-fonts", either, func() []byte {
		// Each font's glyph shows ten of the next.
		const levels = 10
		own := make([]string, 0, 2*levels)
		for i := range levels {
			next := firstOwn + 2*min(i+1, levels-1)
			own = append(own,
				fmt.Sprintf("<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[1]/Encoding<</Differences[97/a]>>/CharProcs<</a %d 0 R>>/Resources<</Font<</F %d 0 R>>>>>>", firstOwn+2*i+1, next),
				streamBody("", "1 0 d0 BT /F 1 Tf (aaaaaaaaaa) Tj ET 0 0 1 1 re f"))
		}
		return document("/Resources<</Font<</F 10 0 R>>>>", "BT /F 12 Tf 50 700 Td (aaaaaaaaaa) Tj ET", own...)
	}},
	{"pattern-of-dust", laborious, func() []byte {
		return document("/Resources<</Pattern<</P 10 0 R>>>>", "/Pattern cs /P scn 0 0 600 800 re f",
			streamBody("/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.00001/YStep 0.00001/Resources<<>>", "0 0 1 1 re f"))
	}},
	{"patterns-of-patterns", refused, func() []byte {
		const levels = 10
		own := make([]string, levels)
		for i := range own {
			own[i] = streamBody(fmt.Sprintf("/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 600 800]/XStep 6/YStep 8/Resources<</Pattern<</P %d 0 R>>>>", firstOwn+min(i+1, levels-1)),
				"/Pattern cs /P scn 0 0 600 800 re f")
		}
		return document("/Resources<</Pattern<</P 10 0 R>>>>", "/Pattern cs /P scn 0 0 600 800 re f", own...)
	}},
	{"shading-of-many-functions", laborious, func() []byte {
		return document("/Resources<</Shading<</S 10 0 R>>>>", repeated("/S sh ", million),
			"<</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 1 0 1]/Matrix[600 0 0 800 0 0]/Function 11 0 R>>",
			streamBody("/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]", "{"+strings.Repeat("dup ", 100)+strings.Repeat("sin pop ", 90)+"}"))
	}},
	{"calculator-of-brackets", laborious, func() []byte {
		return document("/Resources<</ColorSpace<</A[/Separation/X/DeviceRGB 10 0 R]>>>>", "/A cs 1 sc 0 0 600 800 re f",
			streamBody("/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]", repeated("{", 10*million)))
	}},
	{"samples-beyond-all", laborious, func() []byte {
		return document("/Resources<</ColorSpace<</A[/DeviceN["+strings.Repeat("/X", 32)+"]/DeviceRGB 10 0 R]>>>>", "/A cs "+strings.Repeat("1 ", 32)+" sc 0 0 600 800 re f",
			streamBody("/FunctionType 0/Domain["+strings.Repeat("0 1 ", 32)+"]/Range[0 1 0 1 0 1]/Size["+strings.Repeat("2147483647 ", 32)+"]/BitsPerSample 32", "x"))
	}},
	{"path-of-a-million-curves", laborious, func() []byte {
		return document("/Contents 10 0 R", "", deflated("", "0 0 m "+strings.Repeat("0 0 300 900 600 0 c ", million)+" B*"))
	}},
	{"million-clips", laborious, func() []byte {
		return document("/Contents 10 0 R", "", deflated("", strings.Repeat("0 0 600 800 re 10 10 300 300 re W* n ", million)+"0 0 600 800 re f"))
	}},
	{"million-dashes", laborious, func() []byte {
		return document("/Contents 10 0 R", "", deflated("", "["+strings.Repeat("0.00001 ", 100_000)+"] 0 d "+strings.Repeat("0 0 m 600 800 l S ", 10_000)))
	}},
	{"million-groups", laborious, func() []byte {
		return document("/Resources<</XObject<</X 10 0 R>>>>", repeated("/X Do ", million),
			streamBody("/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Group<</S/Transparency/I true/K true>>", "0 0 600 800 re f"))
	}},
	{"million-annotations", laborious, func() []byte {
		return document("/Annots["+strings.Repeat("11 0 R ", million)+"]", "0 0 600 800 re f",
			streamBody("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "0 0 9 9 re f"),
			"<</Type/Annot/Subtype/Stamp/Rect[0 0 600 800]/AP<</N 10 0 R>>>>")
	}},
}

// multiplied returns a page that paints leaf through ten levels of forms, each
// of which paints the next one ten times.
func multiplied(leaf string) []byte {
	const levels, times = 10, 10
	own := make([]string, levels+1)
	for i := range levels {
		own[i] = streamBody(fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</X %d 0 R>>>>", firstOwn+i+1), strings.Repeat("/X Do ", times))
	}
	own[levels] = streamBody("/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F 5 0 R>>>>", leaf)
	return document("/Resources<</XObject<</X 10 0 R>>>>", "/X Do", own...)
}
