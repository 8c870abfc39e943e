package tiff

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lineitem/convert/doc"
)

// decoded returns what Decode makes of a page, and the number of rows lost.
func decoded(t testing.TB, p *Page) (img *image.RGBA, lost int) {
	t.Helper()
	img = image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
	y := 0
	lost, err := p.Decode(func(row []byte) {
		n := len(row) / p.Width
		for x := range p.Width {
			c := row[x*n:]
			if n == 1 {
				c = []byte{c[0], c[0], c[0]}
			}
			img.SetRGBA(x, y, color.RGBA{c[0], c[1], c[2], 0xff})
		}
		y++
	}, smallJPEG)
	if err != nil {
		t.Fatal(err)
	}
	if y != p.Height {
		t.Errorf("Decode gives %d rows, want %d", y, p.Height)
	}
	return img, lost
}

func smallJPEG(file []byte, pixels int) (image.Image, error) {
	config, err := jpeg.DecodeConfig(bytes.NewReader(file))
	if err != nil || config.Width > pixels/max(1, config.Height) {
		return nil, errMissing
	}
	return jpeg.Decode(bytes.NewReader(file))
}

// difference returns the largest and the mean difference between values of two pictures.
func difference(t testing.TB, a, b image.Image) (most int, mean float64) {
	t.Helper()
	if a.Bounds().Size() != b.Bounds().Size() {
		t.Fatalf("%v and %v are not of one size", a.Bounds(), b.Bounds())
	}
	sum := 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			p, q := color.RGBAModel.Convert(a.At(x, y)).(color.RGBA), color.RGBAModel.Convert(b.At(x, y)).(color.RGBA)
			for _, d := range []int{int(p.R) - int(q.R), int(p.G) - int(q.G), int(p.B) - int(q.B)} {
				d = max(d, -d)
				most, sum = max(most, d), sum+d
			}
		}
	}
	return most, float64(sum) / float64(3*a.Bounds().Dx()*a.Bounds().Dy())
}

func readPNG(t testing.TB, name string) image.Image {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// samples returns files written by libtiff and ImageMagick, each of one page.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	names, _ := filepath.Glob("testdata/*.tif")
	files := map[string][]byte{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[strings.TrimSuffix(filepath.Base(name), ".tif")] = data
	}
	if len(files) < 20 {
		t.Fatalf("%d files in testdata, want 20", len(files))
	}
	return files
}

// TestDecode checks that every coding gives the picture that was encoded.
func TestDecode(t *testing.T) {
	for name, data := range samples(t) {
		pages, err := Pages(data, 1)
		if err != nil {
			t.Errorf("Pages of %s: %v", name, err)
			continue
		}
		kind, _, _ := strings.Cut(name, "-")
		img, lost := decoded(t, pages[0])
		most, mean := difference(t, img, readPNG(t, kind))
		if lossy := strings.Contains(name, "jpeg"); lost > 0 || !lossy && most > 0 || mean > 5 {
			t.Errorf("%s: %d rows are lost, values differ by up to %d, %.1f in the mean", name, lost, most, mean)
		}
	}
}

// A tag is a TIFF tag with its values.
type tag struct {
	id     uint16
	values []uint32
}

// file returns a TIFF file whose pages have the given tags.
func file(order binary.AppendByteOrder, pages ...[]tag) []byte {
	b := []byte("II*\x00")
	if order.String() == "BigEndian" {
		b = []byte("MM\x00*")
	}
	b = order.AppendUint32(b, 8)
	for i, tags := range pages {
		start := len(b)
		var more []byte
		end := start + 2 + 12*len(tags) + 4
		b = order.AppendUint16(b, uint16(len(tags)))
		for _, t := range tags {
			b = order.AppendUint16(b, t.id)
			b = order.AppendUint16(b, typeLong)
			b = order.AppendUint32(b, uint32(len(t.values)))
			if len(t.values) == 1 {
				b = order.AppendUint32(b, t.values[0])
				continue
			}
			b = order.AppendUint32(b, uint32(end+len(more)))
			for _, v := range t.values {
				more = order.AppendUint32(more, v)
			}
		}
		next := uint32(0)
		if i+1 < len(pages) {
			next = uint32(end + len(more))
		}
		b = append(order.AppendUint32(b, next), more...)
	}
	return b
}

// small returns the tags of a page of 8 by 4 pixels, whose data is the beginning of the
// file, followed by more tags.
func small(more ...tag) []tag {
	return append([]tag{{tagWidth, []uint32{8}}, {tagHeight, []uint32{4}}, {tagStripOffsets, []uint32{0}}, {tagStripByteCounts, []uint32{4}}}, more...)
}

// TestPages checks that thumbnails and masks do not count as pages, and that reading
// ends where directories refer to each other in a circle.
func TestPages(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		thumb, old, mask := tag{tagNewSubfileType, []uint32{1}}, tag{tagSubfileType, []uint32{2}}, tag{tagNewSubfileType, []uint32{4}}
		data := file(order, small(thumb), small(tag{tagNewSubfileType, []uint32{2}}), small(old), small(mask), small(tag{tagOrientation, []uint32{6}}))
		pages, err := Pages(data, 2)
		if err != nil || len(pages) != 2 || pages[0].Number != 1 || pages[1].Number != 2 || pages[1].Orientation != 6 {
			t.Fatalf("Pages = %v, %v, want the second and the last", pages, err)
		}
		var limit *doc.LimitError
		if _, err := Pages(data, 1); !errors.As(err, &limit) {
			t.Errorf("Pages(1) of a file of two = %v, want a *doc.LimitError", err)
		}
		circle := file(order, small(), small())
		second := int(order.(binary.ByteOrder).Uint32(circle[8+2+4*12:]))
		order.(binary.ByteOrder).PutUint32(circle[second+2+4*12:], 8)
		if pages, err := Pages(circle, 5); err != nil || len(pages) != 2 {
			t.Errorf("Pages of directories in a circle = %d, %v, want 2", len(pages), err)
		}
		var format *doc.FormatError
		if _, err := Pages(file(order, small(thumb)), 5); !errors.As(err, &format) {
			t.Errorf("Pages of a thumbnail = %v, want a *doc.FormatError", err)
		}
	}
	var unsupported *doc.UnsupportedError
	if _, err := Pages([]byte("II+\x00\x08\x00\x00\x00"), 5); !errors.As(err, &unsupported) {
		t.Errorf("Pages of a BigTIFF file = %v, want a *doc.UnsupportedError", err)
	}
}

// TestUnsupported checks that the error names the page and what is not supported, such
// as a kind of compression.
func TestUnsupported(t *testing.T) {
	for want, more := range map[string]tag{
		"page 1: TIFF compression 34661 is not supported":                         {tagCompression, []uint32{34661}},
		"page 1: TIFF colour model 8 is not supported":                            {tagPhotometric, []uint32{8}},
		"page 1: a TIFF picture with samples of different sizes is not supported": {tagBits, []uint32{5, 6, 5}},
	} {
		pages, err := Pages(file(binary.LittleEndian, small(more)), 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pages[0].Decode(func([]byte) {}, smallJPEG); err == nil || err.Error() != want {
			t.Errorf("Decode = %v, want %q", err, want)
		}
	}
}

// TestDamagedFax checks that a damaged row of a group 3 fax costs few rows: decoding
// resumes after the next end-of-line code.
func TestDamagedFax(t *testing.T) {
	files := samples(t)
	want := readPNG(t, "bilevel")
	for _, name := range []string{"bilevel-g3", "bilevel-g3-2d"} {
		data := slices.Clone(files[name])
		middle := 8 + (len(data)-8)/3
		data[middle] ^= 0x5a
		pages, err := Pages(data, 1)
		if err != nil {
			t.Fatal(err)
		}
		img, lost := decoded(t, pages[0])
		if _, mean := difference(t, img, want); lost > 4 || mean > 20 {
			t.Errorf("%s with a damaged byte: %d rows are lost, values differ by %.0f in the mean", name, lost, mean)
		}
	}
}

// TestCutOff checks that of data that is cut off the upper rows are decoded, and that
// the others are white.
func TestCutOff(t *testing.T) {
	for name, data := range samples(t) {
		pages, err := Pages(data, 1)
		if err != nil || pages[0].dir.valueOr(tagTileWidth, 0) > 0 || strings.Contains(name, "jpeg") {
			continue
		}
		d := pages[0].dir
		// Cut the data after the directory, which is at the file's end, was read.
		last := d.count(tagStripByteCounts) - 1
		n, _ := d.at(tagStripByteCounts, last)
		at, _ := d.at(tagStripOffsets, last)
		cut := slices.Clone(data[:at+n/2])
		for _, p := range pages {
			p.dir.data = cut
		}
		img, lost := decoded(t, pages[0])
		if lost == 0 || lost == pages[0].Height {
			t.Errorf("%s: %d rows are lost", name, lost)
		}
		if got := img.RGBAAt(100, pages[0].Height-1); got != (color.RGBA{0xff, 0xff, 0xff, 0xff}) {
			t.Errorf("%s: the last row is %v, want white", name, got)
		}
	}
}

func FuzzPages(f *testing.F) {
	for _, data := range samples(f) {
		f.Add(data)
	}
	f.Add(file(binary.BigEndian, small(), small(tag{tagTileWidth, []uint32{16}}, tag{tagTileHeight, []uint32{16}})))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<14 {
			return
		}
		pages, err := Pages(data, 4)
		if err != nil {
			return
		}
		for _, p := range pages {
			if p.Width <= 0 || p.Height <= 0 || p.Width > 1<<16/p.Height {
				continue
			}
			rows := 0
			lost, err := p.Decode(func(row []byte) {
				if len(row) != p.Width && len(row) != 3*p.Width {
					t.Fatalf("a row of %d bytes for %d pixels", len(row), p.Width)
				}
				rows++
			}, smallJPEG)
			if err == nil && (rows != p.Height || lost > rows) {
				t.Fatalf("%d rows, %d of them lost, want %d", rows, lost, p.Height)
			}
		}
	})
}
