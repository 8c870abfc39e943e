package electronictest

const (
	ublCommon = `xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"`
	ublSpace  = "urn:oasis:names:specification:ubl:schema:xsd:"
)

// ublOrder is a UBL 2.1 Order.
func ublOrder(o *order) []byte {
	w := new(writer)
	w.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<Order xmlns="` + ublSpace + `Order-2" ` + ublCommon + ">\n")
	w.leaf("cbc:UBLVersionID", "2.1")
	w.leaf("cbc:ID", o.number)
	w.leaf("cbc:IssueDate", o.date)
	w.leaf("cbc:DocumentCurrencyCode", o.currency)
	w.in("cac:BuyerCustomerParty", func() { w.ublParty("cac:Party", &o.buyer, true) })
	w.in("cac:SellerSupplierParty", func() { w.ublParty("cac:Party", &o.seller, false) })
	if o.billTo != nil {
		w.in("cac:AccountingCustomerParty", func() { w.ublParty("cac:Party", o.billTo, true) })
	}
	w.ublDelivery(o, "cac:RequestedDeliveryPeriod")
	w.in("cac:PaymentTerms", func() { w.leaf("cbc:Note", o.terms) })
	w.ublAllowances(o)
	w.in("cac:TaxTotal", func() { w.leaf("cbc:TaxAmount", o.tax, "currencyID", o.currency) })
	w.ublSums("cac:AnticipatedMonetaryTotal", o)
	for i := range o.lines {
		w.in("cac:OrderLine cac:LineItem", func() { w.ublLine(o, &o.lines[i], "cbc:Quantity") })
	}
	w.WriteString("</Order>\n")
	return []byte(w.String())
}

// ublInvoice is a UBL 2.1 Invoice for an order.
func ublInvoice(o *order) []byte {
	w := new(writer)
	w.WriteString(`<Invoice xmlns="` + ublSpace + `Invoice-2" ` + ublCommon + ">\n")
	w.leaf("cbc:ID", "R-2026-1")
	w.leaf("cbc:IssueDate", "2026-12-24")
	w.leaf("cbc:InvoiceTypeCode", "380")
	w.leaf("cbc:DocumentCurrencyCode", o.currency)
	w.in("cac:OrderReference", func() {
		w.leaf("cbc:ID", o.number)
		w.leaf("cbc:IssueDate", o.date)
	})
	w.in("cac:AccountingSupplierParty", func() { w.ublParty("cac:Party", &o.seller, false) })
	w.in("cac:AccountingCustomerParty", func() { w.ublParty("cac:Party", &o.buyer, true) })
	w.ublDelivery(o, "")
	w.in("cac:PaymentTerms", func() { w.leaf("cbc:Note", o.terms) })
	w.ublAllowances(o)
	w.in("cac:TaxTotal", func() { w.leaf("cbc:TaxAmount", o.tax, "currencyID", o.currency) })
	w.in("cac:TaxTotal", func() { w.leaf("cbc:TaxAmount", "999.99", "currencyID", "NOK") }) // the tax in the currency of its office
	w.ublSums("cac:LegalMonetaryTotal", o)
	for i := range o.lines {
		w.in("cac:InvoiceLine", func() { w.ublLine(o, &o.lines[i], "cbc:InvoicedQuantity") })
	}
	w.WriteString("</Invoice>\n")
	return []byte(w.String())
}

// ublParty writes a party, with its trade name or only the registered one.
func (w *writer) ublParty(element string, p *party, trade bool) {
	w.in(element, func() {
		if trade {
			w.in("cac:PartyName", func() { w.leaf("cbc:Name", p.name) })
		}
		w.in("cac:PostalAddress", func() { w.ublAddress(p) })
		registered := p.name
		if trade {
			registered += " (registered)"
		}
		w.in("cac:PartyLegalEntity", func() { w.leaf("cbc:RegistrationName", registered) })
	})
}

func (w *writer) ublAddress(p *party) {
	w.leaf("cbc:StreetName", p.street)
	w.leaf("cbc:AdditionalStreetName", p.more)
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
				w.leaf("cbc:StartDate", o.delivery)
				w.leaf("cbc:EndDate", o.delivery)
			})
		}
		w.in("cac:CarrierParty cac:PartyName", func() { w.leaf("cbc:Name", o.carrier) })
		if o.shipTo != nil {
			w.in("cac:DeliveryParty cac:PartyName", func() { w.leaf("cbc:Name", o.shipTo.name) })
		}
	})
}

func (w *writer) ublAllowances(o *order) {
	if o.allowance != "" {
		w.in("cac:AllowanceCharge", func() {
			w.leaf("cbc:ChargeIndicator", "false")
			w.leaf("cbc:AllowanceChargeReason", o.allowanceReason)
			w.leaf("cbc:Amount", o.allowance, "currencyID", o.currency)
		})
	}
	if o.charge != "" {
		w.in("cac:AllowanceCharge", func() {
			w.leaf("cbc:ChargeIndicator", "true")
			w.leaf("cbc:AllowanceChargeReasonCode", o.chargeCode)
			w.leaf("cbc:AllowanceChargeReason", o.chargeReason)
			w.leaf("cbc:Amount", o.charge, "currencyID", o.currency)
		})
	}
}

func (w *writer) ublSums(element string, o *order) {
	w.in(element, func() {
		w.leaf("cbc:LineExtensionAmount", o.subtotal, "currencyID", o.currency)
		w.leaf("cbc:TaxInclusiveAmount", o.total, "currencyID", o.currency)
		w.leaf("cbc:AllowanceTotalAmount", o.allowance, "currencyID", o.currency)
		w.leaf("cbc:ChargeTotalAmount", o.charge, "currencyID", o.currency)
		w.leaf("cbc:PrepaidAmount", o.prepaid, "currencyID", o.currency)
		w.leaf("cbc:PayableRoundingAmount", o.round, "currencyID", o.currency)
		due := o.due
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
	w.in("cac:Delivery cac:RequestedDeliveryPeriod", func() { w.leaf("cbc:EndDate", l.delivery) })
	if l.allowance != "" {
		w.in("cac:AllowanceCharge", func() {
			w.leaf("cbc:ChargeIndicator", "false")
			w.leaf("cbc:MultiplierFactorNumeric", l.percent)
			w.leaf("cbc:Amount", l.allowance, "currencyID", o.currency)
			w.leaf("cbc:BaseAmount", l.on, "currencyID", o.currency)
		})
	}
	w.in("cac:Item", func() {
		w.leaf("cbc:Description", l.text)
		w.leaf("cbc:Name", l.name)
		w.in("cac:BuyersItemIdentification", func() { w.leaf("cbc:ID", l.buyer) })
		w.in("cac:SellersItemIdentification", func() { w.leaf("cbc:ID", l.seller) })
		w.in("cac:StandardItemIdentification", func() { w.leaf("cbc:ID", l.gtin, "schemeID", "0160") })
	})
	w.in("cac:Price", func() {
		w.leaf("cbc:PriceAmount", l.price, "currencyID", o.currency)
		w.leaf("cbc:BaseQuantity", l.base, "unitCode", l.unitCode)
	})
}
