package hostile

import (
	"bytes"
	"compress/lzw"
	"fmt"
	"strings"
)

// filters are documents with streams that decode to much more data than they
// hold.
var filters = []Document{
	{"flate-bomb", refused, func() []byte { return content("/FlateDecode", "", bomb("\x00", 20_000*million)) }},
	{"flate-bomb-of-operators", laborious, func() []byte { return content("/FlateDecode", "", bomb("q Q ", 2000*million)) }},
	{"flate-bomb-of-text", laborious, func() []byte {
		return content("/FlateDecode", "", bomb("BT /F 12 Tf 9 9 Td (Order) Tj ET ", 2000*million))
	}},
	{"flate-in-flate", either, func() []byte {
		return content("[/FlateDecode/FlateDecode]", "", bomb(bomb("\x00", million), 1000*million))
	}},
	{"flate-in-flate-in-flate", either, func() []byte {
		return content("[/FlateDecode/FlateDecode/FlateDecode]", "", bomb(bomb(bomb("\x00", 4*million), 4*million), 100*million))
	}},
	{"sixteen-filters", either, func() []byte {
		data := bomb("\x00", 10_000*million)
		for range 15 {
			data = deflate(data)
		}
		return content("["+strings.Repeat("/FlateDecode", 16)+"]", "", data)
	}},
	{"thousand-filters", refused, func() []byte {
		return content("["+strings.Repeat("/ASCIIHexDecode", 1000)+"]", "", strings.Repeat("3", million))
	}},
	{"lzw-bomb", either, func() []byte {
		return content("/LZWDecode", "<</EarlyChange 0>>", packedLZW(make([]byte, 300*million)))
	}},
	{"lzw-in-flate", either, func() []byte {
		return content("[/FlateDecode/LZWDecode]", "[null<</EarlyChange 0>>]", bomb(packedLZW(make([]byte, 10*million)), 1000*million))
	}},
	{"run-length-bomb", either, func() []byte { return content("/RunLengthDecode", "", repeated("\x81\x00", 10*million)) }},
	{"run-length-in-run-length", either, func() []byte {
		// 1 copies the two bytes that follow it, 129 and 0; in the second filter 129
		// repeats the 0 128 times.
		return content("[/RunLengthDecode/RunLengthDecode]", "", repeated("\x01\x81\x00", 10*million))
	}},
	{"run-length-in-flate", either, func() []byte {
		return content("[/FlateDecode/RunLengthDecode]", "", bomb("\x81\x00", 2000*million))
	}},
	{"ascii85-bomb", either, func() []byte { return content("/ASCII85Decode", "", repeated("z", 15*million)+"~>") }},
	{"ascii85-in-flate", either, func() []byte {
		return content("[/FlateDecode/ASCII85Decode]", "", bomb("z", 2000*million))
	}},
	{"hexadecimal-in-flate", either, func() []byte {
		return content("[/FlateDecode/ASCIIHexDecode]", "", bomb("20", 2000*million))
	}},
	{"predictor-of-narrow-rows", either, func() []byte {
		return content("/FlateDecode", "<</Predictor 15/Columns 1>>", bomb("\x04\x01", 2000*million))
	}},
	{"predictor-of-wide-rows", either, func() []byte {
		return content("/FlateDecode", "<</Predictor 12/Columns 16777216/Colors 32/BitsPerComponent 1>>", bomb("\x00", 2000*million))
	}},
	{"predictor-of-tiff", either, func() []byte {
		return content("/FlateDecode", "<</Predictor 2/Columns 1/Colors 60/BitsPerComponent 1>>", bomb("\xff", 2000*million))
	}},
	{"predictor-beyond-all", either, func() []byte {
		return content("/FlateDecode", "<</Predictor 12/Columns 2147483647/Colors 2147483647/BitsPerComponent 2147483647>>", bomb("\x00", million))
	}},
	{"object-stream-bomb", either, func() []byte {
		b := newPDF()
		b.frame("/X 11 0 R", hello)
		b.stream(firstOwn, "/Type/ObjStm/N 100000000/First 2000000000/Filter/FlateDecode", bomb("11 0 ", 2000*million))
		return b.end("")
	}},
	{"reference-stream-bomb", either, func() []byte {
		b := newPDF()
		b.frame("", hello)
		start := b.Len()
		b.stream(firstOwn, "/Type/XRef/Root 1 0 R/Size 2147483647/W[1 8 8]/Index[0 2147483647]/Filter/FlateDecode", bomb("\x01", 4000*million))
		fmt.Fprintf(b, "startxref\n%d\n%%%%EOF\n", start)
		return b.Bytes()
	}},
	// Each stream is small; all of them together are not.
	{"one-part-many-times", laborious, func() []byte {
		return document("/Contents["+strings.Repeat("10 0 R ", 16_000)+"]", "", deflated("", repeated("q Q ", 15*million)))
	}},
	{"one-bomb-on-many-pages", laborious, func() []byte {
		b := newPDF()
		b.object(catalogNumber, catalog)
		b.object(fontNumber, fontDict)
		b.stream(contentNumber, "/Filter/FlateDecode", bomb("q Q ", 60*million))
		var kids strings.Builder
		for n := range 400 {
			fmt.Fprintf(&kids, "%d 0 R ", firstOwn+n)
			b.object(firstOwn+n, "<</Type/Page/Parent 2 0 R"+mediaBox+"/Contents 4 0 R>>")
		}
		b.object(pagesNumber, "<</Type/Pages/Count 400/Kids["+kids.String()+"]>>")
		return b.end("")
	}},
}

// content returns a document whose page has a content stream with filters.
func content(filter, parameters, data string) []byte {
	entries := "/Filter" + filter
	if parameters != "" {
		entries += "/DecodeParms" + parameters
	}
	return document("/Contents 10 0 R", "", streamBody(entries, data))
}

// packedLZW returns data encoded for LZWDecode with EarlyChange 0.
func packedLZW(data []byte) string {
	var b bytes.Buffer
	w := lzw.NewWriter(&b, lzw.MSB, 8)
	w.Write(data)
	w.Close()
	return b.String()
}
