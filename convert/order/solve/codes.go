package solve

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"lineitem/convert/doc"
	"lineitem/convert/order/items"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

var (
	countedCodes   = mechanism.New("solve: codes that count the items are their numbers")
	describedCodes = mechanism.New("solve: codes by marks in descriptions")
)

// withCodes returns tables whose items' codes and numbers are where they belong: codes
// that descriptions hold are taken out of these, and codes that count the items are their
// numbers. The tables themselves stay as they are.
func (r *reader) withCodes(tables []*items.Table) []*items.Table {
	copies, lines := copyTables(tables)
	for _, l := range lines {
		l[schema.ItemCode].Value = unbracketed(l[schema.ItemCode].Value)
	}
	if describedCodes.On() {
		r.takeCodes(lines)
	}
	if countedCodes.On() && countUp(lines) {
		for _, l := range lines {
			l[schema.LineNumber], l[schema.ItemCode] = l[schema.ItemCode], schema.Cell{}
		}
	}
	if countedCodes.On() && !evenSteps(lines) {
		for _, l := range lines {
			l[schema.LineNumber], l[schema.ItemCode] = schema.Cell{}, l[schema.LineNumber]
		}
	}
	return copies
}

// evenSteps reports whether lines may be numbered by what their numbers state: where all have one and none has a code, but the
// numbers have several digits and do not go on in equal steps or in tens, they are codes.
func evenSteps(lines []*schema.Cells) bool {
	last, step, equal, tens := 0, 0, true, true
	for i, l := range lines {
		n, err := strconv.Atoi(l[schema.LineNumber].Value)
		if err != nil || n < leastNumber || l[schema.ItemCode].Value != "" {
			return true
		}
		if i == 1 {
			step = n - last
		}
		equal = equal && (i == 0 || n-last == step && step > 0)
		tens = tens && n > last && n%10 == 0
		last = n
	}
	return equal || tens
}

// leastNumber is the least number that may be a code.
const leastNumber = 100

// copyTables copies tables with their lines, and gives these lines of all of them.
func copyTables(tables []*items.Table) (copies []*items.Table, lines []*schema.Cells) {
	copies = make([]*items.Table, len(tables))
	for i, t := range tables {
		c := *t
		c.Lines = slices.Clone(t.Lines)
		copies[i] = &c
		for k := range c.Lines {
			lines = append(lines, &c.Lines[k])
		}
	}
	return copies, lines
}

// unbracketed takes brackets off a code that stand about it, or of which there is only one.
func unbracketed(code string) string {
	for _, pair := range [...]string{"()", "[]"} {
		bare := strings.Trim(code, pair)
		if !strings.ContainsAny(bare, pair) {
			code = bare
		}
	}
	return code
}

// Marks of codes that descriptions hold.
var (
	bracketedCode = expression(`^\[(?P<code>[^\]]{2,40})\] (?P<rest>.+)$`) // "[KT-0412] Door mat"
	markedCodes   = [...]func() *regexp.Regexp{
		expression(`^(?P<code>[\p{Lu}\d./_-]+)(?: [-–—]|:) (?P<rest>.+)$`), // "KT0412 - Door mat"
		expression(`^(?P<rest>.+) [(\[](?P<code>[\p{Lu}\d./_-]+)[)\]]$`),   // "Door mat (KT-0412)"
	}
)

// expression is a regular expression that is compiled when it is first used.
func expression(s string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(s) })
}

// Bounds of what most items have in the same way.
const (
	leastMarked = 2   // items
	markedShare = 0.6 // of all that may have it
)

// takeCodes takes codes out of the descriptions of items that have none: bracketed ones,
// and where no item has a code those that most descriptions mark in the same way.
func (r *reader) takeCodes(lines []*schema.Cells) {
	bare := true
	for _, l := range lines {
		if l[schema.ItemCode].Value == "" {
			if strings.HasPrefix(l[schema.Description].Value, "[") {
				r.takeCode(l, bracketedCode())
			}
		}
		bare = bare && l[schema.ItemCode].Value == ""
	}
	if !bare {
		return
	}
	for _, expression := range markedCodes {
		marks, count := expression(), 0
		for _, l := range lines {
			if code, _ := markedCode(l, marks); textnorm.HasDigit(code) {
				count++
			}
		}
		if count < leastMarked || float64(count) < markedShare*float64(len(lines)) {
			continue
		}
		for _, l := range lines {
			r.takeCode(l, marks)
		}
		return
	}
}

// markedCode is the code that an item's description marks, and what is left of it.
func markedCode(l *schema.Cells, marks *regexp.Regexp) (code, rest string) {
	if found := marks.FindStringSubmatch(l[schema.Description].Value); found != nil {
		return found[marks.SubexpIndex("code")], found[marks.SubexpIndex("rest")]
	}
	return "", ""
}

// takeCode takes the code out of an item's description, where it marks one.
func (r *reader) takeCode(l *schema.Cells, marks *regexp.Regexp) {
	if code, rest := markedCode(l, marks); code != "" {
		l[schema.ItemCode], l[schema.Description] = r.part(&l[schema.Description], code, rest)
	}
}

// part parts a cell into a code, which stands in one of its words, and the rest.
func (r *reader) part(cell *schema.Cell, code, rest string) (coded, other schema.Cell) {
	ofCode := func(word string) bool { return strings.Trim(word, "()[]:") == code }
	e := &cell.Evidence
	coded, other = schema.Cell{Value: code, Evidence: *e}, schema.Cell{Value: rest, Evidence: *e}
	other.Evidence.Words = slices.DeleteFunc(slices.Clone(e.Words), ofCode)
	for _, page := range r.pages {
		for i := range page.Words {
			if page.Number != e.Page {
				break
			}
			w := &page.Words[i]
			if box := page.Displayed(w.Box); ofCode(w.Text) && e.Box.Contains(box.MidX(), box.MidY()) {
				coded.Evidence = page.Evidence([]*doc.Word{w}, e.Confidence)
			}
		}
	}
	return coded, other
}

// countUp reports whether the codes of lines that have no numbers count them, in ones or
// tens. They may begin again, with another order.
func countUp(lines []*schema.Cells) bool {
	step, last := 0, 0
	for i, l := range lines {
		n, err := strconv.Atoi(l[schema.ItemCode].Value)
		if err != nil || l[schema.LineNumber].Value != "" {
			return false
		}
		if i == 0 {
			step = n
		}
		if n != last+step && n != step {
			return false
		}
		last = n
	}
	return step == 1 || step == 10
}
