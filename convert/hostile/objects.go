package hostile

import (
	"fmt"
	"strings"
)

// objects are PDF files whose objects overflow stacks, loop or eat memory in
// readers that do not bound what they do.
var objects = []Document{
	{"nested-arrays", either, func() []byte { return loose(pageWith("4 0 obj\n" + deep() + "\nendobj\n")) }},
	{"nested-arrays-in-object-stream", either, func() []byte {
		return loose(pageWith("5 0 obj\n" + streamBody("/Type/ObjStm/N 1/First 4", "4 0 "+deep()) + "\nendobj\n"))
	}},
	{"nested-arrays-in-content", either, func() []byte {
		return loose(pageWith("4 0 obj\n" + streamBody("", deep()+" TJ") + "\nendobj\n"))
	}},
	{"nested-dictionaries", either, func() []byte { return document("/X 10 0 R", hello, repeated("<</A", 5*million)) }},
	{"page-tree-loop", refused, func() []byte {
		return loose("1 0 obj\n" + catalog + "\nendobj\n" +
			"2 0 obj\n<</Type/Pages/Kids[2 0 R 2 0 R 2 0 R]/Count 3/Parent 2 0 R>>\nendobj\n")
	}},
	{"form-loop", either, func() []byte {
		form := streamBody("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F 4 0 R>>>>", "/F Do /F Do /F Do /F Do")
		return loose(strings.Replace(pageWith("4 0 obj\n"+form+"\nendobj\n"),
			"/Contents 4 0 R", "/Contents 4 0 R/Resources<</XObject<</F 4 0 R>>>>", 1))
	}},
	{"object-stream-in-itself", either, func() []byte {
		return loose(pageWith("4 0 obj\n" + streamBody("/Type/ObjStm/N 1/First 4/Extends 4 0 R", "4 0 4 0 R") + "\nendobj\n"))
	}},
	{"unclosed-string", either, func() []byte { return loose(pageWith("4 0 obj\n(" + strings.Repeat("x(", million))) }},
	{"length-of-itself", either, func() []byte {
		return loose(pageWith("4 0 obj\n<</Length 4 0 R>>\nstream\nBT ET\nendstream\nendobj\n"))
	}},
	{"huge-counts", either, func() []byte {
		return loose(pageWith("4 0 obj\n" +
			streamBody("/DecodeParms<</Predictor 12/Columns 2147483647/Colors 32>>/Filter/FlateDecode", "x") + "\nendobj\n" +
			"5 0 obj\n" + streamBody("/Type/XRef/Size 2147483647/W[8 8 8]/Index[0 2147483647]", "x") + "\nendobj\n"))
	}},
	{"huge-length", either, func() []byte {
		return document("/Contents 10 0 R", "", "<</Length 999999999999999999>>\nstream\n"+hello+"\nendstream")
	}},
	{"negative-length", either, func() []byte {
		return document("/Contents 10 0 R", "", "<</Length -1>>\nstream\n"+hello+"\nendstream")
	}},
	{"huge-object-number", either, func() []byte {
		return loose(pageWith("4294967295 65535 obj\n<<>>\nendobj\n4 0 obj\n" + streamBody("", hello) + "\nendobj\n"))
	}},
	// Without a cross-reference table a reader searches for the objects; each of
	// these claims all that follows as its stream.
	{"objects-without-end", either, func() []byte {
		var b strings.Builder
		for n := 10; b.Len() < largest-million; n++ {
			fmt.Fprintf(&b, "%d 0 obj << >> stream\n", n)
		}
		return loose(pageWith("4 0 obj\n" + streamBody("", hello) + "\nendobj\n" + b.String()))
	}},
	{"trailers-without-end", either, func() []byte {
		return loose(pageWith("4 0 obj\n" + streamBody("", hello) + "\nendobj\n" + repeated("trailer <</Root 1 0 R/A ", 10*million)))
	}},
	{"empty-objects", either, func() []byte {
		var b strings.Builder
		for n := 10; b.Len() < largest-million; n++ {
			fmt.Fprintf(&b, "%d 0 obj\nendobj\n", n)
		}
		return loose(pageWith("4 0 obj\n" + streamBody("", hello) + "\nendobj\n" + b.String()))
	}},
	{"brackets", either, func() []byte { return loose(repeated("[", largest-million)) }},
	{"angle-brackets", either, func() []byte { return loose(repeated("<<", largest-million)) }},
	{"parentheses", either, func() []byte { return loose(repeated("(", largest-million)) }},
	{"digits", either, func() []byte { return loose(repeated("7", largest-million)) }},
	{"numbers", either, func() []byte { return loose(repeated("1 0 ", largest-million)) }},
	{"references", either, func() []byte { return document("/X 10 0 R", hello, "["+repeated("1 0 R ", largest-million)+"]") }},
}

// deep returns deeply nested arrays. It is a function and not a variable, since test
// binaries that link this package also run as the program, many times.
func deep() string { return strings.Repeat("[", 5*million) }

// pageWith returns the objects of a document of one page, followed by more, which
// holds object 4, the page's content.
func pageWith(more string) string {
	return "1 0 obj\n" + catalog + "\nendobj\n2 0 obj\n" + onePage + "\nendobj\n" +
		"3 0 obj\n<</Type/Page/Parent 2 0 R" + mediaBox + "/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>\nendobj\n" + more
}

// loose returns a file without a cross-reference table, so that readers have to
// search for its objects.
func loose(objects string) []byte {
	return []byte("%PDF-1.7\n" + objects + "trailer\n<</Root 1 0 R/Size 6>>\n%%EOF\n")
}
