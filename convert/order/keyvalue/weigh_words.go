package keyvalue

import (
	"math"
	"strings"
	"sync"

	"lineitem/convert/doc"
	"lineitem/convert/order/learn"
	"lineitem/convert/order/parties"
	"lineitem/convert/order/wording"
)

// labelGroup gathers the kinds of labels that are told apart by their words.
type labelGroup uint8

const (
	groupNumber labelGroup = iota
	groupDate
	groupDelivery
	groupTerms
	groupShipVia
	groupSum
	groupOther
	groupParty
	numGroups
)

// groupOf is the group of a kind of labels.
func groupOf(k Kind) labelGroup {
	switch k {
	case Number, NumberDate:
		return groupNumber
	case Date:
		return groupDate
	case Delivery:
		return groupDelivery
	case Terms:
		return groupTerms
	case ShipVia:
		return groupShipVia
	case Currency, Other:
		return groupOther
	}
	return groupSum
}

// labelAffinities tell of the words of labels how the groups share the phrases
// that they occur in, so that something is known of phrases that no lexicon
// holds.
var labelAffinities = sync.OnceValue(func() map[string]*[numGroups]float64 {
	// Hundredths, as sums of whole numbers do not depend on the maps' order.
	hundredths := map[string]*[numGroups]int{}
	of := func(w string) *[numGroups]int {
		if hundredths[w] == nil {
			hundredths[w] = new([numGroups]int)
		}
		return hundredths[w]
	}
	for _, entries := range phrases() {
		for _, e := range entries {
			for _, w := range e.words {
				for _, k := range e.means {
					of(w)[groupOf(k.Kind)] += int(math.Round(100 * k.Strength))
				}
			}
		}
	}
	for phrase := range parties.Phrases() {
		for w := range strings.FieldsSeq(phrase) {
			of(w)[groupParty] += 40 // the many phrases are made of few words
		}
	}
	m := make(map[string]*[numGroups]float64, len(hundredths))
	for w, shares := range hundredths {
		sum := 100 // rare words tell less
		for _, v := range shares {
			sum += v
		}
		m[w] = new([numGroups]float64)
		for i, v := range shares {
			m[w][i] = float64(v) / float64(sum)
		}
	}
	return m
})

// addWording adds what the words of a label say: the greatest affinity to each
// group, the roles that they play in composed labels, how many they are, the
// share of them that is known, and how many figures.
func (s *Survey) addWording(row *learn.Row, words []*doc.Word) {
	var buf [maxTokens]token
	var a [numGroups]float64
	var have wordRole
	count, known, figures := 0, 0, 0
	for _, k := range tokens(s.Index.speller, buf[:0], words) {
		if k.mark {
			continue
		}
		count++
		if wording.OnlyDigits(k.text) {
			figures++
		}
		for _, w := range [...]string{k.text, k.rest} {
			have |= rolesOf()[w]
			if b := labelAffinities()[w]; b != nil {
				if w == k.text {
					known++
				}
				for i, v := range b {
					a[i] = max(a[i], v)
				}
			}
		}
	}
	row.Add(a[:]...)
	for _, r := range [...]wordRole{roleOrder, roleNumber, roleDate, roleDelivery, rolePlanned | roleLimit} {
		row.Flag(have&r != 0)
	}
	row.Add(float64(count), float64(known)/float64(max(1, count)), float64(figures))
}

// wordRole is what a word names in a label.
type wordRole uint32

const (
	roleOrder     wordRole = 1 << iota // names an order: "purchase", "commande"
	roleOrderKind                      // tells what order: "standard", "fournisseur"
	roleNumber                         // "#", "ref"
	roleDate                           // "date", "time"
	roleDelivery                       // names a delivery: "arrival", "entrega"
	rolePlanned                        // tells how sure a date is: "expected", "confirmed"
	roleLimit                          // "by", "before", "spatestens"
)

// roleWords are the words that labels are composed of, in the order's
// languages, written as canonicalWord leaves them. What systems and templates
// call things by is not to be listed; what they compose it of is.
var roleWords = [...]struct {
	roles wordRole
	words string
}{
	{roleOrder, `po purchase order orders purchasing bestell bestellung bestellungs einkaufs commande commandes achat pedido compra orden ordine acquisto encomenda
		ordem bestel bestelling inkoop inkooporder purch bestallning inkop inkops inkopsorder kobsordre indkobsordre innkjopsordre bestilling tilaus tilauksen ostotilaus
		zamowienie zamowienia zlecenie objednavka objednavky lpo spo`},
	{roleNumber, `# ref id code`},
	{roleDate, `date dates day time tag zeit termin week`},
	{roleDelivery, `delivery deliver deliveries delivered arrival arrive arrives required require reqd req needed need wanted site
		liefer lieferung anliefer anlieferung wunschliefer livraison livrer arrivee requis requise entrega entregar llegada requerida requerido
		consegna consegnare arrivo chegada lever levering leveren aflever aflevering bezorg bezorging ship shipment shipping dispatch despatch
		dispatched embarque`},
	{rolePlanned, `must be shall due receipt receive received reception requested request expected promised promise confirmed confirm scheduled schedule planned estimated est exp desired preferred latest final
		agreed goods materials order orders customer po our please to gewunschter gewunschte gewunschtes geplanter geplante bestatigter bestatigte
		prevue prevu souhaitee souhaite demandee demande confirmee prevista previsto prevision solicitada solicitado deseada estimada
		confirmada acordada richiesta richiesto confermata previsao pretendida gewenste verwachte bevestigde geplande`},
	{roleLimit, `by before on until than later latest or within le avant pour plus tard bis zum am spatestens antes para hasta entro il ate voor
		uiterlijk op in`},
}

var rolesOf = sync.OnceValue(func() map[string]wordRole {
	m := map[string]wordRole{}
	for _, r := range roleWords {
		for _, w := range strings.Fields(r.words) {
			m[w] |= r.roles
		}
	}
	return m
})
