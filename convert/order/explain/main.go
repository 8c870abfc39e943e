// Command explain shows how a document is read: the candidates of each value of an
// order's head with their probabilities, the readings of its line items with their
// scores, and how the network of package tagging classifies the words of these. From the
// root of the repository,
//
//	go run ./convert/order/explain testdata/training/docs/bela-14.pdf
//
// The value or reading that is chosen is marked with *.
package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order"
	"lineitem/convert/order/ranking"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/solve"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/training"
	"lineitem/convert/order/value"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(stderr, "explain: name one document, such as testdata/training/docs/bela-14.pdf")
		return 2
	}
	data, err := os.ReadFile(args[0])
	if err == nil {
		reader, end := training.Pixels("")
		defer end()
		var d *doc.Document
		if d, err = reader.Document(context.Background(), data); err == nil {
			explainHeads(stdout, d)
			explainReadings(stdout, d)
			explainLines(stdout, d)
			return 0
		}
	}
	fmt.Fprintln(stderr, "explain:", err)
	return 1
}

// shown is the number of candidates of a field that are shown, besides the chosen one.
const shown = 5

// explainHeads shows the candidates of the heads of all orders.
func explainHeads(w io.Writer, d *doc.Document) {
	for _, v := range order.Heads(d) {
		fmt.Fprintf(w, "order on pages %d to %d\n", v.First+1, v.Last+1)
		ranked := ranking.Rank(v, nil)
		if ranked == nil {
			continue
		}
		for _, r := range ranked.Fields {
			fmt.Fprintf(w, "%s\n", r.Field.Key())
			explainField(w, &r)
		}
	}
}

// explainField shows the likeliest candidates of a field, and the one that was chosen.
func explainField(w io.Writer, r *ranking.Ranked) {
	all := make([]int, len(r.P))
	for i := range all {
		all[i] = i
	}
	slices.SortStableFunc(all, func(i, k int) int { return cmp.Compare(r.P[k], r.P[i]) })
	mark := func(i int) string {
		if i == r.Best {
			return "*"
		}
		return " "
	}
	fmt.Fprintf(w, "  %s %.3f (none)\n", mark(-1), r.None)
	for n, i := range all {
		if c := r.Candidates[i]; n < shown || i == r.Best {
			box := doc.BoxOf(c.Words())
			fmt.Fprintf(w, "  %s %.3f %s (page %d, %.0f %.0f)\n", mark(i), r.P[i], c.Value, c.Page+1, box.X0, box.Y0)
		}
	}
}

// explainReadings shows the readings of the line items with their scores.
func explainReadings(w io.Writer, d *doc.Document) {
	readings := order.LineItems(d, nil)
	fmt.Fprintln(w, "readings of the line items")
	scores := solve.Scores(readings)
	for i, best := 0, solve.Best(readings, nil); i < len(readings); i++ {
		mark := ' '
		if i == best {
			mark = '*'
		}
		n := &readings[i]
		fmt.Fprintf(w, "  %c %.2f %s: %d items\n", mark, scores[i], n.Way(), len(n.Lines))
	}
}

// explainLines shows the classes of the words on the lines that belong to items.
func explainLines(w io.Writer, d *doc.Document) {
	pages := layout.Analyze(d)
	t := tagging.Classify(pages, value.FindLocale(pages), nil)
	if t == nil {
		return
	}
	fmt.Fprintln(w, "line items by the network")
	for r, row := range t.Rows {
		part := largest(t.Lines[r][:])
		if tagging.Part(part) == tagging.Outside {
			continue
		}
		fmt.Fprintf(w, "  %s %.2f:", [...]string{tagging.Begins: "begins", tagging.Inside: "goes on"}[part], t.Lines[r][part])
		for i := row.From; i < row.To; i++ {
			tag := largest(t.Words[i][:])
			fmt.Fprintf(w, " %s", t.Nodes[i].Word.Text)
			if f := tagging.Fields[tag]; f != schema.NumFields {
				fmt.Fprintf(w, " [%s %.2f]", f.Key(), t.Words[i][tag])
			}
		}
		fmt.Fprintln(w)
	}
}

// largest returns the index of the largest of some probabilities.
func largest(p []float32) int { return slices.Index(p, slices.Max(p)) }
