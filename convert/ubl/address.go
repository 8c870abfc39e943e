package ubl

import (
	"regexp"
	"strings"
	"sync"

	"lineitem/convert/order/address"
)

// postal is an address in the parts of UBL. If street and town are not certain, the address is kept as lines.
type postal struct {
	name             string
	department       string
	streets          [2]string
	zone, town, code string // postcode, town and country
	lines            []string
}

func (a *postal) empty() bool {
	return a.streets[0] == "" && a.town == "" && a.code == "" && len(a.lines) == 0
}

// townLine matches a postcode and a town, and countryCode an ISO 3166-1 code of two letters.
var (
	townLine = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^((?:[A-Z]{1,2}-)?[0-9][0-9A-Z -]{2,8}?) ([^0-9]+)$`)
	})
	countryCode = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z]{2}$`) })
)

// behindTown are the codes of countries whose addresses have the postcode behind the town. An address that ends
// with one of these is kept as lines.
const behindTown = " US CA AU NZ IN SG ZA BR MX GB IE "

// addressOf splits an address block, in which lines are joined with ", ", into parts. Read back, the parts give
// the same block.
func addressOf(block string) (a postal) {
	parts := strings.Split(block, ", ")
	if len(parts) > 1 && address.Traits(parts[0])&address.Postal == 0 {
		a.name, parts = parts[0], parts[1:]
	}
	a.lines = parts
	if block == "" {
		a.lines = nil
	}
	rest := parts
	code := ""
	if last := rest[len(rest)-1]; len(rest) > 1 && countryCode().MatchString(last) && !strings.Contains(behindTown, " "+last+" ") {
		code, rest = last, rest[:len(rest)-1]
	}
	town := townLine().FindStringSubmatch(rest[len(rest)-1])
	if town == nil || len(rest) > 3 || hasDuplicate(parts) {
		return a
	}
	a.zone, a.town, a.code, a.lines = town[1], town[2], code, nil
	streets := rest[:len(rest)-1]
	if len(streets) == 2 && address.Traits(streets[0])&address.Postal == 0 {
		a.department, streets = streets[0], streets[1:]
	}
	copy(a.streets[:], streets)
	return a
}

// hasDuplicate reports whether two consecutive lines are equal.
func hasDuplicate(lines []string) bool {
	for i := 1; i < len(lines); i++ {
		if lines[i] == lines[i-1] {
			return true
		}
	}
	return false
}

// address writes an address.
func (w *writer) address(a *postal) {
	w.leaf("StreetName", a.streets[0])
	w.leaf("AdditionalStreetName", a.streets[1])
	w.leaf("Department", a.department)
	w.leaf("CityName", a.town)
	w.leaf("PostalZone", a.zone)
	for _, l := range a.lines {
		w.in("AddressLine", func() { w.leaf("Line", l) })
	}
	if a.code != "" {
		w.in("Country", func() { w.leaf("IdentificationCode", a.code) })
	}
}
