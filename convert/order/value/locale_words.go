package value

import (
	"strings"
	"sync"
)

// languageWords maps folded words of orders to the languages they belong to.
var languageWords = sync.OnceValue(func() map[string][]string {
	m := map[string][]string{}
	for _, l := range [...]struct{ language, words string }{
		{"en", `the of and to for with order purchase quantity price amount vendor supplier ship bill delivery description terms number buyer
			address unit item please this all must our shall tax page required qty phone payment invoice extended`},
		{"de", `der die das und von fur mit wir ihre unsere bestellung bestellnummer menge preis einzelpreis gesamtpreis betrag lieferant
			liefertermin lieferadresse lieferanschrift rechnungsadresse rechnung einheit bezeichnung artikel gesamt mwst ust zwischensumme
			datum seite zahlungsbedingungen bitte pos stuck nr lieferung kunden`},
		{"fr", `le la les et des du pour avec commande quantite prix montant fournisseur livraison facturation unite designation
			tva acheteur adresse conditions paiement nous votre reglement reference qte sur bon ht ttc`},
		{"es", `el los las y con para por pedido orden compra cantidad precio importe proveedor entrega factura unidad descripcion
			iva fecha condiciones pago direccion cant comprador nuestro del observaciones envio`},
		{"it", `il di e per con ordine quantita prezzo importo fornitore consegna fattura unita descrizione imponibile data
			pagamento spett spettabile codice nostro della merce iva cliente destinazione totale`},
		{"pt", `o os as e com pedido encomenda quantidade preco valor fornecedor entrega fatura fatura unidade descricao data
			pagamento morada endereco nota compra condicoes numero cnpj frete nif`},
		{"nl", `de het een en van voor met bestelling inkooporder aantal prijs bedrag leverancier levering leverdatum factuur
			eenheid omschrijving btw datum betaling afleveradres factuuradres onze pagina ordernummer`},
	} {
		for _, w := range strings.Fields(l.words) {
			m[w] = append(m[w], l.language)
		}
	}
	return m
})

// countryTrace is what one word says about the document's country.
type countryTrace struct {
	country string
	weight  int
}

// countryWords maps folded words, without the marks around them, to the
// country they point to: names, tax and registration names, currencies.
var countryWords = sync.OnceValue(func() map[string]countryTrace {
	m := map[string]countryTrace{}
	for _, l := range [...]struct {
		country string
		weight  int
		words   string
	}{
		{"US", 3, "usa u.s.a u.s"},
		{"US", 1, "usd"},
		{"CA", 3, "canada hst qst cad cad$ ca$ c$ tvq tps ontario quebec alberta manitoba saskatchewan"},
		{"GB", 3, "england wales scotland gbp £ carriage plc uk vat"},
		{"IE", 3, "ireland eircode"},
		{"AU", 3, "abn aud australia acn nsw"},
		{"NZ", 3, "nzd zealand gst/nzbn nzbn"},
		{"IN", 3, "gstin cgst sgst igst utgst hsn hsn/sac gstin/uin inr ₹ rs india lakh"},
		{"PK", 3, "pakistan pkr"},
		{"ZA", 3, "africa zar"},
		{"SG", 3, "singapore sgd"},
		{"MY", 3, "malaysia myr bhd"},
		{"AE", 3, "uae aed dubai"},
		{"PH", 3, "philippines php"},
		{"DE", 1, "mwst ust"},
		{"DE", 3, "deutschland germany ust-idnr ust-id hrb amtsgericht"},
		{"AT", 3, "osterreich austria uid atu"},
		{"CH", 3, "schweiz suisse svizzera switzerland chf sfr"},
		{"FR", 3, "france siret siren tva rcs"},
		{"BE", 3, "belgie belgique belgium"},
		{"LU", 3, "luxembourg"},
		{"ES", 3, "espana spain"},
		{"MX", 3, "mexico mxn rfc mxn$ c.v cfdi"},
		{"AR", 3, "argentina cuit"},
		{"CL", 3, "chile clp rut"},
		{"CO", 3, "colombia cop"},
		{"PE", 3, "peru ruc"},
		{"IT", 3, "italia italy p.iva piva s.r.l s.p.a"},
		{"PT", 3, "portugal nif lda"},
		{"BR", 3, "brasil brazil cnpj icms ipi r$ brl cep"},
		{"NL", 3, "nederland netherlands btw kvk"},
		{"DK", 3, "danmark denmark dkk moms"},
		{"SE", 3, "sverige sweden sek"},
		{"NO", 3, "norge norway nok"},
		{"PL", 3, "polska poland pln nip"},
		{"CZ", 3, "czech czk dic"},
		{"HU", 3, "magyarorszag hungary huf kft zrt adoszam afa egysegar megrendeles"},
		{"RO", 3, "romania furnizor cantitate"},
		{"TR", 3, "turkiye kdv mersis siparis"},
		{"JP", 3, "japan jpy"},
		{"EU", 1, "€ eur"},
	} {
		for _, w := range strings.Fields(l.words) {
			m[w] = countryTrace{l.country, l.weight}
		}
	}
	return m
})

// currencyCountry is the country that a currency printed with an amount speaks for.
var currencyCountry = map[string]string{
	"USD": "US", "CAD": "CA", "GBP": "GB", "AUD": "AU", "NZD": "NZ", "INR": "IN", "CHF": "CH", "MXN": "MX", "BRL": "BR", "ZAR": "ZA", "EUR": "EU", "PKR": "PK",
}

// languageCountry is the country whose custom a language lets expect.
var languageCountry = map[string]string{"de": "DE", "fr": "FR", "es": "ES", "it": "IT", "pt": "PT", "nl": "NL", "ja": "JP"}

// commaCountries are those that write a decimal comma.
const commaCountries = " DE AT FR BE LU ES IT PT BR NL DK SE NO PL CZ HU RO TR AR CL CO EU "

// usStates are the postal abbreviations of the states of the USA and its territories.
const usStates = " AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU "
