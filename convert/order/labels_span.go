package order

import (
	"lineitem/convert/doc"
	"lineitem/convert/layout"
)

// span is a run of words of one segment; of the first word it may leave out
// some bytes.
type span struct {
	seg       *layout.Segment
	from, to  int // words
	off       int // bytes of the first word that are left out
	truncated int // bytes of the last word that are taken; 0 for all
}

func (s span) empty() bool { return s.seg == nil || s.from >= s.to }

// first is the span's first word.
func (s span) first() *doc.Word {
	if s.empty() {
		return nil
	}
	return s.seg.Words[s.from]
}

// words are the span's words, the first and last whole.
func (s span) words() []*doc.Word {
	if s.empty() {
		return nil
	}
	return s.seg.Words[s.from:s.to]
}

// text is the span's words joined with one space.
func (s span) text() string {
	if s.empty() {
		return ""
	}
	var b []byte
	for i := s.from; i < s.to; i++ {
		w := s.seg.Words[i].Text
		if i == s.to-1 && s.truncated > 0 {
			w = w[:s.truncated]
		}
		if i == s.from {
			w = w[min(s.off, len(w)):]
		} else {
			b = append(b, ' ')
		}
		b = append(b, w...)
	}
	return string(b)
}

// slice is the part of the span that makes text()[from:to].
func (s span) slice(from, to int) span {
	at, out := 0, span{seg: s.seg, from: -1}
	for i := s.from; i < s.to; i++ {
		w := s.seg.Words[i].Text
		skip, length := 0, len(w)
		if i == s.to-1 && s.truncated > 0 {
			length = s.truncated
		}
		if i == s.from {
			skip = min(s.off, length)
		}
		start, end := at, at+length-skip
		if out.from < 0 && from < end {
			out.from, out.off = i, skip+max(0, from-start)
		}
		if out.from >= 0 && start < to {
			out.to, out.truncated = i+1, 0
			if to < end || length < len(w) {
				out.truncated = skip + min(to, end) - start
			}
		}
		at = end + 1
	}
	if out.from < 0 {
		return span{}
	}
	return out
}

// end ends the span before the token.
func (s *span) end(t token) {
	if s.seg == nil {
		return
	}
	s.to, s.truncated = t.word, 0
	if t.from > 0 {
		s.to, s.truncated = t.word+1, t.from
	}
}

// whole is the span of a whole segment.
func whole(s *layout.Segment) span { return span{seg: s, to: len(s.Words)} }
