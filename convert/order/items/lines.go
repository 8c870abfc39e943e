package items

import (
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/wording"
)

// lineClass tells what a line below a head is by its own words.
type lineClass uint8

const (
	plainLine     lineClass = iota
	separatorLine           // dashes, underscores, asterisks
	subtotalLine            // sums and their parts within a table: section totals, carried forward
	taxLine                 // taxes, freight, discounts of the whole order
	totalLine               // sums that end a table
)

// summaryWords are the phrases that head lines which sum up.
var summaryWords = newSummaryPhrases(map[lineClass]string{
	subtotalLine: `
		section subtotal, section total, page total, carried forward, brought forward, carry forward, carried over, carry over, balance brought forward, balance carried forward, carryover, b f, c f, total c f, total b f, page subtotal, continued, continued on next page, subtotal page, total for this page, total this page, to be continued, total carried forward, total brought forward, amount carried forward, amount brought forward, continued next page,
		ubertrag, zwischensumme seite, seitensumme, uebertrag, vortrag, zwischenubertrag, ubertrag auf seite, ubertrag von seite,
		report, a reporter, reporte, report page precedente, total a reporter, sous total page, report a nouveau,
		suma y sigue, suma anterior, total pagina, viene de pagina anterior, suma parcial,
		riporto, a riportare, da riportare, riporto da pagina precedente,
		transporte, a transportar, total da pagina, transporte da pagina anterior,
		transport, over te dragen, transporteren, totaal pagina,
		do przeniesienia, z przeniesienia, prevod, k prevodu, transporteras, transport fran foregaende sida, transport til naste side, overfort, overfores, siirto, siirretaan`,
	taxLine: `
		tax, sales tax, vat, gst, cgst, sgst, igst, utgst, hst, pst, qst, tax amount, vat amount, gst amount, total tax, total tax amount, total vat, total gst, state tax, county tax, city tax, use tax, output cgst, output sgst, output igst, input cgst, input sgst, input igst, cess, tcs, tds, round off, rounding, roundoff, r off, rounding off, less round off, item tax, add vat, add gst, plus vat, tax total, estimated tax, taxes, duty, import duty, excise,
		freight, shipping, shipping handling, shipping and handling, s h, carriage, delivery charge, delivery charges, delivery, handling, postage, freight charges, shipping charges, freight charge, shipping cost, transport charges, packing, packing forwarding, p f, p f charges, packing charges, insurance, surcharge, misc, miscellaneous, other, other charges, charges, fees, freight amount, forwarding charges, est freight, estimated freight, freight in, shipping amount,
		discount, trade discount, less discount, less trade discount, total discount, order discount, less, discount amount, cash discount, volume discount,
		mwst, ust, umsatzsteuer, mehrwertsteuer, steuer, zzgl mwst, zzgl ust, versand, versandkosten, fracht, frachtkosten, verpackung, rabatt, skonto, steuerbetrag, porto, zuzuglich mwst, zzgl, mwst betrag, summe mwst, auftragsrabatt, lieferkosten, zuschlag,
		tva, montant tva, total tva, frais de port, port, frais d envoi, transport, remise, remise globale, escompte, ecotaxe, eco participation, eco contribution, frais de livraison, livraison, emballage,
		iva, importe iva, total iva, i v a, portes, gastos de envio, envio, descuento, dto, flete, transporte, retencion, irpf, recargo, descuento global, gastos de transporte, descuento comercial,
		imposta, totale iva, importo iva, spese di trasporto, trasporto, spese trasporto, sconto, spese, imballo, spese di spedizione, spedizione, sconto merce, sconto cassa,
		ipi, icms, desconto, frete, portes de envio, total de iva, desconto comercial, desconto financeiro, despesas, seguro,
		btw, btw bedrag, verzendkosten, vracht, vrachtkosten, korting, transportkosten, verpakkingskosten, totaal btw, orderkorting, verzending,
		vat, podatek vat, podatek, rabat, transport, koszty transportu, koszt dostawy, zaokraglenie, dph, sleva, doprava, postovne, balne, zaokrouhleni,
		moms, frakt, fraktkostnad, rabatt, oresavrundning, oresavr, avrundning, miljoavgift, fragt, rabat, moms belob, oreafrunding, mva, merverdiavgift, oreavrunding, alv, arvonlisavero, rahti, alennus, pyoristys,
		afa, afa osszeg, szallitasi koltseg, fuvardij, kedvezmeny, engedmeny, kdv, kdv tutari, hesaplanan kdv, iskonto, toplam iskonto, indirim, toplam indirim, nakliye bedeli, reducere, cost transport,
		消費税, 送料`,
	totalLine: `
		total, totals, subtotal, sub total, grand total, net total, order total, total amount, total due, amount due, balance due, balance, total net amount, net amount, total order amount, total order, total po amount, po total, total value, total net value, total net, total price, total cost, invoice total, total order value, total net value excl tax, tot net item val excl tax, total net item value excl tax, merchandise total, material total, total excl vat, total ex vat, total incl vat, total inc vat, total inc gst, total incl gst, total excl gst, total before tax, total after tax, taxable amount, taxable value, net value, goods total, items total, items subtotal, gross total, total gross, net order, total purchase order, total purchase order amount, total for this order, order value, order subtotal, purchase order total, total qty, total quantity, total amount payable, total qty value, net payable, amount payable, previous unpaid balance, total weight, total items, challan total, total payable, total excluding vat, total including vat, net order total, total ordered, total material, total amt, total amount due, net amt, amount before tax, amount chargeable, amount in words, total in words, in words, total ex gst, total inc, total ex, final total, total order cost, line total, lines total, total lines, document total, approx total, not to exceed, po amount, goods value, nett total, total nett, total gross amount, total net price, total taxable value, tot qty, total units,
		summe, gesamt, gesamtsumme, gesamtbetrag, endbetrag, nettobetrag, bruttobetrag, zwischensumme, zwischentotal, gesamtpreis, rechnungsbetrag, auftragssumme, bestellsumme, summe netto, summe brutto, netto, brutto, total netto, total brutto, gesamtnettowert, nettosumme, warenwert, nettowarenwert, positionssumme, gesamtwert, bestellwert, gesamt netto, gesamt brutto, gesamtsumme netto, gesamtsumme brutto, auftragswert, total inkl mwst, total exkl mwst, gesamtbetrag brutto, gesamtbetrag netto, netto gesamt, brutto gesamt, summe positionen, nettowert, bruttosumme, gesamtnetto, total exkl mwst, summe exkl mwst, endsumme, zahlbetrag,
		sous total, total ht, total ttc, montant ht, montant ttc, montant total, total hors taxes, total hors taxe, montant hors taxes, net a payer, total general, montant total ht, montant total ttc, total net, total net ht, total commande, total de la commande, montant net, base ht, total brut, total h t, total t t c, montant hors taxe, montant de la commande,
		base imponible, importe total, total importe, suma, importe neto, importe, total neto, total bruto, total pedido, total con iva, total sin iva, importe bruto, total general, subtotal sin iva, monto total, base, total orden, total a pagar, importe con letra,
		imponibile, totale, totale merce, totale imponibile, totale ordine, totale documento, totale netto, totale ordine eur, totale generale, totale iva inclusa, importo totale, netto a pagare, totale fornitura, totale complessivo, totale merci,
		total iliquido, total liquido, valor total, total geral, total da encomenda, total do pedido, subtotal, total mercadoria, total com iva, total sem iva, total encomenda, total documento, valor total do pedido, total dos produtos, valor dos produtos, incidencia, total produtos,
		totaal, subtotaal, totaal excl btw, totaal incl btw, totaalbedrag, nettobedrag, eindtotaal, totaal exclusief btw, totaal inclusief btw, netto totaal, te betalen, ordertotaal, totaal netto, totaal bedrag, bruto, netto,
		razem, suma, ogolem, wartosc netto, wartosc brutto, kwota netto, kwota brutto, do zaplaty, razem netto, razem brutto, celkem, soucet, soucet polozek, mezisoucet, celkem bez dph, celkem s dph, celkem k uhrade, k uhrade, zaklad dane,
		summa, totalt, delsumma, att betala, summa exkl moms, summa inkl moms, nettobelopp, ialt, i alt, total ekskl moms, total inkl moms, at betale, delsum, sum eks mva, sum inkl mva, a betale, yhteensa, summa yhteensa, veroton yhteensa, valisumma, loppusumma, maksettava,
		osszesen, mindosszesen, vegosszeg, reszosszesen, netto osszesen, brutto osszesen, fizetendo, fizetendo brutto osszesen, toplam, ara toplam, genel toplam, brut toplam, net toplam, toplam tutar, odenecek tutar, kdv haric toplam, kdv dahil toplam, total de plata, total fara tva, total cu tva,
		合計, 小計, 総合計, 税抜金額, 税込金額, 合計金額`,
})

// summaryStarts are the first tokens of the summaries' phrases.
var summaryStarts = firstTokens(summaryWords)

// firstTokens are the first tokens of phrases.
func firstTokens[V any](phrases map[string]V) map[string]bool {
	m := map[string]bool{}
	for phrase := range phrases {
		first, _, _ := strings.Cut(phrase, " ")
		m[first] = true
	}
	return m
}

// besideSummary are tokens that may follow a summary's phrase.
var besideSummary = wording.Set(`usd eur gbp cad aud inr chf mxn brl rs zar nzd sek dkk nok pln us in of on the value excl excluding exkl ohne incl inclusive including inkl mit inc ex plus net gross tax vat gst iva tva btw mwst ust
	hst hors taxes taxe ht ttc no at total amount order po purchase this page from to sin con sem com iva esclusa inclusa dollars euro euros all charges code rate only items item lines section % # and et y e und en de del di da do der die das auf von
	seite pagina page each subject qty value est estimated state county ca ny tx fl merce freight handling 税`)

func newSummaryPhrases(lists map[lineClass]string) map[string]lineClass {
	m := map[string]lineClass{}
	for class := subtotalLine; class <= totalLine; class++ {
		for text := range strings.SplitSeq(lists[class], ",") {
			if key := strings.Join(strings.Fields(text), " "); m[key] == plainLine {
				m[key] = class
			}
		}
	}
	return m
}

// classify tells what a line is by its words: a summary where a segment of it
// holds nothing but a summary's label, figures and what may stand beside them.
func (r *reader) classify(l *layout.Line) lineClass {
	if IsSeparator(l) {
		return separatorLine
	}
	for i, s := range l.Segments {
		if i > 6 {
			break
		}
		class := r.summaryOf(s.Words)
		if class < totalLine && len(s.Words) == 1 && !hasFigure(l) {
			continue // "Delivery" may end a text; a tax states its amount
		}
		if class != plainLine {
			return class
		}
	}
	return plainLine
}

func hasFigure(l *layout.Line) bool {
	for _, s := range l.Segments {
		for _, w := range s.Words {
			if wording.HasDigit(w.Text) {
				return true
			}
		}
	}
	return false
}

// summaryOf tells which summary the words label.
func (r *reader) summaryOf(words []*doc.Word) lineClass {
	if len(words) > 12 {
		return plainLine
	}
	tokens := r.tokens(words)
	// Forms number their fields: "17(c) GRAND TOTAL".
	for len(tokens) > 1 && words[tokens[0].word] == words[0] && (isNumeral(tokens[0].text) || len(tokens[0].text) == 1) {
		tokens = tokens[1:]
	}
	if len(tokens) == 0 || len(tokens) > 16 {
		return plainLine
	}
	class, end := summaryAt(tokens)
	if end == 0 {
		return plainLine
	}
	for _, t := range tokens[end:] {
		if !besideSummary[t.text] && !isNumeral(t.text) && len(t.text) > 1 {
			// What stands behind a colon is the summary's value.
			if !strings.HasSuffix(words[tokens[end-1].word].Text, ":") {
				return plainLine
			}
		}
	}
	return class
}

// beforeSummary are words that may stand before a summary's label.
var beforeSummary = wording.Set("add plus less minus zzgl abzgl plus moins mas menos piu meno mais plus % @ on")

// sumsUp tells whether a line that states an amount begins as summaries do,
// whatever else it says ("20 % VAT", "Less main contractor's discount"). It is an
// item all the same where it has a number, a code, or a quantity and a price.
func (t *tableDraft) sumsUp(l *bodyLine) bool {
	if _, numbered := t.ordinal(l); numbered {
		return false
	}
	if c := t.find(kindCode); c >= 0 && c != t.find(kindDescription) && len(l.cells[c]) > 0 && isCode(l.cells[c]) {
		return false
	}
	filled, _, _ := t.figuresOf(l)
	if filled[kindQuantity] && filled[kindPrice] || t.figureColumns() < 2 {
		return false
	}
	tokens := t.tokens(l.Segments[0].Words)
	for len(tokens) > 0 {
		if _, n := summaryAt(tokens); n > 0 {
			return true
		}
		if !isNumeral(tokens[0].text) && !beforeSummary[tokens[0].text] {
			return false
		}
		tokens = tokens[1:]
	}
	return false
}

// summaryAt is the summary that the tokens label, from the first, and how many
// of them that takes; 0 when they label none.
func summaryAt(tokens []headToken) (class lineClass, n int) {
	if len(tokens) == 0 || !summaryStarts[tokens[0].text] {
		return plainLine, 0
	}
	key := ""
	for i, t := range tokens[:min(len(tokens), 6)] {
		if i > 0 {
			key += " "
		}
		key += t.text
		if c, ok := summaryWords[key]; ok {
			class, n = c, i+1
		}
	}
	return class, n
}

func isNumeral(s string) bool {
	for _, r := range s {
		if !unicode.IsDigit(r) {
			return false
		}
	}
	return true
}

// IsSeparator tells whether a line is a rule made of characters.
func IsSeparator(l *layout.Line) bool {
	n := 0
	for _, s := range l.Segments {
		for _, w := range s.Words {
			for _, r := range w.Text {
				switch r {
				case '-', '_', '=', '*', '.', '~', '–', '—', '─', '━', '│', '|', '+':
					n++
				default:
					return false
				}
			}
		}
	}
	return n >= 5
}
