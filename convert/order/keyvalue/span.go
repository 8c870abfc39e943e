package keyvalue

import (
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
)

// Span is a run of words of one segment. It may contain only parts of the first and the
// last word.
type Span struct {
	Segment  *layout.Segment
	From, To int // words
	Skip     int // bytes of the first word that are left out
	Cut      int // byte at which the last word is cut off; 0 for none
}

// WholeSegment returns the span of a whole segment.
func WholeSegment(s *layout.Segment) Span { return Span{Segment: s, To: len(s.Words)} }

// Empty reports whether the span has no words.
func (s Span) Empty() bool { return s.Segment == nil || s.From >= s.To }

// First returns the span's first word, or nil if it has none.
func (s Span) First() *doc.Word {
	if s.Empty() {
		return nil
	}
	return s.Segment.Words[s.From]
}

// Words returns the span's words, including the first and last as a whole.
func (s Span) Words() []*doc.Word {
	if s.Empty() {
		return nil
	}
	return s.Segment.Words[s.From:s.To]
}

// part returns the part of a word that the span contains: word.Text[from:to].
func (s Span) part(word int) (from, to int) {
	to = len(s.Segment.Words[word].Text)
	if word == s.To-1 && s.Cut > 0 {
		to = s.Cut
	}
	if word == s.From {
		from = min(s.Skip, to)
	}
	return from, to
}

// Text returns the span's words joined with one space.
func (s Span) Text() string {
	if s.Empty() {
		return ""
	}
	if s.From+1 == s.To {
		from, to := s.part(s.From)
		return s.Segment.Words[s.From].Text[from:to]
	}
	size := 0
	for _, w := range s.Words() {
		size += len(w.Text) + 1
	}
	var b strings.Builder
	b.Grow(size)
	for i := s.From; i < s.To; i++ {
		if i > s.From {
			b.WriteByte(' ')
		}
		from, to := s.part(i)
		b.WriteString(s.Segment.Words[i].Text[from:to])
	}
	return b.String()
}

// Slice returns the part of the span whose text is Text()[from:to].
func (s Span) Slice(from, to int) Span {
	at, out := 0, Span{Segment: s.Segment, From: -1}
	for i := s.From; i < s.To; i++ {
		first, last := s.part(i)
		start, end := at, at+last-first
		if out.From < 0 && from < end {
			out.From, out.Skip = i, first+max(0, from-start)
		}
		if out.From >= 0 && start < to {
			out.To, out.Cut = i+1, 0
			if to < end || last < len(s.Segment.Words[i].Text) {
				out.Cut = first + min(to, end) - start
			}
		}
		at = end + 1
	}
	if out.From < 0 {
		return Span{}
	}
	return out
}

// end shortens the span so that it ends before a token.
func (s *Span) end(t *token) {
	if s.Segment == nil {
		return
	}
	s.To, s.Cut = t.word, 0
	if t.from > 0 {
		s.To, s.Cut = t.word+1, t.from
	}
}
