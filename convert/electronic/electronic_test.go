package electronic_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"lineitem/convert/electronic"
	"lineitem/convert/electronic/electronictest"
	"lineitem/convert/order/review"
	"lineitem/convert/order/schema"
)

// rowsOf returns the rows of orders, by column key.
func rowsOf(orders []electronic.Order) (rows []map[string]string) {
	for i := range orders {
		for k := range orders[i].Lines {
			row := map[string]string{}
			for f := range schema.NumFields {
				v := orders[i].Lines[k][f].Value
				if v == "" {
					v = orders[i].Head[f].Value
				}
				if v != "" {
					row[f.Key()] = v
				}
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// TestSamples checks that exactly the values of the samples are read, in each syntax.
func TestSamples(t *testing.T) {
	samples := electronictest.Samples()
	if len(samples) < 145 {
		t.Errorf("%d samples, want at least 145", len(samples))
	}
	values, wrong := 0, 0
	for _, s := range samples {
		orders, err := electronic.Read(t.Context(), s.XML, electronic.Limits{})
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		rows := rowsOf(orders)
		if len(rows) != len(s.Rows) {
			t.Errorf("%s: %d rows, want %d", s.Name, len(rows), len(s.Rows))
			continue
		}
		for i, want := range s.Rows {
			keys := slices.Collect(maps.Keys(want))
			for key := range rows[i] {
				if want[key] == "" {
					keys = append(keys, key)
				}
			}
			for _, key := range keys {
				if values++; rows[i][key] != want[key] {
					wrong++
					t.Errorf("%s: row %d: %s = %q, want %q", s.Name, i, key, rows[i][key], want[key])
				}
			}
		}
	}
	t.Logf("%d samples: %d of %d values right", len(samples), values-wrong, values)
}

func entriesOf(o *electronic.Order) []review.Entry {
	var l review.List
	electronic.Review(o, &l)
	return l.Entries()
}

// TestReview checks that an order whose sums agree needs no review, in any syntax, and that one without
// prices does.
func TestReview(t *testing.T) {
	for _, s := range electronictest.Samples() {
		orders, err := electronic.Read(t.Context(), s.XML, electronic.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		entries := entriesOf(&orders[0])
		if unpriced := s.Rows[0]["total"] == ""; unpriced != (len(entries) > 0) {
			t.Errorf("%s: review = %v", s.Name, entries)
		}
	}
}

// TestReviewTellsWrongSums checks that the review tells of sums that contradict each other.
func TestReviewTellsWrongSums(t *testing.T) {
	plain := sample(t, "ubl-order-plain")
	for _, test := range []struct{ old, new, key, code string }{
		{`<cbc:Quantity unitCode="H87">4<`, `<cbc:Quantity unitCode="H87">5<`, "line_total", "line_unproven"},
		{`>168.98</cbc:PayableAmount>`, `>186.98</cbc:PayableAmount>`, "total", "total_unproven"},
		{`>142.00</cbc:LineExtensionAmount>`, `>124.00</cbc:LineExtensionAmount>`, "subtotal", "total_unproven"},
		{"<cbc:ID>4500123</cbc:ID>", "", "po_number", "missing"},
		{">102.00</cbc:LineExtensionAmount>", ">102,0x</cbc:LineExtensionAmount>", "line_total", "line_unproven"},
	} {
		changed := strings.Replace(string(plain.XML), test.old, test.new, 1)
		if changed == string(plain.XML) {
			t.Fatalf("the sample has no %q", test.old)
		}
		orders, err := electronic.Read(t.Context(), []byte(changed), electronic.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		entries := entriesOf(&orders[0])
		if !slices.ContainsFunc(entries, func(e review.Entry) bool { return e.Key == test.key && string(e.Code) == test.code }) {
			t.Errorf("with %q: review = %+v, want %s of %s", test.new, entries, test.code, test.key)
		}
	}
}

func sample(t testing.TB, name string) electronictest.Sample {
	t.Helper()
	for _, s := range electronictest.Samples() {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("there is no sample %s", name)
	return electronictest.Sample{}
}

// TestEncodings checks that a document is read in the encoding that it declares or that its first bytes show.
func TestEncodings(t *testing.T) {
	s := sample(t, "ubl-order-plain")
	utf8 := string(s.XML)
	encode := func(e encoding.Encoding, declared string) string {
		text, err := e.NewEncoder().String(strings.Replace(utf8, "UTF-8", declared, 1))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for name, data := range map[string]string{
		"UTF-8 with a mark": "\ufeff" + utf8,
		"UTF-16":            encode(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "UTF-16"),
		"UTF-16 big endian": encode(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "UTF-16"),
		"Latin 1":           encode(charmap.ISO8859_1, "ISO-8859-1"),
		"Windows-1252":      encode(charmap.Windows1252, "windows-1252"),
	} {
		orders, err := electronic.Read(t.Context(), []byte(data), electronic.Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := orders[0].Head[schema.Buyer].Value; got != s.Rows[0]["buyer"] {
			t.Errorf("%s: buyer = %q, want %q", name, got, s.Rows[0]["buyer"])
		}
	}
}

// TestRefused checks that XML that is not an order, or would take too much time or memory, is refused with an
// error that says why.
func TestRefused(t *testing.T) {
	order := func(inside string) string {
		return `<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2">` + inside + `</Order>`
	}
	few := electronic.Limits{Bytes: 1 << 20, Elements: 1000, Depth: 10, Attributes: 50, Lines: 5}
	for name, test := range map[string]struct{ xml, want string }{
		"another root":       {`<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>`, `root element "html"`},
		"another namespace":  {`<Order xmlns="urn:example:shop"/>`, `UBL 2.1 Order`},
		"a DTD":              {`<!DOCTYPE Order [<!ENTITY a "b">]>` + order("<ID>&a;</ID>"), "DTD"},
		"an external entity": {`<!DOCTYPE Order SYSTEM "file:///etc/passwd">` + order(""), "DTD"},
		"an unknown entity":  {order("<ID>&a;</ID>"), "malformed in line 1"},
		"an open element":    {strings.TrimSuffix(order(""), "</Order>"), "malformed"},
		"nothing":            {`<?xml version="1.0"?>`, "no element"},
		"an encoding":        {`<?xml version="1.0" encoding="EBCDIC"?>` + order(""), "encoding"},
		"depth":              {order(strings.Repeat("<a>", 20) + strings.Repeat("</a>", 20)), "10 elements of XML in each other"},
		"elements":           {order(strings.Repeat("<a/>", 2000)), "1000 elements of XML"},
		"attributes":         {order("<a " + strings.Repeat(`a="" `, 100) + "/>"), "50 attributes"},
		"lines":              {order(strings.Repeat("<OrderLine><LineItem/></OrderLine>", 6)), "5 line items"},
		"bytes":              {order(strings.Repeat(" ", 1<<20)), "bytes"},
	} {
		_, err := electronic.Read(t.Context(), []byte(test.xml), few)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error = %v, want one of %q", name, err, test.want)
		}
	}
}

// TestCancelled checks that reading ends when its context is cancelled.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := electronic.Read(ctx, sample(t, "ubl-order-plain").XML, electronic.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want %v", err, context.Canceled)
	}
}

// TestEnvelopes checks that all orders in an envelope are read.
func TestEnvelopes(t *testing.T) {
	inside := ""
	for _, name := range []string{"ubl-order-plain", "ubl-order-freight"} {
		_, order, _ := strings.Cut(string(sample(t, name).XML), "?>")
		inside += order
	}
	for _, test := range []struct {
		xml  string
		want int
	}{
		{`<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"><StandardBusinessDocumentHeader/>` + inside + `</StandardBusinessDocument>`, 2},
		{`<orders>` + inside + `</orders>`, 2},
		{`<orders/>`, 0},
	} {
		orders, err := electronic.Read(t.Context(), []byte(test.xml), electronic.Limits{})
		if err != nil || len(orders) != test.want {
			t.Errorf("%.40s… gives %d orders, %v; want %d", test.xml, len(orders), err, test.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range electronictest.Samples() {
		f.Add(s.XML)
	}
	f.Add([]byte("<!DOCTYPE a><orders/>"))
	f.Add([]byte("\xff\xfe<\x00a\x00/\x00>\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		orders, err := electronic.Read(t.Context(), data, electronic.Limits{})
		if err != nil {
			return
		}
		for i := range orders {
			entriesOf(&orders[i])
		}
	})
}

// TestInvoiceWithoutOrder checks that an invoice's own number is not taken for an order number, and that
// lines with quantity and amount 0 are taken for headings.
func TestInvoiceWithoutOrder(t *testing.T) {
	const invoice = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>R-17</ID>
<InvoiceLine><ID>1</ID><InvoicedQuantity>0</InvoicedQuantity><LineExtensionAmount>0.00</LineExtensionAmount><Item><Name>Tools</Name></Item></InvoiceLine>
<InvoiceLine><ID>2</ID><InvoicedQuantity>1</InvoicedQuantity><LineExtensionAmount>0.00</LineExtensionAmount><Item><Name>Sample</Name></Item></InvoiceLine>
</Invoice>`
	orders, err := electronic.Read(t.Context(), []byte(invoice), electronic.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	o := orders[0]
	if got := o.Head[schema.PONumber].Value; got != "" {
		t.Errorf("the order's number is %q, want none", got)
	}
	if len(o.Lines) != 1 || o.Lines[0][schema.Description].Value != "Sample" {
		t.Errorf("read %d line items, want the sample alone", len(o.Lines))
	}
}

// TestAddresses checks that what two elements of an address both state is given once, but that a town with
// the name of its region or country, and equal address lines, are given as stated.
func TestAddresses(t *testing.T) {
	for _, test := range []struct{ inside, want string }{
		{`<StreetName>Kai 1</StreetName><AdditionalStreetName>Kai 1</AdditionalStreetName><CityName>Hamburg</CityName><PostalZone>20457</PostalZone><CountrySubentity>Hamburg</CountrySubentity>`, "Kai 1, 20457 Hamburg, Hamburg"},
		{`<StreetName>Kai 1</StreetName><CityName>Hamburg</CityName><CountrySubentity>Hamburg</CountrySubentity>`, "Kai 1, Hamburg, Hamburg"},
		{`<CityName>Quebec</CityName><CountrySubentity>Quebec</CountrySubentity><AddressLine><Line>1 Main St</Line></AddressLine><Country><IdentificationCode>CA</IdentificationCode></Country>`, "1 Main St, Quebec, Quebec, CA"},
		{`<CityName>Singapore</CityName><Country><Name>Singapore</Name></Country>`, "Singapore, Singapore"},
		{`<AddressLine><Line>1 Main St</Line></AddressLine><AddressLine><Line>Singapore</Line></AddressLine><AddressLine><Line>Singapore</Line></AddressLine>`, "1 Main St, Singapore, Singapore"},
		{`<StreetName>1 Main St</StreetName><CityName>Leith</CityName><AddressLine><Line>1 Main St</Line></AddressLine><AddressLine><Line>Leith</Line></AddressLine>`, "1 Main St, Leith"},
	} {
		orders, err := electronic.Read(t.Context(), []byte(`<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"><ID>1</ID><Delivery><DeliveryAddress>`+
			test.inside+`</DeliveryAddress></Delivery><OrderLine><LineItem><ID>1</ID><Item><Name>Bolt</Name></Item></LineItem></OrderLine></Order>`), electronic.Limits{})
		if err != nil || orders[0].Head[schema.ShipTo].Value != test.want {
			t.Errorf("%s gives %q, %v; want %q", test.inside, orders[0].Head[schema.ShipTo].Value, err, test.want)
		}
	}
}

// TestLinesOfNotes checks that lines with notes only, which ZUGFeRD 1.0 has, are not line items, and that
// items without quantity and total are.
func TestLinesOfNotes(t *testing.T) {
	const order = `<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2">
<OrderLine><LineItem><ID>1</ID><Note>Call before delivery</Note></LineItem></OrderLine>
<OrderLine><LineItem><ID>2</ID><Item><Name>Bolt</Name></Item></LineItem></OrderLine>
<OrderLine><LineItem><ID>3</ID><Item><SellersItemIdentification><ID>N-8</ID></SellersItemIdentification></Item></LineItem></OrderLine>
</Order>`
	orders, err := electronic.Read(t.Context(), []byte(order), electronic.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var numbers []string
	for _, l := range orders[0].Lines {
		numbers = append(numbers, l[schema.LineNumber].Value)
	}
	if want := []string{"2", "3"}; !slices.Equal(numbers, want) {
		t.Errorf("line items %q, want %q", numbers, want)
	}
}

// TestLinesOfZero checks that a line with quantity 0 is a line item if it has a price, as cancelled lines and
// items out of stock do. Headings in invoices, which require a price, have the price 0.
func TestLinesOfZero(t *testing.T) {
	for _, test := range []struct {
		inside string
		want   int
	}{
		{`<Quantity>0</Quantity><LineExtensionAmount>0.00</LineExtensionAmount><Price><PriceAmount>4.62</PriceAmount></Price><Item><Name>Mustard</Name></Item>`, 1},
		{`<Quantity>0</Quantity><Price><PriceAmount>4.62</PriceAmount></Price><Item><Name>Mustard</Name></Item>`, 1},
		{`<LineExtensionAmount>0.00</LineExtensionAmount><Price><PriceAmount>0.00</PriceAmount></Price><Item><Name>Freight</Name></Item>`, 1},
		{`<Quantity>0</Quantity><LineExtensionAmount>0.00</LineExtensionAmount><Price><PriceAmount>4.62</PriceAmount></Price>`, 0},
		{`<Quantity>0</Quantity><LineExtensionAmount>0.00</LineExtensionAmount><Price><PriceAmount>0.00</PriceAmount></Price><Item><Name>Sauces</Name></Item>`, 0},
		{`<Quantity>0</Quantity><LineExtensionAmount>0.00</LineExtensionAmount><Item><Name>Sauces</Name></Item>`, 0},
		{`<LineExtensionAmount>0.00</LineExtensionAmount><Item><Name>Sauces</Name></Item>`, 0},
	} {
		orders, err := electronic.Read(t.Context(), []byte(`<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"><OrderLine><LineItem>`+
			test.inside+`</LineItem></OrderLine></Order>`), electronic.Limits{})
		if err != nil || len(orders[0].Lines) != test.want {
			t.Errorf("%s gives %d line items, %v; want %d", test.inside, len(orders[0].Lines), err, test.want)
		}
	}
}

// TestDiscountsWithoutBase checks that a discount without a base amount is taken off the price, even if other
// allowances state a base.
func TestDiscountsWithoutBase(t *testing.T) {
	const order = `<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"><OrderLine><LineItem>
<Quantity>10</Quantity><LineExtensionAmount>98.00</LineExtensionAmount><Price><PriceAmount>10.00</PriceAmount></Price>
<AllowanceCharge><ChargeIndicator>true</ChargeIndicator><Amount>3.00</Amount><BaseAmount>60.00</BaseAmount></AllowanceCharge>
<AllowanceCharge><ChargeIndicator>false</ChargeIndicator><MultiplierFactorNumeric>5</MultiplierFactorNumeric><Amount>5.00</Amount></AllowanceCharge>
</LineItem></OrderLine></Order>`
	orders, err := electronic.Read(t.Context(), []byte(order), electronic.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got := orders[0].Lines[0][schema.Discount].Value; got != "5%" {
		t.Errorf("discount = %q, want 5%%", got)
	}
}
