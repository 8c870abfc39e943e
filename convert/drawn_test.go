package convert_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/taught"
	"lineitem/convert/segmentation"
)

// letterhead describes an order, on a page of 595 by 842 points, whose letterhead is drawn.
type letterhead struct {
	head  string // what is drawn, as operators of a content stream
	buyer string // the buyer's name as text, empty for none
	image string // the image /I that the head may paint
}

// pdf returns the order as a PDF file.
func (l letterhead) pdf() []byte {
	var c strings.Builder
	c.WriteString(l.head)
	text := func(x, y float64, s string) { fmt.Fprintf(&c, "BT /F 10 Tf %g %g Td (%s) Tj ET\n", x, y, s) }
	text(56, 690, "PURCHASE ORDER")
	text(360, 690, "Order no.: 4711-22")
	text(360, 676, "Order date: 12 March 2026")
	if l.buyer != "" {
		text(360, 648, "Buyer: "+l.buyer)
	}
	text(56, 648, "Supplier:")
	text(56, 634, "Hollenbeck Fasteners Ltd")
	text(56, 620, "9 Quarry Street")
	text(56, 606, "Derby DE1 3QF")
	for i, row := range [][]string{
		{"Item", "Description", "Quantity", "Unit price", "Amount"},
		{"HX-1040", "Hex bolt M10 x 40 zinc plated", "200", "0.35", "70.00"},
		{"WS-1000", "Washer M10 form A", "500", "0.04", "20.00"},
		{"NT-1000", "Nut M10 grade 8", "300", "0.10", "30.00"},
	} {
		for k, x := range []float64{56, 130, 330, 400, 480} {
			text(x, 560-float64(i)*16, row[k])
		}
	}
	text(400, 490, "Total GBP")
	text(480, 490, "120.00")

	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	object := func(n int, body string) { fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, body) }
	object(1, "<</Type/Catalog/Pages 2 0 R>>")
	object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
	object(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</I 6 0 R>>/Font<</F 5 0 R>>>>>>")
	object(4, fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", c.Len(), c.String()))
	object(5, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
	if l.image != "" {
		object(6, l.image)
	}
	b.WriteString("trailer\n<</Root 1 0 R/Size 20>>\n%%EOF\n")
	return b.Bytes()
}

func bold(t *testing.T) *sfnt.Font {
	t.Helper()
	f, err := opentype.Parse(gobold.TTF)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// printed returns an image XObject that shows the text in black on white.
func printed(t *testing.T, text string, width, height int) string {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	face, err := opentype.NewFace(bold(t), &opentype.FaceOptions{Size: 0.5 * float64(height), DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	d := font.Drawer{Dst: img, Src: image.Black, Face: face, Dot: fixed.P(height/4, height*7/10)}
	d.DrawString(text)
	return xobject(img)
}

// xobject returns the picture as an image XObject (PDF 32000-1, 8.9.5).
func xobject(img *image.Gray) string {
	size := img.Rect.Size()
	return fmt.Sprintf("<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8/Length %d>>\nstream\n%s\nendstream",
		size.X, size.Y, len(img.Pix), img.Pix)
}

// paper returns an image XObject of a whole sheet of grey paper with a letterhead.
func paper(t *testing.T) string {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 1240, 1754)) // 150 pixels per inch
	for i := range img.Pix {
		img.Pix[i] = 240
	}
	face, err := opentype.NewFace(bold(t), &opentype.FaceOptions{Size: 50, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	d := font.Drawer{Dst: img, Src: image.Black, Face: face, Dot: fixed.P(125, 160)}
	d.DrawString(marwood)
	return xobject(img)
}

// scribble returns an image XObject of a wavy stroke, as in a signature.
func scribble() string {
	img := image.NewGray(image.Rect(0, 0, 1200, 200))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	for i := range 8000 {
		x := 0.1 * float64(i)
		y := 100 + 60*math.Sin(x/40)*math.Cos(x/170) + 15*math.Sin(x/9)
		for k := range 25 {
			img.SetGray(100+int(x)+k%5, int(y)+k/5, color.Gray{Y: 20})
		}
	}
	return xobject(img)
}

// outlined returns content stream operators that draw the text as the outlines of its letters.
func outlined(t *testing.T, text string, x, y, size float64) string {
	t.Helper()
	f := bold(t)
	var buf sfnt.Buffer
	var c strings.Builder
	ppem := fixed.I(1000)
	at := func(p fixed.Point26_6) (float64, float64) {
		return x + size*float64(p.X)/64000, y - size*float64(p.Y)/64000
	}
	for _, r := range text {
		g, err := f.GlyphIndex(&buf, r)
		if err != nil {
			t.Fatal(err)
		}
		segments, err := f.LoadGlyph(&buf, g, ppem, nil)
		if err != nil {
			t.Fatal(err)
		}
		var fromX, fromY float64
		for _, s := range segments {
			ax, ay := at(s.Args[0])
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				fmt.Fprintf(&c, "%.3f %.3f m\n", ax, ay)
				fromX, fromY = ax, ay
			case sfnt.SegmentOpLineTo:
				fmt.Fprintf(&c, "%.3f %.3f l\n", ax, ay)
				fromX, fromY = ax, ay
			case sfnt.SegmentOpQuadTo: // as a cubic curve
				bx, by := at(s.Args[1])
				fmt.Fprintf(&c, "%.3f %.3f %.3f %.3f %.3f %.3f c\n",
					fromX+2*(ax-fromX)/3, fromY+2*(ay-fromY)/3, bx+2*(ax-bx)/3, by+2*(ay-by)/3, bx, by)
				fromX, fromY = bx, by
			}
		}
		c.WriteString("f\n")
		advance, err := f.GlyphAdvance(&buf, g, ppem, font.HintingNone)
		if err != nil {
			t.Fatal(err)
		}
		x += size * float64(advance) / 64000
	}
	return c.String()
}

const marwood = "Marwood Joinery Ltd"

// drawnAt is where the tests draw a letterhead, in points of the page as displayed.
var drawnAt = doc.Box{X0: 50, Y0: 40, X1: 350, Y1: 90}

// place paints the image /I where a letterhead stands.
const place = "q 300 0 0 50 50 752 cm /I Do Q\n"

// convertDrawn converts an order and checks its mode and its buyer.
func convertDrawn(t *testing.T, c *convert.Converter, data []byte, mode, buyer string) *convert.Result {
	t.Helper()
	r, err := c.Convert(context.Background(), convert.Input{Filename: "order.pdf", Data: data, Evidence: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) != 3 || r.Mode != mode || r.Rows[0][order.Buyer].Value != buyer {
		t.Fatalf("%d rows in mode %q, %+v; want 3 in mode %q of buyer %q", len(r.Rows), r.Mode, r.Rows[0], mode, buyer)
	}
	if got := r.Rows[0][order.Supplier].Value; got != "Hollenbeck Fasteners Ltd" {
		t.Errorf("supplier = %q", got)
	}
	return r
}

// TestNamesInPictures checks that a buyer who is not named in any text is read from the letterhead:
// from a picture, from outlines of letters, or from a picture of paper behind the whole page.
func TestNamesInPictures(t *testing.T) {
	for name, l := range map[string]letterhead{
		"picture":  {head: place, image: printed(t, marwood, 1200, 200)},
		"outlines": {head: outlined(t, marwood, 60, 762, 24)},
		"small":    {head: outlined(t, marwood, 60, 762, 9)}, // outlines, some of them as thin as rules
		"paper":    {head: "q 595 0 0 842 0 0 cm /I Do Q\n", image: paper(t)},
	} {
		t.Run(name, func(t *testing.T) {
			r := convertDrawn(t, reader(), l.pdf(), convert.ModeMixed, marwood)
			e := r.Evidence[0]["buyer"]
			if inside := e.Box.Intersect(drawnAt); e.Page != 1 || inside != e.Box || e.Box.Height() < 6 || e.Box.Width() < 80 {
				t.Errorf("the name stands on page %d at %+v, want it on the first within %+v", e.Page, e.Box, drawnAt)
			}
			if strings.Join(e.Words, " ") != marwood || e.Confidence <= 0 || e.Confidence >= 1 {
				t.Errorf("evidence = %+v", e)
			}
			values, err := reader().Convert(context.Background(), convert.Input{Data: l.pdf()})
			if err != nil || values.Mode != convert.ModeMixed || values.Rows[0][order.Buyer].Value != marwood {
				t.Errorf("without evidence: mode %q, %+v, %v", values.Mode, values.Rows[0], err)
			}
			convertDrawn(t, new(convert.Converter), l.pdf(), convert.ModeText, "")
		})
	}
}

// noting is a recogniser that records what it reads.
type noting struct {
	convert.Recognizer
	read strings.Builder
}

func (n *noting) Recognize(ctx context.Context, strips []*image.Gray) ([]segmentation.Reading, error) {
	readings, err := n.Recognizer.Recognize(ctx, strips)
	for _, r := range readings {
		for _, g := range r {
			n.read.WriteRune(g.Rune)
		}
		n.read.WriteByte('\n')
	}
	return readings, err
}

// TestPicturesThatNameNobody checks that pictures without a name change nothing in the result.
// Where the text names both parties, nothing must be recognised at all: it would cost time for
// nothing.
func TestPicturesThatNameNobody(t *testing.T) {
	drawn := func(text string) letterhead { return letterhead{head: place, image: printed(t, text, 1400, 200)} }
	logo := drawn("MJ JOINERY")
	logo.buyer = marwood
	const telephone = "0113 496 0000"
	doubled := drawn(telephone)
	doubled.head += "BT /F 34 Tf 3 Tr 55 766 Td (" + telephone + ") Tj ET\n"
	tests := []struct {
		name  string
		order letterhead
		buyer string
		read  string // a part of what must be recognised; if empty, no more than a few letters may be
	}{
		{"a signature", letterhead{head: place, image: scribble()}, "", ""},
		{"goods", drawn("M10 x 40"), "", "M10 x 40"},
		{"a certificate", drawn("ISO 9001:2015 certified"), "", "certified"},
		{"a telephone number", drawn(telephone), "", telephone},
		{"one that is text as well", doubled, "", ""},
		{"a logo where the buyer is text", logo, marwood, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := &noting{Recognizer: reader().Recognizer}
			c := &convert.Converter{Recognizer: r, Renderer: reader().Renderer}
			convertDrawn(t, c, tt.order.pdf(), convert.ModeText, tt.buyer)
			if got := r.read.String(); !strings.Contains(got, tt.read) || tt.read == "" && len(got) > 4 {
				t.Errorf("recognised %q, want %q", got, tt.read)
			}
		})
	}
}

// failing is a recogniser that fails.
type failing struct{ convert.Recognizer }

func (failing) Recognize(context.Context, []*image.Gray) ([]segmentation.Reading, error) {
	return nil, errors.New("no memory")
}

// TestNamesInPicturesAreOptional checks that a document whose text can be read is still converted
// if its pictures cannot be read.
func TestNamesInPicturesAreOptional(t *testing.T) {
	l := letterhead{head: place, image: printed(t, marwood, 1200, 200)}
	c := &convert.Converter{Recognizer: failing{reader().Recognizer}, Renderer: reader().Renderer}
	convertDrawn(t, c, l.pdf(), convert.ModeText, "")
}

// layouts is a store that returns the same layout for every document.
type layouts struct{ *taught.Layout }

func (l layouts) Find(context.Context, taught.Fingerprint) (*taught.Layout, error) {
	return l.Layout, nil
}

// TestNamesInPicturesOfTaughtLayouts checks that no picture is recognised where a taught layout
// already says who the buyer is.
func TestNamesInPicturesOfTaughtLayouts(t *testing.T) {
	l := letterhead{head: place, image: printed(t, marwood, 1200, 200)}
	in := convert.Input{Data: l.pdf()}
	r := convertDrawn(t, reader(), in.Data, convert.ModeMixed, marwood)
	var rows []map[string]string
	for i := range r.Rows {
		row := map[string]string{}
		for k, value := range r.Record(i) {
			row[r.Keys()[k]] = value
		}
		rows = append(rows, row)
	}
	lesson, err := reader().Learn(context.Background(), in, rows)
	if err != nil {
		t.Fatal(err)
	}
	in.Layouts = layouts{lesson.Layout}
	recognizer := &noting{Recognizer: reader().Recognizer}
	c := &convert.Converter{Recognizer: recognizer, Renderer: reader().Renderer}
	r, err = c.Convert(context.Background(), in)
	if err != nil || r.Mode != convert.ModeText || r.Rows[0][order.Buyer].Value != marwood || recognizer.read.Len() > 0 {
		t.Errorf("mode %q, %+v, %v; recognised %q", r.Mode, r.Rows, err, recognizer.read.String())
	}
}
