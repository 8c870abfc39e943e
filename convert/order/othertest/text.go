package othertest

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A template has a line for each line of the document:
//
//	# text      a title
//	## text     a heading
//	> text      a line on the right
//	- text      an item of a list
//	| a | b     a row of a table; |* begins a row of headings
//	~text       a line of a listing, set verbatim
//	text        a paragraph; an empty line is a gap
//	columns 2   from here on pages have two columns
//	mono        from here on the font is monospaced
//	3-9x…       the line after the x, 3 to 9 times; {n} is the number of the repetition
//	repeat 3-9  the lines up to "end", 3 to 9 times; {n} is the number of the repetition
//
// Braces hold what is drawn at random: one of {several; ways}, a number {3-9}, a
// letter {A-F}, digits {##} and letters {@@}, a word from the list {name}, or one of
// the values that the function draw knows, such as {date}.

// generator draws the content and the appearance of a document.
type generator struct {
	*rand.Rand
	date, sign string // layout of dates in package time, format of amounts
	n          int    // value of {n}
}

func newGenerator(seed uint64) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0x6f74686572))}
	g.date = g.pick("2 January 2006", "02/01/2006", "2006-01-02", "January 2, 2006", "02-Jan-2006")
	g.sign = g.pick("£%s", "$%s", "€%s", "EUR %s", "%s", "USD %s")
	return g
}

func (g *generator) pick(all ...string) string { return all[g.IntN(len(all))] }

// between draws a whole number from low to high.
func (g *generator) between(low, high int) int { return low + g.IntN(high-low+1) }

var times = regexp.MustCompile(`^(\d+-\d+)x(.*)$`)

// expand returns the lines of a document, drawn from those of its template.
func (g *generator) expand(template []string) []string {
	var lines []string
	for i := 0; i < len(template); i++ {
		line := template[i]
		if count, ok := strings.CutPrefix(line, "repeat "); ok {
			end := i
			for template[end] != "end" {
				end++
			}
			for n := range g.number(count) {
				g.n = n + 1
				lines = append(lines, g.expand(template[i+1:end])...)
			}
			i = end
			continue
		}
		if m := times.FindStringSubmatch(line); m != nil {
			for n := range g.number(m[1]) {
				g.n = n + 1
				lines = append(lines, g.fill(m[2]))
			}
			continue
		}
		lines = append(lines, g.fill(line))
	}
	return lines
}

// number draws a number from a range such as 3-9.
func (g *generator) number(text string) int {
	low, high, _ := strings.Cut(text, "-")
	a, errA := strconv.Atoi(low)
	b, errB := strconv.Atoi(high)
	if errA != nil || errB != nil {
		panic("no range: " + text)
	}
	return g.between(min(a, b), max(a, b))
}

// fill replaces each pair of braces by what is drawn for it. Braces that hold nothing
// to draw, and unmatched braces, stay.
func (g *generator) fill(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		end := 0
		if text[i] == '{' {
			end = closing(text[i:])
		}
		if end == 0 {
			b.WriteByte(text[i])
			continue
		}
		inner := text[i+1 : i+end]
		i += end
		list := alternatives(inner)
		choice := list[g.IntN(len(list))]
		switch drawn, ok := g.draw(choice); {
		case ok:
			b.WriteString(drawn)
		case len(list) > 1:
			b.WriteString(g.fill(choice))
		default:
			b.WriteString("{" + g.fill(inner) + "}")
		}
	}
	return b.String()
}

// closing returns the index of the brace that closes the one with which text begins, or 0.
func closing(text string) int {
	depth := 0
	for i, r := range text {
		switch r {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return 0
}

// alternatives splits a list at the semicolons outside braces.
func alternatives(list string) []string {
	var all []string
	from, depth := 0, 0
	for i, r := range list {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		case ';':
			if depth == 0 {
				all = append(all, list[from:i])
				from = i + 1
			}
		}
	}
	return append(all, list[from:])
}

var (
	numbers = regexp.MustCompile(`^\d+-\d+$`)
	letters = regexp.MustCompile(`^[A-Z]-[A-Z]$`)
	pattern = regexp.MustCompile(`^[0-9#@-]*[#@]$`)
)

// draw draws a value for a name or a pattern; it reports whether there is one.
func (g *generator) draw(name string) (string, bool) {
	switch name {
	case "n":
		return strconv.Itoa(g.n), true
	case "date":
		return g.day().Format(g.date), true
	case "datum":
		return g.day().Format("02.01.2006"), true
	case "hour":
		return fmt.Sprintf("%02d:%02d", g.between(5, 23), 5*g.between(0, 11)), true
	case "price":
		return fmt.Sprintf("%d.%02d", g.between(1, 90), g.between(0, 99)), true
	case "preis":
		return fmt.Sprintf("%d,%02d", g.between(1, 90), g.between(0, 99)), true
	case "amount":
		whole := strconv.Itoa(g.between(1, 999))
		if g.IntN(3) == 0 {
			whole = fmt.Sprintf("%d,%03d", g.between(1, 40), g.between(0, 999))
		}
		return fmt.Sprintf(g.sign, fmt.Sprintf("%s.%02d", whole, g.between(0, 99))), true
	case "betrag":
		return fmt.Sprintf("%d.%03d,%02d €", g.between(1, 40), g.between(0, 999), g.between(0, 99)), true
	case "email":
		return g.pick("info", "anna.weber", "office", "j.miller") + "@" + g.pick("example.com", "example.org", "firm.example"), true
	}
	switch {
	case words[name] != nil:
		return g.fill(strings.TrimSpace(g.pick(words[name]...))), true
	case numbers.MatchString(name):
		return strconv.Itoa(g.number(name)), true
	case letters.MatchString(name):
		return string(rune(g.between(int(name[0]), int(name[2])))), true
	case pattern.MatchString(name):
		return strings.Map(func(r rune) rune {
			switch r {
			case '#':
				return rune('0' + g.IntN(10))
			case '@':
				return rune('A' + g.IntN(26))
			}
			return r
		}, name), true
	}
	return "", false
}

func (g *generator) day() time.Time {
	return time.Date(g.between(2019, 2027), time.Month(g.between(1, 12)), g.between(1, 28), 0, 0, 0, 0, time.UTC)
}
