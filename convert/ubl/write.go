package ubl

import (
	"bufio"
	"encoding/xml"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"lineitem/convert/electronic"
	"lineitem/convert/order"
	"lineitem/convert/order/proof"
	"lineitem/convert/order/value"
)

// Namespaces of UBL 2.1.
const (
	orderSpace     = "urn:oasis:names:specification:ubl:schema:xsd:Order-2"
	aggregateSpace = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
	basicSpace     = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"
)

// noCurrency is ISO 4217's code for no currency; UBL requires a currency for each amount.
const noCurrency = "XXX"

// unknownUnit is UN/ECE recommendation 20's code for mutually defined units.
const unknownUnit = "ZZ"

// writer writes elements. In UBL, elements that hold values have the prefix cbc, and elements that hold other
// elements have the prefix cac.
type writer struct {
	*bufio.Writer
	currency string
	depth    int
}

// indented bounds the indentation of elements, which is two spaces for each level of depth.
const indented = "                        "

func (w *writer) indent() { w.WriteString(indented[:min(2*w.depth, len(indented))]) }

// leaf writes an element with a text, or nothing if the text is empty. attributes are names, each followed by its
// value; an attribute with an empty value is left out.
func (w *writer) leaf(name, text string, attributes ...string) {
	if text == "" {
		return
	}
	w.indent()
	w.WriteString("<cbc:" + name)
	for i := 0; i+1 < len(attributes); i += 2 {
		if attributes[i+1] != "" {
			w.WriteString(" " + attributes[i] + `="`)
			xml.EscapeText(w, []byte(attributes[i+1])) // fails only if writing does, which Flush reports
			w.WriteString(`"`)
		}
	}
	w.WriteString(">")
	xml.EscapeText(w, []byte(text))
	w.WriteString("</cbc:" + name + ">\n")
}

// amount writes an amount with its currency.
func (w *writer) amount(name, text string) { w.leaf(name, text, "currencyID", w.currency) }

// in writes nested elements, whose names are separated by spaces, around what inside writes.
func (w *writer) in(names string, inside func()) {
	all := strings.Fields(names)
	for _, name := range all {
		w.indent()
		w.WriteString("<cac:" + name + ">\n")
		w.depth++
	}
	inside()
	for i := len(all) - 1; i >= 0; i-- {
		w.depth--
		w.indent()
		w.WriteString("</cac:" + all[i] + ">\n")
	}
}

// write writes the order, with the elements in the sequence that the schema of UBL-Order-2.1 requires.
func (o *Order) write(b *bufio.Writer) {
	w := &writer{Writer: b, currency: o.head[order.Currency], depth: 1}
	if w.currency == "" {
		w.currency = noCurrency
	}
	b.WriteString(`<Order xmlns="` + orderSpace + `" xmlns:cac="` + aggregateSpace + `" xmlns:cbc="` + basicSpace + `">` + "\n")
	for _, m := range append(o.Missing(), peppol) {
		b.WriteString("  <!-- " + m + " -->\n")
	}
	w.leaf("UBLVersionID", "2.1")
	w.leaf("ID", o.head[order.PONumber])
	w.leaf("IssueDate", date(o.head[order.PODate]))
	w.leaf("DocumentCurrencyCode", o.head[order.Currency])
	if n := len(o.rows); n > 0 {
		w.leaf("LineCountNumeric", strconv.Itoa(n))
	}
	w.in("BuyerCustomerParty", func() { w.party("Party", o.head[order.Buyer]) })
	w.in("SellerSupplierParty", func() { w.party("Party", o.head[order.Supplier]) })
	if bill := o.head[order.BillTo]; bill != "" {
		w.in("AccountingCustomerParty Party", func() {
			a := addressOf(bill)
			w.name(a.name)
			w.in("PostalAddress", func() { w.address(&a) })
		})
	}
	o.writeDelivery(w)
	if terms := o.head[order.PaymentTerms]; terms != "" {
		w.in("PaymentTerms", func() { w.leaf("Note", terms) })
	}
	if freight, ok := number(o.head[order.Shipping]); ok {
		w.in("AllowanceCharge", func() {
			w.leaf("ChargeIndicator", "true")
			w.leaf("AllowanceChargeReasonCode", "FC")
			w.leaf("AllowanceChargeReason", "Freight")
			w.amount("Amount", freight)
		})
	}
	if tax, ok := number(o.head[order.Tax]); ok {
		w.in("TaxTotal", func() { w.amount("TaxAmount", tax) })
	}
	o.writeTotal(w)
	for i, row := range o.rows {
		w.in("OrderLine LineItem", func() { o.writeLine(w, i, row) })
	}
	b.WriteString("</Order>\n")
}

// party writes a party with its name, or nothing if the name is empty.
func (w *writer) party(element, name string) {
	if name != "" {
		w.in(element, func() { w.name(name) })
	}
}

func (w *writer) name(name string) {
	if name != "" {
		w.in("PartyName", func() { w.leaf("Name", name) })
	}
}

// writeDelivery writes where, when and how the order is to be delivered.
func (o *Order) writeDelivery(w *writer) {
	to, carrier, day := o.head[order.ShipTo], o.head[order.ShipVia], date(o.head[order.DeliveryDate])
	if o.dated {
		day = ""
	}
	if to == "" && carrier == "" && day == "" {
		return
	}
	w.in("Delivery", func() {
		a := addressOf(to)
		if to != "" && !a.empty() {
			w.in("DeliveryLocation Address", func() { w.address(&a) })
		}
		w.period(day)
		w.party("CarrierParty", carrier)
		w.party("DeliveryParty", a.name)
	})
}

func (w *writer) period(day string) {
	if day != "" {
		w.in("RequestedDeliveryPeriod", func() { w.leaf("EndDate", day) })
	}
}

// writeTotal writes the sums, or none without a total, which UBL requires among them.
func (o *Order) writeTotal(w *writer) {
	total, ok := number(o.head[order.Total])
	if !ok {
		return
	}
	w.in("AnticipatedMonetaryTotal", func() {
		subtotal, _ := number(o.head[order.Subtotal])
		w.amount("LineExtensionAmount", subtotal)
		if freight, ok := number(o.head[order.Shipping]); ok {
			w.amount("ChargeTotalAmount", freight)
		}
		w.amount("PayableAmount", total)
	})
}

// writeLine writes a line item; i is its index, from 0.
func (o *Order) writeLine(w *writer, i int, row map[order.Field]string) {
	id := row[order.LineNumber]
	if id == "" {
		id = strconv.Itoa(i + 1)
	}
	quantity, _ := number(row[order.Quantity])
	total, _ := number(row[order.LineTotal])
	price, priced := number(row[order.UnitPrice])
	code := ""
	if u := row[order.Unit]; u != "" {
		var ok bool
		if code, ok = electronic.UnitCode(u); !ok {
			code = unknownUnit
		}
	}
	w.leaf("ID", id)
	w.leaf("Quantity", quantity, "unitCode", code)
	w.amount("LineExtensionAmount", total)
	if day := date(row[order.DeliveryDate]); o.dated && day != "" {
		w.in("Delivery", func() { w.period(day) })
	}
	per := perUnits(row)
	if d, ok := discountOf(row, per); ok {
		w.in("AllowanceCharge", func() {
			w.leaf("ChargeIndicator", "false")
			w.leaf("MultiplierFactorNumeric", d.percent)
			w.amount("Amount", d.amount)
			w.amount("BaseAmount", d.base)
		})
	}
	if priced {
		w.in("Price", func() {
			w.amount("PriceAmount", price)
			if per != 1 {
				w.leaf("BaseQuantity", strconv.Itoa(per), "unitCode", code)
			}
		})
	}
	w.in("Item", func() {
		w.leaf("Name", row[order.Description])
		if item := row[order.ItemCode]; item != "" {
			w.in("SellersItemIdentification", func() { w.leaf("ID", item) })
		}
		if u := row[order.Unit]; u != "" && (quantity == "" || electronic.UnitName(code) != u) {
			w.in("AdditionalItemProperty", func() {
				w.leaf("Name", electronic.PrintedUnit)
				w.leaf("Value", u)
			})
		}
	})
}

// perUnits returns how many units a price is for: the number with which quantity and price give the line's total.
func perUnits(row map[order.Field]string) int {
	q, ok := proof.Amount(row[order.Quantity])
	p, ok2 := proof.Amount(row[order.UnitPrice])
	total, ok3 := proof.Amount(row[order.LineTotal])
	if !ok || !ok2 || !ok3 {
		return 1
	}
	for _, per := range [...]int{1, 100, 1000, 10} {
		if _, ok := proof.MakesTotal(q.Mul(p).Div(decimal.NewFromInt(int64(per))), total, row[order.Discount]); ok {
			return per
		}
	}
	return 1
}

// discount is a discount of a line item, in the parts of UBL.
type discount struct {
	percent, amount, base string // base and percent are empty if the discount is an amount
}

// discountOf returns the discount of a line item. ok is false if there is none or it cannot be stated: a
// percentage needs quantity and price, to which it applies.
func discountOf(row map[order.Field]string, per int) (d discount, ok bool) {
	var l value.Locale
	printed, ok := l.Number(row[order.Discount])
	if !ok || !printed.Percent {
		return discount{amount: printed.Text}, ok
	}
	q, ok := proof.Amount(row[order.Quantity])
	p, ok2 := proof.Amount(row[order.UnitPrice])
	if !ok || !ok2 {
		return discount{}, false
	}
	gross := q.Mul(p).Div(decimal.NewFromInt(int64(per)))
	const places = 2 // decimals of amounts
	off := gross.Mul(printed.Value).Shift(-2).Round(places)
	return discount{printed.Text, off.StringFixed(places), gross.Round(places).StringFixed(places)}, true
}

// mostDigits is the greatest length of a number, in bytes.
const mostDigits = 40

// number returns s, and whether xs:decimal can state it.
func number(s string) (string, bool) {
	if len(s) > mostDigits || strings.Trim(strings.TrimPrefix(s, "-"), "0123456789.") != "" {
		return "", false
	}
	_, err := decimal.NewFromString(s)
	return s, err == nil && s != ""
}

// date returns s if xs:date can state it, or else an empty string.
func date(s string) string {
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return ""
	}
	return s
}
