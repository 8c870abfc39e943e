package items

import (
	"testing"

	"lineitem/convert/order/schema"
)

// TestListed checks that items are found in lists, but not in addresses, numbered
// terms or sums.
func TestListed(t *testing.T) {
	fields := []schema.Field{schema.Description, schema.Quantity, schema.Unit}
	for _, tt := range []struct {
		name, text string
		want       [][]string
	}{
		{"a message", `
Hello, please send for Saturday:

30x Bread rolls
6 kg Hake loins
• 10 Rye loaves

Thanks, 2 of us will be there`, [][]string{{"Bread rolls", "30", ""}, {"Hake loins", "6", "kg"}, {"Rye loaves", "10", ""}}},
		{"columns", `
12 flats      Impatiens, white       8-pk
6 flats       Begonia, mixed         6-pk`, [][]string{{"Impatiens, white 8-pk", "12", "flats"}, {"Begonia, mixed 6-pk", "6", "flats"}}},
		{"quantities at the end", `
B-1180    Hose clamp             500 pcs
B-1184    Corner valve           200 pcs`, [][]string{{"Hose clamp", "500", "pcs"}, {"Corner valve", "200", "pcs"}}},
		{"freight", `
18 pallets      glass jars       9,740 kg      7.20 m
18 pallets      Total            9,740 kg      7.20 m`, [][]string{{"glass jars", "18", "pallets"}}},
		{"capitals", `
30 X Bread rolls
6 X Rye loaves`, [][]string{{"Bread rolls", "30", ""}, {"Rye loaves", "6", ""}}},
		{"freight among others", `
12 Crates
6 Lids, loose
18 pallets      glass jars       9,740 kg      7.20 m`, [][]string{{"Crates", "12", ""}, {"Lids, loose", "6", ""}, {"glass jars", "18", "pallets"}}},
		{"no list", `
1. Vehicle clean and dry
2. No reloading
80000 Johor Bahru
11, First Floor

12 High Street`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if found := typedFinder(tt.text).Listed(); len(tt.want) > 0 {
				checkItems(t, found, fields, tt.want)
			} else if len(found) > 0 {
				t.Errorf("Listed = %+v, want nothing", found[0].Lines)
			}
		})
	}
}
