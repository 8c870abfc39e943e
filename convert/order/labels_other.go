package order

// otherPhrases are labels whose values belong to no order-level column. They
// are known so that a value beside them is not taken for something else: an
// invoice's number for the order's, a print date for the order's date.
var otherPhrases = [...]string{
	// numbers that are not the order's
	`invoice #|invoice|invoice # date|quote #|quotation #|quotation|quote|qtn|quote ref|quotation ref|requisition #|requisition|requisition ref|req #|
	requisition ref #|pr #|rfq #|rfq|bid #|bid|tender #|contract #|contract|agreement #|blanket #|release #|release|revision #|revision|rev #|rev|
	version|change order|change order #|amendment #|amendment|customer #|cust #|customer id|customer account #|customer acct|cust acct|account #|
	account|acct #|acct|acct ref|account ref|account code|our account #|your account #|client #|vendor #|vendor id|vendor|vendor code|supplier #|
	supplier code|supplier invoice #|supplier invoice # date|supplier ref|vendor ref|supplier quote|supplier quote #|job #|job|job name|project #|
	project|project name|cost center|cost centre|cost code|gl account|gl code|department #|department|dept|delivery note #|delivery note|
	tracking #|shipment #|bill lading|proforma #|proforma invoice #|eway bill #|sales order #|so #|sales order|your ref|your ref #|your #|your order ref|material ref|ihre ref|
	ihr zeichen|votre ref|v ref|vs ref|uw ref|su ref|vostro ref|vossa ref|other ref|ref # date|customer ref|buyers ref|buyer ref|cust ref|
	requisition ref # date|quote date|quotation date|rechnungs #|rechnung #|rechnung|angebots #|angebot #|angebot|anfrage #|ihr angebot|ihr angebot vom|
	kunden #|kundennummer|kunde #|lieferanten #|lieferant #|kreditor #|kreditoren #|debitoren #|kommission|projekt|projekt #|kostenstelle|
	facture #|# facture|devis #|# devis|client #|# client|code client|# fournisseur|fournisseur #|code fournisseur|affaire|chantier|projet|
	factura #|# factura|presupuesto #|# presupuesto|oferta|oferta #|cliente #|# cliente|codigo cliente|proveedor #|# proveedor|codigo proveedor|
	requisicion|proyecto|obra|fattura #|# fattura|offerta #|# offerta|vostra offerta|codice cliente|codice fornitore|cod fornitore|cod cliente|
	commessa|cig|cup|fatura #|# fatura|proposta|proposta #|fornecedor #|# fornecedor|codigo fornecedor|requisicao|
	factuur #|offerte #|offerte|klant #|klantnummer|debiteur #|leveranciers #|leverancier #|crediteur #|project #|kostenplaats|見積番号|御見積番号`,
	// dates that are not the order's
	`payment due|payment due by|payment due date|pay by|due payment|zahlbar bis|fallig|fallig am|fallig bis|echeance|date echeance|payable le|scadenza pagamento|
	bid date|bid due date|closing date|contract date|date contract|inspection date|birth date|release date|date release|print date|date printed|printed|printed on|printed at|run date|invoice date|due date invoice|revision date|rev date|date revised|revised|
	change date|date changed|approval date|date approved|approved date|approved|valid|valid until|valid to|valid from|expiry date|expiration date|
	quote valid|effective date|start date|end date|requisition date|date requisition|tax date|date supply|date quotation|last updated|update date|
	signature date|date signature|acknowledge date|our offer|your offer|your quote|your quotation|last receipt|expiry|acknowledgment date|printing date|cancel date|cancel after|cancel by|do not ship before|
	ship not before|start ship|start ship date|druck date|ausdruck|gedruckt|gedruckt am|gultig bis|gultig ab|rechnungs date|angebots date|angebot vom|
	leistungs date|steuer date|date impression|imprime|imprime le|valable|valable jusqu|date facture|date devis|fecha impresion|fecha factura|
	fecha vencimiento|vencimiento|impreso|validez|date impresion|date factura|date stampa|stampato|stampato il|date fattura|date offerta|scadenza|
	validita|date impressao|impresso|date fatura|validade|vencimento|print datum|afdruk date|factuur date|geldig tot|offerte date|receipt date invoice|
	advance receive ship notice|date code|date rev|factory date`,
	// people, places, registrations
	`phone|phone #|telephone|telephone #|tel|tel #|ph|ph #|fax|fax #|telefon|telefax|telefono|telefone|telefoon|telephone fax|mobile|mobile #|mob|mob #|handy|
	movil|cell|email|e mail|mail|courriel|correo|web|website|www|internet|page|page #|seite|pagina|pag|blatt|sheet|vat #|vat reg #|vat registration #|
	vat id|tax id|tax id #|tax reg #|tax exempt|tax exempt #|tax exempt id|tax exemption #|taxable yes|ein|fein|federal tax #|abn|acn|gst #|gstin|gstin uin|
	gst reg #|gst registration #|pan|pan #|cin|cin #|tin|tin #|state code|state name|company pan|companys pan|company s pan|ust #|ust id|ustid|ust id #|
	ust idnr|steuer #|mwst #|tva #|# tva|tva intra|tva intracommunautaire|siret|siren|rcs|naf|ape|nif|cif|rfc|cnpj|cpf|nipc|contribuinte|p iva|piva|
	partita iva|cod fiscale|codice fiscale|c f|btw #|btw nummer|kvk|kvk #|iban|bic|swift|bank|bank account|sort code|company #|company reg #|
	company registration #|registered|hrb|handelsregister|insc estadual|inscricao estadual|ie|
	buyer|buyer name|purchaser|purchasing agent|buyer phone|buyer email|buyer code|contact|contact person|contact name|contact #|attn|attention|
	ordered by|order by|requested by|requester|requestor|requisitioner|requester deliver|prepared by|approved by|authorized by|authorised by|
	authorized signature|authorised signature|authorised signatory|signature|signed|entered by|created by|issued by|confirm to|confirm with|
	confirm to telephone|placed by|sales rep|salesperson|sales person|account manager|end user|deliver to person|deliver|name|title|printed name|
	ansprechpartner|ansprechpartnerin|sachbearbeiter|sachbearbeiterin|einkaufer|einkauferin|bearbeiter|bearbeitet von|besteller|zustandig|kontakt|
	acheteur|interlocuteur|contact achat|demandeur|suivi par|affaire suivie par|signature cachet|comprador|solicitante|solicitado por|contacto|
	elaborado por|autorizado por|firma|responsable|buyer s name|acquirente|referente|compilatore|ufficio acquisti|resp acquisti|richiedente|
	approvato da|firma timbro|comprador|solicitante|aprovado por|aprovado|responsavel|contato|elaborado|assinatura|inkoper|contactpersoon|
	besteld door|behandeld door|aanvrager|handtekening|akkoord|担当|担当者`,
	// parties
	`ship to|shipto|ship to address|shipping address|ship address|deliver to|delivery address|delivery to|delivery location|deliver to address|
	delivered to|consignee|consignee ship to|bill to|billto|bill to address|billing address|invoice to|invoice address|invoice to address|
	remit to|sold to|mail invoice to|mail invoices to|send invoice to|send invoices to|supplier|supplier bill from|supplier name|supplier address|
	vendor name|vendor address|seller|to|from|po box|customer|customer name|company|company name|address|buyer bill to|purchase from|ordered from|issued to|
	order to|order from|lieferadresse|lieferanschrift|lieferung an|versandadresse|versandanschrift|warenempfanger|rechnungsadresse|
	rechnungsanschrift|rechnung an|rechnungsempfanger|lieferant|auftragnehmer|auftraggeber|firma|anlieferadresse|anlieferanschrift|anschrift|name|
	adresse livraison|lieu livraison|livre|livrer a|adresse facturation|adresse facture|facturer a|fournisseur|adresse|adresse expedition|
	direccion entrega|lugar entrega|entregar en|enviar a|direccion envio|direccion facturacion|facturar a|direccion fiscal|datos facturacion|proveedor|
	direccion|cliente|indirizzo consegna|luogo consegna|destinazione|destinazione merce|destinatario|indirizzo fatturazione|fatturare a|
	intestazione fattura|fornitore|spett le|spettabile|indirizzo|consegnare a|local entrega|morada entrega|endereco entrega|entregar em|
	morada faturacao|endereco cobranca|faturar a|dados faturacao|fornecedor|morada|endereco|afleveradres|leveradres|leveren aan|factuuradres|
	factureren aan|leverancier|adres|verzendadres|order address|destination|final destination|place delivery|port loading|port discharge|納入場所|納品先|納品場所`,
	// terms of carriage and other conditions
	`fob|fob point|f o b|f o b point|freight terms|shipping terms|shipping condition|shipping conditions|ship condition|ship terms|delivery terms|terms delivery|incoterm|incoterms|incoterms 2020|inco terms|
	freight|freight payment|for|terms conditions|general terms|general terms conditions|commercial terms|terms sale|terms trade|price basis|price terms|
	lieferbedingung|versandbedingung|lieferbedingungen|lieferkondition|lieferkonditionen|allgemeine|conditions livraison|conditions generales|condiciones entrega|
	condiciones generales|condizioni consegna|resa|porto resa|termini resa|condizioni generali|condicoes entrega|condicoes gerais|condicoes|
	leveringsvoorwaarden|leveringscondities|leveringsconditie|leveringsvoorwaarde|algemene voorwaarden|inkoopvoorwaarden|
	shipping marks|shipping mark|marks|marks numbers|main mark|side mark|marquage colis|marquage|packing marks|case marks|carton marking|
	shipping term|ship term|
	order type|po type|type order|type|status|order status|po status|confirmation|order confirmation|confirm|confirming|notes|note|remarks|remark|
	comments|comment|special instructions|instructions|delivery instructions|shipping instructions|memo|message|subject|re|reason|priority|insurance|
	warranty|guarantee|packing|inspection|tax status|tax code|taxable|resale|method payment|payment date|payment ref|bemerkung|bemerkungen|hinweis|
	betreff|observations|observaciones|notas|note|osservazioni|annotazioni|oggetto|observacoes|opmerkingen|opmerking|betreft|kenmerk|uw kenmerk|ihre nachricht|
	receiving hours|delivery hours|dock hours|order confirmation required|delivery day|delivery window|time|exchange rate|rate exchange|備考|件名`,
	// heads of line-item tables
	`item|items|item #|line|line #|line sch|ln|pos|position|sl|sl #|s #|sr|sr #|qty|quantity|quantity ordered|qty ordered|ordered|order qty|unit|uom|u m|unit measure|unit price|price|rate|
	amount|net price|unit cost|cost|list price|extended|extended price|ext price|extended amount|ext amount|line total|
	description|description goods|product|product code|product #|item code|item description|part #|part number description|material|material #|sku|article|
	article #|mfg|mfg id|mfr|hsn|hsn code|hsn sac|disc|menge|einheit|einzelpreis|preis|betrag|bezeichnung|artikel|artikel #|artikelbezeichnung|material #|
	quantite|qte|unite|prix unitaire|prix|montant|designation|article|code article|cantidad|cant|unidad|precio|precio unitario|importe|descripcion|
	articulo|codigo|concepto|quantita|prezzo|prezzo unitario|importo|descrizione|articolo|codice|codice articolo|um|u m|quantidade|qtd|qtde|unidade|
	preco|preco unitario|valor unitario|vlr unitario|vlr total|descricao|artigo|aantal|eenheid|prijs|stukprijs|bedrag|omschrijving|artikelcode|regel|
	beschreibung|falligkeit|weight|length|color|colour|size|per|value|品名|数量|単価|金額|単位`,
}
