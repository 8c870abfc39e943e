package value

import "testing"

func TestRecognisedNumbers(t *testing.T) {
	l := Locale{Recognised: true}
	for _, tt := range [...]struct{ read, want string }{
		{"1.234.50", "1234.50"}, {"12 .50", "12.50"}, {"12. 50", "12.50"}, {"1,234,50", "1234.50"}, {"12..50", "12.50"}, {"1,234.50", "1234.50"},
	} {
		if n, ok := l.Number(tt.read); !ok || n.Text != tt.want {
			t.Errorf("Number(%q) = %q, %v, want %q", tt.read, n.Text, ok, tt.want)
		}
		if n, ok := (&Locale{}).Number(tt.read); tt.read != "1,234.50" && ok && n.Text == tt.want {
			t.Errorf("Number(%q) of a text layer = %q, want none", tt.read, n.Text)
		}
	}
	for _, tt := range [...]struct{ read, want string }{
		{"4-un-2026", "2026-06-04"}, {"06-NNOV-2024", "2024-11-06"}, {"Dccember 5, 2O26", "2026-12-05"},
		{"17. März 20266", "2026-03-17"}, {"1.022,89", ""}, {"Farch 200", ""},
	} {
		if iso, _, _, _ := l.FindDate(tt.read); iso != tt.want {
			t.Errorf("FindDate(%q) = %q, want %q", tt.read, iso, tt.want)
		}
	}
}
