package solve

import (
	"testing"

	"lineitem/convert/order/schema"
)

// TestWithoutRepeats checks that lines that split what was ordered by dates or places are not items, but that
// deliveries, backorders and other items of the same article are.
func TestWithoutRepeats(t *testing.T) {
	type line struct {
		page                                       int
		number, code, description, quantity, price string
		total                                      string
	}
	for _, tt := range []struct {
		name  string
		lines []line
		want  int
	}{
		{"a plan of deliveries", []line{
			{1, "1", "", "FP22 Flange forging", "4000", "148.50", ""}, {1, "2", "", "FP23 Sleeve yoke", "2500", "163.00", ""},
			{1, "1", "FP22", "", "1500", "", ""}, {1, "2", "FP23", "", "2500", "", ""},
		}, 2},
		{"its codes are read as descriptions", []line{
			{1, "1", "FP22", "Flange forging", "4000", "148.50", ""}, {1, "2", "FP23", "Sleeve yoke", "2500", "163.00", ""},
			{1, "1", "", "FP22", "1500", "", ""}, {1, "2", "", "FP23", "2500", "", ""},
		}, 2},
		{"sheets of countries", []line{
			{1, "", "014", "", "11800", "9.85", ""}, {2, "", "014", "", "610", "9.92", ""}, {3, "", "014", "", "20", "9.92", ""},
		}, 1},
		{"sheets of countries with numbers alone", []line{
			{1, "001", "", "", "30051", "1.98", ""}, {2, "001", "", "", "1108", "2.04", "1"},
		}, 1},
		{"two deliveries", []line{
			{1, "1", "A4", "Holder", "480", "2.00", ""}, {1, "2", "A4", "Holder", "240", "2.00", ""},
		}, 2},
		{"items with totals", []line{
			{1, "", "A4", "Holder", "480", "2.00", "960.00"}, {2, "", "A4", "Holder", "240", "2.00", "480.00"},
		}, 2},
		{"two shops order as much", []line{
			{1, "", "A4", "Holder", "10", "2.00", ""}, {1, "", "A5", "Screw", "4", "2.00", ""},
			{2, "", "A4", "Holder", "6", "2.00", ""}, {2, "", "A5", "Screw", "4", "2.00", ""},
		}, 4},
		{"sums of shops", []line{
			{1, "", "A4", "Holder", "5", "2.00", "10.00"}, {1, "", "A5", "Screw", "12", "0.50", "6.00"}, {1, "", "", "Items: 2", "17", "", "16.00"},
			{2, "", "A4", "Holder", "2", "2.00", "4.00"}, {2, "", "A5", "Screw", "4", "0.50", "2.00"}, {2, "", "", "Items: 2", "6", "", "6.00"},
		}, 4},
		{"taxes of all items", []line{
			{1, "1", "", "Gear box", "3", "500.00", "1500.00"}, {1, "", "", "State tax 9%", "", "9", "135.00"}, {1, "", "", "", "", "9", "135.00"},
		}, 1},
		{"taxes with what they are taken from", []line{
			{1, "1", "", "Disc", "10", "30.00", "300.00"}, {1, "2", "", "Belt", "5", "20.00", "100.00"}, {1, "3", "", "Handbook", "2", "10.00", "20.00"},
			{1, "", "Tax", "", "19", "400.00", "76.00"}, {1, "", "Tax", "", "20.00", "7", "1.40"},
		}, 3},
		{"an item for a hundred, and one that costs as much as others", []line{
			{1, "", "A4", "Holder", "50", "2.00", "100.00"}, {1, "", "A5", "Screw", "200", "12.00", "24.00"}, {1, "3", "", "Setting up", "", "", "124.00"},
		}, 3},
		{"another item on the last page", []line{
			{1, "", "A4", "Holder", "480", "2.00", ""}, {2, "", "A4", "Holder", "240", "2.00", ""}, {2, "", "A5", "Screw", "4", "2.00", ""},
		}, 3},
	} {
		var lines []schema.Cells
		for _, l := range tt.lines {
			var c schema.Cells
			for f, v := range map[schema.Field]string{
				schema.LineNumber: l.number, schema.ItemCode: l.code, schema.Description: l.description, schema.Quantity: l.quantity,
				schema.UnitPrice: l.price, schema.LineTotal: l.total,
			} {
				c[f].Value = v
				c[f].Evidence.Page = l.page
			}
			lines = append(lines, c)
		}
		if got := WithoutRepeats(lines); len(got) != tt.want {
			t.Errorf("%s: %d items, want %d", tt.name, len(got), tt.want)
		}
	}
}
