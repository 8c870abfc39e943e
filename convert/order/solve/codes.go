package solve

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

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

// mostNumberWords is the most words that an item's number may have: "1 of 5".
const mostNumberWords = 3

// placeCodes puts items' codes and numbers into the right columns. It drops dashes, sentences, dates and small numbers that were read as codes, and
// sentences that were read as numbers. It moves codes out of descriptions and tells numbers from codes.
func (r *reader) placeCodes(tables []*items.Table) {
	lines := within(tables)
	for _, l := range lines {
		code := &l[schema.ItemCode]
		code.Value = unbracketed(code.Value)
		if !strings.ContainsFunc(code.Value, textnorm.IsWordRune) || strings.Count(code.Value, " ") >= mostCodeWords || r.dated(code.Value) {
			*code = schema.Cell{} // a dash says that there is none
		}
	}
	small := !slices.ContainsFunc(lines, func(l *schema.Cells) bool { return !isSmall(l[schema.ItemCode].Value) })
	if small && countedCodes.On() && !countUp(lines, schema.ItemCode, schema.LineNumber, strconv.Atoi) {
		for _, l := range lines {
			l[schema.ItemCode] = schema.Cell{}
		}
	}
	if describedCodes.On() {
		r.takePatternCodes(lines)
	}
	if countedCodes.On() {
		r.tellNumbers(lines)
	}
	for _, l := range lines {
		r.shortenNumber(&l[schema.LineNumber])
	}
}

// shortenNumber reduces a sentence in the place of an item's number to the number with which it begins or ends: "10 Your material number".
func (r *reader) shortenNumber(number *schema.Cell) {
	words := strings.Fields(number.Value)
	last := len(words) - 1
	switch {
	case len(words) <= mostNumberWords:
	case textnorm.HasDigit(words[0]):
		*number, _ = r.part(number, words[0], strings.Join(words[1:], " "))
	case textnorm.HasDigit(words[last]):
		*number, _ = r.part(number, words[last], strings.Join(words[:last], " "))
		number.Value = strings.TrimRight(number.Value, numberEnds)
	default:
		*number = schema.Cell{}
	}
}

// dated reports whether a code holds a date. The date must have all digits of its year, or slashes: "5.1.03" may be a code in parts.
func (r *reader) dated(code string) bool {
	iso, from, to, ok := r.locale.FindDate(code)
	return ok && (strings.Contains(code[from:to], "/") || strings.Contains(code[from:to], iso[:4]))
}

// tellNumbers tells the items' numbers from their codes: numbers before codes are split off, codes that
// count the items become their numbers, and numbers that do not go on in even steps become codes.
func (r *reader) tellNumbers(lines []*schema.Cells) {
	r.partNumbers(lines, schema.ItemCode, schema.LineNumber)
	r.partNumbers(lines, schema.LineNumber, schema.ItemCode)
	if countUp(lines, schema.ItemCode, schema.LineNumber, strconv.Atoi) {
		for _, l := range lines {
			l[schema.LineNumber], l[schema.ItemCode] = l[schema.ItemCode], schema.Cell{}
		}
	}
	if !evenSteps(lines) {
		for _, l := range lines {
			l[schema.LineNumber], l[schema.ItemCode] = schema.Cell{}, l[schema.LineNumber]
		}
	}
}

// isSmall reports whether a code is empty or a small number, which more likely is a quantity or counts something: "2", "1.5", but not "012".
func isSmall(code string) bool {
	const longest = 3 // bytes
	n, err := strconv.ParseFloat(code, 64)
	return code == "" || err == nil && n < leastNumber && len(code) <= longest && code[0] != '0'
}

// evenSteps reports whether the numbers of lines may really be numbers. They are codes if all lines have a number of at least leastNumber, none has
// a code, and the numbers go on neither in equal steps nor in multiples of ten.
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

// within returns pointers to the lines of all tables.
func within(tables []*items.Table) (lines []*schema.Cells) {
	for _, t := range tables {
		for k := range t.Lines {
			lines = append(lines, &t.Lines[k])
		}
	}
	return lines
}

// unbracketed removes brackets from the ends of a code, even a single one, unless brackets remain within it.
func unbracketed(code string) string {
	for _, pair := range [...]string{"()", "[]"} {
		bare := strings.Trim(code, pair)
		if !strings.ContainsAny(bare, pair) {
			code = bare
		}
	}
	return code
}

// A codePattern is a way in which descriptions mark codes: it splits a description into the code and the rest. The code is empty if none is marked.
type codePattern func(description string) (code, rest string)

// codePatterns are the patterns by which codes are found if most descriptions have them.
var codePatterns = [...]codePattern{beforeDash, inBracketsBehind}

// inBrackets is the mark of "[KT-0412] Door mat".
func inBrackets(description string) (code, rest string) {
	const least, most = 2, 40 // characters
	if !strings.HasPrefix(description, "[") {
		return "", ""
	}
	code, rest, _ = strings.Cut(description[1:], "] ")
	if n := utf8.RuneCountInString(code); rest == "" || n < least || n > most || strings.Contains(code, "]") {
		return "", ""
	}
	return code, rest
}

// beforeDash is the mark of "KT0412 - Door mat" and "KT0412: Door mat".
func beforeDash(description string) (code, rest string) {
	code, rest, _ = strings.Cut(description, " ")
	if bare, colon := strings.CutSuffix(code, ":"); colon {
		code = bare
	} else {
		var dash string
		if dash, rest, _ = strings.Cut(rest, " "); !slices.Contains([]string{"-", "–", "—", ":"}, dash) {
			return "", ""
		}
	}
	if rest == "" || strings.ContainsFunc(code, notPatternRune) {
		return "", ""
	}
	return code, rest
}

// inBracketsBehind is the mark of "Door mat (KT-0412)", "Door mat [KT-0412] grey" and "Door mat (#KT- 0412)", where a line break splits the code.
func inBracketsBehind(description string) (code, rest string) {
	words := strings.Split(description, " ")
	for i := len(words) - 1; i > 0; i-- {
		last := i
		if code = words[i]; strings.HasSuffix(code, "-") && i+1 < len(words) {
			last++
			code += words[last]
		}
		bare := strings.Trim(code, "([)]")
		if len(bare)+2 != len(code) || !strings.ContainsAny(code[:1], "([") {
			continue
		}
		if bare = strings.TrimPrefix(bare, "#"); bare != "" && !strings.ContainsFunc(bare, notPatternRune) {
			return bare, strings.Join(slices.Delete(words, i, last+1), " ")
		}
	}
	return "", ""
}

// notPatternRune reports whether a character never stands in a code that is found by a pattern.
func notPatternRune(r rune) bool {
	return !unicode.IsUpper(r) && (r < '0' || r > '9') && !strings.ContainsRune("./_-", r)
}

// Bounds of what must hold of most items in the same way.
const (
	leastItems = 2   // items
	itemShare  = 0.6 // share of the items of which it may hold
)

// takePatternCodes takes codes out of the descriptions of items that have none: bracketed ones
// and, if no item has a code then, those that most descriptions mark in the same way.
func (r *reader) takePatternCodes(lines []*schema.Cells) {
	bare := true
	for _, l := range lines {
		if l[schema.ItemCode].Value == "" {
			r.takePatternCode(l, inBrackets)
		}
		bare = bare && l[schema.ItemCode].Value == ""
	}
	if !bare {
		return
	}
	for _, marked := range codePatterns {
		count, withDigit := 0, 0
		for _, l := range lines {
			if code, _ := marked(l[schema.Description].Value); code != "" {
				count++
				if textnorm.HasDigit(code) {
					withDigit++
				}
			}
		}
		if withDigit < leastItems || float64(count) < itemShare*float64(len(lines)) {
			continue
		}
		for _, l := range lines {
			r.takePatternCode(l, marked)
		}
		return
	}
}

// takePatternCode takes the code out of an item's description if one is marked in it.
func (r *reader) takePatternCode(l *schema.Cells, marked codePattern) {
	if code, rest := marked(l[schema.Description].Value); code != "" {
		l[schema.ItemCode], l[schema.Description] = r.part(&l[schema.Description], code, rest)
	}
}

// part splits a cell into a code, which stands in one of its words, and the rest.
func (r *reader) part(cell *schema.Cell, code, rest string) (coded, other schema.Cell) {
	ofCode := func(word string) bool {
		bare := strings.Trim(word, "()[]:#")
		return bare == code || bare != "" && len(bare) < len(word) && (strings.HasPrefix(code, bare) && strings.HasSuffix(bare, "-") || strings.HasSuffix(code, "-"+bare))
	}
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

// partNumbers splits a column in which the items' numbers stand before their codes: "1. KT-0412". The other
// column must be empty.
func (r *reader) partNumbers(lines []*schema.Cells, column, other schema.Field) {
	parted := 0
	number := func(value string) (int, error) {
		if !strings.Contains(value, " ") { // an item without a code
			return strconv.Atoi(strings.TrimRight(value, numberEnds))
		}
		parted++
		return numberBefore(value)
	}
	if !countUp(lines, column, other, number) || parted < leastItems {
		return
	}
	for _, l := range lines {
		number, code, _ := strings.Cut(l[column].Value, " ")
		if l[schema.LineNumber], l[schema.ItemCode] = r.part(&l[column], number, code); code == "" {
			l[schema.ItemCode] = schema.Cell{}
		}
		l[schema.LineNumber].Value = strings.TrimRight(number, numberEnds)
	}
}

// numberEnds are the marks behind the number of an item.
const numberEnds = ".)"

// leastBehind is the least number of bytes of a code behind a number. The rest of a number in parts may be shorter: "1 - 2".
const leastBehind = 3

// numberBefore returns the number before a code. It returns an error if no code follows.
func numberBefore(value string) (int, error) {
	number, code, _ := strings.Cut(value, " ")
	if first, _ := utf8.DecodeRuneInString(code); len(code) < leastBehind || !textnorm.IsWordRune(first) {
		return 0, strconv.ErrSyntax
	}
	return strconv.Atoi(strings.TrimRight(number, numberEnds))
}

// countUp reports whether the numbers in a column count the lines, in ones or tens, while the other column is
// empty. They may begin again, for another order.
func countUp(lines []*schema.Cells, column, other schema.Field, number func(string) (int, error)) bool {
	step, last := 0, 0
	for i, l := range lines {
		n, err := number(l[column].Value)
		if err != nil || l[other].Value != "" {
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
