package electronic

import (
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
)

// dialect describes where an XML syntax states the columns' values.
type dialect struct {
	roots   string // names of root elements, with bars between them
	spaces  []string
	invoice bool
	number  path // of an invoice itself
	// answers are the codes, at kind, of documents that change or answer an order: what referred
	// gives of the order counts there before the document's own number and date.
	kind     path
	answers  []string
	referred []column
	head     []column
	terms    path // of payment, of which there may be several
	line     path // of each line item
	columns  []column
	// skipped are the codes, at skipCode, of line items that only sum up or comment on others.
	skipCode   path
	skipped    []string
	price      path // of one line item
	base       path // the quantity that the price is for
	currency   path // of sums, where they state it
	allowances allowances
	sums       sums
}

// column describes where a column's value is stated. Of several paths, and of several elements of a
// path, the first that yields a value counts.
type column struct {
	field schema.Field
	form  form
	paths []path
}

// allowances say where discounts and charges are stated, of an order or of a line item.
type allowances struct {
	each, ofLine                               path // those of an order, and those of a line item
	charge, amount, percent, base, code, words path // in each of them: what it is, how much, and why
	freight                                    path // further charges, all of which are for freight
}

// sums say where the sums of an order are.
type sums struct {
	lines, tax, taxes, rounding, prepaid, grand, payable path
}

// dialects are all that is read.
var dialects = [...]*dialect{&ublOrder, &ublInvoice, &ciiOrder, &ciiInvoice}

// Namespaces begin so. The version stands at the end.
const (
	ublSpace      = "urn:oasis:names:specification:ubl:schema:xsd:"
	ciiSpace      = "urn:un:unece:uncefact:data:"
	zugferd1Space = "urn:ferd:CrossIndustryDocument:invoice:"
)

// dialectOf is the dialect of a document's root element, nil if it is not one that is read.
func dialectOf(root *element) *dialect {
	for _, d := range dialects {
		if root.named(d.roots) && slices.ContainsFunc(d.spaces, func(s string) bool { return strings.HasPrefix(root.space, s) }) {
			return d
		}
	}
	return nil
}

// ublOrder are the orders of UBL 2.1: OrderType, and the messages about orders, which refer to one.
var ublOrder = dialect{
	roots:  "Order|OrderChange|OrderResponse",
	spaces: []string{ublSpace},
	head: []column{
		{schema.PONumber, text, []path{"OrderReference/ID", "ID"}},
		{schema.PODate, date, []path{"OrderReference/IssueDate", "IssueDate"}},
		{schema.Buyer, partyName, []path{"BuyerCustomerParty/Party"}},
		{schema.Supplier, partyName, []path{"SellerSupplierParty/Party"}},
		{schema.ShipTo, ublDelivery, []path{"Delivery"}},
		{schema.BillTo, block, []path{"AccountingCustomerParty/Party"}},
		{schema.DeliveryDate, date, ublDates},
		{schema.ShipVia, partyName, []path{"Delivery/CarrierParty", "Delivery/Shipment/ShipmentStage/CarrierParty"}},
		{schema.ShipVia, text, []path{"Delivery/Shipment/ShipmentStage/TransportMeans/TransportMeansTypeCode"}},
		{schema.ShipVia, transport, []path{"Delivery/Shipment/ShipmentStage/TransportModeCode"}},
		{schema.Currency, currencyCode, []path{"DocumentCurrencyCode", "PricingCurrencyCode"}},
	},
	terms: "PaymentTerms",
	line:  "OrderLine/LineItem",
	columns: append([]column{
		{schema.Quantity, amount, []path{"Quantity"}},
		{schema.Unit, unit, []path{"Quantity"}},
	}, ublLine...),
	price: "Price/PriceAmount", base: "Price/BaseQuantity", currency: "AnticipatedMonetaryTotal/PayableAmount",
	allowances: ublAllowances, sums: ublSums("AnticipatedMonetaryTotal"),
}

// ublInvoice are the invoices and credit notes of UBL 2.1. Their own number is not that of an order.
var ublInvoice = dialect{
	roots:   "Invoice|CreditNote",
	spaces:  []string{ublSpace},
	invoice: true,
	number:  "ID",
	head: []column{
		{schema.PONumber, text, []path{"OrderReference/ID"}},
		{schema.PODate, date, []path{"OrderReference/IssueDate", "IssueDate"}},
		{schema.Buyer, partyName, []path{"BuyerCustomerParty/Party", "AccountingCustomerParty/Party"}},
		{schema.Supplier, partyName, []path{"SellerSupplierParty/Party", "AccountingSupplierParty/Party"}},
		{schema.ShipTo, ublDelivery, []path{"Delivery"}},
		{schema.BillTo, block, []path{"AccountingCustomerParty/Party"}},
		{schema.DeliveryDate, date, ublDates},
		{schema.ShipVia, partyName, []path{"Delivery/CarrierParty"}},
		{schema.Currency, currencyCode, []path{"DocumentCurrencyCode"}},
	},
	terms: "PaymentTerms",
	line:  "InvoiceLine|CreditNoteLine",
	columns: append([]column{
		{schema.Quantity, amount, []path{"InvoicedQuantity|CreditedQuantity"}},
		{schema.Unit, unit, []path{"InvoicedQuantity|CreditedQuantity"}},
	}, ublLine...),
	price: "Price/PriceAmount", base: "Price/BaseQuantity", currency: "LegalMonetaryTotal/PayableAmount",
	allowances: ublAllowances, sums: ublSums("LegalMonetaryTotal"),
}

// ublDates are where UBL states when an order or a line item is delivered. Of a period the end counts:
// by then all is there.
var ublDates = []path{
	"Delivery/PromisedDeliveryPeriod/EndDate", "Delivery/RequestedDeliveryPeriod/EndDate",
	"Delivery/PromisedDeliveryPeriod/StartDate", "Delivery/RequestedDeliveryPeriod/StartDate",
	"Delivery/EstimatedDeliveryPeriod/EndDate", "Delivery/LatestDeliveryDate", "Delivery/ActualDeliveryDate",
}

// ublLine are the columns of line items that orders and invoices state alike.
var ublLine = []column{
	{schema.LineNumber, text, []path{"ID"}},
	{schema.ItemCode, text, []path{
		"Item/SellersItemIdentification/ID", "Item/BuyersItemIdentification/ID", "Item/ManufacturersItemIdentification/ID", "Item/StandardItemIdentification/ID",
	}},
	{schema.Description, product, []path{"Item"}},
	{schema.Unit, printedUnit, []path{"Item/AdditionalItemProperty"}},
	{schema.LineTotal, amount, []path{"LineExtensionAmount"}},
	{schema.DeliveryDate, date, ublDates},
}

var ublAllowances = allowances{
	each: "AllowanceCharge", ofLine: "AllowanceCharge", charge: "ChargeIndicator", amount: "Amount", percent: "MultiplierFactorNumeric", base: "BaseAmount",
	code: "AllowanceChargeReasonCode", words: "AllowanceChargeReason",
}

func ublSums(total path) sums {
	return sums{
		lines: total + "/LineExtensionAmount", tax: "TaxTotal/TaxAmount", rounding: total + "/PayableRoundingAmount",
		prepaid: total + "/PrepaidAmount", grand: total + "/TaxInclusiveAmount", payable: total + "/PayableAmount",
	}
}

// Parts of the paths of CII. Those behind the bars are the names in ZUGFeRD 1.0, which was made of an
// earlier draft.
const (
	ciiTrade      = "SupplyChainTradeTransaction|SpecifiedSupplyChainTradeTransaction/"
	ciiAgreement  = ciiTrade + "ApplicableHeaderTradeAgreement|ApplicableSupplyChainTradeAgreement/"
	ciiDelivery   = ciiTrade + "ApplicableHeaderTradeDelivery|ApplicableSupplyChainTradeDelivery/"
	ciiSettlement = ciiTrade + "ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement/"
	ciiDocument   = "ExchangedDocument|HeaderExchangedDocument/"
	ciiSum        = ciiSettlement + "SpecifiedTradeSettlementHeaderMonetarySummation|SpecifiedTradeSettlementMonetarySummation/"
	ciiLineItem   = ciiTrade + "IncludedSupplyChainTradeLineItem"

	ciiLineAgreement  = "SpecifiedLineTradeAgreement|SpecifiedSupplyChainTradeAgreement/"
	ciiLineDelivery   = "SpecifiedLineTradeDelivery|SpecifiedSupplyChainTradeDelivery/"
	ciiLineSettlement = "SpecifiedLineTradeSettlement|SpecifiedSupplyChainTradeSettlement/"

	ciiOrdered = ciiAgreement + "BuyerOrderReferencedDocument/"
	ciiConsign = ciiDelivery + "RelatedSupplyChainConsignment/SpecifiedLogisticsTransportMovement/"
)

// ciiOrder is an Order-X: the message SCRDMCCBDACIOMessageStructure of UN/CEFACT.
var ciiOrder = dialect{
	roots:   "SCRDMCCBDACIOMessageStructure|CrossIndustryOrder",
	spaces:  []string{ciiSpace},
	kind:    ciiDocument + "TypeCode",
	answers: []string{"230", "231"}, // an order's change, and the answer to an order (UN/CEFACT code list 1001)
	referred: []column{
		{schema.PONumber, text, []path{ciiOrdered + "IssuerAssignedID"}},
		{schema.PODate, date, []path{ciiOrdered + "FormattedIssueDateTime"}},
	},
	head: append([]column{
		{schema.PONumber, text, []path{ciiDocument + "ID"}},
		{schema.BillTo, block, []path{ciiSettlement + "InvoiceeTradeParty"}},
		{schema.PODate, date, []path{ciiDocument + "IssueDateTime"}},
	}, ciiHead...),
	terms: ciiTerms, line: ciiLineItem, columns: ciiLine, price: ciiNet + "ChargeAmount", base: ciiNet + "BasisQuantity",
	skipCode: ciiStatus, skipped: ciiSkipped,
	allowances: ciiAllowances, sums: ciiSums,
}

// ciiInvoice is a Factur-X or ZUGFeRD: the message CrossIndustryInvoice of UN/CEFACT, and that of
// ZUGFeRD 1.0.
var ciiInvoice = dialect{
	roots:   "CrossIndustryInvoice|CrossIndustryDocument",
	spaces:  []string{ciiSpace, zugferd1Space},
	invoice: true,
	number:  ciiDocument + "ID",
	head: append([]column{
		{schema.PONumber, text, []path{ciiOrdered + "IssuerAssignedID|ID"}},
		{schema.BillTo, block, []path{ciiSettlement + "InvoiceeTradeParty", ciiAgreement + "BuyerTradeParty"}},
		{schema.PODate, date, []path{ciiOrdered + "FormattedIssueDateTime|IssueDateTime", ciiDocument + "IssueDateTime"}},
	}, ciiHead...),
	terms: ciiTerms, line: ciiLineItem, columns: ciiLine, price: ciiNet + "ChargeAmount", base: ciiNet + "BasisQuantity",
	skipCode: ciiStatus, skipped: ciiSkipped,
	allowances: ciiAllowances, sums: ciiSums,
}

const (
	ciiNet    = ciiLineAgreement + "NetPriceProductTradePrice/"
	ciiStatus = "AssociatedDocumentLineDocument/LineStatusReasonCode"
	ciiTerms  = ciiSettlement + "SpecifiedTradePaymentTerms"
)

// ciiSkipped are the kinds of lines that hold no item of their own (Factur-X 1.0, EXTENDED).
var ciiSkipped = []string{"GROUP", "INFORMATION"}

var ciiHead = []column{
	{schema.Buyer, partyName, []path{ciiAgreement + "BuyerTradeParty"}},
	{schema.Supplier, partyName, []path{ciiAgreement + "SellerTradeParty"}},
	{schema.ShipTo, block, []path{ciiDelivery + "ShipToTradeParty"}},
	{schema.DeliveryDate, date, ciiDates(ciiDelivery)},
	{schema.ShipVia, partyName, []path{ciiConsign + "CarrierTradeParty", ciiDelivery + "RelatedSupplyChainConsignment/CarrierTradeParty"}},
	{schema.ShipVia, text, []path{ciiConsign + "Mode"}},
	{schema.ShipVia, transport, []path{ciiConsign + "ModeCode"}},
	{schema.Currency, currencyCode, []path{ciiSettlement + "OrderCurrencyCode|InvoiceCurrencyCode"}},
}

var ciiLine = []column{
	{schema.LineNumber, text, []path{"AssociatedDocumentLineDocument/LineID"}},
	{schema.ItemCode, text, []path{
		"SpecifiedTradeProduct/SellerAssignedID", "SpecifiedTradeProduct/BuyerAssignedID", "SpecifiedTradeProduct/ManufacturerAssignedID",
		"SpecifiedTradeProduct/GlobalID", "SpecifiedTradeProduct/ID",
	}},
	{schema.Description, product, []path{"SpecifiedTradeProduct"}},
	{schema.Quantity, amount, ciiQuantities},
	{schema.Unit, unit, ciiQuantities},
	{schema.LineTotal, amount, []path{
		ciiLineSettlement + "SpecifiedTradeSettlementLineMonetarySummation|SpecifiedTradeSettlementMonetarySummation/LineTotalAmount",
	}},
	{schema.DeliveryDate, date, ciiDates(ciiLineDelivery)},
}

// ciiQuantities are where CII states how much is ordered: what was agreed, in the answer to an order,
// before what was asked for.
var ciiQuantities = []path{
	ciiLineDelivery + "AgreedQuantity", ciiLineDelivery + "RequestedQuantity", ciiLineDelivery + "BilledQuantity",
}

// ciiDates are where CII states when something is delivered: what was agreed before what was asked for,
// and when it may be fetched only where nothing else is stated.
func ciiDates(delivery path) (paths []path) {
	for _, event := range [...]path{
		"PlannedDeliverySupplyChainEvent/", "RequestedDeliverySupplyChainEvent/", "ActualDeliverySupplyChainEvent/", "RequestedDespatchSupplyChainEvent/",
	} {
		paths = append(paths, delivery+event+"OccurrenceDateTime",
			delivery+event+"OccurrenceSpecifiedPeriod/EndDateTime", delivery+event+"OccurrenceSpecifiedPeriod/StartDateTime")
	}
	return paths
}

var ciiAllowances = allowances{
	each: ciiSettlement + "SpecifiedTradeAllowanceCharge", ofLine: ciiLineSettlement + "SpecifiedTradeAllowanceCharge",
	charge: "ChargeIndicator/Indicator", amount: "ActualAmount", percent: "CalculationPercent", base: "BasisAmount",
	code: "ReasonCode", words: "Reason",
	freight: ciiSettlement + "SpecifiedLogisticsServiceCharge/AppliedAmount",
}

var ciiSums = sums{
	lines: ciiSum + "LineTotalAmount", tax: ciiSum + "TaxTotalAmount", taxes: ciiSettlement + "ApplicableTradeTax/CalculatedAmount",
	rounding: ciiSum + "RoundingAmount", prepaid: ciiSum + "TotalPrepaidAmount",
	grand: ciiSum + "GrandTotalAmount", payable: ciiSum + "DuePayableAmount",
}

// read reads one order.
func (d *dialect) read(root *element) Order {
	o := Order{Invoice: d.invoice}
	if slices.Contains(d.answers, root.at(d.kind)) {
		fill(&o.Head, root, d.referred)
	}
	fill(&o.Head, root, d.head)
	set(&o.Head, schema.PaymentTerms, paragraphs(root.all(d.terms)))
	if c := &o.Head[schema.PONumber]; d.invoice && c.Value == root.at(d.number) {
		*c = schema.Cell{} // some programs refer to the invoice as its own order
	}
	for _, e := range d.items(root) {
		var line schema.Cells
		fill(&line, e, d.columns)
		price, _ := d.unitPrice(e)
		set(&line, schema.UnitPrice, price)
		set(&line, schema.Discount, d.discount(e))
		o.Lines = append(o.Lines, line)
	}
	d.readSums(&o.Head, root)
	return o
}

// items are the elements of line items. Lines that only sum up or comment on others are none, nor are
// those of which there is nothing, for nothing (see isItem): some programs write headings and notes so.
func (d *dialect) items(root *element) (items []*element) {
	root.each(d.line, func(e *element) bool {
		if !slices.Contains(d.skipped, e.at(d.skipCode)) && d.isItem(e) {
			items = append(items, e)
		}
		return true
	})
	return items
}

// isItem reports whether a line states a quantity or a total other than 0, or else an item. An item of
// which there are 0, for a total of 0, counts if it has a price: who cancels a line of an order, or has
// none left, writes so. Headings have none, or, in invoices, which require one, that of 0.
func (d *dialect) isItem(line *element) bool {
	zero, none, item := false, false, false
	for i := range d.columns {
		c := &d.columns[i]
		switch c.field {
		case schema.Quantity, schema.LineTotal:
			switch v := c.value(line); {
			case isZero(v):
				zero, none = true, none || c.field == schema.Quantity
			case v != "":
				return true
			}
		case schema.Description, schema.ItemCode:
			item = item || c.value(line) != ""
		}
	}
	price, _ := d.unitPrice(line)
	return item && (!zero || price != "" && !(none && isZero(price)))
}

// isZero reports whether a value is a number that is 0.
func isZero(value string) bool {
	n, err := decimal.NewFromString(value)
	return err == nil && n.IsZero()
}

// fill sets the cells of columns.
func fill(cells *schema.Cells, e *element, columns []column) {
	for _, c := range columns {
		if cells[c.field].Value != "" && c.field != schema.Unit {
			continue
		}
		set(cells, c.field, c.value(e))
	}
}

// value is the column's value, as it is stated beneath an element.
func (c *column) value(e *element) (value string) {
	for _, p := range c.paths {
		stated := !e.each(p, func(found *element) bool {
			value = c.form(found)
			return value == ""
		})
		if stated {
			break
		}
	}
	return value
}

// set sets a cell. Its words are the value itself, and it stands on no page.
func set(cells *schema.Cells, f schema.Field, value string) {
	if value != "" {
		cells[f] = schema.Cell{Value: value, Evidence: doc.Evidence{Confidence: stated, Words: strings.Fields(value)}}
	}
}

// stated is the confidence of what a document itself states.
const stated = 1
