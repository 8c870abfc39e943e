package parties

import (
	"strings"

	"lineitem/convert/order/wording"
)

// confirmZone is the part of the page's height in which a confirmation says that it is one.
const confirmZone = 0.45

// confirmations begin the lines by which a supplier confirms an order that a
// customer placed, folded: there the supplier is the issuer.
var confirmations = strings.Split(`we got your order|we have received your order|we've received your order|we received your order|thank you for your order|thanks for your order|
thank you for your purchase|your order has been|your order is|your order confirmation|order confirmation|order acknowledgement|order acknowledgment|sales order confirmation|
danke fur ihre bestellung|vielen dank fur ihre bestellung|wir haben ihre bestellung|ihre bestellung bei|auftragsbestatigung|bestellbestatigung|
merci pour votre commande|nous avons bien recu votre commande|confirmation de votre commande|confirmation de commande|accuse de reception de commande|
gracias por su pedido|gracias por tu pedido|gracias por su compra|gracias por tu compra|confirmacion de pedido|hemos recibido su pedido|
grazie per il tuo ordine|grazie per il suo ordine|grazie per il vostro ordine|conferma d'ordine|conferma ordine|bedankt voor uw bestelling|bedankt voor je bestelling|orderbevestiging|
obrigado pela sua encomenda|obrigado pelo seu pedido|confirmacao de encomenda|confirmacao de pedido|dziekujemy za zamowienie|potwierdzenie zamowienia|
dekujeme za vasi objednavku|potvrzeni objednavky|tack for din order|tack for din bestallning|orderbekraftelse|tak for din ordre|tak for din bestilling|ordrebekraeftelse|
takk for din bestilling|takk for bestillingen|ordrebekreftelse|kiitos tilauksestasi|kiitos tilauksesta|tilausvahvistus`, "|")

// confirms tells whether a page confirms an order in one of its first lines.
func (p *partyPage) confirms() bool {
	for _, line := range p.lines {
		for _, s := range line {
			if s.MidY() > confirmZone*p.Height {
				return false
			}
			if s.table || len(s.Words) > 14 {
				continue
			}
			text := wording.Fold(s.text())
			for _, c := range confirmations {
				c = strings.TrimSpace(c)
				if strings.HasPrefix(text, c) && (len(s.Words) < 4 || strings.Count(c, " ") > 1) ||
					strings.Count(c, " ") > 2 && strings.Contains(text, c) {
					return true
				}
			}
		}
	}
	return false
}
