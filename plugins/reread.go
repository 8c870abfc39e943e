package plugins

import (
	"context"
	"image"
	"math"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/segmentation"
)

// doubtful is the confidence (geometric mean of the characters' confidences) below
// which a reading is doubted.
const doubtful = 0.90

// foreign is the least share of the doubted strips that the second recognizer must
// read with letters that the first does not know, for it to read all strips.
const foreign = 0.25

// reread has the second recognizer read the strips whose readings are doubted, and
// keeps the reading with the higher confidence. If many of them have letters that
// the first recognizer does not know, other strips are likely to have some too: the
// second recognizer then reads all strips.
func (o *OCR) reread(ctx context.Context, strips []*image.Gray, readings []segmentation.Reading) error {
	var doubted, others []int
	for i, r := range readings {
		switch {
		case len(r) == 0:
		case confidence(r) < doubtful:
			doubted = append(doubted, i)
		default:
			others = append(others, i)
		}
	}
	own, err := o.readSecond(ctx, strips, readings, doubted)
	if err != nil || own < 2 || float64(own) < foreign*float64(len(doubted)) {
		return err
	}
	_, err = o.readSecond(ctx, strips, readings, others)
	return err
}

// readSecond has the second recognizer read the numbered strips, and replaces the
// readings for which its confidence is higher. It returns how many of the new
// readings have letters that the first recognizer does not know.
func (o *OCR) readSecond(ctx context.Context, strips []*image.Gray, readings []segmentation.Reading, numbers []int) (own int, err error) {
	if len(numbers) == 0 {
		return 0, nil
	}
	chosen := make([]*image.Gray, len(numbers))
	for i, n := range numbers {
		chosen[i] = strips[n]
	}
	if err := o.second.Check(ctx); err != nil {
		return 0, err
	}
	second, err := o.second.readStrips(ctx, chosen)
	if err != nil {
		return 0, err
	}
	for i, n := range numbers {
		if confidence(second[i]) <= confidence(readings[n]) {
			continue
		}
		readings[n] = second[i]
		if hasOwnLetters(second[i]) {
			own++
		}
	}
	return own, nil
}

// confidence returns the geometric mean of a reading's confidences; 0 if it is
// empty.
func confidence(r segmentation.Reading) float64 {
	if len(r) == 0 {
		return 0
	}
	sum := 0.0
	for _, g := range r {
		sum += math.Log(max(float64(g.Confidence), 1e-4))
	}
	return math.Exp(sum / float64(len(r)))
}

// firstLetters are the letters beyond ASCII that the first recognizer knows.
const firstLetters = "ÄÖÜäöüßÀÂÆÇÉÈÊËÎÏÔŒÙÛŸàâæçéèêëîïôœùûÿÁÍÑÓÚáíñóúÌÒìòÃÕãõĄĆĘŁŃŚŹŻąćęłńśźżČĎĚŇŘŠŤŮÝŽčďěňřšťůýžÅØåøµºªΩ"

// hasOwnLetters reports whether a reading has a letter that the first recognizer
// does not know.
func hasOwnLetters(r segmentation.Reading) bool {
	return slices.ContainsFunc(r, func(g segmentation.Glyph) bool {
		return g.Rune > unicode.MaxASCII && unicode.IsLetter(g.Rune) && !strings.ContainsRune(firstLetters, g.Rune)
	})
}
