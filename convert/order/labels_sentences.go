package order

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/layout"
	"lineitem/convert/order/wording"
)

// Letters and lists of conditions say in sentences what forms say in fields:
// "Goods are to be delivered on or before 14 March", "We pay 30 days after
// receipt of a valid invoice".

// Bounds of what is read as sentences.
const (
	leastPassage   = 3   // words
	maxPassage     = 160 // words
	maxClauseWords = 14  // between the word of delivery and its date
)

// Scores of what sentences say, below those of fields.
const (
	sentenceDelivery = 0.4
	sentenceTerms    = 0.35
)

// sentences adds what the running text of a page says of delivery and payment.
func (r *reading) sentences(n int, found []candidate) []candidate {
	if r.labels.invoice {
		return found
	}
	for _, s := range r.passages(n) {
		text := s.text()
		for from := 0; from < len(text); {
			end := from + sentenceEnd(text[from:])
			clause := s.slice(from, end)
			if !clause.empty() {
				found = r.sentence(n, clause, found)
			}
			from = end
		}
	}
	return found
}

// lastOfTable is the last page on which line items stand: what comes after are
// conditions of every kind.
func (p part) lastOfTable() int {
	last := p.first
	for _, t := range p.tables {
		for _, g := range t.Regions {
			last = max(last, min(g.Page, p.last))
		}
	}
	return last
}

// sentence adds what one sentence says.
func (r *reading) sentence(n int, s span, found []candidate) []candidate {
	text := s.text()
	if iso, from, to, ok := r.deliverySentence(text); ok {
		found = append(found, candidate{field: DeliveryDate, value: iso, span: s.slice(from, to), page: n, score: sentenceDelivery})
	}
	if from, to, ok := termsSentence(text); ok {
		if value := trimValue(text[from:to]); value != "" && len(value) <= maxTerms {
			found = append(found, candidate{field: PaymentTerms, value: value, span: s.slice(from, to), page: n, score: sentenceTerms})
		}
	}
	return found
}

// passages are the paragraphs of a page that stand outside of its table of line
// items, each as one segment.
func (r *reading) passages(n int) []span {
	page := r.pages[n]
	taken := make(map[*layout.Segment]bool)
	var all []span
	for i := range page.Lines {
		for _, s := range page.Lines[i].Segments {
			if taken[s] || len(s.Words) < leastPassage || r.places.Hold(n, s.MidX(), s.MidY()) {
				continue
			}
			words := s.Words
			for last := s; len(words) < maxPassage; {
				next := nextOfPassage(page, last, s.X0)
				if next == nil || taken[next] || r.places.Hold(n, next.MidX(), next.MidY()) {
					break
				}
				taken[next] = true
				words = slices.Concat(words, next.Words)
				last = next
			}
			one := *s
			one.Words = words
			all = append(all, whole(&one))
		}
	}
	return all
}

// nextOfPassage is the segment that goes on with a paragraph: set closely
// beneath its last line, at its left edge.
func nextOfPassage(page *layout.Page, last *layout.Segment, left float64) *layout.Segment {
	if last.Line+1 >= len(page.Lines) {
		return nil
	}
	for _, s := range page.Lines[last.Line+1].Segments {
		pitch := (s.Baseline() - last.Baseline()) / last.Size()
		if math.Abs(s.X0-left) < 3 && pitch > 0.8 && pitch < 1.75 && math.Abs(s.Size()-last.Size()) < 0.5 && s.Cell == last.Cell && !numbered(s) {
			return s
		}
	}
	return nil
}

// sentenceEnd is the length of the sentence that a text begins with.
func sentenceEnd(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '|', ';':
			return i + 1
		case '.':
			if endsSentence(s, i) {
				return i + 1
			}
		}
		if strings.HasPrefix(s[i:], " · ") || strings.HasPrefix(s[i:], " • ") {
			return i + len(" · ")
		}
	}
	return len(s)
}

// endsSentence tells whether the full stop at s[i] ends a sentence: a word that
// is no abbreviation stands before it, a capital or the number of another
// condition behind it.
func endsSentence(s string, i int) bool {
	if i == 0 || i+1 >= len(s) || s[i+1] != ' ' {
		return false
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(s[i+1:], " (\"'"))
	if !unicode.IsUpper(next) && !unicode.IsDigit(next) && unicode.IsLetter(next) {
		return false
	}
	word := s[strings.LastIndexByte(s[:i], ' ')+1 : i]
	if strings.Contains(word, ".") && !wording.HasDigit(word) || unicode.IsDigit(next) && len(word) < 5 {
		return false // "a.s.", "c. 30"
	}
	last, _ := utf8.DecodeLastRuneInString(word)
	return last == ')' || last == '%' || unicode.IsUpper(last) && len(word) > 1 || len(word) > 2 && !abbreviations[wording.Fold(word)] || wording.HasDigit(word) && len(word) > 1
}

// abbreviations end in a full stop wherever they stand.
var abbreviations = wording.Set("gebr str nos nrs tel fax ext art pos max min inc ltd mrs lic ing eng inv ref fig vol qty pcs abs spol ltda bros att attn esq est cie ets fob approx incl excl attn dept spec specs bldg corp prof messrs resp zzgl inkl exkl evtl ggf abzgl abt strasse lief bezgl env rech fact aprox cant prov spett egr tel nett")

// deliverySentence finds the date by which a sentence wants goods delivered.
func (r *reading) deliverySentence(text string) (iso string, from, to int, ok bool) {
	iso, from, to, ok = r.locale.FindDate(text)
	if !ok {
		return "", 0, 0, false
	}
	words := strings.FieldsFunc(wording.Fold(text[:from]), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	if len(words) > maxClauseWords {
		words = words[len(words)-maxClauseWords:]
	}
	asked, limit := -1, false
	for i, w := range words {
		switch {
		case otherDates[w]:
			return "", 0, 0, false
		case deliverWords[w] || rolesOf()[w]&roleDelivery != 0:
			asked = i
		}
		if last := len(words) - 1 - i; last < 2 && (byWords[w] || rolesOf()[w]&roleLimit != 0) {
			limit = true
		}
	}
	return iso, from, to, asked >= 0 && (limit || asked == len(words)-1 || asked == len(words)-2 && weakWords[words[len(words)-1]])
}

// deliverWords are the words by which sentences ask for delivery, beside those
// that labels are composed of.
var deliverWords = wording.Set(`supply supplied prepare preparer reach arrive arriving completed completion installed installation receive delivering factory collected collection shipped
	liefern geliefert lieferbar eintreffen eintreffend anzuliefern bereitgestellt livrer livree livrees livres expedier expedition entregados entregado entregada entregarse suministrar suministro enviado enviados recibir
	consegnata consegnati consegnato spedire spedizione evasione entregue entregues fornecer fornecimento geleverd leverbaar bezorgd aangeleverd dostawa dostawe dostarczyc dostarczenie realizacja dodat dodani dodavka dodejte
	leverans levereras leverera levering leveres lever leveranse toimitus toimitettava toimitetaan toimittaa`)

// byWords stand before the date by which something is wanted.
var byWords = wording.Set("by before on until till latest than w c week of the date bis spatestens zum am vor den jusqu au avant le dia el del antes hasta entro il ate dia voor uiterlijk op do dnia najpozniej przed nejpozdeji dne senast senest den inden innen fore mennessa viimeistaan")

// weakWords may stand between a word of delivery and its date.
var weakWords = wording.Set(`date is due am le el il op den dnia dne :
	monday tuesday wednesday thursday friday saturday mon tue wed thu fri sat montag dienstag mittwoch donnerstag freitag samstag
	lundi mardi mercredi jeudi vendredi samedi lunes martes miercoles jueves viernes sabado lunedi martedi mercoledi giovedi venerdi sabato
	segunda terca quarta quinta sexta feira maandag dinsdag woensdag donderdag vrijdag zaterdag`)

// otherDates tell that a date is another one.
var otherDates = wording.Set(`invoice invoiced invoices payment paid pay quotation quote quoted offer proposal proforma pro tender valid validity expires expiry cancel cancelled confirm confirmation acknowledge acknowledgement dated printed meeting revision contract agreement
	rechnung zahlung angebot gultig bestatigen bestatigung vom storno facture paiement devis offre valable confirmer factura pago oferta presupuesto validez confirmar fattura pagamento offerta preventivo confermare fatura proposta orcamento
	factuur betaling offerte geldig bevestigen faktura platnosc oferta potwierdzic platba nabidka potvrdit betalning offert giltig bekrafta tilbud gyldig bekraeft bekreft lasku maksu tarjous vahvistaa`)

// termsSentence finds the terms in a sentence that says when it is paid: from the
// first figure behind the word of payment on, with the word that leads it.
func termsSentence(text string) (from, to int, ok bool) {
	if len(text) > maxTerms+120 {
		return 0, 0, false
	}
	paid, start, previous, made := false, -1, 0, 0
	for at := 0; at < len(text); {
		end := at + strings.IndexByte(text[at:]+" ", ' ')
		w := strings.TrimFunc(wording.Fold(text[at:end]), notLetter)
		switch {
		case lateWords[w]:
			return 0, 0, false
		case payWords[w]:
			paid = true
		case paid && start < 0 && madeWords[w]:
			made = end + 1
		case paid && start < 0 && wording.HasDigit(text[at:end]):
			start = at
			if withinWords[strings.TrimFunc(wording.Fold(text[previous:at]), notLetter)] {
				start = previous
			}
		}
		previous, at = at, end+1
	}
	if start < 0 || !statesTerms(text[start:]) {
		return 0, 0, false
	}
	if made > 0 && made < start {
		start = made // "will be made by cheque within 30 days"
	}
	to = len(text)
	if i := strings.LastIndex(text[start:], ", "); i > 0 && statesTerms(text[start:start+i]) && !statesTerms(text[start+i:]) {
		return start, start + i, true // "within 30 days, quoting our number"
	}
	if i := strings.Index(text[start:], " ("); i > 0 && !strings.HasSuffix(strings.TrimRight(text, ". "), ")") {
		to = start + i
	}
	return start, to, true
}

// payWords name payment in sentences.
var payWords = wording.Set(`pay pays paid payable payment payments zahlen zahlung zahlungen zahlbar bezahlt bezahlen paiement paiements payer payes payee payees payable reglement regle reglee regles pago pagos pagar pagara pagadero abonara
	pagamento pagamenti pagato pagare pagamentos pago pagar betaling betalen betaald betalingen platnosc platne zaplata platba uhrada splatnost betalning betalas betales betaling maksu maksetaan`)

// madeWords stand between payment and how it is made.
var madeWords = wording.Set("made effected done erfolgt effectue effectuee effectuera fait realizara realizado efectuara efettuato efetuado gedaan dokonana provedena")

// withinWords lead the figure of terms.
var withinWords = wording.Set("within after at net in innerhalb binnen nach netto sous a dans dentro en entro em no dentro ate w ciagu do inom efter per innen indenfor")

// lateWords tell that a sentence speaks of late or withheld payment.
var lateWords = wording.Set("late overdue interest penalty penalties default verzug verzugszinsen retard penalites mora interessi rente odsetki ranta withheld retention")
