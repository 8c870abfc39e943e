package ordertest

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
)

// Recognised returns a copy of the document as OCR would read its print: a share
// of the characters is misread, blanks are lost and added, boxes,
// baselines and sizes are estimates, the lines bend a little, and rules have
// gaps or are missed. The Source of its pages is doc.Pixels. The same seed gives
// the same mistakes; d is not changed.
func Recognised(d *doc.Document, seed uint64, mistakes float64) *doc.Document {
	g := &recogniser{rand.New(rand.NewPCG(seed, 0x706978656c73)), mistakes}
	out := &doc.Document{Pages: slices.Clone(d.Pages)}
	for i := range out.Pages {
		g.page(&out.Pages[i])
	}
	return out
}

// recogniser simulates the mistakes of OCR.
type recogniser struct {
	*rand.Rand
	mistakes float64 // share of characters that are misread
}

// Errors of what OCR measures: standard deviations, as shares of the font size.
const (
	edgeError     = 0.03
	baselineError = 0.035
	sizeError     = 0.04
)

// Shares of the ruling lines that are missed or have a gap, and of the fills that are missed.
const (
	ruleMissed = 0.12
	ruleGapped = 0.2
	fillMissed = 0.4
)

// Probabilities that a blank is lost or added, relative to that of misreading a character.
const (
	blankLost  = 0.6
	blankAdded = 0.15
)

func (g *recogniser) page(p *doc.Page) {
	p.Source = doc.Pixels
	bend := g.NormFloat64() * 0.5 // points by which the middle of a line across the page is off
	p.Words = g.words(p, bend)
	rules := p.Rules
	p.Rules = nil
	for _, r := range rules {
		p.Rules = append(p.Rules, g.rule(r)...)
	}
	fills := p.Fills
	p.Fills = nil
	for _, f := range fills {
		if g.Float64() >= fillMissed {
			p.Fills = append(p.Fills, f)
		}
	}
}

// rule returns what is found of a ruling line: nothing, all of it, or two pieces.
func (g *recogniser) rule(r doc.Rule) []doc.Rule {
	shift := g.NormFloat64() * 0.3
	if r.Vertical {
		r.X0, r.X1 = r.X0+shift, r.X1+shift
	} else {
		r.Y0, r.Y1 = r.Y0+shift, r.Y1+shift
	}
	switch luck := g.Float64(); {
	case luck < ruleMissed:
		return nil
	case luck > ruleMissed+ruleGapped:
		return []doc.Rule{r}
	}
	a, b := r, r
	at, gap := 0.1+0.8*g.Float64(), 2+6*g.Float64()
	if r.Vertical {
		a.Y1 = r.Y0 + at*r.Height()
		b.Y0 = min(r.Y1, a.Y1+gap)
	} else {
		a.X1 = r.X0 + at*r.Width()
		b.X0 = min(r.X1, a.X1+gap)
	}
	return []doc.Rule{a, b}
}

// words returns the page's words as read.
func (g *recogniser) words(p *doc.Page, bend float64) []doc.Word {
	var out []doc.Word
	for i := 0; i < len(p.Words); i++ {
		w := p.Words[i]
		if w.Turn == 0 {
			for i+1 < len(p.Words) && g.Float64() < blankLost*g.mistakes && oneSpace(&w, &p.Words[i+1]) {
				w = merged(w, p.Words[i+1])
				i++
			}
		}
		for _, part := range g.broken(w) {
			if g.read(&part); part.Text != "" {
				g.place(&part, p.Width, bend)
				out = append(out, part)
			}
		}
	}
	return out
}

// oneSpace reports whether two words are separated by just one space.
func oneSpace(a, b *doc.Word) bool {
	gap := b.Box.X0 - a.Box.X1
	return b.Turn == 0 && math.Abs(a.Baseline-b.Baseline) < 1 && gap > 0 && gap < 0.4*a.Size
}

func merged(a, b doc.Word) doc.Word {
	a.Text += b.Text
	a.Box = a.Box.Union(b.Box)
	return a
}

// broken returns a word as one or two words, cut where a blank is read that is not there.
func (g *recogniser) broken(w doc.Word) []doc.Word {
	runes := []rune(w.Text)
	for i := 1; i < len(runes); i++ {
		if g.Float64() < blankAdded*g.mistakes {
			a, b := w, w
			a.Text, b.Text = string(runes[:i]), string(runes[i:])
			x := w.Box.X0 + w.Box.Width()*float64(i)/float64(len(runes))
			a.Box.X1, b.Box.X0 = x-0.03*w.Size, x+0.05*w.Size
			return []doc.Word{a, b}
		}
	}
	return []doc.Word{w}
}

// place moves a word to where OCR would find it.
func (g *recogniser) place(w *doc.Word, width, bend float64) {
	off := func(share float64) float64 { return g.NormFloat64() * share * w.Size }
	across := 2*w.Box.MidX()/max(1, width) - 1
	dy := bend*(1-across*across) + off(baselineError)
	w.Box.X0 += off(edgeError)
	w.Box.X1 = max(w.Box.X0+0.2*w.Size, w.Box.X1+off(edgeError))
	w.Box.Y0 += dy + off(edgeError)
	w.Box.Y1 += dy + off(edgeError)
	w.Baseline += dy
	w.Size *= 1 + g.NormFloat64()*sizeError
	w.Bold = false
}

// read misreads some of a word's characters, and sets its confidence.
func (g *recogniser) read(w *doc.Word) {
	var b strings.Builder
	wrong := false
	for text := w.Text; text != ""; {
		r, size := utf8.DecodeRuneInString(text)
		if g.Float64() >= g.mistakes {
			b.WriteRune(r)
			text = text[size:]
			continue
		}
		wrong = true
		switch luck := g.Float64(); {
		case luck < 0.75:
			from, to := g.mistaken(text)
			b.WriteString(to)
			size = len(from)
		case luck < 0.88:
			b.WriteRune(g.any(r))
		case luck < 0.96: // missed
		default:
			b.WriteRune(r)
			b.WriteByte(".,'-|i"[g.IntN(6)])
		}
		text = text[size:]
	}
	w.Text = b.String()
	w.Confidence = 0.999 - 0.08*g.Float64()*g.Float64()
	if wrong {
		w.Confidence = 0.35 + 0.6*g.Float64()
	}
}

// mistaken draws a misreading of the beginning of text: it returns the characters and what they are taken for.
func (g *recogniser) mistaken(text string) (from, to string) {
	var choice []string
	for _, c := range mistakes {
		if strings.HasPrefix(text, c[0]) {
			choice = append(choice, c[:]...)
		} else if strings.HasPrefix(text, c[1]) {
			choice = append(choice, c[1], c[0])
		}
	}
	if len(choice) == 0 {
		r, size := utf8.DecodeRuneInString(text)
		return text[:size], string(g.any(r))
	}
	i := 2 * g.IntN(len(choice)/2)
	return choice[i], choice[i+1]
}

// any draws a character of r's class.
func (g *recogniser) any(r rune) rune {
	class := ".,-:'/"
	switch {
	case unicode.IsDigit(r):
		class = "0123456789"
	case unicode.IsUpper(r):
		class = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	case unicode.IsLetter(r):
		class = "abcdefghijklmnopqrstuvwxyz"
	}
	return rune(class[g.IntN(len(class))])
}

// mistakes are pairs of characters with similar shapes, each of which may be taken for
// the other.
var mistakes = [...][2]string{
	{"O", "0"}, {"o", "0"}, {"D", "0"}, {"Q", "O"}, {"l", "1"}, {"I", "1"}, {"I", "l"}, {"|", "l"}, {"i", "l"}, {"i", "j"}, {"t", "l"},
	{"S", "5"}, {"s", "S"}, {"B", "8"}, {"Z", "2"}, {"z", "Z"}, {"G", "6"}, {"b", "6"}, {"g", "9"}, {"q", "g"}, {"3", "8"}, {"6", "8"}, {"0", "8"}, {"5", "6"}, {"1", "7"}, {"4", "A"},
	{"rn", "m"}, {"nn", "m"}, {"cl", "d"}, {"vv", "w"}, {"ri", "n"}, {"c", "e"}, {"e", "o"}, {"a", "o"}, {"a", "e"}, {"h", "b"}, {"u", "n"}, {"v", "y"}, {"v", "u"}, {"f", "t"}, {"r", "n"},
	{"E", "F"}, {"P", "R"}, {"U", "V"}, {"C", "G"}, {"M", "N"}, {"T", "I"}, {"H", "N"}, {"K", "X"}, {"W", "VV"},
	{".", ","}, {":", "."}, {"-", "."}, {"/", "l"}, {"(", "C"}, {"#", "H"}, {"%", "96"}, {"€", "E"}, {"$", "S"}, {"£", "E"},
	{"é", "e"}, {"è", "e"}, {"ü", "u"}, {"ö", "o"}, {"ä", "a"}, {"ß", "B"}, {"ç", "c"}, {"ã", "a"}, {"ó", "o"}, {"í", "i"}, {"ñ", "n"}, {"à", "a"}, {"é", "ê"}, {"é", "è"},
}
