package order

import (
	"strings"
	"unicode"

	"lineitem/convert/order/value"
	"lineitem/convert/order/wording"
)

// dateIn finds the first date in a span.
func (r *reading) dateIn(s span) (iso string, at span, ok bool) {
	iso, from, to, ok := r.locale.FindDate(s.text())
	if !ok {
		return "", span{}, false
	}
	return iso, s.slice(from, to), true
}

// Bounds of free text, bytes.
const (
	maxTerms   = 160
	maxShipVia = 60
)

// paymentTerms reads terms of payment and tells how much they look like some.
func paymentTerms(text string) (terms string, shape float64) {
	terms = trimValue(text)
	if len(terms) < 2 || len(terms) > maxTerms || strings.Contains(terms, "@") {
		return "", 0
	}
	shape = 0.45
	if value.OnlyDateWords(terms) && wording.HasDigit(terms) {
		return "", 0
	}
	for _, w := range strings.FieldsFunc(wording.Fold(terms), notLetter) {
		if termsWords[w] {
			shape = 1
			break
		}
	}
	if shape < 1 && (strings.Contains(terms, "%") || wording.HasDigit(terms)) {
		shape = 0.6
	}
	return terms, shape
}

// statesTerms tells whether text surely states terms of payment: when, or by
// what means, or which share.
func statesTerms(s string) bool {
	f := wording.Fold(s)
	days, digits := false, wording.HasDigit(f)
	for _, w := range strings.FieldsFunc(f, notLetter) {
		if paymentMeans[w] {
			return true
		}
		days = days || dayWords[w]
	}
	return digits && (days || strings.Contains(f, "%"))
}

// paymentMeans are the words that name a way or a time of payment by themselves.
var paymentMeans = wording.Set(`net netto prepaid prepayment advance cod cash credit eom deposit immediate cheque check wire transfer lc vorkasse vorauskasse skonto nachnahme lastschrift uberweisung sofort
	comptant virement acompte traite lcr contado credito anticipado anticipo transferencia confirming pagare bonifico riba contanti rimessa boleto antecipado
	contant vooruitbetaling incasso netta przelew przelewem gotowka przedplata prevodem prikazem hotove hotovost forskott forskud forskudd kontant lopende
	atutalas keszpenz utanvet eloreutalas pesin vadeli havale avans numerar`)

// dayWords are the words that count time in terms of payment.
var dayWords = wording.Set(`day days month months week weeks tage tagen tag wochen monat monats jours jour mois fin dias dia mes meses giorni gg mese dagen dag dgn maand weken dagar dage dager maned manad
	paivaa pv pv dni dnia dnu dny dnech tygodni tydnu mesice nap napos zile`)

// shippingMethod reads a carrier or method of shipment and tells how much it
// looks like one.
func (r *reading) shippingMethod(text string) (value string, shape float64) {
	value = trimValue(text)
	if strings.HasSuffix(value, ".") && strings.Count(value, " ") > 5 {
		return "", 0 // a sentence
	}
	if len(value) < 2 || len(value) > maxShipVia || strings.Contains(value, "@") {
		return "", 0
	}
	if _, _, _, ok := r.locale.FindDate(value); ok {
		return "", 0 // when, whatever else: "Ravi to collect before 12 Jan 2026"
	}
	if _, ok := r.locale.Number(value); ok {
		return "", 0
	}
	shape = 0.7
	if strings.Count(value, " ") > 5 {
		shape = 0.4
	}
	for i, w := range strings.FieldsFunc(wording.Fold(value), notLetter) {
		if shipWords[w] || shipWords[strings.TrimSuffix(w, "s")] {
			return value, 1
		}
		if i == 0 && incoterms[w] {
			shape = 0.2
		}
	}
	return value, shape
}

// prose tells whether text goes on as a sentence does.
func prose(text string) bool {
	first, _, _ := strings.Cut(wording.Fold(trimValue(text)), " ")
	return labelGlue[first] || proseWords[first]
}

// proseWords begin running text behind what only looks like a label.
var proseWords = wording.Set("is are must shall will may can should or with by for on in to this that if as be ist sind wird werden nur bei mit est sont doit es son deve devono zijn wordt vindt vinden geschiedt erfolgt geschieht se conditions condition method details complete partial")

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// trimValue takes the marks that fill or lead a value off it.
func trimValue(s string) string {
	s = strings.TrimLeft(s, " :;-–—.*_=|#")
	s = strings.TrimRight(s, " :;-–—_|,*")
	if !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return ""
	}
	return s
}

// termsWords are the words that payment terms are made of.
var termsWords = wording.Set(`net days day due receipt prepaid prepayment advance cod cash credit eom month invoice deposit balance payment upon immediate
	delivery card check cheque wire transfer prox letter lc pi term terms paid within discount
	tage tagen tag netto skonto sofort zahlbar vorkasse rechnungsdatum rechnungseingang ohne abzug nachnahme lastschrift uberweisung vorauskasse
	jours jour mois fin comptant reception facture virement acompte cheque echeance commande
	dias dia contado credito anticipado transferencia fecha factura vista recibo
	giorni gg bonifico riba rimessa diretta fattura anticipato data vista contanti fm dffm ricevuta
	prazo boleto fatura antecipado pronto transferencia
	dagen dag dgn factuurdatum contant vooruitbetaling incasso vooraf`)

// shipWords are the words by which carriers and methods of shipment are told.
var shipWords = wording.Set(`ups fedex usps dhl dpd gls tnt hermes chronopost colissimo geodis schenker dachser kuehne nagel maersk xpo estes saia yrc
	ontrac purolator frt ltl ftl tl truck trucking freight ground air ocean sea vessel rail road express courier parcel post mail priority overnight
	standard economy pickup pick collect collection delivery delivered way best carrier logistics transport transporter van lorry hand vehicle
	freightways dominion conway will call cartage dropship messenger brown dedicated cpu
	spedition versand paket abholung selbstabholer lkw luftfracht seefracht kurier frei haus bahn
	transporteur camion enlevement coursier messagerie retrait routier
	transporte transportes transportista camion mensajeria recogida paqueteria correos seur mrw
	corriere vettore mittente destinatario ritiro camion mezzo brt bartolini
	transportadora viatura correios ctt levantamento rodoviario expresso motoboy
	vervoerder afhalen bezorging pakket transport vrachtwagen postnl eigen leverancier`)

// incoterms begin what is no method of shipment but terms of delivery.
var incoterms = wording.Set("fob exw fca cpt cip dap dpu ddp fas cfr cif ddu for prepaid collect destination origin ppd")
