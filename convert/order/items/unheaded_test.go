package items

import (
	"testing"

	"lineitem/convert/order/schema"
)

func TestUnheaded(t *testing.T) {
	fields := []schema.Field{schema.LineNumber, schema.ItemCode, schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.LineTotal}
	tests := []struct{ name, text, want string }{
		{
			name: "prices per unit",
			text: `
1    100018     Copy paper, A4        13 pza     3,50 €/pza      45,50 €
2    100063     Wall paint           306 pza     8,86 €/pza   2.711,16 €`,
			want: "1|100018|Copy paper, A4|13|pza|3.50|45.50\n2|100063|Wall paint|306|pza|8.86|2711.16",
		},
		{
			name: "numbered terms are no list",
			text: `
1.   Delivery is due within      5 days
2.   Complaints are made         in writing`,
			want: "",
		},
		{
			name: "what is repeated on every line is no item's code",
			text: `
ZX4065    CE-2401    Copy paper        54     2.00     108.00
ZX4065    EN-8290    Copper cable       7    30.00     210.00
ZX4065    YU-4806    Steel plate        4    25.00     100.00`,
			want: "|CE-2401|Copy paper|54||2.00|108.00\n|EN-8290|Copper cable|7||30.00|210.00\n|YU-4806|Steel plate|4||25.00|100.00",
		},
	}
	for _, test := range tests {
		if got := itemsOf(test.text, fields...); got != test.want {
			t.Errorf("%s: Find gives\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}
