package electronictest

import "strings"

const ciiSpaces = ` xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100" xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100">` + "\n"

// cii is an Order-X, or a Factur-X for the order.
func cii(o *order, invoice bool) []byte {
	w := new(writer)
	root, currency := "SCRDMCCBDACIOMessageStructure", "ram:OrderCurrencyCode"
	if invoice {
		root, currency = "CrossIndustryInvoice", "ram:InvoiceCurrencyCode"
	}
	w.WriteString(`<?xml version='1.0' encoding='UTF-8'?>` + "\n<rsm:" + root + ` xmlns:rsm="urn:un:unece:uncefact:data:standard:` + root + `:100"` + ciiSpaces)
	w.in("rsm:ExchangedDocument", func() {
		id, date := o.number, o.date
		if invoice {
			id, date = "R-2026-1", "2026-12-24"
		}
		w.leaf("ram:ID", id)
		w.leaf("ram:TypeCode", map[bool]string{false: "220", true: "380"}[invoice])
		w.ciiDate("ram:IssueDateTime udt:DateTimeString", date)
	})
	w.in("rsm:SupplyChainTradeTransaction", func() {
		for i := range o.lines {
			w.in("ram:IncludedSupplyChainTradeLineItem", func() { w.ciiLine(&o.lines[i], invoice) })
		}
		w.in("ram:ApplicableHeaderTradeAgreement", func() {
			w.ciiParty("ram:SellerTradeParty", &o.seller)
			w.ciiParty("ram:BuyerTradeParty", &o.buyer)
			if invoice {
				w.in("ram:BuyerOrderReferencedDocument", func() {
					w.leaf("ram:IssuerAssignedID", o.number)
					w.ciiDate("ram:FormattedIssueDateTime qdt:DateTimeString", o.date)
				})
			}
		})
		w.in("ram:ApplicableHeaderTradeDelivery", func() {
			w.in("ram:RelatedSupplyChainConsignment ram:SpecifiedLogisticsTransportMovement ram:CarrierTradeParty", func() { w.leaf("ram:Name", o.carrier) })
			if o.shipTo != nil {
				w.ciiParty("ram:ShipToTradeParty", o.shipTo)
			}
			w.ciiDelivery(o.delivery, invoice)
		})
		w.in("ram:ApplicableHeaderTradeSettlement", func() {
			w.leaf(currency, o.currency)
			w.ciiSettlement(o)
		})
	})
	w.WriteString("</rsm:" + root + ">\n")
	return []byte(w.String())
}

// ciiDate writes a date in the form 102, CCYYMMDD.
func (w *writer) ciiDate(elements, date string) {
	names := strings.Fields(elements)
	last := len(names) - 1
	w.in(strings.Join(names[:last], " "), func() { w.leaf(names[last], strings.ReplaceAll(date, "-", ""), "format", "102") })
}

func (w *writer) ciiDelivery(date string, invoice bool) {
	event := "ram:RequestedDeliverySupplyChainEvent"
	if invoice {
		event = "ram:ActualDeliverySupplyChainEvent"
	}
	w.ciiDate(event+" ram:OccurrenceDateTime udt:DateTimeString", date)
}

func (w *writer) ciiParty(element string, p *party) {
	w.in(element, func() {
		w.leaf("ram:Name", p.name)
		w.in("ram:PostalTradeAddress", func() {
			w.leaf("ram:PostcodeCode", p.zip)
			w.leaf("ram:LineOne", p.street)
			w.leaf("ram:LineTwo", p.more)
			w.leaf("ram:CityName", p.city)
			w.leaf("ram:CountryID", p.country)
			w.leaf("ram:CountrySubDivisionName", p.region)
		})
	})
}

func (w *writer) ciiSettlement(o *order) {
	if o.billTo != nil {
		w.ciiParty("ram:InvoiceeTradeParty", o.billTo)
	}
	w.in("ram:ApplicableTradeTax", func() { w.leaf("ram:CalculatedAmount", o.tax) })
	allowance := func(charge, amount, code, reason string) {
		if amount == "" {
			return
		}
		w.in("ram:SpecifiedTradeAllowanceCharge", func() {
			w.in("ram:ChargeIndicator", func() { w.leaf("udt:Indicator", charge) })
			w.leaf("ram:ActualAmount", amount)
			w.leaf("ram:ReasonCode", code)
			w.leaf("ram:Reason", reason)
		})
	}
	allowance("false", o.allowance, "", o.allowanceReason)
	if o.freight != "" && o.chargeCode == "" {
		w.in("ram:SpecifiedLogisticsServiceCharge", func() {
			w.leaf("ram:Description", o.chargeReason)
			w.leaf("ram:AppliedAmount", o.charge)
		})
	} else {
		allowance("true", o.charge, o.chargeCode, o.chargeReason)
	}
	w.in("ram:SpecifiedTradePaymentTerms", func() { w.leaf("ram:Description", o.terms) })
	w.in("ram:SpecifiedTradeSettlementHeaderMonetarySummation", func() {
		w.leaf("ram:LineTotalAmount", o.subtotal)
		w.leaf("ram:ChargeTotalAmount", o.charge)
		w.leaf("ram:AllowanceTotalAmount", o.allowance)
		w.leaf("ram:TaxTotalAmount", o.tax, "currencyID", o.currency)
		w.leaf("ram:RoundingAmount", o.round)
		w.leaf("ram:GrandTotalAmount", o.total)
		w.leaf("ram:TotalPrepaidAmount", o.prepaid)
		w.leaf("ram:DuePayableAmount", o.due)
	})
}

func (w *writer) ciiLine(l *item, invoice bool) {
	w.in("ram:AssociatedDocumentLineDocument", func() { w.leaf("ram:LineID", l.number) })
	w.in("ram:SpecifiedTradeProduct", func() {
		w.leaf("ram:GlobalID", l.gtin, "schemeID", "0160")
		w.leaf("ram:SellerAssignedID", l.seller)
		w.leaf("ram:BuyerAssignedID", l.buyer)
		w.leaf("ram:Name", l.name)
		w.leaf("ram:Description", l.text)
	})
	w.in("ram:SpecifiedLineTradeAgreement ram:NetPriceProductTradePrice", func() {
		w.leaf("ram:ChargeAmount", l.price)
		w.leaf("ram:BasisQuantity", l.base, "unitCode", l.unitCode)
	})
	w.in("ram:SpecifiedLineTradeDelivery", func() {
		quantity := "ram:RequestedQuantity"
		if invoice {
			quantity = "ram:BilledQuantity"
		}
		w.leaf(quantity, l.quantity, "unitCode", l.unitCode)
		w.ciiDelivery(l.delivery, invoice)
	})
	w.in("ram:SpecifiedLineTradeSettlement", func() {
		if l.allowance != "" {
			w.in("ram:SpecifiedTradeAllowanceCharge", func() {
				w.in("ram:ChargeIndicator", func() { w.leaf("udt:Indicator", "false") })
				percent := l.percent
				if percent == "0.05" {
					percent = "5" // what UBL calls a factor is always a percentage here
				}
				w.leaf("ram:CalculationPercent", percent)
				w.leaf("ram:BasisAmount", l.on)
				w.leaf("ram:ActualAmount", l.allowance)
			})
		}
		w.in("ram:SpecifiedTradeSettlementLineMonetarySummation", func() { w.leaf("ram:LineTotalAmount", l.total) })
	})
}
