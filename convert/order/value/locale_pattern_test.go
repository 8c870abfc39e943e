package value

import "testing"

func TestWithPattern(t *testing.T) {
	tests := []struct {
		dates          dateOrder
		words, s, want string
	}{
		{dayFirst, "Wanted delivery mm/dd/yyyy", "04/05/2026", "2026-04-05"},
		{monthFirst, "Due (DD/MM/YY)", "04/05/26", "2026-05-04"},
		{monthFirst, "Termin TT/MM/JJJJ", "04/05/2026", "2026-05-04"},
		{monthFirst, "CDD (ddmmyyyy)", "04/05/2026", "2026-05-04"},
		{monthFirst, "Date (JJ/MM/AAAA)", "04/05/2026", "2026-05-04"},
		{monthFirst, "Date (AA-MM-JJ)", "26-05-04", "2026-05-04"},
		{dayFirst, "Delivery date", "04/05/2026", "2026-05-04"},
		{monthFirst, "D.D. due", "04/05/2026", "2026-04-05"},
	}
	for _, test := range tests {
		l := Locale{dates: test.dates}.WithPattern(test.words)
		if got, _ := l.Date(test.s); got != test.want {
			t.Errorf("WithPattern(%q).Date(%q) = %q, want %q", test.words, test.s, got, test.want)
		}
	}
}
