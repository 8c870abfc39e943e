package ubl_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lineitem/convert"
	"lineitem/convert/electronic/electronictest"
	"lineitem/convert/order"
	"lineitem/convert/ubl"
)

// result returns a result with the given rows.
func result(rows []map[string]string) *convert.Result {
	r := &convert.Result{Columns: order.Schema[:], RowCount: len(rows)}
	for _, row := range rows {
		cells := make(order.Row, order.NumFields)
		for f := range order.NumFields {
			cells[f] = order.Property{Key: f.Key(), Value: row[f.Key()]}
		}
		r.Rows = append(r.Rows, cells)
	}
	return r
}

// wanted returns the rows, by name, of all orders whose correct rows are known.
func wanted(t testing.TB) map[string][]map[string]string {
	t.Helper()
	all := map[string][]map[string]string{}
	for _, pattern := range []string{"../../testdata/orders/*.json", "../../testdata/taught/truth/*.json", "../../testdata/pictures/*.json"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("nothing is %s (%v)", pattern, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var truth struct{ Rows []map[string]string }
			if err := json.Unmarshal(data, &truth); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			all[filepath.Base(name)] = truth.Rows
		}
	}
	for _, s := range electronictest.Samples() {
		all[s.Name] = s.Rows
	}
	return all
}

func write(t testing.TB, r *convert.Result) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := ubl.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestRoundTrip checks that rows written as UBL are read back unchanged, except that each line gets a number
// and percentages become numbers.
func TestRoundTrip(t *testing.T) {
	values, wrong := 0, 0
	for name, rows := range wanted(t) {
		in := result(rows)
		got, err := new(convert.Converter).Convert(t.Context(), convert.Input{Data: write(t, in)})
		if err != nil || got.RowCount != in.RowCount {
			t.Errorf("%s: %d rows become %+v, %v", name, in.RowCount, got, err)
			continue
		}
		line := 0
		for i := range in.Rows {
			if line++; i > 0 && in.Rows[i][order.PONumber].Value != in.Rows[i-1][order.PONumber].Value {
				line = 1
			}
			for f := range order.NumFields {
				want := in.Rows[i][f].Value
				switch {
				case f == order.LineNumber && want == "":
					want = fmt.Sprint(line)
				case f == order.Discount:
					want = strings.NewReplacer(" ", "", ",", ".").Replace(want) // a number in XML
				}
				if values++; got.Rows[i][f].Value != want {
					wrong++
					t.Errorf("%s: row %d: %s = %q, want %q", name, i, f.Key(), got.Rows[i][f].Value, want)
				}
			}
		}
	}
	t.Logf("%d of %d values are the same", values-wrong, values)
}

// TestRoundTripOfAddresses checks that an address with equal lines is read back as it was written.
func TestRoundTripOfAddresses(t *testing.T) {
	for _, block := range []string{
		"Acme Ltd, 1 Main Street, Singapore, Singapore",
		"Acme Ltd, 1 Main Street, Singapore 238801, Singapore, SG",
		"Acme GmbH, Kai 1, Kai 1, 20457 Hamburg",
	} {
		in := result([]map[string]string{{"line_number": "1", "description": "Bolt", "ship_to": block, "bill_to": block}})
		got, err := new(convert.Converter).Convert(t.Context(), convert.Input{Data: write(t, in)})
		if err != nil || !reflect.DeepEqual(got.Rows, in.Rows) {
			t.Errorf("%q becomes %+v, %v", block, got.Rows, err)
		}
	}
}

// TestRoundTripOfZero checks that cancelled lines (quantity 0) and free freight are read back as they were
// written.
func TestRoundTripOfZero(t *testing.T) {
	rows := []map[string]string{
		{"line_number": "1", "description": "Bolt", "quantity": "4", "unit_price": "1.00", "line_total": "4.00", "shipping": "0.00", "total": "4.00"},
		{"line_number": "2", "description": "Mustard", "quantity": "0", "unit_price": "44.30", "line_total": "0.00", "shipping": "0.00", "total": "4.00"},
		{"line_number": "3", "description": "Freight", "unit_price": "0.00", "line_total": "0.00", "shipping": "0.00", "total": "4.00"},
	}
	in := result(rows)
	got, err := new(convert.Converter).Convert(t.Context(), convert.Input{Data: write(t, in)})
	if err != nil || !reflect.DeepEqual(got.Rows, in.Rows) {
		t.Errorf("rows become %+v, %v, want %+v", got, err, in.Rows)
	}
}

// child is an element in the sequence of children that the UBL 2.1 schema defines for another element.
type child struct {
	name     string
	required bool
	many     bool
}

// sequences lists the children of the elements that are written, in order, from the tables of UBL 2.1 (OASIS
// Standard, 4 November 2013: UBL-Order-2.1, UBL-CommonAggregateComponents-2.1). "!" marks required children,
// and "*" those that may be repeated. Some elements that are never written are left out.
var sequences = map[string][]child{
	"Order":                     sequence("UBLVersionID CustomizationID ProfileID ID! SalesOrderID CopyIndicator UUID IssueDate! IssueTime OrderTypeCode Note* RequestedInvoiceCurrencyCode DocumentCurrencyCode PricingCurrencyCode TaxCurrencyCode CustomerReference AccountingCostCode AccountingCost LineCountNumeric ValidityPeriod* QuotationDocumentReference OrderDocumentReference* OriginatorDocumentReference CatalogueReference AdditionalDocumentReference* Contract* ProjectReference* Signature* BuyerCustomerParty! SellerSupplierParty! OriginatorCustomerParty FreightForwarderParty AccountingCustomerParty Delivery* DeliveryTerms PaymentMeans* PaymentTerms* TransactionConditions AllowanceCharge* TaxExchangeRate PricingExchangeRate PaymentExchangeRate DestinationCountry TaxTotal* AnticipatedMonetaryTotal OrderLine!*"),
	"BuyerCustomerParty":        sequence("CustomerAssignedAccountID SupplierAssignedAccountID AdditionalAccountID* Party DeliveryContact AccountingContact BuyerContact"),
	"AccountingCustomerParty":   sequence("CustomerAssignedAccountID SupplierAssignedAccountID AdditionalAccountID* Party DeliveryContact AccountingContact BuyerContact"),
	"SellerSupplierParty":       sequence("CustomerAssignedAccountID AdditionalAccountID* DataSendingCapability Party DespatchContact AccountingContact SellerContact"),
	"Party":                     partySequence,
	"CarrierParty":              partySequence,
	"DeliveryParty":             partySequence,
	"PartyName":                 sequence("Name!"),
	"PostalAddress":             addressSequence,
	"Address":                   addressSequence,
	"AddressLine":               sequence("Line!"),
	"Country":                   sequence("IdentificationCode Name"),
	"Delivery":                  sequence("ID Quantity MinimumQuantity MaximumQuantity ActualDeliveryDate ActualDeliveryTime LatestDeliveryDate LatestDeliveryTime ReleaseID TrackingID DeliveryAddress DeliveryLocation AlternativeDeliveryLocation RequestedDeliveryPeriod PromisedDeliveryPeriod EstimatedDeliveryPeriod CarrierParty DeliveryParty NotifyParty* Despatch DeliveryTerms* MinimumDeliveryUnit MaximumDeliveryUnit Shipment"),
	"DeliveryLocation":          sequence("ID Description* Conditions* CountrySubentity CountrySubentityCode LocationTypeCode InformationURI Name ValidityPeriod* Address SubsidiaryLocation* LocationCoordinate*"),
	"RequestedDeliveryPeriod":   sequence("StartDate StartTime EndDate EndTime DurationMeasure DescriptionCode* Description*"),
	"PaymentTerms":              sequence("ID PaymentMeansID* PrepaidPaymentReferenceID Note* ReferenceEventCode SettlementDiscountPercent PenaltySurchargePercent PaymentPercent Amount"),
	"AllowanceCharge":           sequence("ID ChargeIndicator! AllowanceChargeReasonCode AllowanceChargeReason* MultiplierFactorNumeric PrepaidIndicator SequenceNumeric Amount! BaseAmount AccountingCostCode AccountingCost PerUnitAmount TaxCategory* TaxTotal PaymentMeans*"),
	"TaxTotal":                  sequence("TaxAmount! RoundingAmount TaxEvidenceIndicator TaxIncludedIndicator TaxSubtotal*"),
	"AnticipatedMonetaryTotal":  sequence("LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount!"),
	"OrderLine":                 sequence("SubstitutionStatusCode Note* LineItem! SellerProposedSubstituteLineItem* SellerSubstitutedLineItem* BuyerProposedSubstituteLineItem* CatalogueLineReference QuotationLineReference OrderLineReference* DocumentReference*"),
	"LineItem":                  sequence("ID! SalesOrderID UUID Note* LineStatusCode Quantity LineExtensionAmount TotalTaxAmount MinimumQuantity MaximumQuantity MinimumBackorderQuantity MaximumBackorderQuantity InspectionMethodCode PartialDeliveryIndicator BackOrderAllowedIndicator AccountingCostCode AccountingCost WarrantyInformation* Delivery* DeliveryTerms OriginatorParty OrderedShipment* PricingReference AllowanceCharge* Price Item! SubLineItem* WarrantyValidityPeriod WarrantyParty TaxTotal* ItemPriceExtension LineReference*"),
	"Price":                     sequence("PriceAmount! BaseQuantity PriceChangeReason* PriceTypeCode PriceType OrderableUnitFactorRate ValidityPeriod* PriceList AllowanceCharge*"),
	"Item":                      sequence("Description* PackQuantity PackSizeNumeric CatalogueIndicator Name HazardousRiskIndicator AdditionalInformation* Keyword* BrandName* ModelName* BuyersItemIdentification SellersItemIdentification ManufacturersItemIdentification* StandardItemIdentification CatalogueItemIdentification AdditionalItemIdentification* CatalogueDocumentReference ItemSpecificationDocumentReference* OriginCountry CommodityClassification* TransactionConditions* HazardousItem* ClassifiedTaxCategory* AdditionalItemProperty*"),
	"SellersItemIdentification": sequence("ID! ExtendedID"),
	"AdditionalItemProperty":    sequence("ID Name! NameCode TestMethod Value ValueQuantity"),
}

var (
	partySequence   = sequence("MarkCareIndicator MarkAttentionIndicator WebsiteURI LogoReferenceID EndpointID IndustryClassificationCode PartyIdentification* PartyName* Language PostalAddress PhysicalLocation PartyTaxScheme* PartyLegalEntity* Contact Person* AgentParty")
	addressSequence = sequence("ID AddressTypeCode AddressFormatCode Postbox Floor Room StreetName AdditionalStreetName BlockName BuildingName BuildingNumber InhouseMail Department MarkAttention MarkCare PlotIdentification CitySubdivisionName CityName PostalZone CountrySubentity CountrySubentityCode Region District TimezoneOffset AddressLine* Country LocationCoordinate*")
)

func sequence(names string) (s []child) {
	for name := range strings.FieldsSeq(names) {
		s = append(s, child{strings.Trim(name, "!*"), strings.Contains(name, "!"), strings.Contains(name, "*")})
	}
	return s
}

// forms are the forms of values, and the required attributes, by the endings of their elements' names.
var forms = []struct {
	suffix    string
	form      *regexp.Regexp
	attribute string
}{
	{"Amount", regexp.MustCompile(`^-?[0-9]*\.?[0-9]+$`), "currencyID"},
	{"Quantity", regexp.MustCompile(`^-?[0-9]*\.?[0-9]+$`), ""},
	{"Numeric", regexp.MustCompile(`^-?[0-9]*\.?[0-9]+$`), ""},
	{"Date", regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`), ""},
	{"Indicator", regexp.MustCompile(`^(true|false)$`), ""},
}

// invalid returns what violates the schema in a UBL Order, including required elements that are missing.
func invalid(data []byte) (wrong []string) {
	type open struct {
		name string
		at   int // index of the last child in the sequence, -1 before the first
		seen map[string]int
	}
	var stack []open
	decoder := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return wrong
		}
		if err != nil {
			return append(wrong, err.Error())
		}
		switch token := token.(type) {
		case xml.StartElement:
			name := token.Name.Local
			if len(stack) > 0 {
				top := &stack[len(stack)-1]
				at := slices.IndexFunc(sequences[top.name], func(c child) bool { return c.name == name })
				switch {
				case at < 0:
					wrong = append(wrong, name+" is no child of "+top.name)
				case at < top.at:
					wrong = append(wrong, name+" stands too late in "+top.name)
				case at == top.at && !sequences[top.name][at].many:
					wrong = append(wrong, name+" stands twice in "+top.name)
				}
				top.at = at
				top.seen[name]++
			}
			for _, f := range forms {
				if strings.HasSuffix(name, f.suffix) && f.attribute != "" && !slices.ContainsFunc(token.Attr, func(a xml.Attr) bool { return a.Name.Local == f.attribute && a.Value != "" }) {
					wrong = append(wrong, name+" has no "+f.attribute)
				}
			}
			stack = append(stack, open{name, -1, map[string]int{}})
		case xml.CharData:
			text := strings.TrimSpace(string(token))
			if text == "" {
				continue
			}
			name := stack[len(stack)-1].name
			for _, f := range forms {
				if strings.HasSuffix(name, f.suffix) && !f.form.MatchString(text) {
					wrong = append(wrong, fmt.Sprintf("%s is %q", name, text))
				}
			}
		case xml.EndElement:
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, c := range sequences[top.name] {
				if c.required && top.seen[c.name] == 0 {
					wrong = append(wrong, top.name+" has no "+c.name)
				}
			}
		}
	}
}

// TestSchema checks that documents conform to the schema, and that they name in a comment what UBL requires
// and the order does not state.
func TestSchema(t *testing.T) {
	told := map[string]string{"Order has no ID": "po_number", "Order has no IssueDate": "po_date", "Order has no OrderLine": "line items"}
	documents := 0
	for name, rows := range wanted(t) {
		orders := ubl.Orders(result(rows))
		for i := range orders {
			var b bytes.Buffer
			e := ubl.NewEncoder(&b, false)
			if err := errors.Join(e.Write(&orders[i]), e.Close()); err != nil {
				t.Fatal(err)
			}
			documents++
			_, comment, _ := strings.Cut(b.String(), "Required by UBL 2.1, but not stated: ")
			comment, _, _ = strings.Cut(comment, "-->")
			for _, wrong := range invalid(b.Bytes()) {
				if key := told[wrong]; key == "" || !strings.Contains(comment, key) {
					t.Errorf("%s: %s", name, wrong)
				}
			}
		}
	}
	t.Logf("%d orders follow the schema", documents)
	bad := []byte(`<Order><IssueDate>7</IssueDate><ID/><Note/></Order>`)
	if wrong := invalid(bad); len(wrong) < 5 {
		t.Errorf("the check finds only %q wrong with %s", wrong, bad)
	}
}

// TestSeveralOrders checks that one order is a document of its own, and that several orders, or none, are
// written in an element orders.
func TestSeveralOrders(t *testing.T) {
	row := func(number string) map[string]string {
		return map[string]string{"po_number": number, "description": "Bolt"}
	}
	for _, test := range []struct {
		rows   []map[string]string
		root   string
		orders int
	}{
		{nil, "<orders>", 0},
		{[]map[string]string{row("1"), row("1")}, "<Order ", 1},
		{[]map[string]string{row("1"), row("2"), row("2")}, "<orders>", 2},
	} {
		text := string(write(t, result(test.rows)))
		_, body, _ := strings.Cut(text, "\n")
		if !strings.HasPrefix(body, test.root) || strings.Count(text, "<Order ") != test.orders {
			t.Errorf("%d rows are written as\n%s\nwant %d orders in %s", len(test.rows), text, test.orders, test.root)
		}
	}
}

// TestMissing checks that values without a place in UBL are named in a note, and that characters that would
// break the XML are escaped.
func TestMissing(t *testing.T) {
	rows := []map[string]string{{
		"description": "a --> b & <c> \x01", "quantity": "many", "unit": "Fuder", "unit_price": "2.00", "discount": "5%", "subtotal": "4.00", "po_date": "soon",
	}}
	text := string(write(t, result(rows)))
	for _, want := range []string{
		"not stated: po_number, po_date, buyer, supplier.", "subtotal (UBL states it only with a total)", "quantity of line 1", "discount of line 1",
		"a --&gt; b &amp; &lt;c&gt; \uFFFD", "<cbc:Value>Fuder</cbc:Value>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	for _, wrong := range invalid([]byte(text)) {
		if !strings.HasPrefix(wrong, "Order has no") {
			t.Error(wrong)
		}
	}
}
