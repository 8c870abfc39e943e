package value

import (
	"testing"

	"lineitem/convert/layout"
	"lineitem/convert/order/ordertest"
)

func TestFindLocale(t *testing.T) {
	tests := []struct {
		name, text        string
		decimal           byte
		dates             dateOrder
		language, country string
	}{
		{"american", "Purchase Order to the vendor\nDate 03/04/2026\nAustin, TX 78701\nQty  Price  Amount\n3  1,250.00  3,750.00", '.', monthFirst, "en", "US"},
		{"british", "Purchase Order to the supplier\nDate 03/04/2026\nLeeds LS1 4AP\nVAT  £250.00", '.', dayFirst, "en", "GB"},
		{"canadian", "Order for the vendor\nToronto, ON M5V 2T6\nHST  130.00", '.', dayFirst, "en", "CA"},
		{"australian", "Order for the supplier\nABN 51 824 753 556\nTotal  AUD 110.00", '.', dayFirst, "en", "AU"},
		{"indian", "Order for the supplier\nGSTIN 27AAACV9664N1Z9\nTotal  ₹ 14,39,831.00", '.', dayFirst, "en", "IN"},
		{"indian, whole amounts", "Order for the supplier\n230 V at 5 % ,60 Hz\nTotal Rs.  84,000/-", '.', dayFirst, "en", "IN"},
		{"german", "Bestellung und Lieferung für die Firma\nDatum  03.04.2026\nMenge  Preis\n3  1.250,00", ',', dayFirst, "de", "DE"},
		{"swiss", "Bestellung und Lieferung für die Firma\nMenge  Preis  CHF\n3  1'250.00", '.', dayFirst, "de", "CH"},
		{"french", "Commande pour le fournisseur\nQuantité  Montant\n3  1 250,00 €", ',', dayFirst, "fr", "EU"},
		{"spanish", "Pedido para el proveedor\nCantidad  Importe  IVA\n3  1.250,00", ',', dayFirst, "es", "ES"},
		{"mexican", "Orden para el proveedor\nCantidad  Importe  MXN\n3  $1,250.00", '.', dayFirst, "es", "MX"},
		{"italian", "Ordine di acquisto per il fornitore\nQuantità  Importo\n3  1.250,00", ',', dayFirst, "it", "IT"},
		{"portuguese", "Nota de Encomenda ao fornecedor\nPreço  Valor  Quantidade\n3  1.250,00", ',', dayFirst, "pt", "PT"},
		{"brazilian", "Pedido de Compra ao fornecedor\nPreço  Valor  Quantidade\n3  R$ 1.250,00", ',', dayFirst, "pt", "BR"},
		{"dutch", "Bestelling voor de leverancier\nAantal  Prijs  Bedrag  BTW\n3  1.250,00", ',', dayFirst, "nl", "NL"},
		{"a date that only one order allows", "Order for the vendor\nAustin, TX 78701\nDate 13/04/2026", '.', dayFirst, "en", "US"},
		{"dates of one order lie close together", "Order of the buyer\n02/05/2026  09/05/2026  11/05/2026", 0, dayFirst, "en", ""},
		{"a form states the order", "Commande du client\nDate (AA-MM-JJ)\nQuébec", '.', yearFirst, "", "CA"},
		{"a form states two orders", "Order of the buyer\nDD/MM/YYYY  MM/DD/YYYY\nAustin, TX 78701", '.', monthFirst, "en", "US"},
		{"a currency tells the country", "Order for the vendor\nDate 03/04/2026\nTotal  KES 1,250.00", '.', dayFirst, "en", "KE"},
		{"so does its code alone", "Order for the vendor\nDate 03/04/2026\nTotal in QAR  1,250.50", '.', dayFirst, "en", "QA"},
		{"Hebrew letters", "הזמנת רכש\nתאריך 03/04/2026\nכמות מחיר", '.', dayFirst, "he", "IL"},
		{"a number like a date with the year first", "Order for the vendor\nAccount 55-01-12\nDate 23.02.26", 0, dayFirst, "en", ""},
		{"a country that writes a comma", "Purchase Order to the supplier\nTotal  IDR 350.000", ',', dayFirst, "en", "ID"},
		{"six digits with the year first", "Ordernummer 60417\n26-05-04\n26-05-18", 0, yearFirst, "", ""},
		{"six digits with the day first", "Ordernummer 60417\n04-05-26\n18-05-26", 0, dayFirst, "", ""},
		{"canadian dates of one order", "Order for the vendor\n03/09/26  04/03/26  04/10/26\nToronto, ON M5V 2T6\nHST  130.00", '.', monthFirst, "en", "CA"},
		{"nothing tells", "X", 0, monthFirst, "", ""},
	}
	for _, tt := range tests {
		l := FindLocale(layout.Analyze(ordertest.Typed(tt.text)))
		if l.decimal != tt.decimal || l.dates != tt.dates || l.language != tt.language || l.Country != tt.country {
			t.Errorf("%s: FindLocale(%q) = %q %d %q %q, want %q %d %q %q", tt.name, tt.text,
				l.decimal, l.dates, l.language, l.Country, tt.decimal, tt.dates, tt.language, tt.country)
		}
	}
}

func TestBlanks(t *testing.T) {
	tests := []struct {
		text string
		want bool
	}{
		{"Sub total  138,344.93\nVAT 15%  20 751.74\nTotal R  159 096.67", false},
		{"12  500.00  6000.00\n1  250.00  250.00\nTotal  6250.00", false},
		{"Summe  1 250,00", true},
		{"VAT 15%  R1 682.93\nTotal  R12 902.43", true},
		{"Sub total  11 219.50\nVAT 15%  1 682.93\nTotal R  12 902.43", true},
	}
	for _, tt := range tests {
		l := FindLocale(layout.Analyze(ordertest.Typed(tt.text)))
		if got := l.Blanks(); got != tt.want {
			t.Errorf("Blanks in %q = %t, want %t", tt.text, got, tt.want)
		}
	}
}

// TestDottedMonths checks that dates with full stops begin with the day, unless
// another such date shows the month first.
func TestDottedMonths(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Order of the buyer\nAustin, TX 78701\n10.03.2025\n10.17.2025", "2025-10-03"},
		{"Order of the buyer\nAustin, TX 78701\n10.03.2025\n10/17/2025", "2025-03-10"},
	} {
		l := FindLocale(layout.Analyze(ordertest.Typed(tt.text)))
		if got, _ := l.Date("10.03.2025"); got != tt.want {
			t.Errorf("%q is dated %s, want %s", tt.text, got, tt.want)
		}
	}
}

// TestPaper checks that on A4 paper dates begin with the day, unless something
// else in the document shows the opposite.
func TestPaper(t *testing.T) {
	for _, tt := range []struct {
		width, height float64
		text, want    string
	}{
		{612, 792, "Order of the buyer\nDate 03/04/2026", "2026-03-04"},
		{595.3, 841.9, "Order of the buyer\nDate 03/04/2026", "2026-04-03"},
		{841.9, 595.3, "Order of the buyer\nDate 03/04/2026", "2026-04-03"},
		{595.3, 841.9, "Order of the buyer\nAustin, TX 78701\nDate 03/04/2026", "2026-03-04"},
	} {
		d := ordertest.Typed(tt.text)
		d.Pages[0].Width, d.Pages[0].Height = tt.width, tt.height
		l := FindLocale(layout.Analyze(d))
		if got, _ := l.Date("03/04/2026"); got != tt.want {
			t.Errorf("on a page of %g by %g, %q is dated %s, want %s", tt.width, tt.height, tt.text, got, tt.want)
		}
	}
}
