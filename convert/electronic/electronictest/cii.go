package electronictest

import (
	"slices"
	"strings"
)

// message is a message of UN/CEFACT's Cross Industry family.
type message struct {
	root, space, guideline string
	version                string // of the component library, as its namespaces state it
	invoice                bool
}

// The messages are Order-X 1.0, Factur-X 1.0 and ZUGFeRD 1.0, all in their profile EXTENDED.
var (
	orderX          = message{"SCRDMCCBDACIOMessageStructure", "urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:100", "urn:order-x.eu:1p0:extended", "128", false}
	facturX         = message{"CrossIndustryInvoice", "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100", "urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended", "100", true}
	zugferd1Message = message{"CrossIndustryInvoice", "urn:ferd:CrossIndustryDocument:invoice:1p0", "urn:ferd:CrossIndustryDocument:invoice:1p0:extended", "12", true}
)

// Type codes of documents (UN/CEFACT code list 1001).
const (
	typeOrder   = "220"
	typeInvoice = "380"
)

// cii returns a message for the order. kind is its type code. Invoices, and messages that change or
// answer an order, have numbers and dates of their own and refer to the order.
func cii(o *order, m message, kind string) []byte {
	w := new(writer)
	const library = "urn:un:unece:uncefact:data:standard:"
	w.WriteString(`<?xml version='1.0' encoding='UTF-8'?>` + "\n<rsm:" + m.root + ` xmlns:rsm="` + m.space + `" xmlns:ram="` + library + `ReusableAggregateBusinessInformationEntity:` + m.version +
		`" xmlns:udt="` + library + `UnqualifiedDataType:` + m.version + `" xmlns:qdt="` + library + `QualifiedDataType:` + m.version + `">` + "\n")
	refers := kind != typeOrder
	if o.full {
		w.in("rsm:ExchangedDocumentContext", func() {
			w.in("ram:TestIndicator", func() { w.leaf("udt:Indicator", "false") })
			w.in("ram:GuidelineSpecifiedDocumentContextParameter", func() { w.leaf("ram:ID", m.guideline) })
		})
	}
	w.in("rsm:ExchangedDocument", func() {
		id, date := o.number, o.date
		if refers {
			id, date = "R-2026-1", "2026-12-24"
		}
		w.leaf("ram:ID", id)
		if o.full {
			w.leaf("ram:Name", "Document 1")
		}
		w.leaf("ram:TypeCode", kind)
		w.ciiDate("ram:IssueDateTime udt:DateTimeString", date)
		if o.full {
			w.in("ram:IncludedNote", func() {
				w.leaf("ram:Content", "No. 4711 of 2020-01-01, 17.50 EUR")
				w.leaf("ram:SubjectCode", "AAI")
			})
		}
	})
	w.in("rsm:SupplyChainTradeTransaction", func() {
		for i := range o.lines {
			w.in("ram:IncludedSupplyChainTradeLineItem", func() { w.ciiLine(o, &o.lines[i], m.invoice) })
		}
		w.in("ram:ApplicableHeaderTradeAgreement", func() {
			w.leaf("ram:BuyerReference", full(o, "Dept. 7"))
			w.ciiParty("ram:SellerTradeParty", &o.seller, o.full)
			w.ciiParty("ram:BuyerTradeParty", &o.buyer, o.full)
			w.ciiReference("ram:SellerOrderReferencedDocument", full(o, "SO-1"), "")
			if refers || o.full {
				w.ciiReference("ram:BuyerOrderReferencedDocument", o.number, o.date)
			}
			w.ciiReference("ram:QuotationReferencedDocument", full(o, "Q-1"), "2026-01-02")
			w.ciiReference("ram:ContractReferencedDocument", full(o, "C-1"), "")
		})
		w.in("ram:ApplicableHeaderTradeDelivery", func() {
			w.in("ram:RelatedSupplyChainConsignment ram:SpecifiedLogisticsTransportMovement ram:CarrierTradeParty", func() { w.leaf("ram:Name", o.carrier) })
			if o.shipTo != nil {
				w.ciiParty("ram:ShipToTradeParty", o.shipTo, o.full)
			}
			if o.full {
				w.ciiParty("ram:ShipFromTradeParty", &parts, true)
			}
			w.ciiDelivery(o.from, o.delivery, m.invoice)
			if !m.invoice {
				w.ciiDate("ram:RequestedDespatchSupplyChainEvent ram:OccurrenceDateTime udt:DateTimeString", o.pickUp)
			}
		})
		w.in("ram:ApplicableHeaderTradeSettlement", func() {
			currency := "ram:OrderCurrencyCode"
			if m.invoice {
				w.leaf("ram:TaxCurrencyCode", o.otherTax[1])
				currency = "ram:InvoiceCurrencyCode"
			}
			w.leaf(currency, o.currency)
			w.ciiSettlement(o)
		})
	})
	w.WriteString("</rsm:" + m.root + ">\n")
	return []byte(w.String())
}

// zugferd1 returns a ZUGFeRD 1.0 invoice for the order: a Factur-X invoice with the element names of the
// draft that ZUGFeRD 1.0 is based on, and with the line items after everything else.
func zugferd1(o *order) []byte {
	text := string(cii(o, zugferd1Message, typeInvoice))
	const first, last = "<ram:IncludedSupplyChainTradeLineItem>", "</ram:IncludedSupplyChainTradeLineItem>\n"
	from, to := strings.Index(text, first), strings.LastIndex(text, last)+len(last)
	lines := text[from:to]
	text = strings.Replace(text[:from]+text[to:], "</rsm:SupplyChainTradeTransaction>", lines+"</rsm:SupplyChainTradeTransaction>", 1)
	return []byte(strings.NewReplacer(
		"rsm:CrossIndustryInvoice", "rsm:CrossIndustryDocument",
		"rsm:ExchangedDocumentContext", "rsm:SpecifiedExchangedDocumentContext",
		"rsm:ExchangedDocument", "rsm:HeaderExchangedDocument",
		"rsm:SupplyChainTradeTransaction", "rsm:SpecifiedSupplyChainTradeTransaction",
		"ram:ApplicableHeaderTrade", "ram:ApplicableSupplyChainTrade",
		"ram:SpecifiedLineTrade", "ram:SpecifiedSupplyChainTrade",
		"ram:SpecifiedTradeSettlementHeaderMonetarySummation", "ram:SpecifiedTradeSettlementMonetarySummation",
		"ram:SpecifiedTradeSettlementLineMonetarySummation", "ram:SpecifiedTradeSettlementMonetarySummation",
		"ram:IssuerAssignedID", "ram:ID",
		"ram:FormattedIssueDateTime", "ram:IssueDateTime", "qdt:DateTimeString", "udt:DateTimeString",
		"ram:RateApplicablePercent", "ram:ApplicablePercent",
	).Replace(text))
}

// full returns text, which no column states, if the document is to have such texts; otherwise "".
func full(o *order, text string) string {
	if !o.full {
		return ""
	}
	return text
}

// ciiDate writes a date in format 102, CCYYMMDD, in nested elements.
func (w *writer) ciiDate(elements, date string) {
	names := strings.Fields(elements)
	last := len(names) - 1
	w.in(strings.Join(names[:last], " "), func() { w.leaf(names[last], strings.ReplaceAll(date, "-", ""), "format", "102") })
}

func (w *writer) ciiReference(element, id, date string) {
	if id == "" {
		return
	}
	w.in(element, func() {
		w.leaf("ram:IssuerAssignedID", id)
		w.ciiDate("ram:FormattedIssueDateTime qdt:DateTimeString", date)
	})
}

func (w *writer) ciiDelivery(from, date string, invoice bool) {
	event := "ram:RequestedDeliverySupplyChainEvent"
	if invoice {
		event = "ram:ActualDeliverySupplyChainEvent"
	}
	if from == "" || invoice {
		w.ciiDate(event+" ram:OccurrenceDateTime udt:DateTimeString", date)
		return
	}
	w.in(event+" ram:OccurrenceSpecifiedPeriod", func() {
		w.ciiDate("ram:StartDateTime udt:DateTimeString", from)
		w.ciiDate("ram:EndDateTime udt:DateTimeString", date)
	})
}

// ciiParty writes a party. If full is set, it also writes what no column states of it.
func (w *writer) ciiParty(element string, p *party, full bool) {
	w.in(element, func() {
		if full {
			w.leaf("ram:ID", "P-77")
			w.leaf("ram:GlobalID", "4012345000009", "schemeID", "0088")
		}
		w.leaf("ram:Name", p.name)
		if full {
			w.in("ram:SpecifiedLegalOrganization", func() {
				w.leaf("ram:ID", "123456789", "schemeID", "0002")
				w.leaf("ram:TradingBusinessName", p.name+" (trading)")
			})
			w.in("ram:DefinedTradeContact", func() {
				w.leaf("ram:PersonName", "Robin Example")
				w.in("ram:TelephoneUniversalCommunication", func() { w.leaf("ram:CompleteNumber", "+49 30 1234") })
			})
		}
		w.in("ram:PostalTradeAddress", func() {
			w.leaf("ram:PostcodeCode", p.zip)
			lines := []string{p.street, p.more, p.box}
			if p.lineOne != "" {
				lines[0] = p.lineOne
			}
			lines = slices.DeleteFunc(lines, func(s string) bool { return s == "" })
			for i, name := range [...]string{"ram:LineOne", "ram:LineTwo", "ram:LineThree"} {
				if i < len(lines) {
					w.leaf(name, lines[i])
				}
			}
			w.leaf("ram:CityName", p.city)
			w.leaf("ram:CountryID", p.country)
			w.leaf("ram:CountrySubDivisionName", p.region)
		})
		if full {
			w.in("ram:SpecifiedTaxRegistration", func() { w.leaf("ram:ID", "DE123456789", "schemeID", "VA") })
		}
	})
}

// ciiChange writes a discount or a charge.
func (w *writer) ciiChange(element string, c change, vat string) {
	if c.amount == "" {
		return
	}
	w.in(element, func() {
		charge := "false"
		if c.charge {
			charge = "true"
		}
		w.in("ram:ChargeIndicator", func() { w.leaf("udt:Indicator", charge) })
		w.leaf("ram:CalculationPercent", c.percent)
		w.leaf("ram:BasisAmount", c.on)
		w.leaf("ram:ActualAmount", c.amount)
		w.leaf("ram:ReasonCode", c.code)
		w.leaf("ram:Reason", c.reason)
		w.in("ram:CategoryTradeTax", func() { w.leaf("ram:RateApplicablePercent", vat) })
	})
}

func (w *writer) ciiSettlement(o *order) {
	if o.billTo != nil {
		w.ciiParty("ram:InvoiceeTradeParty", o.billTo, o.full)
	}
	w.in("ram:SpecifiedTradeSettlementPaymentMeans", func() {
		w.leaf("ram:TypeCode", full(o, "30"))
		w.leaf("ram:Information", full(o, "Credit transfer"))
	})
	rates := o.rates
	if rates == nil {
		rates = []rate{{amount: o.tax}}
	}
	for _, r := range rates {
		w.in("ram:ApplicableTradeTax", func() {
			w.leaf("ram:CalculatedAmount", r.amount)
			w.leaf("ram:BasisAmount", r.on)
			w.leaf("ram:RateApplicablePercent", r.percent)
		})
	}
	const element = "ram:SpecifiedTradeAllowanceCharge"
	vat := full(o, "20.00")
	w.ciiChange(element, change{amount: o.allowance, reason: o.allowanceReason}, vat)
	if o.freight != "" && o.chargeCode == "" && o.charge != "" {
		w.in("ram:SpecifiedLogisticsServiceCharge", func() {
			w.leaf("ram:Description", o.chargeReason)
			w.leaf("ram:AppliedAmount", o.charge)
		})
	} else {
		w.ciiChange(element, change{charge: true, amount: o.charge, code: o.chargeCode, reason: o.chargeReason}, vat)
	}
	for _, c := range o.changes {
		w.ciiChange(element, c, vat)
	}
	for _, terms := range [...]string{o.terms, o.moreTerms} {
		w.in("ram:SpecifiedTradePaymentTerms", func() {
			w.leaf("ram:Description", terms)
			if terms != "" && o.full {
				w.ciiDate("ram:DueDateDateTime udt:DateTimeString", "2026-12-31")
			}
		})
	}
	w.in("ram:SpecifiedTradeSettlementHeaderMonetarySummation", func() {
		w.leaf("ram:LineTotalAmount", o.subtotal)
		w.leaf("ram:ChargeTotalAmount", o.charge)
		w.leaf("ram:AllowanceTotalAmount", o.allowance)
		w.leaf("ram:TaxBasisTotalAmount", full(o, o.subtotal))
		w.leaf("ram:TaxTotalAmount", o.tax, "currencyID", o.currency)
		w.leaf("ram:TaxTotalAmount", o.otherTax[0], "currencyID", o.otherTax[1])
		w.leaf("ram:RoundingAmount", o.round)
		grand := o.grand
		if grand == "" {
			grand = o.total
		}
		w.leaf("ram:GrandTotalAmount", grand)
		w.leaf("ram:TotalPrepaidAmount", o.prepaid)
		w.leaf("ram:DuePayableAmount", o.due)
	})
}

func (w *writer) ciiLine(o *order, l *item, invoice bool) {
	w.in("ram:AssociatedDocumentLineDocument", func() {
		w.leaf("ram:LineID", l.number)
		if l.status != "" {
			w.leaf("ram:LineStatusReasonCode", l.status)
		}
		w.in("ram:IncludedNote", func() { w.leaf("ram:Content", full(o, "Note 12 of line")) })
	})
	w.in("ram:SpecifiedTradeProduct", func() {
		w.leaf("ram:GlobalID", l.gtin, "schemeID", "0160")
		w.leaf("ram:SellerAssignedID", l.seller)
		w.leaf("ram:BuyerAssignedID", l.buyer)
		w.leaf("ram:Name", l.name)
		w.leaf("ram:Description", l.text)
		if o.full {
			w.in("ram:ApplicableProductCharacteristic", func() {
				w.leaf("ram:Description", "Colour")
				w.leaf("ram:Value", "Green")
			})
			w.in("ram:DesignatedProductClassification", func() { w.leaf("ram:ClassCode", "44121600", "listID", "TST") })
		}
	})
	w.in("ram:SpecifiedLineTradeAgreement", func() {
		w.in("ram:BuyerOrderReferencedDocument", func() { w.leaf("ram:LineID", full(o, "99")) })
		w.in("ram:GrossPriceProductTradePrice", func() {
			w.leaf("ram:ChargeAmount", l.gross)
			if l.gross != "" {
				w.leaf("ram:BasisQuantity", "1", "unitCode", l.unitCode)
			}
			w.ciiChange("ram:AppliedTradeAllowanceCharge", change{amount: l.off, reason: "Price list"}, "")
		})
		w.in("ram:NetPriceProductTradePrice", func() {
			w.leaf("ram:ChargeAmount", l.price)
			w.leaf("ram:BasisQuantity", l.base, "unitCode", l.unitCode)
		})
	})
	w.in("ram:SpecifiedLineTradeDelivery", func() {
		quantity := "ram:RequestedQuantity"
		if invoice {
			quantity = "ram:BilledQuantity"
		}
		w.leaf(quantity, l.quantity, "unitCode", l.unitCode)
		if l.quantity != "" {
			w.leaf("ram:PackageQuantity", full(o, "3"), "unitCode", "XCT")
		}
		w.ciiDelivery("", l.delivery, invoice)
	})
	w.in("ram:SpecifiedLineTradeSettlement", func() {
		w.in("ram:ApplicableTradeTax", func() { w.leaf("ram:RateApplicablePercent", full(o, "19.00")) })
		const element = "ram:SpecifiedTradeAllowanceCharge"
		if l.allowance != "" {
			percent := l.percent
			if percent == "0.05" {
				percent = "5" // what UBL calls a factor is always a percentage here
			}
			w.ciiChange(element, change{amount: l.allowance, percent: percent, on: l.on}, "")
		}
		for _, c := range l.changes {
			w.ciiChange(element, c, "")
		}
		w.in("ram:SpecifiedTradeSettlementLineMonetarySummation", func() { w.leaf("ram:LineTotalAmount", l.total) })
	})
}
