"""The words of purchase orders and invoices, by what they say."""


def _list(text):
    return text.strip("\n").replace("\n", "|").split("|")


# Currency signs and codes, the common ones more than once.
CURRENCIES = _list("""
€|€|EUR|EUR|$|$|USD|US$|£|£|GBP|CHF|CHF|Fr.|₹|₹|Rs.|INR|¥|JPY|CNY|zł|PLN|Kč|CZK|kr|kr.|SEK|DKK|NOK|R$|BRL|MXN|C$|CAD
A$|AUD|NZ$|SFr.|HUF|AED|SGD|S$|ZAR
""")

# Months as they stand in dates; the first twelve are English.
MONTHS = _list("""
January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|April|Mai
Juni|Juli|August|September|Oktober|November|Dezember|Jänner|janvier|février|mars|avril|mai|juin|juillet|août
septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre
diciembre|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|janeiro
fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|januari|februari|maart|april|mei
juni|juli|augustus|september|oktober|november|december|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia
września|października|listopada|grudnia|ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu
prosince|tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesäkuuta|heinäkuuta|elokuuta|syyskuuta|lokakuuta
marraskuuta|joulukuuta|januar|februar|marts|maj|mars|desember
""")

# Months cut short; the first thirteen are English.
SHORT_MONTHS = _list("""
Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|Mär|Mai|Okt|Dez|janv.|févr.|avr.|juil.|déc.|ene|abr|ago|dic|gen
mag|giu|lug|set|ott|fev|jan.|feb.|apr.|jun.|jul.|aug.|sep.|okt.|nov.|dez.|mrt|mei
""")

# Days of the week.
DAYS = _list("""
Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Mon|Tue|Wed|Thu|Fri|Montag|Dienstag|Mittwoch|Donnerstag
Freitag|Mo|Di|Mi|Do|Fr|lundi|mardi|mercredi|jeudi|vendredi|lunes|martes|miércoles|jueves|viernes|lunedì|martedì
mercoledì|maandag|dinsdag|woensdag|donderdag|vrijdag|poniedziałek|wtorek|środa|czwartek|piątek
""")

# Units of measure as orders write them.
UNITS = _list("""
EA|PC|PCS|CS|BX|KG|G|LB|OZ|M|MM|CM|FT|IN|L|ML|GAL|QT|PK|PR|SET|RL|DZ|CT|BG|HR|HRS|MTR|NOS|LTR|DOZ|KIT|LOT|JOB|TON|MT
SQM|M2|M3|Stk|Stk.|Stck|St|ST|Pck|Pkg|VE|Krt|Karton|Rolle|Rollen|Paar|kg|g|m|mm|cm|l|ml|Liter|Std|h|Psch|t|m²|m³|lfm
Sack|Dose|Eimer|Pal|pcs|pc|ea|each|box|boxes|case|pack|pair|pieces|units|unit|un.|unité|unités|pce|pcé|U|UN|UD|UDS
uds|pza|pzas|ud.|u.|pz|pz.|nr|n.|cad|conf|rotoli|pièce|boîte|carton|lot|mètre|heures|jours|szt.|szt|op.|kpl|kpl.|kg.
ks|bal|bal.|m.b.|st|st.|stk.|styck|förp|krt|paket|pkt|kpl|rll|stuks|stuk|doos|dozen|rol|caixa|cx.|cx|und|bolsa|saco
tubo|palete|KAR|PAK|PAL|FL|DS|BTL|CAN|DRM|BAG|ROL|SHT|TUB|Nos.|Kgs|Mtr|Ltr|Pcs.|Each|Case|Carton|Pack|Box
""")

# Headings and labels of forms, in 13 languages.
LABELS = _list("""
Purchase Order|PURCHASE ORDER|Purchase order no.|PO Number|P.O. No.|PO #|PO No:|Order No.|Order number|Order date
Date|DATE|Date:|Order Date:|Delivery date|Required by|Ship date|Due Date|Vendor|VENDOR|Supplier|Supplier No.
Vendor ID|Ship To|SHIP TO|Ship to:|Bill To|BILL TO:|Sold To|Deliver to|Delivery address|Invoice to|Invoice address
Buyer|Purchaser|Contact|Attn:|Attention|Terms|Payment terms|TERMS|Net 30|Net 30 days|2% 10, net 30|Due on receipt
Freight terms|Incoterms|FOB|FOB Destination|DAP|DDP|EXW|CIF Rotterdam|FCA|Ship via|SHIP VIA|Carrier|UPS Ground|FedEx
DHL Express|Freight collect|Prepaid|Item|ITEM|Item No.|Item #|Item Code|Part No.|Part Number|Product code|SKU
Description|DESCRIPTION|Item Description|Qty|QTY|Qty.|Quantity|QUANTITY|Ordered|UOM|U/M|Unit|Unit Price|UNIT PRICE
Price|Rate|Amount|AMOUNT|Line Total|Total|TOTAL|Ext. Price|Extended|Disc.|Discount|Disc %|Tax|TAX|VAT|VAT %
VAT amount|Net|Gross|Subtotal|SUBTOTAL|Sub-total|Sub Total|Sales Tax|Shipping|Shipping & Handling|Freight|Total due
Grand Total|GRAND TOTAL|Balance Due|Amount in words|Total excl. VAT|Total incl. VAT|Carried forward|Page 1 of 2|Page
Continued|Notes|Comments|Remarks|Special instructions|Authorized by|Authorized signature|Approved by|Prepared by
Signature|Tel|Tel:|Phone|Fax|Email|E-mail:|Web|VAT No.|VAT Reg. No.|Tax ID|EIN|GSTIN|GSTIN/UIN|PAN|State Code
HSN/SAC|CGST|SGST|IGST|Consignee|Dispatched through|Account No.|Cost center|Project|Job No.|Requisition|Requested by
Revision|Rev.|Drawing|Line|Line #|Sl No.|S.No.|Ref|Our ref.|Your ref.|Quote|Quotation No.|Contract|Blanket|Release
Schedule|Need by|Promised|Received|Back ordered|Status|Open|Lead time|Country of origin|Weight|Net weight
Gross weight|Pallets|Packing|Lot No.|Batch|Serial No.|Manufacturer|MFG P/N|Brand|Colour|Color|Size|Each|Case
Bestellung|BESTELLUNG|Bestellnummer|Bestell-Nr.|Bestell-Nr.:|Bestelldatum|Datum|Datum:|Lieferant|Lieferanten-Nr.
Lieferantennummer|Kreditor|Lieferanschrift|Lieferadresse|Rechnungsadresse|Rechnungsanschrift|Liefertermin
Lieferdatum|Wunschtermin|Lieferbedingungen|Zahlungsbedingungen|Zahlungsziel|30 Tage netto|14 Tage 2 % Skonto
frei Haus|ab Werk|Versandart|Spedition|Ansprechpartner|Sachbearbeiter|Einkäufer|Unser Zeichen|Ihr Zeichen
Ihr Angebot vom|Angebots-Nr.|Kundennummer|Kunden-Nr.|Pos.|Pos|Position|Artikel|Artikelnr.|Art.-Nr.|Artikel-Nr.
Materialnummer|Material|Bezeichnung|Beschreibung|Menge|Einheit|ME|Einzelpreis|E-Preis|EP|Preis|Preis/Einheit
Gesamtpreis|Gesamt|GP|Betrag|Rabatt|MwSt.|MwSt|USt.|zzgl. 19 % MwSt.|Mehrwertsteuer|Zwischensumme|Nettobetrag|Netto
Brutto|Gesamtbetrag|Summe|Endbetrag|Gesamtsumme|Übertrag|Seite 1 von 3|Blatt|Telefon|Telefax|USt-IdNr.|Steuernummer
Handelsregister|Geschäftsführer|Bankverbindung|Kostenstelle|Projekt|Zeichnung|Werk|Lager|Abladestelle|Währung|Stück
Bemerkung|Mit freundlichen Grüßen|Unterschrift|Auftragsbestätigung|Gerichtsstand|Herkunftsland|Gewicht|Straße|Größe
Maße|Fälligkeit|Gültig bis|Prüfzeugnis|Rückfragen|Bon de commande|BON DE COMMANDE|Commande n°|N° commande
N° de commande|Date de commande|Date|Fournisseur|Code fournisseur|Adresse de livraison|Livrer à
Adresse de facturation|Facturer à|Date de livraison|Délai|Conditions de paiement|30 jours fin de mois|45 jours net
Mode d'expédition|Transporteur|Acheteur|Contact|Référence|Réf.|Désignation|Désignation de l'article|Quantité|Qté
Unité|Prix unitaire|P.U. HT|PU HT|Prix U. HT|Remise|Montant|Montant HT|Total HT|TOTAL HT|TVA|TVA 20 %|Total TTC
TOTAL TTC|Net à payer|Sous-total|Frais de port|Port|Franco|À reporter|Page|Tél.|Télécopie|SIRET|RCS
N° TVA intracommunautaire|Code APE|Signature et cachet|Observations|Affaire|Chantier|Devis n°|Arrêté le présent bon
Référence à rappeler|Éco-participation|Échéance|Expédié par|Numéro|Siège social|Capital|Pedido|PEDIDO
Pedido de compra|Orden de compra|ORDEN DE COMPRA|N.º de pedido|Nº pedido|Fecha|Fecha:|Fecha de entrega|Proveedor
Código|Dirección de entrega|Enviar a|Facturar a|Forma de pago|Condiciones de pago|30 días|Transporte|Comprador
Artículo|Descripción|Cantidad|Cant.|Unidad|Ud.|Precio|Precio unitario|P. Unit.|Dto.|Descuento|Importe|Base imponible
IVA|IVA 21 %|Subtotal|Total|TOTAL|Total pedido|Teléfono|CIF|NIF|RFC|Observaciones|Página|Plazo de entrega|Firma
Solicitado por|Autorizado por|Moneda|Envío|Portes|Razón social|Almacén|Número|Línea|Ordine di acquisto|ORDINE
Ordine n.|Numero ordine|Data ordine|Data|Fornitore|Spett.le|Luogo di consegna|Destinazione|Data consegna|Consegna
Pagamento|Condizioni di pagamento|Bonifico bancario 60 gg d.f.|Ri.Ba. 30 gg|Trasporto|Porto franco|Vettore|Articolo
Codice|Cod. articolo|Descrizione|Quantità|Q.tà|U.M.|UM|Prezzo|Prezzo unitario|Sconto|Importo|Imponibile|IVA|Aliquota
Totale|TOTALE|Totale ordine|Totale imponibile|Totale IVA|Partita IVA|P. IVA|Cod. Fisc.|Telefono|Pagina|Note|Firma
Riferimento|Vs. offerta|Nostro rif.|Indirizzo|Unità|Causale|Riga|Pedido de compra|Encomenda|Ordem de compra
Nº da encomenda|N.º Pedido|Data de emissão|Data de entrega|Fornecedor|Endereço de entrega|Local de entrega
Condições de pagamento|30 dias|Transportadora|Comprador|Código|Descrição|Quantidade|Qtd.|Qtde|Unidade|Un.
Preço unitário|Preço|Valor unitário|Valor total|Desconto|Desc.|IPI|ICMS|IVA 23 %|Subtotal|Total|Total geral|CNPJ|NIF
Telefone|Observações|Página|Frete|Situação|Referência|Morada|Código postal|Armazém|Número|Solicitação|Aprovação
Inkooporder|INKOOPORDER|Bestelbon|Ordernummer|Bestelnummer|Orderdatum|Datum|Leverancier|Afleveradres|Leveradres
Factuuradres|Leverdatum|Betalingsconditie|30 dagen netto|Levering|Verzendwijze|Inkoper|Contactpersoon|Artikelnr.
Artikelcode|Omschrijving|Aantal|Eenheid|Prijs|Stukprijs|Prijs per stuk|Korting|Bedrag|Regel|Subtotaal|BTW|BTW 21%
Btw-bedrag|Totaal|Totaal excl. BTW|Totaal incl. BTW|Telefoon|KvK|BTW-nr.|IBAN|Pagina|Opmerkingen|Handtekening
Uw referentie|Onze referentie|Geleverd|Gewenste leverdatum|Zamówienie|ZAMÓWIENIE|Zamówienie nr|Numer zamówienia
Data zamówienia|Data wystawienia|Dostawca|Odbiorca|Nabywca|Sprzedawca|Adres dostawy|Termin dostawy|Warunki płatności
Termin płatności|przelew 30 dni|Lp.|Nazwa towaru|Nazwa|Indeks|Ilość|J.m.|Jm|Cena|Cena netto|Wartość|Wartość netto
Stawka VAT|Kwota VAT|Wartość brutto|Razem|Do zapłaty|Słownie|NIP|REGON|Uwagi|Podpis|Strona|Miejscowość|Faktura
Sposób dostawy|Waluta|Magazyn|Rabat|Osoba kontaktowa|Objednávka|OBJEDNÁVKA|Číslo objednávky|Objednávka č.
Datum vystavení|Dodavatel|Odběratel|Dodací adresa|Místo dodání|Termín dodání|Datum dodání|Platební podmínky
Splatnost|Způsob dopravy|Položka|Označení dodávky|Název|Kód|Množství|MJ|Jedn. cena|Cena za MJ|Sazba DPH|DPH|Celkem
Celkem bez DPH|Celkem s DPH|K úhradě|IČO|IČ|DIČ|Telefon|Strana|Poznámka|Vystavil|Razítko a podpis|Příjemce|Účet
Fakturační údaje|Zboží|Inköpsorder|Beställning|Ordernr|Beställningsnr|Orderdatum|Leverantör|Leveransadress
Fakturaadress|Leveransdatum|Leveransvillkor|Betalningsvillkor|30 dagar netto|Artikelnr|Benämning|Antal|Enhet|À-pris
Pris|Rabatt|Belopp|Summa|Moms|Moms 25 %|Totalt|Att betala|Org.nr|Sida|Er referens|Vår referens|Godsmärke
Indkøbsordre|Rekvisition|Ordrenr.|Ordredato|Leverandør|Leveringsadresse|Faktureringsadresse|Leveringsdato
Betalingsbetingelser|Netto 30 dage|Varenr.|Beskrivelse|Antal|Enhed|Pris|Stk. pris|Beløb|I alt|Moms|Total inkl. moms
Side|Vores ref.|CVR-nr.|Bestilling|Innkjøpsordre|Leverandør|Varenummer|Beskrivelse|Mengde|Enhetspris|Beløp|Mva
Sum eks. mva|Å betale|Vår ref.|Deres ref.|Kjøper|Øvrige|Ostotilaus|Tilaus|Tilausnumero|Tilauspäivä|Toimittaja
Toimitusosoite|Laskutusosoite|Toimituspäivä|Maksuehto|14 pv netto|Toimitusehto|Tuotenro|Tuote|Nimike|Kuvaus|Määrä
Yksikkö|Yks.|Hinta|Yksikköhinta|Summa|Veroton|ALV|ALV 24 %|Yhteensä|Verollinen yhteensä|Y-tunnus|Sivu|Viitteenne
Viitteemme|Päiväys|Lisätietoja|Ostaja
""")

# Given and family names.
NAMES = _list("""
Anna|Jan|Peter|Maria|Karl|Hans|Luis|José|Ana|Marco|Giulia|Pierre|Claire|João|Inês|Sven|Lars|Åsa|Björn|Søren|Jürgen
Zoë|Łukasz|Michał|Jiří|Tomáš|Päivi|Eero|Smith|Jones|Müller|Schmidt|Weiß|García|López|Rossi|Bianchi|Dubois|Lefèvre
Silva|Santos|Jansen|de|Vries|Kowalski|Nowak|Novák|Dvořák|Andersson|Nielsen|Hansen|Virtanen|Patel|Sharma|Brown|Taylor
Wilson|Meier|Huber|Keller|Bauer|Conti|Moreau|Costa
""")

# What companies are by law.
LEGAL_FORMS = _list("""
GmbH|GmbH & Co. KG|AG|KG|e.K.|OHG|SE|Ltd|Ltd.|Limited|PLC|LLC|Inc.|Inc|Corp.|Corporation|Co.|LLP|S.A.|SA|SARL
S.à r.l.|SAS|S.L.|S.L.U.|S.p.A.|S.r.l.|Lda.|Lda|Ltda.|B.V.|BV|N.V.|Sp. z o.o.|S.A.|s.r.o.|a.s.|AB|A/S|ApS|AS|Oy|Oyj
Pvt. Ltd.|Private Limited|Pty Ltd|S.A. de C.V.
""")

# What companies call their trade.
TRADES = _list("""
Industries|Supply|Tools|Trading|Foods|Medical|Engineering|Logistics|Electronics|Metals|Plastics|Packaging|Office
Solutions|Systems|Services|Group|International|Technik|Maschinenbau|Bau|Handel|Elektro|Werkzeuge|Stahl|Chemie
Lebensmittel|Möbel|Druck|Bâtiment|Distribution|Industrie|Électricité|Alimentos|Suministros|Comercial|Construcciones
Ferretería|Forniture|Costruzioni|Meccanica|Alimentari|Materiais|Construção|Papelaria|Techniek|Bouw|Groothandel
Hurtownia|Przedsiębiorstwo|Obchod|Stavební|Bygg|Verktøj|Teollisuus
""")

# Words after the name of a street.
STREETS = _list("""
Street|St|St.|Road|Rd|Rd.|Avenue|Ave|Ave.|Blvd|Blvd.|Drive|Dr|Lane|Way|Court|Parkway|Hwy|Industrial Park|Close
""")

# Words before the name of a street.
STREETS_BEFORE = _list("""
Rue de|Rue du|Avenue de la|Boulevard|Place|Chemin des|Calle|C/|Avda.|Avenida|Plaza|Paseo de|Polígono Industrial|Via
Viale|Piazza|Corso|Rua|Rua da|Av.|Estrada|ul.|al.|Na|Ulice|Allée
""")

# Words joined to the name of a street.
STREETS_JOINED = _list("""
straße|str.|strasse|weg|allee|platz|gasse|straat|laan|weg|kade|plein|dijk|gatan|vägen|vej|gade|veien|gata|katu|tie
ring|damm|hof
""")

# Countries in addresses.
COUNTRIES = _list("""
GERMANY|Deutschland|Germany|France|FRANCE|España|Spain|Italia|Italy|Portugal|Nederland|The Netherlands|Polska
Česká republika|Danmark|Norge|Sverige|Suomi|Finland|Schweiz|Suisse|Österreich|Austria|Belgique|België|USA|U.S.A.
United States|United Kingdom|UK|India|Canada|México|Brasil|Ireland|China|Japan
""")

# What is ordered.
GOODS = _list("""
Hex bolt|Hex nut|Flat washer|Socket head cap screw|Machine screw|Wood screw|Threaded rod|Ball bearing|Bearing|O-ring
Gasket|Seal kit|V-belt|Drill bit|End mill|Insert|Hose clamp|Hydraulic hose|Ball valve|Gate valve|Check valve
Pipe elbow 90°|Copper pipe|Pipe|Tee|Coupling|Flange|Steel plate|Angle iron|Sheet metal|Aluminium profile|Round bar
Welding rod|Cable|Wire|Cable tie|Conduit|Circuit breaker|Contactor|Relay|Fuse|Terminal block|Connector|Resistor
Capacitor|LED panel|Lamp|Sensor|Motor|Pump|Filter|Air filter|Paint|Primer|Sealant|Adhesive|Tape|Masking tape
Copy paper|Paper|Pen|Ballpoint pen|Marker|Envelope|Toner cartridge|Ink cartridge|Binder|Stapler|Notebook|Chair|Desk
Cabinet|Monitor|Laptop|Keyboard|Mouse|Docking station|Hard drive|SSD|Switch|Router|Gloves|Nitrile gloves|Syringe
Needle|Catheter|Bandage|Gauze|Mask|Gown|Disinfectant|Saline|Tubing|Flour|Sugar|Olive oil|Tomatoes|Cheese|Milk|Butter
Chicken breast|Beef|Salmon|Rice|Pasta|Coffee|Tea|Apples|Potatoes|Onions|Water|Juice|Wine|Carton|Pallet|Stretch film
Labels|Bag|Bottle|Drum|Bucket|Concrete|Cement|Sand|Gravel|Brick|Plywood|Lumber|Insulation|Drywall|Door|Window|Tile
T-shirt|Polo|Jacket|Safety shoes|Helmet|Service|Maintenance|Installation|Labour|Freight|License|Subscription
Sechskantschraube|Sechskantmutter|Zylinderschraube|Unterlegscheibe|Gewindestange|Kugellager|Rillenkugellager|O-Ring
Dichtung|Keilriemen|Spiralbohrer|Hydraulikschlauch|Kugelhahn|Rückschlagventil|Rohr|Rohrbogen|Flansch|Stahlblech
Flachstahl|Aluprofil|Kabelbinder|Mantelleitung NYM-J|Leitungsschutzschalter|Schütz|Sicherung|Reihenklemme|Widerstand
Näherungssensor|Motor|Pumpe|Filtereinsatz|Farbe|Grundierung|Dichtmasse|Klebeband|Kopierpapier|Kugelschreiber
Briefumschläge|Ordner|Bürostuhl|Schreibtisch|Einweghandschuhe|Spritze|Verbandmaterial|Mehl|Zucker|Öl|Käse|Butter
Hähnchenbrust|Äpfel|Kartoffeln|Karton|Stretchfolie|Etiketten|Flasche|Kanister|Beton|Zement|Fliesen|Tür|Fenster
Dämmung|Sicherheitsschuhe|Montage|Wartung|Fracht|Vis à tête hexagonale|Écrou|Rondelle|Roulement à billes
Joint torique|Courroie|Foret|Tuyau|Vanne|Clapet|Tôle acier|Câble|Disjoncteur|Contacteur|Fusible|Peinture|Colle
Ruban adhésif|Papier|Stylo|Enveloppe|Classeur|Chaise|Bureau|Gants|Seringue|Farine|Sucre|Huile d'olive|Fromage|Beurre
Pommes|Carton|Étiquettes|Bouteille|Béton|Carrelage|Fenêtre|Main-d'œuvre|Entretien|Tornillo|Tuerca|Arandela
Rodamiento|Junta|Correa|Broca|Manguera|Válvula|Chapa|Cable|Interruptor|Fusible|Pintura|Adhesivo|Cinta|Papel
Bolígrafo|Sobre|Silla|Guantes|Jeringa|Harina|Azúcar|Aceite de oliva|Queso|Leche|Caja de cartón|Etiquetas|Botella
Cemento|Baldosa|Ventana|Mano de obra|Vite|Dado|Rondella|Cuscinetto|Guarnizione|Cinghia|Punta|Tubo|Valvola|Lamiera
Cavo|Interruttore|Fusibile|Vernice|Colla|Nastro|Carta|Penna|Busta|Sedia|Guanti|Siringa|Farina|Zucchero|Olio d'oliva
Formaggio|Latte|Scatola|Etichette|Bottiglia|Cemento|Piastrella|Manodopera|Parafuso|Porca|Anilha|Rolamento|Vedação
Correia|Broca|Mangueira|Válvula|Chapa|Cabo|Disjuntor|Fusível|Tinta|Cola|Fita|Papel|Caneta|Cadeira|Luvas|Seringa
Farinha|Açúcar|Azeite|Queijo|Leite|Caixa|Etiquetas|Garrafa|Cimento|Mão de obra|Instalação|Bout|Moer|Sluitring
Kogellager|Pakking|V-snaar|Boor|Slang|Kogelkraan|Staalplaat|Kabel|Zekering|Verf|Lijm|Kopieerpapier|Balpen
Bureaustoel|Handschoenen|Bloem|Suiker|Kaas|Doos|Etiketten|Fles|Muurverf|Arbeidsloon|Śruba|Nakrętka|Podkładka|Łożysko
Uszczelka|Wiertło|Zawór|Blacha|Przewód|Bezpiecznik|Farba|Klej|Taśma|Papier|Długopis|Krzesło|Rękawice|Mąka|Cukier
Ser żółty|Mleko|Karton|Etykiety|Šroub|Matice|Podložka|Ložisko|Těsnění|Vrták|Hadice|Ventil|Plech|Kabel|Jistič|Barva
Lepidlo|Papír|Židle|Rukavice|Mouka|Cukr|Sýr|Mléko|Krabice|Štítky|Skruv|Mutter|Bricka|Kullager|Tätning|Slang|Färg
Papper|Handskar|Mjöl|Skrue|Møtrik|Leje|Pakning|Maling|Papir|Handsker|Sukker|Ost|Mælk|Rør|Ruuvi|Mutteri|Laakeri
Tiiviste|Maali|Paperi|Käsineet|Jauhot|Juusto|Öljy
""")

# What goods are like.
QUALITIES = _list("""
stainless steel|galvanized|zinc plated|black|white|blue|red|grey|clear|brass|steel|nylon|heavy duty|premium|organic
fresh|frozen|sliced|fine|coarse|verzinkt|schwarz|weiß|grau|blau|Edelstahl|Messing|galvanisé|noir|blanc|acier inox
acero inoxidable|negro|blanco|acciaio|nero|bianco|aço|preto|branco|zwart|wit|czarny|biały|černý|bílý|svart|vit|sort
hvid|musta|left|right|assorted|standard|type B|class A|size L|XL|grade A|RAL|recycled|sterile|w/o lid|with handle
incl. screws|per m|unit cost|as per drawing|acc. to sample|lt. Zeichnung|selon plan|wie gehabt
""")

# Sentences below and above tables.
SENTENCES = _list("""
Please confirm receipt of this order within 24 hours.|Our general terms and conditions of purchase apply.
Goods remain the property of the seller until paid in full.|Delivery must be accompanied by a packing list.
All invoices must show the purchase order number.|No substitutions without written approval.
Prices are firm and fixed for the duration of this order.|Material certificates 3.1 acc. to EN 10204 required.
Ship complete, no partial shipments.|Notify us immediately if you are unable to ship as specified.
This order is subject to the terms on the reverse side.|Deliveries Mon-Fri 7:30 am - 3:00 pm, dock 4.
Tax exempt certificate on file.|Invoices by e-mail only.|Thank you for your business!
Bitte bestätigen Sie den Auftrag innerhalb von 3 Werktagen.|Es gelten unsere Allgemeinen Einkaufsbedingungen.
Auf allen Papieren ist unsere Bestellnummer anzugeben.
Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum.|Wir bestellen gemäß Ihrem Angebot:
Anlieferung nur Mo.–Do. von 7:00 bis 15:30 Uhr.|Lieferung frei Haus einschließlich Verpackung.
Die Rechnung ist zweifach einzureichen.|Mit freundlichen Grüßen|Merci de nous confirmer cette commande par retour.
Le numéro de commande doit figurer sur toute facture.|Nos conditions générales d'achat s'appliquent.
Livraison du lundi au vendredi de 8h à 16h30.|Pénalités de retard : 3 fois le taux d'intérêt légal.
Veuillez agréer, Monsieur, nos salutations distinguées.|Rogamos confirmen la recepción de este pedido.
Indiquen nuestro número de pedido en albarán y factura.|¿Alguna duda? Llámenos.
La mercancía viaja por cuenta del proveedor.|Horario de recepción: de 8:00 a 14:00 h.
Si prega di confermare l'ordine entro 2 giorni.|Indicare il nostro numero d'ordine su tutti i documenti.
La merce deve essere accompagnata dal D.D.T.|Valgono le nostre condizioni generali d'acquisto.
Solicitamos a confirmação deste pedido.|O número do pedido deve constar na fatura.|Não aceitamos entregas parciais.
Condições gerais de compra em vigor.|Gelieve deze order binnen 2 dagen te bevestigen.
Vermeld ons ordernummer op alle stukken.|Op deze order zijn onze inkoopvoorwaarden van toepassing.
Prosimy o potwierdzenie przyjęcia zamówienia.|Na fakturze prosimy podać numer zamówienia.
Žádáme o potvrzení objednávky.|Na faktuře uveďte číslo objednávky.|Vänligen bekräfta ordern omgående.
Ange alltid vårt ordernummer på fakturan.|Bedes bekræfte ordren.|Vennligst bekreft bestillingen.
Pyydämme vahvistamaan tilauksen.
""")

# Short cells.
TOKENS = _list("""
1|2|3|4|5|6|7|8|9|0|10|20|30|40|50|100|EA|7.00|-|No.|x|X|A|B|C|%|€|$|£|#|*|:|.|,|+|/|&|(|)|EUR|USD|0,00|0.00|-,--
n/a|N/A|Yes|No|Ja|Nein|Oui|OK|Y|N|I|l|i|1|S|5|O|0|Z|2|B|8|kg|m|l|%|1.|2.|3.|01|02|001|010|00010|1)|a)|(1)|1/2|2/3
p.1|@|=|–|•
""")

# What follows are shapes: # stands for a digit, ? for a capital letter, {n} for
# a number, {.} for a decimal sign, {x} for a times sign, {w} for a word, {W} for
# one with a capital, {host} for what comes after the @ of an address.

PHONES = _list("""
(###) ###-####|###-###-####|+## ### ######|+## # ## ## ##|0###/#####-##|+44 (0)## #### ####|+##-###-#######|0# ## ## ## ##
+## #########|(0##) #######|### ### ###|+1 (###) ###-####|0## ### ## ##|##-## ## ##
""")
PHONES_BEFORE = ["", "", "", "Tel. ", "Tel: ", "Tel.: ", "Phone: ", "Fax ", "Fax: ", "T ", "Tél. : ", "Tlf. ", "Ph. ", "Mob. ", "Puh. ", "ext. "]

TAX_NUMBERS = _list("""
DE#########|DE #########|GB ### #### ##|GB#########|FR ## #########|ESB########|?-########|IT###########|NL#########B##
PT #########|PL ##########|CZ########|SE############|DK ########|CHE-###.###.### MWST|ATU########|##-#######
##?????####?#Z#|##?????####?#Z?|?????####?|##.###.###/####-##|NIP ###-###-##-##|BE 0###.###.###|FI########|###/####/####
""")
TAX_BEFORE = ["", "", "", "VAT: ", "VAT No. ", "USt-IdNr. ", "TVA ", "NIF: ", "P.IVA ", "BTW ", "GSTIN: ", "DIČ: ", "UID ", "ABN "]

ACCOUNTS = _list("""
DE##################|FR#######################|ES####################|IT##?######################|NL##????##########
CH###################|PL##########################|GB##????##############|DK################|FI################
PT#######################|CZ######################
""")
BANKS = ["??????XX", "??????XXX", "????DEFF###", "????DE#?XXX", "??????##", "????FRPP", "????GB2L", "????NL2A"]

MAIL = _list("""
{host@}|{host@}|E-mail: {host@}|Email: {host@}|e-mail {host@}|www.{host}|www.{host}|https://www.{host}|http://{host}/
https://{host}/po?id=#####
""".replace("{host@}", "{name}@{host}"))
DOMAINS = ".com .com .de .de .fr .co.uk .es .it .pt .nl .pl .cz .se .dk .no .fi .eu .ch .org .net .in .example".split()

PLACES = _list("""
{W}, ?? #####|{W} ?? #####|{W}, ?? #####-####|##### {W}|##### {W}|D-##### {W}|CH-#### {W}|A-#### {W}|F-##### {W}|#### {W}
#### ?? {W}|{W} ?# #??|{W} ??## #??|##-### {W}|### ## {W}|####-### {W}|###### {W}|{W} - ######
P.O. Box ####|PO Box ###|Postfach ## ## ##|BP ###|Apartado ###|Casella postale ##|Plot No. ##|Survey No. ###/#|Dock #|Gate #|Halle ##|Tor #
""")

NUMBERED = _list("""
PO-|PO|PO#|P.O. |SO-|INV-|RFQ-|Q-|BE-|AB-|RE-|CMD|BC-|OC-|WO-|REQ|PR-|4500|45|A-|B-|K-|MAT-|SKU-|SKU |ART-|#|No. |Nr. |N° |nº
""")

SIZES = _list("""
M{n}{x}{n}|M{n}{x}{n}|M8{x}#0|M10{x}##|M6{x}16|DIN {n}|DIN 933|ISO 4762|ISO 4017|EN {n}|DIN EN ISO ####|ANSI {n}|ASTM A###|UNI ####|NF ####|PN-##
A2|A4|A2-70|A4-80|8.8|10.9|12.9|V2A|V4A|S235JR|304|316L|1.4301|1.4571|PVC|PE-HD|PTFE|NBR 70|FKM|EPDM|PA6|POM|IP65|IP67|RoHS|H7|T6
1/2"|3/4"|1/4"|3/8"|5/8"|7/8"|1/8"|5/16"|1-1/2"|1 1/4"|2-3/8"|#"|##"|#-#/#"|1/2”|3/4”|½"|¾"|¼"|1½"|2 ½"|1/2 in|#/# in.|3/8-in|3/4''|1/2" NPT|#/#" BSP
1/4-20|3/8-16 UNC|#/##"|#½ in|¼ in|3¾"
{n}{x}{n}|{n}{x}{n} mm|{n}{x}{n}mm|{n}{x}{n}{x}{n} mm|{n}{x}{n}{x}{n}|{n}{x}{n}{x}{n} cm|{n}{x}{n} in|{n}{x}{n} ft|{n} {x} {n} MM
#{x}{n} ml|#{x}{n} g|#{x}{n}g|##{x}{n}ml|#{x}# kg|##{x}## ct|#{x}# l|{n}{x}{n} oz
{n}{.}# mm|{n}{.}# mm|{n}{.}##mm|{n}{.}# kg|{n}{.}# m|{n}{.}# l|{n}{.}# V|{n}{.}# A|{n}{.}## kW|{n}{.}# mm²|{n}{.}# m²|{n}{.}# m³|{n}{.}# bar
{n}{.}# µm|{n}{.}# Ω|{n}{.}# kΩ|{n}{.}# %|{n}{.}# °C|{n}{.}# lb|{n}{.}# gal|{n}{.}# MHz|{n}{.}# mH|{n}{.}# cm³|{n}{.}## m3
{n} mm|{n}mm|{n} g|{n}g|{n} ml|{n}ml|{n} V|{n}V|{n} W|{n}W|{n} A|{n} AH|{n} pcs|{n} ct|{n} Stk|{n} St.|{n} m|{n} ft|{n} ft.|{n} lbs|{n}#
{n} l|{n} l|#0 l|{n}-l-{W}|##-l-{W}|{n}-kg-{W}|{n}-mm-{W}|{n}-m-{W}|{n}-ml-{W}|{n}-Liter-{W}|à {n} l|à {n} kg|Typ II|Type I|Type II
Part II|Phase II|Phase III|Class I|class II|Teil II|Kat. III|Line I|Vol. IV|II|III|IV|VII|IEC #####|ISO/IEC #####|EN IEC ####|LLC|Illinois|Hill
{n} oz|{n} psi|{n} °C|{n}°|{n} kV|{n} µF|{n} nF|{n}K|{n} GB|{n}GB|{n} TB|{n} rpm|{n} dB|{n} lm|{n} g/m²
Ø{n}|Ø {n} mm|Ø{n}{.}#|ø{n}|dia. {n}|D={n}|L={n}|L = {n} mm|t={n}|Ra {n}{.}#|R{n}|#{.}#{x}##{.}#|#{.}#{x}##{.}# mm
±#{.}##|+/-#{.}##|<{n}|>{n}|≤{n}|≥ {n}|~{n}|ca. {n}|max. {n}{.}#|min. {n}|approx. {n} lb
RAL ####|RAL ####|Pantone ####|NCS S ####|({n}/box)|({n}/case)|({n} cs)|({n} pk)|({n}/VE)|({n} pcs)|({w})|({n})
{n}/{n}|{n}/{n}#|{n}/{n} ct|{n}/{n} oz|{n}/{n}/{n}|##/## cs|size M|Gr. 42|Size XL|T. 38/40|taille #|talla L|mis. ##|Gr. 9,5
24VDC|230V|230 V AC|24 V DC|400V/50Hz|12V 7Ah|USB-C|Cat.6a|RJ45|3P+N|C16|B16A|1-pole|3 phase|2-way|HDMI|i5-1240P|16GB/512GB|80 g/m²|A3|DL|C5
® {w}|™|© {w}|№ {n}|§ {n}|#‰|{w}¹|{w}²|{w}³|*|**|†|→ {w}|• {w}|· {w}|± 5|½|¾|¢{n}|{n}-{n}|{n}-{n} mm|{n}-{n} °C|-{n} °C
""")
