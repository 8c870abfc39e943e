package address

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"lineitem/convert/order/lexicon"
)

// WordTrait is a bit set of what one word says about the line of an address
// block in which it stands.
type WordTrait uint16

// What a word may say.
const (
	WordLegal       WordTrait = 1 << iota // a legal form: GmbH, Inc, Lda
	WordShort                             // a legal form only when written in capitals or with dots: SA, AG, Co.
	WordOrg                               // a word of organisations' names: University, Hospital, Gebr.
	WordStreet                            // a word of street lines: Street, rue, via, Plot
	WordPhone                             // introduces a number to call
	WordMail                              // introduces an electronic address
	WordTax                               // introduces a registration number
	WordPerson                            // introduces or addresses a person
	WordAttention                         // introduces a person also behind other words: "zu Händen"
	WordState                             // an abbreviated state or province, in capitals
	WordBox                               // a post-office box
	WordLegalBefore                       // a legal form that stands before names: ТОВ, UAB, SIA
)

// concepts are the concepts of the lexicon that give words their traits.
var concepts = [...]struct {
	name  string
	trait WordTrait
}{
	{"address.legal", WordLegal}, {"address.legal_upper", WordShort}, {"address.organisation", WordOrg}, {"address.street", WordStreet},
	{"address.phone", WordPhone}, {"address.mail", WordMail}, {"address.tax", WordTax}, {"address.person", WordPerson},
	{"address.attention", WordAttention}, {"address.state", WordState}, {"address.po_box", WordBox}, {"address.legal_before", WordLegalBefore},
}

// traitsByWord returns the traits of the words that mark lines of addresses.
var traitsByWord = sync.OnceValue(func() map[string]WordTrait {
	m := make(map[string]WordTrait, 1200)
	for _, c := range concepts {
		for e := range lexicon.Entries(c.name) {
			m[e.Phrase] |= c.trait
		}
	}
	return m
})

// Parts of words that say something about their line.
var (
	streetEndings       = phrases("address.street_ending")       // of compound street names in German, Dutch and the Nordic languages: Industriestraße, Ambachtsweg, Havnegade
	legalWithin         = phrases("address.legal_within")        // legal forms that names in scripts without blanks hold: 株式会社
	organisationEndings = phrases("address.organisation_ending") // of organisations' names in scripts without blanks: 医院, 製作所
	placesWithin        = phrases("address.place_within")        // of the parts of an address in scripts without blanks: 市, 路, 号
)

// phrases returns a function that returns the phrases of a concept, which are collected on its first call.
func phrases(concept string) func() []string {
	return sync.OnceValue(func() []string { return slices.Collect(maps.Keys(lexicon.Phrases(concept))) })
}

// TraitsOfWord reports what a word says about the line of an address in which it
// stands. The word is folded, without outer punctuation and inner dots, as
// Word.Key is; 0 is a word that says nothing.
func TraitsOfWord(key string) WordTrait { return traitsByWord()[key] }

// Lexicon returns the words that have traits, folded, in no order.
func Lexicon() iter.Seq[string] { return maps.Keys(traitsByWord()) }

// streetCompound reports whether a word is a compound street name: Ambachtsweg.
func streetCompound(a Word) bool {
	return a.letters >= 6 && a.digits == 0 && slices.ContainsFunc(streetEndings(), func(e string) bool {
		return len(a.Key) > len(e)+2 && strings.HasSuffix(a.Key, e)
	})
}
