package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/pdftext"
	"lineitem/convert/raster"
	"lineitem/convert/segmentation"
)

// strip is the picture of a line whose text is known.
type strip struct {
	picture *image.Gray
	text    string
}

// cut writes the labelled strips of documents that were not written by hand.
func (s *settings) cut(c *convert.Converter, documents []document) error {
	if err := os.MkdirAll(s.strips, 0o755); err != nil {
		return err
	}
	index, err := os.OpenFile(filepath.Join(s.strips, "index.tsv"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer index.Close()
	left := s.most
	for i := range documents {
		d := &documents[i]
		if d.trait("writing") == "hand" {
			continue
		}
		strips, printed, err := d.strips(c, left/max(1, len(documents)-i))
		if err != nil {
			return fmt.Errorf("%s: %w", d.truth.File, err)
		}
		if printed {
			left -= len(strips)
		}
		for k, p := range strips {
			name := fmt.Sprintf("%s-%d.png", d.truth.ID, k)
			if err := writePNG(filepath.Join(s.strips, name), p.picture); err != nil {
				return err
			}
			if _, err := fmt.Fprintf(index, "%s\t%s\t%s\n", name, d.trait("fold"), p.text); err != nil {
				return err
			}
		}
	}
	return index.Close()
}

func writePNG(path string, g *image.Gray) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(file, g), file.Close())
}

// strips returns the labelled strips of a document. printed reports whether they come
// from pages with a text layer, in which case there are no more than most.
func (d *document) strips(c *convert.Converter, most int) (strips []strip, printed bool, err error) {
	pictures, err := d.pictures(c)
	if err != nil {
		return nil, false, err
	}
	r := &reader{c.Recognizer}
	if len(pictures) == 0 {
		strips, err = d.printed(c, r, most)
		return strips, true, err
	}
	t := &tracer{reader: r}
	cells := cellsOf(d.truth)
	seen := map[string]bool{}
	var pages []*pageRead
	for _, p := range pictures {
		read, err := r.read(context.Background(), raster.Clean(p))
		if err != nil {
			return nil, false, err
		}
		pages = append(pages, read)
		t.text += read.text
	}
	for _, read := range pages {
		for i, reading := range read.readings {
			text, ok := t.label(reading, cells)
			if as := string(spelled(reading)); ok && !(text == as && seen[text]) {
				seen[text] = true
				strips = append(strips, strip{read.lines[i].Strip, text})
			}
		}
	}
	return strips, false, nil
}

// Requirements of a label.
const (
	sure        = 0.97 // least confidence of a character that is in no matching cell
	leastAgreed = 0.65 // least share of a word's characters that were read right
	mostChanged = 0.3  // greatest share of a label's characters that were not
)

// label returns what a line says: words that align with cells as the cells have them, and
// others as the recogniser read them. ok is false if the recogniser is not sure of those,
// if no cell aligns, or if too much differs from what was read.
func (t *tracer) label(reading segmentation.Reading, cells []truthCell) (text string, ok bool) {
	raw := spelled(reading)
	line := folded(raw)
	told := make([]bool, len(raw))    // whether a cell has the character
	words := make([]string, len(raw)) // the word that begins here, if it is not as it was read
	ends := make([]int, len(raw))
	any := false
	for i := range cells {
		for _, m := range t.matches(&cells[i], line) {
			if slices.Contains(told[m.first:m.end], true) {
				continue
			}
			same := string(line[m.first:m.end]) == fold(m.text)
			if !same && (m.found || surely(reading[m.first:m.end])) {
				continue // rather a different, similar word
			}
			any = true
			for k := m.first; k < m.end; k++ {
				told[k] = true
			}
			if !same {
				words[m.first], ends[m.first] = cased(m.text, raw[m.first:m.end]), m.end
			}
		}
	}
	if !any {
		return "", false
	}
	var b strings.Builder
	for i := 0; i < len(raw); {
		switch {
		case words[i] != "":
			b.WriteString(words[i])
			i = ends[i]
			continue
		case raw[i] == ' ' && i > 0 && i+1 < len(raw) && told[i-1] && told[i+1]:
		case !told[i] && reading[i].Confidence < sure:
			return "", false
		}
		b.WriteRune(raw[i])
		i++
	}
	text = norm.NFC.String(strings.Join(strings.Fields(b.String()), " "))
	if changed := distance([]rune(text), raw); float64(changed) > mostChanged*float64(len(raw)) {
		return "", false
	}
	return text, text != ""
}

// surely reports whether the recogniser is sure of all characters.
func surely(reading segmentation.Reading) bool {
	return !slices.ContainsFunc(reading, func(g segmentation.Glyph) bool { return g.Confidence < sure })
}

// cased returns a word, in capitals if most letters that were read are.
func cased(word string, read []rune) string {
	upper, lower := 0, 0
	for _, r := range read {
		if unicode.IsUpper(r) {
			upper++
		} else if unicode.IsLower(r) {
			lower++
		}
	}
	if upper > lower+1 {
		return strings.ToUpper(word)
	}
	return word
}

// match is a word of a cell, and the characters of a line that it aligns with.
type match struct {
	first, end int
	text       string
	found      bool // whether it is read right anywhere
}

// matches returns the words of a cell that a line holds.
func (t *tracer) matches(c *truthCell, line []rune) []match {
	if c.text == nil {
		return t.formMatch(&c.words[0], line)
	}
	a := t.aligner.align(c.text, line)
	if a.score < leastScore && a.score < scoreMatch*len(c.text) {
		return nil
	}
	var out []match
	for i := range c.words {
		w := &c.words[i]
		n := len([]rune(w.forms[0]))
		first, end, same := a.span(c.text, line, w.from, w.from+n)
		if first < 0 || float64(same) < leastAgreed*float64(n) || !isWholeWord(&a, line, first, end) {
			continue
		}
		out = append(out, match{first, end, w.text, t.isRead(w)})
	}
	return out
}

// isWholeWord reports whether [first, end) is a whole word of the line.
func isWholeWord(_ *alignment, line []rune, first, end int) bool {
	return standsAlone(string(line[:first]), string(line[end:]))
}

// isRead reports whether a word is read right anywhere on the pages.
func (t *tracer) isRead(w *word) bool {
	return slices.ContainsFunc(w.forms, func(form string) bool { return occurrences(t.text, form) > 0 })
}

// formMatch returns where one of the forms of a number or date stands in a line, if one
// form is closer to what was read than all others and off by at most one character.
func (t *tracer) formMatch(w *word, line []rune) []match {
	var best match
	least, ties := math.MaxInt, 0
	for _, form := range w.forms {
		f := []rune(form)
		if len(f) < leastAlone {
			continue
		}
		a := t.aligner.align(f, line)
		first, end, same := a.span(f, line, 0, len(f))
		if first < 0 || float64(same) < 0.75*float64(len(f)) || !isWholeWord(&a, line, first, end) {
			continue
		}
		d := distance(f, line[first:end])
		switch {
		case d < least:
			best, least, ties = match{first, end, form, t.isRead(w)}, d, 1
		case d == least:
			ties++
		}
	}
	if least > 1 || ties != 1 {
		return nil
	}
	return []match{best}
}

// printed returns strips of a document's pages with a text layer, labelled with its text;
// no more than most.
func (d *document) printed(c *convert.Converter, r *reader, most int) ([]strip, error) {
	data, err := os.ReadFile(d.path)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	layer, err := pdftext.Read(ctx, data, pdftext.Limits{})
	if err != nil {
		return nil, nil // our reader cannot read it, only PDFium can
	}
	file, err := c.Renderer.Open(ctx, data, raster.Limits{})
	if err != nil {
		return nil, nil
	}
	defer file.Close()
	var out []strip
	seen := map[string]bool{}
	for i := range layer.Pages {
		if len(out) >= most {
			break
		}
		picture, err := file.Picture(ctx, i+1)
		if err != nil {
			return nil, err
		}
		read, err := r.read(ctx, raster.Clean(picture))
		if err != nil {
			return nil, err
		}
		for k := range read.lines {
			text := layerText(&layer.Pages[i], read.page, &read.lines[k])
			raw := string(spelled(read.readings[k]))
			if text == "" || seen[text] || float64(distance([]rune(text), []rune(raw))) > mostChanged*float64(len([]rune(text))) {
				continue
			}
			seen[text] = true
			out = append(out, strip{read.lines[k].Strip, text})
		}
	}
	return out[:min(len(out), most)], nil
}

// layerText returns the text of a page's text layer where a line of its picture stands,
// or "" if a word there is turned or stands there only in part.
func layerText(page *doc.Page, seen *raster.Page, l *segmentation.Line) string {
	k := 72 / seen.DPI
	box := seen.View.Box(doc.Box{X0: float64(l.Box.Min.X) * k, Y0: float64(l.Box.Min.Y) * k, X1: float64(l.Box.Max.X) * k, Y1: float64(l.Box.Max.Y) * k})
	var words []string
	for i := range page.Words {
		w := &page.Words[i]
		b := page.DisplayedBox(w.Box)
		if b.MidY() < box.Y0 || b.MidY() > box.Y1 || b.X1 <= box.X0 || b.X0 >= box.X1 {
			continue
		}
		if b.MidX() < box.X0 || b.MidX() > box.X1 || w.Turn != 0 {
			return ""
		}
		words = append(words, w.Text)
	}
	return norm.NFC.String(strings.Join(words, " "))
}
