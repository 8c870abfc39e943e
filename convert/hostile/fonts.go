package hostile

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// fonts are documents whose fonts have endless maps, widths and programs.
var fonts = []Document{
	{"cmap-of-all-codes", either, func() []byte {
		return mapped("<00000000> <ffffffff>", "1 begincidrange <00000000> <ffffffff> 0 endcidrange 1 beginbfrange <00000000> <ffffffff> <0000> endbfrange", "(Order 4500)")
	}},
	{"cmap-of-all-codes-many-times", laborious, func() []byte {
		return mapped("<00000000> <ffffffff>", repeated("1 begincidrange <00000000> <ffffffff> 0 endcidrange 1 beginbfrange <00000000> <ffffffff> <0041> endbfrange ", 60*million), "("+strings.Repeat("\x00\x01\x02\x03", 200_000)+")")
	}},
	{"cmap-of-lists", laborious, func() []byte {
		return mapped("<0000> <ffff>", "9 beginbfrange "+repeated("<0000> <ffff> [<0041> <0042> <0043> <0044> <0045> <0046> <0047>] ", 60*million)+"endbfrange", "(\x00\x01)")
	}},
	{"cmap-of-long-texts", laborious, func() []byte {
		return mapped("<00> <ff>", "1 beginbfchar <41> <"+repeated("0042", 8*million)+"> endbfchar", "("+strings.Repeat("A", million)+")")
	}},
	{"cmap-that-builds-on-itself", either, func() []byte {
		return document("/Resources<</Font<</F 10 0 R>>>>", "BT /F 12 Tf 50 700 Td <0001000200030004> Tj ET",
			"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding 11 0 R/DescendantFonts[13 0 R]/ToUnicode 11 0 R>>",
			streamBody("/Type/CMap/CMapName/A/UseCMap 12 0 R", "/B usecmap "+strings.Repeat("/B usecmap ", 100)),
			streamBody("/Type/CMap/CMapName/B/UseCMap 11 0 R", "/A usecmap "+strings.Repeat("/A usecmap ", 100)),
			descendant)
	}},
	{"cmap-that-builds-on-much", either, func() []byte {
		ranges := "99 begincidrange " + strings.Repeat("<0000> <ffff> 1 ", 1<<17) + "endcidrange"
		return document("/Resources<</Font<</F 10 0 R>>>>", "BT /F 12 Tf 50 700 Td <0001000200030004> Tj ET",
			"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding 11 0 R/DescendantFonts[13 0 R]>>",
			deflated("/Type/CMap/CMapName/A/UseCMap 12 0 R", strings.Repeat("/B usecmap ", million)),
			deflated("/Type/CMap/CMapName/B", ranges),
			descendant)
	}},
	{"cmap-of-brackets", either, func() []byte {
		return mapped("<00> <ff>", "1 beginbfrange <00> <ff> "+repeated("[", 10*million), "(Order)")
	}},
	{"widths-without-end", laborious, func() []byte {
		return document("/Resources<</Font<</F 10 0 R>>>>", hello,
			"<</Type/Font/Subtype/TrueType/BaseFont/A/FirstChar -2147483648/LastChar 2147483647/Widths["+repeated("500 ", largest-2*million)+"]>>")
	}},
	{"widths-of-all-glyphs", laborious, func() []byte {
		return document("/Resources<</Font<</F 10 0 R>>>>", "BT /F 12 Tf 50 700 Td ("+strings.Repeat("\x00\x01\x02\x03", 200_000)+") Tj ET",
			"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-V/DescendantFonts[11 0 R]>>",
			"<</Type/Font/Subtype/CIDFontType2/BaseFont/A/W["+repeated("0 4294967295 500 ", 5*million)+"]/W2["+repeated("0 4294967295 -1000 500 900 ", 5*million)+"]>>")
	}},
	{"vertical-widths-of-long-codes", laborious, func() []byte {
		cmap := "/WMode 1 def 1 begincodespacerange <00000000> <ffffffff> endcodespacerange 1 begincidrange <00000000> <ffffffff> 0 endcidrange"
		var codes strings.Builder
		for i := range uint32(million) {
			fmt.Fprintf(&codes, "%08x", i*4099)
		}
		return document("/Resources<</Font<</F 10 0 R>>>>/Contents 13 0 R", "",
			"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding 12 0 R/DescendantFonts[11 0 R]>>",
			"<</Type/Font/Subtype/CIDFontType2/BaseFont/A/W2["+repeated("4294967294 4294967295 -1000 500 900 ", 3*million)+"]>>",
			streamBody("/Type/CMap/CMapName/A/WMode 1", cmap),
			deflated("", "BT /F 12 Tf 50 700 Td <"+codes.String()+"> Tj ET"))
	}},
	{"differences-without-end", laborious, func() []byte {
		return document("/Resources<</Font<</F 10 0 R>>>>", hello,
			"<</Type/Font/Subtype/Type1/BaseFont/A/Encoding<</Differences["+repeated("0/a/b/c 255/d ", largest-2*million)+"]>>>>")
	}},
	{"differences-of-long-names", laborious, func() []byte {
		return document("/Resources<</Font<</F 10 0 R>>>>", hello,
			"<</Type/Font/Subtype/Type1/BaseFont/A/Encoding<</Differences[0/"+repeated("uni0041", 10*million)+"]>>>>")
	}},
	{"glyphs-of-type3-without-end", laborious, func() []byte {
		return document("/Resources<</Font<</F 10 0 R>>>>", "BT /F 12 Tf 50 700 Td ("+strings.Repeat("a", million)+") Tj ET",
			"<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/Encoding<</Differences[97/a]>>/CharProcs<</a 11 0 R>>>>",
			deflated("", strings.Repeat("[", 30*million)))
	}},
	{"many-fonts", laborious, func() []byte {
		b := newPDF()
		const n = 60_000
		var content, names strings.Builder
		for i := range n {
			fmt.Fprintf(&names, "/F%d %d 0 R", i, firstOwn+1+i)
			fmt.Fprintf(&content, "/F%d 9 Tf (a) Tj ", i)
		}
		b.frame("/Resources<</Font<<"+names.String()+">>>>", "BT "+content.String()+" ET")
		b.object(firstOwn, deflated("", "9 beginbfrange "+repeated("<0000> <ffff> <0041> ", million)+"endbfrange"))
		for i := range n {
			b.object(firstOwn+1+i, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 10 0 R>>")
		}
		return b.end("")
	}},
	{"truetype-of-all-tables", laborious, func() []byte {
		return programmed("/FontFile2", "\x00\x01\x00\x00\xff\xff\x00\x00\x00\x00\x00\x00"+repeated("cmap\x00\x00\x00\x00\x00\x00\x00\x0c\x7f\xff\xff\xff", million))
	}},
	{"truetype-of-all-characters", laborious, func() []byte {
		// One table: a cmap that declares 2^28 groups, each of which maps all 32-bit
		// codes.
		table := binary.BigEndian.AppendUint32([]byte("\x00\x00\x00\x01\x00\x03\x00\x0a\x00\x00\x00\x0c"), 12<<16)
		table = binary.BigEndian.AppendUint32(table, 1<<31) // length
		table = binary.BigEndian.AppendUint32(table, 0)
		table = binary.BigEndian.AppendUint32(table, 1<<28) // groups
		group := "\x00\x00\x00\x00\xff\xff\xff\xff\x00\x00\x00\x00"
		font := "\x00\x01\x00\x00\x00\x01\x00\x10\x00\x00\x00\x00cmap\x00\x00\x00\x00\x00\x00\x00\x1c\x7f\xff\xff\xff"
		return programmed("/FontFile2", font+string(table)+repeated(group, 3*million))
	}},
	{"cff-of-all-indexes", laborious, func() []byte {
		return programmed("/FontFile3", "\x01\x00\x04\x04"+repeated("\xff\xff\x04\xff\xff\xff\xff", million))
	}},
	{"type1-without-end", laborious, func() []byte {
		return programmed("/FontFile", "%!PS-AdobeFont-1.0: A\n/Encoding 256 array\n"+repeated("dup 65 /A put\n", 10*million)+"currentfile eexec\n"+repeated("\x80\x01\xff\xff\xff\x7f", 5*million))
	}},
	{"glyph-map-without-end", laborious, func() []byte {
		return document("/Resources<</Font<</F 10 0 R>>>>", "BT /F 12 Tf 50 700 Td <0001000200030004> Tj ET",
			"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[11 0 R]>>",
			"<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDToGIDMap 12 0 R/FontDescriptor<</FontFile2 12 0 R>>>>",
			streamBody("/Filter/FlateDecode", bomb("\x00", 4000*million)))
	}},
}

const descendant = "<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>"

// mapped returns a page that shows a string in a font whose CMap has the given
// codespace and sections.
func mapped(space, sections, shown string) []byte {
	cmap := "1 begincodespacerange " + space + " endcodespacerange " + sections
	return document("/Resources<</Font<</F 10 0 R>>>>/Contents 12 0 R", "",
		"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding 11 0 R/DescendantFonts[13 0 R]/ToUnicode 11 0 R>>",
		deflated("/Type/CMap/CMapName/A", cmap),
		deflated("", "BT /F 12 Tf 50 700 Td "+shown+" Tj ET"), descendant)
}

// programmed returns a page whose text is in a font with an embedded font
// program. key is the program's entry in the font descriptor.
func programmed(key, program string) []byte {
	return document("/Resources<</Font<</F 10 0 R>>>>", "BT /F 12 Tf 50 700 Td <00410042> Tj ET",
		"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[11 0 R]>>",
		"<</Type/Font/Subtype/CIDFontType2/BaseFont/A/FontDescriptor<</Flags 4"+key+" 12 0 R>>>>",
		deflated("", program))
}
