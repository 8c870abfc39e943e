package address

import "testing"

// TestLegalForms checks that names are recognised by a legal form at their end or
// beginning, or anywhere in scripts without blanks.
func TestLegalForms(t *testing.T) {
	for _, name := range []string{
		"Havelwerk eG", "Prüfstelle Elbe mbH", "Amazonas S/A", "Kowalski sp. j.", "Nowak sp. k.", "Alföldi Tüzép Bt.", "Nordhavn K/S",
		"Karoo Stores CC", "Lumen Europe S.à r.l.", "株式会社山田製作所", "上海海云塑料有限公司", "(주)한빛전자", "כרמל ציוד בע\"מ", "บริษัท สยามเทค จำกัด",
	} {
		if Traits(name)&Legal == 0 {
			t.Errorf("%q has no legal form", name)
		}
	}
	for _, text := range []string{"Purchase Order", "k/s", "山田太郎", "sp. 4", "j. Kowalski"} {
		if Traits(text)&Legal != 0 {
			t.Errorf("%q has a legal form", text)
		}
	}
}
