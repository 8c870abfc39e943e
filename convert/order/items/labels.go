package items

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/wording"
)

// itemLabels are the phrases by which lines beneath an item state another of
// its columns.
var itemLabels = newItemLabels(map[schema.Field]string{
	schema.ItemCode: `
		part number, part no, part #, part num, item no, item number, item code, item #, stock no, stock number, stock #, cat no, cat #, catalog no, catalog number, catalogue no, sku, sku #, sku no, product code, product no, product number,
		material no, material number, material code, article no, article number, article code, supplier part #, supplier part no, supplier part number, supplier part, supplier item, supplier item no, our part no, our part number, our item no, model no, vendor part #, vendor part no, vendor part number, vendor item no, part code, item id, product id, mfg itm id, mfg item id, mfr item id,
		artikelnr, artikel nr, artikelnummer, art nr, materialnr, material nr, materialnummer, bestellnr, bestellnummer, ihre artikelnummer, unsere artikelnummer, ihre art nr, unsere art nr, ihre artikelnr, unsere artikelnr, lieferantenartikelnummer,
		ref, code, cod, reference, ref article, code article, reference article, ref fournisseur, reference fournisseur, codigo, codigo de articulo, codigo articulo, referencia, codice, codice articolo, cod articolo, codigo do artigo, artikelcode, artikel nummer,
		varenr, vare nr, varenummer, varekode, art nummer, varunr, varunummer, artikelkod, tuotenro, tuotenumero, tuotekoodi, nimikenro, nimikenumero, nimikekoodi,
		indeks, symbol, kod, kod towaru, kod produktu, indeks towaru, symbol towaru, nr katalogowy, numer katalogowy, nr kat, kod zbozi, cislo zbozi, katalogove cislo, kat c, kat cislo, objednaci cislo, obj c`,
	schema.DeliveryDate: `
		need by, need by date, delivery date, due date, required date, date required, deliver by, delivery by, required by, due on, promised date, promise date, requested date, needed by, needed, need date, req date, ship date, delivery, due, date needed, expected date, requested delivery date, deliv date, required delivery date, exp receipt, eta, expected delivery,
		promised, promise, confirmed, confirmed for, confirmed schedule, scheduled, schedule, delivery schedule, ship by, ship on, deliver on, arrive by, ex factory, ex factory on, in house date, due by,
		liefertermin, lieferdatum, lieferung, termin, eintrefftermin, wunschtermin, wunschliefertermin, livraison, delai, a livrer le, entrega, plazo, cons, entro il, levering, levertijd,
		data dostawy, termin dostawy, dostawa, termin dodani, datum dodani, dodani, dodavka, leveransdatum, leverans, lev datum, onskat leveransdatum, leveringsdato, lev dato, onsket levering, toimitusaika, toimituspaiva, toimitus,
		date de livraison, livraison prevue, date livraison, livraison le, fecha de entrega, fecha entrega, data consegna, data di consegna, consegna, data de entrega, data entrega, leverdatum, gewenste leverdatum`,
	schema.Discount: `discount, disc, line discount, trade discount, rabatt, remise, descuento, sconto, desconto, korting, less discount`,
})

// asideLabels are the words that begin lines about where an item goes.
var asideLabels = map[string]bool{"ship to": true, "deliver to": true, "bill to": true, "mark for": true, "attn": true, "attention": true,
	"liefern an": true, "lieferung an": true, "livrer a": true, "a livrer": true, "entregar en": true, "entregar em": true, "consegnare a": true, "leveren aan": true,
	"levereras till": true, "leveres til": true, "dostarczyc do": true, "toimitus osoitteeseen": true}

// markAsides marks the lines that are no part of an item, and those in their small
// print that go on with them ("Deliver to: theatre 4 (20)" / "day surgery (10)").
func (t *tableDraft) markAsides() {
	d := t.textColumn()
	for _, p := range t.parts {
		var before *bodyLine // where it is an aside
		var text *doc.Word   // of the last item
		for i := range p.lines {
			l := &p.lines[i]
			if t.isAnchor(l) {
				before = nil
				if d >= 0 && len(l.cells[d]) > 0 {
					text = l.cells[d][0]
				}
			}
			first := l.Segments[0].Words[0]
			l.aside = t.isAside(l) || before != nil && text != nil && l.class == plainLine && isSmaller(first, text) && !t.sublabel(l) &&
				math.Abs(first.Size-before.Segments[0].Words[0].Size) < 0.01*first.Size && l.Baseline-before.Baseline <= textLeading*first.Size
			if before = nil; l.aside {
				before = l
			}
		}
	}
}

// isAside tells whether a line beneath an item is about the order, or a part of
// a bundle, and so no part of an item. A label begins with a capital, or a text
// goes on ("leave with the guard, or / deliver to the stores").
func (t *tableDraft) isAside(l *bodyLine) bool {
	words := l.Segments[0].Words
	if isOrnament(words) || isComponent(words) || t.statesPart(l) {
		return true
	}
	if c, _ := utf8.DecodeRuneInString(words[0].Text); unicode.IsLower(c) {
		return false
	}
	first := strings.Trim(wording.Fold(words[0].Text), ":.")
	return asideLabels[first] || first == "shipto" || len(words) > 1 && asideLabels[first+" "+strings.TrimRight(wording.Fold(words[1].Text), ":.")]
}

// longestItemLabel is the most tokens that an item label has.
const longestItemLabel = 4

// commonItemLabels are labels with which texts, too, begin ("Code of
// conduct"), so that they need a colon.
var commonItemLabels = wording.Set("ref code cod codigo codice reference referencia artikel indeks symbol kod")

// colonAfter tells whether a colon stands behind the word i.
func colonAfter(words []*doc.Word, i int) bool {
	return strings.HasSuffix(words[i].Text, ":") || i+1 < len(words) && words[i+1].Text == ":"
}

func newItemLabels(lists map[schema.Field]string) map[string]schema.Field {
	m := map[string]schema.Field{}
	for f, list := range lists {
		for text := range strings.SplitSeq(list, ",") {
			m[strings.Join(strings.Fields(text), " ")] = f
		}
	}
	return m
}

// itemLabelStarts are the first tokens of item labels.
var itemLabelStarts = firstTokens(itemLabels)

// itemLabel finds the label with which words begin, and how many of them it takes.
func (r *reader) itemLabel(words []*doc.Word) (f schema.Field, n int) {
	if len(words) == 0 {
		return 0, 0
	}
	tokens := r.tokens(words[:min(len(words), longestItemLabel+1)])
	if len(tokens) == 0 || !itemLabelStarts[tokens[0].text] {
		return 0, 0
	}
	key := ""
	for i, t := range tokens[:min(len(tokens), longestItemLabel)] {
		if i > 0 {
			key += " "
		}
		key += t.text
		label, ok := itemLabels[key]
		if !ok || i+1 < len(tokens) && tokens[i+1].word == t.word || commonItemLabels[key] && !colonAfter(words, t.word) {
			continue
		}
		f, n = label, t.word+1
	}
	return f, n
}

// sublabel tells whether the line begins with the label of another column: that
// of a date, where it states one, as texts speak of deliveries, too.
func (t *tableDraft) sublabel(l *bodyLine) bool {
	f, n := t.itemLabel(l.Segments[0].Words)
	if n > 0 && f == schema.DeliveryDate {
		_, _, _, ok := t.locale.FindDate(wording.Join(lineWords(l.Line)))
		return ok
	}
	return n > 0
}

// statesDiscount tells whether the line begins with the label of a discount,
// be it the item's or the order's.
func (t *tableDraft) statesDiscount(l *bodyLine) bool {
	f, n := t.itemLabel(l.Segments[0].Words)
	return n > 0 && f == schema.Discount
}

// readLabelled reads the lines beneath an item that state another column by a
// label, and takes them out of the item's text.
func (t *tableDraft) readLabelled(r *tableRow, cells *schema.Cells) {
	for i := range r.more {
		text := &r.more[i]
		if text.line == r.anchor && text.line == r.lines[0] {
			continue
		}
		f, n := t.itemLabel(text.words)
		if n == 0 {
			f, n = t.dateLabel(text.words)
		}
		if n == 0 {
			continue
		}
		words := text.words[n:]
		next := i
		// The value may stand in the next column, as a list of labels has it.
		for len(words) == 0 && next+1 < len(r.more) && r.more[next+1].line == text.line {
			next++
			words = r.more[next].words
		}
		value := wording.Join(words)
		if cells[f].Value != "" || t.stated(r, f) {
			if f == schema.ItemCode && isCode(words) || f == schema.DeliveryDate && t.tellsWhen(words) {
				text.words = nil // it says once more, or more exactly, what is stated
			}
			continue
		}
		switch f {
		case schema.ItemCode:
			if len(words) == 0 || len(words) > 4 || !wording.HasDigit(value) && wording.CountLetters(value) == 0 {
				continue
			}
			value = strings.TrimLeft(value, ": ")
		case schema.DeliveryDate:
			iso, _, _, ok := t.locale.FindDate(value)
			if !ok {
				if t.tellsWhen(words) {
					text.words = nil
				}
				continue
			}
			value = iso
		case schema.Discount:
			for _, w := range r.more[i+1:] {
				if w.line == text.line {
					words = append(words[:len(words):len(words)], w.words...)
				}
			}
			d, ok := t.discountIn(words)
			if !ok || !t.discountFits(r, d) {
				text.words = nil // the order's own
				continue
			}
			value = d
		}
		cells[f] = schema.Cell{Value: value, Evidence: evidenceOf(text.part.Page, words, headedCell)}
		text.words = nil
		if next != i {
			r.more[next].words = nil
		}
	}
}

// tellsWhen tells whether words are a date, a week of the year, or say that it is
// soon.
func (t *tableDraft) tellsWhen(words []*doc.Word) bool {
	text := wording.Join(words)
	if _, _, _, ok := t.locale.FindDate(text); ok {
		return true
	}
	first, rest, _ := strings.Cut(wording.Fold(text), " ")
	week := strings.TrimRight(strings.TrimRight(first, "0123456789/."), ".")
	return soonWords[first] && len(words) == 1 || weekWords[week] && len(words) <= 2 && wording.HasDigit(first+rest)
}

// weekWords stand before the number of a week, soonWords where a date might.
var (
	weekWords = wording.Set("kw week wk w uke uge vecka v viikko vk semaine sem semana settimana sett tyden tydzien tyg")
	soonWords = wording.Set("sofort asap immediate immediately umgehend promptly urgent urgente direct omgaande snarest")
)

// dateLabel finds the label of an item's date that itemLabel does not know: any
// behind which there is nothing but a date ("D.P.: 31/12/26"), or a known one
// further on in the line. It gives how many words precede the date.
func (t *tableDraft) dateLabel(words []*doc.Word) (schema.Field, int) {
	for i, w := range words[:max(0, len(words)-1)] {
		if !strings.HasSuffix(w.Text, ":") {
			continue
		}
		if i < labelWords {
			if m, n := columnWords().longest(t.tokens(words[:i+1])); n > 0 && m.kinds[0] == kindOtherDate {
				return 0, 0
			}
			if _, ok := t.locale.Date(wording.Join(words[i+1:])); ok {
				return schema.DeliveryDate, i + 1
			}
		}
		for k := max(0, i-longestItemLabel+1); k <= i; k++ {
			if f, n := t.itemLabel(words[k : i+1]); f == schema.DeliveryDate && n == i+1-k {
				if _, ok := t.locale.Date(words[i+1].Text); ok {
					return f, i + 1
				}
			}
		}
	}
	return 0, 0
}

// stated tells whether the row has the field in a column of its own.
func (t *tableDraft) stated(r *tableRow, f schema.Field) bool {
	for c := range t.columns {
		if fieldOf[t.columns[c].kind] == f && t.columns[c].kind != kindUnknown && c < len(r.anchor.cells) && len(r.anchor.cells[c]) > 0 && t.columns[c].kind < kindList {
			return true
		}
	}
	return false
}

// discountFits tells whether the row's figures multiply up with the discount.
func (t *tableDraft) discountFits(r *tableRow, discount string) bool {
	q, p, s := t.readingsOf(r, t.find(kindQuantity)), t.readingsOf(r, t.find(kindPrice)), t.readingsOf(r, t.find(kindTotal))
	n, ok := t.locale.Number(discount)
	if !ok || len(q) == 0 || len(p) == 0 || len(s) == 0 {
		return false
	}
	f := figures{quantity: q[0], price: p[0], total: s[0], per: t.perOf(r, t.find(kindPrice))}
	if f.prove() != "" {
		return false
	}
	f.discount = n
	return f.prove() != ""
}

// discountIn reads the percentage, or else the first amount, in words.
func (t *tableDraft) discountIn(words []*doc.Word) (string, bool) {
	first := ""
	for i, w := range words {
		n, ok := t.locale.Number(w.Text)
		if !ok {
			continue
		}
		value := strings.TrimPrefix(n.Text, "-")
		if n.Percent {
			return strings.Trim(w.Text, "-"), true
		}
		if i+1 < len(words) && words[i+1].Text == "%" {
			return strings.Trim(w.Text, "-") + " %", true
		}
		if first == "" {
			first = value
		}
	}
	return first, first != ""
}
