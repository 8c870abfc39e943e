package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"lineitem/convert/accuracy"
	"lineitem/convert/order"
)

// word is a word of the truth: what stands between blanks in a text, a whole number,
// or a whole date.
type word struct {
	forms []string // ways to write it, folded; only one for a word of a text
	text  string   // as the truth has it
	from  int      // for a word of a text, where it begins in the cell's folded text, characters
}

// digits reports whether there is a digit in the word.
func (w *word) digits() bool { return strings.ContainsFunc(w.text, unicode.IsDigit) }

// truthCell is a cell of the truth that stands somewhere on the pages.
type truthCell struct {
	text  []rune // folded; nil for a number or a date
	words []word
}

var (
	numberKeys = []order.Field{order.Quantity, order.UnitPrice, order.LineTotal, order.Subtotal, order.Tax, order.Shipping, order.Total}
	dateKeys   = []order.Field{order.PODate, order.DeliveryDate}
	lineKeys   = []order.Field{order.LineNumber, order.ItemCode, order.Description, order.Quantity, order.Unit, order.UnitPrice, order.Discount, order.LineTotal}
)

// cellsOf returns the cells of a truth. Values that all rows of an order share count once.
// Currencies are left out because they are written as signs and words, and line numbers
// because they are often counted rather than read.
func cellsOf(t *accuracy.Truth) []truthCell {
	has := func(fields []order.Field, key string) bool {
		return slices.ContainsFunc(fields, func(f order.Field) bool { return f.Key() == key })
	}
	seen := map[string]bool{}
	var out []truthCell
	for _, row := range t.Rows {
		for _, key := range slices.Sorted(maps.Keys(row)) {
			value := strings.TrimSpace(row[key])
			if value == "" || key == order.Currency.Key() || key == order.LineNumber.Key() {
				continue
			}
			if !has(lineKeys, key) {
				if seen[key+"\x00"+value] {
					continue
				}
				seen[key+"\x00"+value] = true
			}
			forms := []string(nil)
			switch {
			case has(numberKeys, key):
				forms = numberForms(value)
			case has(dateKeys, key):
				forms = dateForms(value)
			}
			if forms != nil {
				out = append(out, truthCell{words: []word{{forms: forms, text: value}}})
				continue
			}
			if c := textCell(value); len(c.words) > 0 {
				out = append(out, c)
			}
		}
	}
	return out
}

// unifyLookalikes replaces characters that look the same to a reader by one of them.
var unifyLookalikes = strings.NewReplacer("‘", "'", "’", "'", "‚", "'", "′", "'", "`", "'", "´", "'",
	"“", `"`, "”", `"`, "„", `"`, "″", `"`, "«", `"`, "»", `"`, "‐", "-", "‑", "-", "–", "-", "—", "-", "−", "-", "\u00a0", " ")

// fold makes texts comparable: it returns them in small letters, with one kind of quotes,
// dashes and blanks. It keeps the number of characters of a composed text.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return unicode.ToLower(r)
	}, unifyLookalikes.Replace(norm.NFC.String(s)))
}

// textCell returns a cell of text. Marks at the ends of its words are ignored.
func textCell(value string) truthCell {
	value = strings.Join(strings.Fields(unifyLookalikes.Replace(norm.NFC.String(value))), " ")
	c := truthCell{text: []rune(fold(value))}
	at := 0
	for _, part := range strings.Split(value, " ") {
		bare := strings.TrimFunc(part, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if bare != "" {
			before := part[:strings.Index(part, bare)]
			c.words = append(c.words, word{forms: []string{fold(bare)}, text: bare, from: at + len([]rune(before))})
		}
		at += len([]rune(part)) + 1
	}
	return c
}

// numberForms returns the ways in which a plain decimal may be printed; nil for anything
// else.
func numberForms(value string) []string {
	value = strings.TrimPrefix(value, "-")
	whole, part, _ := strings.Cut(value, ".")
	if whole == "" || strings.Trim(whole+part, "0123456789") != "" {
		return nil
	}
	whole = cmp.Or(strings.TrimLeft(whole, "0"), "0")
	part = strings.TrimRight(part, "0")
	parts := []string{part}
	for _, n := range [...]int{1, 2, 3, 4} {
		if n > len(part) {
			parts = append(parts, part+strings.Repeat("0", n-len(part)))
		}
	}
	forms := map[string]bool{}
	for _, mark := range [...]string{".", ","} {
		for _, group := range [...]string{"", ",", ".", " ", "'"} {
			if group == mark {
				continue
			}
			for _, wholes := range [...]string{grouped(whole, group, 3), grouped(whole, group, 2)} {
				for _, p := range parts {
					if p == "" {
						forms[wholes] = true
					} else {
						forms[wholes+mark+p] = true
						if whole == "0" {
							forms[mark+p] = true
						}
					}
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(forms))
}

// grouped inserts a mark before the last three digits of a whole number, and before every
// n digits before those: n is three, or two as in India.
func grouped(whole, mark string, n int) string {
	if mark == "" || len(whole) <= 3 {
		return whole
	}
	out, rest := whole[len(whole)-3:], whole[:len(whole)-3]
	for len(rest) > n {
		out, rest = rest[len(rest)-n:]+mark+out, rest[:len(rest)-n]
	}
	return rest + mark + out
}

// months are the names of months in the languages of the orders, by month.
var months = [12][]string{
	{"jan", "january", "januar", "janvier", "enero", "ene", "gennaio", "gen", "janeiro", "januari"},
	{"feb", "february", "februar", "février", "févr", "fév", "febrero", "febbraio", "fevereiro", "fev", "februari"},
	{"mar", "march", "märz", "mär", "mars", "marzo", "março", "maart", "mrt"},
	{"apr", "april", "avril", "avr", "abril", "abr", "aprile"},
	{"may", "mai", "mayo", "maggio", "mag", "maio", "mei"},
	{"jun", "june", "juni", "juin", "junio", "giugno", "giu", "junho"},
	{"jul", "july", "juli", "juillet", "juil", "julio", "luglio", "lug", "julho"},
	{"aug", "august", "août", "agosto", "ago", "augustus"},
	{"sep", "sept", "september", "septembre", "septiembre", "settembre", "set", "setembro"},
	{"oct", "october", "okt", "oktober", "octobre", "octubre", "ottobre", "ott", "out", "outubro"},
	{"nov", "november", "novembre", "noviembre", "novembro"},
	{"dec", "december", "dez", "dezember", "décembre", "déc", "diciembre", "dic", "dicembre", "dezembro"},
}

// dateForms returns the ways in which a date, YYYY-MM-DD, may be printed; nil for
// anything else.
func dateForms(value string) []string {
	part := strings.Split(value, "-")
	if len(part) != 3 || len(part[0]) != 4 {
		return nil
	}
	month, err1 := strconv.Atoi(part[1])
	day, err2 := strconv.Atoi(part[2])
	if err1 != nil || err2 != nil || month < 1 || month > 12 {
		return nil
	}
	forms := map[string]bool{}
	add := func(format string, values ...any) { forms[fmt.Sprintf(format, values...)] = true }
	for _, y := range [...]string{part[0], part[0][2:]} {
		for _, d := range [...]string{part[2], strconv.Itoa(day)} {
			for _, m := range [...]string{part[1], strconv.Itoa(month)} {
				for _, mark := range [...]string{"/", "-", ".", " ", ""} {
					if mark == "" && len(d+m) < 4 {
						continue
					}
					add("%s%s%s%s%s", d, mark, m, mark, y)
					add("%s%s%s%s%s", m, mark, d, mark, y)
					add("%s%s%s%s%s", y, mark, m, mark, d)
				}
			}
			for _, m := range months[month-1] {
				for _, mark := range [...]string{"/", "-", ".", " ", ", "} {
					add("%s%s%s%s%s", d, mark, m, mark, y)
				}
				add("%s %s, %s", m, d, y)
				add("%s %s %s", m, d, y)
				add("%s. %s %s", d, m, y)
				add("%s de %s de %s", d, m, y)
				add("%s%s%s", d, m, y)
			}
		}
	}
	return slices.Sorted(maps.Keys(forms))
}
