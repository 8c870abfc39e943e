package raster

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/klauspost/compress/zlib"

	"lineitem/convert/doc"
)

// chunk returns a chunk of a PNG file.
func chunk(kind string, body []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	b = append(append(b, kind...), body...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// pngOf returns a PNG file of the given rows, without filters.
func pngOf(width, height int, depth, colorType, interlaced byte, rows []byte, chunks ...[]byte) []byte {
	header := binary.BigEndian.AppendUint32(nil, uint32(width))
	header = binary.BigEndian.AppendUint32(header, uint32(height))
	b := append([]byte(pngHeader), chunk("IHDR", append(header, depth, colorType, 0, 0, interlaced))...)
	for _, c := range chunks {
		b = append(b, c...)
	}
	var data bytes.Buffer
	w := zlib.NewWriter(&data)
	for y := range height {
		stride := len(rows) / height
		w.Write([]byte{0})
		w.Write(rows[y*stride : (y+1)*stride])
	}
	w.Close()
	return append(append(b, chunk("IDAT", data.Bytes())...), chunk("IEND", nil)...)
}

// TestPNGKinds checks the grey values, over white, of every kind of PNG.
func TestPNGKinds(t *testing.T) {
	redPixel := string([]byte{luma(255, 0, 0)})
	palette := chunk("PLTE", []byte{0, 0, 0, 255, 0, 0, 255, 255, 255})
	tests := []struct {
		name string
		data []byte
		want string // of one row
		dpi  float64
	}{
		{"1 bit", pngOf(4, 1, 1, pngGray, 0, []byte{0b01010000}), "\x00\xff\x00\xff", 0},
		{"2 bits", pngOf(4, 1, 2, pngGray, 0, []byte{0b00011011}), "\x00\x55\xaa\xff", 0},
		{"4 bits", pngOf(2, 1, 4, pngGray, 0, []byte{0x0f}), "\x00\xff", 0},
		{"8 bits", pngOf(2, 1, 8, pngGray, 0, []byte{0, 200}), "\x00\xc8", 0},
		{"16 bits", pngOf(2, 1, 16, pngGray, 0, []byte{0, 255, 200, 0}), "\x00\xc8", 0},
		{"8 bits, one of them transparent", pngOf(2, 1, 8, pngGray, 0, []byte{7, 8}, chunk("tRNS", []byte{0, 7})), "\xff\x08", 0},
		{"alpha", pngOf(3, 1, 8, pngGrayAlpha, 0, []byte{0, 255, 0, 0, 0, 127}), "\x00\xff\x80", 0},
		{"16 bits with alpha", pngOf(2, 1, 16, pngGrayAlpha, 0, []byte{9, 0, 255, 255, 0, 0, 0, 0}), "\x09\xff", 0},
		{"colour", pngOf(2, 1, 8, pngRGB, 0, []byte{255, 0, 0, 9, 9, 9}), redPixel + "\x09", 0},
		{"16 bit colour", pngOf(1, 1, 16, pngRGB, 0, []byte{255, 0, 0, 0, 0, 0}), redPixel, 0},
		{"colour, one transparent", pngOf(2, 1, 8, pngRGB, 0, []byte{1, 2, 3, 9, 9, 9}, chunk("tRNS", []byte{0, 1, 0, 2, 0, 3})), "\xff\x09", 0},
		{"colour with alpha", pngOf(2, 1, 8, pngRGBA, 0, []byte{255, 0, 0, 255, 1, 2, 3, 0}), redPixel + "\xff", 0},
		{"palette", pngOf(3, 1, 8, pngPalette, 0, []byte{0, 1, 2}, palette), "\x00" + redPixel + "\xff", 0},
		{"palette with alpha", pngOf(3, 1, 2, pngPalette, 0, []byte{0b00011000}, palette, chunk("tRNS", []byte{0})), "\xff" + redPixel + "\xff", 0},
		{"palette without that entry", pngOf(1, 1, 8, pngPalette, 0, []byte{9}, palette), "\x00", 0},
		{"interlaced", pngOf(1, 1, 8, pngGray, 1, []byte{77}), "\x4d", 0},
		{"interlaced, upside down", pngOf(1, 2, 8, pngGray, 1, []byte{77, 88}, chunk("eXIf", exif(3, 72))), "\x58\x4d", 0},
		{"resolution", pngOf(1000, 1, 8, pngGray, 0, make([]byte, 1000), chunk("pHYs", []byte{0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1})), strings.Repeat("\x00", 1000), 300},
	}
	for _, tt := range tests {
		p, err := Decode(tt.data, doc.PNG, Limits{})
		if err != nil {
			t.Errorf("Decode of %s: %v", tt.name, err)
			continue
		}
		if got := string(p.Gray.Pix); got != tt.want || p.DPI != tt.dpi {
			t.Errorf("Decode of %s = %x at %v dpi, want %x at %v dpi", tt.name, got, p.DPI, tt.want, tt.dpi)
		}
	}
}

// drawing returns a page with a gradient and a dark, coloured block in its upper left corner.
func drawing(width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.NRGBA{uint8(150 + 100*x/width), uint8(150 + 100*y/height), 250, 255}
			if x < width/4 && y < height/4 {
				c = color.NRGBA{20, 10, 120, 255}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

// TestPNGAgreesWithTheStandardLibrary checks that filters and colours are decoded as by package image/png.
func TestPNGAgreesWithTheStandardLibrary(t *testing.T) {
	want := drawing(93, 71)
	for _, level := range []png.CompressionLevel{png.BestCompression, png.BestSpeed, png.NoCompression} {
		var b bytes.Buffer
		if err := (&png.Encoder{CompressionLevel: level}).Encode(&b, want); err != nil {
			t.Fatal(err)
		}
		p, err := Decode(b.Bytes(), doc.PNG, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for y := range 71 {
			for x := range 93 {
				w := want.NRGBAAt(x, y)
				r, g, b, _ := p.Color.At(x, y).RGBA()
				if got := (color.NRGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 255}); got != w || p.Gray.GrayAt(x, y).Y != luma(w.R, w.G, w.B) {
					t.Fatalf("pixel (%d, %d) = %v, grey %v, want %v", x, y, got, p.Gray.GrayAt(x, y).Y, w)
				}
			}
		}
	}
}

func jpegOf(t testing.TB, img image.Image, segments ...[]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	out := append([]byte(nil), b.Bytes()[:2]...)
	for _, s := range segments {
		out = append(out, s...)
	}
	return append(out, b.Bytes()[2:]...)
}

// segment returns a segment of a JPEG file.
func segment(marker byte, body []byte) []byte {
	return append([]byte{0xff, marker, byte((len(body) + 2) >> 8), byte(len(body) + 2)}, body...)
}

// exif returns an EXIF segment with an orientation and a resolution.
func exif(orientation uint16, dpi uint32) []byte {
	b := []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x02")
	b = append(b, 0x01, 0x12, 0, 3, 0, 0, 0, 1, byte(orientation>>8), byte(orientation), 0, 0)
	b = append(b, 0x01, 0x1a, 0, 5, 0, 0, 0, 1, 0, 0, 0, 34)
	b = binary.BigEndian.AppendUint32(b, dpi)
	return append(b, 0, 0, 0, 1)
}

// TestOrientation checks that grey and colour pictures are turned as their EXIF orientation says.
func TestOrientation(t *testing.T) {
	stored := drawing(640, 480)
	corners := [...]string{"", "top left", "top right", "bottom right", "bottom left", "top left", "top right", "bottom right", "bottom left"}
	var rgb []byte
	for i := 0; i < len(stored.Pix); i += 4 {
		rgb = append(rgb, stored.Pix[i:i+3]...)
	}
	for i := range 16 {
		o, kind := i/2+1, doc.JPEG
		exif := exif(uint16(o), 100)
		var data []byte
		if i%2 == 0 {
			data = jpegOf(t, stored, segment(0xe1, exif))
		} else {
			kind, data = doc.PNG, pngOf(640, 480, 8, pngRGB, 0, rgb, chunk("eXIf", exif[len(exifPrefix):]))
		}
		p, err := Decode(data, kind, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		size := p.Gray.Rect.Size()
		if want := image.Pt(640, 480); o <= 4 && size != want || o > 4 && size != image.Pt(want.Y, want.X) {
			t.Errorf("%s: orientation %d gives %v pixels", kind, o, size)
		}
		if p.File != size {
			t.Errorf("%s: orientation %d gives a file of %v pixels, want %v", kind, o, p.File, size)
		}
		if p.DPI != 100 {
			t.Errorf("%s: orientation %d gives %v dpi, want 100", kind, o, p.DPI)
		}
		dark := map[string]image.Point{
			"top left": {20, 20}, "top right": {size.X - 20, 20},
			"bottom right": {size.X - 20, size.Y - 20}, "bottom left": {20, size.Y - 20},
		}
		for name, at := range dark {
			_, _, blue, _ := p.Color.At(at.X, at.Y).RGBA()
			if isDark := p.Gray.GrayAt(at.X, at.Y).Y < 60 && blue>>8 < 160; isDark != (name == corners[o]) {
				t.Errorf("%s: orientation %d: the %s corner is %v, want the dark one at the %s", kind, o, name, p.Color.At(at.X, at.Y), corners[o])
			}
		}
	}
}

func TestResolution(t *testing.T) {
	page := image.NewGray(image.Rect(0, 0, 850, 1100))
	jfif := func(unit byte, density uint16) []byte {
		return segment(0xe0, []byte{'J', 'F', 'I', 'F', 0, 1, 2, unit, byte(density >> 8), byte(density), byte(density >> 8), byte(density), 0, 0})
	}
	tests := []struct {
		name    string
		segment []byte
		want    float64
	}{
		{"none", nil, 0},
		{"JFIF, inches", jfif(1, 100), 100},
		{"JFIF, centimetres", jfif(2, 40), 102},
		{"JFIF, a ratio", jfif(0, 100), 0},
		{"EXIF", segment(0xe1, exif(1, 100)), 100},
		{"a page of a strange size", jfif(1, 10), 0},
		{"a stamp", jfif(1, 1200), 0},
	}
	for _, tt := range tests {
		p, err := Decode(jpegOf(t, page, tt.segment), doc.JPEG, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if p.DPI != tt.want || p.Color != nil {
			t.Errorf("%s: %v dpi, colour %t; want %v dpi and none", tt.name, p.DPI, p.Color != nil, tt.want)
		}
	}
}

// cmykJPEG returns a picture of 8 by 8 pixels of one colour whose four components are each nearly 0 or 255.
func cmykJPEG(components [4]bool) []byte {
	b := []byte{0xff, 0xd8}
	b = append(b, segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00"))...)
	b = append(b, segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...))...)
	b = append(b, segment(0xc0, []byte{8, 0, 8, 0, 8, 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0})...)
	// DC: category 10 is "0". AC: the end of the block is "0".
	b = append(b, segment(0xc4, append([]byte{0x00, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 10))...)
	b = append(b, segment(0xc4, append([]byte{0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0))...)
	b = append(b, segment(0xda, []byte{4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0})...)
	var bits uint64
	for _, high := range components {
		dc := uint64(7) // -1016
		if high {
			dc = 1016
		}
		bits = bits<<12 | dc<<1
	}
	bits <<= 16
	for i := 56; i >= 16; i -= 8 {
		v := byte(bits >> i)
		if b = append(b, v); v == 0xff {
			b = append(b, 0)
		}
	}
	return append(b, 0xff, 0xd9)
}

// TestCMYK checks the colours of CMYK pictures, which Adobe's programs store inverted.
func TestCMYK(t *testing.T) {
	tests := []struct {
		stored [4]bool
		want   color.RGBA
	}{
		{[4]bool{true, true, true, true}, color.RGBA{255, 255, 255, 255}},
		{[4]bool{true, true, true, false}, color.RGBA{0, 0, 0, 255}},
		{[4]bool{false, true, true, true}, color.RGBA{0, 255, 255, 255}},
	}
	for _, tt := range tests {
		p, err := Decode(cmykJPEG(tt.stored), doc.JPEG, Limits{})
		if err != nil {
			t.Errorf("Decode of CMYK %v: %v", tt.stored, err)
			continue
		}
		w := tt.want
		if got, want := int(p.Gray.GrayAt(4, 4).Y), int(luma(w.R, w.G, w.B)); max(got-want, want-got) > 4 {
			t.Errorf("Decode of CMYK %v has grey %d, want %d", tt.stored, got, want)
		}
	}
}

// TestUnsupportedJPEG checks that a sound file of a kind that is not read is reported as unsupported, not as damaged.
func TestUnsupportedJPEG(t *testing.T) {
	deep := jpegOf(t, drawing(16, 16))
	deep[bytes.Index(deep, []byte{0xff, 0xc0})+4] = 12 // bits per sample
	cmyk := bytes.Replace(cmykJPEG([4]bool{}), []byte("Adobe"), []byte("Other"), 1)
	for name, data := range map[string][]byte{"12 bits": deep, "CMYK without Adobe's segment": cmyk} {
		var unsupported *doc.UnsupportedError
		if _, err := Decode(data, doc.JPEG, Limits{}); !errors.As(err, &unsupported) {
			t.Errorf("Decode of %s = %v, want that it is not supported", name, err)
		}
	}
}

// TestLimits checks that the sizes that a file announces are compared with the limits before anything is allocated.
func TestLimits(t *testing.T) {
	header := func(w, h uint32) []byte {
		b := binary.BigEndian.AppendUint32(nil, w)
		return append(binary.BigEndian.AppendUint32(b, h), 8, 0, 0, 0, 0)
	}
	bomb := append([]byte(pngHeader), chunk("IHDR", header(50_000, 50_000))...)
	bomb = append(bomb, chunk("IDAT", []byte("x"))...)
	long := append([]byte(pngHeader), chunk("IHDR", header(1<<31-1, 1))...)
	long = append(long, chunk("IDAT", []byte("x"))...)
	passes := append(header(10_000, 10_000)[:8:8], 16, pngRGBA, 0, 0, 1)
	interlaced := append(append([]byte(pngHeader), chunk("IHDR", passes)...), chunk("IDAT", []byte("x"))...)
	sof := append([]byte{0xff, 0xd8}, segment(0xc0, []byte{8, 0xff, 0xff, 0xff, 0xff, 1, 1, 0x11, 0})...)
	sof = append(append(sof, segment(0xda, []byte{1, 1, 0, 0, 63, 0})...), 1, 2, 3)
	scans := jpegOf(t, image.NewGray(image.Rect(0, 0, 16, 16)))
	scan := scans[bytes.Index(scans, []byte{0xff, 0xda}) : len(scans)-2]
	for range maxScans {
		scans = append(scans[:len(scans)-2:len(scans)-2], scan...)
		scans = append(scans, 0xff, 0xd9)
	}
	vp8l := []byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\xff\xff\xff\x0f\x00\x00\x00\x00\x00\x00\x00\x00\x00")
	tests := []struct {
		name  string
		kind  doc.Kind
		data  []byte
		limit string
	}{
		{"a large PNG", doc.PNG, bomb, "pixels"},
		{"a long PNG", doc.PNG, long, "pixels a side"},
		{"an interlaced PNG", doc.PNG, interlaced, "pixels of an interlaced picture"},
		{"a large JPEG", doc.JPEG, sof, "pixels"},
		{"many scans", doc.JPEG, scans, "scans of a JPEG picture"},
		{"a large WebP", doc.WebP, vp8l, "pixels"},
	}
	for _, tt := range tests {
		var limit *doc.LimitError
		if _, err := Decode(tt.data, tt.kind, Limits{}); !errors.As(err, &limit) || limit.Limit != tt.limit {
			t.Errorf("Decode of %s = %v, want the limit of %s", tt.name, err, tt.limit)
		}
	}
}

// TestCutOff checks that a file that is cut off gives the part that is there, with white below it.
func TestCutOff(t *testing.T) {
	img := drawing(400, 600)
	var p bytes.Buffer
	(&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&p, img)
	files := map[doc.Kind][]byte{doc.PNG: p.Bytes(), doc.JPEG: jpegOf(t, img)}
	for kind, data := range files {
		whole, err := Decode(data, kind, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		part, err := Decode(data[:len(data)*8/10], kind, Limits{})
		if err != nil {
			t.Errorf("Decode of most of a %s file: %v", kind, err)
			continue
		}
		if got := part.Gray.GrayAt(200, 599).Y; got != 255 {
			t.Errorf("%s: what is missing is %d, want white", kind, got)
		}
		for _, y := range []int{0, 100, 290} {
			if got, want := part.Gray.GrayAt(200, y), whole.Gray.GrayAt(200, y); got != want {
				t.Errorf("%s: row %d is %v, want %v", kind, y, got, want)
			}
		}
		var format *doc.FormatError
		if _, err := Decode(data[:len(data)/10], kind, Limits{}); !errors.As(err, &format) || !strings.Contains(err.Error(), "cut off") {
			t.Errorf("Decode of a tenth of a %s file = %v, want that it is cut off", kind, err)
		}
	}
}

// TestReduction checks that very large pictures are reduced by a whole factor.
func TestReduction(t *testing.T) {
	const side = 5000
	rows := make([]byte, side*side)
	for i := range rows {
		rows[i] = byte(200 * (i % 2)) // columns of 0 and 200
	}
	png := pngOf(side, side, 8, pngGray, 0, rows, chunk("pHYs", []byte{0, 0, 0x5c, 0x46, 0, 0, 0x5c, 0x46, 1}))
	p, err := Decode(png, doc.PNG, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if p.Gray.Rect.Dx() != side/2 || p.Gray.Rect.Dy() != side/2 || p.DPI != 300 {
		t.Errorf("%d pixels a side become %v at %v dpi, want half", side, p.Gray.Rect.Max, p.DPI)
	}
	for _, at := range []int{0, 1, len(p.Gray.Pix) - 1} {
		if got := p.Gray.Pix[at]; got != 100 {
			t.Errorf("pixel %d is %d, want the mean 100", at, got)
		}
	}
	img := image.NewYCbCr(image.Rect(0, 0, side+1, side+1), image.YCbCrSubsampleRatio420)
	for i := range img.Cb {
		img.Cb[i], img.Cr[i] = 60, 200
	}
	for i := range img.Y {
		img.Y[i] = 90
	}
	p = turnedPicture(img, turnedCW, 0)
	if got := p.Color.At(2499, 2499); p.Gray.Rect.Dx() != 2500 || got != (color.YCbCr{90, 60, 200}) {
		t.Errorf("the last pixel of %v is %v", p.Gray.Rect, got)
	}
}

// TestPNGPixelShape checks that pictures whose pixels are not square are resampled to square ones: where the file
// states their shape, and for pages in the standard resolution of fax machines, which state nothing.
func TestPNGPixelShape(t *testing.T) {
	perMeter := func(x, y uint32, unit byte) []byte {
		return chunk("pHYs", append(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, x), y), unit))
	}
	for _, test := range []struct {
		name          string
		width, height int
		depth         byte
		chunks        [][]byte
		want          image.Point
		dpi           float64
	}{
		{"faxed A4 paper", 1728, 1143, 1, nil, image.Pt(1728, 2379), 204},
		{"the same in fine resolution", 1728, 2287, 1, nil, image.Pt(1728, 2287), 0},
		{"a grey picture of that size", 1728, 1143, 8, nil, image.Pt(1728, 1143), 0},
		{"square pixels", 1728, 1143, 1, [][]byte{perMeter(8031, 8031, 1)}, image.Pt(1728, 1143), 204},
		{"pixels twice as high as wide", 600, 400, 1, [][]byte{perMeter(8000, 4000, 1)}, image.Pt(600, 800), 203.2},
		{"pixels of that shape and unknown size", 600, 400, 8, [][]byte{perMeter(2, 1, 0)}, image.Pt(600, 800), 0},
	} {
		stride := (test.width*int(test.depth) + 7) / 8
		p, err := Decode(pngOf(test.width, test.height, test.depth, pngGray, 0, make([]byte, stride*test.height), test.chunks...), doc.PNG, Limits{})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if p.Gray.Rect.Max != test.want || p.File != test.want || p.DPI != test.dpi {
			t.Errorf("%s: %v pixels, %v of the file, at %v dpi, want %v at %v", test.name, p.Gray.Rect.Max, p.File, p.DPI, test.want, test.dpi)
		}
	}
	_, err := Decode(pngOf(600, 400, 1, pngGray, 0, make([]byte, 75*400), perMeter(3, 1, 0)), doc.PNG, Limits{Pixels: 600 * 400})
	var limit *doc.LimitError
	if !errors.As(err, &limit) {
		t.Errorf("Decode of a picture that exceeds the limit with square pixels = %v, want a *doc.LimitError", err)
	}
}

func FuzzDecode(f *testing.F) {
	img := drawing(20, 10)
	var p bytes.Buffer
	png.Encode(&p, img)
	f.Add(p.Bytes())
	f.Add(jpegOf(f, img, segment(0xe1, exif(6, 72))))
	f.Add(cmykJPEG([4]bool{true, false, true, false}))
	f.Add(pngOf(3, 1, 2, pngPalette, 0, []byte{0b00011000}, chunk("PLTE", []byte{1, 2, 3, 4, 5, 6}), chunk("tRNS", []byte{0})))
	f.Add([]byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<14 {
			return
		}
		for _, kind := range []doc.Kind{doc.PNG, doc.JPEG, doc.WebP} {
			p, err := Decode(data, kind, Limits{Pixels: 1 << 16})
			if err != nil {
				continue
			}
			size := p.Gray.Rect.Size()
			if p.Gray.Rect.Min != (image.Point{}) || size.X <= 0 || size.Y <= 0 || len(p.Gray.Pix) < size.X*size.Y {
				t.Fatalf("a picture of %v with %d bytes", p.Gray.Rect, len(p.Gray.Pix))
			}
			if p.Color != nil && p.Color.Bounds() != p.Gray.Rect {
				t.Fatalf("colour of %v for %v", p.Color.Bounds(), p.Gray.Rect)
			}
		}
	})
}
