// Package handwriting tells handwriting from print among the words that were found
// on a page's pixels. The recogniser reads print; what it makes of handwriting is noise,
// which is better left out than taken for a value.
//
// A word is scored twice by boosted trees (package gbdt): first alone, by its ink and the
// recogniser's confidence (features.go), then together with the first scores of the words
// around it (context.go), as people seldom write a single word. The trees are fitted to
// synthetic forms that are filled in with fonts of handwriting, and to words of print that
// was scanned or photographed: see the command training.
package handwriting

import (
	_ "embed"
	"encoding/binary"
	"math"
	"sync"

	"lineitem/convert/doc"
	"lineitem/convert/gbdt"
	"lineitem/convert/raster"
	"lineitem/convert/segmentation"
)

// Least is the least probability at which a word is taken for handwriting. Print that is
// taken for handwriting is lost, while handwriting that is taken for print seldom makes a
// value of sufficient confidence.
const Least = 0.9

// Part splits a page's words into those of print and the boxes of the handwritten ones.
func Part(p *raster.Page, lines []segmentation.Line, words []segmentation.Word) (print []doc.Word, written []doc.Box) {
	for i, odds := range weights().Odds(Features(p, lines, words), words) {
		if Probability(odds) >= Least {
			written = append(written, words[i].Box)
		} else {
			print = append(print, words[i].Word)
		}
	}
	return print, written
}

// Weights are the fitted parameters.
type Weights struct {
	Alone   *gbdt.Model // log odds that a word is handwritten, by its features
	Context *gbdt.Model // the same, by its context and its features
}

// Odds returns the log odds that each word is handwritten, by the words' features.
func (w *Weights) Odds(features [][]float32, words []segmentation.Word) []float64 {
	alone := make([]float64, len(words))
	for i := range alone {
		alone[i] = w.Alone.Score(features[i])
	}
	odds := make([]float64, len(words))
	for i, row := range Context(features, words, alone) {
		odds[i] = w.Context.Score(row)
	}
	return odds
}

//go:embed weights.bin
var stored []byte

// weights returns the embedded weights. A test ensures that they can be read.
var weights = sync.OnceValue(func() *Weights {
	w, err := parse(stored)
	if err != nil {
		panic(err)
	}
	return w
})

// AppendBinary appends the stored weights to b: the length of the first model, little
// endian, then the models as package gbdt stores them. Its error is always nil.
func (w *Weights) AppendBinary(b []byte) ([]byte, error) {
	alone, _ := w.Alone.AppendBinary(nil)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(alone)))
	return w.Context.AppendBinary(append(b, alone...))
}

// parse reads stored weights. Its error is a *gbdt.FormatError.
func parse(data []byte) (*Weights, error) {
	if len(data) < 4 {
		return nil, &gbdt.FormatError{Reason: "weights are cut off"}
	}
	length := binary.LittleEndian.Uint32(data)
	if data = data[4:]; uint64(length) > uint64(len(data)) {
		return nil, &gbdt.FormatError{Reason: "weights are cut off"}
	}
	var w Weights
	var err error
	if w.Alone, err = gbdt.Parse(data[:length]); err != nil {
		return nil, err
	}
	if w.Context, err = gbdt.Parse(data[length:]); err != nil {
		return nil, err
	}
	if w.Alone.Features() != NumFeatures || w.Context.Features() != NumContext+NumFeatures {
		return nil, &gbdt.FormatError{Reason: "weights are of other features"}
	}
	return &w, nil
}

// Probability returns the probability that corresponds to log odds.
func Probability(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }
