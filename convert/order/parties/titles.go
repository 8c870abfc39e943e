package parties

import (
	"strings"

	"lineitem/convert/order/address"
	"lineitem/convert/order/wording"
)

// titleWords are in the titles of documents, not in names of organisations.
var titleWords = wording.Set(`purchase order invoice bestellung rechnung commande facture pedido factura ordine fattura encomenda fatura bestelling factuur
	original copy page seite pagina acknowledgement confirmation requisition quotation quote offer delivery note inkooporder auftrag
	bon orden compra acquisto nota date datum fecha number no nr standard blanket release change revision draft proforma tax`)

// titleEnds close the titles of orders, titleStarts open them: "Sub-Contract
// Order", "Objednávka vydaná". Names of organisations without a legal form do neither.
var (
	titleEnds = wording.Set(`order orders contract bestellung auftrag bestellschein bestelling inkooporder opdracht bestallning inkopsorder kopeorder
		bestilling ordre kobsordre indkobsordre innkjopsordre rekvisisjon rekvisition tilaus ostotilaus hankintatilaus zamowienie objednavka requisition indent lpo po`)
	titleStarts = wording.Set(`bestellung einkaufsbestellung lieferantenbestellung bestellauftrag bestellschein commande bon pedido orden ordine encomenda requisicao autorizacao autorizacion contrato contratto zamowienie zlecenie
		objednavka tilaus ostotilaus bestallning bestilling rekvisition rekvisisjon bestelling order`)
)

// titled tells whether a segment is the title of a document.
func (s *partySeg) titled() bool {
	keys := s.keys()
	if len(keys) == 0 || len(keys) > 6 || s.traits()&address.Legal != 0 {
		return false
	}
	return titleStarts[keys[0].text] || titleEnds[keys[len(keys)-1].text]
}

// ownerWords begin a line that names the owner of the house, not the house.
var ownerWords = wording.Set("inh inhaber inhaberin prop proprietor owner titolare titular gerant eigenaar innehavare indehaver innehaver omistaja wlasciciel majitel")

// spacedTitle tells whether a segment is a title set with spaces between its
// letters: "O R D E R".
func (s *partySeg) spacedTitle() bool {
	text := ""
	for _, k := range s.keys() {
		if len(k.text) != 1 {
			return false
		}
		text += k.text
	}
	for _, end := range [...]string{"order", "bestellung", "pedido", "ordine", "commande", "compra", "bestilling"} {
		if strings.HasSuffix(text, end) {
			return true
		}
	}
	return false
}
