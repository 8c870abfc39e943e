// Package plugins runs WebAssembly guests within limits.
//
// A guest gets only what its contract gives it: no files, no network and no
// environment. Its memory is limited, and every value that it returns is checked
// before it is used. A guest that breaks its contract causes a *GuestError that
// names it.
//
// # Contract of recognizers, version 1
//
// A recognizer reads strips: grey pictures of one line of text each, as
// package segmentation describes them. The built-in recognizer can be replaced
// by any WebAssembly module (core specification 2.0, with SIMD) that imports
// nothing and exports:
//
//	memory                                its memory, which it may grow up to the limit
//	ocr_version () -> i32                 the contract's version: 1
//	strip_height () -> i32                height of the strips that it reads, 8 to 128 pixels
//	strip (width i32) -> i32              address of room for a strip, width columns wide
//	recognize (width i32) -> i32          reads the strip there; returns the address of the result
//
// A module may also export _initialize, which is called once before anything else.
//
// For each strip the host calls strip, writes the strip's pixels to the address
// that it returns, and calls recognize. Pixels are bytes, from 0 for ink to 255
// for background, row after row without gaps, the top row first: the pixel in
// column x of row y is at address + y*width + x. The width is 1 to 8192 columns;
// wider strips are cut by the host, between words if possible. The height is
// always the one that strip_height returned, with the capitals and the baseline
// where segmentation.StripCap and segmentation.StripBaseline say.
//
// A result is a count n, 0 to width, followed by n records, one for each character
// from left to right. All numbers are little endian:
//
//	offset  size
//	0       4     n, unsigned
//	4+16i   4     the character's Unicode code point: printable, or U+0020 between words
//	8+16i   4     its first column, 32-bit float
//	12+16i  4     its last column, 32-bit float
//	16+16i  4     confidence, 32-bit float in [0, 1]
//
// Columns are in [0, width], the first is at most the last, and neither
// decreases from one record to the next. Addresses need no alignment. The
// result must stay unchanged until the next call.
//
// An instance reads one strip at a time, and any number of strips in any order
// and from any documents: what it returns must depend on the strip alone. There
// may be as many instances as processors.
//
// # Contract of mappers, version 1
//
// A mapper is a customer's own program that turns the rows of a conversion into
// other rows: a command for WASI preview 1 (wasm32-wasip1), written in any
// language. It exports _start, and its memory as "memory"; it imports only
// functions of wasi_snapshot_preview1. For each document a fresh
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
//	          empty "proof", and "cut" where the value is not cut
//	verified  whether the orders' arithmetic is consistent and all core cells are almost
//	          certainly right, as in an answer with evidence
//	pairs     [{"label", "value", "page", "box"}, ...]: all labels on the document with their values
//	tables    [{"page", "box", "rows": [[{"text", "box"}, ...], ...]}, ...]: with their header rows;
//	          all rows of a table have the same number of cells
//	lines     [{"page", "box", "text"}, ...]: all text, line by line
//
// Pages count from 1; evidence has page 0 where a value was inferred. A box is
// {"x0", "y0", "x1", "y1"} in points with the origin in the top left corner of
// the page as displayed, as in an answer's evidence. Members may be added to
// these objects: a mapper must ignore those that it does not know. It answers:
//
//	columns   [{"key", "label"}, ...]: at most 500; keys are unique, 1 to 64 of A-Z a-z 0-9 _ . - /,
//	          and labels have at most 200 characters
//	rows      [{key: value, ...}, ...]: at most 100,000; each has all keys and no other, and values
//	          are strings of at most MapperLimits.Value characters, without control characters
//	          other than tabs and line ends
//	evidence  as above, one object for each row; it may be left out
//
// or, if it refuses the document, {"error": "why"}, which is reported to the caller.
//
// It has one argument, "mapper", and nothing else: no files, no folders, no
// sockets, no environment. Its clock begins at 2000-01-01 00:00 UTC and advances
// by a microsecond each time it is read, and by the time that the mapper sleeps;
// sleeping takes no real time. Its random bytes come from ChaCha8 with the input's
// SHA-256 as the key. So the same document gives the same rows. The last 4 KiB of
// what it writes to its standard error are reported with its failure.
//
// MapperLimits bound what a run may use. Failures of all kinds are
// *doc.MapperError.
package plugins
