package parties

import (
	"iter"
	"maps"
	"strings"
	"sync"

	"lineitem/convert/order/wording"
)

// Role is a bit set of the parts that the party under a heading plays.
type Role uint16

const (
	RoleBuyer    Role = 1 << iota
	RoleSupplier      // of the goods, whatever the document
	RoleShipTo
	RoleBillTo
	RoleTo    // the document's addressee: an order's supplier, an invoice's buyer
	RoleFrom  // the document's issuer: an order's buyer, an invoice's supplier
	RoleOther // somebody or something else: what stands under it is none of the above
	RoleRemit // where the money goes or the goods come from, as a rule the supplier's
	RoleMaker // who makes the goods: their supplier where no other is named
	RoleThird // a party that is neither: a forwarder, a bank, whoever is notified

	// RoleRecipient is of the document, or of the goods where the document's is named beside it.
	RoleRecipient = RoleTo
)

// maxHeadWords is the most words of a phrase in headWords.
const maxHeadWords = 6

// Phrases gives the phrases by which parties are told, folded, in no order:
// headings, and words of titles and names.
func Phrases() iter.Seq[string] {
	sets := [...]iter.Seq[string]{maps.Keys(headWords()), maps.Keys(titleWords), maps.Keys(nameEnds)}
	return func(yield func(string) bool) {
		for _, phrases := range sets {
			for p := range phrases {
				if !yield(p) {
					return
				}
			}
		}
	}
}

// headLexicon holds the phrases that head the blocks of parties, folded, without
// punctuation ("d'acquisto" is two words).
type headLexicon map[string]Role

// add adds phrases, parted by commas.
func (m headLexicon) add(r Role, phrases string) {
	for p := range strings.SplitSeq(phrases, ",") {
		if p = strings.Join(strings.Fields(p), " "); p != "" && strings.Count(p, " ") < maxHeadWords {
			m[p] |= r
		}
	}
}

// nouns adds nouns that may stand alone, behind one of the phrases before, or
// be followed by what is told of the party.
func (m headLexicon) nouns(r Role, nouns, before, after string) {
	for n := range strings.SplitSeq(nouns, ",") {
		m.add(r, n)
		for a := range strings.SplitSeq(before, ",") {
			m.add(r, a+" "+n)
		}
		for a := range strings.SplitSeq(after, ",") {
			m.add(r, n+" "+a)
		}
	}
}

var headWords = sync.OnceValue(func() headLexicon {
	m := make(headLexicon, 3000)
	add, nouns := m.add, m.nouns
	const english = `address, details, information, info, name, name and address, name address, company, location, data, party,
		company name, name and adress, address details, and address, organization, organisation, s name, s address, legal name`
	nouns(RoleSupplier, "vendor, supplier, seller, contractor, subcontractor, sub contractor, vendors, suppliers",
		"to, the, name of, from, our, name and address of", english)
	nouns(RoleBuyer, "buyer, purchaser, customer, client, purchasing entity, purchasing company, organisation, organization", "the, name of, from", english)
	nouns(RoleShipTo, `ship to, shipto, shipping to, shipped to, deliver to, delivery to, delivered to, consignee, consign to,
		ship goods to, deliver goods to, send goods to, send to, shipment to, supply to, please supply to, mark for, despatch to, dispatch to, delivery at, deliver at,
		receiving, goods to, ship material to, ship materials to, ship all goods to, ship all items to`,
		"please, name of", english+", site, job site, jobsite, warehouse, store, plant, attention, contact, customer")
	nouns(RoleShipTo, `shipping address, delivery address, delivery location, delivery site, delivery point, place of delivery,
		delivery place, delivery details, delivery information, shipping details, shipping information, shipping destination, shipping location, site address,
		destination address, receiving address, job site address, jobsite address, project address, site location, delivery adress,
		recipient, final destination, work site, place of work, place of performance, site of delivery, drop ship to, dropship to, drop shipment to, direct ship to, ship address, deliver address, goods delivery address, despatch address, dispatch address, destination for goods,
		address for delivery, address of delivery, location of delivery, installation address, site delivery address`, "please, goods", "and contact, and instructions, name")
	nouns(RoleBillTo, `bill to, billto, billed to, invoice to, invoices to, invoiced to, charge to, send invoice to, send invoices to,
		mail invoice to, mail invoices to, submit invoice to, submit invoices to, forward invoice to, forward invoices to, invoices, bill invoice to,
		send all invoices to, remit invoice to, remit invoices to, remit all invoices to, email invoices to, e mail invoices to, mail all invoices to, submit all invoices to, address invoice to, address invoices to, render invoice to,
		render invoices to, mail invoice in duplicate to, send bill to, charge invoice to, please invoice, send original invoice to`, "please, original", english+", attention, customer")
	nouns(RoleBillTo, `billing address, invoice address, invoicing address, billing information, billing details, billing location, address for invoice,
		address for invoicing, accounts payable address, invoicing details, invoice details to, billing`, "", "name")
	nouns(RoleBuyer|RoleBillTo, "sold to, soldto", "", english)
	add(RoleSupplier, `issued to, ordered from, order from, purchased from, purchase from, buy from, bought from, bill from, billed from,
		sold by, supplied by, order placed with, placed with, purchase order to, order to, order issued to, po issued to, name of contractor,
		awarded to, supplier of goods, beneficiary name, buy from vendor, buy from address, buy from supplier, vendor seller, sellers name, dealer, dealer name, distributor, service provider, vendor to, supplier to,
		seller exporter, exporter, bill from address, registered supplier, manufacturer supplier`)
	add(RoleBuyer, `ordered on behalf of, purchased on behalf of, issued by, issuing office, issuing company, issuing entity, issuing organization, issuing organisation, issuing department, purchased by,
		importer, purchase order from, order issued by, buyer importer, buying entity, ordering company, owner, contracting entity, ordering party,
		employer, ordered by company, buyer organization, purchasing organization, our company details, company details, buyer company`)
	add(RoleShipTo, "site, del, deliver, job site name")
	add(RoleTo, "to, to m s, m s, messrs, order to m s, addressee, to messrs, fao")
	add(RoleFrom, "from, sender, issuer, ordered by company")
	add(RoleRemit, `remit to, remit payment to, remittance address, remit address, pay to, payment to, payee, make payment to, ship from, shipped from, shipping from,
		dispatch from, dispatched from, despatch from, remit payments to, remit to address, please remit to, payable to, pay to address, pay to vendor, supplying location, ship from address, shipper`)
	add(RoleOther, `pick up from, pickup from, pickup address, pick up address, pick up at, collect from, questions to, po contact, contact information, buyer information, buyer contact, buyer details contact,
		contact, contact person, contacts, requisitioner, requester, requestor, requested by, requestioner, confirm to,
		customer service, carrier information, billing contact, shipping contact, prepared by,
		approved by, authorized by, authorised by, authorised signatory, authorized signature, signature, order contact, vendor contact, supplier contact,
		direct inquiries to, direct questions to, ordered by, order by, raised by, buyer name contact, salesperson, sales person, sales rep, attention,
		purchasing contact, purchasing agent, buyer phone, buyer email, vendor phone, delivery contact, remarks, notes, comments, special instructions,
		instructions, shipping instructions, delivery instructions, terms and conditions, terms conditions, payment terms, delivery terms, terms of payment, terms of delivery, terms, order details, order information, po details, po information, purchase order details, purchase order information, information,
		invoice details, invoice information, invoice no, contact details, job, job name, project, reference, details of order, description, shipping method, ship via, department, job site contact`)

	add(RoleThird, `freight bill to, freight forwarder, forwarder, notify, notify party, service address, end user, end customer, return to, return address,
		returns to, broker, customs broker, bank details, company bank details, company s bank details, our bank details, bank information, spediteur, bankverbindung,
		transitaire, coordonnees bancaires, datos bancarios, transitario, banca d appoggio, dados bancarios, bankgegevens, expediteur douane, agente aduanal, third party billing,
		third party freight, bill freight to, send freight bill to, freight bills to, freight charges to, collection address, ship from warehouse, carrier`)

	add(RoleMaker, "manufacturer, factory, mill, hersteller, fabricant, fabricante, fabrikant, produttore, producent, vyrobce, tillverkare, valmistaja")

	// German
	const german = "adresse, anschrift, name, firma, daten"
	nouns(RoleSupplier, "lieferant, lieferantin, auftragnehmer, auftragnehmerin, verkaufer, verkauferin, zulieferer, anbieter, lieferfirma, kreditor", "an, an den, an lieferant", german)
	add(RoleSupplier, `lieferantenadresse, lieferantenanschrift, lieferantenname, lieferantendaten, bestellung an, bestellt bei, anschrift des lieferanten,
		adresse des lieferanten, leistungserbringer, verkaufer lieferant, auftrag an`)
	nouns(RoleBuyer, `besteller, bestellerin, auftraggeber, auftraggeberin, kaufer, kauferin, kunde, leistungsempfanger, einkaufende firma, abnehmer,
		bestellende firma`, "", german)
	add(RoleBuyer, "kundenadresse, kundenanschrift, kundenname, bestellt von, bestellt durch, auftraggeberadresse")
	nouns(RoleShipTo, `lieferadresse, lieferanschrift, lieferung an, liefern an, anlieferadresse, anlieferanschrift, versandadresse, versandanschrift, warenempfanger,
		lieferort, zu liefern an, bitte liefern an, bitte liefern sie an, abweichende lieferadresse, abweichende lieferanschrift, empfangsadresse, empfangsstelle, abladestelle, ablieferungsort,
		ablieferort, anlieferort, anlieferstelle, anlieferung, anlieferung an, lieferadresse ist, lieferempfanger, lieferstelle, bestimmungsort, entladestelle, versand an, liefer adresse, liefer anschrift, erfullungsort`, "unsere, ihre", "")
	nouns(RoleBillTo, `rechnungsadresse, rechnungsanschrift, rechnung an, rechnungsempfanger, rechnungen an, bitte rechnung an, fakturaadresse, faktura an, rechnungsstellung an,
		rechnungsstellung, rechnungslegung an, rechnung bitte an, rechnungsversand an, abweichende rechnungsadresse, abweichende rechnungsanschrift, rechnungs adresse, rechnungs anschrift, rechnungsempfangeradresse`, "unsere, ihre", "")
	add(RoleTo, "an, an die firma")
	add(RoleRecipient, "empfanger")
	add(RoleFrom, "von, absender, aussteller")
	add(RoleOther, `ansprechpartner, ansprechpartnerin, kontakt, sachbearbeiter, sachbearbeiterin, einkaufer, einkauferin, zahlungsbedingungen, lieferbedingungen, bemerkungen,
		bemerkung, hinweise, hinweis, absendeort, versender, zahlung an, versandart, lieferbedingung, zahlungsbedingung, betreff, zahlungskonditionen, liefertermin`)

	// French
	nouns(RoleSupplier, "fournisseur, vendeur, prestataire, titulaire, sous traitant, le fournisseur, le vendeur", "adresse, adresse du, nom du, coordonnees du, coordonnees, raison sociale du, a, au", "nom, adresse, nom et adresse")
	nouns(RoleBuyer, "acheteur, client, donneur d ordre, commanditaire, maitre d ouvrage, l acheteur, le client, acquereur", "adresse, adresse du, nom du, coordonnees du, coordonnees, adresse de l", "nom, adresse, nom et adresse")
	nouns(RoleShipTo, `adresse de livraison, adresse livraison, adresse pour la livraison, livrer a, livree a, livre a, livraison a, lieu de livraison, lieu livraison, a livrer a, point de livraison, site de livraison, expedier a, adresse d expedition,
		adresse de reception, lieu de reception, adresse du chantier, livraison, destinataire de la livraison, destinataire livraison, destinataire des marchandises, livre chez, livraison chez, envoyer a,
		adresse d envoi, lieu d execution, livraison directe, livraison directe client, lieu de prestation`, "notre, votre", "")
	nouns(RoleBillTo, `adresse de facturation, adresse facturation, facturer a, facturation a, facture a, a facturer a, facturation, lieu de facturation, adresse d envoi des factures, facture adressee a,
		adresse de facture, envoyer la facture a, envoyer facture a, destinataire facture, factures a adresser a, facture a adresser a, facture a envoyer a`, "notre, votre", "")
	add(RoleSupplier, "commande a, commande passee a, commande adressee a, societe fournisseur")
	add(RoleTo, "a l attention de la societe, a")
	add(RoleRecipient, "destinataire")
	add(RoleFrom, "emetteur, expediteur, de la part de, de")
	add(RoleOther, `interlocuteur, contact fournisseur, contact acheteur, demandeur, transporteur, conditions de paiement, modalites de paiement, remarques, observations, mode d expedition, date de commande, objet,
		suivi par, votre contact`)

	// Spanish
	nouns(RoleSupplier, "proveedor, vendedor, contratista, suministrador, tercero, adjudicatario", "datos del, datos de, datos, nombre del, nombre de, direccion del, al, a, el, informacion del", "nombre, direccion, razon social, domicilio")
	nouns(RoleBuyer, "comprador, cliente, contratante, demandante, unidad compradora, empresa compradora", "datos del, datos, nombre del, direccion del, el, informacion del", "nombre, direccion, razon social")
	nouns(RoleShipTo, `enviar a, entregar a, entregar en, direccion de entrega, direccion de envio, direccion entrega, direccion envio, lugar de entrega, lugar entrega, lugar de recepcion, direccion de recepcion, punto de recepcion, domicilio de entrega, envio a, embarcar a, consignatario, punto de entrega, datos de entrega, datos de envio,
		datos del envio, enviese a, envie a, entrega en, entrega a, entregar mercancia en, sitio de entrega, destino de la mercancia, lugar de envio, destinatario de la mercancia, domicilio de envio, entregar mercancia a, consignado a, remitir a, despachar a, despachar en, direccion de despacho, lugar de despacho, lugar de prestacion, entregar en bodega, bodega de entrega, obra de entrega, lugar de ejecucion, destino`, "", "")
	nouns(RoleBillTo, `facturar a, direccion de facturacion, direccion facturacion, domicilio fiscal, datos de facturacion, datos facturacion, datos fiscales, facturacion, domicilio de facturacion, factura a, factura a nombre de, direccion fiscal, cobrar a, facturar a nombre de, facturese a,
		datos para facturar, datos para facturacion, datos para la factura, emitir factura a, enviar factura a, domicilio facturacion, datos de la factura`, "", "")
	add(RoleSupplier, "pedido a, comprado a, orden para")
	add(RoleTo, "para, dirigido a, senores, sres, senor")
	add(RoleRecipient, "destinatario")
	add(RoleFrom, "emisor, remitente, expedido por, emitido por")
	add(RoleOther, `contacto, solicitante, solicitado por, elaborado por, autorizado por, condiciones de pago, forma de pago, observaciones, notas, transportista, contacto proveedor, datos del pedido, agente`)

	// Italian
	nouns(RoleSupplier, "fornitore, venditore, appaltatore, cedente, cedente prestatore, prestatore", "dati, dati del, nome, indirizzo, al, codice e ragione sociale", "indirizzo, ragione sociale, nome")
	nouns(RoleBuyer, "acquirente, cliente, committente, ordinante, cessionario, cessionario committente, compratore", "dati, dati del, nome, indirizzo", "indirizzo, ragione sociale, nome")
	nouns(RoleShipTo, `luogo di consegna, luogo consegna, indirizzo di consegna, indirizzo consegna, consegnare a, consegnare presso, consegna a, consegna presso, spedire a, destinazione merce, destinazione della merce, destinazione merci, destinazione, destinaz, dest, dest merce, luogo di destinazione,
		indirizzo di spedizione, indirizzo spedizione, sede di consegna, destinatario merce, destinatario della merce, merce da consegnare a, consegna merce, consegna merci, resa merce, luogo di consegna merce, inviare a, luogo di spedizione, punto di consegna, indirizzo di destinazione`, "", "")
	nouns(RoleBillTo, `indirizzo di fatturazione, indirizzo fatturazione, fatturare a, intestare fattura a, fattura a, dati di fatturazione, dati fatturazione, fatturazione, fatturazione a, intestatario fattura, intestazione fattura, luogo di fatturazione, da fatturare a,
		sede di fatturazione, fattura da intestare a, intestatario, inviare fattura a`, "", "")
	add(RoleTo, "spett le, spettle, spettabile, spett, spett le ditta, spettabile ditta, spett ditta, alla ditta, alla spettabile ditta, alla c a")
	add(RoleFrom, "emittente, mittente, da, emesso da, emessa da")
	add(RoleOther, `riferimento, referente, contatto, ufficio acquisti, vettore, condizioni di pagamento, pagamento, note, annotazioni, trasporto a mezzo, trasporto a cura, causale, valuta, porto`)

	// Portuguese
	nouns(RoleSupplier, "fornecedor, vendedor, contratada, contratado, prestador", "dados do, dados, nome do, endereco do, ao, para o, identificacao do", "nome, endereco, razao social, morada")
	nouns(RoleBuyer, "comprador, cliente, adquirente, contratante, empresa compradora, requisitante empresa", "dados do, dados, nome do, endereco do, identificacao do", "nome, endereco, razao social, morada")
	nouns(RoleShipTo, `local de entrega, local da entrega, local entrega, endereco de entrega, endereco para entrega, endereco entrega, morada de entrega, morada entrega, morada para entrega, entregar em, entregar a, enviar para, entrega em, dados de entrega, dados para entrega, dados da entrega,
		local de descarga, descarga, destino da mercadoria, destinatario da mercadoria, local de destino, expedir para, entrega para, endereco de envio, morada de envio, local de prestacao, local da prestacao, local de execucao, obra`, "", "")
	nouns(RoleBillTo, `dados para faturamento, dados de faturamento, dados para faturacao, dados de faturacao, endereco de faturamento, endereco para faturamento, faturar a, faturar para, faturar em nome de, morada de faturacao, morada faturacao, endereco de cobranca, endereco para cobranca, local de cobranca,
		faturamento, faturacao, facturar a, endereco de faturacao, cobrar a, local de faturamento, dados para facturacao, dados de facturacao, morada de facturacao, faturado a, dados faturamento, nota fiscal para, emitir nota fiscal para`, "", "")
	add(RoleTo, "exmo s, exmo s sr s, exmos srs, exmo sr, exmos senhores, exmo senhor, a atencao da empresa")
	add(RoleFrom, "emitente, remetente, emissor")
	add(RoleOther, `contato, contacto fornecedor, solicitante, transportadora, condicao de pagamento, condicoes de pagamento, observacoes, obs, expedicao, aprovado por, requisitante, forma de pagamento, prazo de entrega`)

	// Dutch
	nouns(RoleSupplier, "leverancier, verkoper, opdrachtnemer, crediteur, aannemer, besteld bij", "gegevens, aan, naam, adres, gegevens van de", "naam, adres, gegevens, naam en adres")
	nouns(RoleBuyer, "koper, klant, afnemer, opdrachtgever, besteller", "gegevens, naam, adres", "naam, adres, gegevens, naam en adres")
	nouns(RoleShipTo, `afleveradres, leveren aan, lever aan, leveradres, bezorgadres, verzenden naar, verzendadres, afleveren aan, levering aan, aflever adres, plaats van levering, losadres, leveringsadres, af te leveren aan, te leveren aan, leverplaats, afleverlocatie, lever adres,
		afleveren bij, leveren op, leveren bij, afleveren, bezorgen bij, levering op, aflevering, aflevering aan, goederenadres, ontvanger goederen`, "", "")
	nouns(RoleBillTo, `factuuradres, factureren aan, factuur aan, factuur sturen aan, facturatieadres, facturatie adres, factuur naar, gefactureerd aan, facturen naar, factuur adres, facturen aan, factuur sturen naar, factureren naar, facturatie, faktuuradres, factuur t n v`, "", "")
	add(RoleTo, "aan, geadresseerde")
	add(RoleRecipient, "ontvanger")
	add(RoleFrom, "afzender, van")
	add(RoleOther, `contactpersoon, inkoper, behandeld door, betalingstermijn, betalingscondities, betaling, opmerkingen, opmerking, verzendwijze, leverdatum, uw contactpersoon, vervoerder`)

	m.northern()
	m.eastern()
	m.southeastern()

	// Where a phrase is both a party's and another thing's, the party counts.
	for p, r := range m {
		if r&RoleOther != 0 && r != RoleOther {
			m[p] = r &^ RoleOther
		}
	}
	return m
})

// aloneHeads are those of bareHeads that head the addressee where they stand
// alone in their line.
var aloneHeads = wording.Set("aan an para")

// bareHeads are headings so short and so common as words that they head a
// block only where a colon follows.
var bareHeads = wording.Set("a an de da von van para aan des du al billing invoices deliver receiving recipient site del dest til till de a van fra fran pro do od komu dostawa levering toimitus vastaanotto dodani laskutus kunden vastaanottaja mottaker modtager mottagare prijemce platce")

// captionLexicon holds captions, folded, without punctuation.
type captionLexicon map[string]caption

// add adds captions, parted by commas.
func (m captionLexicon) add(c caption, phrases string) {
	for p := range strings.SplitSeq(phrases, ",") {
		m[strings.Join(strings.Fields(p), " ")] = c
	}
}

// numbers adds the captions of the numbers by which parties know each other:
// the word for number before or behind each of the parties'.
func (m captionLexicon) numbers(before, parties, behind string) {
	for p := range strings.SplitSeq(parties, ",") {
		for b := range strings.SplitSeq(before, ",") {
			if b != "" {
				m.add(captionNumber, b+" "+p)
			}
		}
		for b := range strings.SplitSeq(behind, ",") {
			if b != "" {
				m.add(captionNumber, p+b)
			}
		}
	}
}

// fieldCaptions are the captions of the fields of a labelled address.
var fieldCaptions = func() captionLexicon {
	m := captionLexicon{}
	add := m.add
	add(captionName, `name, company, company name, firma, name of consignee, name of contractor, name of supplier, name of vendor, name of company, organization, organisation, organisation name, organization name,
		business name, legal name, entity, supplier name, vendor name, customer name, buyer name, ship to name, party name, nom, raison sociale, societe, nombre, razon social, empresa, senor, senores,
		nome, ragione sociale, ditta, razao social, naam, bedrijf, bedrijfsnaam, name 1, name 2, name1, name2`)
	add(captionAddress, `address, street address, street, location, city, city state zip code, city state zip, city state and zip, city state postal code, state, zip, zip code, postal code, post code, postcode,
		country, address 1, address 2, address 3, address1, address2, address line 1, address line 2, address line1, address line2, suburb, town, county, province, region, town city, city zip, city state, city st zip,
		anschrift, adresse, strasse, plz, ort, plz ort, land, strasse nr, strasse und hausnummer, plz und ort, rue, ville, code postal, cp, pays, code postal ville, cp ville, direccion, domicilio, calle, ciudad, provincia, cp ciudad,
		codigo postal, poblacion, pais, estado, colonia, municipio, indirizzo, via, citta, cap, cap citta, nazione, paese, prov, localita, comune, morada, endereco, cidade, cep, uf, bairro, localidade,
		codigo postal localidade, adres, straat, plaats, postcode plaats, postcode en plaats, straat huisnummer, add, addr, adress, building, district, pin, pin code, pincode, city pin, street name, number and street`)
	add(captionReach, `phone, tel, telephone, phone no, tel no, phone number, mobile, mob, fax, fax no, email, e mail, email id, e mail address, email address, mail, telefon, telefono, telefone, telefoon, contact no, contact number,
		mobile no, web, website, correo, correo electronico, courriel, movil, cell, telefax, handy`)
	add(captionPerson, "attn, attention, contact, contact person, contact name, kontakt, ansprechpartner, contacto, contatto, contato, contactpersoon, atencion, att, c o, kind attn, person, poc")
	add(captionTax, `gstin, gst no, gst, gstin uin, vat, vat no, vat number, vat reg no, vat id, tax id, tax no, pan, pan no, tin, cin, ein, abn, ust id, ust id nr, ust idnr, ustid, steuernummer, tva, n tva, siret, siren, nif, cif, rfc, cnpj, cpf, nit, ruc, rut, p iva, piva,
		partita iva, codice fiscale, c f, cod fisc, btw, btw nr, btw nummer, kvk, kvk nr, state code, ie, inscricao estadual, trn, ntn, strn, uid, state name, code, reg no, registration no, llpin, msme no, udyam`)
	add(captionNumber, `nr, nummer, globale nummer, gln, number, id, vendor no, vendor number, supplier no, account, account no, customer no, supplier code, vendor code, code no, vendor id, supplier id, no,
		kundennummer, lieferantennummer, party code, site id, customer code`)
	add(captionReach, "ph, telefonnummer, tlf, e post, epost, mob tel, telefono fijo, fono, celular, telefax no")
	add(captionPerson, "z hd, zu handen, z hdn, atn, a la atencion de, a l att de, a l attention de, alla c a, alla c a di, c a, t a v, ter attentie van, a c, aos cuidados de, a atencao de, our contact, bearbeiter, fao")
	m.numbers("", "vendor, supplier, customer, client, account, creditor", " #, account, account no, ref, nr")
	m.numbers("codice, cod, codigo, code, n, nr, no, num, numero, numero de, cod de, id", "fornitore, cliente, proveedor, fournisseur, client, fornecedor, acreedor, tiers", "")
	m.numbers("", "lieferanten, kreditoren, kunden, leveranciers, crediteur, debiteur, klant", " nr,nr, nummer,nummer, no")
	m.northern()
	m.eastern()
	m.southeastern()
	return m
}()

// caption is what a field of a labelled address says of the party.
type caption uint8

const (
	captionNone caption = iota
	captionName
	captionAddress
	captionReach
	captionPerson
	captionTax
	captionNumber // by which one party knows the other
)
