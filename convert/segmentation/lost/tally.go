package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// step is the step from pixels to words at which a word is lost.
type step int

const (
	right         step = iota // read right
	misread                   // a line covers it, but was read otherwise
	unworded                  // its line was read right, but not split into such a word
	lines                     // no line covers it, but one does when lines are cut differently
	cleaning                  // it is read right when a step of cleaning is left out
	short                     // not found, and too short to be told from others in a misread line
	repeatedShort             // found less often than it is in the cells; only counted for short words
	nowhere                   // not found at all: handwritten, or not printed as the cell has it
	steps
)

var stepNames = [steps]string{"right", "misread", "words", "lines", "cleaning", "short", "again", "nowhere"}

// count counts words, and those of them that have digits.
type count struct{ words, digits int }

func (c *count) add(w *word) {
	c.words++
	if w.digits() {
		c.digits++
	}
}

// cause is the step at which words are lost, and why.
type cause struct {
	step step
	name string
}

// tally counts words by where they are lost.
type tally struct {
	steps  map[string]*[steps]count // by group of documents
	causes map[cause]*count
}

func newTally() *tally { return &tally{map[string]*[steps]count{}, map[cause]*count{}} }

// total is the group of all documents.
const total = "all"

// add counts a word of a document of a group.
func (t *tally) add(group string, w *word, c cause) {
	for _, g := range [...]string{group, total} {
		if t.steps[g] == nil {
			t.steps[g] = new([steps]count)
		}
		t.steps[g][c.step].add(w)
	}
	if c.step == right {
		return
	}
	if t.causes[c] == nil {
		t.causes[c] = new(count)
	}
	t.causes[c].add(w)
}

// write writes the tables.
func (t *tally) write(out io.Writer) {
	groups := slices.SortedFunc(maps.Keys(t.steps), func(a, b string) int {
		return cmp.Or(boolCompare(a == total, b == total), strings.Compare(a, b))
	})
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, digits := range [...]bool{false, true} {
		what := "words"
		if digits {
			what = "with digits"
		}
		fmt.Fprintf(table, "%s\t%s\t\n", what, strings.Join(append([]string{"all"}, stepNames[:]...), "\t"))
		for _, g := range groups {
			sum := 0
			for _, c := range t.steps[g] {
				sum += c.of(digits)
			}
			fmt.Fprintf(table, "%s\t%d\t", g, sum)
			for _, c := range t.steps[g] {
				fmt.Fprintf(table, "%.3f\t", float64(c.of(digits))/float64(max(sum, 1)))
			}
			fmt.Fprintln(table)
		}
		fmt.Fprintln(table, "\t")
	}
	table.Flush()
	table = tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "lost by\tcause\twords\twith digits")
	causes := slices.SortedFunc(maps.Keys(t.causes), func(a, b cause) int {
		return cmp.Or(cmp.Compare(a.step, b.step), cmp.Compare(t.causes[b].words, t.causes[a].words), strings.Compare(a.name, b.name))
	})
	for _, c := range causes {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\n", stepNames[c.step], c.name, t.causes[c].words, t.causes[c].digits)
	}
	table.Flush()
}

func (c count) of(digits bool) int {
	if digits {
		return c.digits
	}
	return c.words
}

// boolCompare orders false before true.
func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
