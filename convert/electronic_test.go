package convert

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/electronic/electronictest"
	"lineitem/convert/order"
	"lineitem/convert/testenv"
)

// rowMaps returns the rows of a result without their empty values.
func rowMaps(r *Result) []map[string]string {
	rows := make([]map[string]string, len(r.Rows))
	for i := range r.Rows {
		rows[i] = map[string]string{}
		for _, p := range r.Rows[i] {
			if p.Value != "" {
				rows[i][p.Key] = p.Value
			}
		}
	}
	return rows
}

// TestRowsFromXML checks that the rows come from the XML, whether it is a file of its own or embedded in a PDF
// file that shows something else, and whether or not evidence is asked for.
func TestRowsFromXML(t *testing.T) {
	pdf, err := os.ReadFile("../testdata/orders/us-accounting.pdf")
	if err != nil {
		t.Fatal(err)
	}
	every := testenv.Either(4, 1) // embed one of so many samples
	for i, s := range electronictest.Samples() {
		forms := []Input{{Data: s.XML}}
		if i%every == 0 {
			forms = append(forms, Input{Data: electronictest.Embed(pdf, "order-x.xml", s.XML)})
		}
		for _, in := range forms {
			for _, in.Evidence = range []bool{false, true} {
				r, err := new(Converter).Convert(t.Context(), in)
				if err != nil {
					t.Fatalf("%s: %v", s.Name, err)
				}
				rows := rowMaps(r)
				same := len(rows) == len(s.Rows)
				for i := range s.Rows {
					same = same && maps.Equal(rows[i], s.Rows[i])
				}
				if !same || r.Mode != ModeXML {
					t.Errorf("%s: mode %q, rows %v; want %v", s.Name, r.Mode, rows, s.Rows)
				}
			}
		}
	}
}

// TestPrintFillsXML checks that values missing in an embedded XML are taken from the pages that show the same
// order.
func TestPrintFillsXML(t *testing.T) {
	pdf, err := os.ReadFile("../testdata/orders/dutch-forms.pdf")
	if err != nil {
		t.Fatal(err)
	}
	printed, err := new(Converter).Convert(t.Context(), Input{Data: pdf})
	if err != nil {
		t.Fatal(err)
	}
	filled, err := new(Converter).Convert(t.Context(), Input{Data: electronictest.Embed(pdf, "order-x.xml", []byte(stating(t, printed)))})
	if err != nil {
		t.Fatal(err)
	}
	if want := rowMaps(printed); !slices.EqualFunc(rowMaps(filled), want, maps.Equal) || filled.Mode != ModeXML {
		t.Errorf("mode %q, rows %v; want %v", filled.Mode, rowMaps(filled), want)
	}
	if want := printed.Rows[0][order.PaymentTerms]; want.Value == "" {
		t.Error("nothing is printed that the XML leaves out")
	}
}

// stating returns a UBL Order that states the same values as the rows of a result.
func stating(t testing.TB, r *Result) string {
	t.Helper()
	at := func(i int, f order.Field) string { return r.Rows[i][f].Value }
	var b strings.Builder
	leaf := func(name, text string) {
		if text != "" {
			b.WriteString("<" + name + ">" + strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(text) + "</" + name + ">")
		}
	}
	b.WriteString(`<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2">`)
	leaf("ID", at(0, order.PONumber))
	leaf("IssueDate", at(0, order.PODate))
	leaf("DocumentCurrencyCode", at(0, order.Currency))
	for _, p := range []struct {
		element string
		f       order.Field
	}{{"BuyerCustomerParty", order.Buyer}, {"SellerSupplierParty", order.Supplier}} {
		b.WriteString("<" + p.element + "><Party><PartyName>")
		leaf("Name", at(0, p.f))
		b.WriteString("</PartyName></Party></" + p.element + ">")
	}
	if freight := at(0, order.Shipping); freight != "" {
		b.WriteString("<AllowanceCharge><ChargeIndicator>true</ChargeIndicator><AllowanceChargeReasonCode>FC</AllowanceChargeReasonCode><Amount>" + freight + "</Amount></AllowanceCharge>")
	}
	b.WriteString("<TaxTotal>")
	leaf("TaxAmount", at(0, order.Tax))
	b.WriteString("</TaxTotal><AnticipatedMonetaryTotal>")
	leaf("LineExtensionAmount", at(0, order.Subtotal))
	leaf("PayableAmount", at(0, order.Total))
	b.WriteString("</AnticipatedMonetaryTotal>")
	for i := range r.Rows {
		b.WriteString("<OrderLine><LineItem>")
		leaf("ID", at(i, order.LineNumber))
		leaf("Quantity", at(i, order.Quantity))
		leaf("LineExtensionAmount", at(i, order.LineTotal))
		b.WriteString("<Price>")
		leaf("PriceAmount", at(i, order.UnitPrice))
		b.WriteString("</Price><Item>")
		leaf("Name", at(i, order.Description))
		b.WriteString("<SellersItemIdentification>")
		leaf("ID", at(i, order.ItemCode))
		b.WriteString("</SellersItemIdentification></Item></LineItem></OrderLine>")
	}
	b.WriteString("</Order>")
	return b.String()
}

// TestXMLAgainstPrint checks that values from XML have the places where they are printed, and that the review
// names exactly the values whose print differs, with their places.
func TestXMLAgainstPrint(t *testing.T) {
	testenv.Sequential(t)
	places, values := 0, 0
	for _, in := range testDocuments(t) {
		if bytes.Contains(in.Data, []byte("/Encrypt")) {
			continue // an added XML file would have to be encrypted too
		}
		in.Evidence = true
		printed, err := new(Converter).Convert(t.Context(), in)
		if err != nil || printed.RowCount == 0 || !*printed.Verified || printed.Rows[0][order.PONumber] != printed.Rows[printed.RowCount-1][order.PONumber] {
			continue // the XML can state one order only
		}
		xml := stating(t, printed)
		pdf := in.Data
		in.Data = electronictest.Embed(pdf, "order.xml", []byte(xml))
		r, err := new(Converter).Convert(t.Context(), in)
		if err != nil || r.Mode != ModeXML {
			t.Fatalf("%s: mode %q, %v", in.Filename, r.Mode, err)
		}
		for _, e := range r.Review {
			if e.Code == "xml_differs" {
				t.Errorf("%s: told though it is the same: %+v", in.Filename, e)
			}
		}
		for i, row := range r.Evidence {
			for key, e := range row {
				was := printed.Evidence[i][key]
				if was.Page == 0 {
					continue
				}
				if values++; e.Page == was.Page && e.Box.Intersect(was.Box) == was.Box {
					places++
				}
			}
		}
		total := printed.Rows[0][order.Total].Value
		in.Data = electronictest.Embed(pdf, "order.xml", []byte(strings.Replace(xml, "PayableAmount>"+total, "PayableAmount>1"+total, 1)))
		r, err = new(Converter).Convert(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		told := false
		for _, e := range r.Review {
			told = told || e.Code == "xml_differs" && e.Key == "total" && e.Page > 0 && e.Box == printed.Evidence[0]["total"].Box && strings.Contains(e.Message, total)
		}
		if !told || *r.Verified || r.Rows[0][order.Total].Value != "1"+total {
			t.Errorf("%s: another total is not told: %+v", in.Filename, r.Review)
		}
	}
	if values == 0 || places < values*98/100 {
		t.Errorf("%d of %d values have their places", places, values)
	}
	t.Logf("%d of %d values have their places", places, values)
}

// TestXMLWithoutALine checks that the review tells of a line item that is printed but missing in the XML.
func TestXMLWithoutALine(t *testing.T) {
	pdf, err := os.ReadFile("../testdata/orders/german-letter.pdf")
	if err != nil {
		t.Fatal(err)
	}
	printed, err := new(Converter).Convert(t.Context(), Input{Data: pdf})
	if err != nil {
		t.Fatal(err)
	}
	printed.Rows = printed.Rows[1:]
	r, err := new(Converter).Convert(t.Context(), Input{Data: electronictest.Embed(pdf, "order.xml", []byte(stating(t, printed))), Evidence: true})
	if err != nil || r.RowCount != len(printed.Rows) {
		t.Fatalf("%d rows, %v; want %d", r.RowCount, err, len(printed.Rows))
	}
	for _, e := range r.Review {
		if e.Code == "xml_differs" && e.Key == "" {
			return
		}
	}
	t.Errorf("review = %+v", r.Review)
}

// TestEmbeddedXMLThatIsNoOrder checks that a document is read from its pages if the XML embedded in it is not
// an order, is damaged or has no line items.
func TestEmbeddedXMLThatIsNoOrder(t *testing.T) {
	testenv.Sequential(t)
	pdf, err := os.ReadFile("../testdata/orders/dutch-forms.pdf")
	if err != nil {
		t.Fatal(err)
	}
	for _, xml := range []string{
		`<html xmlns="http://www.w3.org/1999/xhtml"/>`, `<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"><ID>`,
		`<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"><ID>7</ID></Order>`, `<!DOCTYPE a><a/>`, ``,
	} {
		r, err := new(Converter).Convert(t.Context(), Input{Data: electronictest.Embed(pdf, "order.xml", []byte(xml))})
		if err != nil || r.Mode != ModeText || r.RowCount < 2 {
			t.Errorf("with %q embedded: %d rows in mode %q, %v", xml, r.RowCount, r.Mode, err)
		}
	}
}

// TestXMLHasNoPages checks that an XML file, which has no pages, can be mapped and can be asked for evidence
// and pictures, but that no layout is learned from it.
func TestXMLHasNoPages(t *testing.T) {
	s := electronictest.Samples()[0]
	c := &Converter{Mapper: mapFunc(func(_ []byte, s *order.Sheet) (*order.Mapped, error) {
		if s.Mode != ModeXML || len(s.Rows) != 2 || s.Lines == nil || s.Pairs == nil {
			t.Errorf("the mapper gets %+v", s)
		}
		return &order.Mapped{Columns: s.Columns, Rows: s.Rows}, nil
	})}
	if r, err := c.Convert(t.Context(), Input{Data: s.XML, Mapper: NewModule([]byte("module"))}); err != nil || r.RowCount != 2 {
		t.Errorf("mapped: %v, %v", r, err)
	}
	r, err := c.Convert(t.Context(), Input{Data: s.XML, Evidence: true, Pictures: 5})
	if err != nil || len(r.Pages) != 0 || len(r.Pictures) != 0 || !*r.Verified || *r.Confidence != 1 {
		t.Errorf("with evidence: %+v, %v", r, err)
	}
	if e := r.Evidence[0]["total"]; e.Page != 0 || e.Proof != "142.00 + 26.98 = 168.98" || e.Confidence != 1 {
		t.Errorf("evidence of the total = %+v", e)
	}
	var unsupported *doc.UnsupportedError
	if _, err := c.Learn(t.Context(), Input{Data: s.XML}, []map[string]string{{"po_number": "1"}}); !errors.As(err, &unsupported) {
		t.Errorf("learning from XML: %v", err)
	}
	if _, err := c.Convert(t.Context(), Input{Data: []byte(`<rss xmlns:a="b"/>`)}); !errors.As(err, &unsupported) || !strings.Contains(err.Error(), `"rss"`) {
		t.Errorf("other XML: %v", err)
	}
}
