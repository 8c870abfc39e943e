package value

import "testing"

func TestCustom(t *testing.T) {
	for _, test := range []struct {
		custom       Conventions
		date, number string
	}{
		{Conventions{}, "2026-03-04", "1234"},
		{Conventions{Dates: DayFirst}, "2026-04-03", "1234"},
		{Conventions{Dates: MonthFirst, Decimal: ","}, "2026-03-04", "1.234"},
		{Conventions{Dates: "?", Decimal: "?"}, "2026-03-04", "1234"},
	} {
		l := Locale{}.With(test.custom)
		date, _ := l.Date("03/04/2026")
		number, _ := l.Number("1,234")
		if date != test.date || number.Text != test.number {
			t.Errorf("with %+v, dates and numbers read %q and %q, want %q and %q", test.custom, date, number.Text, test.date, test.number)
		}
	}
}
