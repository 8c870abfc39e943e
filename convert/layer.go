package convert

import (
	"lineitem/convert/doc"
	"lineitem/convert/pdftext"
)

// Thresholds that tell text layers that cannot be trusted.
const (
	mostUnknown = 0.05 // share of glyphs whose text is unknown

	// A page of which images cover at least this share has its text in them if
	// it has no more words than a stamp, or a header that was added later, has.
	stampImages, stampWords   = 0.5, 40
	pictureImages, fewestSeen = 0.15, 12

	// A page that is an image with hidden words over it is a scan that some other
	// OCR software has read: at least these shares of the page are images, and of the glyphs hidden.
	overImages, overHidden = 0.9, 0.9
)

// layerQuality says how far the words of a page's text layer can be used.
type layerQuality uint8

const (
	good    layerQuality = iota // they are the page's text
	doubted                     // another reader may understand the layer better
	absent                      // the text is in pixels, if there is any
)

// judge returns the quality of a page's text layer.
func judge(words []doc.Word, layer pdftext.Layer) layerQuality {
	switch n := len(words); {
	case n == 0 && layer.Glyphs > 0:
		return doubted
	case n == 0 && layer.Images == 0 && layer.Paths == 0:
		return good // an empty page
	case n == 0,
		n < stampWords && layer.Images >= stampImages,
		n < fewestSeen && layer.Images >= pictureImages:
		return absent
	}
	if layer.Images >= overImages && float64(layer.Invisible) >= overHidden*float64(layer.Glyphs) && mostlyLatin(words) {
		return absent // our own OCR reads better, and sees the rules of tables
	}
	if float64(layer.Unknown) > mostUnknown*float64(layer.Glyphs) {
		return doubted
	}
	if !legible(words) {
		if 2*layer.Invisible > layer.Glyphs {
			return absent // poor OCR laid over a scan
		}
		return doubted
	}
	return good
}
