"""Random lines of text as they stand in purchase orders and invoices."""

import os
from functools import lru_cache

import alphabet

# Word lists of Debian's packages; the second number is how often each is used.
_DICTS = [
    ("/usr/share/dict/american-english", 5), ("/usr/share/dict/british-english", 2),
    ("/usr/share/dict/ngerman", 5), ("/usr/share/dict/french", 4), ("/usr/share/dict/spanish", 4),
    ("/usr/share/dict/italian", 3), ("/usr/share/dict/portuguese", 3), ("/usr/share/dict/dutch", 3),
    ("/usr/share/dict/polish", 2.5), ("/usr/share/hunspell/cs_CZ.dic", 2.5), ("/usr/share/dict/swedish", 2),
    ("/usr/share/dict/danish", 2), ("/usr/share/dict/bokmaal", 2),
]
_PER_DICT = 30000


def _read(path):
    """About _PER_DICT words of a list, evenly from its beginning to its end."""
    step = max(1, os.path.getsize(path) // (_PER_DICT * 14))
    with open(path, "rb") as f:
        lines = [w for i, w in enumerate(f) if i % step == 0]
    for encoding in ("utf-8", "iso-8859-1"):
        try:
            words = [w.decode(encoding) for w in lines]
        except UnicodeDecodeError:
            continue
        break
    words = [alphabet.fold(w.split("/")[0].strip()) for w in words]
    return [w for w in words if 1 < len(w) <= 18 and all(c in alphabet.INDEX for c in w)
            and not w[0].isdigit() and not w.endswith("'s")]


@lru_cache(maxsize=1)
def _dicts():
    found = [(_read(p), w) for p, w in _DICTS if os.path.exists(p)]
    if not found:
        raise SystemExit("no word lists: apt-get install $(python3 fonts.py)")
    return [d for d, _ in found], [w for _, w in found]


def digits(rng, n):
    return "".join(rng.choices("0123456789", k=n))


def word(rng):
    lists, weights = _dicts()
    return rng.choice(rng.choices(lists, weights)[0])


def amount(rng):
    """A number with the separators of some locale."""
    n = rng.choices((1, 2, 3, 4, 5, 6, 7), (3, 6, 7, 6, 4, 2, 1))[0]
    whole = digits(rng, n)
    whole = whole.lstrip("0") or "0"
    style = rng.random()
    if style < 0.40:
        sep, point = ",", "."
    elif style < 0.75:
        sep, point = ".", ","
    elif style < 0.85:
        sep, point = " ", ","
    elif style < 0.90:
        sep, point = rng.choice("'’"), "."
    else:
        sep, point = "", rng.choice(".,")
    if rng.random() < 0.25:
        sep = ""
    if sep == "," and len(whole) > 5 and rng.random() < 0.4:
        head, tail = whole[:-3], whole[-3:]  # lakh and crore
        parts = []
        while len(head) > 2:
            parts.insert(0, head[-2:])
            head = head[:-2]
        whole = ",".join([head] + parts + [tail])
    elif sep and len(whole) > 3:
        parts = []
        while len(whole) > 3:
            parts.insert(0, whole[-3:])
            whole = whole[:-3]
        whole = sep.join([whole] + parts)
    d = rng.choices((0, 1, 2, 3, 4, 5), (3, 0.6, 14, 1.4, 1, 0.2))[0]
    return whole + (point + digits(rng, d) if d else "")


_CURRENCY = ["€", "€", "EUR", "EUR", "$", "$", "USD", "US$", "£", "£", "GBP", "CHF", "CHF", "Fr.", "₹", "₹", "Rs.", "INR",
             "¥", "JPY", "CNY", "zł", "PLN", "Kč", "CZK", "kr", "kr.", "SEK", "DKK", "NOK", "R$", "BRL", "MXN", "C$", "CAD",
             "A$", "AUD", "NZ$", "SFr.", "HUF", "AED", "SGD", "S$", "ZAR"]


def price(rng):
    a, c, r = amount(rng), rng.choice(_CURRENCY), rng.random()
    if r < 0.45:
        s = a
    elif r < 0.6:
        s = a + " " + c
    elif r < 0.72:
        s = c + " " + a
    elif r < 0.88:
        s = (c if len(c) < 3 else "$") + a
    else:
        s = a + c if len(c) < 3 else a + " " + c
    r = rng.random()
    if r < 0.03:
        s = "-" + s
    elif r < 0.05:
        s = s + "-"
    elif r < 0.065:
        s = "(" + s + ")"
    elif r < 0.075:
        s = s + rng.choice((" CR", " DR", " *", "*", " H", " S", " A"))
    elif r < 0.085:
        s += rng.choice((",-", ",--", ".-", ".--", "/-", ",–"))
    return s


def percent(rng):
    n = rng.choice(("0", "5", "7", "10", "19", "20", "21", "22", "23", "25", "2.5", "5,5", "7,7", "8.1", "12", "18", "9", "6",
                    "8.25", "19,00", "20.00", "2,00", "3.0", "100", "50", digits(rng, 2), digits(rng, 1) + "." + digits(rng, 2)))
    s = n + rng.choice(("%", "%", " %"))
    return rng.choice(("", "", "", "-", "+", "@ ", "@")) + s


_MONTHS = (
    "January February March April May June July August September October November December "
    "Januar Februar März April Mai Juni Juli August September Oktober November Dezember Jänner "
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre "
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre "
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre "
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro "
    "januari februari maart april mei juni juli augustus september oktober november december "
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia "
    "ledna února března dubna května června července srpna září října listopadu prosince "
    "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta "
    "marraskuuta joulukuuta januar februar marts maj mars desember").split()
_SHORT = ("Jan Feb Mar Apr May Jun Jul Aug Sep Sept Oct Nov Dec Mär Mai Okt Dez janv. févr. avr. juil. déc. ene abr ago dic "
          "gen mag giu lug set ott fev jan. feb. apr. jun. jul. aug. sep. okt. nov. dez. mrt mei").split()
_DAYS = ("Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Wed Thu Fri Montag Dienstag Mittwoch Donnerstag Freitag "
         "Mo Di Mi Do Fr lundi mardi mercredi jeudi vendredi lunes martes miércoles jueves viernes lunedì martedì mercoledì "
         "maandag dinsdag woensdag donderdag vrijdag poniedziałek wtorek środa czwartek piątek").split()


def date(rng):
    d, m, y = rng.randint(1, 31), rng.randint(1, 12), rng.choice((rng.randint(2015, 2032), rng.randint(1990, 2049)))
    r = rng.random()
    if r < 0.28:
        s = rng.choice("//.-")
        a, b = (d, m) if rng.random() < 0.6 else (m, d)
        y2 = "%02d" % (y % 100) if rng.random() < 0.25 else str(y)
        return ("%d" + s + "%d" + s + "%s" if rng.random() < 0.25 else "%02d" + s + "%02d" + s + "%s") % (a, b, y2)
    if r < 0.46:
        return "%02d.%02d.%04d" % (d, m, y)
    if r < 0.62:
        return "%04d-%02d-%02d" % (y, m, d)
    if r < 0.70:
        return "%d%s %s %d" % (d, rng.choice(("", "", ".", " de", "th")), rng.choice(_MONTHS), y)
    if r < 0.78:
        return "%s %d, %d" % (rng.choice(_MONTHS[:12] + _SHORT[:13]), d, y)
    if r < 0.90:
        m = rng.choice(_SHORT)
        m = rng.choice((m, m, m.upper()))
        s = rng.choice("-- ./")
        return "%02d%s%s%s%s" % (d, s, m, s, y if rng.random() < 0.7 else "%02d" % (y % 100))
    if r < 0.94:
        return "%s, %02d.%02d.%d" % (rng.choice(_DAYS), d, m, y)
    if r < 0.97:
        return "%s %d/%d" % (rng.choice(("KW", "CW", "Wk", "W", "Week", "S", "sem.", "uke", "v.")), rng.randint(1, 53), y)
    return "%02d/%02d/%04d %02d:%02d" % (d, m, y, rng.randint(0, 23), rng.randint(0, 59)) + rng.choice(("", ":%02d" % rng.randint(0, 59), " AM", " PM"))


_TWINS = ("O0", "0OQD", "I1l", "1I7", "S5", "5S6", "B8", "8B3", "Z2", "2Z7", "G6", "6G", "UV", "VY", "CG", "EF", "MN", "WVV", "gq9", "rn", "ce", "il1|!"[:3])
_AMBIG = "O0O0I1I1S5S5B8B8Z2Z2G6G6Q0DUVl1"
_UP = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LOW = "abcdefghijklmnopqrstuvwxyz"


def _chunk(rng):
    n, r = rng.randint(1, 7), rng.random()
    if r < 0.52:
        return digits(rng, n)
    if r < 0.70:
        return "".join(rng.choices(_UP, k=min(n, 4)))
    if r < 0.85:
        return "".join(rng.choices(_UP + "0123456789" * 3, k=n))
    if r < 0.95:
        return "".join(rng.choices(_AMBIG, k=n))
    if r < 0.98:
        return "".join(rng.choices(_LOW + "0123456789", k=n))
    return "".join(rng.choice(_TWINS)[0] for _ in range(n))


def code(rng):
    """An article, order or drawing number of any shape."""
    r = rng.random()
    if r < 0.22:
        return digits(rng, rng.randint(3, 13))
    if r < 0.27:
        return digits(rng, rng.choice((8, 12, 13, 13, 14)))
    if r < 0.62:
        s = _chunk(rng)
        sep = rng.choices(("-", "/", ".", "", " ", "_", ":"), (10, 2, 3, 6, 1, 0.6, 0.2))[0]
        for _ in range(rng.choices((1, 2, 3, 4), (8, 6, 2, 0.6))[0]):
            s += sep + _chunk(rng)
            if rng.random() < 0.15:
                sep = rng.choice("-/. ")
        return s[:24]
    if r < 0.72:
        return rng.choice(("PO-", "PO", "PO#", "P.O. ", "SO-", "INV-", "RFQ-", "Q-", "BE-", "AB-", "RE-", "CMD", "BC-", "OC-", "WO-", "REQ", "PR-", "4500",
                           "45", "A-", "B-", "K-", "MAT-", "SKU-", "SKU ", "ART-", "#", "No. ", "Nr. ", "N° ", "nº ")) + digits(rng, rng.randint(3, 8)) + rng.choice(("", "", "", "", "-" + digits(rng, 2), "/" + digits(rng, 2), rng.choice(_UP)))
    if r < 0.82:
        return "".join(rng.choices(_UP, k=rng.randint(1, 4))) + digits(rng, rng.randint(1, 6)) + rng.choice(("", "", "".join(rng.choices(_UP, k=rng.randint(1, 3)))))
    if r < 0.90:
        return "".join(rng.choices(_AMBIG + _UP + "0123456789", k=rng.randint(4, 12)))
    if r < 0.95:
        return digits(rng, 3) + "." + digits(rng, 3) + rng.choice(("", "." + digits(rng, 3), "-" + digits(rng, 2)))
    return "".join(rng.choices(_UP + _LOW + "0123456789", k=rng.randint(3, 10)))


_UNITS = ("EA PC PCS CS BX KG G LB OZ M MM CM FT IN L ML GAL QT PK PR SET RL DZ CT BG HR HRS MTR NOS LTR DOZ KIT LOT JOB TON MT SQM M2 M3 "
          "Stk Stk. Stck St ST Pck Pkg VE Krt Karton Rolle Rollen Paar kg g m mm cm l ml Liter Std h Psch t m² m³ lfm Sack Dose Eimer Pal "
          "pcs pc ea each box boxes case pack pair pieces units unit un. unité unités pce pcé U UN UD UDS uds pza pzas ud. u. pz pz. nr n. cad conf rotoli "
          "pièce boîte carton lot mètre heures jours szt. szt op. kpl kpl. kg. ks bal bal. m.b. st st. stk. styck förp krt paket pkt kpl rll stuks stuk doos dozen rol "
          "caixa cx. cx und bolsa saco tubo palete KAR PAK PAL FL DS BTL CAN DRM BAG ROL SHT TUB Nos. Kgs Mtr Ltr Pcs. Each Case Carton Pack Box").split()


def quantity(rng):
    n = rng.choices((digits(rng, 1), digits(rng, 2), digits(rng, 3), amount(rng)), (5, 5, 3, 4))[0]
    r = rng.random()
    if r < 0.4:
        return n
    return n + rng.choice((" ", " ", " ", "")) + rng.choice(_UNITS)


_LABELS = """
Purchase Order|PURCHASE ORDER|Purchase order no.|PO Number|P.O. No.|PO #|PO No:|Order No.|Order number|Order date|Date|DATE|Date:|Order Date:|Delivery date|Required by|Ship date|Due Date
Vendor|VENDOR|Supplier|Supplier No.|Vendor ID|Ship To|SHIP TO|Ship to:|Bill To|BILL TO:|Sold To|Deliver to|Delivery address|Invoice to|Invoice address|Buyer|Purchaser|Contact|Attn:|Attention
Terms|Payment terms|TERMS|Net 30|Net 30 days|2% 10, net 30|Due on receipt|Freight terms|Incoterms|FOB|FOB Destination|DAP|DDP|EXW|CIF Rotterdam|FCA|Ship via|SHIP VIA|Carrier|UPS Ground|FedEx|DHL Express|Freight collect|Prepaid
Item|ITEM|Item No.|Item #|Item Code|Part No.|Part Number|Product code|SKU|Description|DESCRIPTION|Item Description|Qty|QTY|Qty.|Quantity|QUANTITY|Ordered|UOM|U/M|Unit|Unit Price|UNIT PRICE|Price|Rate|Amount|AMOUNT|Line Total|Total|TOTAL|Ext. Price|Extended|Disc.|Discount|Disc %|Tax|TAX|VAT|VAT %|VAT amount|Net|Gross
Subtotal|SUBTOTAL|Sub-total|Sub Total|Sales Tax|Shipping|Shipping & Handling|Freight|Total due|Grand Total|GRAND TOTAL|Balance Due|Amount in words|Total excl. VAT|Total incl. VAT|Carried forward|Page 1 of 2|Page|Continued|Notes|Comments|Remarks|Special instructions|Authorized by|Authorized signature|Approved by|Prepared by|Signature|Tel|Tel:|Phone|Fax|Email|E-mail:|Web|VAT No.|VAT Reg. No.|Tax ID|EIN|GSTIN|GSTIN/UIN|PAN|State Code|HSN/SAC|CGST|SGST|IGST|Consignee|Dispatched through|Account No.|Cost center|Project|Job No.|Requisition|Requested by|Revision|Rev.|Drawing|Line|Line #|Sl No.|S.No.|Ref|Our ref.|Your ref.|Quote|Quotation No.|Contract|Blanket|Release|Schedule|Need by|Promised|Received|Back ordered|Status|Open|Lead time|Country of origin|Weight|Net weight|Gross weight|Pallets|Packing|Lot No.|Batch|Serial No.|Manufacturer|MFG P/N|Brand|Colour|Color|Size|Each|Case
Bestellung|BESTELLUNG|Bestellnummer|Bestell-Nr.|Bestell-Nr.:|Bestelldatum|Datum|Datum:|Lieferant|Lieferanten-Nr.|Lieferantennummer|Kreditor|Lieferanschrift|Lieferadresse|Rechnungsadresse|Rechnungsanschrift|Liefertermin|Lieferdatum|Wunschtermin|Lieferbedingungen|Zahlungsbedingungen|Zahlungsziel|30 Tage netto|14 Tage 2 % Skonto|frei Haus|ab Werk|Versandart|Spedition|Ansprechpartner|Sachbearbeiter|Einkäufer|Unser Zeichen|Ihr Zeichen|Ihr Angebot vom|Angebots-Nr.|Kundennummer|Kunden-Nr.|Pos.|Pos|Position|Artikel|Artikelnr.|Art.-Nr.|Artikel-Nr.|Materialnummer|Material|Bezeichnung|Beschreibung|Menge|Einheit|ME|Einzelpreis|E-Preis|EP|Preis|Preis/Einheit|Gesamtpreis|Gesamt|GP|Betrag|Rabatt|MwSt.|MwSt|USt.|zzgl. 19 % MwSt.|Mehrwertsteuer|Zwischensumme|Nettobetrag|Netto|Brutto|Gesamtbetrag|Summe|Endbetrag|Gesamtsumme|Übertrag|Seite 1 von 3|Blatt|Telefon|Telefax|USt-IdNr.|Steuernummer|Handelsregister|Geschäftsführer|Bankverbindung|Kostenstelle|Projekt|Zeichnung|Werk|Lager|Abladestelle|Währung|Stück|Bemerkung|Mit freundlichen Grüßen|Unterschrift|Auftragsbestätigung|Gerichtsstand|Herkunftsland|Gewicht|Straße|Größe|Maße|Fälligkeit|Gültig bis|Prüfzeugnis|Rückfragen
Bon de commande|BON DE COMMANDE|Commande n°|N° commande|N° de commande|Date de commande|Date|Fournisseur|Code fournisseur|Adresse de livraison|Livrer à|Adresse de facturation|Facturer à|Date de livraison|Délai|Conditions de paiement|30 jours fin de mois|45 jours net|Mode d'expédition|Transporteur|Acheteur|Contact|Référence|Réf.|Désignation|Désignation de l'article|Quantité|Qté|Unité|Prix unitaire|P.U. HT|PU HT|Prix U. HT|Remise|Montant|Montant HT|Total HT|TOTAL HT|TVA|TVA 20 %|Total TTC|TOTAL TTC|Net à payer|Sous-total|Frais de port|Port|Franco|À reporter|Page|Tél.|Télécopie|SIRET|RCS|N° TVA intracommunautaire|Code APE|Signature et cachet|Observations|Affaire|Chantier|Devis n°|Arrêté le présent bon|Référence à rappeler|Éco-participation|Échéance|Expédié par|Numéro|Siège social|Capital
Pedido|PEDIDO|Pedido de compra|Orden de compra|ORDEN DE COMPRA|N.º de pedido|Nº pedido|Fecha|Fecha:|Fecha de entrega|Proveedor|Código|Dirección de entrega|Enviar a|Facturar a|Forma de pago|Condiciones de pago|30 días|Transporte|Comprador|Artículo|Descripción|Cantidad|Cant.|Unidad|Ud.|Precio|Precio unitario|P. Unit.|Dto.|Descuento|Importe|Base imponible|IVA|IVA 21 %|Subtotal|Total|TOTAL|Total pedido|Teléfono|CIF|NIF|RFC|Observaciones|Página|Plazo de entrega|Firma|Solicitado por|Autorizado por|Moneda|Envío|Portes|Razón social|Almacén|Número|Línea
Ordine di acquisto|ORDINE|Ordine n.|Numero ordine|Data ordine|Data|Fornitore|Spett.le|Luogo di consegna|Destinazione|Data consegna|Consegna|Pagamento|Condizioni di pagamento|Bonifico bancario 60 gg d.f.|Ri.Ba. 30 gg|Trasporto|Porto franco|Vettore|Articolo|Codice|Cod. articolo|Descrizione|Quantità|Q.tà|U.M.|UM|Prezzo|Prezzo unitario|Sconto|Importo|Imponibile|IVA|Aliquota|Totale|TOTALE|Totale ordine|Totale imponibile|Totale IVA|Partita IVA|P. IVA|Cod. Fisc.|Telefono|Pagina|Note|Firma|Riferimento|Vs. offerta|Nostro rif.|Indirizzo|Unità|Causale|Riga
Pedido de compra|Encomenda|Ordem de compra|Nº da encomenda|N.º Pedido|Data de emissão|Data de entrega|Fornecedor|Endereço de entrega|Local de entrega|Condições de pagamento|30 dias|Transportadora|Comprador|Código|Descrição|Quantidade|Qtd.|Qtde|Unidade|Un.|Preço unitário|Preço|Valor unitário|Valor total|Desconto|Desc.|IPI|ICMS|IVA 23 %|Subtotal|Total|Total geral|CNPJ|NIF|Telefone|Observações|Página|Frete|Situação|Referência|Morada|Código postal|Armazém|Número|Solicitação|Aprovação
Inkooporder|INKOOPORDER|Bestelbon|Ordernummer|Bestelnummer|Orderdatum|Datum|Leverancier|Afleveradres|Leveradres|Factuuradres|Leverdatum|Betalingsconditie|30 dagen netto|Levering|Verzendwijze|Inkoper|Contactpersoon|Artikelnr.|Artikelcode|Omschrijving|Aantal|Eenheid|Prijs|Stukprijs|Prijs per stuk|Korting|Bedrag|Regel|Subtotaal|BTW|BTW 21%|Btw-bedrag|Totaal|Totaal excl. BTW|Totaal incl. BTW|Telefoon|KvK|BTW-nr.|IBAN|Pagina|Opmerkingen|Handtekening|Uw referentie|Onze referentie|Geleverd|Gewenste leverdatum
Zamówienie|ZAMÓWIENIE|Zamówienie nr|Numer zamówienia|Data zamówienia|Data wystawienia|Dostawca|Odbiorca|Nabywca|Sprzedawca|Adres dostawy|Termin dostawy|Warunki płatności|Termin płatności|przelew 30 dni|Lp.|Nazwa towaru|Nazwa|Indeks|Ilość|J.m.|Jm|Cena|Cena netto|Wartość|Wartość netto|Stawka VAT|Kwota VAT|Wartość brutto|Razem|Do zapłaty|Słownie|NIP|REGON|Uwagi|Podpis|Strona|Miejscowość|Faktura|Sposób dostawy|Waluta|Magazyn|Rabat|Osoba kontaktowa
Objednávka|OBJEDNÁVKA|Číslo objednávky|Objednávka č.|Datum vystavení|Dodavatel|Odběratel|Dodací adresa|Místo dodání|Termín dodání|Datum dodání|Platební podmínky|Splatnost|Způsob dopravy|Položka|Označení dodávky|Název|Kód|Množství|MJ|Jedn. cena|Cena za MJ|Sazba DPH|DPH|Celkem|Celkem bez DPH|Celkem s DPH|K úhradě|IČO|IČ|DIČ|Telefon|Strana|Poznámka|Vystavil|Razítko a podpis|Příjemce|Účet|Fakturační údaje|Zboží
Inköpsorder|Beställning|Ordernr|Beställningsnr|Orderdatum|Leverantör|Leveransadress|Fakturaadress|Leveransdatum|Leveransvillkor|Betalningsvillkor|30 dagar netto|Artikelnr|Benämning|Antal|Enhet|À-pris|Pris|Rabatt|Belopp|Summa|Moms|Moms 25 %|Totalt|Att betala|Org.nr|Sida|Er referens|Vår referens|Godsmärke
Indkøbsordre|Rekvisition|Ordrenr.|Ordredato|Leverandør|Leveringsadresse|Faktureringsadresse|Leveringsdato|Betalingsbetingelser|Netto 30 dage|Varenr.|Beskrivelse|Antal|Enhed|Pris|Stk. pris|Beløb|I alt|Moms|Total inkl. moms|Side|Vores ref.|CVR-nr.|Bestilling|Innkjøpsordre|Leverandør|Varenummer|Beskrivelse|Mengde|Enhetspris|Beløp|Mva|Sum eks. mva|Å betale|Vår ref.|Deres ref.|Kjøper|Øvrige
Ostotilaus|Tilaus|Tilausnumero|Tilauspäivä|Toimittaja|Toimitusosoite|Laskutusosoite|Toimituspäivä|Maksuehto|14 pv netto|Toimitusehto|Tuotenro|Tuote|Nimike|Kuvaus|Määrä|Yksikkö|Yks.|Hinta|Yksikköhinta|Summa|Veroton|ALV|ALV 24 %|Yhteensä|Verollinen yhteensä|Y-tunnus|Sivu|Viitteenne|Viitteemme|Päiväys|Lisätietoja|Ostaja
"""
LABELS = [x for x in _LABELS.replace("\n", "|").split("|") if x]


def label(rng):
    s = rng.choice(LABELS)
    r = rng.random()
    if r < 0.2:
        s = s.upper()
    elif r < 0.35 and not s.endswith((":", ".")):
        s += ":"
    return s


def _case(rng, s):
    r = rng.random()
    if r < 0.45:
        return s
    if r < 0.65:
        return s.capitalize()
    if r < 0.9:
        return s.upper()
    return s.lower()


def words(rng, n):
    lists, weights = _dicts()
    pool = rng.choices(lists, weights)[0]
    r = rng.random()
    out = rng.choices(pool, k=n)
    if r < 0.25:
        out = [w.capitalize() for w in out]
    elif r < 0.42:
        out = [w.upper() for w in out]
    elif r < 0.6:
        out[0] = out[0].capitalize()
    s = out[0]
    for w in out[1:]:
        s += rng.choices((" ", ", ", " - ", "/", "-", " & ", "; ", ": ", ". ", " ("), (30, 4, 1, 1, 1, 0.7, 0.4, 0.6, 1, 0.5))[0] + w
    if s.count("(") > 0 and rng.random() < 0.9:
        s += ")"
    return s + rng.choices(("", ".", ",", ":", ";", "!", "?"), (20, 2, 1.5, 1.5, 0.3, 0.1, 0.1))[0]


_ANY = list(alphabet.INDEX)
_RARE = [c for c in _ANY if not c.isascii()]
_PUNCT = [c for c in _ANY if c.isascii() and not c.isalnum() and c != " "]


def noise(rng):
    """Random characters, so that each class is seen often enough and no
    language model is learned that would overrule what is printed."""
    n, r = rng.randint(1, 10), rng.random()
    if r < 0.35:
        return "".join(rng.choices(_UP + _LOW, k=n))
    if r < 0.6:
        pool = _RARE
    elif r < 0.8:
        pool = _PUNCT
    else:
        pool = _ANY
    s = rng.choices(_UP + _LOW + "0123456789", k=n)
    for i in range(n):
        if rng.random() < 0.4:
            s[i] = rng.choice(pool)
    return "".join(s)


_NAMES = ("Anna Jan Peter Maria Karl Hans Luis José Ana Marco Giulia Pierre Claire João Inês Sven Lars Åsa Björn Søren Jürgen Zoë Łukasz Michał "
          "Jiří Tomáš Päivi Eero Smith Jones Müller Schmidt Weiß García López Rossi Bianchi Dubois Lefèvre Silva Santos Jansen de Vries Kowalski "
          "Nowak Novák Dvořák Andersson Nielsen Hansen Virtanen Patel Sharma Brown Taylor Wilson Meier Huber Keller Bauer Conti Moreau Costa").split()
_FORMS = ("GmbH,GmbH & Co. KG,AG,KG,e.K.,OHG,SE,Ltd,Ltd.,Limited,PLC,LLC,Inc.,Inc,Corp.,Corporation,Co.,LLP,S.A.,SA,SARL,S.à r.l.,SAS,S.L.,S.L.U.,S.p.A.,"
          "S.r.l.,Lda.,Lda,Ltda.,B.V.,BV,N.V.,Sp. z o.o.,S.A.,s.r.o.,a.s.,AB,A/S,ApS,AS,Oy,Oyj,Pvt. Ltd.,Private Limited,Pty Ltd,S.A. de C.V.").split(",")
_TRADES = ("Industries Supply Tools Trading Foods Medical Engineering Logistics Electronics Metals Plastics Packaging Office Solutions Systems Services Group "
           "International Technik Maschinenbau Bau Handel Elektro Werkzeuge Stahl Chemie Lebensmittel Möbel Druck Bâtiment Distribution Industrie Électricité "
           "Alimentos Suministros Comercial Construcciones Ferretería Forniture Costruzioni Meccanica Alimentari Materiais Construção Papelaria Techniek Bouw "
           "Groothandel Hurtownia Przedsiębiorstwo Obchod Stavební Bygg Verktøj Teollisuus").split()


def company(rng):
    a = rng.choice(_NAMES) if rng.random() < 0.5 else word(rng).capitalize()
    s = a + rng.choice((" ", " ", " & ", "-")) + rng.choice(_TRADES)
    if rng.random() < 0.8:
        s += rng.choice((" ", " ", " ", ", ")) + rng.choice(_FORMS)
    return s.upper() if rng.random() < 0.15 else s


_STREETS = ("Street,St,St.,Road,Rd,Rd.,Avenue,Ave,Ave.,Blvd,Blvd.,Drive,Dr,Lane,Way,Court,Parkway,Hwy,Industrial Park,Close").split(",")
_STREETS2 = ("Rue de,Rue du,Avenue de la,Boulevard,Place,Chemin des,Calle,C/,Avda.,Avenida,Plaza,Paseo de,Polígono Industrial,Via,Viale,Piazza,Corso,"
             "Rua,Rua da,Av.,Estrada,ul.,al.,Na,Ulice,Allée").split(",")
_STREETS3 = "straße,str.,strasse,weg,allee,platz,gasse,straat,laan,weg,kade,plein,dijk,gatan,vägen,vej,gade,veien,gata,katu,tie,ring,damm,hof".split(",")


def address(rng):
    r = rng.random()
    w = word(rng).capitalize()
    n = str(rng.randint(1, 299)) + rng.choice(("", "", "", "", "a", "b", "-" + str(rng.randint(2, 99)), "/" + str(rng.randint(1, 20)), " B"))
    if r < 0.2:
        return rng.choice((digits(rng, 4), n)).lstrip("0") + " " + w + " " + rng.choice(_STREETS) + rng.choice(("", "", ", Suite " + digits(rng, 3), ", Unit " + digits(rng, 2), " NW", " #" + digits(rng, 2)))
    if r < 0.38:
        return w + rng.choice(_STREETS3) + " " + n
    if r < 0.56:
        x = rng.choice(_STREETS2) + " " + w
        return rng.choice((n + " " + x, x + ", " + n, x + " " + n, x + ", nº " + n))
    if r < 0.68:
        return w + rng.choice((", ", " ")) + "".join(rng.choices(_UP, k=2)) + " " + digits(rng, 5) + rng.choice(("", "", "-" + digits(rng, 4)))
    if r < 0.80:
        return rng.choice(("", "", "D-", "CH-", "A-", "F-", "L-")) + digits(rng, rng.choice((4, 5, 5))) + " " + w
    if r < 0.85:
        return digits(rng, 4) + " " + "".join(rng.choices(_UP, k=2)) + " " + w
    if r < 0.90:
        return w + " " + "".join(rng.choices(_UP, k=rng.randint(1, 2))) + digits(rng, rng.randint(1, 2)) + " " + digits(rng, 1) + "".join(rng.choices(_UP, k=2))
    if r < 0.95:
        return rng.choice((digits(rng, 2) + "-" + digits(rng, 3), digits(rng, 3) + " " + digits(rng, 2), digits(rng, 4) + "-" + digits(rng, 3), digits(rng, 6))) + " " + w
    return rng.choice(("P.O. Box ", "PO Box ", "Postfach ", "BP ", "Apartado ", "Casella postale ", "Plot No. ", "Survey No. ", "Dock ", "Gate ", "Halle ", "Tor ")) + digits(rng, rng.randint(1, 5))


_COUNTRIES = ("GERMANY,Deutschland,Germany,France,FRANCE,España,Spain,Italia,Italy,Portugal,Nederland,The Netherlands,Polska,Česká republika,Danmark,Norge,"
              "Sverige,Suomi,Finland,Schweiz,Suisse,Österreich,Austria,Belgique,België,USA,U.S.A.,United States,United Kingdom,UK,India,Canada,México,Brasil,Ireland,China,Japan").split(",")


def contact(rng):
    r = rng.random()
    low = "".join(c for c in word(rng).lower() if "a" <= c <= "z") or "mail"
    dom = ("".join(c for c in word(rng).lower() if "a" <= c <= "z") or "firm") + rng.choice(("", "-group", "-gmbh", digits(rng, 2))) + rng.choice((".com", ".de", ".fr", ".co.uk", ".es", ".it", ".pt", ".nl", ".pl", ".cz", ".se", ".dk", ".no", ".fi", ".eu", ".ch", ".org", ".net", ".in", ".example"))
    if r < 0.17:
        return rng.choice(("", "", "E-mail: ", "Email: ", "Mail: ", "e-mail ")) + low + rng.choice(("", "." + rng.choice(_NAMES).lower(), "_" + digits(rng, 2))).translate(_PLAIN) + "@" + dom
    if r < 0.25:
        return rng.choice(("www.", "www.", "https://", "http://www.", "https://www.")) + dom + rng.choice(("", "", "/", "/" + low, "/po?id=" + digits(rng, 5)))
    if r < 0.55:
        p = rng.choice(("(%s) %s-%s" % (digits(rng, 3), digits(rng, 3), digits(rng, 4)), "%s-%s-%s" % (digits(rng, 3), digits(rng, 3), digits(rng, 4)),
                        "+49 %s %s" % (digits(rng, 3), digits(rng, 6)), "+%s %s %s %s %s" % (digits(rng, 2), digits(rng, 1), digits(rng, 2), digits(rng, 2), digits(rng, 2)),
                        "0%s/%s-%s" % (digits(rng, 3), digits(rng, 5), digits(rng, 2)), "+44 (0)%s %s %s" % (digits(rng, 2), digits(rng, 4), digits(rng, 4)),
                        "+%s-%s-%s" % (digits(rng, 2), digits(rng, 3), digits(rng, 7)), "0%s %s %s %s %s" % (digits(rng, 1), digits(rng, 2), digits(rng, 2), digits(rng, 2), digits(rng, 2)),
                        "+%s %s" % (digits(rng, 2), digits(rng, 9)), "(0%s) %s" % (digits(rng, 2), digits(rng, 7)), "%s %s %s" % (digits(rng, 3), digits(rng, 3), digits(rng, 3))))
        return rng.choice(("", "", "Tel. ", "Tel: ", "Tel.: ", "Phone: ", "Fax ", "Fax: ", "T ", "Tél. : ", "Tlf. ", "Ph. ", "Mob. ", "Puh. ", "ext. ")) + p
    if r < 0.75:
        v = rng.choice(("DE" + digits(rng, 9), "DE " + digits(rng, 9), "GB " + digits(rng, 3) + " " + digits(rng, 4) + " " + digits(rng, 2), "GB" + digits(rng, 9), "FR " + digits(rng, 2) + " " + digits(rng, 9),
                        "ES" + rng.choice("ABX") + digits(rng, 8), rng.choice("AB") + "-" + digits(rng, 8), "IT" + digits(rng, 11), "NL" + digits(rng, 9) + "B" + digits(rng, 2), "PT " + digits(rng, 9), "PL " + digits(rng, 10),
                        "CZ" + digits(rng, 8), "SE" + digits(rng, 12), "DK " + digits(rng, 8), "CHE-" + ".".join(digits(rng, 3) for _ in "abc") + " MWST", "ATU" + digits(rng, 8), digits(rng, 2) + "-" + digits(rng, 7),
                        digits(rng, 2) + "".join(rng.choices(_UP, k=5)) + digits(rng, 4) + rng.choice(_UP) + digits(rng, 1) + "Z" + rng.choice(_UP + "0123456789"), "".join(rng.choices(_UP, k=5)) + digits(rng, 4) + rng.choice(_UP),
                        "%s.%s.%s/%s-%s" % (digits(rng, 2), digits(rng, 3), digits(rng, 3), digits(rng, 4), digits(rng, 2)), "NIP " + "-".join((digits(rng, 3), digits(rng, 3), digits(rng, 2), digits(rng, 2)))))
        return rng.choice(("", "", "VAT: ", "VAT No. ", "USt-IdNr. ", "TVA ", "NIF: ", "P.IVA ", "BTW ", "GSTIN: ", "DIČ: ", "UID ")) + v
    if r < 0.9:
        cc, n = rng.choice((("DE", 20), ("FR", 25), ("ES", 22), ("IT", 25), ("NL", 16), ("CH", 19), ("PL", 26), ("GB", 20), ("DK", 16), ("FI", 16), ("PT", 23), ("CZ", 22)))
        body = digits(rng, 2) + ("".join(rng.choices(_UP, k=4)) + digits(rng, n - 6) if cc in ("NL", "GB") else digits(rng, n - 2))
        s = cc + body
        if rng.random() < 0.7:
            s = " ".join(s[i:i + 4] for i in range(0, len(s), 4))
        return rng.choice(("", "IBAN ", "IBAN: ")) + s
    return rng.choice(("BIC ", "SWIFT: ", "BIC: ", "")) + "".join(rng.choices(_UP, k=6)) + rng.choice(("XXX", "".join(rng.choices(_UP + "0123456789", k=2)), "".join(rng.choices(_UP + "0123456789", k=5))))


_PLAIN = str.maketrans("áéíóúàèìòùäëïöüåøñçãõşłńśźżčřšžýůěąęÅŁ", "aeiouaeiouaeiouaoncaoslnszzcrszyueaeal")

_GOODS = """
Hex bolt|Hex nut|Flat washer|Socket head cap screw|Machine screw|Wood screw|Threaded rod|Ball bearing|Bearing|O-ring|Gasket|Seal kit|V-belt|Drill bit|End mill|Insert|Hose clamp|Hydraulic hose|Ball valve|Gate valve|Check valve|Pipe elbow 90°|Copper pipe|Pipe|Tee|Coupling|Flange|Steel plate|Angle iron|Sheet metal|Aluminium profile|Round bar|Welding rod|Cable|Wire|Cable tie|Conduit|Circuit breaker|Contactor|Relay|Fuse|Terminal block|Connector|Resistor|Capacitor|LED panel|Lamp|Sensor|Motor|Pump|Filter|Air filter|Paint|Primer|Sealant|Adhesive|Tape|Masking tape|Copy paper|Paper|Pen|Ballpoint pen|Marker|Envelope|Toner cartridge|Ink cartridge|Binder|Stapler|Notebook|Chair|Desk|Cabinet|Monitor|Laptop|Keyboard|Mouse|Docking station|Hard drive|SSD|Switch|Router|Gloves|Nitrile gloves|Syringe|Needle|Catheter|Bandage|Gauze|Mask|Gown|Disinfectant|Saline|Tubing|Flour|Sugar|Olive oil|Tomatoes|Cheese|Milk|Butter|Chicken breast|Beef|Salmon|Rice|Pasta|Coffee|Tea|Apples|Potatoes|Onions|Water|Juice|Wine|Carton|Pallet|Stretch film|Labels|Bag|Bottle|Drum|Bucket|Concrete|Cement|Sand|Gravel|Brick|Plywood|Lumber|Insulation|Drywall|Door|Window|Tile|T-shirt|Polo|Jacket|Safety shoes|Helmet|Service|Maintenance|Installation|Labour|Freight|License|Subscription
Sechskantschraube|Sechskantmutter|Zylinderschraube|Unterlegscheibe|Gewindestange|Kugellager|Rillenkugellager|O-Ring|Dichtung|Keilriemen|Spiralbohrer|Hydraulikschlauch|Kugelhahn|Rückschlagventil|Rohr|Rohrbogen|Flansch|Stahlblech|Flachstahl|Aluprofil|Kabelbinder|Mantelleitung NYM-J|Leitungsschutzschalter|Schütz|Sicherung|Reihenklemme|Widerstand|Näherungssensor|Motor|Pumpe|Filtereinsatz|Farbe|Grundierung|Dichtmasse|Klebeband|Kopierpapier|Kugelschreiber|Briefumschläge|Ordner|Bürostuhl|Schreibtisch|Einweghandschuhe|Spritze|Verbandmaterial|Mehl|Zucker|Öl|Käse|Butter|Hähnchenbrust|Äpfel|Kartoffeln|Karton|Stretchfolie|Etiketten|Flasche|Kanister|Beton|Zement|Fliesen|Tür|Fenster|Dämmung|Sicherheitsschuhe|Montage|Wartung|Fracht
Vis à tête hexagonale|Écrou|Rondelle|Roulement à billes|Joint torique|Courroie|Foret|Tuyau|Vanne|Clapet|Tôle acier|Câble|Disjoncteur|Contacteur|Fusible|Peinture|Colle|Ruban adhésif|Papier|Stylo|Enveloppe|Classeur|Chaise|Bureau|Gants|Seringue|Farine|Sucre|Huile d'olive|Fromage|Beurre|Pommes|Carton|Étiquettes|Bouteille|Béton|Carrelage|Fenêtre|Main-d'œuvre|Entretien
Tornillo|Tuerca|Arandela|Rodamiento|Junta|Correa|Broca|Manguera|Válvula|Chapa|Cable|Interruptor|Fusible|Pintura|Adhesivo|Cinta|Papel|Bolígrafo|Sobre|Silla|Guantes|Jeringa|Harina|Azúcar|Aceite de oliva|Queso|Leche|Caja de cartón|Etiquetas|Botella|Cemento|Baldosa|Ventana|Mano de obra
Vite|Dado|Rondella|Cuscinetto|Guarnizione|Cinghia|Punta|Tubo|Valvola|Lamiera|Cavo|Interruttore|Fusibile|Vernice|Colla|Nastro|Carta|Penna|Busta|Sedia|Guanti|Siringa|Farina|Zucchero|Olio d'oliva|Formaggio|Latte|Scatola|Etichette|Bottiglia|Cemento|Piastrella|Manodopera
Parafuso|Porca|Anilha|Rolamento|Vedação|Correia|Broca|Mangueira|Válvula|Chapa|Cabo|Disjuntor|Fusível|Tinta|Cola|Fita|Papel|Caneta|Cadeira|Luvas|Seringa|Farinha|Açúcar|Azeite|Queijo|Leite|Caixa|Etiquetas|Garrafa|Cimento|Mão de obra|Instalação
Bout|Moer|Sluitring|Kogellager|Pakking|V-snaar|Boor|Slang|Kogelkraan|Staalplaat|Kabel|Zekering|Verf|Lijm|Kopieerpapier|Balpen|Bureaustoel|Handschoenen|Bloem|Suiker|Kaas|Doos|Etiketten|Fles|Muurverf|Arbeidsloon
Śruba|Nakrętka|Podkładka|Łożysko|Uszczelka|Wiertło|Zawór|Blacha|Przewód|Bezpiecznik|Farba|Klej|Taśma|Papier|Długopis|Krzesło|Rękawice|Mąka|Cukier|Ser żółty|Mleko|Karton|Etykiety
Šroub|Matice|Podložka|Ložisko|Těsnění|Vrták|Hadice|Ventil|Plech|Kabel|Jistič|Barva|Lepidlo|Papír|Židle|Rukavice|Mouka|Cukr|Sýr|Mléko|Krabice|Štítky
Skruv|Mutter|Bricka|Kullager|Tätning|Slang|Färg|Papper|Handskar|Mjöl|Skrue|Møtrik|Leje|Pakning|Maling|Papir|Handsker|Sukker|Ost|Mælk|Rør|Ruuvi|Mutteri|Laakeri|Tiiviste|Maali|Paperi|Käsineet|Jauhot|Juusto|Öljy
"""
GOODS = [x for x in _GOODS.replace("\n", "|").split("|") if x]
_QUALITY = ("stainless steel,galvanized,zinc plated,black,white,blue,red,grey,clear,brass,steel,nylon,heavy duty,premium,organic,fresh,frozen,sliced,fine,coarse,"
            "verzinkt,schwarz,weiß,grau,blau,Edelstahl,Messing,galvanisé,noir,blanc,acier inox,acero inoxidable,negro,blanco,acciaio,nero,bianco,aço,preto,"
            "branco,zwart,wit,czarny,biały,černý,bílý,svart,vit,sort,hvid,musta,left,right,assorted,standard,type B,class A,size L,XL,grade A,RAL,recycled,sterile,"
            "w/o lid,with handle,incl. screws,per m,unit cost,as per drawing,acc. to sample,lt. Zeichnung,selon plan,wie gehabt").split(",")


def size(rng):
    d = lambda n: str(rng.randint(1, 10 ** n))
    p = rng.choice(".,")
    r = rng.randrange(26)
    x = rng.choice(("x", "x", " x ", "×", "X", " × "))
    if r == 0:
        return "M%d%s%d" % (rng.choice((3, 4, 5, 6, 8, 10, 12, 16, 20, 24)), x, rng.choice((10, 12, 16, 20, 25, 30, 40, 50, 60, 80, 100)))
    if r == 1:
        return rng.choice(("DIN ", "ISO ", "EN ", "DIN EN ISO ", "DIN", "ANSI ", "ASTM A", "UNI ", "NF ", "BS ", "PN-")) + str(rng.choice((125, 912, 931, 933, 934, 985, 4014, 4017, 4762, 7380, 7991, 10204, 36, 53, 1461)))
    if r == 2:
        return rng.choice(("A2", "A4", "A2-70", "A4-80", "8.8", "10.9", "12.9", "V2A", "V4A", "S235JR", "304", "316L", "1.4301", "1.4571", "PVC", "PE-HD", "PTFE", "NBR 70", "FKM", "EPDM", "PA6", "POM", "IP65", "IP67", "CE", "RoHS", "H7", "T6"))
    if r in (3, 4):
        return rng.choice(("1/2", "3/4", "1/4", "3/8", "5/8", "7/8", "1/8", "5/16", "1-1/2", "1 1/4", "2-3/8", "½", "¾", "¼", "1½", "2 ½", d(1))) + rng.choice(('"', '"', '"', "”", " in", " in.", "-in", "''", '" NPT', '" BSP', "-20", "-16 UNC"))
    if r in (5, 6):
        return d(3) + x + d(3) + rng.choice(("", "", x + d(2), x + d(3))) + rng.choice(("", " mm", "mm", " cm", " in", " ft", " MM"))
    if r == 7:
        return d(1) + x + d(3) + rng.choice((" ml", " g", "g", "ml", " kg", " ct", " oz", " l"))
    if r in (8, 9):
        return d(2) + p + digits(rng, rng.randint(1, 2)) + rng.choice((" mm", " mm", "mm", " kg", " m", " l", " V", " A", " kW", " mm²", " m²", " m³", " bar", " µm", " Ω", " kΩ", " %", " °C", " lb", " gal", " MHz", " mH", " cm³"))
    if r in (10, 11):
        return d(3) + rng.choice((" mm", "mm", " g", "g", " ml", "ml", " V", "V", " W", "W", " A", " AH", " pcs", " ct", " Stk", " St.", " m", " ft", " ft.", " lbs", "#", " oz", " psi", " °C", "°", " kV", " µF", " nF", "K", " GB", "GB", " TB", " rpm", " dB", " lm"))
    if r == 12:
        return rng.choice(("Ø", "Ø ", "ø", "dia. ", "Dia ", "D=", "L=", "L = ", "t=", "Ra ", "R", "h ")) + d(2) + rng.choice(("", p + digits(rng, 1), " mm"))
    if r == 13:
        return d(1) + p + digits(rng, 1) + x + d(2) + p + digits(rng, 1) + rng.choice(("", " mm"))
    if r == 14:
        return rng.choice(("±", "+/-", "+", "-", "<", ">", "≤", "≥", "~", "ca. ", "max. ", "min. ", "approx. ")) + d(1) + p + digits(rng, 2)
    if r == 15:
        return rng.choice(("RAL ", "Pantone ", "NCS S ")) + digits(rng, 4)
    if r == 16:
        return "(" + rng.choice((d(2) + rng.choice("/ ") + rng.choice(("box", "case", "cs", "pk", "VE", "Karton", "caja", "pack")), word(rng), code(rng), d(2) + " pcs")) + ")"
    if r == 17:
        return d(2) + "/" + d(2) + rng.choice(("", "#", " ct", " oz", "/" + d(1), " cs"))
    if r == 18:
        return rng.choice(("size ", "Gr. ", "Size ", "T. ", "taille ", "talla ", "mis. ")) + rng.choice(("S", "M", "L", "XL", "XXL", "42", "8", "9,5", "10.5", "38/40"))
    if r == 19:
        return rng.choice(("24VDC", "230V", "230 V AC", "24 V DC", "400V/50Hz", "12V 7Ah", "USB-C", "Cat.6a", "RJ45", "3P+N", "C16", "B16A", "1-pole", "3 phase", "2-way", "HDMI", "i5-1240P", "16GB/512GB", "80 g/m²", "A4", "A3", "DL", "C5"))
    if r == 20:
        return rng.choice(("®", "™", "© ", "№ ", "§ ", "‰", "¹", "²", "³", "*", "**", "†", "→ ", "• ", "· ", "± 5", "½", "¾", "¢")) + rng.choice(("", word(rng)))
    if r == 21:
        return d(3) + "-" + d(3) + rng.choice(("", " mm", " °C", " V"))
    if r == 22:
        return rng.choice(_QUALITY) + ", " + d(2) + p + digits(rng, 1) + " " + rng.choice(("mm", "m", "kg", "l"))
    return code(rng)


def item(rng):
    s = rng.choice(GOODS) if rng.random() < 0.75 else word(rng).capitalize()
    for _ in range(rng.choices((0, 1, 2, 3, 4), (1, 5, 5, 3, 1))[0]):
        r = rng.random()
        s += rng.choices((" ", ", ", " - ", "; ", " – ", ","), (10, 7, 0.7, 0.3, 0.3, 0.3))[0]
        s += size(rng) if r < 0.55 else rng.choice(_QUALITY) if r < 0.8 else word(rng) if r < 0.92 else code(rng)
    r = rng.random()
    return s.upper() if r < 0.2 else s


_LEGAL = """
Please confirm receipt of this order within 24 hours.|Our general terms and conditions of purchase apply.|Goods remain the property of the seller until paid in full.|Delivery must be accompanied by a packing list.|All invoices must show the purchase order number.|No substitutions without written approval.|Prices are firm and fixed for the duration of this order.|Material certificates 3.1 acc. to EN 10204 required.|Ship complete, no partial shipments.|Notify us immediately if you are unable to ship as specified.|This order is subject to the terms on the reverse side.|Deliveries Mon-Fri 7:30 am - 3:00 pm, dock 4.|Tax exempt certificate on file.|Invoices by e-mail only.|Thank you for your business!
Bitte bestätigen Sie den Auftrag innerhalb von 3 Werktagen.|Es gelten unsere Allgemeinen Einkaufsbedingungen.|Auf allen Papieren ist unsere Bestellnummer anzugeben.|Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum.|Wir bestellen gemäß Ihrem Angebot:|Anlieferung nur Mo.–Do. von 7:00 bis 15:30 Uhr.|Lieferung frei Haus einschließlich Verpackung.|Die Rechnung ist zweifach einzureichen.|Mit freundlichen Grüßen
Merci de nous confirmer cette commande par retour.|Le numéro de commande doit figurer sur toute facture.|Nos conditions générales d'achat s'appliquent.|Livraison du lundi au vendredi de 8h à 16h30.|Pénalités de retard : 3 fois le taux d'intérêt légal.|Veuillez agréer, Monsieur, nos salutations distinguées.
Rogamos confirmen la recepción de este pedido.|Indiquen nuestro número de pedido en albarán y factura.|¿Alguna duda? Llámenos.|La mercancía viaja por cuenta del proveedor.|Horario de recepción: de 8:00 a 14:00 h.
Si prega di confermare l'ordine entro 2 giorni.|Indicare il nostro numero d'ordine su tutti i documenti.|La merce deve essere accompagnata dal D.D.T.|Valgono le nostre condizioni generali d'acquisto.
Solicitamos a confirmação deste pedido.|O número do pedido deve constar na fatura.|Não aceitamos entregas parciais.|Condições gerais de compra em vigor.
Gelieve deze order binnen 2 dagen te bevestigen.|Vermeld ons ordernummer op alle stukken.|Op deze order zijn onze inkoopvoorwaarden van toepassing.
Prosimy o potwierdzenie przyjęcia zamówienia.|Na fakturze prosimy podać numer zamówienia.|Žádáme o potvrzení objednávky.|Na faktuře uveďte číslo objednávky.|Vänligen bekräfta ordern omgående.|Ange alltid vårt ordernummer på fakturan.|Bedes bekræfte ordren.|Vennligst bekreft bestillingen.|Pyydämme vahvistamaan tilauksen.
"""
LEGAL = [x for x in _LEGAL.replace("\n", "|").split("|") if x]

_SHORT_TOKENS = ("1 2 3 4 5 6 7 8 9 0 10 20 30 40 50 100 EA 7.00 - No. x X A B C % € $ £ # * : . , + / & ( ) EUR USD 0,00 0.00 -,-- n/a N/A Yes No Ja Nein Oui OK Y N "
                 "I l i 1 S 5 O 0 Z 2 B 8 kg m l % 1. 2. 3. 01 02 001 010 00010 1) a) (1) 1/2 2/3 p.1 @ = – • ✓").replace(" ✓", "").split(" ")


def short(rng):
    r = rng.random()
    if r < 0.45:
        return rng.choice(_SHORT_TOKENS)
    if r < 0.6:
        return rng.choice(_UNITS)
    if r < 0.8:
        return digits(rng, rng.randint(1, 3))
    if r < 0.9:
        return rng.choice("0123456789") + rng.choice(".,") + digits(rng, rng.randint(1, 3))
    return rng.choice(_ANY)


def sentence(rng):
    s = rng.choice(LEGAL)
    if rng.random() < 0.5:  # a line's worth of it
        w = s.split(" ")
        a = rng.randrange(len(w))
        s = " ".join(w[a:a + rng.randint(1, 8)])
    return s.upper() if rng.random() < 0.1 else s


def pair(rng):
    v = rng.choice((code, code, date, date, price, quantity, lambda r: rng.choice(_NAMES) + " " + rng.choice(_NAMES)))(rng)
    return rng.choice(LABELS).rstrip(":") + rng.choice((": ", ": ", " ", " : ", ":")) + v


def row(rng):
    """A piece of a table row without rules between its columns."""
    parts = [rng.choice((quantity, code, price, amount, item, date, short, percent))(rng) for _ in range(rng.randint(2, 4))]
    return " ".join(parts)


def person(rng):
    return rng.choice(("", "", "", "Mr. ", "Mrs. ", "Herr ", "Frau ", "M. ", "Mme ", "Sr. ", "Dr. ", "Dott. ", "Hr. ")) + rng.choice(_NAMES) + " " + rng.choice(_NAMES)


def numbers(rng):
    """Several numbers, codes or dates beside each other."""
    sep = rng.choice((" ", " ", " ", ", ", " / ", " - ", "; ", "/", " x ", " + ", " = "))
    make = rng.choice((code, code, amount, price, quantity, date))
    return sep.join(make(rng) for _ in range(rng.randint(2, 4)))


def spiced(rng, s):
    """s with one character put in or exchanged that is rare elsewhere."""
    i = rng.randrange(len(s))
    if rng.random() < 0.6:
        kin = _KIN.get(s[i])
        return s[:i] + rng.choice(kin) + s[i + 1:] if kin else s
    c = rng.choice(_SIGNS)
    r = rng.random()
    if r < 0.3:
        return c + s
    if r < 0.6:
        return s + c
    return s[:i] + c + s[i:]


_SIGNS = [c for c in _ANY if not c.isalnum() and c != " "] + list("ªº²³¹½¼¾µ")
_KIN = {}
for _base, _marked in (("A", "ÄÀÂÁÃĄÅÆ"), ("C", "ÇĆČ"), ("D", "Ď"), ("E", "ÉÈÊËĘĚ"), ("I", "ÎÏÍÌ"), ("L", "Ł"), ("N", "ÑŃŇ"),
                       ("O", "ÖÔÓÒÕØŒ"), ("R", "Ř"), ("S", "ŚŠ"), ("T", "Ť"), ("U", "ÜÙÛÚŮ"), ("Y", "ŸÝ"), ("Z", "ŹŻŽ")):
    _KIN[_base] = _marked
    _KIN[_base.lower()] = _marked.lower()
_KIN["s"] += "ß"

_KINDS = [(price, 15), (amount, 6), (quantity, 8), (code, 20), (date, 7), (percent, 1.2), (short, 4.5), (label, 7), (item, 16),
          (address, 5), (company, 4), (contact, 8), (sentence, 4), (lambda r: words(r, r.randint(1, 7)), 6), (word, 1.5), (pair, 11),
          (row, 9), (numbers, 9), (person, 1), (lambda r: r.choice(_COUNTRIES), 0.5), (noise, 4)]
_MAKERS, _WEIGHTS = [k for k, _ in _KINDS], [w for _, w in _KINDS]

LONGEST = 60


def line(rng):
    """A line of 1 to LONGEST characters, all of them in the alphabet, without
    spaces at its ends or next to one another."""
    while True:
        s = rng.choices(_MAKERS, _WEIGHTS)[0](rng)
        if s and rng.random() < 0.13:
            s = spiced(rng, s)
        if len(s) > LONGEST:
            s = s[:LONGEST] if rng.random() < 0.5 else s[-LONGEST:]
        s = " ".join(alphabet.fold(s).split())
        if s and all(c in alphabet.INDEX for c in s):
            return s
