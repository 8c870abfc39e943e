package table

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// sheet is the name of the one sheet of a workbook.
const sheet = "Purchase orders"

// workbook writes the parts of a workbook (ECMA-376-1) with one sheet: first the sheet, row by row
// as rows come, and at the end the parts that are known only then. It keeps the first error.
type workbook struct {
	zip    *zip.Writer
	part   *bufio.Writer // the part being written
	err    error
	widths []int // of the columns, in characters
	area   string
	line   int // the last row, from 1
	looks  map[look]int
	listed []look
	notes  []note
}

// cell is the content of a cell: a text or a number, or nothing.
type cell struct {
	text, number string
	look         look
	note         string // a note at the cell; empty for none
}

// look is the format of a cell.
type look struct {
	format   string // of numbers and dates; empty for text
	bold     bool
	doubtful bool // coloured
}

// header is the look of the columns' labels.
var header = look{bold: true}

// note is a note at a cell; column and row count from 0.
type note struct {
	column, row int
	text        string
}

// newWorkbook begins the sheet of a workbook. rows says how many rows come below the header.
func newWorkbook(w io.Writer, columns []*column, rows int) (*workbook, error) {
	b := &workbook{zip: zip.NewWriter(w), looks: map[look]int{}, area: "A1"}
	b.begin("xl/worksheets/sheet1.xml")
	b.write(`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ` +
		`xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">`)
	if len(columns) > 0 {
		b.area = "A1:" + columnName(len(columns)-1) + strconv.Itoa(rows+1)
	}
	b.writef(`<dimension ref="%s"/><sheetViews><sheetView tabSelected="1" workbookViewId="0">`, b.area)
	b.write(`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
		`<sheetFormatPr defaultRowHeight="15"/>`)
	if len(columns) > 0 {
		b.write("<cols>")
		for i, c := range columns {
			b.widths = append(b.widths, c.width+padding)
			b.writef(`<col min="%d" max="%d" width="%d" customWidth="1"/>`, i+1, i+1, c.width+padding)
		}
		b.write("</cols>")
	}
	b.write("<sheetData>")
	return b, b.err
}

// row writes a row.
func (b *workbook) row(cells []cell) {
	b.line++
	line := strconv.Itoa(b.line)
	b.write(`<row r="`, line, `">`)
	for i, c := range cells {
		if c == (cell{}) {
			continue
		}
		b.write(`<c r="`, columnName(i), line, `" s="`, strconv.Itoa(b.style(c.look)), `"`)
		if c.number != "" {
			b.write("><v>", c.number, "</v></c>")
		} else {
			b.write(` t="inlineStr"><is><t xml:space="preserve">`)
			b.text(c.text)
			b.write("</t></is></c>")
		}
		if c.note != "" {
			b.notes = append(b.notes, note{i, b.line - 1, c.note})
		}
	}
	b.write("</row>")
}

// style returns the number of a look's style. Style 0 is that of empty cells.
func (b *workbook) style(l look) int {
	if b.looks[l] == 0 {
		b.listed = append(b.listed, l)
		b.looks[l] = len(b.listed)
	}
	return b.looks[l]
}

// close writes the end of the sheet and the other parts.
func (b *workbook) close() error {
	b.write("</sheetData>")
	if len(b.widths) > 0 {
		// Codes are text on purpose: don't flag those that look like numbers.
		b.writef(`<autoFilter ref="%[1]s"/><ignoredErrors><ignoredError sqref="%[1]s" numberStoredAsText="1"/></ignoredErrors>`, b.area)
	}
	if len(b.notes) > 0 {
		b.write(`<legacyDrawing r:id="rId1"/>`)
	}
	b.write("</worksheet>")
	if len(b.notes) > 0 {
		b.writeNotes()
	}
	b.writeStyles()
	b.writeBook()
	b.begin("xl/_rels/workbook.xml.rels")
	b.write(relationships(
		"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet", "worksheets/sheet1.xml",
		"http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles", "styles.xml"))
	b.begin("docProps/core.xml")
	b.write(`<coreProperties xmlns="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
		`xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>lineitem</dc:creator></coreProperties>`)
	b.begin("docProps/app.xml")
	b.write(`<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>lineitem</Application></Properties>`)
	b.begin("_rels/.rels")
	b.write(relationships(
		"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument", "xl/workbook.xml",
		"http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties", "docProps/core.xml",
		"http://schemas.openxmlformats.org/officeDocument/2006/relationships/extended-properties", "docProps/app.xml"))
	b.writeTypes()
	b.begin("")
	if b.err == nil {
		b.err = b.zip.Close()
	}
	return b.err
}

// writeBook writes the list of sheets.
func (b *workbook) writeBook() {
	b.begin("xl/workbook.xml")
	b.write(`<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" `,
		`xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">`,
		`<bookViews><workbookView/></bookViews><sheets><sheet name="`, sheet, `" sheetId="1" r:id="rId1"/></sheets>`)
	if first, last, ok := strings.Cut(b.area, ":"); ok {
		// A filter also needs this, besides its element in the sheet.
		b.writef(`<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'%s'!%s:%s</definedName></definedNames>`,
			sheet, fixed(first), fixed(last))
	}
	b.write("</workbook>")
}

// fixed returns an absolute reference to a cell, which does not change when it is copied.
func fixed(cell string) string {
	letters := strings.TrimRight(cell, "0123456789")
	return "$" + letters + "$" + cell[len(letters):]
}

// writeStyles writes the styles of cells.
func (b *workbook) writeStyles() {
	const (
		asText    = 49  // the built-in format "@" (18.8.30): the cell stays text when it is edited
		ownFormat = 164 // the first number that is not built in
		colour    = 2   // index among the fills; the first two are predefined (18.8.20)
	)
	formats, listed := map[string]int{"": asText}, []string{}
	for _, l := range b.listed {
		if formats[l.format] == 0 {
			formats[l.format] = ownFormat + len(listed)
			listed = append(listed, l.format)
		}
	}
	b.begin("xl/styles.xml")
	b.write(`<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`)
	if len(listed) > 0 {
		b.writef(`<numFmts count="%d">`, len(listed))
		for _, format := range listed {
			b.writef(`<numFmt numFmtId="%d" formatCode="%s"/>`, formats[format], format)
		}
		b.write("</numFmts>")
	}
	b.write(`<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>`,
		`<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>`,
		`<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>`,
		`<fill><patternFill patternType="solid"><fgColor rgb="FF`, doubtful, `"/></patternFill></fill></fills>`,
		`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>`,
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>`)
	b.writef(`<cellXfs count="%d"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`, len(b.listed)+1)
	for _, l := range b.listed {
		font, fill := 0, 0
		if l.bold {
			font = 1
		}
		if l.doubtful {
			fill = colour
		}
		b.writef(`<xf numFmtId="%d" fontId="%d" fillId="%d" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`,
			formats[l.format], font, fill)
	}
	b.write(`</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`)
}

// doubtful is the fill colour of cells that somebody should check.
const doubtful = "FFF2CC"

// writeTypes writes the content types of the parts.
func (b *workbook) writeTypes() {
	const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	b.begin("[Content_Types].xml")
	b.write(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`,
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
		`<Default Extension="xml" ContentType="application/xml"/>`,
		`<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>`)
	types := []string{
		"/xl/workbook.xml", kind + "sheet.main+xml",
		"/xl/worksheets/sheet1.xml", kind + "worksheet+xml",
		"/xl/styles.xml", kind + "styles+xml",
		"/docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml",
		"/docProps/app.xml", "application/vnd.openxmlformats-officedocument.extended-properties+xml",
	}
	if len(b.notes) > 0 {
		types = append(types, "/xl/comments1.xml", kind+"comments+xml")
	}
	for i := 0; i < len(types); i += 2 {
		b.write(`<Override PartName="`, types[i], `" ContentType="`, types[i+1], `"/>`)
	}
	b.write("</Types>")
}

// relationships returns a part that lists other parts, given as pairs of type and target.
func relationships(parts ...string) string {
	var out strings.Builder
	out.WriteString(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for i := 0; i < len(parts); i += 2 {
		fmt.Fprintf(&out, `<Relationship Id="rId%d" Type="%s" Target="%s"/>`, i/2+1, parts[i], parts[i+1])
	}
	out.WriteString("</Relationships>")
	return out.String()
}

// begin finishes the part being written and begins another one. With the name "" it begins none.
func (b *workbook) begin(name string) {
	if b.part != nil && b.err == nil {
		b.err = b.part.Flush()
	}
	if name == "" || b.err != nil {
		return
	}
	// Without a modification time, the same results give the same bytes.
	part, err := b.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
	if b.err = err; err != nil {
		return
	}
	b.part = bufio.NewWriter(part)
	if !strings.HasSuffix(name, ".vml") {
		b.write(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n")
	}
}

// write writes markup. bufio keeps the first error.
func (b *workbook) write(markup ...string) {
	if b.err != nil {
		return
	}
	for _, s := range markup {
		b.part.WriteString(s)
	}
}

func (b *workbook) writef(format string, arguments ...any) {
	b.write(fmt.Sprintf(format, arguments...))
}

// text writes character data. Readers would take "_x0041_" for an escaped character (22.9.2.19), so
// the first underscore of such a text is written as an escape itself.
func (b *workbook) text(s string) {
	if b.err != nil {
		return
	}
	for i := strings.IndexByte(s, '_'); i >= 0; {
		if number := s[i:]; len(number) >= 7 && number[1] == 'x' && number[6] == '_' && isHex(number[2:6]) {
			xml.EscapeText(b.part, []byte(s[:i]))
			b.part.WriteString("_x005F_")
			s, i = s[i+1:], -1
		}
		next := strings.IndexByte(s[i+1:], '_')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	xml.EscapeText(b.part, []byte(s))
}

func isHex(s string) bool {
	_, err := strconv.ParseUint(s, 16, 32)
	return err == nil
}

// columnName returns the name of a column, numbered from 0: A to Z, AA and so on.
func columnName(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return columnName(i/26-1) + string(rune('A'+i%26))
}
