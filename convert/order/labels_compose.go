package order

import (
	"strings"
	"sync"
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
