package keyvalue

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/textnorm"
)

// Bounds of captions.
const (
	maxCaptions     = 400 // of a page
	maxCaptionWords = 6
	maxCaptionBytes = 60
	maxBehind       = 2 // words more than the last of a caption that stands behind a value
)

// captions are the labels on a page that may have a value: of those of the lexicon the
// ones that stand as labels do, and whatever stands before a colon or is set as the
// caption of a ruled box.
func (r *Reader) captions(page int) labels {
	p := r.Index.pages[page]
	found := labels{bySegment: make(map[*layout.Segment][2]int)}
	boxed := boxCaptions(p)
	for i := range p.Lines {
		for _, s := range p.Lines[i].Segments {
			if len(found.all) >= maxCaptions {
				return found
			}
			if r.holds(s) {
				continue
			}
			all := captionsIn(s, r.Index.Of(s))
			if boxed[s] && !slices.ContainsFunc(all, func(l Label) bool { return textnorm.HasDigit(l.Value.Text()) }) {
				last := len(s.Words) - 1
				all = []Label{captionOf(s, 0, last, len(s.Words[last].Text))}
				all[0].Whole = true
			}
			found.add(s, all)
		}
	}
	return found
}

// captionsIn are the captions in a segment of which the lexicon knows some.
func captionsIn(s *layout.Segment, known []Label) []Label {
	var found []Label
	for i := range known {
		if standsAlone(&known[i]) {
			found = append(found, known[i])
		}
	}
	start := 0
	for k, w := range s.Words {
		colon := captionColon(w.Text)
		if colon < 0 {
			continue
		}
		if l, ok := captionBefore(s, start, k, colon, found); ok {
			found = append(found, l)
		}
		start = k + 1
	}
	slices.SortStableFunc(found, func(a, b Label) int { return cmp.Compare(a.first.word, b.first.word) })
	for i := 0; i+1 < len(found); i++ {
		if v := &found[i].Value; !v.Empty() && v.To > found[i+1].first.word {
			v.end(found[i+1].first)
		}
	}
	return found
}

// standsAlone reports whether a known label stands as captions do: with a colon or
// nothing behind it, or a short value with figures. "No. 12", "Mobile, AL" and "P.O.
// Box 12" are parts of addresses.
func standsAlone(l *Label) bool {
	text := labelText(l)
	if !l.Colon && (l.Lead && l.bareNumber() || strings.HasSuffix(text, ",") || strings.Contains(strings.ToLower(text), "box")) {
		return false
	}
	value := l.Value.Words()
	return l.Colon || l.Whole || l.Lead && len(value) <= maxCaptionWords && textnorm.HasDigit(l.Value.Text()) &&
		!slices.ContainsFunc(value, func(w *doc.Word) bool { return captionColon(w.Text) >= 0 }) // "Project code: 7"
}

// covers reports whether one of the labels, or its value, takes a word.
func covers(found []Label, word int) bool {
	return slices.ContainsFunc(found, func(l Label) bool {
		end := len(l.Segment.Words)
		if !l.Value.Empty() {
			end = l.Value.From
		}
		return word >= l.first.word && (word <= l.last.word || word < end)
	})
}

// captionBefore is the caption that ends at the colon of the given word and begins no
// sooner than start.
func captionBefore(s *layout.Segment, start, word, colon int, found []Label) (l Label, ok bool) {
	last, end := word, colon
	if colon == 0 { // a colon by itself
		last = word - 1
	}
	if last < start || covers(found, word) {
		return l, false
	}
	if colon == 0 {
		end = len(s.Words[last].Text)
	}
	from := captionStart(s, start, last, len(found) > 0)
	if from < 0 || covers(found, from) {
		return l, false
	}
	l = captionOf(s, from, last, end)
	l.Colon = true
	w := s.Words[word].Text
	_, size := utf8.DecodeRuneInString(w[colon:])
	if behind := colon + size; behind < len(w) {
		l.Value = Span{Segment: s, From: word, To: len(s.Words), Skip: behind}
	} else if word+1 < len(s.Words) {
		l.Value = Span{Segment: s, From: word + 1, To: len(s.Words)}
	}
	l.Whole = l.Value.Empty()
	return l, true
}

// captionColon is where in a word the colon stands that ends a label, -1 where none
// does: times, ratios and addresses of the Web hold colons, too.
func captionColon(w string) int {
	i := strings.IndexAny(w, ":：")
	if i < 0 {
		return -1
	}
	rest := strings.TrimLeft(w[i:], ":：")
	before, _ := utf8.DecodeLastRuneInString(w[:i])
	switch {
	case rest == "":
		return i
	case i == 0, strings.HasPrefix(rest, "/"), !unicode.IsLetter(before) && before != ')' && before != '#' && before != '.':
		return -1
	}
	return i
}

// captionStart is the first word of the label that ends with the given word and begins
// no sooner than start, or -1 if there is none. Behind another label's value, it goes
// back over words without figures, of which it leaves that value one.
func captionStart(s *layout.Segment, start, last int, behind bool) int {
	from := start
	if behind || last-from >= maxCaptionWords {
		from = last
		for from > start+1 && last-from < maxBehind && !textnorm.HasDigit(s.Words[from-1].Text) && !strings.HasSuffix(s.Words[from-1].Text, ",") {
			from--
		}
	}
	text := textnorm.Join(s.Words[from : last+1])
	if len(text) > maxCaptionBytes || !strings.ContainsFunc(text, unicode.IsLetter) {
		return -1
	}
	return from
}

// captionOf makes a label that no lexicon holds of some words; of the last it takes so
// many bytes.
func captionOf(s *layout.Segment, from, last, end int) Label {
	return Label{Segment: s, Box: doc.BoxOf(s.Words[from : last+1]), first: &token{word: from}, last: &token{word: last, to: end}, Lead: from == 0}
}

// boxCaptions are the segments that are set as captions: on the first line in a ruled
// box, in smaller, bolder or other letters than what follows.
func boxCaptions(p *layout.Page) map[*layout.Segment]bool {
	inside := make(map[int][]*layout.Segment)
	for i := range p.Lines {
		for _, s := range p.Lines[i].Segments {
			if s.Cell >= 0 {
				inside[s.Cell] = append(inside[s.Cell], s)
			}
		}
	}
	captions := make(map[*layout.Segment]bool)
	for cell, segments := range inside {
		i := slices.IndexFunc(segments, func(s *layout.Segment) bool { return s.Line != segments[0].Line })
		if i < 0 || p.Cells[cell].Height() > tallestCell {
			continue
		}
		b := segments[i].Words[0]
		for _, s := range segments[:i] {
			a := s.Words[0]
			captions[s] = labelLike(s.Words) && (a.Bold != b.Bold || a.Color != b.Color || segments[i].Size()-s.Size() > sizeWithin)
		}
	}
	return captions
}

// labelLike reports whether words may be a label that nothing else marks as one: a few
// words on one line, none of them a figure.
func labelLike(words []*doc.Word) bool {
	if len(words) == 0 || len(words) > maxCaptionWords+maxBehind || math.Abs(words[0].Baseline-words[len(words)-1].Baseline) > 1 {
		return false
	}
	if w := words[0].Text; len(words) > 1 && len(w) <= maxCaptionWords && strings.IndexAny(w[len(w)-1:], ".)") == 0 {
		words = words[1:] // "12.", "17(c)"
	}
	text := textnorm.Join(words)
	return len(text) <= maxCaptionBytes && strings.ContainsFunc(text, unicode.IsLetter) && !textnorm.HasDigit(text) &&
		!strings.ContainsAny(text, "@;") && !strings.HasSuffix(text, ".")
}
