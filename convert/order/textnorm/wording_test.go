package textnorm

import (
	"testing"

	"lineitem/convert/doc"
)

func TestFold(t *testing.T) {
	for _, c := range [...]struct{ text, want string }{
		{"order", "order"}, {"ORDER", "order"}, {"Stück", "stuck"}, {"STÜCK", "stuck"}, {"Größe", "grosse"}, {"№", "no"}, {"Nº", "no"},
		{"Ｑｔｙ", "qty"}, {"Sign\u200bature", "signature"}, {"u\u0308ber", "uber"}, {"12\u00a0000", "12 000"}, {"ﬁnal", "final"},
		{"Qty. – Unit", "qty. - unit"}, {"注文", "注文"}, {"", ""},
		{"Số lượng ĐẶT", "so luong dat"}, {"STRAẞE", "strasse"}, {"الكميّة", "الكميه"}, {"أمر", "امر"}, {"ﻣﺮ", "مر"}, {"מע״מ", "מע\"מ"}, {"：１２", ":12"},
	} {
		if got := Fold(c.text); got != c.want {
			t.Errorf("Fold(%q) = %q, want %q", c.text, got, c.want)
		}
		if got := Fold(Fold(c.text)); got != c.want {
			t.Errorf("Fold(Fold(%q)) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestJoin(t *testing.T) {
	for want, words := range map[string][]doc.Word{
		"": nil, "Acme": {{Text: "Acme"}}, "Acme Ltd": {{Text: "Acme"}, {Text: "Ltd"}}, "收货人：吴桂林 收": {{Text: "收货人："}, {Text: "吴桂林"}, {Text: "收"}},
	} {
		var of []*doc.Word
		for i := range words {
			of = append(of, &words[i])
		}
		if got := Join(of); got != want {
			t.Errorf("Join(%v) = %q, want %q", words, got, want)
		}
	}
}

func TestWordEnd(t *testing.T) {
	for _, c := range [...]struct {
		text string
		from int
		want int
	}{
		{"Order No", 0, 5}, {"Order No", 5, 5}, {"Order No", 6, 8}, {"Nº 7", 0, 3}, {"PO#12", 0, 2}, {"", 0, 0},
	} {
		if got := WordEnd(c.text, c.from); got != c.want {
			t.Errorf("WordEnd(%q, %d) = %d, want %d", c.text, c.from, got, c.want)
		}
	}
}

func TestDigits(t *testing.T) {
	for _, c := range [...]struct {
		text      string
		has, only bool
	}{
		{"123", true, true}, {"A-12", true, false}, {"12a", true, false}, {"１２", true, false}, {"order", false, false}, {"", false, false},
	} {
		if HasDigit(c.text) != c.has || OnlyDigits(c.text) != c.only {
			t.Errorf("%q: HasDigit %v, OnlyDigits %v, want %v, %v", c.text, HasDigit(c.text), OnlyDigits(c.text), c.has, c.only)
		}
	}
}

func TestAppendJoined(t *testing.T) {
	for _, c := range [...]struct {
		words []string
		want  string
	}{{nil, "a"}, {[]string{"b"}, "ab"}, {[]string{"b", "", "c"}, "ab  c"}} {
		if got := string(AppendJoined([]byte("a"), c.words)); got != c.want {
			t.Errorf("AppendJoined(a, %q) = %q, want %q", c.words, got, c.want)
		}
	}
}
