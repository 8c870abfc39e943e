package othertest

import (
	"regexp"
	"strings"
	"unicode"
)

// block is a unit of layout: a line of a template, or the rows of a table.
type block struct {
	mark string // one of marks, with which the line begins; empty for a paragraph
	text string
	rows [][]string // of a table
	head []bool     // which rows are headings
}

var marks = []string{"##", "#", ">", "-", "|*", "|", "~"}

// parse parses lines into blocks; consecutive rows form one table.
func parse(lines []string) []block {
	var blocks []block
	for _, line := range lines {
		b := block{text: line}
		for _, mark := range marks {
			if text, ok := strings.CutPrefix(line, mark); ok {
				b.mark, b.text = mark, text
				break
			}
		}
		if !strings.HasPrefix(b.mark, "|") {
			blocks = append(blocks, b)
			continue
		}
		var row []string
		for cell := range strings.SplitSeq(b.text, "|") {
			row = append(row, strings.TrimSpace(cell))
		}
		if n := len(blocks); n == 0 || blocks[n-1].mark != "|" {
			blocks = append(blocks, block{mark: "|"})
		}
		table := &blocks[len(blocks)-1]
		table.rows, table.head = append(table.rows, row), append(table.head, b.mark == "|*")
	}
	return blocks
}

// sheet sets blocks on pages.
type sheet struct {
	*generator
	pages         []strings.Builder // content streams
	width, height float64           // of a page, points
	margin        float64
	size, leading float64
	face          string // Helvetica, Times or Courier
	ruled, spread bool   // whether tables have rules, and whether they take the whole width
	columns       int
	column        int     // the column that is being set, from 0
	y             float64 // baseline of the next line, from the top of the page
	top           float64 // top of the columns
}

func newSheet(g *generator) *sheet {
	s := &sheet{generator: g, width: 595, height: 842, columns: 1}
	if g.IntN(3) == 0 {
		s.width, s.height = 612, 792
	}
	s.margin = float64(g.between(36, 80))
	s.size = float64(g.between(8, 12))
	s.leading = s.size * (1.1 + 0.4*g.Float64())
	s.face = g.pick("Helvetica", "Helvetica", "Times", "Courier")
	s.ruled, s.spread = g.IntN(2) == 0, g.IntN(2) == 0
	s.page()
	return s
}

func (s *sheet) page() {
	s.pages = append(s.pages, strings.Builder{})
	s.column, s.top = 0, s.margin
	s.y = s.top + s.size
}

// room moves to the next column or the next page if a line does not fit.
func (s *sheet) room() {
	switch {
	case s.y < s.height-s.margin:
	case s.column+1 < s.columns:
		s.column++
		s.y = s.top + s.size
	default:
		s.page()
	}
}

const gutter = 18 // between columns, points

func (s *sheet) measure() (left, right float64) {
	wide := (s.width - 2*s.margin - float64(s.columns-1)*gutter) / float64(s.columns)
	left = s.margin + float64(s.column)*(wide+gutter)
	return left, left + wide
}

// draw sets the blocks.
func (s *sheet) draw(blocks []block) {
	for _, b := range blocks {
		switch {
		case b.mark == "" && b.text == "columns 2":
			s.columns = 2
		case b.mark == "" && b.text == "mono":
			s.face = "Courier"
		case b.mark == "|":
			s.table(b)
		case b.mark == "~":
			s.room()
			left, _ := s.measure()
			s.put(left, b.text, s.size*0.85, "Courier", false)
			s.y += s.leading * 0.9
		case b.mark == ">":
			s.room()
			_, right := s.measure()
			text := strings.TrimSpace(b.text)
			s.put(right-s.extent(text, s.size, s.face), text, s.size, s.face, false)
			s.y += s.leading
		case b.mark == "#":
			s.paragraph(b.text, 1.7*s.size, true, 0)
		case b.mark == "##":
			s.paragraph(b.text, 1.2*s.size, true, 0)
		case b.mark == "-":
			s.paragraph("- "+strings.TrimSpace(b.text), s.size, false, 10)
		default:
			s.paragraph(b.text, s.size, false, 0)
		}
	}
}

// paragraph sets running text; empty text gives a gap.
func (s *sheet) paragraph(text string, size float64, bold bool, indent float64) {
	left, right := s.measure()
	for _, line := range s.wrap(text, right-left-indent, size) {
		s.room()
		left, _ := s.measure()
		s.put(left+indent, line, size, s.face, bold)
		s.y += s.leading * size / s.size
	}
}

// wrap breaks text into lines of at most width points; it returns at least one line.
func (s *sheet) wrap(text string, width, size float64) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && s.extent(line+" "+word, size, s.face) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}

var figure = regexp.MustCompile(`^[-+±£$€%., 0-9]*[0-9][-+±£$€%., 0-9]*$`)

// table sets rows in columns as wide as their texts. If the table is too wide, the text in the
// widest column wraps.
func (s *sheet) table(b block) {
	left, right := s.measure()
	var widths []float64
	var figures []bool
	for i, row := range b.rows {
		for c, cell := range row {
			if c == len(widths) {
				widths, figures = append(widths, 0), append(figures, true)
			}
			widths[c] = max(widths[c], s.extent(cell, s.size, s.face))
			figures[c] = figures[c] && (b.head[i] || cell == "" || figure.MatchString(cell))
		}
	}
	const gap = 14
	all, widest := gap*float64(len(widths)-1), 0
	for c, w := range widths {
		all += w
		if w > widths[widest] {
			widest = c
		}
	}
	switch free := right - left - all; {
	case free < 0:
		widths[widest] = max(60, widths[widest]+free)
	case s.spread:
		for c := range widths {
			widths[c] += free / float64(len(widths))
		}
	}
	for i, row := range b.rows {
		s.room()
		first, x := s.y, left
		lowest := first
		for c, cell := range row {
			s.y = first
			for _, line := range s.wrap(cell, widths[c], s.size) {
				at := x
				if figures[c] {
					at += widths[c] - s.extent(line, s.size, s.face)
				}
				s.put(at, line, s.size, s.face, b.head[i])
				s.y += s.leading
			}
			lowest = max(lowest, s.y)
			x += widths[c] + gap
		}
		s.y = lowest
		if s.ruled {
			s.rule(left, min(x-gap, right), first+0.3*s.size)
		}
	}
}

// extent returns the approximate width of text, points.
func (s *sheet) extent(text string, size float64, face string) float64 {
	em := 0.0
	for _, r := range text {
		switch {
		case face == "Courier":
			em += 0.6
		case strings.ContainsRune("iljt.,:;'|()I!/ f", r):
			em += 0.28
		case strings.ContainsRune("mwMW%@", r):
			em += 0.85
		case unicode.IsUpper(r):
			em += 0.68
		default:
			em += 0.53
		}
	}
	return em * size
}
