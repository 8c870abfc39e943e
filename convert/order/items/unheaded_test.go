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
			want: "|||13|pza|3.50|45.50\n|||306|pza|8.86|2711.16",
		},
		{
			name: "the last item on a page of its own",
			text: `
Ball valve, brass              3     10.00      30.00
Gate valve, steel              4     12.00      48.00
Check valve, iron              5     11.00      55.00
` + "\f" + `
Relief valve, iron             6     13.00      78.00
                               Total           211.00`,
			want: "|||3||10.00|30.00\n|||4||12.00|48.00\n|||5||11.00|55.00\n|||6||13.00|78.00",
		},
		{
			name: "numbered terms are no list",
			text: `
1.   Delivery is due within      5 days
2.   Complaints are made         in writing`,
			want: "",
		},
	}
	for _, test := range tests {
		if got := itemsOf(test.text, fields...); got != test.want {
			t.Errorf("%s: Find gives\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}
