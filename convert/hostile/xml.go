package hostile

import (
	"strconv"
	"strings"
)

// xmls are XML files (XML 1.0, fifth edition), most of them UBL orders, that expand, nest
// or repeat.
var xmls = []Document{
	{"xml-of-entities", refused, func() []byte {
		var entities strings.Builder
		entities.WriteString(`<!ENTITY a0 "ha">`)
		for i := range 60 {
			entities.WriteString("<!ENTITY a" + strconv.Itoa(i+1) + ` "` + strings.Repeat("&a"+strconv.Itoa(i)+";", 10) + `">`)
		}
		return []byte(`<?xml version="1.0"?><!DOCTYPE Order [` + entities.String() + "]>" + xmlOrder("<ID>&a60;</ID>"))
	}},
	{"xml-of-an-outer-entity", refused, func() []byte {
		return []byte(`<?xml version="1.0"?><!DOCTYPE Order [<!ENTITY a SYSTEM "file:///dev/zero">]>` + xmlOrder("<ID>&a;</ID>"))
	}},
	{"xml-of-depth", refused, func() []byte { return []byte(xmlOrder(strings.Repeat("<a>", 6*million))) }},
	{"xml-of-elements", refused, func() []byte { return []byte(xmlOrder(strings.Repeat("<a/>", 5*million))) }},
	{"xml-of-most-elements", either, func() []byte { return []byte(xmlOrder(strings.Repeat("<Delivery/>", million-10))) }},
	{"xml-of-attributes", refused, func() []byte { return []byte(xmlOrder("<a " + strings.Repeat(`b="" `, 3*million) + "/>")) }},
	{"xml-of-elements-with-attributes", either, func() []byte {
		return []byte(xmlOrder(strings.Repeat("<a "+strings.Repeat(`b="" `, 9000)+"/>", 400)))
	}},
	{"xml-of-lines", refused, func() []byte {
		return []byte(xmlOrder(strings.Repeat("<OrderLine><LineItem><ID>1</ID></LineItem></OrderLine>", 300_000)))
	}},
	{"xml-of-charges", either, func() []byte {
		return []byte(xmlOrder(strings.Repeat("<AllowanceCharge><ChargeIndicator>true</ChargeIndicator><AllowanceChargeReason>a b</AllowanceChargeReason><Amount>1</Amount></AllowanceCharge>", 130_000)))
	}},
	{"xml-of-a-text", either, func() []byte { return []byte(xmlOrder("<ID>" + strings.Repeat("x", 19*million) + "</ID>")) }},
	{"xml-of-open-brackets", refused, func() []byte { return []byte("<?xml version='1.0'?>" + strings.Repeat("<", 19*million)) }},
	{"xml-of-an-open-comment", refused, func() []byte { return []byte("<?xml version='1.0'?><!--" + strings.Repeat("<a ", 6*million)) }},
}

// xmlOrder returns a UBL order that contains the given XML.
func xmlOrder(inside string) string {
	return `<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2">` + inside + "</Order>"
}
