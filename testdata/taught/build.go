//go:build ignore

// Builds the orders of one invented layout, which the reader does not know, their truth
// files, and a picture on which nothing can be read: go run testdata/taught/build.go
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
)

// item is a line item as it is printed.
type item struct{ what, drawing, amount, per, rate, sum string }

// order is what differs between the orders of the layout.
type order struct {
	file, sign, issued, date, quay, quayDate string
	partner                                  []string // name and address
	agreement                                string
	items                                    []item
	goods, freight, due                      string
}

var orders = []order{
	{
		file: "calloff-1.pdf", sign: "HM-26-0117", issued: "14 March 2026", date: "2026-03-14", quay: "30 March 2026", quayDate: "2026-03-30",
		partner: []string{"Skagen Pumps ApS", "Havnevej 12", "9990 Skagen, Denmark"}, agreement: "FA-2291",
		items: []item{
			{"Bilge pump, self-priming, bronze", "44-1020-B", "2", "pc", "1,480.00", "2,960.00"},
			{"Strainer basket, stainless", "44-1033-A", "6", "pc", "85.50", "513.00"},
		},
		goods: "3,473.00", freight: "120.00", due: "3,593.00",
	},
	{
		file: "calloff-2.pdf", sign: "HM-26-0231", issued: "2 June 2026", date: "2026-06-02", quay: "19 June 2026", quayDate: "2026-06-19",
		partner: []string{"Oresund Coatings AB", "Varvsgatan 4", "211 19 Malmo, Sweden"}, agreement: "FA-2304",
		items: []item{
			{"Epoxy primer, two-part, grey", "71-0044-D", "48", "l", "18.25", "876.00"},
			{"Antifouling, copper free, red", "71-0051-A", "60", "l", "31.40", "1,884.00"},
			{"Roller set, 250 mm", "71-0900-C", "12", "set", "14.00", "168.00"},
			{"Thinner no. 17", "71-0302-B", "20", "l", "6.75", "135.00"},
		},
		goods: "3,063.00", freight: "95.00", due: "3,158.00",
	},
	{
		file: "calloff-3.pdf", sign: "HM-26-0306", issued: "21 August 2026", date: "2026-08-21", quay: "4 September 2026", quayDate: "2026-09-04",
		partner: []string{"Trave Seiltechnik GmbH", "Am Kai 7", "23552 Luebeck, Germany"}, agreement: "FA-2317",
		items: []item{
			{"Mooring rope, eight strand, 48 mm", "20-4800-A", "440", "m", "9.20", "4,048.00"},
			{"Shackle, bow, 12 t", "20-0712-F", "16", "pc", "22.75", "364.00"},
			{"Fender, cylindrical, 1.5 m", "20-6150-B", "4", "pc", "310.00", "1,240.00"},
		},
		goods: "5,652.00", freight: "260.00", due: "5,912.00",
	},
}

// page is the contents of a page of A4.
type page struct{ bytes.Buffer }

// at sets a text from its left.
func (p *page) at(x, y, size float64, bold bool, text string) {
	font := "R"
	if bold {
		font = "B"
	}
	fmt.Fprintf(p, "BT /%s %g Tf %.2f %.2f Td (%s) Tj ET\n", font, size, x, y, text)
}

// until sets a number to its right end.
func (p *page) until(x, y, size float64, number string) {
	width := 0.0
	for _, c := range number {
		if c == ',' || c == '.' {
			width += 0.278 // of Helvetica
		} else {
			width += 0.556
		}
	}
	p.at(x-width*size, y, size, false, number)
}

func (p *page) rule(y float64) { fmt.Fprintf(p, "0.5 w 60 %g m 535 %g l S\n", y, y) }

func (o *order) page() []byte {
	p := new(page)
	p.at(60, 780, 17, true, "HALDVIK MARINE AS")
	p.at(60, 765, 8, false, "Verftsgata 3, 1767 Haldvik, Norway")
	p.at(430, 780, 13, true, "CALL-OFF")
	for i, line := range [][2]string{{"Frame", o.agreement}, {"Our sign", o.sign}, {"Issued", o.issued}, {"At the quay", o.quay}} {
		y := 730 - 14*float64(i)
		p.at(360, y, 9, false, line[0])
		p.at(430, y, 9, true, line[1])
	}
	p.at(60, 730, 8, false, "Partner of the yard")
	for i, line := range o.partner {
		p.at(60, 716-12*float64(i), 10, i == 0, line)
	}
	p.at(60, 660, 8, false, "To be landed at")
	for i, line := range landing {
		p.at(60, 646-12*float64(i), 10, false, line)
	}
	y := 590.0
	p.rule(y + 12)
	p.at(60, y, 9, true, "Pos")
	p.at(90, y, 9, true, "What")
	p.at(335, y, 9, true, "Amt")
	p.at(370, y, 9, true, "Per")
	p.at(430, y, 9, true, "Rate")
	p.at(512, y, 9, true, "Sum")
	p.rule(y - 5)
	for i, it := range o.items {
		y -= 20
		p.at(60, y, 9, false, fmt.Sprint(10*(i+1)))
		p.at(90, y, 9, false, it.what)
		p.until(352, y, 9, it.amount)
		p.at(370, y, 9, false, it.per)
		p.until(450, y, 9, it.rate)
		p.until(532, y, 9, it.sum)
		y -= 11
		p.at(90, y, 8, false, "as drawn in "+it.drawing)
	}
	y -= 14
	p.rule(y)
	for _, line := range [][2]string{{"Goods", o.goods}, {"Carriage", o.freight}, {"In all EUR", o.due}} {
		y -= 14
		p.at(400, y, 9, true, line[0])
		p.until(532, y, 9, line[1])
	}
	p.at(60, y-30, 9, false, "We settle 45 days after landing. Mark all packages with our sign.")
	p.at(60, y-60, 9, false, "Ingrid Solheim, for the yard")
	return p.Bytes()
}

var landing = []string{"Haldvik Marine AS, Quay 2", "Sagbruksveien 15", "1767 Haldvik, Norway"}

// rows are what the order says.
func (o *order) rows() []map[string]string {
	plain := func(s string) string { return string(bytes.ReplaceAll([]byte(s), []byte(","), nil)) }
	var rows []map[string]string
	for i, it := range o.items {
		rows = append(rows, map[string]string{
			"po_number": o.sign, "po_date": o.date, "delivery_date": o.quayDate, "buyer": "HALDVIK MARINE AS", "supplier": o.partner[0],
			"ship_to":       landing[0] + ", " + landing[1] + ", " + landing[2],
			"payment_terms": "45 days after landing", "currency": "EUR", "subtotal": plain(o.goods), "shipping": plain(o.freight), "total": plain(o.due),
			"line_number": fmt.Sprint(10 * (i + 1)), "item_code": it.drawing, "description": it.what,
			"quantity": it.amount, "unit": it.per, "unit_price": plain(it.rate), "line_total": plain(it.sum),
		})
	}
	return rows
}

// pdf is a file of one page.
func pdf(contents []byte) []byte {
	var b bytes.Buffer
	var offsets []int
	object := func(format string, args ...any) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n", len(offsets))
		fmt.Fprintf(&b, format, args...)
		b.WriteString("\nendobj\n")
	}
	b.WriteString("%PDF-1.4\n")
	object("<< /Type /Catalog /Pages 2 0 R >>")
	object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>")
	object("<< /Length %d >>\nstream\n%sendstream", len(contents), contents)
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>")
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, start)
	return b.Bytes()
}

// poor is a picture of grey lines.
func poor() []byte {
	m := image.NewGray(image.Rect(0, 0, 420, 594))
	for y := range 594 {
		for x := range 420 {
			level := uint8(215)
			if x > 40 && x < 380 && y > 30 && y < 500 && y%14 < 5 {
				level -= uint8(x * y % 23)
			}
			m.SetGray(x, y, color.Gray{Y: level})
		}
	}
	var b bytes.Buffer
	png.Encode(&b, m)
	return b.Bytes()
}

func main() {
	folder := filepath.Join("testdata", "taught")
	write := func(name string, data []byte) {
		path := filepath.Join(folder, name)
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = os.WriteFile(path, data, 0o666)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	write("poor.png", poor())
	for i := range orders {
		o := &orders[i]
		write(filepath.Join("docs", o.file), pdf(o.page()))
		truth, _ := json.MarshalIndent(map[string]any{
			"file": o.file, "medium": "text-pdf", "lang": "en", "template": "calloff", "rows": o.rows(),
		}, "", " ")
		write(filepath.Join("truth", o.file[:len(o.file)-len(".pdf")]+".json"), append(truth, '\n'))
	}
}
