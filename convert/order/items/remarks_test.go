package items

import (
	"slices"
	"strings"
	"testing"

	"lineitem/convert/layout"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/schema"
)

func TestDescribing(t *testing.T) {
	const head = "Pos   Code    Description               Qty     Price    Amount\n"
	tests := []struct {
		name, text string
		bold       []int // numbers of bold lines, from 0
		want       string
	}{
		{
			name: "what goes on beneath the description",
			text: `
1     AB-12   Pump housing, cast          2     10.00     20.00
              iron, for oil
2     AB-13   Lid                         1      5.00      5.00
              Colour: green`,
			want: "Pump housing, cast iron, for oil\nLid Colour: green",
		},
		{
			name: "wider than the cell",
			text: `
1     AB-12   Pump housing                2     10.00     20.00
              iron
              Pallets must be stacked on battens and covered on all sides
              against the rain.
2     AB-13   Lid                         1      5.00      5.00`,
			want: "Pump housing iron\nLid",
		},
		{
			name: "a row by itself",
			text: `
1     AB-12   Pump housing                2     10.00     20.00
              iron

              Certificate beside

2     AB-13   Lid                         1      5.00      5.00

3     AB-14   Screw                       1      5.00      5.00

              Ring the fitter`,
			want: "Pump housing iron\nLid\nScrew",
		},
		{
			name: "headings of sections",
			text: `
              PUMPS
1     AB-12   Pump housing                2     10.00     20.00
2     AB-13   Lid                         1      5.00      5.00
              SCREWS
3     AB-14   Screw                       1      5.00      5.00`,
			bold: []int{1, 4},
			want: "Pump housing\nLid\nScrew",
		},
		{
			name: "parts of the price",
			text: `
1     AB-12   Pump set                    2     10.00     20.00
              Gross price                        5.00
              with hose
              - Gasket                    4
2     AB-13   Lid                         1      5.00      5.00`,
			want: "Pump set\nLid",
		},
	}
	for _, test := range tests {
		d := ordertest.Typed(head + strings.TrimPrefix(test.text, "\n"))
		for i := range d.Pages[0].Words {
			w := &d.Pages[0].Words[i]
			w.Bold = slices.Contains(test.bold, int(w.Box.Y0-36)/12)
		}
		var got []string
		for _, table := range find(layout.Analyze(d)) {
			for _, c := range table.Lines {
				got = append(got, c[schema.Description].Value)
			}
		}
		if got := strings.Join(got, "\n"); got != test.want {
			t.Errorf("%s: Find gives\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}
