package order

import (
	"strings"
	"sync"

	"lineitem/convert/layout"
	"lineitem/convert/order/wording"
)

// wordRole is what a word names in a label.
type wordRole uint32

const (
	roleOrder     wordRole = 1 << iota // names an order: "purchase", "commande"
	roleOrderKind                      // tells what order: "standard", "fournisseur"
	roleNumber                         // "#", "ref"
	roleDate                           // "date", "time"
	roleDelivery                       // names a delivery: "arrival", "entrega"
	rolePlanned                        // tells how sure a date is: "expected", "confirmed"
	roleLimit                          // "by", "before", "spatestens"
	roleSum                            // names a sum: "total", "montant"
	roleTax                            // names a tax
	roleBefore                         // without tax: "excl", "ohne"
	roleAfter                          // with tax: "incl", "ttc"
	roleEstimate                       // tells how sure a sum is
	roleAsked                          // tells that something is wanted: "reqd", "souhaitee"
)

// roleWords are the words that labels are composed of, in the order's
// languages, written as canonicalWord leaves them. What systems and templates
// call things by is not to be listed; what they compose it of is.
var roleWords = [...]struct {
	roles wordRole
	words string
}{
	{roleOrder, `po purchase order orders purchasing bestell bestellung bestellungs einkaufs commande commandes achat pedido compra orden ordine acquisto encomenda
		ordem bestel bestelling inkoop inkooporder purch bestallning inkop inkops inkopsorder kobsordre indkobsordre innkjopsordre bestilling tilaus tilauksen ostotilaus
		zamowienie zamowienia zlecenie objednavka objednavky lpo spo`},
	{roleOrderKind, `standard original our buyer buyers customer client internal official s fournisseur fornitore proveedor fornecedor leverancier a bon nota buono
		local service servicio servizio servico supply fornecimento suministro framework rahmen internal external blanket work job release`},
	{roleNumber, `# ref id code`},
	{roleDate, `date dates day time tag zeit termin week`},
	{roleDelivery, `delivery deliver deliveries delivered arrival arrive arrives required require reqd req needed need wanted site
		liefer lieferung anliefer anlieferung wunschliefer livraison livrer arrivee requis requise entrega entregar llegada requerida requerido
		consegna consegnare arrivo chegada lever levering leveren aflever aflevering bezorg bezorging ship shipment shipping dispatch despatch
		dispatched embarque`},
	{rolePlanned, `must be shall due receipt receive received reception requested request expected promised promise confirmed confirm scheduled schedule planned estimated est exp desired preferred latest final
		agreed goods materials order orders customer po our please to gewunschter gewunschte gewunschtes geplanter geplante bestatigter bestatigte
		prevue prevu souhaitee souhaite demandee demande confirmee prevista previsto prevision solicitada solicitado deseada estimada
		confirmada acordada richiesta richiesto confermata previsao pretendida gewenste verwachte bevestigde geplande`},
	{roleLimit, `by before on until than later latest or within le avant pour plus tard bis zum am spatestens antes para hasta entro il ate voor
		uiterlijk op in`},
	{roleSum, `total totals amount sum value subtotal sub order orders po purchase goods price cost lines net grand totale totaal summe betrag gesamt
		gesamtbetrag gesamtsumme bestellwert auftragswert montant importe importo valor totaalbedrag bedrag commande pedido ordine encomenda
		bestellung extended final overall merchandise items netto`},
	{roleTax, `tax taxes vat gst hst mwst ust umsatzsteuer mehrwertsteuer steuer tva iva btw igv icms ipi iss impuestos impuesto imposta imposto impostos taxe`},
	{roleBefore, `excl excluding exclusive exclude excludes ex exc before without pre ht hors ohne exkl sin senza sem zonder exclusief`},
	{roleAfter, `incl including inclusive includes inc with after inkl mit ttc comprise con incluido incluidos inclusa compresa com met inclusief`},
	{roleAsked, `required require reqd req needed wanted requested request expected desired preferred promised confirmed scheduled planned due
		requis requise demandee demande souhaitee souhaite prevue prevu confirmee gewunscht erwunscht bestatigt geplant vereinbart requerida requerido solicitada solicitado deseada confirmada acordada
		prevista previsto richiesta richiesto confermata pretendida gewenst gewenste verwacht verwachte bevestigd bevestigde gepland geplande`},
	{roleEstimate, `estimated est approx approximate plus add zzgl zuzuglich current revised gesetzliche gesetzl`},
}

var rolesOf = sync.OnceValue(func() map[string]wordRole {
	m := map[string]wordRole{}
	for _, r := range roleWords {
		for _, w := range strings.Fields(r.words) {
			m[w] |= r.roles
		}
	}
	return m
})

// maxComposed bounds the words of a composed label.
const maxComposed = 8

// What composed labels may be made of.
const (
	orderRoles    = roleOrder | roleOrderKind | roleNumber | roleDate
	deliveryRoles = roleDelivery | rolePlanned | roleLimit | roleDate
	sumRoles      = roleSum | roleTax | roleBefore | roleAfter | roleEstimate
)

// composed reads a label that no phrase of the lexicon gives, from what its
// words name: "Confirmed arrival date on site". It takes all the words up to a
// colon, a figure or the end of the segment, or none.
func composed(t []token, i int, s *layout.Segment) (means []announced, end int) {
	roles := rolesOf()
	role := func(n int) wordRole {
		k := t[n]
		r := roles[k.text]
		if k.text == "#" && n+1 < len(t) && t[n+1].text == "later" {
			return roleLimit // "no later than"
		}
		if k.rest != "" && r != 0 {
			r |= roles[k.rest]
		}
		return r
	}
	for end = i; end < len(t); end++ {
		k := t[end]
		if k.mark && (strings.Contains(":：=$€£₹", k.text) || !labelMark(k.text)) || wording.HasDigit(k.text) || currencyToken(k.text) || end > i && beginsCode(k, s) {
			break
		}
		if !k.mark && !labelGlue[k.text] && role(end) == 0 {
			if to := numberedOrder(t, i, end); to > 0 && endsLabel(t, to, s) {
				return composedNumber[:], to
			}
			return nil, i
		}
	}
	closed := end == len(t) || t[end].text == ":"
	for end > i && (t[end-1].mark || labelGlue[t[end-1].text] && !closed || !endsLabel(t, end, s)) {
		end--
	}
	var have, others wordRole // others: of the words that do not ask
	fits := [...]wordRole{orderRoles, deliveryRoles, sumRoles}
	words := 0
	for n := i; n < end; n++ {
		r := role(n)
		if t[n].mark || r == 0 {
			continue
		}
		words++
		have |= r
		if r&roleAsked == 0 {
			others |= r
		}
		for f := range fits {
			if r&fits[f] == 0 {
				fits[f] = 0
			}
		}
	}
	if words < 2 || words > maxComposed {
		return nil, i
	}
	has := func(r wordRole) bool { return have&r != 0 }
	switch {
	case fits[0] != 0 && has(roleOrder) && has(roleNumber) && has(roleDate):
		return composedNumberDate[:], end
	case fits[0] != 0 && has(roleOrder) && has(roleNumber):
		return composedNumber[:], end
	case fits[0] != 0 && has(roleOrder) && has(roleDate):
		return composedDate[:], end
	case fits[0] != 0 && has(roleOrder):
		return composedTitle[:], end
	case fits[1] != 0 && has(roleDelivery) && (has(roleDate) || has(roleLimit)), fits[1] != 0 && has(rolePlanned) && has(roleDate),
		fits[1] != 0 && has(roleAsked) && others&roleDelivery != 0: // "Delivery reqd"
		return composedDelivery[:], end
	case fits[2] == 0 || !has(roleSum|roleTax):
	case has(roleBefore) && has(roleSum):
		return composedSubtotal[:], end
	case has(roleAfter) && has(roleSum):
		return composedTotal[:], end
	case has(roleTax):
		return composedTax[:], end
	case has(roleSum) && has(roleEstimate):
		return composedTotal[:], end
	}
	return nil, i
}

// beginsCode tells whether a token begins a word of letters and digits that is
// the value behind a label: "Commande fournisseur CF-0026".
func beginsCode(k token, s *layout.Segment) bool {
	w := s.Words[k.word].Text
	return k.from == 0 && !k.mark && k.to < len(w) && wording.HasDigit(w[k.to:])
}

// numberedOrder is the end of a label that begins with what names an order and
// ends with "number", although words stand between that are not known:
// "Zamówienie u dostawcy nr". It is 0 where t[i:] begins with no such label, or
// where the words between are those of another thing's number. What is unknown
// begins at t[unknown].
func numberedOrder(t []token, i, unknown int) int {
	const between = 3 // words
	if rolesOf()[t[i].text]&roleOrder == 0 {
		return 0
	}
	for n := i + 1; n < len(t) && n <= i+between+1; n++ {
		if t[n].mark {
			return 0
		}
		if t[n].text == "#" {
			return n + 1
		}
		if means, _ := matchAt(t, n); means != nil && n >= unknown {
			return 0
		}
	}
	return 0
}

// What composed labels announce.
var (
	composedNumberDate = [...]announced{{labelNumberDate, 0.95}}
	composedNumber     = [...]announced{{labelNumber, 0.9}}
	composedDate       = [...]announced{{labelDate, 0.95}}
	composedTitle      = [...]announced{{labelNumber, titleStrength}}
	composedDelivery   = [...]announced{{labelDelivery, 0.85}}
	composedSubtotal   = [...]announced{{labelSubtotal, 0.9}}
	composedTotal      = [...]announced{{labelTotal, 0.9}}
	composedTax        = [...]announced{{labelTax, 0.9}}
)
