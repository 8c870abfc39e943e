package taught

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/fnv"
	"math"
	"slices"

	"lineitem/convert/layout"
	"lineitem/convert/order/wording"
)

// Mark is a word of a document that may be the same on all documents of its layout,
// and where it stands.
type Mark struct {
	Word uint32 // hash of the folded word
	X, Y uint16 // where it begins, thousandths of the page's width, from its left and its top
}

// Print is by what a document's layout is found again: the marks of its first page, in
// the order of their words.
type Print []Mark

// maxMarks is how many marks a print has at most.
const maxMarks = 1000

// PrintOf is the print of a document.
func PrintOf(pages []*layout.Page) Print {
	if len(pages) == 0 {
		return nil
	}
	return printOf(pages[0], func(string) bool { return true })
}

// printOf is the print of the words of a page of which keep holds.
func printOf(p *layout.Page, keep func(folded string) bool) Print {
	var print Print
	for i := range p.Words {
		w := &p.Words[i]
		folded := wording.Fold(w.Text)
		if wording.CountLetters(folded) < 2 || wording.HasDigit(folded) || !keep(folded) {
			continue
		}
		h := fnv.New32a()
		h.Write([]byte(folded))
		place := func(v float64) uint16 { return uint16(math.Max(0, math.Min(v/p.Width*1000, math.MaxUint16))) }
		print = append(print, Mark{h.Sum32(), place(w.Box.X0), place(w.Box.Y0)})
		if len(print) == maxMarks {
			break
		}
	}
	slices.SortFunc(print, func(a, b Mark) int {
		return cmp.Or(cmp.Compare(a.Word, b.Word), cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X))
	})
	return print
}

// printToKeep is the print of a document without the words of what it states, so that
// nothing of them is kept.
func printToKeep(v *View, right Example, known *Layout) Print {
	stated := map[string]bool{}
	add := func(text string) {
		for _, w := range splitWords(text) {
			stated[w] = true
		}
	}
	for _, c := range right.Head {
		add(c.Value)
	}
	for i := range right.Lines {
		for _, c := range right.Lines[i] {
			add(c.Value)
		}
	}
	return printOf(v.Pages[0], func(folded string) bool { return !stated[folded] })
}

// idOf makes the name of a layout from its print.
func idOf(p Print) string {
	h := sha256.New()
	for _, m := range p {
		binary.Write(h, binary.BigEndian, m)
	}
	return "ly_" + hex.EncodeToString(h.Sum(nil)[:8])
}
