package ocrrepair

import (
	"testing"
	"unicode/utf8"
)

func TestBrackets(t *testing.T) {
	for _, c := range [...]struct{ read, want string }{
		{"[4-2210-17)]", "4-2210-17"}, {"(3-6749-56]", "3-6749-56"}, {"IFD-70055]", "FD-70055"},
	} {
		if got, _ := Brackets(c.read); got != c.want {
			t.Errorf("Brackets(%q) = %q, want %q", c.read, got, c.want)
		}
	}
}

func TestAmount(t *testing.T) {
	for _, c := range [...]struct{ read, want string }{
		{"l2.50", "12.50"}, {"1,2O4.5O", "1,204.50"}, {"$3S.00", "$35.00"}, {"12.50'", "12.50"}, {"12;50", "12,50"}, {"E120.00", "120.00"}, {"2.00%%", "2.00%"},
		{"288,,00", "288,00"}, {"25,,000.00", "25,000.00"}, {"12..50", "12.50"},
		{"2.190.00", "2'190.00"}, {"$12,607,50", "$12'607,50"}, {"1,250.604.00", "1'250'604.00"}, {"US$8.100.00", "US$8'100.00"},
		// What is right as it is, or may be something else, is not repaired.
		{"1,204.50", ""}, {"12:50", ""}, {"AB-1O42", ""}, {"1.2.3", ""}, {"12.190.000", ""}, {"8482.10.00", ""}, {"lOl", ""}, {"", ""},
	} {
		if got, ok := Amount(c.read); got != c.want || ok != (c.want != "") {
			t.Errorf("Amount(%q) = %q, %v, want %q", c.read, got, ok, c.want)
		}
	}
}

func TestDate(t *testing.T) {
	for _, c := range [...]struct{ read, want string }{
		{"2O26-05-l2", "2026-05-12"}, {"12/O5/2026", "12/05/2026"}, {"12.05,2026", "12.05.2026"}, {"02/27//2026", "02/27/2026"},
		{"2026-05-12", ""}, {"4-5816-14", ""}, {"S5-10", ""}, {"", ""},
	} {
		if got, ok := Date(c.read); got != c.want || ok != (c.want != "") {
			t.Errorf("Date(%q) = %q, %v, want %q", c.read, got, ok, c.want)
		}
	}
}

func TestCost(t *testing.T) {
	for _, c := range [...]struct {
		read, meant string
		want        int
	}{
		{"order", "order", 0}, {"0rder", "order", costSame}, {"ardor", "order", 2 * costLike}, {"xrder", "order", CostAny}, {"tota1", "total", costSame},
		{"vendor", "venddor", costOnce}, {"tota", "total", costThin}, {"", "a", CostAny},
	} {
		if got := Cost(c.read, c.meant, 400); got != c.want {
			t.Errorf("Cost(%q, %q) = %d, want %d", c.read, c.meant, got, c.want)
		}
	}
	if got := Cost("invoice", "quantity", costLike); got <= costLike {
		t.Errorf("Cost of unlike words = %d, want more than the limit of %d", got, costLike)
	}
}

func FuzzNumerals(f *testing.F) {
	for _, s := range []string{"l2.50", "2O26-05-l2", "(3-6749-56]", "€12", "\xff1", "%%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1<<10 {
			return
		}
		Brackets(s)
		if to, ok := Amount(s); ok && utf8.ValidString(s) && !utf8.ValidString(to) {
			t.Errorf("Amount(%q) = %q, which is no text", s, to)
		}
		if to, ok := Date(s); ok && len(to) > len(s)+1 {
			t.Errorf("Date(%q) = %q, longer than what was read", s, to)
		}
		if c := Cost(s, "quantity", CostAny); c < 0 {
			t.Errorf("Cost(%q) = %d", s, c)
		}
	})
}
