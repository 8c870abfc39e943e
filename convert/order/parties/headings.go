package parties

import (
	"strings"

	"lineitem/convert/layout"
	"lineitem/convert/order/address"
)

// heading is a phrase that says whose name or address follows it.
type heading struct {
	roles Role
	// value is the index of the first of the segment's words that follow the
	// heading on its own line; the number of words when none does.
	value int
	colon bool // a colon parts heading and value
	words int  // of the lexicon's phrase, for preferring the more exact heading
}

// fieldCaption reads the caption of an address field with which a segment
// begins ("City:", "b. LOCATION"), and where its value begins.
func fieldCaption(s *layout.Segment, keys []headKey) (c caption, value int) {
	keys = withoutGlosses(keys)
	i := 0
	for i < len(keys)-1 && len(keys[i].text) == 1 && keys[i].point { // "b. LOCATION"
		i++
	}
	text := ""
	n := 0
	for k := i; k < len(keys) && k < i+maxHeadWords; k++ {
		if k > i {
			if keys[k-1].colon || keys[k].open {
				break
			}
			text += " "
		}
		text += keys[k].text
		if found, ok := vocab().captions[text]; ok && (k+1 == len(keys) || keys[k].colon || keys[k+1].open) {
			c, n = found, k+1
		}
	}
	if n == 0 {
		return captionNone, 0
	}
	if n < len(keys) {
		if !keys[n-1].colon {
			return captionNone, 0
		}
		value = keys[n].word
		if value == keys[n-1].word {
			return captionNone, 0
		}
		return c, value
	}
	if last := keys[n-1].word; last+1 < len(s.Words) && !onlyMarks(s, last+1) {
		return c, last + 1
	}
	return c, len(s.Words)
}

// stops tells whether a segment begins another field of the order, and no line
// of the address above it.
func (p *partyPage) stops(s *partySeg) bool {
	if s.known&knowsStop == 0 {
		s.known |= knowsStop
		if c, _ := s.caption(); c == captionNone && p.in.Announces != nil && p.in.Announces(p.index, s.Segment) {
			s.stop = s.traits()&(address.Reach|address.Person) == 0
		}
	}
	return s.stop
}

// labelled tells whether the segment begins with a short label and a colon.
func (s *partySeg) labelled() bool {
	for k := range min(len(s.keys()), 5) {
		if s.keys()[k].colon {
			return true
		}
	}
	return strings.HasSuffix(s.text(), ":")
}
