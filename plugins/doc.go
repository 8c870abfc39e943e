// Package plugins runs WebAssembly guests within limits.
//
// A guest gets nothing but what its contract hands it: no files, no network and no
// environment. Its memory is limited, and every value
// that it hands back is checked before it is used. A guest that breaks its
// contract gives a *GuestError that names it.
//
// # Contract of recognizers, version 1
//
// A recognizer reads strips: grey pictures of one line of text each, as
// package segmentation describes them. The one that is built in can be replaced
// by any WebAssembly module (core specification 2.0, with SIMD) that imports
// nothing and exports:
//
//	memory                                its memory, which it may grow up to the limit
//	ocr_version () -> i32                 the contract's version: 1
//	strip_height () -> i32                height of the strips that it reads, 8 to 128 pixels
//	strip (width i32) -> i32              address of room for a strip, width columns wide
//	recognize (width i32) -> i32          reads the strip there; address of a result
//
// A module may also export _initialize, which is called once before all else.
//
// For each strip the host calls strip, writes the strip's pixels to the address
// that it returns, and calls recognize. Pixels are bytes, 0 ink and 255
// ground, row after row without gaps, the top row first: the pixel in column x
// of row y stands at address + y*width + x. The width is 1 to 8192 columns;
// wider strips are cut by the host, between words if possible. The height is
// always that which strip_height told, with capitals and the baseline where
// segmentation.StripCap and segmentation.StripBaseline say.
//
// A result is a count n, 0 to width, and n records, one for each character from
// left to right; all of it is little endian:
//
//	offset  size
//	0       4     n, unsigned
//	4+16i   4     the character's Unicode code point: printable, or U+0020 between words
//	8+16i   4     its first column, 32-bit float
//	12+16i  4     its last column, 32-bit float
//	16+16i  4     confidence, 32-bit float in [0, 1]
//
// Columns are in [0, width], the first is not behind the last, and neither
// goes back from one record to the next. Addresses need no alignment. The
// result has to stay as it is until the next call.
//
// An instance reads one strip at a time and any number of strips, in any order
// and from any documents: what it returns must depend on the strip alone. There
// may be as many instances as processors.
//
// # Contract of mappers, version 1
//
// A mapper is a customer's own program that makes other rows of those that a
// conversion would answer: a command for WASI preview 1 (wasm32-wasip1), in
// whatever language. It exports _start, and its memory as "memory"; it imports
// nothing but functions of wasi_snapshot_preview1. For each document a fresh
// instance is started. It reads one JSON object from its standard input, writes
// one to its standard output, and exits with status 0. It is given:
//
//	api       the contract's version: 1
//	filename  as the document was named
//	mode      "text", "ocr" or "mixed": how the pages were read; "xml": the rows come from XML
//	columns   [{"key", "label"}, ...]: the standard columns
//	rows      [{key: value, ...}, ...]: all values are strings, "" where none is stated
//	evidence  [{key: {"page", "box", "confidence", "words", "proof", "cut"}, ...}, ...]:
//	          one object for each row; keys without a value are left out, and so are an
//	          empty proof and "cut" of values that are not
//	verified  whether the orders' arithmetic closes and all core cells are all but
//	          certainly right, as in an answer with evidence
//	pairs     [{"label", "value", "page", "box"}, ...]: all labels on the document and what they announce
//	tables    [{"page", "box", "rows": [[{"text", "box"}, ...], ...]}, ...]: with their heads;
//	          all rows of one have the same number of cells
//	lines     [{"page", "box", "text"}, ...]: all text, line by line
//
// Pages count from 1; evidence has page 0 where a value was inferred. A box is
// {"x0", "y0", "x1", "y1"} in points with the origin in the top left corner of
// the page as displayed, as in an answer's evidence. Members may be added to
// these objects: a mapper passes over those that it does not know. It answers:
//
//	columns   [{"key", "label"}, ...]: at most 500; keys are unique, 1 to 64 of A-Z a-z 0-9 _ . - /,
//	          and labels have at most 200 characters
//	rows      [{key: value, ...}, ...]: at most 100,000; each has all keys and no other, and values
//	          are strings without control characters but tabs and ends of lines, of at most
//	          so many characters as MapperLimits say
//	evidence  as above, one object for each row; it may be left out
//
// or, where it refuses the document, {"error": "why"}, which is reported to the caller.
//
// It has one argument, "mapper", and nothing else: no files, no folders, no
// sockets, no environment. Its clock begins at 2000-01-01 00:00 UTC and goes on
// by a microsecond with each look at it, and by what it sleeps, which takes no
// time. Its randomness is that of ChaCha8 with the input's SHA-256 for a key. So
// the same document gives the same rows. What it writes to its standard error is
// told with its failure, the last 4 KiB of it.
//
// MapperLimits bound what a run may take. Failures of all sorts are
// *doc.MapperError.
package plugins
