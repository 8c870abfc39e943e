package doc

import (
	"bytes"
	"path"
	"strings"
)

// Kind is a file format, recognised by a document's first bytes.
type Kind string

const (
	Unknown Kind = ""
	PDF     Kind = "pdf"
	PNG     Kind = "png"
	JPEG    Kind = "jpeg"
	WebP    Kind = "webp"
	TIFF    Kind = "tiff"
	XML     Kind = "xml"
)

// headerWindow is how far into a file a PDF's header may stand, bytes: PDF
// readers accept junk before it within the first 1024 bytes (PDF 32000-1,
// Annex H, implementation note 13 of PDF 1.7).
const headerWindow = 1024

// Sniff detects a document's kind from its bytes; names and declared media types
// are ignored. It returns Unknown for any other kind.
func Sniff(data []byte) Kind {
	switch {
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return PNG
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return JPEG
	case len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		return WebP
	case bytes.HasPrefix(data, []byte("II*\x00")), bytes.HasPrefix(data, []byte("MM\x00*")),
		bytes.HasPrefix(data, []byte("II+\x00")), bytes.HasPrefix(data, []byte("MM\x00+")): // BigTIFF
		return TIFF
	case bytes.Contains(data[:min(len(data), headerWindow)], []byte("%PDF-")):
		return PDF
	case isXML(data):
		return XML
	}
	return Unknown
}

// isXML reports whether data begins as XML does: with an XML declaration, or with an element that declares a
// namespace, in UTF-8 or in UTF-16.
func isXML(data []byte) bool {
	head := data[:min(len(data), headerWindow)]
	for _, mark := range [...]string{"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"} {
		head = bytes.TrimPrefix(head, []byte(mark))
	}
	head = bytes.TrimLeft(bytes.ReplaceAll(head, []byte{0}, nil), " \t\r\n")
	return bytes.HasPrefix(head, []byte("<?xml")) || bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte(" xmlns"))
}

// Named returns the kind that the extension of a file's name stands for; its
// bytes may be of another. It returns Unknown for other extensions.
func Named(name string) Kind {
	switch strings.ToLower(path.Ext(name)) {
	case ".pdf":
		return PDF
	case ".png":
		return PNG
	case ".jpg", ".jpeg":
		return JPEG
	case ".webp":
		return WebP
	case ".tif", ".tiff":
		return TIFF
	case ".xml":
		return XML
	}
	return Unknown
}
