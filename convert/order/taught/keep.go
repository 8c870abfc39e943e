package taught

import (
	"math"
	"slices"
	"strings"
	"sync"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// keeper chooses what is kept of a document's words in the print of its layout. From one
// document it is not known which of them stay. Those are kept that the lexicon knows from
// labels, headings and titles, and the name and address of the issuer. Nothing is kept
// of what the right rows state otherwise, nor of what stands among the line items.
type keeper struct {
	stated map[string]bool // words of values
	issuer []string        // words of the issuer's name
	items  []map[string]bool
}

func newKeeper(right Example, issuer schema.Field) *keeper {
	k := &keeper{stated: map[string]bool{}, issuer: markedWords(right.Head[issuer].Value)}
	right.each(func(_ schema.Field, v string) {
		for _, w := range markedWords(v) {
			k.stated[w] = true
		}
	})
	for i := range right.Lines {
		item := map[string]bool{}
		for f := range right.Lines[i] {
			for w := range strings.FieldsSeq(textnorm.Fold(right.Lines[i][f].Value)) {
				item[w] = true
			}
		}
		k.items = append(k.items, item)
	}
	for _, w := range k.issuer {
		delete(k.stated, w)
	}
	return k
}

// markedWords are the forms in which the words of a text are marked.
func markedWords(text string) []string {
	var keys []string
	var buf [64]byte
	for w := range strings.FieldsSeq(text) {
		if key := appendKey(buf[:0], w); len(key) > 0 {
			keys = append(keys, string(key))
		}
	}
	return keys
}

// print is the part of a document that is kept.
func (k *keeper) print(pages []*layout.Page) Print {
	var print Print
	for n, p := range pages {
		if marked(n, pages) {
			print = append(print, k.page(p, n)...)
		}
	}
	if len(print) > maxKept {
		slices.SortStableFunc(print, func(a, b Mark) int { return int(b.Kind) - int(a.Kind) })
		print = print[:maxKept]
	}
	slices.SortFunc(print, comparePlaces)
	return print.titled(pages)
}

// page is the part of the n-th page that is kept.
func (k *keeper) page(p *layout.Page, n int) Print {
	var print Print
	from, to := k.itemRegion(p)
	if n > 0 {
		from = 0 // pages that follow repeat the heads of the first one
	}
	issuing := k.issuing(p)
	var buf [64]byte
	for l := range p.Lines {
		for _, s := range p.Lines[l].Segments {
			for _, w := range s.Words {
				key := appendKey(buf[:0], w.Text)
				switch {
				case len(key) == 0 || k.stated[string(key)]:
				case issuing[w]:
					print = append(print, markOf(p, n, w, key, Issuer))
				case !formWords()[string(key)] || w.Baseline >= from && w.Baseline <= to:
				case len(s.Words) >= leastProse:
					print = append(print, markOf(p, n, w, key, Prose))
				default:
					print = append(print, markOf(p, n, w, key, Wording))
				}
			}
		}
	}
	return print
}

// leastProse is how many words a segment of running text has.
const leastProse = 7

// formWords are the words of the labels, headings and titles that orders have, in all
// languages of the lexicon.
var formWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for phrase := range lexicon.All("labels.", "items.heading", "totals.", "parties.") {
		for _, key := range markedWords(phrase) {
			words[key] = true
		}
	}
	return words
})

// itemRegion is the part of a page, from one height to another, in which line items
// stand: nothing where none does. A line item stands in the line that has most of its
// words.
func (k *keeper) itemRegion(p *layout.Page) (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	lines := make([][]string, len(p.Lines))
	for n := range p.Lines {
		lines[n] = strings.Fields(textnorm.Fold(p.Lines[n].Text()))
	}
	for _, item := range k.items {
		best, most := -1, max(1, len(item)/3)
		for n, words := range lines {
			found := 0
			for _, w := range words {
				found += flag(item[w])
			}
			if found > most {
				best, most = n, found
			}
		}
		if best >= 0 {
			from, to = min(from, p.Lines[best].Y0), max(to, p.Lines[best].Y1)
		}
	}
	return from, to
}

// issuing are the words of the blocks of a page in which the issuer's name stands.
func (k *keeper) issuing(p *layout.Page) map[*doc.Word]bool {
	found := map[*doc.Word]bool{}
	for n := range p.Lines {
		for _, s := range p.Lines[n].Segments {
			keys := markedWords(s.Text())
			names := false
			for len(k.issuer) > 0 && len(keys) >= len(k.issuer) && !names {
				names, keys = slices.Equal(keys[:len(k.issuer)], k.issuer), keys[1:]
			}
			if !names {
				continue
			}
			for _, t := range p.Blocks[s.Block].Segments {
				for _, w := range t.Words {
					found[w] = true
				}
			}
		}
	}
	return found
}

// forgotten stands for a word that is not kept. No word is like it.
const forgotten = "~"

// forget takes the words that the right rows state out of what is remembered of lines,
// where they were taken for labels.
func (k *keeper) forget(r *ItemRule, pages []*layout.Page) {
	private := map[string]bool{}
	for _, p := range pages {
		for i := range p.Words {
			label := labelKey(p.Words[i].Text)
			for _, key := range markedWords(label) {
				if k.stated[key] && !formWords()[key] {
					private[label], private[hashed(label)] = true, true
				}
			}
		}
	}
	for i := range r.Kinds {
		for n := range r.Kinds[i].Slots {
			s := &r.Kinds[i].Slots[n]
			s.Label = slices.Clone(s.Label)
			for k, w := range s.Label {
				if private[w] {
					s.Label[k] = forgotten
				}
			}
		}
	}
	r.Heads = slices.DeleteFunc(slices.Clone(r.Heads), func(h heading) bool { return private[h.Word] })
}
