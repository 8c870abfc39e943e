package convert

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
)

func TestLegible(t *testing.T) {
	shifted := func(by rune) func(string) string {
		return func(text string) string {
			return strings.Map(func(r rune) rune {
				if r == ' ' {
					return r
				}
				return r + by
			}, text)
		}
	}
	const english = "Purchase Order Number Date Vendor Ship To Item Description Quantity Unit Price Amount Hex bolt zinc plated Subtotal Tax Total Payment terms net thirty days"
	tests := []struct {
		name, text string
		change     func(string) string
		want       bool
	}{
		{"English", english, nil, true},
		{"capitals", english, strings.ToUpper, true},
		{"German", "Bestellung Lieferanschrift Rechnungsanschrift Menge Einheit Bezeichnung Einzelpreis Gesamtpreis Schrauben verzinkt Zwischensumme Umsatzsteuer", nil, true},
		{"Polish", "Zamówienie dostawca odbiorca ilość jednostka miary cena netto wartość śruba ocynkowana podatek razem do zapłaty termin płatności przelew", nil, true},
		{"Czech", "Objednávka dodavatel odběratel množství cena celkem šroub pozinkovaný termín dodání způsob úhrady převodem splatnost čtrnáct dnů", nil, true},
		{"Finnish", "Ostotilaus toimittaja toimitusosoite laskutusosoite määrä yksikköhinta yhteensä arvonlisävero maksuehto ruuvi sinkitty", nil, true},
		{"Greek", "Παραγγελία προμηθευτής ποσότητα τιμή σύνολο περιγραφή μονάδα παράδοση διεύθυνση τιμολόγηση πληρωμή ημέρες", nil, true},
		{"codes", "HX-M8-20 4500123 12.50 EA 10 PCS BRG-6204-2RS 6204 7318.15 KG", nil, true},
		{"little", "xkcd qwrt", nil, true},
		{"letters moved by three", english, shifted(3), false},
		{"glyph numbers for letters", strings.ToLower(english), shifted(-29), false},
		{"private characters", english, shifted(0xf000), false},
		{"a poor recogniser", "Pu^chase O*der N}mber D;te Ve|dor S]ip T0 l;em De$cr!ption Qu~ntity Un{t Pr¡ce Am>unt H=x b°lt z¡nc pl*ted Subt0tal Ta)x T¢tal P?yment", nil, false},
	}
	for _, tt := range tests {
		text := tt.text
		if tt.change != nil {
			text = tt.change(text)
		}
		var words []doc.Word
		for _, w := range strings.Fields(text) {
			words = append(words, doc.Word{Text: w})
		}
		if got := legible(words); got != tt.want {
			t.Errorf("legible(%s: %q) = %t, want %t", tt.name, text, got, tt.want)
		}
	}
}
