// Package electronictest makes orders as XML, according to the specifications of UBL 2.1, Order-X and
// Factur-X, along with the rows that they state, and embeds them in PDF files.
package electronictest

import "strings"

// Sample is an XML document and the rows that are expected of it.
type Sample struct {
	Name string // such as "orderx-freight"
	XML  []byte
	Rows []map[string]string // values by column key; what is not stated has no entry
}

// order is an order with all that the formats may state. Amounts are as written in the documents.
type order struct {
	name                                 string
	number, date, delivery               string
	currency                             string
	buyer, seller                        party
	shipTo, billTo                       *party
	terms, carrier                       string
	lines                                []item
	allowance, allowanceReason           string // of the whole order
	charge, chargeReason, chargeCode     string
	freight                              string // expected: the sum of the charges for freight
	subtotal, tax, total, prepaid, round string
	due                                  string // the amount to be paid, where that is not the total
	grand                                string // the total with tax and before rounding, where that is not the total

	changes   []change  // further discounts and charges of the whole order
	rates     []rate    // the tax for each rate
	otherTax  [2]string // the tax in another currency, and that currency
	from      string    // the first possible day of delivery, where delivery is the last one
	pickUp    string    // when it may be picked up instead, which no column states
	moreTerms string    // a second paragraph of payment terms
	full      bool      // whether the documents also have all that no column states
}

// change is a discount, or a charge.
type change struct {
	charge                            bool
	amount, percent, on, code, reason string
}

// rate is the tax at one rate.
type rate struct{ percent, on, amount string }

type party struct {
	name, street, more, zip, city, region, country string
	number, box                                    string // house number, and post box; UBL states them apart
	lineOne                                        string // the street with the number, as CII states it, where there is a number
	block                                          string // the expected address block
}

type item struct {
	number                             string
	seller, buyer, gtin                string // codes
	code                               string // the expected item code
	name, text                         string
	description                        string // the expected description
	quantity, unitCode, unit           string
	price, base, wantPrice             string
	allowance, percent, on, wantReduce string
	total, delivery                    string

	changes    []change // further discounts and charges
	gross, off string   // the price before a discount on the price itself, and that discount
	status     string   // of a line that only sums up or comments on others in CII; UBL has no such lines
}

// rows returns the rows that are expected of the order. billed is the party billed, nil if the file does
// not name it; in an invoice that is then the buyer.
func (o *order) rows(billed *party, invoice bool) []map[string]string {
	var rows []map[string]string
	for _, l := range o.lines {
		if l.status != "" {
			continue
		}
		row := map[string]string{
			"po_number": o.number, "po_date": o.date, "buyer": o.buyer.name, "supplier": o.seller.name,
			"delivery_date": o.delivery, "payment_terms": strings.TrimSpace(o.terms + " " + o.moreTerms), "ship_via": o.carrier, "currency": o.currency,
			"subtotal": o.subtotal, "tax": o.tax, "shipping": o.freight, "total": o.total,
			"line_number": l.number, "item_code": l.code, "description": l.description, "quantity": l.quantity, "unit": l.unit,
			"unit_price": l.wantPrice, "discount": l.wantReduce, "line_total": l.total,
		}
		if row["unit_price"] == "" {
			row["unit_price"] = l.price
		}
		if l.delivery != "" {
			row["delivery_date"] = l.delivery
		}
		if o.shipTo != nil {
			row["ship_to"] = o.shipTo.block
		}
		switch {
		case billed != nil:
			row["bill_to"] = billed.block
		case invoice:
			row["bill_to"] = o.buyer.block
		}
		for key, v := range row {
			if v == "" {
				delete(row, key)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// Samples returns all samples: each order as a UBL Order, a UBL Invoice, an Order-X, a Factur-X and a
// ZUGFeRD 1.0, and one order also as the messages that change, answer and credit an order.
func Samples() []Sample {
	var all []Sample
	for _, o := range append(orders, further...) {
		all = append(all,
			Sample{"ubl-order-" + o.name, ublOrder(&o, "Order"), o.rows(o.billTo, false)},
			Sample{"ubl-invoice-" + o.name, ublInvoice(&o, "Invoice"), o.rows(nil, true)},
			Sample{"orderx-" + o.name, cii(&o, orderX, "220"), o.rows(o.billTo, false)},
			Sample{"facturx-" + o.name, cii(&o, facturX, "380"), o.rows(o.billTo, true)},
			Sample{"zugferd1-" + o.name, zugferd1(&o), o.rows(o.billTo, true)},
		)
	}
	o := &orders[0]
	return append(all,
		Sample{"ubl-change", ublOrder(o, "OrderChange"), o.rows(o.billTo, false)},
		Sample{"ubl-response", ublOrder(o, "OrderResponse"), o.rows(o.billTo, false)},
		Sample{"ubl-credit", ublInvoice(o, "CreditNote"), o.rows(nil, true)},
		Sample{"orderx-change", cii(o, orderX, "230"), o.rows(o.billTo, false)},
		Sample{"orderx-response", cii(o, orderX, "231"), o.rows(o.billTo, false)},
	)
}

// writer writes XML elements.
type writer struct{ strings.Builder }

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// leaf writes an element with a text, or nothing if the text is empty. attributes alternates names and
// values.
func (w *writer) leaf(name, text string, attributes ...string) {
	if text == "" {
		return
	}
	w.WriteString("<" + name)
	for i := 0; i+1 < len(attributes); i += 2 {
		w.WriteString(" " + attributes[i] + `="` + escape.Replace(attributes[i+1]) + `"`)
	}
	w.WriteString(">" + escape.Replace(text) + "</" + name + ">\n")
}

// in writes nested elements around what inside writes. It writes nothing if inside does not. names are
// the elements' names, the outermost first.
func (w *writer) in(names string, inside func()) {
	before := w.String()
	for name := range strings.FieldsSeq(names) {
		w.WriteString("<" + name + ">")
	}
	start := w.Len()
	inside()
	if w.Len() == start {
		w.Reset()
		w.WriteString(before)
		return
	}
	all := strings.Fields(names)
	for i := len(all) - 1; i >= 0; i-- {
		w.WriteString("</" + all[i] + ">\n")
	}
}
