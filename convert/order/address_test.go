package order

import (
	"testing"
	"unicode/utf8"
)

func TestAddressTraits(t *testing.T) {
	for _, tt := range []struct {
		line string
		has  lineTrait // all of these
		not  lineTrait // none of these
	}{
		{"Oberländer Antriebstechnik GmbH", lineLegal | lineOrg, linePostal | lineReach},
		{"Wallraf Kunststofftechnik GmbH & Co. KG", lineLegal, linePostal},
		{"Meccanica Emiliana S.n.c.", lineLegal, linePostal},
		{"Química Assunção S.A.", lineLegal, linePostal},
		{"Tornillos del Norte, S. A. de C. V.", lineLegal, linePostal},
		{"Shree Ganesh Infratech Pvt. Ltd.", lineLegal, linePostal},
		{"Elektro De Wit BV", lineLegal, linePostal},
		{"Redwood Interiors Co.", lineLegal, linePostal},
		{"ELK RIVER UNIFIED SCHOOL DISTRICT", lineOrg, linePostal | lineLegal},
		{"City of Westerly Springs", lineOrg, linePostal},
		{"有限会社 Minato Trading", lineLegal, 0},
		{"Reno, NV 89501", lineTown, lineLegal | lineCode},
		{"Eau Claire, WI 54701-1234", lineTown, lineLegal},
		{"Aurora CO 80011", lineTown, lineLegal},
		{"23554 Lübeck", lineTown, lineStreet | lineCode},
		{"CH-8404 Winterthur", lineTown, 0},
		{"Fabrikstr. 9, 33602 Bielefeld", lineTown | lineStreet, 0},
		{"5222 AX 's-Hertogenbosch", lineTown, 0},
		{"42000 Saint-Étienne", lineTown, 0},
		{"25125 Brescia (BS)", lineTown, 0},
		{"2910-011 Setúbal", lineTown, 0},
		{"CEP 32241-000", lineTown, 0},
		{"TF3 3BJ", lineTown, 0},
		{"Norwich, Norfolk, NR6 6BB", lineTown, 0},
		{"Toronto, ON M5V 2T6", lineTown, 0},
		{"Melbourne VIC 3000", lineTown, 0},
		{"Ludhiana - 141003", lineTown, 0},
		{"Bengaluru 560058", lineTown, 0},
		{"9544 Enterprise Court", lineStreet, lineTown | lineLegal},
		{"1718 W. 8TH STREET", lineStreet, lineLegal},
		{"Industriestraße 122", lineStreet, lineLegal},
		{"Ambachtsweg 99", lineStreet, 0},
		{"Am Güterbahnhof 8", lineStreet, 0},
		{"125 bis impasse des Peupliers", lineStreet, 0},
		{"Via Galileo Galilei, 48", lineStreet, 0},
		{"Rua Dona Francisca, 210", lineStreet, 0},
		{"ZA La Croix Blanche", lineStreet, 0},
		{"Plot 12, Phase II, Industrial Area", lineStreet, 0},
		{"P.O. Box 3588", linePOBox, lineLegal},
		{"PO BOX 4170", linePOBox, lineLegal},
		{"Postfach 10 20 30", linePOBox, 0},
		{"United States", lineCountry, lineOrg | lineLegal},
		{"Deutschland", lineCountry, 0},
		{"Tel. +49 572 84964-44", linePhone, lineStreet | lineTown},
		{"(353) 555-0132", linePhone, 0},
		{"Phone: 719-555-0144", linePhone, 0},
		{"sales@example.com", lineMail, lineWeb},
		{"www.example.co.uk", lineWeb, lineMail},
		{"USt-IdNr. DE333235869", lineTax, 0},
		{"GSTIN/UIN: 27AAACV9664N1Z9", 0, linePostal},
		{"Attn: Accounts Payable", linePerson | linePlace, 0},
		{"Central Receiving", linePlace, linePostal | lineLegal},
		{"4500731846", lineCode, linePostal},
		{"as agreed", 0, lineLegal},
	} {
		got := addressTraits(tt.line)
		if got&tt.has != tt.has || got&tt.not != 0 {
			t.Errorf("addressTraits(%q) = %013b, want all of %013b and none of %013b", tt.line, got, tt.has, tt.not)
		}
	}
}

func FuzzAddressTraits(f *testing.F) {
	for _, s := range []string{"Reno, NV 89501", "M5V 2T6", "C/ Mayor 3", "S. A. de C. V.", "株式会社", "c/o", ",,,", "5651GW Eindhoven"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1000 || !utf8.ValidString(s) {
			t.Skip()
		}
		if got := addressTraits(s); got != addressTraits(s) {
			t.Errorf("addressTraits(%q) = %b, then something else", s, got)
		}
	})
}
