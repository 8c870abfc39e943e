package solve

import (
	"math"
	"strconv"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
)

// feature is something about a reading that tells how good it is.
type feature int

const (
	agreed      feature = iota // how far the network takes its words for what they are read as
	complete                   // of what the network takes for line items, how much is read as such
	unread                     // of the words on its lines, those that no cell states
	evenCells                  // each column is filled in nearly all items, or in hardly any
	fullCells                  // columns that are filled in most items
	proven                     // items whose quantity and price make the total
	priced                     // of those that state all three, those in which they do, or do with a discount
	stated                     // items that state all three
	summed                     // the totals make a sum that is printed
	sure                       // the figures leave no doubt
	named                      // all items have a number or code, or none has
	described                  // items with a description
	coded                      // items with a code
	numbered                   // items whose number follows that of the one before
	manyItems                  // logarithm of their number
	firstWay                   // how the reading came about: 1 for one of these
	numFeatures = firstWay + feature(numWays)
)

// featureNames are the names of features in the file of the weights.
var featureNames = [numFeatures]string{
	"agreed", "complete", "unread", "even cells", "full cells", "proven", "priced", "stated", "summed", "sure", "named",
	"described", "coded", "numbered", "many items",
	"usual way", "short heads", "weak heads", "figures alone", "network", "self-taught", "matrix", "labels",
}

// Features are numbers about a reading. Those that are shares are from 0 to 1.
type Features [numFeatures]float64

// Score is how much speaks for a reading with such features, by weights.
func (w *Features) Score(f *Features) float64 { return sumOfProducts(w[:], f[:]) }

// describe fills in the reading's features. The network expects that so many words
// state something of line items.
func (n *Reading) describe(tags *tagging.Tags, statedWords float64) {
	f := &n.Features
	f[firstWay+feature(n.way)] = 1
	count := float64(len(n.Lines))
	if count == 0 {
		return
	}
	f[agreed], f[complete] = agreement(tags, n.words, statedWords)
	f[unread] = unreadShare(tags, n.words)
	for _, t := range n.Tables {
		even, full := t.Fill()
		f[evenCells] += even * float64(len(t.Lines)) / count
		f[fullCells] += full * float64(len(t.Lines)) / count
	}
	p := &n.proof
	f[proven], f[stated] = float64(p.proven)/float64(p.items), float64(p.stated)/float64(p.items)
	f[priced] = float64(p.priced) / float64(max(1, p.stated))
	f[summed], f[sure], f[named] = flag(p.summed), flag(p.sure()), flag(p.alike)
	last := 0
	for i := range n.Lines {
		c := &n.Lines[i]
		f[described] += flag(c[schema.Description].Value != "") / count
		f[coded] += flag(c[schema.ItemCode].Value != "") / count
		if number, err := strconv.Atoi(c[schema.LineNumber].Value); err == nil {
			f[numbered] += flag(number == last+1 || number == last+10) / count
			last = number
		}
	}
	f[manyItems] = math.Log(count)
}

func flag(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// agreement is how far the network takes the words of a reading for what they are
// read as, and how much is read of what it takes for line items, 0 to 1.
func agreement(tags *tagging.Tags, reading []cellWords, statedWords float64) (agreed, complete float64) {
	sum, taken := 0.0, 0.0
	for i := range reading {
		for tag, nodes := range reading[i] {
			for _, n := range nodes {
				sum += float64(tags.Words[n][tag])
				taken++
			}
		}
	}
	return sum / max(1, taken), sum / max(1, statedWords)
}

// statedWords is how many words the network expects to state something of line items.
func statedWords(tags *tagging.Tags) float64 {
	sum := 0.0
	for i := range tags.Nodes {
		if tags.Lines[tags.Nodes[i].Row][tagging.Outside] < 0.5 {
			sum += 1 - float64(tags.Words[i][tagging.Other])
		}
	}
	return sum
}

// unreadShare is the share of the words on the lines of a reading that none of its
// cells states.
func unreadShare(tags *tagging.Tags, reading []cellWords) float64 {
	rows := make([]bool, len(tags.Rows))
	read, all := 0, 0
	for i := range reading {
		for _, nodes := range reading[i] {
			read += len(nodes)
			for _, n := range nodes {
				if r := tags.Nodes[n].Row; !rows[r] {
					rows[r] = true
					all += tags.Rows[r].To - tags.Rows[r].From
				}
			}
		}
	}
	return 1 - float64(read)/float64(max(1, all))
}
