package value

import (
	"strings"
	"testing"

	"github.com/shopspring/decimal"
)

func TestNumber(t *testing.T) {
	const both = 0
	tests := []struct {
		in   string
		mark byte // both: the reading does not depend on the decimal mark
		want string
		sure bool
	}{
		{"0", both, "0", true},
		{"007", both, "7", true},
		{"1234", both, "1234", true},
		{"%10", both, "10", true},
		{"■ 1,81,969.20", both, "181969.20", true},
		{"89,90 €*", both, "89.90", true},
		{"%12,5", both, "12.5", true},
		{"12.50-%", both, "-12.50", true},
		{"12.5", both, "12.5", true},
		{"12,5", both, "12.5", true},
		{".50", both, "0.50", true},
		{",50", both, "0.50", true},
		{"0.125", both, "0.125", true},
		{"1234.567", both, "1234.567", true},
		{"1,234.50", both, "1234.50", true},
		{"1.234,50", both, "1234.50", true},
		{"1 234,50", both, "1234.50", true},
		{"1\u202f234,50", both, "1234.50", true},
		{"1\u00a0234\u00a0567,5", both, "1234567.5", true},
		{"1'234.50", both, "1234.50", true},
		{"1’234’567.50", both, "1234567.50", true},
		{"14,39,831.00", both, "1439831.00", true},
		{"3,18,450/-", both, "318450", true},
		{"84,000/-", both, "84000", true},
		{"84.000,-", both, "84000", true},
		{"12.50/-", both, "12.50", true},
		{"1.234.567", both, "1234567", true},
		{"1,234", '.', "1234", false},
		{"1,234", ',', "1.234", false},
		{"1.250", '.', "1.250", false},
		{"1.250", ',', "1250", false},
		{"-5.00", both, "-5.00", true},
		{"5.00-", both, "-5.00", true},
		{"(5.00)", both, "-5.00", true},
		{"−5,00", both, "-5.00", true},
		{"-0.00", both, "0.00", true},
		{"$1,234.50", both, "1234.50", true},
		{"($1,234.50)", both, "-1234.50", true},
		{"-$5.00", both, "-5.00", true},
		{"$-5.00", both, "-5.00", true},
		{"$–5.00", both, "-5.00", true},
		{"$ 1,234.50", both, "1234.50", true},
		{"USD 12.00", both, "12.00", true},
		{"12.00 USD", both, "12.00", true},
		{"12,00EUR", both, "12.00", true},
		{"EUR12,00", both, "12.00", true},
		{"US$12.00", both, "12.00", true},
		{"€ 12,-", both, "12", true},
		{"12,—", both, "12", true},
		{"R$ 1.234,50", both, "1234.50", true},
		{"$$1,234.50", both, "1234.50", true},
		{"Rs. 50.00", both, "50.00", true},
		{"Rs.50.00", both, "50.00", true},
		{"₹ 1,23,456.00", both, "123456.00", true},
		{"1 234,50 €", both, "1234.50", true},
		{"CHF 1'234.50", both, "1234.50", true},
		{"￥１２３，４５６", '.', "123456", false},
		{"١٤٨٬٣٥٠٫٠٠", '.', "148350.00", true},
		{"๓๙,๔๐๕.๐๐", '.', "39405.00", true},
		{"20 %", both, "20", true},
		{"12.5%", both, "12.5", true},
		{"***1,234.50", both, "1234.50", true},
		{"@1,234.50", both, "1234.50", true},
		{"@ ¥4,200", '.', "4200", false},
		{"1,234.50*", both, "1234.50", true},
		{"‑5.00", both, "-5.00", true},
		{"‐5.00", both, "-5.00", true},
		{"5.00–", both, "-5.00", true},
		{"5.00CR", both, "-5.00", true},
		{"5.00 CR", both, "-5.00", true},
		{"5.00 DR", both, "5.00", true},
		{"¥4,200-", '.', "4200", false},
		{"1 275,00kr", both, "1275.00", true},
		{"35:-", both, "35", true},
	}
	for _, tt := range tests {
		for _, mark := range []byte{'.', ','} {
			if tt.mark != both && tt.mark != mark {
				continue
			}
			l := Locale{decimal: mark}
			n, ok := l.Number(tt.in)
			if !ok || n.Text != tt.want || n.Sure != tt.sure {
				t.Errorf("locale %q: Number(%q) = %q, sure %v, ok %v, want %q, sure %v", mark, tt.in, n.Text, n.Sure, ok, tt.want, tt.sure)
			}
		}
	}
}

func TestNumberRefuses(t *testing.T) {
	var l Locale
	for _, in := range []string{
		"", " ", "-", "--", "$", "EUR", "n/a", "A12", "12A4", "12/31/2026", "12.03.2026", "12-34", "1,23.4,5", "1,2345,678",
		"+49 40 1234567", "(5", "5)", "1.2.3", "10:30", "4''200.00", "1.234'50", "#12", "PO1234", "--5", strings.Repeat("9", 100),
	} {
		if n, ok := l.Number(in); ok {
			t.Errorf("Number(%q) = %q, want none", in, n.Text)
		}
	}
}

func TestNumberUnit(t *testing.T) {
	tests := []struct{ in, want, unit string }{
		{"40 Nos", "40", "Nos"},
		{"12EA", "12", "EA"},
		{"2.5 kg", "2.5", "kg"},
		{"3 Stück", "3", "Stück"},
		{"10 CS", "10", "CS"},
		{"5 m²", "5", "m²"},
		{"7", "7", ""},
		{"7 $", "7", ""},
		{"100 ft", "100", "ft"},
		{"5 - Each", "5", "Each"},
		{"5- EA", "-5", "EA"},
		{"12 CR", "12", "CR"},
	}
	var l Locale
	for _, tt := range tests {
		n, ok := l.NumberUnit(tt.in)
		if !ok || n.Text != tt.want || n.Unit != tt.unit {
			t.Errorf("NumberUnit(%q) = %q %q, %v, want %q %q", tt.in, n.Text, n.Unit, ok, tt.want, tt.unit)
		}
	}
}

func TestNumberReadings(t *testing.T) {
	l := Locale{decimal: ','}
	for in, want := range map[string]string{"1.250": "1250 1.250", "1,250": "1.250 1250", "12,50": "12.50", "x": ""} {
		var got []string
		for _, n := range l.Readings(in) {
			got = append(got, n.Text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("Readings(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestNumberCurrency(t *testing.T) {
	var l Locale
	for in, want := range map[string]string{
		"$5": "$", "US$ 5": "USD", "CA$5.00": "CAD", "5,00 €": "EUR", "5 GBP": "GBP", "£5": "GBP", "R$5": "BRL", "Rs. 5": "INR", "Rs.5": "INR",
		"R 5.00": "R", "5.00": "", "$5.00 CAD": "CAD", "CAD $5.00": "CAD", "Fr. 5.00": "CHF",
	} {
		if n, ok := l.Number(in); !ok || n.Currency != want {
			t.Errorf("Number(%q) has currency %q, %v, want %q", in, n.Currency, ok, want)
		}
	}
}

func FuzzNumber(f *testing.F) {
	for _, s := range []string{"1,234.50", "1.234,50 €", "(5)", "Rs. 3,18,450/-", "1\u202f234,50", "１２"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1<<10 {
			return
		}
		for _, l := range []Locale{{decimal: '.'}, {decimal: ','}} {
			n, ok := l.NumberUnit(s)
			if !ok {
				continue
			}
			again, ok := (&Locale{decimal: '.'}).Number(n.Text)
			if !ok || !again.Value.Equal(n.Value) {
				t.Errorf("NumberUnit(%q) = %q, which reads back as %v, %v", s, n.Text, again.Value, ok)
			}
		}
	})
}

// TestPrinted checks that Printed gives the same as NumberUnit, but without the
// value.
func TestPrinted(t *testing.T) {
	l := Locale{decimal: ','}
	for _, s := range []string{"1.234,50 €", "40 Nos", "12.345", "(50,00)", "19 %", "1,2,3", "Nos", ""} {
		want, ok := l.NumberUnit(s)
		want.Value = decimal.Decimal{}
		if got, stated := l.Printed(s); got != want || stated != ok {
			t.Errorf("Printed(%q) = %+v, %v, want %+v, %v", s, got, stated, want, ok)
		}
	}
}
