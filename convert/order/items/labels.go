package items

import (
	"strings"

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
})

// labelWords is the most words that stand behind the label of a code.
const labelWords = 4

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

// readLabelled reads the lines beneath an item that state its code or its date of
// delivery by a label, and takes them out of the item's text.
func (t *tableDraft) readLabelled(r *tableRow, cells *schema.Cells) {
	for i := range r.more {
		text := &r.more[i]
		f, n := t.itemLabel(text.words)
		if n == 0 || text.line == r.anchor && text.line == r.lines[0] {
			continue
		}
		words, next := text.words[n:], i
		// The value may stand in the next column, as a list of labels has it.
		if len(words) == 0 && i+1 < len(r.more) && r.more[i+1].line == text.line {
			next++
			words = r.more[next].words
		}
		value := strings.TrimLeft(wording.Join(words), ": ")
		switch f {
		case schema.DeliveryDate:
			iso, _, _, ok := t.locale.FindDate(value)
			if !ok {
				continue
			}
			value = iso
		case schema.ItemCode:
			if len(words) > labelWords || !isCode(words) {
				continue
			}
		}
		if cells[f].Value == "" && t.find(kindOf[f]) < 0 {
			cells[f] = schema.Cell{Value: value, Evidence: evidenceOf(text.part.Page, words, headedCell)}
		}
		text.words = nil
		if next != i {
			r.more[next].words = nil
		}
	}
}

// kindOf are the kinds of the columns that labels state as well.
var kindOf = map[schema.Field]columnKind{schema.ItemCode: kindCode, schema.DeliveryDate: kindDate}
