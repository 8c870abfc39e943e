package order

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"lineitem/convert/order/wording"
)

// labelKind is what a label phrase announces.
type labelKind uint8

const (
	labelNone       labelKind = iota
	labelNumber               // the order's number
	labelNumberDate           // number and date in one: "PO number/date"
	labelDate                 // the order's date
	labelDelivery             // the delivery date
	labelTerms                // payment terms
	labelShipVia              // carrier or shipping method
	labelCurrency             // currency
	labelSubtotal             // sum of the lines
	labelTax                  // a tax
	labelShipping             // freight, handling
	labelTotal                // final amount
	labelDiscount             // an order-level discount
	labelCharge               // a charge that no column holds: packing, a surcharge
	labelInterim              // sums that are none of these: section subtotals, carried forward
	labelOther                // known, and none of the above: kept out
	labelKinds                // how many there are
)

// labelWords gives the phrases by which labels are told, folded, in no order: "|"
// parts several of them.
func labelWords() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, p := range allPhrases() {
			if !yield(p.phrases) {
				return
			}
		}
		for _, p := range totalPhrases {
			if !yield(p.phrases) {
				return
			}
		}
		for _, p := range allOthers() {
			if !yield(p) {
				return
			}
		}
		for _, words := range [...]iter.Seq[string]{maps.Keys(canonicalWords), maps.Keys(labelGlue), maps.Keys(possessives)} {
			for w := range words {
				if !yield(w) {
					return
				}
			}
		}
	}
}

// compounds gives the words in which German and Dutch write what other languages
// write as two, both folded: "bestell" and "nummer".
func compounds(first, second string) []string {
	var all []string
	for _, e := range compoundEnds {
		if e.to == second {
			all = append(all, first+e.end)
		}
	}
	return all
}

// labelPhrase are phrases that announce one kind of value.
type labelPhrase struct {
	kind     labelKind
	strength float64
	phrases  string // parted by "|"
}

// allPhrases are the phrases of all languages, those of totalPhrases left out.
func allPhrases() []labelPhrase {
	return slices.Concat(labelPhrases[:], northernPhrases[:], easternPhrases[:], southeasternPhrases[:], southeasternSums[:])
}

// allOthers are the labels of all languages whose values belong to no column.
func allOthers() []string {
	return slices.Concat(otherPhrases[:], northernOthers[:], easternOthers[:], southeasternOthers[:])
}

// labelPhrases is the lexicon of labels in the order's languages. Phrases are
// written as canonicalWord leaves them: folded, every word for "number" as
// "#", for "date" as "date", for "reference" as "ref"; small words (of, de,
// del, ...) are left out, as they are skipped in documents. The strength, in
// (0, 1], says how surely the phrase announces what its kind says.
var labelPhrases = [...]labelPhrase{
	{labelNumber, 1, `purchase order #|po #|po|p o #|# po|# purchase order|bestell #|bestellung #|einkaufsbestellung #|bon commande #|
		commande #|# commande|# bon commande|orden compra #|# orden compra|pedido #|# pedido|pedido compra #|# pedido compra|ordine #|
		# ordine|ordine acquisto #|# ordine acquisto|ordine fornitore #|encomenda #|# encomenda|nota encomenda #|ordem compra #|
		# ordem compra|inkooporder #|bestelling #|bestel #|bestelbon #|po ref|purchase order ref|注文番号|発注番号|注文書番号|発注#|注文#`},
	{labelNumber, 1, `lpo #|lpo|local purchase order #|l p o #|spo #|spo ref|spo|service purchase order #|service order #|supply order #|p order #|purchase order ref #|po ref #|wo #|job order #|
		local purchase order ref|supply order ref|contract order #|task order #|delivery order #|acquisto #|ordem fornecimento #|autorizacao fornecimento #|orden servicio #|orden trabajo #|
		ordem servico #|ordem compra #|abruf #|rahmenabruf #|bestellschein #|einkaufs #|einkaufsbeleg #|commande fournisseur #|# commande fournisseur|commande achat #|marche #|bdc #|# bdc|
		opdracht #|inkoopopdracht #|inkoop #|inkoopordernr|order # inkoop|ordine servizio #|ordinativo #|# ordinativo|odl #|oda #|oda|# oda|buono #|pedido proveedor #|# pedido proveedor|nota pedido #|
		# nota pedido|nota encomenda #|req compra #|encomenda fornecedor #|# encomenda fornecedor|po id|purchase order id|order release #|release order #|blanket release #`},
	{labelNumber, .9, `order #|ord #|best #|auftr #|contract purch order #|contract purchase order #|contract purch order agreement #|our order #|our po #|order ref|order id|purch order #|purchase #|buyers order #|buyer s order #|buyer s ref order #|buyers ref order #|buyer order #|buyer po #|buyer s po #|
		bestellungs #|unsere bestell #|ihre bestell #|ref commande|commande ref|oc #|o c #|bc #|# oc|orden #|# orden|order code|# order|
		customer po #|customer po|cust po|cust po #|customer order #|your po #|your po|your order #|client po #|ihre bestellung|
		votre commande|su pedido|vostro ordine|uw order #|uw bestelling|vs ordine|buono ordine #|your order ref|customer order ref`},
	{labelNumber, titleStrength, `purchase order|bestellung|einkaufsbestellung|bon commande|orden compra|pedido compra|ordine acquisto|ordine fornitore|
		nota encomenda|ordem compra|inkooporder|bestelbon|inkoopopdracht|commande|bestelling|ordine|encomenda|pedido|auftrags #|auftrag #|注文書|発注書|
		standard purchase order|purchase contract #|orden|order`},
	{labelNumber, .78, `beleg|voucher #|document #|doc #|beleg #|# documento|dokument #|# doc`},
	{labelNumber, .6, `indent #|booking #|booking ref|vorgangs #|vorgang|koopbrief|# interno|numero interno|document|folio|contract order #|work order #|ordre #`},
	{labelNumber, .5, `order confirmation #|confirmation #|release #|call off #|delivery schedule #|lieferabruf #|lieferplan #|appel #|afroep #`},
	{labelNumber, .35, `contract #|contract|requisition #|requisition ext #|requisicao #`},
	{labelNumber, .4, `ref #|auftragsref|ref|our ref|unser zeichen|unsere ref|notre ref|ns ref|onze ref|nuestra ref|nostro ref|nossa ref|#`},

	{labelNumberDate, 1, `po # date|purchase order # date|bestell # date|bestellung # date|order # date|commande # date|# commande date|
		pedido # date|ordine # date|# ordine date|encomenda # date|bestelling # date|bestel # date|document # date|# date`},

	{labelDate, 1, `po date|order date|ord date|date order|date po|purchase order date|date purchase order|bestell date|bestellung date|date bestellung|
		auftrags date|date commande|date bon commande|date pedido|date orden|date orden compra|date ordine|date encomenda|date pedido compra|
		date ordem compra|date compra|bestel date|order dated|date bestelling|commande passee|passee|purchase date|date purchase|発注日|注文日|発注年月日|注文年月日`},
	{labelDate, .85, `issue date|issued date|date issued|date issue|issued|issued on|date emissao|date emision|date emission|date emissione|
		emissao|emision|ausgestellt|ausstellungs date|document date|doc date|date document|date documento|beleg date|date ordered|
		ordered on|date doc|ordered|po issued|po created|order placed|order placed on|発行日|emis|emis le|etabli|etabli le|emesso|emesso il|emitido|uitgegeven|placed on|expedida|emitida`},
	{labelDate, .5, `release date|date release|call off date|sent|sent on|gesendet|envoye|enviado|inviato|verzonden|date sent`},
	{labelDate, .7, `d d|dd|raised|date raised|raised on|written|written on|date sent|fecha envio|placed|date placed|ordered date|made on|emitido em|emessa|emessa il|redige le|fait le|hecho en fecha|dated|voucher date|creation date|date creation|date created|created date|created on|created|order created|datado|
		entry date|order entry date|po creation date|erstellt|erstellt am|angelegt am|日付|作成日`},
	{labelDate, .6, `date`},

	{labelDelivery, 1, `delivery reqd|date req d|on site date|date on site|required on site date|ship # later than|deliver # later than|date requise|requise|livraison souhaitee|livraison demandee|date livraison confirmee|delivery date required|requested ship date|confirmed delivery date|promised delivery date|promise date|promised date|scheduled delivery date|scheduled ship date|expected ship date|latest delivery date|entrega solicitada|fecha entrega solicitada|fecha entrega requerida|consegna richiesta|data consegna richiesta|date consegna richiesta|date consegna prevista|entrega prevista|date entrega prevista|gewenste lever date|gewenste levering|gewunschter liefer date|gewunschtes liefer date|bestatigter liefer date|liefer date spatestens|lieferung bis spatestens|delivery date|date delivery|deliver by|deliver on|deliver before|deliver on or before|deliver or before|required by|
		required date|date required|req date|req d date|reqd date|reqd by|required on site|required delivery date|required delivery|
		need by|need by date|needed by|date needed|need date|requested delivery|requested delivery date|delivery requested|
		requested date|date requested|expected date|date expected|expected delivery|expected delivery date|expected|
		expected on|expected arrival|estimated delivery|estimated delivery date|arrival date|deliver date|delivery required|delivery required by|
		delivery due|delivery due date|in hands date|wanted date|want date|receive by|delivery by|scheduled delivery|deliver to arrive by|
		due on|expected receipt|expected receipt date|exp receipt|exp receipt date|exp date receipt|due delivery date|delivery due by|requested receipt date|date expected receipt|exp delivery|exp delivery date|est delivery|est delivery date|est arrival|exp arrival|planned receipt date|delivery on|delivery date time|
		liefer date|wunschtermin|wunschliefer date|anliefer date|gewunschter liefer date|lieferung date|liefer date bis|lieferzeitpunkt|liefer termin|anlieferung am|lieferung am|lieferung bis|lieferung spatestens|spatester liefer date|eingangs date|wareneingangs date|abhol date|
		
		date livraison|date livraison prevue|livraison prevue|livraison prevue le|livraison souhaitee|date livraison souhaitee|date prevue|
		date livraison demandee|livraison demandee|date reception|livrer|livrer avant|a livrer le|livraison le|date arrivee|
		date entrega|date requerida|date prevista|date entrega prevista|date prevista entrega|date compromiso|entregar antes|
		date consegna|consegna prevista|termine consegna|date prevista consegna|consegna entro|consegna richiesta|date consegna richiesta|
		consegna entro il|entrega prevista|previsao entrega|prazo entrega|plazo entrega|date prevista entrega|
		lever date|gewenste lever date|verwachte lever date|aflever date|gewenste aflever date|納期|納入期日|納品日|納入日|希望納期|納入期限|納品期限|納品希望日|希望納入日|納品予定日`},
	{labelDelivery, .7, `due date|date due|promise date|promised date|promised|delivery time|needed|required|delai livraison|delai|liefer termin|
		lieferzeit|levertijd|tempi consegna|ship by|ship by date|must ship by|delivery schedule|eta|w c|date req d|anlieferung|dely date|dlvy date|dlv date|supply by|supply date|f entrega|f entrega prevista|dt entrega|gg consegna|in stock by|liefer leistungs date`},
	{labelDelivery, .85, `wanted|wanted by|need|need on|deliv date|deliv by|dely by|dely|dlv|graag voor|gaarne voor|graag leveren voor|must reach before|reach by|must arrive before|completion|complete by|supply by|supply before|arrival|arrives|deliver f o b point on|deliver fob point on|time shipment|time delivery|latest shipment|latest shipment date|latest delivery|latest delivery date|last shipment date|shipment on or before|ex factory|ex factory date|ex works date|in house date|required in house date|inhouse date|due in house|in dc date|in store date|on dock date|dock date|must arrive by|must arrive by date|mabd|window|ship window|delivery window date|target date|due in|completion date|date completion|livraison prevue le|livraison au plus tard|a livrer avant|a livrer avant le|date souhaitee|date demandee|fecha solicitada|fecha necesidad|fecha recepcion|fecha llegada|fecha termino|entrega antes|entrega hasta|entrega maxima|fecha maxima entrega|fecha limite entrega|recibir antes|date limite livraison|limite livraison|data limite|data ricevimento|arrivo previsto|data arrivo|evasione|data evasione|data prevista|entregar ate|entrega ate|data necessidade|prazo|uiterste lever date|uiterlijke lever date|levering uiterlijk|leveren voor|leveren uiterlijk|levering week|lever week|leverweek|uitvoering|uitvoering voor|uitvoering op|uitvoering uiterlijk|uitvoerings date|uit te voeren voor|execution avant|execution avant le|execution le|a executer avant|a executer avant le|date execution|delai execution|ausfuhrung bis|ausfuhrung am|ausfuhrungs date|ejecucion antes|fecha ejecucion|esecuzione entro|data esecuzione|aankomst date|gewenste ontvangst date|ontvangst date`},
	{labelDelivery, .55, `shipment|despatch|dispatch|termin|termine|ship date|delivery|lieferung|livraison|entrega|consegna|levering|due|shipment date|shipping date|ship on|dispatch date|
		versand date|pickup date`},

	{labelTerms, .8, `term|bet|zahl|termes|net terms|trade terms|zahlung|betaling|pago|pagamento|paiement`},
	{labelTerms, 1, `dating|payment terms template|terms template|condiciones venta|cond venta|condicion venta|cond zahlung|betalingsbet|betalbet|betaln|zahlungsbedg|payment terms days|discount terms|zahlungsbed|zahlungsbedg|zahlbed|zahlungsbeding|cond pagto|condicao pagto|condicoes pagto|forma pagto|cond pag|condiz pagamento|cond pagamento|
		payment terms|terms payment|mode terms payment|payment term|payment conditions|conditions payment|pay terms|pmt terms|payt terms|
		discount payment terms|credit terms|terms credit|payment terms days|zahlungsbedingung|zahlungsbedingungen|zahlungskonditionen|
		zahlungskondition|zahlungsziel|zahlungsweise|conditions paiement|condition paiement|conditions reglement|condition reglement|
		modalites paiement|modalites reglement|termes paiement|delai paiement|delai reglement|condiciones pago|condicion pago|
		terminos pago|cond pago|plazo pago|condizioni pagamento|condizione pagamento|termini pagamento|modalita pagamento|mod pagamento|
		cond pagamento|condicoes pagamento|condicao pagamento|prazo pagamento|cond pgto|cond pag|betalingstermijn|betalingsconditie|
		betalingscondities|betalingsvoorwaarden|betalingsvoorwaarde|betaalconditie|betaaltermijn|支払条件|お支払条件|支払方法`},
	{labelTerms, looseStrength, `conditions|condiciones|condicoes|condizioni|bedingungen|voorwaarden|villkor|betingelser|ehdot|warunki|podminky`},
	{labelTerms, .8, `betalingsmethode|terms payment method|mode payment|payment by|settlement|settlement terms|payment details|reglement par|moyen paiement|moyen reglement|metodo pago|medio pago|metodo pagamento|meio pagamento|vencimientos|zahlungs art|zahlbar|zahlung ziel|terms|pagamento|zahlung|forma pago|forma pagamento|betaling|mode reglement|mode paiement|payment|paiement|reglement|
		payment mode|mode payment|konditionen|pago|payment due|betalingswijze|zahlungsart`},

	{labelShipVia, 1, `ship via|shipped via|shipping via|carrier|shipping method|ship method|method shipment|shipment method|mode shipment|
		shipment mode|mode dispatch|mode despatch|dispatched through|despatched through|dispatch through|despatch through|
		dispatch mode|despatch mode|dispatched via|transporter|freight carrier|ship carrier|preferred carrier|mode transport|transport mode|
		ship mode|shipping mode|shipping carrier|method dispatch|shipment via|delivery via|carrier service|ship service|freight via|deliver via|
		transporter name|versandart|versandweg|spediteur|frachtfuhrer|transportart|versand uber|versand durch|versand per|versandmethode|
		mode expedition|transporteur|mode livraison|mode envoi|transportista|medio transporte|forma envio|modo envio|metodo envio|
		via envio|enviar por|agencia transporte|vettore|trasporto mezzo|trasporto a mezzo|corriere|modalita spedizione|modalita trasporto|
		spedizione a mezzo|spedizione mezzo|mezzo spedizione|transportadora|modo expedicao|meio transporte|via transporte|verzendwijze|
		verzendmethode|vervoerder|wijze verzending|verzending via|mezzo|mezzo trasporto`},
	{labelShipVia, .9, `carrier name|carrier code|carrier service|freight carrier|freight company|shipping agent|haulier|forwarder|shipped via|shipped by|delivery carrier|
		via embarque|medio embarque|forma embarque|embarcar por|shipment mode|mode shipment|transport mode|despatch via|deliver via|delivery via|
		transporteur souhaite|expedier par|livrer via|livrer par|expedie par|versenden per|versand mit|tipo envio|tipo transporte|tipo trasporto|mezzo spedizione`},
	{labelShipVia, .9, `shipping type|shipment type|dispatch type|mode delivery|mode|send by|sent by|dispatch by|dispatched by|despatch by|shipment by|ship by carrier|ship by courier|send by courier|send per|transported by|transportation|transportation mode|mode transportation|means transport|delivery carrier|freight forwarder|haulage|versand mit|lieferweg|transportmittel|beforderung|beforderungsart|versandspediteur|acheminement|moyen transport|mode acheminement|transport par|expedition par|livraison par|metodo transporte|empresa transporte|medio transporte|metodo despacho|despacho por|via despacho|trasportatore|spedizioniere|mezzo consegna|modalita consegna|trasporto a cura|forma expedicao|modo transporte|modo entrega|transporte por|expedicao por|vervoer|wijze vervoer|transporteur|vervoer door|transport door|afhalen door|transportwijze`},
	{labelShipVia, looseStrength, `via|ship by|ship|shipment|despatch|dispatch|livraison|lieferung|levering|leverans|leveranse|toimitus|consegna|entrega`},
	{labelShipVia, .7, `delivery method|method delivery|versand|lieferart|spedition|expedition|envio|transporte|trasporto|spedizione|expedicao|verzending|
		leveringswijze|transport|courier|routing|route|truck|truck line|trucking|trucking company|trucker|ship through|shipping|delivery mode|delivery service`},

	{labelCurrency, 1, `currency|curr|curr code|ccy|currency code|po currency|order currency|wahrung|belegwahrung|devise|monnaie|moneda|divisa|valuta|moeda|通貨`},
}

// canonicalWords maps folded words that mean the same in labels.
var canonicalWords = func() map[string]string {
	m := map[string]string{}
	for to, from := range map[string]string{
		"#":    "no nr num number numero nummer nro n nbr numb # id numara numarasi numar numarul szam szama 番号",
		"date": "date datum datuma data fecha dt tarih tarihi",
		"ref":  "ref references refs reference referenz referentie referencia riferimento rif réf refe referens referanse",
	} {
		for _, w := range strings.Fields(from) {
			m[wording.Fold(w)] = to
		}
	}
	return m
}()

// labelGlue are the small words that labels contain and phrases leave out.
var labelGlue = wording.Set("of the de des du d la le les l del della dell dello delle degli dei di do da dos das der die den el los van het and und et y e en a al von our nostro")

// announced is one meaning of a label phrase.
type announced struct {
	kind     labelKind
	strength float64
}

// labelEntry is one phrase of the lexicon, ready to be compared.
type labelEntry struct {
	words []string
	means []announced
}

// labelLexicon holds the phrases by their first word, the longest first.
var labelLexicon = sync.OnceValue(func() map[string][]labelEntry {
	m := map[string][]labelEntry{}
	for _, p := range allPhrases() {
		addPhrases(m, announced{p.kind, p.strength}, p.phrases)
	}
	for _, p := range totalPhrases {
		addPhrases(m, announced{p.kind, p.strength}, p.phrases)
	}
	for _, phrases := range allOthers() {
		addPhrases(m, announced{labelOther, 1}, phrases)
	}
	return m
})

func addPhrases(m map[string][]labelEntry, a announced, phrases string) {
	for _, phrase := range strings.Split(phrases, "|") {
		var words []string
		for _, w := range strings.Fields(phrase) {
			if !labelGlue[w] {
				stem, rest := canonicalWord(w)
				words = append(words, stem)
				if rest != "" {
					words = append(words, rest)
				}
			}
		}
		if len(words) == 0 {
			continue
		}
		list := m[words[0]]
		same := slices.IndexFunc(list, func(e labelEntry) bool { return slices.Equal(e.words, words) })
		if same >= 0 {
			list[same].means = bothHalves(list[same].means, []announced{a})
			continue
		}
		at := 0
		for at < len(list) && len(list[at].words) > len(words) {
			at++
		}
		m[words[0]] = slices.Insert(list, at, labelEntry{words, []announced{a}})
	}
}

// canonicalWord gives the word that stands for a folded word in the lexicon,
// and a second one where compounding hides it: "bestellnummer" is "bestell #",
// "liefertermin" is "liefer date".
func canonicalWord(w string) (stem, rest string) {
	if c, ok := canonicalWords[w]; ok {
		return c, ""
	}
	for _, s := range compoundEnds {
		if len(w) > len(s.end)+2 && strings.HasSuffix(w, s.end) {
			return w[:len(w)-len(s.end)], s.to
		}
	}
	return w, ""
}

// compoundEnds are the ends by which German, Dutch, the Nordic languages and
// Japanese compound what other languages write apart.
var compoundEnds = [...]struct{ end, to string }{
	{"nummer", "#"}, {"nr", "#"}, {"datum", "date"}, {"dato", "date"}, {"termin", "date"}, {"番号", "#"},
	{"numero", "#"}, {"pvm", "date"}, {"paiva", "date"}, {"paivamaara", "date"},
}

// looseStrength is the strength of the phrases that stand over conditions of any
// kind: only what surely is of the kind counts.
const looseStrength = 0.6

// titleStrength is the strength of the phrases that are titles of orders.
const titleStrength = 0.75
