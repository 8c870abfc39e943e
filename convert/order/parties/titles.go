package parties

import (
	"lineitem/convert/order/wording"
)

// titleWords are in the titles of documents, not in names of organisations.
var titleWords = wording.Set(`purchase order invoice bestellung rechnung commande facture pedido factura ordine fattura encomenda fatura bestelling factuur
	original copy page seite pagina acknowledgement confirmation requisition quotation quote offer delivery note inkooporder auftrag
	bon orden compra acquisto nota date datum fecha number no nr standard blanket release change revision draft proforma tax details detail information info summary history terms conditions quotation wycena oferta angebot nota line item items product material service color size ean total subtotal remarks comments notes`)

// titleEnds close the titles of orders, titleStarts open them: "Sub-Contract
// Order", "Objednávka vydaná". Names of organisations without a legal form do neither.
var ()

// ownerWords begin a line that names the owner of the house, not the house.
var ownerWords = wording.Set("inh inhaber inhaberin prop proprietor owner titolare titular gerant eigenaar innehavare indehaver innehaver omistaja wlasciciel majitel")
