package solve

import (
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/value"
)

// What an item lacks is a number on its row that makes quantity times price the total. Where the quantity is one, it must stand in
// the column of another item's.
func TestComplete(t *testing.T) {
	type cell struct {
		text string
		x    float64 // right edge
		tag  tagging.Tag
	}
	const none = tagging.Other
	quantity, price, total := tagging.Quantity, tagging.UnitPrice, tagging.LineTotal
	for _, test := range []struct {
		name string
		rows [][]cell
		of   schema.Field
		want []string
	}{
		{"quantity", [][]cell{{{"7", 100, none}, {"45", 200, none}, {"12.00", 300, price}, {"540.00", 400, total}}}, schema.Quantity, []string{"45"}},
		{"price", [][]cell{{{"45", 200, quantity}, {"12.00", 300, none}, {"540.00", 400, total}}}, schema.UnitPrice, []string{"12.00"}},
		{"nothing proves it", [][]cell{{{"45", 200, quantity}, {"13.00", 300, none}, {"540.00", 400, total}}}, schema.UnitPrice, []string{""}},
		{"one in the column", [][]cell{
			{{"45", 200, quantity}, {"12.00", 300, price}, {"540.00", 400, total}},
			{{"1", 100, none}, {"1", 200, none}, {"8.00", 300, price}, {"8.00", 400, total}},
		}, schema.Quantity, []string{"45", "1"}},
		{"one that counts the items", [][]cell{{{"1", 100, none}, {"8.00", 300, price}, {"8.00", 400, total}}}, schema.Quantity, []string{""}},
		{"discount", [][]cell{{{"45", 200, quantity}, {"12.00", 300, price}, {"25.0", 350, none}, {"405.00", 400, total}}}, schema.Discount, []string{"25.0%"}},
	} {
		g := &tagging.Graph{Pages: []*layout.Page{{Page: &doc.Page{}}}}
		tags := &tagging.Tags{Graph: g}
		r := &reviser{decoder: &decoder{Tags: tags}}
		for i, row := range test.rows {
			from, cells, words := len(g.Nodes), new(schema.Cells), cellWords{}
			for _, c := range row {
				if c.tag != none {
					cells[tagging.Fields[c.tag]].Value = c.text
					words[c.tag] = []int{len(g.Nodes)}
				}
				w := &doc.Word{Text: c.text, Size: 10, Box: doc.Box{X0: c.x - 20, X1: c.x, Y1: 10}, Confidence: 1}
				g.Nodes = append(g.Nodes, tagging.Node{Word: w, Row: i})
			}
			g.Rows = append(g.Rows, tagging.Row{From: from, To: len(g.Nodes)})
			r.lines, r.words = append(r.lines, cells), append(r.words, words)
		}
		g.Locale = value.Locale{}
		tags.Words, tags.Lines = make([][tagging.NumTags]float32, len(g.Nodes)), make([][tagging.NumParts]float32, len(g.Rows))
		r.complete()
		for i, want := range test.want {
			if got := r.lines[i][test.of].Value; got != want {
				t.Errorf("%s: item %d has %q, want %q", test.name, i+1, got, want)
			}
		}
	}
}
