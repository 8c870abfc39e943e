package parties

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"lineitem/convert/order/lexicon"
)

// Role is a bit set of the parts that the party under a heading plays.
type Role uint16

const (
	RoleBuyer    Role = 1 << iota
	RoleSupplier      // of the goods, whatever the document
	RoleShipTo
	RoleBillTo
	RoleTo    // the document's addressee: an order's supplier, an invoice's buyer
	RoleFrom  // the document's issuer: an order's buyer, an invoice's supplier
	RoleOther // somebody or something else: what stands under it is none of the above
	RoleRemit // where the money goes or the goods come from, as a rule the supplier's
	RoleThird // a party that is neither: a maker, a forwarder, a bank, whoever is notified
)

// named are the roles whose headings say more with words before and behind them:
// "name of supplier", "supplier details".
const named = RoleBuyer | RoleSupplier | RoleShipTo | RoleBillTo

// caption is what a field of a labelled address says of the party.
type caption uint8

const (
	captionNone caption = iota
	captionName
	captionAddress
	captionReach
	captionPerson
	captionTax
	captionNumber // by which one party knows the other
)

// maxHeadWords is the most words of a heading's or a caption's phrase.
const maxHeadWords = 6

// vocabulary holds the phrases by which parties are told.
type vocabulary struct {
	heads    map[string]Role
	before   map[string]bool // words before a heading's phrase
	after    map[string]bool // and behind it
	bare     map[string]bool // headings so short that they head a block only with a colon
	lone     map[string]bool // those of bare that do so alone in their line, too
	captions map[string]caption
	same     map[string]bool // beginnings of what refers to another address
	noName   map[string]bool // words of titles and labels
	nameEnds map[string]bool // words, beside legal forms, that close long names
	freeMail map[string]bool // domains whose addresses tell nothing of the organisation
	openers  map[string]bool // words before a name that are no part of it
	titles   map[string]issuer
	openings map[string]bool // first words of what head understands
}

// headConcepts are the concepts of headings.
var headConcepts = map[string]Role{
	"supplier": RoleSupplier, "buyer": RoleBuyer, "ship_to": RoleShipTo, "bill_to": RoleBillTo, "addressee": RoleTo,
	"issuer": RoleFrom, "remit": RoleRemit, "third": RoleThird, "other": RoleOther,
}

// captionConcepts are the concepts of captions; the later counts for a phrase of two.
var captionConcepts = [...]string{
	captionName: "caption_name", captionAddress: "caption_address", captionReach: "caption_reach",
	captionPerson: "caption_person", captionTax: "caption_tax", captionNumber: "caption_number",
}

// vocab reads the vocabulary from the lexicon.
var vocab = sync.OnceValue(func() *vocabulary {
	phrases := func(concept string) map[string]bool { return lexicon.Phrases("parties." + concept) }
	v := &vocabulary{
		heads: map[string]Role{}, captions: map[string]caption{}, titles: map[string]issuer{},
		before: phrases("heading_before"), after: phrases("heading_after"), bare: phrases("bare_heading"), lone: phrases("lone_heading"),
		same: phrases("same"), noName: phrases("no_name"),
		nameEnds: phrases("name_end"), openers: phrases("form_of_address"), freeMail: phrases("free_mail"),
	}
	for concept, role := range headConcepts {
		for p := range phrases(concept) {
			v.heads[p] |= role
		}
	}
	for p, roles := range v.heads { // a party counts more than another thing
		if roles&RoleOther != 0 && roles != RoleOther {
			v.heads[p] = roles &^ RoleOther
		}
	}
	v.addOpenings()
	v.addNumbers()
	for c, concept := range captionConcepts[captionName:] {
		for p := range phrases(concept) {
			v.captions[p] = captionName + caption(c)
		}
	}
	for p := range phrases("buyer_issues") {
		v.titles[p] = issuerBuyer
	}
	for p := range phrases("supplier_issues") {
		v.titles[p] = issuerSupplier
	}
	return v
})

// addOpenings adds the words with which phrases of headings begin.
func (v *vocabulary) addOpenings() {
	v.openings = map[string]bool{}
	add := func(phrase string) {
		first, _, _ := strings.Cut(phrase, " ")
		v.openings[first] = true
	}
	for p := range v.heads {
		add(p)
	}
	for p := range v.before {
		add(p)
	}
}

// addNumbers adds the captions of the numbers by which parties know each other:
// "vendor no", "codice fornitore", "lieferantennr".
func (v *vocabulary) addNumbers() {
	for _, party := range lexicon.Entries("parties.numbered") {
		for _, number := range lexicon.Entries("parties.caption_number") {
			if party.Language == number.Language {
				for _, p := range [...]string{party.Phrase + " " + number.Phrase, party.Phrase + number.Phrase, number.Phrase + " " + party.Phrase} {
					v.captions[p] = captionNumber
				}
			}
		}
	}
}

// head gives the roles of a phrase of a heading, 0 where it is none, with words
// before and behind it.
func (v *vocabulary) head(phrase string) Role {
	if r := v.heads[phrase]; r != 0 {
		return r
	}
	for i := range phrase {
		if phrase[i] != ' ' {
			continue
		}
		before, rest := phrase[:i], phrase[i+1:]
		if r := v.heads[before] & named; r != 0 && v.after[rest] {
			return r
		}
		if !v.before[before] {
			continue
		}
		if r := v.heads[rest] & named; r != 0 {
			return r
		}
	}
	return 0
}

// Phrases gives the phrases by which parties are told, folded, in no order:
// headings, and words of titles and names.
func Phrases() iter.Seq[string] {
	caption := func(concept string) bool { return strings.HasPrefix(concept, "parties.caption") }
	return lexicon.All(slices.DeleteFunc(lexicon.Concepts("parties."), caption)...)
}
