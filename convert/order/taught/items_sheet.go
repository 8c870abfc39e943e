package taught

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/textnorm"
)

// sheet is a document as its line items are learned from and read: its lines of text,
// from the first page to the last.
type sheet struct {
	*View
	lines []textLine
	words []*sheetWord // of all lines
}

// textLine is a line of text.
type textLine struct {
	page  int // index
	y     float64
	size  float64      // points
	words []*sheetWord // left to right
	gap   float64      // from the baseline above, in font sizes of the line; 0 at the top of a page
	ruled bool         // a rule or the edge of a fill parts it from the line above
}

// sheetWord is a word of a line. Places along x are thousandths of the page's width.
type sheetWord struct {
	*doc.Word
	at, line int // indices into the words and lines of the sheet
	x0, x1   float64
	em       float64
	folded   string
	bare     string // its letters and digits, in small letters
	shape    shape
	segment  *layout.Segment
	hash     string // as hashed makes it; empty until it is asked for
}

// is reports whether the word is one that keptWord keeps.
func (w *sheetWord) is(kept string) bool {
	if !strings.HasPrefix(kept, "~") {
		return w.folded == kept || w.Confidence < 1 && len(kept) > 3 && ocrrepair.Cost(w.folded, kept, mostLabelCost(kept)) <= mostLabelCost(kept)
	}
	if w.hash == "" {
		w.hash = hashed(w.folded)
	}
	return w.hash == kept
}

// keptWord is the form in which a word of a label or heading is kept: as it is if forms
// have it, or else hashed, since it may be an item's.
func keptWord(folded string) string {
	for _, key := range markedWords(folded) {
		if !formWords()[key] {
			return hashed(folded)
		}
	}
	return folded
}

// shape is what a word looks like, a bit for each possibility.
type shape uint8

const (
	wholeShape   shape = 1 << iota // 12
	decimalShape                   // 12.50
	codeShape                      // letters and digits
	letterShape
	markShape // neither
	percentShape
)

// numberShape are those of numbers.
const numberShape = wholeShape | decimalShape | percentShape

// newSheet takes a document's lines.
func newSheet(v *View) *sheet {
	s := &sheet{View: v}
	for p, page := range v.Pages {
		scale := 1000 / max(1, page.Width)
		for i := range page.Lines {
			line := &page.Lines[i]
			l := textLine{page: p, y: line.Baseline}
			for _, segment := range line.Segments {
				for _, w := range segment.Words {
					if w = v.word(w); w == nil {
						continue
					}
					size := max(4, w.Size)
					n := &sheetWord{
						Word: w, at: len(s.words), line: len(s.lines), x0: w.Box.X0 * scale, x1: w.Box.X1 * scale, em: size * scale,
						folded: textnorm.Fold(w.Text), bare: textnorm.Bare(w.Text), segment: segment,
					}
					n.shape = s.shapeOf(w.Text)
					l.words = append(l.words, n)
					l.size = max(l.size, size)
					s.words = append(s.words, n)
				}
			}
			if len(l.words) == 0 {
				continue
			}
			s.lines = append(s.lines, l)
		}
	}
	s.crop(math.Inf(-1), math.Inf(1))
	return s
}

// clone is a copy that may be cropped.
func (s *sheet) clone() *sheet {
	c := &sheet{View: s.View, lines: slices.Clone(s.lines), words: make([]*sheetWord, len(s.words))}
	words := make([]sheetWord, len(s.words))
	for i, w := range s.words {
		words[i] = *w
		c.words[i] = &words[i]
	}
	for i := range c.lines {
		if l := &c.lines[i]; len(l.words) > 0 {
			l.words = c.words[l.words[0].at:][:len(l.words)]
		}
	}
	return c
}

// crop leaves only words that stand between two places along x, and the lines that have
// some. What stands beside the items is none of theirs.
func (s *sheet) crop(left, right float64) {
	var kept []textLine
	for _, l := range s.lines {
		words := l.words
		l.words = nil
		for _, w := range words {
			if w.x1 > left && w.x0 < right {
				l.words = append(l.words, w)
			}
		}
		if len(l.words) == 0 {
			continue
		}
		l.gap, l.ruled = 0, false
		if k := len(kept) - 1; k >= 0 && kept[k].page == l.page {
			page := s.Pages[l.page]
			l.gap = (l.y - kept[k].y) / l.size
			l.ruled = page.HorizontalBetween(kept[k].y, l.y-0.5*l.size, l.words[0].Box.MidX())
		}
		for _, w := range l.words {
			w.line = len(kept)
		}
		kept = append(kept, l)
	}
	s.lines = kept
}

// shapeOf reports what a word looks like.
func (s *sheet) shapeOf(text string) shape {
	if n, ok := s.Locale.Number(text); ok {
		switch {
		case n.Percent:
			return percentShape
		case n.Value.Exponent() < 0:
			return decimalShape
		}
		return wholeShape
	}
	digits, letters := false, false
	for _, r := range text {
		digits = digits || unicode.IsDigit(r)
		letters = letters || unicode.IsLetter(r)
	}
	switch {
	case digits:
		return codeShape
	case letters:
		return letterShape
	}
	return markShape
}
