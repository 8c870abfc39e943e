package ordertest

import (
	"embed"
	"fmt"
	"strings"
)

// language holds the wordings of one language: lists from which an order draws, by
// what they are for ("title", "label po_number", "heading quantity"). "|" separates
// the lines of a heading.
type language struct {
	code string
	all  map[string][]string
}

//go:embed words/*.txt
var wordings embed.FS

// languages are the languages of orders, by ISO 639-1 code.
var languages = readLanguages()

// readLanguages reads the lists of wordings from files with one list per line, "what: one; two".
func readLanguages() map[string]*language {
	files, err := wordings.ReadDir("words")
	if err != nil {
		panic(err)
	}
	found := map[string]*language{}
	for _, f := range files {
		text, err := wordings.ReadFile("words/" + f.Name())
		if err != nil {
			panic(err)
		}
		l := &language{strings.TrimSuffix(f.Name(), ".txt"), map[string][]string{}}
		for line := range strings.Lines(string(text)) {
			what, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
			if !ok {
				panic(fmt.Sprintf("%s: no list in %q", f.Name(), line))
			}
			l.all[what] = strings.Split(list, "; ")
		}
		found[l.code] = l
	}
	return found
}

// has reports whether the language has wordings for something.
func (l *language) has(what string) bool { return len(l.all[what]) > 0 }

// word draws a wording in the order's language that does not contradict its currency, if there is one.
func (g *generator) word(what string) string {
	list := g.language.all[what]
	if len(list) == 0 {
		panic("no words in " + g.language.code + " for " + what)
	}
	at := g.IntN(len(list))
	for range list {
		if g.statesMoneyOf(list[at]) {
			break
		}
		at = (at + 1) % len(list)
	}
	return list[at]
}

// moneyWords are words that name a currency in wordings, each with the currency's code.
var moneyWords = [][2]string{{"EUR", "EUR"}, {"€", "EUR"}, {"euro", "EUR"}, {"DKK", "DKK"}, {"Kč", "CZK"}, {"R$", "BRL"}}

// statesMoneyOf reports whether a wording names no currency, or names the order's
// currency where the order states one.
func (g *generator) statesMoneyOf(text string) bool {
	for _, w := range moneyWords {
		if strings.Contains(text, w[0]) {
			return w[1] == g.money.code && !g.has("currency: none")
		}
	}
	return true
}

// label and heading draw a field's label and a column's heading.
func (g *generator) label(key string) string   { return g.word("label " + key) }
func (g *generator) heading(key string) string { return g.word("heading " + key) }
