// Package handwriting tells handwriting from print among the words that were found
// on a page's pixels. The recogniser reads print; what it makes of handwriting is noise,
// which is better left out than taken for a value.
//
// A word is looked at twice, by boosted trees (package gbdt): first alone, by its ink
// and by how sure the recogniser was (features.go), then with what was said of the words
// about it (context.go), as few people write one word alone. The trees are fitted to forms
// that are made up and filled in with fonts of handwriting, and to words of print that was
// scanned and photographed: see the command training.
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

// Least is the probability from which on a word is taken for handwriting. Print that is
// taken for it is lost, while handwriting that is taken for print seldom makes a value
// that is sure enough.
const Least = 0.9

// Part parts a page's words into those of print and the places of handwriting.
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
	Alone   *gbdt.Model // log odds of a word's being handwritten, by its features
	Context *gbdt.Model // the same, by its context and its features
}

// Odds are the log odds of words' being handwritten, by their features.
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

// weights are those that the program carries. A test rules out that they cannot be read.
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

// Probability is that of log odds.
func Probability(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }
