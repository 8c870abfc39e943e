// Package plugins runs WebAssembly guests within limits.
//
// A guest gets nothing but what its contract hands it: no files, no network, no
// environment, no clock, no randomness. Its memory is limited, and every value
// that it hands back is checked before it is used. A guest that breaks its
// contract gives a *GuestError that names it.
//
// # Contract of recognizers, version 1
//
// A recognizer reads strips: grey pictures of one line of text each, as
// package textline describes them. The one that is built in can be replaced
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
// textline.StripCap and textline.StripBaseline say.
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
package plugins
