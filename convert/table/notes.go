package table

import (
	"strconv"
	"strings"
)

// writeNotes writes the notes of the sheet: their texts, and their boxes, which
// spreadsheets expect as VML (ECMA-376-4).
func (b *workbook) writeNotes() {
	b.begin("xl/comments1.xml")
	b.write(`<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>lineitem</author></authors><commentList>`)
	for _, n := range b.notes {
		b.writef(`<comment ref="%s%d" authorId="0"><text><t xml:space="preserve">`, columnName(n.column), n.row+1)
		b.text(n.text)
		b.write("</t></text></comment>")
	}
	b.write("</commentList></comments>")
	b.begin("xl/drawings/vmlDrawing1.vml")
	b.write(`<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">`,
		`<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="`, shapeBlocks(len(b.notes)), `"/></o:shapelayout>`,
		`<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">`,
		`<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>`)
	for i, n := range b.notes {
		left, right := b.across(n.column+1, 15), b.across(n.column+1, 15+noteWidth)
		b.writef(`<v:shape id="_x0000_s%d" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">`, firstShape+i)
		b.write(`<v:fill color2="#ffffe1"/><v:shadow color="black" obscured="t"/><v:path o:connecttype="none"/>`,
			`<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>`)
		b.writef(`<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>%d, %d, %d, 2, %d, %d, %d, 9</x:Anchor>`,
			left.column, left.pixels, n.row, right.column, right.pixels, n.row+4)
		b.writef(`<x:AutoFill>False</x:AutoFill><x:Row>%d</x:Row><x:Column>%d</x:Column></x:ClientData></v:shape>`, n.row, n.column)
	}
	b.write("</xml>")
	b.begin("xl/worksheets/_rels/sheet1.xml.rels")
	b.write(relationships(
		"http://schemas.openxmlformats.org/officeDocument/2006/relationships/vmlDrawing", "../drawings/vmlDrawing1.vml",
		"http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments", "../comments1.xml"))
}

// noteWidth is the width of a note, pixels.
const noteWidth = 240

// place is a horizontal position in the sheet: pixels from the left edge of a column.
type place struct{ column, pixels int }

// across returns the place that is pixels to the right of the left edge of a column.
func (b *workbook) across(column, pixels int) place {
	for {
		width := 64 // of a column after the last one
		if column < len(b.widths) {
			width = 7*b.widths[column] + 5
		}
		if pixels < width {
			return place{column, pixels}
		}
		column, pixels = column+1, pixels-width
	}
}

// Shapes are numbered in blocks; a drawing lists the blocks that it uses (ECMA-376-4, idmap).
const (
	shapeBlock = 1024
	firstShape = shapeBlock + 1
)

// shapeBlocks returns the list of the blocks that n shapes take.
func shapeBlocks(n int) string {
	var blocks []string
	for b := firstShape / shapeBlock; b <= (firstShape+n-1)/shapeBlock; b++ {
		blocks = append(blocks, strconv.Itoa(b))
	}
	return strings.Join(blocks, ",")
}
