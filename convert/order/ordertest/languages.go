package ordertest

// language is what an order of one language is worded in. Lists stand for
// choices between which an order draws; "|" parts the lines of a heading.
type language struct {
	code      string
	countries []string
	title     []string
	labels    map[string][]string // by column key, and of fields that are not answered
	headings  map[string][]string // by column key, and of columns that are not answered
	units     []string
	goods     []string // nouns of items
	makes     []string // what follows them
	long      []string // sentences of longer descriptions
	notes     []string // lines between items
	sections  []string
	carried   []string
	sublabels map[string][]string
	months    []string
	terms     []string
	vias      []string
	clauses   []string // of the foot
}

var languages = []*language{english, german, french, spanish, italian, portuguese, dutch}

var english = &language{
	code: "en", countries: []string{"US", "US", "US", "GB", "IN", "CA"},
	title: []string{"PURCHASE ORDER", "Purchase Order", "ORDER", "Purchase Order Confirmation Required", "STANDARD PURCHASE ORDER"},
	labels: map[string][]string{
		"po_number": {"PO Number", "P.O. No.", "Order No.", "Purchase Order No.", "PO #", "Order Number", "Purchase Order"},
		"po_date":   {"Date", "Order Date", "PO Date", "Date of Order", "Issue Date", "P.O. Date"}, "delivery_date": {"Delivery Date", "Required By", "Date Required", "Need By", "Due Date"},
		"payment_terms": {"Payment Terms", "Terms", "Terms of Payment"}, "ship_via": {"Ship Via", "Shipping Method", "Carrier", "Via"}, "currency": {"Currency", "Order Currency"},
		"supplier": {"Vendor", "Supplier", "To", "TO:", "Vendor Name and Address", "Seller", "Issued To", "Order To"}, "ship_to": {"Ship To", "Deliver To", "Delivery Address", "Ship-To Address", "Shipping Address", "Consignee"}, "bill_to": {"Bill To", "Invoice To", "Billing Address", "Send Invoice To", "Remit Invoices To"},
		"phone": {"Phone", "Tel"}, "reference": {"Your Reference", "Quote Ref", "Requisition No.", "Contract No."}, "contact": {"Buyer", "Contact", "Requested By"}, "account": {"Vendor No.", "Supplier ID", "Customer Account"}, "fob": {"FOB", "Incoterms", "F.O.B. Point"}, "page": {"Page"},
		"subtotal": {"Subtotal", "Sub Total", "Net Total", "Merchandise Total", "Total excl. tax"}, "tax": {"Sales Tax", "VAT 20%", "Tax (7.5%)", "GST", "Tax"}, "tax2": {"State Tax", "PST", "County Tax"}, "shipping": {"Freight", "Shipping & Handling", "Shipping", "Delivery Charge"}, "total": {"Total", "Grand Total", "TOTAL", "Order Total", "Total Amount", "Total Due"},
	},
	headings: map[string][]string{
		"po_number":   {"PO No", "Order No", "PO Number", "Purchase|Order", "Order #"},
		"line_number": {"Line", "No.", "#", "Item", "Ln", "S.No", "Pos", "Sr.|No.", "Line|No.", "Seq", "Sl No.", "Itm"}, "item_code": {"Item No.", "Part Number", "SKU", "Item Code", "Product Code", "Material", "Part|No.", "Catalog #", "Stock Code", "Item ID", "Our Part No.", "Style", "Article", "Item #", "Product"},
		"description": {"Description", "Item Description", "Product Description", "Description of Goods", "Details", "Particulars", "Item / Service Description", "Material Description", "Goods / Services", "Description of|Articles or Services", "Item Name"},
		"quantity":    {"Qty", "Quantity", "Order Qty", "Qty.|Ordered", "Ordered", "Quantity|Ordered", "QTY REQ", "Order|Quantity", "Qty Ord"}, "unit": {"Unit", "UOM", "U/M", "UM", "Units", "Unit of|Measure", "Per"},
		"unit_price": {"Unit Price", "Price", "Rate", "Unit Cost", "Price Each", "Cost", "Unit|Price", "Net Price", "Price/Unit", "Each", "Unit Cost|(excl. tax)"}, "discount": {"Discount", "Disc %", "Disc.", "Disc|%", "Less %"},
		"line_total": {"Amount", "Total", "Line Total", "Extended Price", "Ext. Price", "Net Amount", "Value", "Extended|Amount", "Total Price", "Extension", "Total|Cost", "Ext Cost", "Net Value"}, "delivery_date": {"Delivery Date", "Due Date", "Need By", "Required|Date", "Req'd Date", "Ship Date", "Promise|Date", "Deliver By"},
		"list": {"List Price", "List", "MSRP", "Retail"}, "shipped": {"Shipped", "Qty|Shipped", "Received", "Backordered", "Qty Recd", "Balance"}, "hsn": {"HSN/SAC", "HSN Code", "Commodity", "UNSPSC", "Account Code", "GL Account", "Cost|Center", "Vendor Part No.", "Mfr Part #", "Project"}, "taxrate": {"Tax %", "VAT %", "Tax", "GST %", "Tax Code", "Taxable"}, "taxamount": {"Tax Amount", "VAT Amount", "GST|Amount"}, "weight": {"Weight", "Wt (kg)", "Net Wt.", "Size", "Color", "Brand", "Remarks", "Warehouse"}, "per": {"Per", "Price|Unit", "Price Per"}, "rev": {"Rev", "Rev."},
	},
	units: []string{"EA", "PCS", "BX", "Each", "KG", "LB", "FT", "SET", "Hours", "ea", "CS", "PK", "M", "Nos", "Lot", "ROLL"},
	goods: []string{"Hex bolt", "Ball valve", "Office chair", "Copy paper", "Laptop stand", "Safety gloves", "Hydraulic hose", "Printed circuit board", "Cleaning service", "Steel plate", "LED panel", "Water pump", "Cotton T-shirt", "Dog food", "Shipping carton", "Consulting services", "Bearing", "Copper cable", "Filter cartridge", "Wall paint", "Surgical mask", "Keyboard", "Tomato sauce", "Gasket kit"},
	makes: []string{"stainless steel", "grade 8.8", "M8 x 40", "size L", "black", "24 V DC", "1/2 inch", "pack of 10", "heavy duty", "2.5 mm", "with mounting kit", "type B", "zinc plated", "4 x 25 kg", "for model 3100", "blue/white", "DN 50", "A4 80 g"},
	long:  []string{"To be supplied with material certificate as per EN 10204.", "Packed in boxes of 25 pieces.", "Including installation and commissioning at site.", "Manufacturer warranty of 24 months applies.", "Colour as per approved sample.", "Model year 2026, serial numbers to be stated on the delivery note.", "Approved by engineering on drawing 4471-B.", "Quantity tolerance plus or minus 5 percent."},
	notes: []string{"Please confirm receipt of this order.", "Items below are for building 4", "** Price as per quotation dated last month **"}, sections: []string{"Electrical Materials", "Section A - Spare Parts", "Phase 1", "Office Supplies"}, carried: []string{"Carried forward", "Balance carried forward", "Continued on next page", "Subtotal this page"},
	sublabels: map[string][]string{"delivery_date": {"Delivery date:", "Due date:", "Need by:"}, "item_code": {"Part No.:", "Item no.:", "SKU:", "Item Code:"}, "other": {"HSN Code:", "Country of origin:", "Manufacturer:", "Drawing no.:"}},
	months:    []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
	terms:     []string{"Net 30", "Net 30 days", "2% 10, Net 30", "Due on receipt", "30 days from invoice date", "Net 45"}, vias: []string{"UPS Ground", "FedEx Freight", "Best Way", "DHL Express", "Our Truck"},
	clauses: []string{"Please send two copies of your invoice.", "Enter this order in accordance with the prices, terms and specifications listed above.", "Please notify us immediately if you are unable to ship as specified.", "The supplier shall deliver the goods free of defects and liens. Title passes on delivery at the place named above.", "All invoices must show the order number, or they will be returned unpaid.", "This order is subject to our general terms and conditions of purchase."},
}

var german = &language{
	code: "de", countries: []string{"DE", "DE", "AT", "CH"}, title: []string{"Bestellung", "BESTELLUNG", "Auftrag", "Einkaufsbestellung"},
	labels: map[string][]string{
		"po_number": {"Bestellnummer", "Bestell-Nr.", "Bestellung Nr.", "Auftragsnummer", "Belegnummer"}, "po_date": {"Datum", "Bestelldatum", "Belegdatum"}, "delivery_date": {"Liefertermin", "Lieferdatum", "Wunschtermin"}, "payment_terms": {"Zahlungsbedingungen", "Zahlungsbedingung", "Zahlungsziel"}, "ship_via": {"Versandart", "Lieferart", "Spediteur"}, "currency": {"Währung"},
		"supplier": {"Lieferant", "Lieferant:", "An"}, "ship_to": {"Lieferadresse", "Lieferanschrift", "Versandadresse"}, "bill_to": {"Rechnungsadresse", "Rechnungsanschrift", "Rechnung an"}, "phone": {"Telefon", "Tel."}, "reference": {"Ihr Angebot", "Ihr Zeichen", "Unser Zeichen"}, "contact": {"Ansprechpartner", "Sachbearbeiter", "Bearbeiter"}, "account": {"Lieferantennummer", "Kreditoren-Nr.", "Kundennummer"}, "fob": {"Lieferbedingung", "Incoterms"}, "page": {"Seite"},
		"subtotal": {"Zwischensumme", "Nettobetrag", "Summe netto", "Nettosumme", "Warenwert"}, "tax": {"MwSt. 19%", "zzgl. 19% MwSt.", "USt. 20 %", "Mehrwertsteuer 19,00 %"}, "tax2": {"MwSt. 7%"}, "shipping": {"Versandkosten", "Fracht", "Frachtkosten"}, "total": {"Gesamtbetrag", "Gesamtsumme", "Endbetrag", "Gesamt", "Bruttobetrag"}},
	headings: map[string][]string{"po_number": {"Bestellnr.", "Bestell-Nr.", "Bestellung"}, "line_number": {"Pos.", "Pos", "Position", "Nr.", "Lfd.|Nr."}, "item_code": {"Artikelnummer", "Art.-Nr.", "Artikel-Nr.", "Materialnummer", "Artikel", "Material", "Teilenr.", "Sachnummer"}, "description": {"Bezeichnung", "Beschreibung", "Artikelbezeichnung", "Leistung", "Warenbezeichnung", "Bezeichnung / Beschreibung", "Text", "Artikelbeschreibung"}, "quantity": {"Menge", "Anzahl", "Bestell-|menge", "Stückzahl", "Bestellmenge"}, "unit": {"Einheit", "ME", "Einh.", "Mengen-|einheit", "EH"}, "unit_price": {"Einzelpreis", "Preis", "E-Preis", "Stückpreis", "Preis/Einheit", "EP", "Einzelpreis|EUR", "Nettopreis", "Preis je|Einheit"}, "discount": {"Rabatt", "Rabatt %", "Rab. %"}, "line_total": {"Gesamtpreis", "Betrag", "Gesamt", "Summe", "Nettowert", "GP", "Gesamt|EUR", "Positionswert", "Wert", "Zeilenbetrag"}, "delivery_date": {"Liefertermin", "Lieferdatum", "Termin", "Wunsch-|termin"}, "list": {"Listenpreis", "Bruttopreis"}, "shipped": {"Geliefert", "Offen", "Restmenge"}, "hsn": {"Zolltarifnr.", "Kostenstelle", "Warengruppe", "Zeichnungsnr.", "Lief.-Art.-Nr."}, "taxrate": {"MwSt.", "MwSt. %", "USt", "Steuer"}, "taxamount": {"MwSt.-Betrag", "Steuerbetrag"}, "weight": {"Gewicht", "Gewicht kg", "Lager", "Farbe"}, "per": {"PE", "Preis-|einheit", "pro"}, "rev": {"Index", "Rev."}},
	units:    []string{"Stk", "Stück", "St", "ST", "kg", "m", "Pkg", "Pack", "Satz", "Std", "Karton", "Rolle", "Paar", "l"},
	goods:    []string{"Sechskantschraube", "Kugelhahn", "Bürostuhl", "Kopierpapier", "Schutzhandschuhe", "Hydraulikschlauch", "Leiterplatte", "Reinigungsleistung", "Stahlblech", "Wasserpumpe", "Kabelkanal", "Lagerbock", "Filterpatrone", "Wandfarbe", "Druckerpatrone", "Beratungsleistung"},
	makes:    []string{"verzinkt", "M8 x 40", "Größe L", "schwarz", "24 V", "DN 50", "Edelstahl", "2,5 mm", "Typ B", "mit Zubehör", "DIN 933", "10er Pack"},
	long:     []string{"Lieferung mit Werkszeugnis nach EN 10204.", "Verpackt zu je 25 Stück.", "Inklusive Montage und Inbetriebnahme vor Ort.", "Gewährleistung 24 Monate.", "Farbe nach freigegebenem Muster.", "Ausführung gemäß Zeichnung 4471-B."},
	notes:    []string{"Bitte bestätigen Sie den Liefertermin.", "Folgende Positionen für Werk 2"}, sections: []string{"Elektromaterial", "Los 1 - Ersatzteile", "Büromaterial"}, carried: []string{"Übertrag", "Zwischensumme", "Fortsetzung auf Seite 2"},
	sublabels: map[string][]string{"delivery_date": {"Liefertermin:", "Lieferdatum:"}, "item_code": {"Art.-Nr.:", "Artikelnummer:", "Artikel-Nr.:"}, "other": {"Zolltarifnummer:", "Ursprungsland:", "Hersteller:"}},
	months:    []string{"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"}, terms: []string{"30 Tage netto", "14 Tage 2% Skonto, 30 Tage netto", "sofort ohne Abzug"}, vias: []string{"DHL", "Spedition", "UPS Standard", "Selbstabholung"},
	clauses: []string{"Bitte geben Sie auf allen Schriftstücken unsere Bestellnummer an.", "Es gelten unsere allgemeinen Einkaufsbedingungen.", "Wir bitten um schriftliche Auftragsbestätigung."},
}

var french = &language{
	code: "fr", countries: []string{"FR"}, title: []string{"BON DE COMMANDE", "Bon de commande", "Commande fournisseur", "COMMANDE"},
	labels: map[string][]string{
		"po_number": {"N° de commande", "Commande N°", "Numéro de commande", "Bon de commande n°"}, "po_date": {"Date", "Date de commande", "Date commande"}, "delivery_date": {"Date de livraison", "Livraison prévue", "Date de livraison souhaitée"}, "payment_terms": {"Conditions de paiement", "Conditions de règlement", "Mode de règlement"}, "ship_via": {"Mode d'expédition", "Transporteur", "Mode de livraison"}, "currency": {"Devise"},
		"supplier": {"Fournisseur", "Fournisseur :"}, "ship_to": {"Adresse de livraison", "Livrer à", "Lieu de livraison"}, "bill_to": {"Adresse de facturation", "Facturer à", "Facturation"}, "phone": {"Tél", "Téléphone"}, "reference": {"Votre référence", "Notre référence", "Devis"}, "contact": {"Contact", "Acheteur", "Suivi par"}, "account": {"Code fournisseur", "N° client"}, "fob": {"Incoterm"}, "page": {"Page"},
		"subtotal": {"Total HT", "Sous-total", "Montant HT"}, "tax": {"TVA 20%", "TVA", "Montant TVA", "Total TVA"}, "tax2": {"TVA 5,5%"}, "shipping": {"Frais de port", "Port", "Transport"}, "total": {"Total TTC", "Montant TTC", "Net à payer"}},
	headings: map[string][]string{"po_number": {"N° commande", "Commande"}, "line_number": {"N°", "Ligne", "Lig.", "Pos."}, "item_code": {"Référence", "Réf.", "Code article", "Article", "Code"}, "description": {"Désignation", "Description", "Libellé", "Désignation des articles"}, "quantity": {"Quantité", "Qté", "Qté|commandée", "Quantité|commandée"}, "unit": {"Unité", "U", "Un."}, "unit_price": {"Prix unitaire", "P.U. HT", "PU HT", "Prix|unitaire", "Prix unit. HT", "P.U.", "Prix"}, "discount": {"Remise", "Rem. %", "Remise %"}, "line_total": {"Montant HT", "Total HT", "Montant", "Total", "Total ligne", "Prix total", "Montant|HT"}, "delivery_date": {"Livraison", "Date livraison", "Délai", "Date de|livraison"}, "list": {"Prix brut", "Tarif"}, "shipped": {"Livré", "Reste", "Qté livrée"}, "hsn": {"Code douanier", "Réf. fournisseur"}, "taxrate": {"TVA", "TVA %", "Taux TVA"}, "taxamount": {"Montant TVA"}, "weight": {"Poids", "Couleur", "Marque"}, "per": {"par"}, "rev": {"Ind."}},
	units:    []string{"U", "pièce", "pcs", "kg", "m", "lot", "boîte", "heure", "PCE", "carton", "L"},
	goods:    []string{"Vis à tête hexagonale", "Vanne à bille", "Chaise de bureau", "Papier copieur", "Gants de protection", "Flexible hydraulique", "Tôle acier", "Pompe à eau", "Cartouche filtrante", "Peinture murale", "Prestation de nettoyage", "Câble cuivre"},
	makes:    []string{"inox", "M8 x 40", "taille L", "noir", "24 V", "DN 50", "2,5 mm", "type B", "avec accessoires", "lot de 10"},
	long:     []string{"Livré avec certificat matière.", "Conditionnement par 25 pièces.", "Pose et mise en service comprises.", "Garantie 24 mois.", "Selon plan 4471-B."},
	notes:    []string{"Merci de confirmer le délai."}, sections: []string{"Fournitures électriques", "Lot 1 - Pièces détachées"}, carried: []string{"A reporter", "Report"},
	sublabels: map[string][]string{"delivery_date": {"Date de livraison :", "Livraison :"}, "item_code": {"Réf. :", "Référence :"}, "other": {"Code douanier :", "Origine :"}},
	months:    []string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"}, terms: []string{"30 jours fin de mois", "Virement à 30 jours", "45 jours net"}, vias: []string{"Chronopost", "Messagerie", "DHL"},
	clauses: []string{"Merci de rappeler notre numéro de commande sur vos factures.", "Nos conditions générales d'achat s'appliquent."},
}

var spanish = &language{
	code: "es", countries: []string{"ES", "MX"}, title: []string{"PEDIDO", "ORDEN DE COMPRA", "Pedido de compra", "Orden de Compra"},
	labels: map[string][]string{
		"po_number": {"Nº Pedido", "Número de pedido", "Orden de compra Nº", "Pedido Nº"}, "po_date": {"Fecha", "Fecha de pedido", "Fecha pedido"}, "delivery_date": {"Fecha de entrega", "Entrega", "Fecha entrega"}, "payment_terms": {"Forma de pago", "Condiciones de pago"}, "ship_via": {"Transportista", "Forma de envío", "Vía de envío"}, "currency": {"Moneda", "Divisa"},
		"supplier": {"Proveedor", "Proveedor:"}, "ship_to": {"Dirección de entrega", "Lugar de entrega", "Enviar a"}, "bill_to": {"Dirección de facturación", "Facturar a"}, "phone": {"Tel.", "Teléfono"}, "reference": {"Su referencia", "Oferta"}, "contact": {"Contacto", "Comprador"}, "account": {"Cód. proveedor"}, "fob": {"Incoterm"}, "page": {"Página"},
		"subtotal": {"Subtotal", "Base imponible", "Importe neto"}, "tax": {"IVA 21%", "I.V.A.", "IVA"}, "tax2": {"IVA 10%"}, "shipping": {"Portes", "Gastos de envío", "Flete"}, "total": {"Total", "TOTAL PEDIDO", "Importe total"}},
	headings: map[string][]string{"po_number": {"Pedido", "Nº Pedido"}, "line_number": {"Pos.", "Línea", "Nº", "Item", "Partida"}, "item_code": {"Código", "Referencia", "Ref.", "Artículo", "Cód. artículo"}, "description": {"Descripción", "Concepto", "Denominación", "Descripción del artículo"}, "quantity": {"Cantidad", "Cant.", "Uds.", "Cantidad|pedida"}, "unit": {"Unidad", "Ud.", "UM", "U.M."}, "unit_price": {"Precio", "Precio unitario", "P. Unitario", "Precio|unitario", "Precio Unit.", "P.U."}, "discount": {"Dto.", "Dto. %", "Descuento"}, "line_total": {"Importe", "Total", "Importe total", "Importe|neto", "Subtotal"}, "delivery_date": {"Fecha entrega", "Entrega", "F. Entrega"}, "list": {"Precio lista"}, "shipped": {"Entregado", "Pendiente"}, "hsn": {"Cód. arancelario", "Ref. proveedor"}, "taxrate": {"IVA", "IVA %", "% IVA"}, "taxamount": {"Cuota IVA"}, "weight": {"Peso", "Color", "Marca"}, "per": {"por"}, "rev": {"Rev."}},
	units:    []string{"Ud", "UD", "pza", "kg", "m", "caja", "UN", "Uds", "h", "L", "PZA"},
	goods:    []string{"Tornillo hexagonal", "Válvula de bola", "Silla de oficina", "Papel A4", "Guantes de seguridad", "Manguera hidráulica", "Chapa de acero", "Bomba de agua", "Cartucho de filtro", "Pintura blanca", "Servicio de limpieza", "Cable de cobre"},
	makes:    []string{"inoxidable", "M8 x 40", "talla L", "negro", "24 V", "DN 50", "2,5 mm", "tipo B", "con accesorios"},
	long:     []string{"Con certificado de material.", "Embalado en cajas de 25 piezas.", "Incluye montaje y puesta en marcha.", "Garantía de 24 meses."},
	notes:    []string{"Rogamos confirmen el plazo."}, sections: []string{"Material eléctrico", "Lote 1 - Repuestos"}, carried: []string{"Suma y sigue"},
	sublabels: map[string][]string{"delivery_date": {"Fecha de entrega:", "Entrega:"}, "item_code": {"Ref.:", "Código:"}, "other": {"Origen:"}},
	months:    []string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"}, terms: []string{"30 días fecha factura", "Transferencia a 60 días", "Contado"}, vias: []string{"SEUR", "Transporte propio", "DHL"},
	clauses: []string{"Indiquen nuestro número de pedido en albaranes y facturas.", "Se aplican nuestras condiciones generales de compra."},
}

var italian = &language{
	code: "it", countries: []string{"IT"}, title: []string{"ORDINE D'ACQUISTO", "Ordine di acquisto", "ORDINE A FORNITORE", "Ordine fornitore"},
	labels: map[string][]string{
		"po_number": {"Ordine N.", "Numero ordine", "N. ordine", "Ordine n°"}, "po_date": {"Data", "Data ordine", "Del"}, "delivery_date": {"Data consegna", "Data di consegna", "Consegna prevista"}, "payment_terms": {"Condizioni di pagamento", "Pagamento"}, "ship_via": {"Vettore", "Spedizione", "Trasporto a mezzo"}, "currency": {"Valuta"},
		"supplier": {"Fornitore", "Spett.le"}, "ship_to": {"Luogo di consegna", "Destinazione merce", "Indirizzo di consegna"}, "bill_to": {"Indirizzo di fatturazione", "Fatturare a"}, "phone": {"Tel.", "Telefono"}, "reference": {"Vs. offerta", "Ns. riferimento"}, "contact": {"Contatto", "Referente"}, "account": {"Codice fornitore"}, "fob": {"Resa"}, "page": {"Pagina"},
		"subtotal": {"Imponibile", "Totale merce", "Totale imponibile"}, "tax": {"IVA 22%", "Imposta", "Totale IVA"}, "tax2": {"IVA 10%"}, "shipping": {"Spese di trasporto", "Trasporto"}, "total": {"Totale", "Totale ordine", "Totale documento"}},
	headings: map[string][]string{"po_number": {"N. ordine", "Ordine"}, "line_number": {"Pos.", "Riga", "N.", "Nr."}, "item_code": {"Codice", "Codice articolo", "Articolo", "Cod. Art."}, "description": {"Descrizione", "Descrizione articolo", "Descrizione della merce"}, "quantity": {"Quantità", "Q.tà", "Qta", "Qtà|ordinata"}, "unit": {"U.M.", "UM", "Unità"}, "unit_price": {"Prezzo", "Prezzo unitario", "Prezzo Unit.", "Prezzo|unitario", "Pr. Unit."}, "discount": {"Sconto", "Sc. %", "Sconto %"}, "line_total": {"Importo", "Totale", "Importo|netto", "Totale riga", "Valore"}, "delivery_date": {"Consegna", "Data consegna", "Data|cons."}, "list": {"Prezzo listino"}, "shipped": {"Consegnato", "Residuo"}, "hsn": {"Cod. fornitore", "Commessa"}, "taxrate": {"IVA", "Aliq.", "IVA %"}, "taxamount": {"Imposta"}, "weight": {"Peso", "Colore", "Marca"}, "per": {"per"}, "rev": {"Rev."}},
	units:    []string{"pz", "PZ", "NR", "kg", "KG", "m", "MT", "cf", "conf", "h", "L"},
	goods:    []string{"Vite testa esagonale", "Valvola a sfera", "Sedia da ufficio", "Carta fotocopie", "Guanti di protezione", "Tubo idraulico", "Lamiera acciaio", "Pompa acqua", "Cartuccia filtro", "Servizio di pulizia", "Cavo rame"},
	makes:    []string{"inox", "M8 x 40", "taglia L", "nero", "24 V", "DN 50", "2,5 mm", "tipo B", "con accessori"},
	long:     []string{"Con certificato materiale.", "Confezioni da 25 pezzi.", "Montaggio e collaudo compresi.", "Garanzia 24 mesi."},
	notes:    []string{"Si prega di confermare la consegna."}, sections: []string{"Materiale elettrico", "Lotto 1 - Ricambi"}, carried: []string{"A riportare", "Riporto"},
	sublabels: map[string][]string{"delivery_date": {"Data consegna:", "Consegna:"}, "item_code": {"Codice:", "Cod. art.:"}, "other": {"Origine:"}},
	months:    []string{"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"}, terms: []string{"Bonifico 30 gg data fattura", "Rimessa diretta", "RiBa 60 gg F.M."}, vias: []string{"Corriere", "Bartolini", "Mittente"},
	clauses: []string{"Si prega di citare il nostro numero d'ordine in fattura.", "Valgono le nostre condizioni generali di acquisto."},
}

var portuguese = &language{
	code: "pt", countries: []string{"PT", "BR"}, title: []string{"PEDIDO DE COMPRA", "Ordem de compra", "NOTA DE ENCOMENDA", "Encomenda a fornecedor"},
	labels: map[string][]string{
		"po_number": {"Pedido Nº", "Nº do pedido", "Encomenda Nº", "Ordem de compra Nº"}, "po_date": {"Data", "Data do pedido", "Data de emissão"}, "delivery_date": {"Data de entrega", "Prazo de entrega", "Previsão de entrega"}, "payment_terms": {"Condições de pagamento", "Forma de pagamento"}, "ship_via": {"Transportadora", "Modo de envio"}, "currency": {"Moeda"},
		"supplier": {"Fornecedor", "Fornecedor:"}, "ship_to": {"Local de entrega", "Endereço de entrega", "Morada de entrega"}, "bill_to": {"Endereço de cobrança", "Morada de faturação", "Faturar a"}, "phone": {"Tel.", "Telefone"}, "reference": {"Vossa referência", "Cotação"}, "contact": {"Contato", "Comprador"}, "account": {"Cód. fornecedor"}, "fob": {"Frete"}, "page": {"Página"},
		"subtotal": {"Subtotal", "Total líquido", "Total dos produtos"}, "tax": {"IVA 23%", "IPI", "Total IVA"}, "tax2": {"ICMS"}, "shipping": {"Portes", "Valor do frete"}, "total": {"Total", "Total geral", "Valor total", "TOTAL DO PEDIDO"}},
	headings: map[string][]string{"po_number": {"Pedido", "Nº Pedido"}, "line_number": {"Item", "Linha", "Nº", "Pos."}, "item_code": {"Código", "Referência", "Ref.", "Artigo", "Cód. Produto"}, "description": {"Descrição", "Designação", "Descrição do produto", "Produto"}, "quantity": {"Quantidade", "Qtd.", "Qtde", "Quant."}, "unit": {"Unidade", "Un.", "UN", "Unid."}, "unit_price": {"Preço unitário", "Preço", "Valor unitário", "Preço|unit.", "Vlr. Unit.", "P. Unit."}, "discount": {"Desconto", "Desc. %"}, "line_total": {"Total", "Valor total", "Valor", "Total|líquido", "Vlr. Total", "Montante"}, "delivery_date": {"Entrega", "Data entrega", "Prazo"}, "list": {"Preço tabela"}, "shipped": {"Entregue", "Pendente"}, "hsn": {"NCM", "CFOP"}, "taxrate": {"IVA", "IPI %", "IVA %"}, "taxamount": {"Valor IPI", "Valor IVA"}, "weight": {"Peso", "Cor", "Marca"}, "per": {"por"}, "rev": {"Rev."}},
	units:    []string{"UN", "un", "PC", "pç", "kg", "KG", "m", "CX", "cx", "h", "L"},
	goods:    []string{"Parafuso sextavado", "Válvula de esfera", "Cadeira de escritório", "Papel A4", "Luvas de proteção", "Mangueira hidráulica", "Chapa de aço", "Bomba de água", "Cartucho de filtro", "Serviço de limpeza", "Cabo de cobre"},
	makes:    []string{"inox", "M8 x 40", "tamanho L", "preto", "24 V", "DN 50", "2,5 mm", "tipo B", "com acessórios"},
	long:     []string{"Com certificado de material.", "Embalado em caixas de 25 peças.", "Inclui montagem e arranque.", "Garantia de 24 meses."},
	notes:    []string{"Favor confirmar o prazo."}, sections: []string{"Material elétrico", "Lote 1 - Peças"}, carried: []string{"A transportar"},
	sublabels: map[string][]string{"delivery_date": {"Data de entrega:", "Entrega:"}, "item_code": {"Ref.:", "Código:"}, "other": {"Origem:"}},
	months:    []string{"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"}, terms: []string{"30 dias", "Pronto pagamento", "28 dias líquido"}, vias: []string{"CTT Expresso", "Transportes próprios", "DHL"},
	clauses: []string{"Indicar o número do pedido na nota fiscal.", "Aplicam-se as nossas condições gerais de compra."},
}

var dutch = &language{
	code: "nl", countries: []string{"NL", "BE"}, title: []string{"INKOOPORDER", "Inkooporder", "Bestelbon", "BESTELLING"},
	labels: map[string][]string{
		"po_number": {"Ordernummer", "Inkoopordernr.", "Bestelnummer", "Inkoopordernummer"}, "po_date": {"Datum", "Orderdatum", "Besteldatum"}, "delivery_date": {"Leverdatum", "Gewenste leverdatum", "Levertijd"}, "payment_terms": {"Betalingsconditie", "Betalingstermijn", "Betalingscondities"}, "ship_via": {"Verzendwijze", "Vervoerder"}, "currency": {"Valuta"},
		"supplier": {"Leverancier", "Leverancier:"}, "ship_to": {"Afleveradres", "Leveradres"}, "bill_to": {"Factuuradres", "Facturatieadres"}, "phone": {"Tel.", "Telefoon"}, "reference": {"Uw referentie", "Onze referentie", "Offerte"}, "contact": {"Contactpersoon", "Inkoper"}, "account": {"Leveranciersnummer"}, "fob": {"Leveringsconditie"}, "page": {"Pagina"},
		"subtotal": {"Subtotaal", "Totaal excl. btw", "Nettobedrag"}, "tax": {"BTW 21%", "21% BTW", "BTW"}, "tax2": {"BTW 9%"}, "shipping": {"Verzendkosten", "Vrachtkosten"}, "total": {"Totaal", "Totaal incl. btw", "Totaalbedrag"}},
	headings: map[string][]string{"po_number": {"Ordernr.", "Bestelnr."}, "line_number": {"Pos.", "Regel", "Nr.", "Pos"}, "item_code": {"Artikelnummer", "Artikelnr.", "Artikel", "Art.nr.", "Artikelcode"}, "description": {"Omschrijving", "Artikelomschrijving", "Beschrijving", "Omschrijving artikel"}, "quantity": {"Aantal", "Hoeveelheid", "Bestelde|hoeveelheid", "Besteld"}, "unit": {"Eenheid", "Eenh.", "Ehd"}, "unit_price": {"Prijs", "Stukprijs", "Prijs per|eenheid", "Eenheidsprijs", "Prijs/stuk", "Nettoprijs"}, "discount": {"Korting", "Korting %", "Krt. %"}, "line_total": {"Bedrag", "Totaal", "Totaalprijs", "Regelbedrag", "Netto|bedrag", "Regeltotaal"}, "delivery_date": {"Leverdatum", "Levering", "Lever-|datum"}, "list": {"Brutoprijs"}, "shipped": {"Geleverd", "Rest"}, "hsn": {"Art.nr. leverancier", "Kostenplaats"}, "taxrate": {"BTW", "BTW %"}, "taxamount": {"BTW bedrag"}, "weight": {"Gewicht", "Kleur", "Merk"}, "per": {"per"}, "rev": {"Rev."}},
	units:    []string{"st", "stuks", "stk", "ST", "kg", "m", "doos", "set", "uur", "rol", "L"},
	goods:    []string{"Zeskantbout", "Kogelkraan", "Bureaustoel", "Kopieerpapier", "Werkhandschoenen", "Hydrauliekslang", "Staalplaat", "Waterpomp", "Filterpatroon", "Muurverf", "Schoonmaakwerk", "Koperkabel"},
	makes:    []string{"rvs", "M8 x 40", "maat L", "zwart", "24 V", "DN 50", "2,5 mm", "type B", "met toebehoren"},
	long:     []string{"Met materiaalcertificaat.", "Verpakt per 25 stuks.", "Inclusief montage.", "Garantie 24 maanden."},
	notes:    []string{"Graag levertijd bevestigen."}, sections: []string{"Elektra", "Kavel 1 - Onderdelen"}, carried: []string{"Transport"},
	sublabels: map[string][]string{"delivery_date": {"Leverdatum:"}, "item_code": {"Art.nr.:", "Artikelnr.:"}, "other": {"Herkomst:"}},
	months:    []string{"januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november", "december"}, terms: []string{"30 dagen netto", "14 dagen na factuurdatum"}, vias: []string{"PostNL", "Eigen vervoer", "DHL"},
	clauses: []string{"Vermeld ons ordernummer op pakbon en factuur.", "Onze algemene inkoopvoorwaarden zijn van toepassing."},
}
