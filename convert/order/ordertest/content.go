package ordertest

import (
	"fmt"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// content is what an order says.
type content struct {
	language *language
	country  string
	decimal  string // sign between units and fractions
	group    string // sign between thousands
	date     string // a layout of package time
	symbol   string // of the currency, "" where amounts carry none
	tail     bool   // the symbol stands behind amounts
	stated   Row    // order-level values
	buyer    party
	supplier party
	shipTo   []string
	billTo   []string
	items    []item
	priced   bool // the order states prices
	perLine  bool // each line states the number of its order
	sum      decimal.Decimal
	taxes    []decimal.Decimal
	freight  decimal.Decimal
	total    decimal.Decimal
}

// party is an organisation with its address.
type party struct {
	name    string
	address []string
}

// item is a line item.
type item struct {
	stated                 Row
	code, description      string
	quantity, price, total decimal.Decimal
	per                    int // what the price is for
	discount               int // percent
	unit, date             string
	number                 string
	extra                  []string // sentences beneath the description that belong to it
}

// invent draws what the order says.
func (g *generator) invent() {
	g.language = languages[g.IntN(len(languages))]
	if g.chance(0.4) {
		g.language = english
	}
	g.country = one(g, g.language.countries...)
	g.traits["lang-"+g.language.code] = true
	g.stated = Row{}
	g.decimal, g.group = ",", "."
	currency := "EUR"
	switch g.country {
	case "US", "CA", "MX":
		g.decimal, g.group, currency = ".", ",", map[string]string{"US": "USD", "CA": "CAD", "MX": "MXN"}[g.country]
	case "GB", "IN":
		g.decimal, g.group, currency = ".", ",", map[string]string{"GB": "GBP", "IN": "INR"}[g.country]
	case "CH":
		g.decimal, g.group, currency = ".", "'", "CHF"
	case "FR":
		g.group = " "
	case "BR":
		currency = "BRL"
	}
	if g.chance(0.25) {
		g.group = ""
	}
	g.stated["currency"] = currency
	switch {
	case g.trait("symbols", 0.3):
		g.symbol = map[string]string{"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹", "BRL": "R$", "CAD": "CAD", "MXN": "MXN", "CHF": "CHF"}[currency]
		g.tail = currency == "EUR" && g.language.code != "nl" && g.chance(0.7)
	}
	switch g.country {
	case "US":
		g.date = one(g, "01/02/2006", "1/2/2006", "01/02/06", "02-Jan-2006", "2006-01-02", "January 2, 2006")
	case "DE", "AT", "CH":
		g.date = one(g, "02.01.2006", "02.01.06", "2.1.2006")
	case "NL":
		g.date = one(g, "02-01-2006", "2-1-2006")
	default:
		g.date = one(g, "02/01/2006", "02.01.2006", "02-01-2006", "2006-01-02")
	}
	day := time.Date(2026, time.Month(g.between(1, 12)), g.between(13, 28), 0, 0, 0, 0, time.UTC)
	g.stated["po_date"] = day.Format(time.DateOnly)
	g.stated["po_number"] = one(g, "PO-%05d", "%d", "45000%05d", "P%06d", "B-26-%04d", "PO2026/%04d", "%d-00")
	g.stated["po_number"] = fmt.Sprintf(g.stated["po_number"], g.between(10000, 99999))
	if g.chance(0.6) {
		g.stated["delivery_date"] = day.AddDate(0, 0, g.between(10, 60)).Format(time.DateOnly)
	}
	if g.chance(0.7) {
		g.stated["payment_terms"] = one(g, g.language.terms...)
	}
	if g.chance(0.5) {
		g.stated["ship_via"] = one(g, g.language.vias...)
	}
	g.buyer, g.supplier = g.party(), g.party()
	g.stated["buyer"], g.stated["supplier"] = g.buyer.name, g.supplier.name
	if g.chance(0.75) {
		g.shipTo = append([]string{g.buyer.name}, g.address()...)
		g.stated["ship_to"] = strings.Join(g.shipTo, ", ")
	}
	if g.chance(0.45) {
		g.billTo = append([]string{g.buyer.name}, g.buyer.address...)
		g.stated["bill_to"] = strings.Join(g.billTo, ", ")
	}
	g.inventItems(day)
}

func (g *generator) inventItems(day time.Time) {
	g.priced = !g.trait("no prices", 0.06)
	n := g.between(1, 9)
	if g.trait("many items", 0.15) {
		n = g.between(15, 60)
	}
	g.perLine = g.trait("order per line", 0.03)
	first, orders := g.between(10000, 90000), 0
	step := one(g, 1, 1, 1, 1, 10, 10, 2)
	width := one(g, 1, 1, 1, 2, 3, 5)
	form := one(g, "%c%c-%04d", "%[3]d", "%c%c%[3]d", "%c-%[3]d-%[2]c", "%[3]d.%[3]d")
	fine := g.trait("fine prices", 0.12)
	perHundred := g.trait("price per", 0.08)
	discounted := g.trait("discount", 0.18)
	fractions := g.trait("fractions", 0.12)
	longTexts := g.trait("long texts", 0.3)
	unit := one(g, g.language.units...)
	oneUnit := g.chance(0.4)
	no := 0
	for i := range n {
		no += step
		if i > 0 && g.chance(0.03) {
			no += step // a line that was cancelled
		}
		it := item{stated: Row{}, unit: unit, per: 1}
		it.number = fmt.Sprintf("%0*d", width, no)
		if !oneUnit {
			it.unit = one(g, g.language.units...)
		}
		it.code = fmt.Sprintf(form, 'A'+g.IntN(26), 'A'+g.IntN(26), g.between(1000, 999999))
		if k := strings.Index(it.code, "%!(EXTRA"); k >= 0 {
			it.code = it.code[:k]
		}
		it.description = one(g, g.language.goods...)
		for range g.between(0, 4) {
			it.description += one(g, " ", ", ", ", ") + one(g, g.language.makes...)
		}
		if longTexts && g.chance(0.7) {
			for range g.between(1, 4) {
				it.extra = append(it.extra, one(g, g.language.long...))
			}
		}
		it.quantity = decimal.NewFromInt(int64(one(g, g.between(1, 12), g.between(1, 500), g.between(1, 20)*100)))
		if fractions {
			it.quantity = it.quantity.Add(decimal.New(int64(g.between(0, 99)), -2))
		}
		it.price = decimal.New(int64(one(g, g.between(20, 999), g.between(1000, 99999), g.between(100000, 450000))), -2)
		if fine {
			it.price = decimal.New(int64(g.between(100, 999999)), -4)
		}
		if perHundred && g.chance(0.6) {
			it.per = one(g, 100, 1000)
			it.quantity = decimal.NewFromInt(int64(g.between(1, 40) * it.per))
		}
		if discounted && g.chance(0.7) {
			it.discount = one(g, 5, 10, 15, 20, 33)
		}
		it.total = it.quantity.Mul(it.price).Mul(decimal.NewFromInt(int64(100 - it.discount))).Div(decimal.NewFromInt(int64(100 * it.per))).Round(2)
		it.date = day.AddDate(0, 0, g.between(5, 90)).Format(time.DateOnly)
		if g.perLine {
			if g.chance(0.5) {
				orders++
			}
			it.stated["po_number"] = fmt.Sprint("PO", first+orders)
		}
		g.sum = g.sum.Add(it.total)
		g.items = append(g.items, it)
	}
	g.total = g.sum
	if g.chance(0.65) {
		g.taxes = append(g.taxes, g.sum.Mul(decimal.New(int64(g.between(50, 210)), -3)).Round(2))
		if g.trait("two taxes", 0.12) {
			g.taxes = append(g.taxes, g.sum.Mul(decimal.New(25, -3)).Round(2))
		}
	}
	if g.chance(0.3) {
		g.freight = decimal.New(int64(g.between(500, 25000)), -2)
	}
	for _, t := range g.taxes {
		g.total = g.total.Add(t)
	}
	g.total = g.total.Add(g.freight)
}

var nameRoots = []string{"Norvik", "Halden", "Brightwater", "Castell", "Meridian", "Oakfield", "Tarrant", "Lindqvist", "Ferro", "Solaris", "Kestrel", "Vantage", "Delmar", "Quorn", "Bellini", "Marchetti", "Wagner", "Hofmann", "Duarte", "Moreau", "Van Dijk", "Pacific Rim", "Northgate", "Sterling"}

var nameTrades = []string{"Industries", "Supply", "Technik", "Components", "Trading", "Logistics", "Foods", "Systems", "Electric", "Medical", "Tools", "Plastics", "Engineering", "Group"}

var legalForms = map[string][]string{
	"US": {"Inc.", "LLC", "Corp.", "Co."}, "CA": {"Ltd.", "Inc."}, "GB": {"Ltd", "Limited", "PLC"}, "IN": {"Pvt. Ltd.", "Private Limited"}, "DE": {"GmbH", "GmbH & Co. KG", "AG"}, "AT": {"GmbH"}, "CH": {"AG", "GmbH"}, "FR": {"SARL", "SAS", "S.A."}, "ES": {"S.L.", "S.A."}, "MX": {"S.A. de C.V."}, "IT": {"S.r.l.", "S.p.A."}, "PT": {"Lda.", "S.A."}, "BR": {"Ltda.", "S.A."}, "NL": {"B.V."}, "BE": {"NV", "BVBA"},
}

func (g *generator) party() party {
	name := one(g, nameRoots...)
	if g.chance(0.85) {
		name += " " + one(g, nameTrades...)
	}
	return party{name + " " + one(g, legalForms[g.country]...), g.address()}
}

// address draws the lines of an address of the order's country.
func (g *generator) address() []string {
	n := g.between(1, 240)
	five := func() string { return fmt.Sprintf("%05d", g.between(10000, 98999)) }
	var lines []string
	switch g.country {
	case "US":
		lines = []string{fmt.Sprintf("%d %s", n*7, one(g, "Main Street", "Industrial Blvd", "N. 4th Ave", "Harbor Road", "County Rd 12")), one(g, "Dayton, OH ", "Austin, TX ", "Portland, OR ", "Tampa, FL ") + five()}
		if g.chance(0.3) {
			lines = append(lines, one(g, "USA", "United States"))
		}
	case "CA":
		lines = []string{fmt.Sprintf("%d King Street West", n), one(g, "Toronto, ON M5H 1A1", "Calgary AB T2P 2V7"), "Canada"}
	case "GB":
		lines = []string{fmt.Sprintf("%d %s", n, one(g, "High Street", "Station Road", "Mill Lane")), one(g, "Leeds", "Bristol", "Reading"), one(g, "LS1 4AB", "BS2 0QQ", "RG1 8EQ")}
	case "IN":
		lines = []string{fmt.Sprintf("Plot No. %d, MIDC Industrial Area", n), one(g, "Pune - 411019, Maharashtra", "Chennai 600032, Tamil Nadu"), "India"}
	case "DE", "AT", "CH":
		street := one(g, "Industriestraße", "Hauptstr.", "Am Hafen", "Bahnhofstraße")
		zip := five()
		if g.country != "DE" {
			zip = zip[:4]
		}
		lines = []string{fmt.Sprintf("%s %d", street, n), zip + " " + one(g, "Bremen", "Ulm", "Linz", "Bern", "Neustadt")}
	case "FR":
		lines = []string{fmt.Sprintf("%d %s", n, one(g, "rue de la Gare", "avenue Victor Hugo", "ZI des Prés")), five() + " " + one(g, "LYON", "Nantes", "LILLE CEDEX")}
	case "ES":
		lines = []string{fmt.Sprintf("%s, %d", one(g, "C/ Mayor", "Avda. de la Industria", "Polígono Sur, Calle B"), n), five() + " " + one(g, "Madrid", "Valencia", "Sevilla")}
	case "MX":
		lines = []string{fmt.Sprintf("Av. Insurgentes %d", n), "Col. Centro, C.P. " + five(), "Monterrey, N.L."}
	case "IT":
		lines = []string{fmt.Sprintf("Via %s, %d", one(g, "Roma", "dell'Industria", "Garibaldi"), n), five() + " " + one(g, "Milano (MI)", "Torino TO", "Bologna (BO)")}
	case "PT":
		lines = []string{fmt.Sprintf("Rua %s, %d", one(g, "da Indústria", "do Porto"), n), fmt.Sprintf("%d-%03d %s", g.between(1000, 4999), n, one(g, "Lisboa", "Porto"))}
	case "BR":
		lines = []string{fmt.Sprintf("Av. Paulista, %d", n), fmt.Sprintf("São Paulo - SP, %s-%03d", five(), n)}
	default:
		lines = []string{fmt.Sprintf("%s %d", one(g, "Havenweg", "Industrieweg", "Kerkstraat"), n), fmt.Sprintf("%d %s", g.between(1000, 9999), one(g, "AB Utrecht", "KL Eindhoven", "GH Breda"))}
	}
	return lines
}

// number writes a value in the order's locale.
func (g *generator) number(d decimal.Decimal, places int32) string {
	whole, fraction, _ := strings.Cut(d.StringFixed(places), ".")
	if g.group != "" {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + g.group + whole[i:]
		}
	}
	if fraction == "" {
		return whole
	}
	return whole + g.decimal + fraction
}

// money writes an amount with the order's symbol, if it has one.
func (g *generator) money(d decimal.Decimal, places int32) string {
	n := g.number(d, places)
	switch {
	case g.symbol == "":
		return n
	case g.tail:
		return n + " " + g.symbol
	case len(g.symbol) > 1:
		return g.symbol + " " + n
	}
	return g.symbol + n
}

// printed writes a date, which is given in ISO 8601, as the order does.
func (g *generator) printed(iso string) string {
	t, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		return iso
	}
	return t.Format(g.date)
}
