package electronictest

const (
	ublCommon = `xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"`
	ublSpace  = "urn:oasis:names:specification:ubl:schema:xsd:"
)

// ublOrder returns a UBL 2.1 Order, OrderChange or OrderResponse, as root says. The latter two have
// numbers of their own and refer to the order.
func ublOrder(o *order, root string) []byte {
	w := new(writer)
	w.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n<" + root + ` xmlns="` + ublSpace + root + `-2" ` + ublCommon + ">\n")
	w.leaf("cbc:UBLVersionID", "2.1")
	w.leaf("cbc:CustomizationID", full(o, "urn:fdc:peppol.eu:poacc:trns:order:3"))
	if root == "Order" {
		w.leaf("cbc:ID", o.number)
		w.leaf("cbc:SalesOrderID", full(o, "SO-1"))
		w.leaf("cbc:IssueDate", o.date)
	} else {
		w.leaf("cbc:ID", "R-2026-1")
		w.leaf("cbc:IssueDate", "2026-12-24")
	}
	w.leaf("cbc:Note", full(o, "No. 4711 of 2020-01-01, 17.50 EUR"))
	w.leaf("cbc:DocumentCurrencyCode", o.currency)
	w.leaf("cbc:TaxCurrencyCode", o.otherTax[1])
	if root != "Order" {
		w.in("cac:OrderReference", func() {
			w.leaf("cbc:ID", o.number)
			w.leaf("cbc:IssueDate", o.date)
		})
	}
	w.in("cac:ValidityPeriod", func() { w.leaf("cbc:EndDate", full(o, "2027-01-31")) })
	w.in("cac:QuotationDocumentReference", func() { w.leaf("cbc:ID", full(o, "Q-1")) })
	w.in("cac:OrderDocumentReference", func() { w.leaf("cbc:ID", full(o, "OLD-1")) })
	w.in("cac:Contract", func() { w.leaf("cbc:ID", full(o, "C-1")) })
	w.in("cac:BuyerCustomerParty", func() { w.ublParty("cac:Party", &o.buyer, true, o.full) })
	w.in("cac:SellerSupplierParty", func() { w.ublParty("cac:Party", &o.seller, false, o.full) })
	if o.full {
		w.in("cac:OriginatorCustomerParty", func() { w.ublParty("cac:Party", &parts, true, true) })
	}
	if o.billTo != nil {
		w.in("cac:AccountingCustomerParty", func() { w.ublParty("cac:Party", o.billTo, true, o.full) })
	}
	w.ublDelivery(o, "cac:RequestedDeliveryPeriod")
	w.in("cac:DeliveryTerms", func() { w.leaf("cbc:ID", full(o, "FCA")) })
	w.ublTerms(o)
	w.ublAllowances(o)
	w.ublTax(o)
	w.ublSums("cac:AnticipatedMonetaryTotal", o)
	for i := range o.lines {
		if l := &o.lines[i]; l.status == "" {
			w.in("cac:OrderLine", func() {
				w.leaf("cbc:Note", full(o, "Note 12 of line"))
				w.in("cac:LineItem", func() { w.ublLine(o, l, orderedQuantity) })
			})
		}
	}
	w.WriteString("</" + root + ">\n")
	return []byte(w.String())
}

// ublInvoice returns a UBL 2.1 Invoice or CreditNote for an order, as root says.
func ublInvoice(o *order, root string) []byte {
	w := new(writer)
	w.WriteString("<" + root + ` xmlns="` + ublSpace + root + `-2" ` + ublCommon + ">\n")
	w.leaf("cbc:ID", "R-2026-1")
	w.leaf("cbc:IssueDate", "2026-12-24")
	line, quantity := "cac:InvoiceLine", "cbc:InvoicedQuantity"
	if root == "Invoice" {
		w.leaf("cbc:DueDate", full(o, "2027-01-24"))
		w.leaf("cbc:InvoiceTypeCode", "380")
	} else {
		line, quantity = "cac:CreditNoteLine", "cbc:CreditedQuantity"
		w.leaf("cbc:CreditNoteTypeCode", "381")
	}
	w.leaf("cbc:DocumentCurrencyCode", o.currency)
	w.leaf("cbc:TaxCurrencyCode", o.otherTax[1])
	w.leaf("cbc:BuyerReference", full(o, "Dept. 7"))
	w.in("cac:InvoicePeriod", func() { w.leaf("cbc:EndDate", full(o, "2027-01-31")) })
	w.in("cac:OrderReference", func() {
		w.leaf("cbc:ID", o.number)
		w.leaf("cbc:SalesOrderID", full(o, "SO-1"))
		w.leaf("cbc:IssueDate", o.date)
	})
	w.in("cac:BillingReference cac:InvoiceDocumentReference", func() { w.leaf("cbc:ID", full(o, "R-2025-9")) })
	w.in("cac:AccountingSupplierParty", func() { w.ublParty("cac:Party", &o.seller, false, o.full) })
	w.in("cac:AccountingCustomerParty", func() { w.ublParty("cac:Party", &o.buyer, true, o.full) })
	w.ublDelivery(o, "")
	w.in("cac:PaymentMeans", func() { w.leaf("cbc:PaymentMeansCode", full(o, "30")) })
	w.ublTerms(o)
	w.ublAllowances(o)
	w.ublTax(o)
	if o.otherTax[0] == "" {
		w.in("cac:TaxTotal", func() { w.leaf("cbc:TaxAmount", "999.99", "currencyID", "ISK") }) // the tax in the tax office's currency
	}
	w.ublSums("cac:LegalMonetaryTotal", o)
	for i := range o.lines {
		if l := &o.lines[i]; l.status == "" {
			w.in(line, func() { w.ublLine(o, l, quantity) })
		}
	}
	w.WriteString("</" + root + ">\n")
	return []byte(w.String())
}

// orderedQuantity is the name of the quantity's element in orders.
const orderedQuantity = "cbc:Quantity"

// ublParty writes a party. If trade is set, its name is written as the trade name and it gets another
// registered name; otherwise its name is the registered one. If full is set, ublParty also writes what no
// column states of it.
func (w *writer) ublParty(element string, p *party, trade, full bool) {
	w.in(element, func() {
		if full {
			w.leaf("cbc:EndpointID", "4012345000009", "schemeID", "0088")
			w.in("cac:PartyIdentification", func() { w.leaf("cbc:ID", "P-77") })
		}
		if trade {
			w.in("cac:PartyName", func() { w.leaf("cbc:Name", p.name) })
		}
		w.in("cac:PostalAddress", func() { w.ublAddress(p) })
		if full {
			w.in("cac:PartyTaxScheme", func() { w.leaf("cbc:CompanyID", "DE123456789") })
		}
		registered := p.name
		if trade {
			registered += " (registered)"
		}
		w.in("cac:PartyLegalEntity", func() {
			w.leaf("cbc:RegistrationName", registered)
			if full {
				w.in("cac:RegistrationAddress", func() { w.leaf("cbc:CityName", "Elsewhere") })
			}
		})
		if full {
			w.in("cac:Contact", func() {
				w.leaf("cbc:Name", "Robin Example")
				w.leaf("cbc:Telephone", "+49 30 1234")
			})
		}
	})
}

func (w *writer) ublAddress(p *party) {
	w.leaf("cbc:Postbox", p.box)
	w.leaf("cbc:StreetName", p.street)
	w.leaf("cbc:AdditionalStreetName", p.more)
	w.leaf("cbc:BuildingNumber", p.number)
	w.leaf("cbc:CityName", p.city)
	w.leaf("cbc:PostalZone", p.zip)
	w.leaf("cbc:CountrySubentity", p.region)
	w.in("cac:Country", func() { w.leaf("cbc:IdentificationCode", p.country) })
}

func (w *writer) ublDelivery(o *order, period string) {
	w.in("cac:Delivery", func() {
		if period == "" {
			w.leaf("cbc:ActualDeliveryDate", o.delivery)
		}
		if o.shipTo != nil {
			w.in("cac:DeliveryLocation cac:Address", func() { w.ublAddress(o.shipTo) })
		}
		if period != "" {
			w.in(period, func() {
				from := o.from
				if from == "" {
					from = o.delivery
				}
				w.leaf("cbc:StartDate", from)
				w.leaf("cbc:EndDate", o.delivery)
			})
		}
		w.in("cac:CarrierParty cac:PartyName", func() { w.leaf("cbc:Name", o.carrier) })
		if o.shipTo != nil {
			w.in("cac:DeliveryParty cac:PartyName", func() { w.leaf("cbc:Name", o.shipTo.name) })
		}
	})
}

func (w *writer) ublTerms(o *order) {
	for _, terms := range [...]string{o.terms, o.moreTerms} {
		w.in("cac:PaymentTerms", func() { w.leaf("cbc:Note", terms) })
	}
}

// ublChange writes a discount or a charge.
func (w *writer) ublChange(c change, currency string) {
	if c.amount == "" {
		return
	}
	w.in("cac:AllowanceCharge", func() {
		charge := "false"
		if c.charge {
			charge = "true"
		}
		w.leaf("cbc:ChargeIndicator", charge)
		w.leaf("cbc:AllowanceChargeReasonCode", c.code)
		w.leaf("cbc:AllowanceChargeReason", c.reason)
		w.leaf("cbc:MultiplierFactorNumeric", c.percent)
		w.leaf("cbc:Amount", c.amount, "currencyID", currency)
		w.leaf("cbc:BaseAmount", c.on, "currencyID", currency)
	})
}

func (w *writer) ublAllowances(o *order) {
	w.ublChange(change{amount: o.allowance, reason: o.allowanceReason}, o.currency)
	w.ublChange(change{charge: true, amount: o.charge, code: o.chargeCode, reason: o.chargeReason}, o.currency)
	for _, c := range o.changes {
		w.ublChange(c, o.currency)
	}
}

func (w *writer) ublTax(o *order) {
	w.in("cac:TaxTotal", func() {
		w.leaf("cbc:TaxAmount", o.tax, "currencyID", o.currency)
		for _, r := range o.rates {
			w.in("cac:TaxSubtotal", func() {
				w.leaf("cbc:TaxableAmount", r.on, "currencyID", o.currency)
				w.leaf("cbc:TaxAmount", r.amount, "currencyID", o.currency)
				w.in("cac:TaxCategory", func() { w.leaf("cbc:Percent", r.percent) })
			})
		}
	})
	w.in("cac:TaxTotal", func() { w.leaf("cbc:TaxAmount", o.otherTax[0], "currencyID", o.otherTax[1]) })
}

func (w *writer) ublSums(element string, o *order) {
	w.in(element, func() {
		w.leaf("cbc:LineExtensionAmount", o.subtotal, "currencyID", o.currency)
		w.leaf("cbc:TaxExclusiveAmount", full(o, o.subtotal), "currencyID", o.currency)
		grand, due := o.grand, o.due
		if grand == "" {
			grand = o.total
		}
		w.leaf("cbc:TaxInclusiveAmount", grand, "currencyID", o.currency)
		w.leaf("cbc:AllowanceTotalAmount", o.allowance, "currencyID", o.currency)
		w.leaf("cbc:ChargeTotalAmount", o.charge, "currencyID", o.currency)
		w.leaf("cbc:PrepaidAmount", o.prepaid, "currencyID", o.currency)
		w.leaf("cbc:PayableRoundingAmount", o.round, "currencyID", o.currency)
		if due == "" {
			due = o.total
		}
		w.leaf("cbc:PayableAmount", due, "currencyID", o.currency)
	})
}

func (w *writer) ublLine(o *order, l *item, quantity string) {
	w.leaf("cbc:ID", l.number)
	w.leaf(quantity, l.quantity, "unitCode", l.unitCode)
	w.leaf("cbc:LineExtensionAmount", l.total, "currencyID", o.currency)
	w.leaf("cbc:AccountingCost", full(o, "77.10"))
	w.in("cac:Delivery cac:RequestedDeliveryPeriod", func() { w.leaf("cbc:EndDate", l.delivery) })
	if l.allowance != "" {
		w.ublChange(change{amount: l.allowance, percent: l.percent, on: l.on}, o.currency)
	}
	for _, c := range l.changes {
		w.ublChange(c, o.currency)
	}
	if quantity == orderedQuantity { // the order of elements in a LineItem; invoices have the reverse
		w.ublPrice(o, l)
		w.ublItem(o, l)
	} else {
		w.ublItem(o, l)
		w.ublPrice(o, l)
	}
}

func (w *writer) ublItem(o *order, l *item) {
	w.in("cac:Item", func() {
		w.leaf("cbc:Description", l.text)
		w.leaf("cbc:Name", l.name)
		w.in("cac:BuyersItemIdentification", func() { w.leaf("cbc:ID", l.buyer) })
		w.in("cac:SellersItemIdentification", func() { w.leaf("cbc:ID", l.seller) })
		w.in("cac:StandardItemIdentification", func() { w.leaf("cbc:ID", l.gtin, "schemeID", "0160") })
		w.in("cac:CommodityClassification", func() { w.leaf("cbc:ItemClassificationCode", full(o, "44121600"), "listID", "MP") })
		if o.full {
			w.in("cac:ClassifiedTaxCategory", func() { w.leaf("cbc:Percent", "25") })
			w.in("cac:AdditionalItemProperty", func() {
				w.leaf("cbc:Name", "Colour")
				w.leaf("cbc:Value", "Green")
			})
		}
	})
}

func (w *writer) ublPrice(o *order, l *item) {
	w.in("cac:Price", func() {
		w.leaf("cbc:PriceAmount", l.price, "currencyID", o.currency)
		w.leaf("cbc:BaseQuantity", l.base, "unitCode", l.unitCode)
		if l.gross != "" {
			w.ublChange(change{amount: l.off, on: l.gross}, o.currency)
		}
	})
}
