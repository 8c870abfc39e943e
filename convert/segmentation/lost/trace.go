package main

import (
	"context"
	"slices"
	"strings"

	"lineitem/convert/raster"
)

// traced is a word of the truth, and where it was lost.
type traced struct {
	*word
	cause
}

// tracer follows the words of a document.
type tracer struct {
	reader  *reader
	aligner aligner
	read    []*pageRead // the document's pages as the program reads them
	text    string      // the words of all of them, folded
	lines   [][]rune    // the readings of their lines, folded
	used    map[string]int
}

// trace finds where each word of the cells is lost. Unless vary is set, it does not try
// the variants, and so does not tell lines from cleaning.
func (r *reader) trace(ctx context.Context, pictures []*raster.Picture, cells []truthCell, vary bool) ([]traced, *tracer, error) {
	t := &tracer{reader: r, used: map[string]int{}}
	for _, p := range pictures {
		page, err := r.read(ctx, raster.Clean(p))
		if err != nil {
			return nil, nil, err
		}
		t.read = append(t.read, page)
		t.text += page.text
		for _, reading := range page.readings {
			t.lines = append(t.lines, folded(spelled(reading)))
		}
	}
	var out []traced
	var lost []int
	for i := range cells {
		found := make([]bool, len(cells[i].words))
		for k := range cells[i].words {
			found[k] = t.takeWord(t.text, &cells[i].words[k])
		}
		covered := t.cover(&cells[i], found)
		for k := range cells[i].words {
			w := traced{&cells[i].words[k], cause{right, ""}}
			if !found[k] {
				w.cause = covered[k]
				lost = append(lost, len(out))
			}
			out = append(out, w)
		}
	}
	if vary && len(lost) > 0 {
		if err := t.vary(ctx, pictures, out, lost); err != nil {
			return nil, nil, err
		}
	}
	return slices.DeleteFunc(out, func(w traced) bool { return w.step == repeatedShort && len(w.text) >= leastAlone }), t, nil
}

// takeWord reports whether a word stands in a text more often than it was taken, and takes it.
func (t *tracer) takeWord(text string, w *word) bool {
	for _, form := range w.forms {
		if t.used[form] < occurrences(text, form) {
			t.used[form]++
			return true
		}
	}
	return false
}

// Least figures for a line to cover a word.
const (
	leastShare = 0.5 // share of a word's characters that are the same, within an aligned text
	leastScore = 8   // score of a text's alignment
	leastAlone = 4   // characters of a word that is aligned by itself
	aloneShare = 0.6 // share of its characters that are the same
)

// cover returns, for each word of a cell that was not found, why it is lost as far as the
// lines show: misread or unworded if a line covers it.
func (t *tracer) cover(c *truthCell, found []bool) []cause {
	out := make([]cause, len(found))
	for k := range found {
		w := &c.words[k]
		out[k] = cause{nowhere, ""}
		if found[k] {
			continue
		}
		out[k] = t.coverForms(w)
	}
	if c.text == nil {
		return out
	}
	// The text may be broken into several lines.
	rest := append([]rune(nil), c.text...)
	for range 4 {
		open := false
		for k := range found {
			open = open || !found[k] && (out[k].step == nowhere || out[k].step == short)
		}
		if !open || !t.coverText(c, rest, found, out) {
			break
		}
	}
	return out
}

// coverText aligns what is left of a cell's text with the line most similar to it, sets
// the causes of the words in out, and blanks what the line covers. It reports whether
// there was such a line.
func (t *tracer) coverText(c *truthCell, rest []rune, found []bool, out []cause) bool {
	var best alignment
	var line []rune
	for _, l := range t.lines {
		if a := t.aligner.align(rest, l); a.score > best.score {
			best, line = a, l
		}
	}
	if best.score < leastScore {
		return false
	}
	for k := range c.words {
		w := &c.words[k]
		n := len([]rune(w.forms[0]))
		first, end, same := best.span(rest, line, w.from, w.from+n)
		if same == 0 || float64(same) < leastShare*float64(n) {
			continue
		}
		if !found[k] && (out[k].step == nowhere || out[k].step == short) {
			out[k] = cause{misread, fault([]rune(w.forms[0]), line[first:end])}
		}
	}
	for i, j := range best.at {
		if j >= 0 {
			rest[i] = blanked
		}
	}
	return true
}

// coverForms looks for a word by itself in the lines, and returns why it is lost.
func (t *tracer) coverForms(w *word) cause {
	if repeated(t.used, w) {
		return cause{repeatedShort, ""}
	}
	if len(w.text) < leastAlone {
		for _, l := range t.lines {
			for _, form := range w.forms {
				if t.used[form] < occurrences(string(l), form) && !strings.Contains(t.text, form) {
					t.used[form]++
					return cause{unworded, ""}
				}
			}
		}
		return cause{short, ""}
	}
	best, out := 0.0, cause{nowhere, ""}
	for _, form := range w.forms {
		f := []rune(form)
		for _, l := range t.lines {
			a := t.aligner.align(f, l)
			first, end, same := a.span(f, l, 0, len(f))
			share := float64(same) / float64(len(f))
			if first < 0 || share < aloneShare || 2*same < end-first || share <= best {
				continue
			}
			best, out = share, cause{misread, fault(f, l[first:end])}
			if same == len(f) && end-first == len(f) && standsAlone(string(l[:first]), string(l[end:])) {
				out = cause{unworded, ""}
			}
		}
	}
	return out
}

// repeated reports whether a word is read right somewhere, though less often than it
// is in the cells.
func repeated(used map[string]int, w *word) bool {
	return slices.ContainsFunc(w.forms, func(form string) bool { return used[form] > 0 })
}

// fault says how a word differs from what was read.
func fault(want, got []rune) string {
	if strings.ReplaceAll(string(want), " ", "") == strings.ReplaceAll(string(got), " ", "") {
		return "words joined or parted"
	}
	if distance(want, got) == 1 {
		return "one character"
	}
	return "several characters"
}

// distance returns the least number of characters to insert, delete or replace
// (Levenshtein).
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range a {
		before := row[0]
		row[0] = i + 1
		for j, o := range b {
			v := before
			if r != o {
				v = 1 + min(before, row[j], row[j+1])
			}
			before, row[j+1] = row[j+1], v
		}
	}
	return row[len(b)]
}

// vary reads the pages in other ways, and sets the cause of those lost words that are
// read right in one of them.
func (t *tracer) vary(ctx context.Context, pictures []*raster.Picture, words []traced, lost []int) error {
	base := t.used
	for _, v := range variants {
		text := ""
		for i, p := range pictures {
			for _, page := range v.page(p, t.read[i].page) {
				read, err := t.reader.read(ctx, page)
				if err != nil {
					return err
				}
				text += read.text
			}
		}
		// Occurrences in the page as it is are kept for the words that were found there.
		t.used = map[string]int{}
		for form, n := range base {
			t.used[form] = n
		}
		left := lost[:0:0]
		for _, i := range lost {
			w := &words[i]
			if v.overlaps && repeated(base, w.word) || !t.takeWord(text, w.word) {
				left = append(left, i)
				continue
			}
			if w.step == misread {
				w.name = "read right: " + v.name
			} else {
				w.cause = cause{v.step, v.name}
			}
		}
		lost = left
	}
	t.used = base
	return nil
}
