package electronic

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// A form returns the value that an element states for a column, in the column's normal form; it is empty if the
// element states none.
type form func(e *element) string

// text returns the element's text on one line.
func text(e *element) string { return oneLine(e.text) }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// joined returns the text of an element's notes and descriptions.
func joined(e *element) string {
	var parts []string
	for _, note := range e.all("Note|Description") {
		if s := text(note); s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, " ")
}

// paragraphs returns the notes of several elements, each different text once.
func paragraphs(elements []*element) string {
	var all []string
	for _, e := range elements {
		if s := joined(e); s != "" && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return strings.Join(all, " ")
}

// product returns the whole description of an item. Its name is left out if the description begins
// with it, as is common, and the description if the name begins with it.
func product(e *element) string {
	name, description := e.at("Name"), joined(e)
	name = oneLine(name)
	switch {
	case description == "" || strings.HasPrefix(name, description):
		return name
	case name == "" || strings.HasPrefix(description, name):
		return description
	}
	return name + " " + description
}

// mostDigits is the greatest length of a number, bytes.
const mostDigits = 40

// number parses an xs:decimal (XML Schema part 2, 3.2.3).
func number(s string) (v decimal.Decimal, ok bool) {
	s = strings.TrimPrefix(s, "+")
	digits := strings.TrimPrefix(s, "-")
	if s == "" || len(s) > mostDigits || strings.Trim(digits, "0123456789.") != "" {
		return v, false
	}
	v, err := decimal.NewFromString(s)
	return v, err == nil
}

// amount returns a number in its normal form; any other text is returned unchanged, so that somebody notices it.
func amount(e *element) string {
	s := text(e)
	v, ok := number(s)
	if !ok {
		return s
	}
	return v.StringFixed(max(0, -v.Exponent()))
}

// currencyCode returns an ISO 4217 currency code. Its code XXX, for no currency, yields none.
func currencyCode(e *element) string {
	if e.text == noCurrency {
		return ""
	}
	return text(e)
}

// noCurrency is ISO 4217's code for no currency.
const noCurrency = "XXX"

// dateForms are the date formats of UN/CEFACT's code list 2379 that occur in CII, as layouts of package time.
var dateForms = map[string]string{
	"102": "20060102", "101": "060102", "203": "200601021504", "204": "20060102150405", "205": "200601021504-0700", "2": "020106", "3": "010206", "4": "02012006",
}

// date returns an ISO 8601 date: that of an xs:date or xs:dateTime, or of CII's DateTimeString. Any other
// text is returned unchanged.
func date(e *element) string {
	of := e
	if inside := e.first("DateTimeString|DateString|DateTime|Date"); inside != nil {
		of = inside
	}
	s := of.text
	if layout, ok := dateForms[of.attribute("format")]; ok {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	if len(s) >= len(time.DateOnly) {
		if t, err := time.Parse(time.DateOnly, s[:len(time.DateOnly)]); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	if t, err := time.Parse(dateForms["102"], s); err == nil {
		return t.Format(time.DateOnly)
	}
	return oneLine(s)
}

// partyName returns the name of a party: its trading name, or else its registered name, or that of a
// person.
func partyName(e *element) string {
	for _, p := range [...]path{"PartyName/Name", "Name", "PartyLegalEntity/RegistrationName", "SpecifiedLegalOrganization/TradingBusinessName"} {
		if name := e.at(p); name != "" {
			return oneLine(name)
		}
	}
	person := e.first("Person")
	return oneLine(person.at("FirstName") + " " + person.at("FamilyName"))
}

// block returns the name and the address of a party, as lines joined with ", ".
func block(e *element) string {
	address := e.first("PostalAddress|PostalTradeAddress")
	if address == nil {
		address = e.first("PhysicalLocation/Address")
	}
	return joinLines(partyName(e), postal(address))
}

// ublDelivery returns the name and the address to which a UBL order is delivered.
func ublDelivery(e *element) string {
	party := e.first("DeliveryParty")
	name := ""
	if party != nil {
		name = partyName(party)
	}
	for _, p := range [...]path{"DeliveryLocation/Address", "DeliveryAddress", "DeliveryParty/PostalAddress", "DeliveryParty/PhysicalLocation/Address"} {
		if lines := postal(e.first(p)); lines != "" {
			return joinLines(name, oneLine(e.at("DeliveryLocation/Name")), lines)
		}
	}
	return joinLines(name, oneLine(e.at("DeliveryLocation/Name")))
}

// joinLines joins lines with ", ". Of equal consecutive lines it keeps one.
func joinLines(lines ...string) string {
	return strings.Join(slices.Compact(withoutEmpty(lines)), ", ")
}

// withoutEmpty removes the empty lines.
func withoutEmpty(lines []string) []string {
	return slices.DeleteFunc(lines, func(l string) bool { return l == "" })
}

// cityFirst are the countries whose addresses have the postcode after the town; the value says
// whether it is on the town's line.
var cityFirst = map[string]bool{
	"US": true, "CA": true, "AU": true, "NZ": true, "IN": true, "SG": true, "ZA": true, "BR": true, "MX": false, "GB": false, "IE": false,
}

// numberFirst are countries whose addresses have the house number before the street.
const numberFirst = " US CA AU NZ IN SG ZA GB IE FR LU MC MY PH HK MA TN DZ SN EG "

// postal returns the lines of an address, joined with ", ".
func postal(e *element) string {
	if e == nil {
		return ""
	}
	at := func(p path) string { return oneLine(e.at(p)) }
	country := cmp.Or(at("Country/IdentificationCode"), at("CountryID"))
	town, zone, region := at("CityName"), at("PostalZone|PostcodeCode"), at("CountrySubentity|CountrySubDivisionName|CountrySubentityCode|CountrySubDivisionID")
	street := oneLine(at("StreetName") + " " + at("BuildingNumber"))
	if country != "" && strings.Contains(numberFirst, " "+country+" ") {
		street = oneLine(at("BuildingNumber") + " " + at("StreetName"))
	}
	lines := slices.Compact(withoutEmpty([]string{
		at("Department"), at("BuildingName"), street, at("AdditionalStreetName"), at("LineOne"), at("LineTwo"), at("LineThree"), at("Postbox"), at("BlockName"),
	}))
	var further []string
	for _, l := range e.all("AddressLine/Line") {
		further = append(further, text(l))
	}
	place := []string{oneLine(zone + " " + town), region}
	switch sameLine, behind := cityFirst[country]; {
	case behind && sameLine:
		place = []string{town, oneLine(region + " " + zone)}
	case behind:
		place = []string{town, region, zone}
	}
	place = append(place, cmp.Or(at("Country/Name"), country))
	return strings.Join(follow(follow(lines, withoutEmpty(further)), withoutEmpty(place)), ", ")
}

// follow appends lines to others. If the last of these equals the first new line, that is dropped. The new lines
// may equal one another, as a town and its region do.
func follow(lines, more []string) []string {
	if len(lines) > 0 && len(more) > 0 && lines[len(lines)-1] == more[0] {
		more = more[1:]
	}
	return append(lines, more...)
}
