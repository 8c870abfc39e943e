package electronic

import (
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
)

// dialect describes where an XML syntax states the values of columns.
type dialect struct {
	roots   string // names of root elements, separated by bars
	spaces  []string
	invoice bool
	number  path // of an invoice itself
	// answers are the values of kind for documents that change or answer an order: in these, the order
	// data found by referred takes precedence over the document's own number and date.
	kind     path
	answers  []string
	referred []column
	head     []column
	terms    path // of payment, of which there may be several
	line     path // of each line item
	columns  []column
	// skipped are the values of skipCode for lines that only sum up or comment on others.
	skipCode   path
	skipped    []string
	price      path // unit price of a line item
	base       path // the quantity that the price is for
	currency   path // where the currency is read from the sums
	allowances allowances
	sums       sums
}

// column describes where a column's value is stated. Of several paths, and of several elements at one
// path, the first that yields a value counts.
type column struct {
	field schema.Field
	form  form
	paths []path
}

// allowances says where discounts and charges are stated.
type allowances struct {
	each, ofLine                               path // those of the whole order, and those of a line item
	charge, amount, percent, base, code, words path // within each: whether it is a charge, how much, and why
	freight                                    path // further charges of an order, all of which are for freight
}

// sums says where the totals of an order are stated.
type sums struct {
	lines, tax, taxes, rounding, prepaid, grand, payable path
}

// dialects are all syntaxes that are read.
var dialects = [...]*dialect{&ublOrder, &ublInvoice, &ciiOrder, &ciiInvoice}

// Prefixes of namespaces; the version follows.
const (
	ublSpace      = "urn:oasis:names:specification:ubl:schema:xsd:"
	ciiSpace      = "urn:un:unece:uncefact:data:"
	zugferd1Space = "urn:ferd:CrossIndustryDocument:invoice:"
)

// dialectOf returns the dialect of a document's root element, nil if it is not one that is read.
func dialectOf(root *element) *dialect {
	for _, d := range dialects {
		if root.named(d.roots) && slices.ContainsFunc(d.spaces, func(s string) bool { return strings.HasPrefix(root.space, s) }) {
			return d
		}
	}
	return nil
}

// ublOrder is the dialect of orders in UBL 2.1 (OrderType), and of the messages that change or answer an order.
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

// ublInvoice is the dialect of invoices and credit notes in UBL 2.1. Their own number is not an order number.
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

// ublDates are where UBL states the delivery date of an order or a line item. Of a period the end takes precedence,
// as everything is delivered by then.
var ublDates = []path{
	"Delivery/PromisedDeliveryPeriod/EndDate", "Delivery/RequestedDeliveryPeriod/EndDate",
	"Delivery/PromisedDeliveryPeriod/StartDate", "Delivery/RequestedDeliveryPeriod/StartDate",
	"Delivery/EstimatedDeliveryPeriod/EndDate", "Delivery/LatestDeliveryDate", "Delivery/ActualDeliveryDate",
}

// ublLine are the columns that line items of orders and of invoices have in common.
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

// Parts of the paths of CII. The names after the bars are those of ZUGFeRD 1.0, which is based on an
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
	answers: []string{"230", "231"}, // order change, and order response (UN/CEFACT code list 1001)
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

// ciiInvoice is a Factur-X or ZUGFeRD: UN/CEFACT's message CrossIndustryInvoice, or the message of
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

// ciiSkipped are the status codes of lines that are not items themselves (Factur-X 1.0, EXTENDED).
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

// ciiQuantities are where CII states the ordered quantity: the agreed quantity, stated in the answer to an order,
// takes precedence over the requested one.
var ciiQuantities = []path{
	ciiLineDelivery + "AgreedQuantity", ciiLineDelivery + "RequestedQuantity", ciiLineDelivery + "BilledQuantity",
}

// ciiDates returns where CII states a delivery date: what was agreed takes precedence over what was requested,
// and the date of despatch counts only if there is no other.
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

// read reads one order or invoice.
func (d *dialect) read(root *element) Order {
	o := Order{Invoice: d.invoice}
	if slices.Contains(d.answers, root.at(d.kind)) {
		fill(&o.Head, root, d.referred)
	}
	fill(&o.Head, root, d.head)
	set(&o.Head, schema.PaymentTerms, paragraphs(root.all(d.terms)))
	if c := &o.Head[schema.PONumber]; d.invoice && c.Value == root.at(d.number) {
		*c = schema.Cell{} // some programs state the invoice's own number as the order's
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

// items returns the elements of line items. It leaves out lines that only sum up or comment on others, and
// lines with quantity and total 0 that are no items (see isItem): some programs write headings and notes so.
func (d *dialect) items(root *element) (items []*element) {
	root.each(d.line, func(e *element) bool {
		if !slices.Contains(d.skipped, e.at(d.skipCode)) && d.isItem(e) {
			items = append(items, e)
		}
		return true
	})
	return items
}

// isItem reports whether a line states a quantity or a total other than 0, or else an item. An item with
// quantity 0 and total 0 counts if it has a price: this is how cancelled lines and items out of stock
// are written. Headings have no price, or, in invoices, where a price is mandatory, the price 0.
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

// fill sets the cells of columns that have no value yet; of the unit, the last stated value counts.
func fill(cells *schema.Cells, e *element, columns []column) {
	for _, c := range columns {
		if cells[c.field].Value != "" && c.field != schema.Unit {
			continue
		}
		set(cells, c.field, c.value(e))
	}
}

// value returns the column's value as stated beneath an element.
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

// set sets a cell. Its Words are those of the value itself, and it has no page.
func set(cells *schema.Cells, f schema.Field, value string) {
	if value != "" {
		cells[f] = schema.Cell{Value: value, Evidence: doc.Evidence{Confidence: stated, Words: strings.Fields(value)}}
	}
}

// stated is the confidence of what a document itself states.
const stated = 1
