package solve

import (
	"slices"

	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/taught"
)

var selfTeaching = mechanism.New("solve: items by what the surest of them teach")

// mostTeaching is the most items of a reading that teach about others: a reading with more is unlikely to be incomplete.
const mostTeaching = 120

// addSelfTaught adds the readings that items of the usual reading and of the network's
// teach: once the items whose figures make their total, and once all of them.
func (r *reader) addSelfTaught() {
	if !selfTeaching.On() {
		return
	}
	again := taught.NewRereader(&taught.View{Pages: r.itemPages(), Locale: r.locale})
	for _, n := range slices.Clone(r.readings) {
		if n.way != usualWay && n.way != byNetwork || len(n.Lines) > mostTeaching {
			continue
		}
		proven := make([]schema.Cells, 0, len(n.Lines))
		for i := range n.Lines {
			if provesTotal(&n.Lines[i]) {
				proven = append(proven, n.Lines[i])
			}
		}
		if len(proven) > 0 && len(proven) < len(n.Lines) {
			r.add(selfTaught, []*items.Table{tableOfLayout(r.pages, again.By(proven))})
		}
		if len(n.Lines) > 0 {
			r.add(selfTaught, []*items.Table{tableOfLayout(r.pages, again.By(n.Lines))})
		}
	}
}

// itemPages returns the pages on which the network takes lines for line items, or a reading has some.
func (r *reader) itemPages() []*layout.Page {
	has := map[int]bool{} // by page number
	for i := range r.Nodes {
		if n := &r.Nodes[i]; r.Lines[n.Row][tagging.Outside] < 0.5 {
			has[r.pages[n.Page].Number] = true
		}
	}
	for i := range r.readings {
		for k := range r.readings[i].Lines {
			for _, f := range schema.LineFields {
				has[r.readings[i].Lines[k][f].Evidence.Page] = true
			}
		}
	}
	var pages []*layout.Page
	for _, page := range r.pages {
		if has[page.Number] {
			pages = append(pages, page)
		}
	}
	return pages
}
