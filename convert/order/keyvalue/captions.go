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
	maxBehind       = 3 // words of a caption that follows a value
)

// captions returns the labels on a page that may have a value, outside of tables of line
// items: those of the lexicon that stand as captions do, and whatever stands before a colon
// or is set as the caption of a ruled box.
func (r *Reader) captions(page int) labels {
	p := r.Index.pages[page]
	found := labels{bySegment: make(map[*layout.Segment][2]int)}
	boxed := boxCaptions(p)
	for i := range p.Lines {
		for _, s := range p.Lines[i].Segments {
			if len(found.all) >= maxCaptions || r.holds(s) {
				continue
			}
			all := captionsIn(s, r.Index.Of(s))
			if boxed[s] && !slices.ContainsFunc(all, func(l Label) bool { return textnorm.HasDigit(l.Value.Text()) }) {
				last := len(s.Words) - 1
				all = []Label{captionOf(s, 0, last, len(s.Words[last].Text))}
				all[0].EndsSegment = true
			}
			found.add(s, all)
		}
	}
	return found
}

// captionsIn returns the captions in a segment, from left to right: the known labels that
// stand alone, and what stands before each colon that they do not cover.
func captionsIn(s *layout.Segment, known []Label) []Label {
	var found []Label
	taken := make([]bool, len(s.Words)) // by a known caption
	for i := range known {
		l := &known[i]
		if !standsAlone(l) {
			continue
		}
		found = append(found, *l)
		end := len(s.Words)
		if !l.Value.Empty() {
			end = max(l.Value.From, l.last.word+1)
		}
		for k := l.first.word; k < end; k++ {
			taken[k] = true
		}
	}
	start, behind := 0, len(found) > 0
	for k, w := range s.Words {
		colon := captionColon(w.Text)
		if colon < 0 {
			continue
		}
		if from := captionStart(s, start, k, behind); from >= 0 && !taken[from] && !taken[k] {
			found = append(found, captionBefore(s, from, k, colon))
			behind = true
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

// standsAlone reports whether a known label stands as captions do: a colon, nothing or
// a short value with digits follows it. "No. 12", "Mobile, AL" and "P.O. Box 12" are
// parts of addresses.
func standsAlone(l *Label) bool {
	if l.Colon {
		return true
	}
	text := labelText(l)
	if l.StartsSegment && l.first == l.last && l.first.text == numberSign || strings.HasSuffix(text, ",") || strings.Contains(strings.ToLower(text), "box") {
		return false
	}
	value := l.Value.Words()
	return l.EndsSegment || l.StartsSegment && len(value) <= maxCaptionWords && textnorm.HasDigit(l.Value.Text()) &&
		!slices.ContainsFunc(value, func(w *doc.Word) bool { return captionColon(w.Text) >= 0 }) // "Project code: 7"
}

// captionBefore returns the caption from one word to the colon at a byte of another.
func captionBefore(s *layout.Segment, from, word, colon int) Label {
	last, end := word, colon
	if colon == 0 { // a colon by itself
		last = word - 1
		end = len(s.Words[last].Text)
	}
	l := captionOf(s, from, last, end)
	l.Colon = true
	l.Value = Span{Segment: s, From: word + 1, To: len(s.Words)}
	_, size := utf8.DecodeRuneInString(s.Words[word].Text[colon:])
	if behind := colon + size; behind < len(s.Words[word].Text) {
		l.Value.From, l.Value.Skip = word, behind
	}
	l.EndsSegment = l.Value.Empty()
	return l
}

// captionColon returns the byte of a word at which the colon that ends a label stands, or
// -1 if there is none: times, ratios and Web addresses contain colons, too.
func captionColon(w string) int {
	i := strings.IndexAny(w, ":：")
	if i < 0 {
		return -1
	}
	rest := strings.TrimLeft(w[i:], ":：")
	before, _ := utf8.DecodeLastRuneInString(w[:i])
	if rest != "" && (i == 0 || rest[0] == '/' || !unicode.IsLetter(before) && !strings.ContainsRune(")#.", before)) {
		return -1
	}
	return i
}

// captionStart returns the first word of the label that ends at the colon of a word and begins
// no sooner than start, or -1 if there is none. Behind another label, or if there are many words,
// it goes back only over a few words without digits and leaves at least one word for the value before.
func captionStart(s *layout.Segment, start, word int, behind bool) int {
	last := word
	if captionColon(s.Words[word].Text) == 0 {
		last--
	}
	from := start
	if behind || last-from >= maxCaptionWords {
		for from = last; from > start+1 && last-from+1 < maxBehind && !textnorm.HasDigit(s.Words[from-1].Text) && !strings.HasSuffix(s.Words[from-1].Text, ","); {
			from--
		}
	}
	if last < start {
		return -1
	}
	if text := textnorm.Join(s.Words[from : last+1]); len(text) > maxCaptionBytes || !strings.ContainsFunc(text, unicode.IsLetter) {
		return -1
	}
	return from
}

// captionOf makes a label that is not in the lexicon from the words from to last, of which it
// takes the last one up to the byte end.
func captionOf(s *layout.Segment, from, last, end int) Label {
	return Label{Segment: s, Box: doc.BoxOf(s.Words[from : last+1]), first: &token{word: from}, last: &token{word: last, to: end}, StartsSegment: from == 0}
}

// boxCaptions returns the segments that are set as captions: on the first line in a ruled
// box, and in smaller type than the next line, or in another weight or colour.
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
// words on one line without digits, except for the number of a field: "12.", "17(c)".
func labelLike(words []*doc.Word) bool {
	if len(words) > 1 && strings.ContainsAny(words[0].Text[len(words[0].Text)-1:], ".)") {
		words = words[1:]
	}
	if len(words) == 0 || len(words) > maxCaptionWords || math.Abs(words[0].Baseline-words[len(words)-1].Baseline) > 1 {
		return false
	}
	text := textnorm.Join(words)
	return len(text) <= maxCaptionBytes && strings.ContainsFunc(text, unicode.IsLetter) && !textnorm.HasDigit(text) &&
		!strings.ContainsAny(text, "@;") && !strings.HasSuffix(text, ".")
}
