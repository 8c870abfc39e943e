package electronictest

// Parties of the samples.
var (
	mill   = party{name: "Lindner Mühlenbau GmbH", street: "Am Wehr 12", zip: "85049", city: "Ingolstadt", country: "DE", block: "Lindner Mühlenbau GmbH, Am Wehr 12, 85049 Ingolstadt, DE"}
	store  = party{name: "Zentrallager Süd", street: "Tor 4", more: "Rampe B", zip: "86153", city: "Augsburg", country: "DE", block: "Zentrallager Süd, Tor 4, Rampe B, 86153 Augsburg, DE"}
	parts  = party{name: "Kessler & Söhne OHG", street: "Werkstraße 3", zip: "70565", city: "Stuttgart", country: "DE"}
	ranch  = party{name: "Cedar Fork Ranch Supply, Inc.", street: "410 Mill Road", more: "Suite 200", zip: "97045", city: "Oregon City", region: "OR", country: "US", block: "Cedar Fork Ranch Supply, Inc., 410 Mill Road, Suite 200, Oregon City, OR 97045, US"}
	books  = party{name: "Harrow Street Bookbinders Ltd", street: "7 Harrow Street", zip: "LS1 4AB", city: "Leeds", country: "GB", block: "Harrow Street Bookbinders Ltd, 7 Harrow Street, Leeds, LS1 4AB, GB"}
	dairy  = party{name: "Käserei Alpblick AG", street: "Dorfstrasse 18", zip: "3816", city: "Burglauenen", country: "CH", block: "Käserei Alpblick AG, Dorfstrasse 18, 3816 Burglauenen, CH"}
	timber = party{name: "Norrskog Trä AB", street: "Kvarnvägen 5", zip: "903 30", city: "Umeå", country: "SE", block: "Norrskog Trä AB, Kvarnvägen 5, 903 30 Umeå, SE"}
	tools  = party{name: "Hoshino Tools K.K.", street: "2-14-5 Minato", zip: "105-0004", city: "Tokyo", country: "JP", block: "Hoshino Tools K.K., 2-14-5 Minato, 105-0004 Tokyo, JP"}
)

var orders = []order{
	{
		name: "plain", number: "4500123", date: "2026-03-09", delivery: "2026-03-30", currency: "EUR", buyer: mill, seller: parts, shipTo: &store,
		terms: "30 Tage netto", subtotal: "142.00", tax: "26.98", total: "168.98",
		lines: []item{
			{number: "1", seller: "KS-100", code: "KS-100", name: "Lagerbock", description: "Lagerbock", quantity: "4", unitCode: "H87", unit: "PCS", price: "25.50", total: "102.00"},
			{number: "2", seller: "KS-207", code: "KS-207", name: "Keilriemen", text: "Keilriemen XPZ 1250, gezahnt", description: "Keilriemen XPZ 1250, gezahnt", quantity: "5", unitCode: "C62", unit: "EA", price: "8.00", total: "40.00"},
		},
	},
	{
		name: "discounts", number: "PO-77810", date: "2026-01-31", currency: "USD", buyer: ranch, seller: books, shipTo: &ranch,
		terms: "2% 10, net 30", carrier: "UPS Ground", subtotal: "431.00", tax: "0.00", total: "431.00",
		lines: []item{
			{number: "10", buyer: "F-9", code: "F-9", name: "Fence staples", text: "galvanized, 1 3/4 in", description: "Fence staples galvanized, 1 3/4 in", quantity: "20", unitCode: "BX", unit: "BOX", price: "12.00", allowance: "12.00", percent: "5", on: "240.00", wantReduce: "5%", total: "228.00"},
			{number: "20", seller: "B 4/2", code: "B 4/2", name: "Barbed wire <4-point>", description: "Barbed wire <4-point>", quantity: "3", unitCode: "XRO", unit: "ROLL", price: "71.00", allowance: "10.00", wantReduce: "10.00", total: "203.00"},
		},
	},
	{
		name: "allowance", number: "2026/118", date: "2026-02-14", delivery: "2026-02-20", currency: "CHF", buyer: dairy, seller: mill,
		allowance: "20.00", allowanceReason: "Mengenrabatt", subtotal: "520.25", tax: "40.52", total: "540.77",
		lines: []item{
			{number: "1", seller: "W-1", code: "W-1", name: "Weizenmehl", description: "Weizenmehl", quantity: "250.5", unitCode: "KGM", unit: "kg", price: "1.50", total: "375.75"},
			{number: "2", seller: "W-2", code: "W-2", name: "Dinkelmehl", description: "Dinkelmehl", quantity: "0.085", unitCode: "TNE", unit: "t", price: "1700", total: "144.50"},
		},
	},
	{
		name: "freight", number: "HB/3391", date: "2026-05-05", delivery: "2026-05-12", currency: "GBP", buyer: books, seller: ranch, shipTo: &books, billTo: &books,
		charge: "18.50", chargeReason: "Freight", chargeCode: "FC", freight: "18.50", terms: "Net 14 days", subtotal: "96.00", tax: "22.90", total: "137.40",
		lines: []item{{number: "1", seller: "LTR-9", code: "LTR-9", name: "Calf leather", description: "Calf leather", quantity: "6.0", unitCode: "MTK", unit: "m²", price: "16.00", total: "96.00"}},
	},
	{
		name: "carriage", number: "HB/3392", date: "2026-05-06", currency: "GBP", buyer: books, seller: ranch,
		charge: "9.00", chargeReason: "Carriage", freight: "9.00", carrier: "Royal Mail", subtotal: "30.00", total: "39.00",
		lines: []item{{number: "1", seller: "TH-1", code: "TH-1", name: "Linen thread", description: "Linen thread", quantity: "12", unitCode: "EA", unit: "EA", price: "2.50", total: "30.00"}},
	},
	{
		name: "base", number: "発注-0012", date: "2026-07-01", delivery: "2026-08-01", currency: "JPY", buyer: tools, seller: parts,
		subtotal: "41500", tax: "4150", total: "45650",
		lines: []item{
			{number: "1", gtin: "04012345678901", code: "04012345678901", name: "六角ボルト M8", description: "六角ボルト M8", quantity: "2000", unitCode: "PCE", unit: "PCS", price: "1475", base: "100", total: "29500"},
			{number: "2", seller: "N8", code: "N8", name: "Nut M8", description: "Nut M8", quantity: "600", unitCode: "XPK", unit: "PK", price: "120", base: "6", wantPrice: "20", total: "12000"},
		},
	},
	{
		name: "dates", number: "B-2026-55", date: "2026-09-15", delivery: "2026-10-01", currency: "SEK", buyer: timber, seller: mill, shipTo: &timber,
		subtotal: "8825.00", tax: "2206.25", total: "11031.25",
		lines: []item{
			{number: "00010", seller: "P1", buyer: "MY-1", gtin: "7350053850019", code: "P1", name: "Planed pine", description: "Planed pine", quantity: "120", unitCode: "MTR", unit: "m", price: "42.50", total: "5100.00", delivery: "2026-10-08"},
			{number: "00020", seller: "P2", code: "P2", name: "Oak board", description: "Oak board", quantity: "25", unitCode: "SET", unit: "SET", price: "149.00", total: "3725.00"},
		},
	},
	{
		name: "prepaid", number: "VX 12", date: "2026-11-02", currency: "DKK", buyer: mill, seller: timber, billTo: &store,
		charge: "50.00", chargeReason: "Emballage", subtotal: "1000.00", tax: "262.50", total: "1312.50", prepaid: "300.00", due: "1012.50",
		lines: []item{{number: "1", seller: "TL", code: "TL", name: "Timmer", description: "Timmer", quantity: "2.5", unitCode: "MTQ", unit: "m³", price: "400.00", total: "1000.00"}},
	},
	{
		name: "factor", number: "AB-1", date: "2026-04-04", currency: "EUR", buyer: mill, seller: dairy,
		subtotal: "190.00", tax: "13.30", total: "203.30",
		lines: []item{{number: "1", seller: "K1", code: "K1", name: "Bergkäse", description: "Bergkäse", quantity: "10", unitCode: "KGM", unit: "kg", price: "20.00", allowance: "10.00", percent: "0.05", on: "200.00", wantReduce: "5%", total: "190.00"}},
	},
	{
		name: "unpriced", number: "R-7", date: "2026-06-30", currency: "PLN", buyer: timber, seller: tools, shipTo: &store, terms: "przelew 14 dni",
		lines: []item{
			{number: "1", seller: "HT-1", code: "HT-1", name: "Piła ręczna", description: "Piła ręczna", quantity: "3", unitCode: "ZZZ", unit: "ZZZ"},
			{number: "2", buyer: "77", code: "77", name: "Ostrze", description: "Ostrze", quantity: "1", unitCode: "PR", unit: "PR"},
		},
	},
}
