package order

import (
	"math"
	"strings"
	"sync"

	"lineitem/convert/doc"
	"lineitem/convert/order/learn"
	"lineitem/convert/order/parties"
	"lineitem/convert/order/wording"
)

// labelGroup gathers the kinds of labels that are told apart by their words.
type labelGroup uint8

const (
	groupNumber labelGroup = iota
	groupDate
	groupDelivery
	groupTerms
	groupShipVia
	groupSum
	groupOther
	groupParty
	numGroups
)

// groupOf is the group of a kind of labels.
func groupOf(k labelKind) labelGroup {
	switch k {
	case labelNumber, labelNumberDate:
		return groupNumber
	case labelDate:
		return groupDate
	case labelDelivery:
		return groupDelivery
	case labelTerms:
		return groupTerms
	case labelShipVia:
		return groupShipVia
	case labelCurrency, labelOther:
		return groupOther
	}
	return groupSum
}

// labelAffinities tell of the words of labels how the groups share the phrases
// that they occur in, so that something is known of phrases that no lexicon
// holds.
var labelAffinities = sync.OnceValue(func() map[string]*[numGroups]float64 {
	// Hundredths, as sums of whole numbers do not depend on the maps' order.
	hundredths := map[string]*[numGroups]int{}
	of := func(w string) *[numGroups]int {
		if hundredths[w] == nil {
			hundredths[w] = new([numGroups]int)
		}
		return hundredths[w]
	}
	for _, entries := range labelLexicon() {
		for _, e := range entries {
			for _, w := range e.words {
				for _, k := range e.means {
					of(w)[groupOf(k.kind)] += int(math.Round(100 * k.strength))
				}
			}
		}
	}
	for phrase := range parties.Phrases() {
		for w := range strings.FieldsSeq(phrase) {
			of(w)[groupParty] += 40 // the many phrases are made of few words
		}
	}
	m := make(map[string]*[numGroups]float64, len(hundredths))
	for w, shares := range hundredths {
		sum := 100 // rare words tell less
		for _, v := range shares {
			sum += v
		}
		m[w] = new([numGroups]float64)
		for i, v := range shares {
			m[w][i] = float64(v) / float64(sum)
		}
	}
	return m
})

// addWording adds what the words of a label say: the greatest affinity to each
// group, the roles that they play in composed labels, how many they are, the
// share of them that is known, and how many figures.
func addWording(row *learn.Row, words []*doc.Word) {
	var buf [maxLabelTokens]token
	var a [numGroups]float64
	var roles wordRole
	count, known, figures := 0, 0, 0
	for _, k := range tokens(speller, buf[:0], words) {
		if k.mark {
			continue
		}
		count++
		if wording.OnlyDigits(k.text) {
			figures++
		}
		for _, w := range [...]string{k.text, k.rest} {
			roles |= rolesOf()[w]
			if b := labelAffinities()[w]; b != nil {
				if w == k.text {
					known++
				}
				for i, v := range b {
					a[i] = max(a[i], v)
				}
			}
		}
	}
	row.Add(a[:]...)
	for _, r := range [...]wordRole{roleOrder, roleNumber, roleDate, roleDelivery, rolePlanned | roleLimit} {
		row.Flag(roles&r != 0)
	}
	row.Add(float64(count), float64(known)/float64(max(1, count)), float64(figures))
}
