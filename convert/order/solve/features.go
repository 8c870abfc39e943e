package solve

import (
	"math"
	"strconv"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
)

// feature is a property of a reading that helps to tell how good it is.
type feature int

const (
	agreed      feature = iota // mean probability of its words' being what they are read as
	complete                   // share of what the network takes for line items that is read as such
	unread                     // share of the words on its lines that no cell states
	evenCells                  // each column is filled in nearly all items, or in hardly any
	fullCells                  // columns that are filled in most items
	proven                     // items whose quantity times price makes the total
	priced                     // share of those that state all three in which it does, or does with a discount
	stated                     // items that state all three
	summed                     // the totals make a sum that is printed
	sure                       // the figures leave no doubt
	named                      // all items have a number or code, or none has
	described                  // items with a description
	coded                      // items with a code
	numbered                   // items whose number follows that of the one before
	manyItems                  // logarithm of the number of items
	begins                     // mean probability that items begin where they do
	begun                      // of the lines that begin an item by the network, the share with which one does begin
	surplus                    // logarithm of the number of items per such line, each plus 1
	outside                    // mean probability that the lines of items are no item's
	missed                     // lines that the network takes for parts of items but are none, per line of an item
	quantities                 // items with a quantity
	prices                     // items with a price
	totals                     // items with a total
	units                      // items with a unit
	repeated                   // items that state the same as the one before
	lengthy                    // logarithm of the mean length of descriptions, bytes
	firstWay                   // first of the features for how the reading came about, of which one is 1
	numFeatures = firstWay + feature(numWays)
)

// featureNames are the names of features in the file of the weights.
var featureNames = [numFeatures]string{
	"agreed", "complete", "unread", "even cells", "full cells", "proven", "priced", "stated", "summed", "sure", "named",
	"described", "coded", "numbered", "many items", "begins", "begun", "surplus", "outside", "missed",
	"quantities", "prices", "totals", "units", "repeated", "lengthy",
	"usual way", "short heads", "weak heads", "figures alone", "network", "self-taught", "matrix", "labels",
}

// Features are the values of a reading's features. Those that count items are shares of all items. Shares are from 0 to 1.
type Features [numFeatures]float64

// NumCompared is how many numbers the trees see of a reading: its features and, for each feature before begins, how far it is
// below the greatest value in any of the order's readings.
const NumCompared = int(numFeatures + begins)

// Compared returns what the trees see of each of an order's readings: NumCompared numbers.
func Compared(readings []Features) [][]float32 {
	var greatest Features
	for k := range greatest {
		greatest[k] = math.Inf(-1)
		for i := range readings {
			greatest[k] = max(greatest[k], readings[i][k])
		}
	}
	rows := make([][]float32, len(readings))
	for i := range readings {
		rows[i] = make([]float32, 0, NumCompared)
		for _, v := range readings[i] {
			rows[i] = append(rows[i], float32(v))
		}
		for k := range begins {
			rows[i] = append(rows[i], float32(readings[i][k]-greatest[k]))
		}
	}
	return rows
}

// describe fills in the reading's features. StatedWords is how many words the network
// expects to state something of line items.
func (n *Reading) describe(tags *tagging.Tags, statedWords float64) {
	f := &n.Features
	f[firstWay+feature(n.way)] = 1
	count := float64(len(n.Lines))
	if count == 0 {
		return
	}
	f[agreed], f[complete] = agreement(tags, n.words, statedWords)
	for _, t := range n.Tables {
		even, full := t.Fill()
		f[evenCells] += even * float64(len(t.Lines)) / count
		f[fullCells] += full * float64(len(t.Lines)) / count
	}
	p := &n.proof
	f[proven], f[stated] = float64(p.proven)/float64(p.items), float64(p.stated)/float64(p.items)
	f[priced] = float64(p.priced) / float64(max(1, p.stated))
	f[summed], f[sure], f[named] = flag(p.summed), flag(p.sure()), flag(p.uniform)
	last, length := 0, 0
	for i := range n.Lines {
		c := &n.Lines[i]
		f[described] += flag(c[schema.Description].Value != "") / count
		f[coded] += flag(c[schema.ItemCode].Value != "") / count
		f[quantities] += flag(c[schema.Quantity].Value != "") / count
		f[prices] += flag(c[schema.UnitPrice].Value != "") / count
		f[totals] += flag(c[schema.LineTotal].Value != "") / count
		f[units] += flag(c[schema.Unit].Value != "") / count
		f[repeated] += flag(i > 0 && sameValues(n.Lines[i-1:i], n.Lines[i:i+1])) / count
		length += len(c[schema.Description].Value)
		if number, err := strconv.Atoi(c[schema.LineNumber].Value); err == nil {
			f[numbered] += flag(number == last+1 || number == last+10) / count
			last = number
		}
	}
	f[manyItems], f[lengthy] = math.Log(count), math.Log(1+float64(length)/count)
	n.describeRows(tags)
}

// describeRows fills in how much of the lines that items are read from is read, and what the network thinks of these lines.
func (n *Reading) describeRows(tags *tagging.Tags) {
	f, count := &n.Features, float64(len(n.Lines))
	of := make([]bool, len(tags.Lines))    // the line belongs to an item
	first := make([]bool, len(tags.Lines)) // the line is the first of an item
	read, words := 0, 0                    // words that cells state, and all words on these lines
	for i := range n.words {
		top := -1
		for _, nodes := range n.words[i] {
			read += len(nodes)
			for _, k := range nodes {
				row := tags.Nodes[k].Row
				of[row] = true
				if top < 0 || row < top {
					top = row
				}
			}
		}
		if top >= 0 {
			first[top] = true
			f[begins] += float64(tags.Lines[top][tagging.Begins]) / count
		}
	}
	var taken, beginning, met, left float64
	for row := range tags.Lines {
		p := &tags.Lines[row]
		if p[tagging.Begins] > 0.5 {
			beginning++
			met += flag(first[row])
		}
		if of[row] {
			taken++
			words += tags.Rows[row].To - tags.Rows[row].From
			f[outside] += float64(p[tagging.Outside])
		} else if p[tagging.Outside] < 0.5 {
			left++
		}
	}
	f[unread] = 1 - float64(read)/float64(max(1, words))
	f[outside] /= max(1, taken)
	f[missed] = left / max(1, taken)
	f[begun] = met / max(1, beginning)
	f[surplus] = math.Log((count + 1) / (beginning + 1))
}

func flag(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// agreement returns the mean probability, by the network, that the words of a reading are
// what they are read as, and the share that is read of what it takes for line items.
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

// statedWords returns how many words the network expects to state something of line items.
func statedWords(tags *tagging.Tags) float64 {
	sum := 0.0
	for i := range tags.Nodes {
		if tags.Lines[tags.Nodes[i].Row][tagging.Outside] < 0.5 {
			sum += 1 - float64(tags.Words[i][tagging.Other])
		}
	}
	return sum
}
