package ordertest

import (
	"strings"

	"lineitem/convert/doc"
)

// Typed returns text set as by a typewriter: a character takes 6 points, a line 12;
// two or more blanks separate columns. A form feed begins a new page.
func Typed(text string) *doc.Document {
	const wide, high = 6.0, 12.0
	var d doc.Document
	for n, page := range strings.Split(text, "\f") {
		p := doc.Page{Number: n + 1, Width: 792, Height: 792}
		for row, line := range strings.Split(page, "\n") {
			column := 0
			for line != "" {
				blanks := len(line) - len(strings.TrimLeft(line, " "))
				column, line = column+blanks, line[blanks:]
				word, _, _ := strings.Cut(line, " ")
				if word == "" {
					break
				}
				line = line[len(word):]
				length := len([]rune(word))
				x, y := 36+float64(column)*wide, 36+float64(row)*high
				p.Words = append(p.Words, doc.Word{
					Text: word, Box: doc.Box{X0: x, Y0: y, X1: x + float64(length)*wide, Y1: y + 10}, Baseline: y + 8, Size: 10, Confidence: 1,
				})
				column += length
			}
		}
		d.Pages = append(d.Pages, p)
	}
	return &d
}
