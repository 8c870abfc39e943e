package items

import (
	"iter"
	"sync"

	"lineitem/convert/order/wording"
)

// columnWords are the phrases that head the columns of line-item tables, as
// tokens (see reader.tokens) of folded text. A heading that may mean several kinds
// stands under all of them, the likeliest first; what stands beneath it decides.
var columnWords = sync.OnceValue(func() headPhrases { return newHeadPhrases(columnPhrases) })

// Phrases gives the phrases by which tables are read, folded, in no order:
// headings of columns, and labels of the lines that sum up. Commas may part
// several of them.
func Phrases() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, phrases := range columnPhrases {
			if !yield(phrases) {
				return
			}
		}
		for phrase := range summaryWords {
			if !yield(phrase) {
				return
			}
		}
	}
}

// columnPhrases are lists of those phrases, separated by commas, by the names of the kinds.
var columnPhrases = map[string]string{
	"line": `
		line, line no, line number, line #, line nr, ln, ln no, ln #, line sch, line sched, line schedule, line item no, po line, po line no, po line #, order line,
		sl no, sl, s no, sno, sr no, sr, srno, slno, si no, s n, seq, seq no, sequence, row, row no, serial no, serial number, line item, line item number, item line,
		pos, pos nr, pos no, position, posit, posten, lfd nr, lfd, pos n, lfdnr, positionsnummer,
		ligne, no ligne, n ligne, no de ligne, no ordre, poste, lig, post,
		linea, no linea, num linea, renglon, partida, no partida, linha, no linha, lin, riga, nr riga, n riga, rif, prog, num, n o,
		regel, regelnr, regelnummer, volgnr, nr regel, rgl, 行, 行番号, no,
		lp, l p, poz, pozycja, nr poz, nr pozycji, nr linii, poradi, por, por c, p c, radek, cislo radku, c pol, cislo polozky, pozice, c r,
		rad, radnr, rad nr, linje, linjenr, linje nr, vare linje, pos nummer, rivi, rivinro, rivi nro, rivinumero, lijn, lijnnr, stage, phase, milestone no,
		ssz, sorsz, sorszam, tetel, tetelszam, sira, sira no, nr crt, crt, pozitie`,
	"line code": `
		no, nr, n, #, ref, item no, item #, item num, item nr, itm, it,
		pol, polozka c, nro`,
	"line code description": `item, items, itens, artikelpos`,
	"code line":             `item number, item id, ref no, reference no, 番号`,
	"code": `
		item code, itemcode, product code, product no, product number, product id, prod code, prod no, code, part no, part number, part #, part num, part nr, part code, partno, part,
		stock no, stock number, stock code, stock #, sku, sku #, sku no, sku code, sku number, cat no, cat #, catalog no, catalog number, catalog #, catalogue no, catalogue number, catalog, cat num,
		matl, mat l, matl no, material no, material number, material code, mat no, material id, article no, article number, article code, art no, article nr, commodity code, model, model no, model number, style, style no, style #,
		our part no, our part number, our item, our item no, buyer part no, customer part no, your part no, inventory id, inventory no, our ref, item ref, upc, isbn, product ref, inventory item, mark number, mark no, mark, pn, p n, mpn, msn, ean, gtin,
		artikelnr, artikel nr, art nr, artikelnummer, artikel no, artnr, materialnummer, materialnr, material nr, mat nr, sachnummer, sach nr, teilenummer, teile nr, bestellnr, bestell nr, bestellnummer, ident nr, identnummer, produktnr, produktnummer, produkt nr, unsere art nr, ihre art nr, ihre artikel nr, hersteller artikelnr, ersatzteilnr, zeichnungsnr,
		reference, references, ref article, code article, code produit, no article, no d article, n article, reference article, ref produit, reference produit, code art, ref fournisseur, reference fournisseur, votre reference, notre reference,
		codigo, cod, codigo articulo, cod articulo, cod art, referencia, ref articulo, codigo producto, clave, clave producto, no articulo, no parte, no de parte, numero de parte, num articulo, codigo material,
		cod articolo, codice, codice articolo, cod, codice prodotto, cod prodotto, cod art, vs codice, ns codice, vs rif, riferimento, codice materiale,
		cod produto, codigo produto, codigo do produto, codigo artigo, cod artigo, referencia artigo, codigo do artigo, ref artigo, codigo do item,
		artikelcode, artikel code, art code, productcode, productnummer, productnr, bestelcode, ons artikelnr, uw artikelnr, leveranciersartikelnr, item nr, materiaalnr, materiaalnummer,
		品番, 商品コード, 型番, 商品番号, コード,
		stockcode, item ref no, order code, part reference, oem no, oem part no, oem number, catalogue ref, style code, article #, sap no, sap code, sap material, stock item, code no, item stock no,
		indeks, kod, kod towaru, symbol, symbol towaru, nr katalogowy, numer katalogowy, nr kat, nr artykulu, nr czesci, numer czesci, kod produktu, indeks materialowy, indeks towaru, kod wyrobu, kod materialu, nr materialu, nr rysunku,
		kod zbozi, katalogove cislo, katalogove c, kat cislo, kat c, cislo zbozi, cislo artiklu, c artiklu, objednaci cislo, obj cislo, obj kod, cislo materialu, kod polozky, cislo dilu, kod produktu, reg cislo, skladove cislo,
		bestallningsnr, bestallningsnummer, bestnr, best nr, vart artikelnr, vart art nr, ert artikelnr, produktkod, varenr, vare nr, varenummer, bestillingsnr, artikkelnr, artikkel nr, artikkelnummer, produktnr, var artikelnummer, nobb nr, nummer,
		tuotenro, tuote nro, tuotenumero, tuotekoodi, koodi, nimikenro, nimikenumero, nimikekoodi, artikkelinro, tuotetunnus, tilausnimike, nimike nro, malli nro,
		property no, property number, stock property no, stock property number, inventory item no, asset no,
		cikkszam, cikksz, cikkod, termekkod, gyartoi cikkszam, malzeme kodu, malzeme no, stok kodu, stok no, urun kodu, urun no, parca no, cod produs, cod articol, cod material, cod reper, cod intern`,
	"code description": `
		article, artikel, articulo, articolo, artigo, artikelen, material, materiale, materiaal, product service, products, product, produkt, produit, producto, prodotto, produto, product item, item service,
		towar, produkty, zbozi, polozka, artikl, artikkel, vare, varer, vara, tuote, nimike, tavara, artikkeli,
		termek, cikk, malzeme, urun, produs, reper`,
	"code+description": `
		part number description, part no description, item no description, item code description, item number description, product code description, code description, item and description, sku description, artikel bezeichnung, artikelnr bezeichnung, art nr bezeichnung, reference designation, ref designation, codigo descripcion, codice descrizione, codigo descricao, artikelnr omschrijving, stock no description, catalog no description, article designation, material bezeichnung, artikel beschreibung, artikel omschrijving,
		varenr beskrivelse, artikelnr benamning, kod nazwa, indeks nazwa, kod nazev, tuotenro kuvaus, varenr varetekst, art nr benamning, style description, stock code description, part description no`,
	"description": `
		description, descriptions, desc, descr, goods, services, service, materials, item description, product description, material description, description of goods, description of goods services, description of goods and services, description of materials, description of material, description of item, description of items, description of articles, description of services, description of work, description and specification, description specification, description specifications, description details, goods description, item details, item name, product name, product details, details, detail, particulars, particular, supplies or services, supplies services, articles or services, articles services, material name, name of item, name of goods, service description, work description, item desc, product desc, part description, article description, charge description, scope of work, name, item name description, goods and services, product and description, item specification, supplies, specification,
		bezeichnung, beschreibung, artikelbezeichnung, artikelbeschreibung, materialbezeichnung, benennung, warenbezeichnung, leistung, leistungsbeschreibung, produktbezeichnung, bezeichnung der ware, text, artikeltext, bezeichnung beschreibung, warenbeschreibung, kurztext, gegenstand, ware, produktbeschreibung, artikel bezeichnung,
		designation, designations, libelle, descriptif, intitule, designation des articles, designation de l article, description des articles, designation article, libelle article, description article, nature, prestation,
		descripcion, concepto, detalle, descripcion del articulo, descripcion articulo, descripcion de producto, descripcion del producto, denominacion, descripcion de los bienes, descripcion del material, producto descripcion, descripcion producto,
		descrizione, descrizione articolo, descrizione merce, descrizione prodotto, descrizione dei beni, descrizione della merce, denominazione, oggetto, descrizione materiale,
		descricao, designacao, descricao do produto, descricao do artigo, descricao produto, descricao do item, descricao dos produtos, discriminacao, descricao do material, descricao artigo, descricao dos materiais,
		omschrijving, beschrijving, productomschrijving, artikelomschrijving, benaming, artikel omschrijving, omschrijving artikel, specificatie,
		品名, 商品名, 摘要, 内容, 品目,
		milestone, milestones, deliverable, deliverables, milestone deliverable, milestone description, deliverable milestone, activity, activities, task, tasks, work item, role, position title, resource, grade description, product name description, item name and description, title, product desc, line description, goods description and packing, specifications, full description, commodity description, description of commodity, meilenstein, leistungsbeschrieb, artikelbezeichnung beschreibung, material kurztext, etape, jalon, hito, actividad, servicio, servicios, descripcion del servicio, servizio, prestazione, servico, mijlpaal, dienst, diensten, soort, product omschrijving,
		nazwa, nazwa towaru, nazwa towaru uslugi, nazwa towaru lub uslugi, nazwa towaru uslugi, nazwa produktu, nazwa artykulu, nazwa materialu, nazwa uslugi, nazwa wyrobu, nazwa asortymentu, opis, opis towaru, opis produktu, opis materialu, przedmiot zamowienia, przedmiot, asortyment, wyszczegolnienie, usluga, tresc, nazwa i opis,
		popis, nazev, nazev zbozi, nazev polozky, nazev materialu, nazev produktu, nazev sluzby, oznaceni, oznaceni dodavky, popis zbozi, popis polozky, predmet, predmet dodavky, predmet objednavky, predmet plneni, specifikace, zbozi sluzba, nazev zbozi sluzby,
		benamning, beskrivning, artikelbenamning, artikelbeskrivning, produktbeskrivning, varubeskrivning, varuslag, produktnamn, tjanst, beskrivelse, varebeskrivelse, betegnelse, varebetegnelse, varetekst, tekst, produktbeskrivelse, varenavn, produktnavn, ydelse, benevnelse, artikkelbeskrivelse, vareslag, artikkel beskrivelse, vare beskrivelse, tjeneste,
		kuvaus, nimitys, tuotekuvaus, selite, tuotenimi, tuotteen nimi, tavara, tuotteen kuvaus, nimikkeen kuvaus, nimikkeen nimi, tavaran nimi, palvelu, tuote kuvaus,
		megnevezes, megnevezese, leiras, termek megnevezese, cikk megnevezese, aru megnevezese, termek neve, szolgaltatas, malzeme aciklamasi, malzeme adi, malzeme tanimi, malzemenin cinsi, aciklama, urun adi, urun aciklamasi, stok adi, cinsi, mal hizmet, hizmet, denumire, denumirea, denumire produs, denumire produse, denumirea produselor, denumirea produselor sau a serviciilor, denumire articol, denumire material, descriere`,
	"quantity": `
		quantity, qty, qnty, qtty, quant, order qty, order quantity, ordered, qty ordered, ordered qty, ordered quantity, quantity ordered, qty ord, ord qty, qty order, qty required, quantity required, required qty, req qty, po qty, po quantity, purchase qty, qty req, no of units, number of units, units ordered, total qty, total quantity, qty of units, hours, hrs, qty hrs, hrs qty, qty hours, quantity hours, order q ty, q ty, qty due, quantity order,
		menge, anzahl, bestellmenge, stuckzahl, stuck, stk, mge, anz, auftragsmenge, liefermenge, menge bestellt,
		quantite, quantites, qte, qt, quant, nombre, qte commandee, quantite commandee, qte cdee, nb,
		cantidad, cant, cantidades, cantidad pedida, cantidad solicitada, ctd, uds, unidades, cantidad ordenada, canti,
		quantita, q ta, qta, qt a, quantita ordinata, qta ordinata, pezzi, colli, q,
		quantidade, qtd, qtde, qtdd, quant, qde, qtd pedida, quantidade pedida, qnt, qntd,
		aantal, hoeveelheid, aant, besteld, besteld aantal, aantal besteld, bestelde hoeveelheid,
		数量, 個数,
		copies, total units, total pcs, total pieces, ord, qty ord d, quantity required, po ord, units, nos, order pcs, pieces, no of copies, total qty pcs, qty pcs, quantity pcs, net qty, tot qty, days, no of days, man days, qte uvc, total pares, totale pezzi, stuck gesamt, gesamt stuck, gesamtmenge, total pieces, aantal stuks,
		ilosc, il, liczba, ilosc zamowiona, ilosc zam, zamowiono, ilosc szt, mnozstvi, pocet, pocet ks, pocet kusu, objednane mnozstvi, objednano, mnoz, mn, pocet mj,
		antal, kvantitet, best antal, bestallt antal, bestallt, antal bestallt, mangd, bestalld kvantitet, bestilt, maengde, antal bestilt, bestilt antal, antall, antall bestilt, bestilt antall, mengde, bestilt mengde, maara, tilattu maara, tilattu, lkm, kpl, maara tilattu, kpl maara, tilausmaara, kappalemaara,
		ant, antal enheter, ant bestilt, ant best,
		mennyiseg, menny, rendelt mennyiseg, miktar, miktari, siparis miktari, adet, cantitate, cantitatea, cant, cantitate comandata`,
	"quantity+unit": `
		qty unit, quantity unit, qty uom, quantity uom, qty u m, quantity u m, order qty unit, menge einheit, menge me, quantite unite, cantidad unidad, quantita um, quantita u m, quantidade unidade, aantal eenheid, qty and unit, order quantity unit, qty units, quantity and unit, quantity units, qte unite,
		ilosc jm, ilosc j m, mnozstvi mj, mnozstvi m j, antal enhet, antal enhed, antall enhet, maara yks, maara yksikko, antal enh, antall enh, lkm yks,
		menny me, mennyiseg me, miktar birim`,
	"unit": `
		unit of measure, unit measure, uom, u m, um, uofm, unit meas, unit of meas, units of measure, unit of measurement, measure, unit type, unit code, u of m, order unit, purchase unit, qty unit of measure, pack, pack size, packing, pkg, u o m, order uom, uom code, po uom, purchasing uom, ui, u i, unit of issue,
		einheit, me, mengeneinheit, einh, bestelleinheit, meh, verkaufseinheit, vpe, mengeneinh, ein,
		unite, unite de mesure, u, unites, ut, unite mesure, cond, conditionnement,
		unidad, unid, ud, udm, unidad de medida, und, unidad medida, u med, u de m, un med, u medida,
		unita, unita di misura, u mis, un mis, unita misura,
		unidade, unidade medida, un, und, unidade de medida,
		eenheid, eenh, ehd, verpakking, eh, 単位,
		uoi, unit of order, unit of purchase, u/o, unit of supply, u o i, base unit, ehd, mass einheit,
		jm, j m, jedn, jedn miary, jednostka, jednostka miary, miara, mj, m j, jednotka, merna jednotka, mer jedn, mer j, enhet, enh, enhed, yks, yksikko, mittayksikko,
		mertekegyseg, mennyisegi egyseg, egyseg, egys, birim, birimi, brm, olcu birimi, unitate de masura, unitate masura`,
	"unit quantity": `units`,
	"unit price":    `unit`,
	"price": `
		unit price, unit cost, price, unit rate, rate, cost, price each, price unit, price per unit, unit price each, net, net price, net unit price, net unit cost, unit net price, po price, purchase price, purchase rate, each, cost each, cost unit, price ea, unit price ea, unit amount, unit cost price, unit value, basic rate, basic price, unit price net, price excl vat, unit price excl vat, unit price ex vat, price ex vat, unit price excl tax, unit price ex tax, rate per unit, cost per unit, order price, agreed price, contract price, price per, your price, our price, net rate, net cost, unit price excl gst, unit price ex gst, item price, unit price per, our cost, per unit price, base price, unit pr, unit net, unit price before tax, basic unit price, base rate, each price, price net, disc price, discounted price, net price currency, price uom, price um, unit price uom, price per uom, hourly rate, billing rate, rate hr, list price net,
		einzelpreis, preis, stuckpreis, e preis, ep, einheitspreis, preis pro einheit, preis einheit, preis me, netto preis, nettopreis, netto einzelpreis, einzelpreis netto, ep netto, preis netto, einkaufspreis, stk preis, preis stk, vk preis, einzel, bestellpreis, preis pro stuck, ek preis, nettoeinzelpreis, preis je einheit, epreis,
		prix unitaire, prix unit, pu, p u, pu ht, p u ht, prix unitaire ht, prix u, prix u ht, prix, prix ht, prix unit ht, prix net, pu net, pu net ht, prix unitaire net, prix unitaire hors taxe, prix unitaire hors taxes, px unitaire, px unit, p unit, p unitaire, cout unitaire, prix unitaire eur, tarif, pu hors taxe, montant unitaire,
		precio unitario, precio, precio unit, p unitario, p unit, precio ud, precio unidad, precio uni, pu, costo unitario, coste unitario, precio neto, valor unitario, precio unitario neto, costo, coste, precio u, p u, importe unitario, precio por unidad,
		prezzo unitario, prezzo, prezzo unit, p unitario, prezzo netto, pr unitario, prezzo un, pr unit, costo unitario, prezzo unitario netto, p zo unitario, p zzo unitario, importo unitario,
		preco unitario, preco, preco unit, p unitario, valor unitario, valor unit, vl unit, vlr unit, preco un, pr unit, preco uni, vl unitario, vlr unitario, custo unitario, pr unitario, preco liquido, v unit, p unit,
		prijs, stukprijs, eenheidsprijs, prijs per stuk, prijs per eenheid, prijs eenheid, nettoprijs, netto prijs, prijs stuk, prijs excl btw, inkoopprijs, tarief, per stuk, eenh prijs, prijs p st, prijs p eenheid, stuksprijs,
		単価,
		price per each, price ex vat each, unit price vat excl, u price, u rate, unit sell, nett price, nett, nett rate, nett unit price, ex vat price, buying price, cost price, fob price, fob unit price, exw price, price ea excl, excl price, price excl, ex price, unit fee, fee rate, day rate, daily rate, rate per day, rate per hour, price per hour, price piece, cif price, agreed rate, quoted rate, invoice cost, wholesale, wholesale price, px achat, px achat net, prix achat, prix d achat, prix achat net, prix achat ht, ek, ek netto, einkaufspreis netto, einstandspreis, tagessatz, stundensatz, prezzo acquisto, prezzo di acquisto, precio compra, preco compra, prijs ex, inkoop, inkoop prijs,
		cena, cena netto, cena jedn, cena jednostkowa, cena jednostkowa netto, cena jedn netto, cena za jednostke, cena za szt, cena szt, cena j, cena j netto, c j netto, cena zakupu, cena zakupu netto, cena pln, jednotkova cena, jedn cena, j cena, cena za mj, cena mj, cena za jednotku, cena bez dph, cena mj bez dph, cena za mj bez dph, cena ks, cena za ks, cena za kus, jednotkova cena bez dph, nakupni cena, j cena bez dph,
		pris, a pris, apris, styckpris, enhetspris, nettopris, pris per enhet, pris st, pris enhet, inkopspris, pris per st, pris exkl moms, a pris exkl moms, stk pris, stykpris, enhedspris, kobspris, indkobspris, pris stk, pris pr stk, pr stk, pris ekskl moms, pris enhed, pris pr enhed, stykkpris, innkjopspris, pris pr enhet, pris eks mva, netto pris,
		hinta, yksikkohinta, a hinta, ahinta, yks hinta, hinta yks, nettohinta, kpl hinta, hinta kpl, hinta veroton, veroton hinta, ostohinta, yksikkohinta veroton, a hinta veroton, hinta eur,
		per 1000, per 1 000, per 100, per 10, per thousand, per hundred, per m, price 1000, price 1 000, price 100, price per 1000, price per 1 000, price per 100, price per hundred, price per thousand, price m, price c, cost per 1000, cost per 1 000, cost per 100, cost 1000, rate per 1000, rate per 100, usd m, prijs per 1000, prijs per 1 000, prijs per 100, preis 100, preis 1000, preis je 100, preis je 1000, preis per 100, preis pro 100, prix le mille, le mille, prix 100, prix 1000, prix les 100, pris pr 100, pris pr 1000, pris per 100, pris 100,
		new rate, new price, new unit price, revised rate, revised price, revised unit price, amended price, amended rate, current price, neuer preis, preis neu, nouveau prix, nuevo precio, precio nuevo, nuovo prezzo, novo preco, nieuwe prijs, nowa cena, nova cena, nytt pris, ny pris, uusi hinta,
		egysegar, egys ar, birim fiyat, birim fiyati, b fiyat, br fiyat, fiyat, fiyati, pret, pret unitar, pret unit, pret fara tva, pret unitar fara tva`,
	"list": `
		list price, mrp, list, retail price, catalogue price, msrp, rrp, gross price, gross unit price, listenpreis, bruttopreis, prix public, prix brut, pu brut, precio de lista, precio bruto, prezzo listino, prezzo lordo, bruto prijs, brutoprijs, adviesprijs, listprice, mrp rs,
		cena katalogowa, cena cennikowa, cenikova cena, listpris, bruttopris, listahinta, bruttohinta, ovh, pvp, prix tarif, tarif public, pp ttc, pvc, uvp, lista, liste, tariffa, rsp, srp, publ price, adv prijs, vejl pris, precio lista, preco tabela,
		old rate, old price, old unit price, previous price, previous rate, existing rate, existing price, original price, alter preis, preis alt, ancien prix, precio anterior, prezzo precedente, preco anterior, oude prijs, poprzednia cena, stara cena, puvodni cena, tidigare pris, gammel pris,
		listaar, liste fiyati, pret lista, pret de lista`,
	"discount": `
		discount, disc, disc %, discount %, dis, dis %, % disc, % discount, discount rate, disc rate, disc pct, trade discount, disc amount, discount amount, disc amt, less, less discount, disc percent, discount percent, line discount,
		rabatt, rab, rabatt %, nachlass, rabattsatz, rab %, % rabatt, rabatt in %,
		remise, rem, remise %, rem %, rabais, % rem, % remise, ristourne, taux remise,
		descuento, dto, dcto, desc %, dto %, dscto, descto, % dto, % desc, descuento %, bonif, bonificacion, % dcto, dct,
		sconto, sc, sc %, sconto %, sconti, sc to, % sconto, % sc, sconti %,
		desconto, desc, desconto %, dcto, % desc, desct, descont,
		korting, korting %, krt, % korting, kort, kort %, korting in %, krt %,
		rabat, rabat %, upust, upust %, bonifikata, sleva, sleva %, opust, alennus, alennus %, ale, ale %, % rabatt, rab i %, rabatt proc, disc s, discounts, disc 1,
		bonif %, % bonif, % descuento, % desconto, bonificacion %,
		kedvezmeny, kedvezmeny %, kedv, kedv %, engedmeny, iskonto, iskonto %, isk, isk %, iskonto orani, indirim, indirim %, reducere, reducere %`,
	"total": `
		amount, total, line total, net, ext net, ext price, extended price, extended, extension, ext, ext cost, extended cost, extended amt, extended amount, ext amount, ext amt, net amount, net value, line amount, total price, total amount, total cost, net total, total net, value, total value, amount net, item total, net amt, amt, total amt, subtotal, sub total, line value, total excl vat, total ex vat, amount excl vat, total ex tax, total excl tax, total before tax, taxable value, taxable amount, basic amount, net price total, amount before tax, amount ex gst, amount excl gst, net line total, price total, order value, item value, line price, net line amount, extended net, extended value, line net, net extended, line cost, ext total, total basic, basic value, gross amount, gross value, assessable value, total line, total net amount, total net value,
		gesamt, gesamtpreis, betrag, summe, gesamtbetrag, wert, nettowert, nettobetrag, gesamtsumme, positionswert, pos summe, gesamt netto, gp, netto, g preis, gesamtwert, zeilensumme, positionsbetrag, nettogesamt, total netto, gp netto, netto betrag, gesamt preis, warenwert, gesamtnetto, netto gesamt, gpreis, positionssumme, bestellwert,
		montant, montant ht, total ht, prix total, montant net, total net, total ligne, montant total, total hors taxe, total hors taxes, mt ht, prix total ht, montant hors taxe, montant hors taxes, montant net ht, net ht, valeur, total net ht, pt ht, montant ligne, mt net, total h t, montant h t, pt,
		importe, total, importe total, importe neto, precio total, valor, subtotal, total linea, valor total, total neto, neto, monto, monto total, p total, total importe, costo total, importe eur, precio total neto,
		importo, totale, importo netto, prezzo totale, valore, importo totale, totale riga, tot, totale netto, imponibile, valore totale, importo riga, netto riga, p totale, totale imponibile, valore netto,
		valor, valor total, total, preco total, vl total, total liquido, vlr total, valor liquido, montante, importancia, total linha, subtotal, vlr, v total, valor mercadoria, total iliquido,
		bedrag, totaal, totaalprijs, netto bedrag, totaal excl btw, regeltotaal, regelbedrag, nettobedrag, bedrag excl btw, totaalbedrag, subtotaal, waarde, netto totaal, totaal excl, totaal prijs, tot,
		金額, 合計, 小計,
		fee, fees, net fee, total fee, milestone fee, milestone amount, milestone value, payment amount, fee amount, instalment, instalment amount, net payable, extn, extended total, ext value, amount excl, net ext, ext amount net, line ext, total ex, net value excl vat, cost total, extended cost price, purchase amount, po amount, po value, committed amount, order amount, total nett, nett amount, nett total, nett value, total basic value, total ht net, montant brut ht, valor venta, valor de venta, valor neto, importe bruto, honorarium, honorar, montant honoraires, zwischensumme, zeilenwert, ges preis, gesamt eur, warenwert netto,
		wartosc, wartosc netto, wart netto, kwota, kwota netto, razem, razem netto, suma, suma netto, wartosc ogolem, wartosc pln, wartosc bez vat, cena, celkem, cena celkem, celkem bez dph, castka, castka bez dph, celkova cena, cena celkem bez dph, cena bez dph celkem, hodnota, zaklad dane, celkova cena bez dph, cena za polozku,
		belopp, radsumma, rad summa, totalt, totalsumma, nettobelopp, totalbelopp, radbelopp, belopp exkl moms, summa exkl moms, summa, a summa, radtotal, belob, i alt, ialt, linjebelob, linjetotal, linje total, nettobelob, belob ekskl moms, sum, pris i alt, belob netto, total ekskl moms, belop, netto belop, linjesum, belop eks mva, sum eks mva, totalpris, nettosum,
		yhteensa, yht, rivisumma, rivi summa, kokonaishinta, hinta yhteensa, nettosumma, rivihinta, veroton yhteensa, yhteensa veroton, veroton summa, summa veroton, veroton, rivi yhteensa,
		ertek, osszesen, osszeg, tutar, tutari, net tutar, toplam, toplam tutar, toplam fiyat, valoare, valoarea, valoare fara tva, valoare neta`,
	"gross": `
		amount incl tax, total incl tax, total incl vat, amount incl vat, gross, total inc vat, total inc tax, amount inc gst, total incl gst, total inc gst, gross total, line total incl tax, total with tax, total amount with tax, total after tax, amount incl gst, total including tax, total including gst, amount with tax, landed amount, total incl,
		brutto, bruttobetrag, gesamt brutto, bruttowert, brutto betrag, betrag inkl mwst, gesamt inkl mwst,
		montant ttc, total ttc, prix ttc, ttc, net a payer, pu ttc, montant t t c,
		total con iva, importe con iva, total iva incluido, importe iva inc, totale ivato, totale iva inclusa, importo ivato, total com iva, valor com iva, totaal incl btw, bedrag incl btw, totaal incl, 税込金額,
		wartosc brutto, kwota brutto, razem brutto, celkem s dph, cena s dph, cena celkem s dph, kc celkem, celkem vc dph, summa inkl moms, belopp inkl moms, inkl moms, belob inkl moms, total inkl moms, belop inkl mva, inkl mva, sum inkl mva, verollinen, verollinen yhteensa, yhteensa sis alv, sis alv, amount with vat, total amount incl vat, amount including vat, total inclusive, inclusive total, amount incl,
		kdv dahil tutar, valoare cu tva`,
	"date": `
		delivery date, due date, need by, need by date, required date, date required, req date, required by, ship date, delivery, due, due on, delivery date time, promise date, promised date, request date, requested date, date needed, exp receipt, expected receipt, expected date, exp date, scheduled date, schedule date, del date, dlv date, deliver by, delivery by, date due, req by, required, expected, eta, deliv date, exp delivery, expected delivery, needed by, needed, expected receipt date, requested delivery date, requested delivery, arrival date, delivery due, due date time, dock date, on dock date, cdd, delivery on, need date, reqd date, sched date, sched delivery, requested ship date, delivery schedule, estimated delivery, item delivery date, del dt, due dt,
		liefertermin, lieferdatum, lieferung, termin, wunschtermin, liefertag, bedarfstermin, wunschlieferdatum, lief termin, lieferzeit, liefertermine, lt, lieferwoche, eintrefftermin, ltermin, anlieferung,
		date livraison, date de livraison, livraison, delai, date liv, livraison prevue, date prevue, date souhaitee, delai de livraison, date livr, echeance, livraison le, date de livraison prevue, date liv prevue,
		fecha entrega, fecha de entrega, entrega, f entrega, fecha requerida, plazo, fecha prevista, fecha, fec entrega, plazo de entrega, fecha de entrega prevista, fecha ent,
		consegna, data consegna, data di consegna, data cons, cons, data prevista, data richiesta, termine consegna, data, data prev consegna, consegna prevista, data richiesta consegna, evasione,
		data entrega, data de entrega, entrega, prazo, dt entrega, prazo de entrega, prazo entrega, previsao, data prevista, data prevista de entrega, data ent, dt ent,
		leverdatum, levering, gewenste leverdatum, levertijd, lever datum, leverweek, afleverdatum, verwachte leverdatum, leverdat, lev datum, leverd,
		納期, 納入日, 納品日,
		target date, completion date, completion, due by, target, planned date, milestone date, by date, delivery by date, delivery week, del week, fix termin, wunsch termin, fertigstellung, delivery request, wk, in house date, ex factory date, ex factory, etd,
		termin dostawy, data dostawy, dostawa, termin realizacji, data realizacji, dodani, datum dodani, termin dodani, leveransdatum, lev datum, leverans, leveranstid, onskat leveransdatum, lev dag, leveransdag, leveransvecka, leveringsdato, lev dato, levering, onsket leveringsdato, onsket levering, leveringstid, lev uge, modtagelsesdato, forventet modtagelse, forventet levering, leveres, toimitus, toimituspaiva, toimitusaika, toimituspvm, toim pvm, toim paiva, toivottu toimitus, toivottu toimituspaiva, toimitusviikko,
		szallitasi hatarido, hatarido, teslim tarihi, termin tarihi, sevk tarihi, termen livrare, termen de livrare, data livrarii`,
	"otherdate date": `date, datum, pvm, dato`, // see claimDates
	"otherdate": `
		order date, pickup date, pick up date, invoice date, service date, date received, received date, date recevied, mfg date, expiry, expiry date, datum, bestelldatum, start date, end date, manufacturing date,
		pvm, dato`,
	"per": `
		per, per unit, price per, price unit of measure, price basis, pricing unit, pe, preiseinheit, pro, je, par, por, cada, per stuks, per qty, price qty, unit per, per uom, preis pro, pro einheit, prijs per, price per uom,
		za, pr, price unit qty, prisenhet, prisenhed, cena za, per no`,
	"taxrate": `
		tax %, vat %, gst %, tax rate, vat rate, gst rate, % tax, % vat, % gst, tax code, vat code, gst tax, t, tx, taxed, taxable, tax type, tax exempt, mwst %, ust %, mwst satz, ust satz, steuersatz, steuer %, mwst, ust, tva %, taux tva, taux, tva, iva %, iva, % iva, aliquota, aliq, taxa, taxa iva, aliquota iva, cod iva, aliq iva, btw %, btw, btw code, btw tarief, tax, vat, gst, hst, taxes, tax %, c i, vat %, ust code, 税率, tx code, tax group, igst %, cgst %, sgst %, igst rate, cgst rate, sgst rate, code tva, tipo iva, ipi, icms, ipi %, icms %,
		stawka vat, stawka, vat %, % vat, dph, % dph, dph %, sazba dph, sazba, moms, moms %, % moms, momssats, mva, mva %, % mva, alv, alv %, % alv, alv kanta, verokanta, sst, sst %, nhil, iva inc, igv, igv %, tax rate %, cod, c iva, vat status, vat cat,
		afa, afa %, afa kulcs, afakulcs, kdv, kdv %, kdv orani, cota tva`,
	"taxamount": `
		tax amount, tax amt, vat amount, vat amt, gst amount, gst amt, sales tax, cgst, sgst, igst, cgst amount, sgst amount, igst amount, total tax, total tax amount, utgst, cess, mwst betrag, steuerbetrag, steuer, montant tva, mt tva, cuota, cuota iva, importe iva, imposta, importo iva, valor iva, btw bedrag, valor ipi, valor icms, impuestos, impuesto, imposto, 消費税, tax value, gst value,
		kwota vat, vat kwota, podatek, castka dph, dph kc, dan, momsbelopp, moms kr, moms belopp, momsbelob, moms belob, mva belop, alv maara, vero, veron maara, sst amount, igv monto,
		afa ertek, afa ert, afa osszeg, afa osszege, kdv tutari, valoare tva, val tva`,
	"othercode code": `
		supplier part, mfg part no, mfr part no, mfg part #, manufacturer part no, manufacturer part number, mfg no, mfr no, mfr part number, mfg part number, manufacturer no, mfr #, mfr cat, mfg item, mfr part #, manufacturer part, vendor part no, vendor part number, vendor item, vendor item no, vendor item #, vendor part #, supplier part no, supplier item no, supplier part number, supplier part #, vendor upc edp, vendor upc, supplier item, vendor part, vendor material, supplier code, vendor code, vendor item number, supplier item number, supplier ref, vendor ref, herstellernr, hersteller nr, vendor mat no, vendor cat no, vendor catalog, vendor material number, supplier sku, vendor sku, lieferantenartikelnr, lieferanten artikelnr, lief art nr`,
	"order": `
		po number, po no, po #, po nr, po, p o, p o no, p o number, order no, order number, order #, order nr, purchase order, purchase order no, purchase order number, purchase order #, your order no, our order no, customer po, customer order no, order id, po id,
		bestellung, bestellung nr, auftragsnr, auftragsnummer, auftrag, commande, no commande, n commande, no de commande, numero de commande, commande no, pedido, no pedido, n pedido, num pedido, numero de pedido, pedido no, orden de compra, orden,
		ordine, n ordine, nr ordine, numero ordine, no do pedido, numero do pedido, encomenda, no encomenda, n encomenda, ordernr, ordernummer, bestelnr, bestelnummer, inkoopordernr, inkoopordernummer, 注文番号, 発注番号,
		nr zamowienia, numer zamowienia, zamowienie, objednavka, cislo objednavky, c objednavky, bestallning, ordrenr, ordrenummer, ordre nr, indkobsordre, innkjopsordre, tilausnro, tilausnumero, tilaus`,
	"othercode": `
		hsn, hsn code, hsn sac, sac, sac code, hs code, hsn no, commodity, unspsc, tariff code, tariff no, customs tariff, ncm, ncm sh, cfop, cst, intrastat, warengruppe, zolltarif, zolltarifnummer, zolltarifnr, code douanier, naics, nigp code, nigp,
		rel, release, release no, requisition, req no, req #, requisition no, requisition number, req, requisition #, account, account no, account code, gl account, gl code, acct, acct no, account number, cost center, cost centre, cost code, budget code, project, project no, job, job no, job number, fund, org, charge code, wbs, gl, kostenstelle, konto, projekt, drawing no, drawing, drg no, drg, rev, revision, batch, batch no, lot no, lot, serial, contract, contract no, purchase contract, contract number, so no, quote no, quotation no, indent no, ind no, mr no, pr no, pr number, chargennr, charge, zeichnung, zeichnungsnummer, index, ln ref, centro de costo, centro de costos, cuenta, cost ctr, mino, plant, warehouse, whse, location, loc, bin, site, dept, department, lagerort, werk, magazzino, deposito, almacen, magazijn, depot, lotto, lote, commessa,
		cn, kod cn, pkwiu, celni kod, statnr, statistiknr, stat nr, toldkode, tolltariffnr, tullikoodi, tulli nro, tullnimike, kustannuspaikka, kostnadsstalle, kostnadssted, omkostningssted, projekti, prosjekt, mpk, stredisko, zakazka, sklad, magazyn, lager, varasto, cc, cost centre code, gl no, ledger, nominal, nominal code, job code, wbs element, vote, fund code, dept code, ecl, hts, hts code, genius, gencod, gencode, ean code, ean 13, barcode, bar code, lagerort fach, gate, dock`,
	"otherquantity": `
		received, qty received, received qty, recd, qty rec, rec d, recvd, quantity received, delivered, qty delivered, delivered qty, balance, bal, bal qty, balance qty, back ordered, backordered, back order, b o, bo, qty b o, shipped, qty shipped, shipped qty, open qty, open, outstanding, qty open, remaining, qty bo, pending qty, pending, invoiced, qty invoiced, qty inv, cancelled, qty on hand, qoh, min qty, stock, pack qty, case qty, pcs per case, units per case, case pack, cartons, ctns, boxes, cases, no of packages, packages, pkgs, tolerance, qty per pack, pcs per ctn, on hand, geliefert, offen, rest, rueckstand, ruckstand, livre, qte livree, reste, restant, solde, entregado, pendiente, consegnato, residuo, evaso, entregue, geleverd, backorder, rest aantal, quantity delivered, quantity open,
		dodano, dostarczono, zrealizowano, pozostalo, do realizacji, zbyva, odebrano, prijato, levererat, antal levererat, restantal, rest antal, restnoterat, antal leveret, leveret, leveret antal, restordre, levert, antall levert, levert antall, restantall, gjenstar, toimitettu, toimitettu maara, jaljella, jalkitoimitus, rec, rcvd, qty rcvd, qty rec d, rec qty, recd qty, del, qty del, delvd, delivered to date, bal due, b/o qty, inner, outer, inner qty, pcb, spcb, nb colis, colis, nbre colis, uvc colis, moq, per case, per ctn, ctn qty, no of ctns, no of cartons, total ctns, total cartons, per box, per carton, pcs ctn, pcs carton, colisage, qte par colis, vpe menge, inhalt, packungsinhalt, per pack, kolli, st kolli, pack of`,
	"other": `
		weight, net weight, gross weight, net wt, gross wt, wt, lbs, kg, weight kg, length, width, height, size, color, colour, dimensions, dimension, thickness, volume, gewicht, poids, peso, gewicht kg, brand, make, manufacturer, mfg, mfr, mfg name, manufacturer name, maker, hersteller, marke, marque, fabricant, marca, fabricante, merk, fabrikant, producent, remarks, remark, comments, comment, notes, note, bemerkung, bemerkungen, remarque, remarques, observaciones, obs, note, opmerking, opmerkingen, 備考, type, status, class, category, grade, finish, receivers initials, receiver s initials, receiver s intials, initials, origin, country of origin, currency, cur, curr, ccy, wahrung, devise, moneda, divisa, valuta, moeda, charges, freight, margin, margin %, image, picture, photo, foto, bild, cash discount, weight lbs, wt kg, round off, vendor, supplier, fixed, shift, days, conf, w t, x, ship via, terms, buyer,
		rec d by, recd by, waga, waga netto, waga brutto, hmotnost, hm kg, vikt, vaegt, vekt, paino, farve, farge, farg, vari, barva, kolor, rozmiar, velikost, storlek, storrelse, koko, uwagi, poznamka, anmarkning, bemaerkning, merknad, anm, huom, huomautus, vyrobce, producent nazwa, tillverkare, valmistaja, znacka, maat, taille, taglia, talla, tamanho, grosse, farbe, couleur, coloris, colore, cor, kleur, share, % of fee, percent of fee, percentage, % of total, % share, fee %, anteil, anteil %, progress, % complete, dept, picture ref, finish colour, approval, approved, check, chk, signature, received by, mfr name, brand name, style name, colour name, color name, rec d initials, delivery to, remarks instructions, composition`,
}

// ignoredInHeadings are tokens that say nothing about a column's kind.
var ignoredInHeadings = wording.Set(`in of the de des du la le der die das a b c d e f g h i j k per/ excl ex ht netto/ usd eur gbp cad aud inr chf mxn brl rs inr nzd zar
	dd mm yyyy yy ddmmyyyy ddmmyy mmddyyyy mmm units/ approx und and y e et en o`)
