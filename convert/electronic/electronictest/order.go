// Package electronictest makes orders as XML, from the specifications of UBL 2.1, Order-X and Factur-X,
// with the rows that they state, and embeds them in PDF files.
package electronictest

import "strings"

// Sample is an XML document and the rows that are wanted of it.
type Sample struct {
	Name string // such as "orderx-freight"
	XML  []byte
	Rows []map[string]string // by keys of columns; what is not stated has no entry
}

// order is an order with all that the syntaxes may state. Amounts are as they are written.
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
	freight                              string // expected: the charge where that is for freight
	subtotal, tax, total, prepaid, round string
	due                                  string // to be paid, where that is not the total
}

type party struct {
	name, street, more, zip, city, region, country string
	block                                          string // as it is expected
}

type item struct {
	number                             string
	seller, buyer, gtin                string // codes
	code                               string // the one that is expected
	name, text                         string
	description                        string // as it is expected
	quantity, unitCode, unit           string
	price, base, wantPrice             string
	allowance, percent, on, wantReduce string
	total, delivery                    string
}

// rows are the rows that are wanted of the order; billed is the party billed, if the file names it. An
// invoice names the buyer otherwise.
func (o *order) rows(billed *party, invoice bool) []map[string]string {
	var rows []map[string]string
	for _, l := range o.lines {
		row := map[string]string{
			"po_number": o.number, "po_date": o.date, "buyer": o.buyer.name, "supplier": o.seller.name,
			"delivery_date": o.delivery, "payment_terms": o.terms, "ship_via": o.carrier, "currency": o.currency,
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

// Samples are all samples: ten orders, each as a UBL Order, a UBL Invoice, an Order-X and a Factur-X.
func Samples() []Sample {
	var all []Sample
	for i := range orders {
		o := &orders[i]
		all = append(all,
			Sample{"ubl-order-" + o.name, ublOrder(o), o.rows(o.billTo, false)},
			Sample{"ubl-invoice-" + o.name, ublInvoice(o), o.rows(nil, true)},
			Sample{"orderx-" + o.name, cii(o, false), o.rows(o.billTo, false)},
			Sample{"facturx-" + o.name, cii(o, true), o.rows(o.billTo, true)},
		)
	}
	return all
}

// writer writes elements.
type writer struct{ strings.Builder }

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// leaf writes an element with a text, none where the text is empty. attributes are names and values.
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

// in writes elements in each other about what is written inside, which are left out where that is
// nothing.
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
