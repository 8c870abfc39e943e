package address

import (
	"testing"
	"unicode/utf8"
)

func TestTraits(t *testing.T) {
	for _, tt := range []struct {
		line string
		has  Trait // all of these must be found
		not  Trait // none of these may be found
	}{
		{"Oberländer Antriebstechnik GmbH", Legal | Org, Postal | Contact},
		{"Wallraf Kunststofftechnik GmbH & Co. KG", Legal, Postal},
		{"Meccanica Emiliana S.n.c.", Legal, Postal},
		{"Química Assunção S.A.", Legal, Postal},
		{"Shree Ganesh Infratech Pvt. Ltd.", Legal, Postal},
		{"Elektro De Wit BV", Legal, Postal},
		{"Redwood Interiors Co.", Legal, Postal},
		{"ELK RIVER UNIFIED SCHOOL DISTRICT", Org, Postal | Legal},
		{"City of Westerly Springs", Org, Postal},
		{"Reno, NV 89501", Town, Legal | Code},
		{"Eau Claire, WI 54701-1234", Town, Legal},
		{"Aurora CO 80011", Town, Legal},
		{"23554 Lübeck", Town, Street | Code},
		{"CH-8404 Winterthur", Town, 0},
		{"Fabrikstr. 9, 33602 Bielefeld", Town | Street, 0},
		{"5222 AX 's-Hertogenbosch", Town, 0},
		{"42000 Saint-Étienne", Town, 0},
		{"25125 Brescia (BS)", Town, 0},
		{"2910-011 Setúbal", Town, 0},
		{"TF3 3BJ", Town, 0},
		{"Norwich, Norfolk, NR6 6BB", Town, 0},
		{"Toronto, ON M5V 2T6", Town, 0},
		{"Melbourne VIC 3000", Town, 0},
		{"Ludhiana - 141003", Town, 0},
		{"Bengaluru 560058", Town, 0},
		{"9544 Enterprise Court", Street, Town | Legal},
		{"1718 W. 8TH STREET", Street, Legal},
		{"Industriestraße 122", Street, Legal},
		{"Ambachtsweg 99", Street, 0},
		{"Am Güterbahnhof 8", Street, 0},
		{"125 bis impasse des Peupliers", Street, 0},
		{"Via Galileo Galilei, 48", Street, 0},
		{"Rua Dona Francisca, 210", Street, 0},
		{"ZA La Croix Blanche", Street, 0},
		{"Plot 12, Phase II, Industrial Area", Street, 0},
		{"P.O. Box 3588", POBox, Legal},
		{"PO BOX 4170", POBox, Legal},
		{"Postfach 10 20 30", POBox, 0},
		{"Tel. +49 572 84964-44", Phone, Street | Town},
		{"Phone: 719-555-0144", Phone, 0},
		{"sales@example.com", Mail, Web},
		{"www.example.co.uk", Web, Mail},
		{"USt-IdNr. DE333235869", Tax, 0},
		{"GSTIN/UIN: 27AAACV9664N1Z9", 0, Postal},
		{"4500731846", Code, Postal},
		{"as agreed", 0, Legal},
		{"Torrefazione Lamiera SpA", Legal, Postal},
		{"Maple Implement Mfg. ULC", Legal, Postal},
		{"Ventilación Andina E.I.R.L.", Legal, Postal},
		{"Gulf Bayan Refining Co. K.S.C.C.", Legal, Postal},
		{"zu Händen A. Rivera", Person, Postal},
		{"À l'attention de M. Duval", Person, Postal},
		{"Manager Tools Ltd", Legal, Person},
		{"Northern Foods SAS – 18 rue du Port – 59700 Marcq – TVA FR18", Town | Street | Legal, 0},
		{"RFQ 991047 / AM-Q-3321", 0, Town},
		{"江苏省苏州市相城区春申路188号", Street, Legal | Org},
		{"倉敷市水島町1丁目4番", Street, Legal},
		{"佛山市顺德区合容塑料包装厂", Org, Postal},
		{"广饶县第二人民医院", Org, Postal},
	} {
		got := Traits(tt.line)
		if got&tt.has != tt.has || got&tt.not != 0 {
			t.Errorf("Traits(%q) = %013b, want all of %013b and none of %013b", tt.line, got, tt.has, tt.not)
		}
	}
}

func FuzzTraits(f *testing.F) {
	for _, s := range []string{"Reno, NV 89501", "M5V 2T6", "C/ Mayor 3", "S. A. de C. V.", "株式会社", "c/o", ",,,", "5651GW Eindhoven"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1000 || !utf8.ValidString(s) {
			t.Skip()
		}
		if got := Traits(s); got != Traits(s) {
			t.Errorf("Traits(%q) = %b, then something else", s, got)
		}
	})
}
