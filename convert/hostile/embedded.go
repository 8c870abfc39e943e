package hostile

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// protections are files whose encryption dictionaries are nonsense.
var protections = []Document{
	{"encrypted-by-nobody", refused, func() []byte {
		return protected("/Filter/Standard/V 99/R 99/O()/U()/P -1/Length 2147483647")
	}},
	{"encrypted-with-an-empty-dictionary", either, func() []byte { return protected("") }},
	{"encrypted-with-a-negative-length", refused, func() []byte {
		return protected("/Filter/Standard/V 2/R 3/Length -8/P -1/O(" + strings.Repeat("o", 32) + ")/U(" + strings.Repeat("u", 32) + ")")
	}},
	{"encrypted-with-a-key-of-megabytes", refused, func() []byte {
		return protected("/Filter/Standard/V 2/R 3/Length 128/P -1/O(" + strings.Repeat("o", 9*million) + ")/U(" + strings.Repeat("u", 9*million) + ")")
	}},
	{"encrypted-by-aes-with-nonsense", refused, func() []byte {
		return protected("/Filter/Standard/V 5/R 6/Length 256/P -1/StmF/A/StrF/A/CF<</A<</CFM/AESV3/Length 32>>>>" +
			"/O(" + strings.Repeat("o", 48) + ")/U(" + strings.Repeat("u", 48) + ")/OE(" + strings.Repeat("e", 32) + ")/UE(" + strings.Repeat("e", 32) + ")/Perms(" + strings.Repeat("p", 16) + ")")
	}},
	{"encrypted-by-aes-with-nothing", refused, func() []byte {
		return protected("/Filter/Standard/V 5/R 6/Length 256/P -1/StmF/A/StrF/A/CF<</A<</CFM/AESV3>>>>/O()/U()/OE()/UE()/Perms()")
	}},
	{"encrypted-by-a-filter-of-nobody", refused, func() []byte { return protected("/Filter/Nobody/V 4/R 4") }},
}

func protected(entries string) []byte {
	b := newPDF()
	b.frame("", hello)
	b.object(firstOwn, "<<"+entries+">>")
	return b.end("/Encrypt 10 0 R/ID[(a)(b)]")
}

// embedded are PDF files with images that declare a huge size, or have one.
var embedded = []Document{
	{"image-beyond-all", either, func() []byte {
		return pictured("/Width 2147483647/Height 2147483647/BitsPerComponent 8/ColorSpace/DeviceRGB", "x")
	}},
	{"image-of-negative-size", either, func() []byte {
		return pictured("/Width -1/Height -2147483648/BitsPerComponent 8/ColorSpace/DeviceRGB", "x")
	}},
	{"image-that-is-a-flate-bomb", laborious, func() []byte {
		return pictured("/Width 60000/Height 60000/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode", bomb("\xff", 11_000*million))
	}},
	{"image-of-all-pixels-that-may-be", laborious, func() []byte {
		return pictured("/Width 10000/Height 10000/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode", bomb("\xff", 300*million))
	}},
	{"image-of-sixteen-bits-and-a-mask", laborious, func() []byte {
		return pictured("/Width 9000/Height 9000/BitsPerComponent 16/ColorSpace/DeviceCMYK/SMask 10 0 R/Filter/FlateDecode", bomb("\xff", 700*million))
	}},
	{"jpeg-beyond-all", either, func() []byte {
		return pictured("/Width 65500/Height 65500/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode", string(jpegFile(0xc0, 65500, 65500, 1)))
	}},
	{"jpeg-larger-than-told", laborious, func() []byte {
		return pictured("/Width 16/Height 16/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode", string(jpegFile(0xc0, 65500, 65500, 1)))
	}},
	{"jpeg-of-endless-scans", laborious, func() []byte {
		return pictured("/Width 4000/Height 4000/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode", string(jpegFile(0xc2, 4000, 4000, 50_000)))
	}},
	{"jpeg2000-beyond-all", either, func() []byte {
		return pictured("/Width 2147483647/Height 2147483647/Filter/JPXDecode", jpeg2000(1<<31-1, 1<<31-1, 1<<31-1))
	}},
	{"jpeg2000-of-tiny-tiles", laborious, func() []byte {
		return pictured("/Width 10000/Height 10000/Filter/JPXDecode", jpeg2000(10000, 10000, 1))
	}},
	{"jpeg2000-larger-than-told", laborious, func() []byte {
		return pictured("/Width 16/Height 16/Filter/JPXDecode", jpeg2000(60000, 60000, 60000))
	}},
	{"jbig2-beyond-all", either, func() []byte {
		return pictured("/Width 2147483647/Height 2147483647/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode", jbig2(1<<32-1, 1<<32-1))
	}},
	{"jbig2-larger-than-told", laborious, func() []byte {
		return pictured("/Width 16/Height 16/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode", jbig2(65535, 65535))
	}},
	{"fax-beyond-all", either, func() []byte {
		return pictured("/Width 2147483647/Height 2147483647/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 2147483647/Rows 2147483647>>", "\x00\x10\x01")
	}},
	{"fax-of-all-pixels-that-may-be", laborious, func() []byte {
		return pictured("/Width 10000/Height 10000/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 10000/Rows 10000>>", repeated("\xff", million))
	}},
	{"fax-larger-than-told", laborious, func() []byte {
		return pictured("/Width 16/Height 16/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 65535/Rows 65535>>", repeated("\xff", million))
	}},
	{"fax-in-a-flate-bomb", laborious, func() []byte {
		return pictured("/Width 9000/Height 9000/BitsPerComponent 1/ColorSpace/DeviceGray/Filter[/FlateDecode/CCITTFaxDecode]/DecodeParms[null<</K 0/Columns 9000/Rows 9000>>]", bomb("\x00", 4000*million))
	}},
	{"many-large-images", laborious, func() []byte {
		image := streamBody("/Type/XObject/Subtype/Image/Width 8000/Height 8000/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode", bomb("\xff", 192*million))
		var names, paint strings.Builder
		own := make([]string, 60)
		for i := range own {
			own[i] = image
			fmt.Fprintf(&names, "/X%d %d 0 R", i, firstOwn+i)
			fmt.Fprintf(&paint, "q 600 0 0 800 0 0 cm /X%d Do Q ", i)
		}
		return document("/Resources<</XObject<<"+names.String()+">>>>", paint.String(), own...)
	}},
	{"one-image-many-times", laborious, func() []byte {
		return document("/Resources<</XObject<</X 10 0 R>>>>", repeated("q 600 0 0 800 0 0 cm /X Do Q ", million),
			streamBody("/Type/XObject/Subtype/Image/Width 2000/Height 2000/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode", bomb("\xff", 12*million)))
	}},
}

// pictured returns a page that an image covers.
func pictured(entries, data string) []byte {
	return document("/Resources<</XObject<</X 10 0 R>>>>", "q 600 0 0 800 0 0 cm /X Do Q",
		streamBody("/Type/XObject/Subtype/Image"+entries, data))
}

// jpeg2000 returns a codestream (ITU-T T.800, Annex A) of the given size, which
// is divided into square tiles and has next to no data.
func jpeg2000(width, height, tile uint32) string {
	u32 := func(v ...uint32) (s []byte) {
		for _, v := range v {
			s = binary.BigEndian.AppendUint32(s, v)
		}
		return s
	}
	siz := append([]byte("\x00\x00"), u32(width, height, 0, 0, tile, tile, 0, 0)...)
	siz = append(siz, "\x00\x03\x07\x01\x01\x07\x01\x01\x07\x01\x01"...) // three components of eight bits
	segment := func(marker byte, body []byte) string {
		return "\xff" + string([]byte{marker}) + string(binary.BigEndian.AppendUint16(nil, uint16(len(body)+2))) + string(body)
	}
	return "\xff\x4f" + segment(0x51, siz) +
		segment(0x52, []byte("\x00\x00\x00\x01\x00\x05\x04\x04\x00\x01")) + // COD
		segment(0x5c, []byte("\x40"+strings.Repeat("\x40", 16))) + // QCD
		segment(0x90, append([]byte("\x00\x00"), "\x00\x00\x00\x00\x00\x01"...)) + // SOT
		"\xff\x93" + strings.Repeat("\x80", 1000) + "\xff\xd9"
}

// jbig2 returns a page of the given size (ITU-T T.88, 7.4.8), as PDF embeds it.
// A generic region with next to no data covers it.
func jbig2(width, height uint32) string {
	var page []byte
	page = binary.BigEndian.AppendUint32(page, width)
	page = binary.BigEndian.AppendUint32(page, height)
	page = append(page, make([]byte, 11)...) // resolutions, flags, striping
	var region []byte
	region = binary.BigEndian.AppendUint32(region, width)
	region = binary.BigEndian.AppendUint32(region, height)
	region = append(region, make([]byte, 9)...)                            // place, combination
	region = append(region, "\x00\x03\xff\xfd\xff\x02\xfe\xfe\xfe"...)     // arithmetic coding, template 0
	region = append(region, strings.Repeat("\x5a\xa5\x00\xff\xac", 50)...) // data
	segment := func(number uint32, kind byte, body []byte) string {
		head := binary.BigEndian.AppendUint32(nil, number)
		head = append(head, kind, 0, 1)
		return string(binary.BigEndian.AppendUint32(head, uint32(len(body)))) + string(body)
	}
	return segment(0, 48, page) + segment(1, 38, region)
}
