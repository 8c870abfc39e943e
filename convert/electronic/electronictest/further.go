package electronictest

// Further parties of the samples.
var (
	clinic    = party{name: "Fjordlund Klinikk", street: "Sinsenveien 40", more: "Oppgang B", zip: "0585", city: "Oslo", country: "NO", block: "Fjordlund Klinikk, Sinsenveien 40, Oppgang B, 0585 Oslo, NO"}
	bistro    = party{name: "Le Comptoir des Halles SARL", street: "rue Mercière", number: "14", lineOne: "14 rue Mercière", zip: "69002", city: "Lyon", country: "FR", block: "Le Comptoir des Halles SARL, 14 rue Mercière, 69002 Lyon, FR"}
	foundry   = party{name: "Odlewnia Brzeg Sp. z o.o.", street: "ul. Hutnicza", number: "7a", lineOne: "ul. Hutnicza 7a", zip: "49-300", city: "Brzeg", country: "PL", block: "Odlewnia Brzeg Sp. z o.o., ul. Hutnicza 7a, 49-300 Brzeg, PL"}
	coop      = party{name: "Maple Ridge Feed Co-op", street: "Dewdney Trunk Road", number: "88", lineOne: "88 Dewdney Trunk Road", zip: "V2X 3E1", city: "Maple Ridge", region: "BC", country: "CA", block: "Maple Ridge Feed Co-op, 88 Dewdney Trunk Road, Maple Ridge, BC V2X 3E1, CA"}
	roofers   = party{name: "Dachbau Ostermann KG", street: "Ziegelweg", number: "3", lineOne: "Ziegelweg 3", zip: "48147", city: "Münster", country: "DE", block: "Dachbau Ostermann KG, Ziegelweg 3, 48147 Münster, DE"}
	carving   = party{name: "Officina Bellarosa S.r.l.", street: "Via dei Fabbri", number: "21", lineOne: "Via dei Fabbri 21", zip: "20121", city: "Milano", region: "MI", country: "IT", block: "Officina Bellarosa S.r.l., Via dei Fabbri 21, 20121 Milano, MI, IT"}
	olives    = party{name: "Almazara Sierra Alta, S.L.", street: "Calle Mayor", number: "5", lineOne: "Calle Mayor 5", zip: "23001", city: "Jaén", country: "ES", block: "Almazara Sierra Alta, S.L., Calle Mayor 5, 23001 Jaén, ES"}
	press     = party{name: "Gráfica Ipê Amarelo Ltda.", street: "Rua das Acácias", number: "1500", lineOne: "Rua das Acácias 1500", zip: "01310-100", city: "São Paulo", region: "SP", country: "BR", block: "Gráfica Ipê Amarelo Ltda., Rua das Acácias 1500, São Paulo, SP 01310-100, BR"}
	nursery   = party{name: "Kwekerij De Zonnehoek B.V.", box: "Postbus 1234", zip: "3500 BN", city: "Utrecht", country: "NL", block: "Kwekerij De Zonnehoek B.V., Postbus 1234, 3500 BN Utrecht, NL"}
	brewery   = party{name: "Pivovar Modrá Hvězda a.s.", street: "Sladová 11", zip: "370 01", city: "České Budějovice", country: "CZ", block: "Pivovar Modrá Hvězda a.s., Sladová 11, 370 01 České Budějovice, CZ"}
	pottery   = party{name: "Kerámia Műhely Kft.", street: "Fazekas utca 2", zip: "8200", city: "Veszprém", country: "HU", block: "Kerámia Műhely Kft., Fazekas utca 2, 8200 Veszprém, HU"}
	bakery    = party{name: "Αρτοποιία Νότος Α.Ε.", street: "Οδός Ερμού 9", zip: "105 63", city: "Αθήνα", country: "GR", block: "Αρτοποιία Νότος Α.Ε., Οδός Ερμού 9, 105 63 Αθήνα, GR"}
	ceramics  = party{name: "景德镇青瓷有限公司", street: "瓷都大道 66 号", zip: "333000", city: "景德镇", country: "CN", block: "景德镇青瓷有限公司, 瓷都大道 66 号, 333000 景德镇, CN"}
	trading   = party{name: "شركة الواحة للتجارة", street: "شارع الخليج 12", city: "دبي", country: "AE", block: "شركة الواحة للتجارة, شارع الخليج 12, دبي, AE"}
	weavers   = party{name: "Bozkır Dokuma A.Ş.", street: "Çınar Sokak 8", zip: "06100", city: "Ankara", country: "TR", block: "Bozkır Dokuma A.Ş., Çınar Sokak 8, 06100 Ankara, TR"}
	distiller = party{name: "Corrib Mill Distillers DAC", street: "Quay Street", number: "17", lineOne: "17 Quay Street", zip: "H91 YX00", city: "Galway", country: "IE", block: "Corrib Mill Distillers DAC, 17 Quay Street, Galway, H91 YX00, IE"}
)

// further are orders in documents that also state what no column has, as real programs write it: contexts,
// notes, contacts, references to other documents, prices before discounts, and the tax for each rate.
var further = []order{
	{
		name: "rounding", full: true, number: "34", date: "2026-10-01", delivery: "2026-10-20", from: "2026-10-10", currency: "NOK", buyer: clinic, seller: books, shipTo: &store, billTo: &clinic,
		terms: "Netto 30 dager", subtotal: "6525.00", tax: "1468.13", grand: "7740.63", round: "0.37", due: "7741.00", total: "7741.00",
		changes: []change{
			{charge: true, amount: "400.00", code: "ABK", reason: "Miscellaneous services"},
			{amount: "652.50", percent: "10", on: "6525.00", code: "95", reason: "Discount"},
		},
		lines: []item{
			{number: "1", seller: "121212", buyer: "123456", gtin: "7560000012345", code: "121212", name: "Needle 4mm", text: "Needle 4mm", description: "Needle 4mm", quantity: "120", unitCode: "EA", unit: "EA",
				price: "50.000", gross: "60.00", off: "10.00", wantReduce: "5%", total: "6300.00", delivery: "2026-10-25",
				changes: []change{{charge: true, amount: "600.00", code: "ABK", reason: "Sterile packing"}, {amount: "300.00", percent: "5", on: "6000.00", code: "95", reason: "Discount"}}},
			{number: "2", seller: "SItemNo011", code: "SItemNo011", name: "Wet tissues", text: "Wet tissues for children", description: "Wet tissues for children", quantity: "15", unitCode: "EA", unit: "EA", price: "15.000", total: "225.00"},
		},
	},
	{
		name: "rounded-deposit", full: true, number: "A/77-3", date: "2026-02-28", currency: "DKK", buyer: mill, seller: timber,
		subtotal: "199.98", tax: "50.00", total: "249.98", round: "0.02", prepaid: "100.00", due: "150.00",
		lines: []item{{number: "1", seller: "BR-1", code: "BR-1", name: "Bræt", description: "Bræt", quantity: "2", unitCode: "EA", unit: "EA", price: "99.99", total: "199.98"}},
	},
	{
		name: "rates", full: true, number: "CMD-2026-0412", date: "2026-03-20", from: "2026-04-01", delivery: "2026-04-15", pickUp: "2026-03-25", currency: "EUR", buyer: bistro, seller: olives, shipTo: &bistro,
		terms: "30 jours fin de mois", moreTerms: "Escompte de 1 % à 8 jours", carrier: "Messagerie Rhône",
		subtotal: "632.00", tax: "76.01", freight: "15.00", total: "720.17",
		rates: []rate{{"20", "220.92", "44.18"}, {"10", "190.00", "19.00"}, {"5.5", "233.24", "12.83"}},
		changes: []change{
			{amount: "4.08", percent: "2", on: "204.00", reason: "Remise"}, {amount: "4.76", percent: "2", on: "238.00", reason: "Remise"},
			{charge: true, amount: "15.00", code: "FC", reason: "Frais de port"}, {charge: true, amount: "6.00", reason: "Emballage"},
		},
		lines: []item{
			{number: "1", seller: "VR-24", code: "VR-24", name: "Côtes du Rhône", text: "rouge, 75 cl", description: "Côtes du Rhône rouge, 75 cl", quantity: "24", unitCode: "XBO", unit: "BTL", price: "8.50", gross: "9.00", off: "0.50", total: "204.00"},
			{number: "2", seller: "HO-1", code: "HO-1", name: "Huile d’olive", description: "Huile d’olive", quantity: "10", unitCode: "LTR", unit: "l", price: "12.40", total: "124.00"},
			{number: "3", seller: "LV-9", code: "LV-9", name: "Livre de recettes", description: "Livre de recettes", quantity: "4", unitCode: "EA", unit: "EA", price: "30.00", wantReduce: "5.00%", total: "114.00",
				changes: []change{{amount: "6.00", percent: "5.00", on: "120.00", reason: "Remise"}}},
			{number: "4", seller: "AN", code: "AN", name: "Animation", description: "Animation", quantity: "2", unitCode: "DAY", unit: "day", price: "95.00", total: "190.00"},
		},
	},
	{
		name: "bases", full: true, number: "ZAM/12/2026", date: "2026-06-02", currency: "PLN", buyer: foundry, seller: parts, shipTo: &foundry, terms: "przelew 21 dni",
		subtotal: "704.00", tax: "161.92", total: "865.92", rates: []rate{{"23", "704.00", "161.92"}},
		lines: []item{
			{number: "1", seller: "N-5", code: "N-5", name: "Nit 5 mm", description: "Nit 5 mm", quantity: "5000", unitCode: "H87", unit: "PCS", price: "12.40", base: "1000", total: "62.00"},
			{number: "2", seller: "P-10", code: "P-10", name: "Przewód", description: "Przewód", quantity: "250", unitCode: "MTR", unit: "m", price: "18.00", base: "10.00", total: "450.00"},
			{number: "3", seller: "W-12", code: "W-12", name: "Wiertło", description: "Wiertło", quantity: "36", unitCode: "EA", unit: "EA", price: "24.00", base: "12", wantPrice: "2", total: "72.00"},
			{number: "4", seller: "K-1", code: "K-1", name: "Kołki", description: "Kołki", quantity: "1.5", unitCode: "MIL", unit: "1000", price: "80.00", base: "1", total: "120.00"},
		},
	},
	{
		name: "two-currencies", full: true, number: "MR-5501", date: "2026-08-19", currency: "CAD", buyer: coop, seller: ranch, shipTo: &coop,
		terms: "Net 45", carrier: "Pacific Freight", subtotal: "1005.00", tax: "120.60", otherTax: [2]string{"88.20", "USD"}, total: "1125.60",
		rates: []rate{{"5", "1005.00", "50.25"}, {"7", "1005.00", "70.35"}},
		lines: []item{
			{number: "1", seller: "OAT-50", code: "OAT-50", name: "Rolled oats", description: "Rolled oats", quantity: "12", unitCode: "XBG", unit: "BAG", price: "31.25", total: "375.00"},
			{number: "2", seller: "HAY", code: "HAY", name: "Timothy hay", description: "Timothy hay", quantity: "3", unitCode: "XPX", unit: "PAL", price: "210.00", total: "630.00"},
		},
	},
	{
		name: "groups", full: true, number: "BV 9/26", date: "2026-05-11", from: "2026-06-01", delivery: "2026-06-30", currency: "EUR", buyer: roofers, seller: mill, shipTo: &store,
		subtotal: "500.00", tax: "95.00", total: "595.00", rates: []rate{{"19", "500.00", "95.00"}},
		lines: []item{
			{number: "1", name: "Los 1: Dachstuhl", quantity: "1", unitCode: "LS", price: "500.00", total: "500.00", status: "GROUP"},
			{number: "1.1", seller: "ZI", code: "ZI", name: "Zimmererstunden", description: "Zimmererstunden", quantity: "7.5", unitCode: "HUR", unit: "h", price: "64.00", total: "480.00"},
			{number: "1.2", seller: "AN", code: "AN", name: "Anfahrt", description: "Anfahrt", quantity: "40", unitCode: "KMT", unit: "km", price: "0.50", total: "20.00"},
			{number: "2", name: "Bitte vorher anrufen.", status: "INFORMATION"},
		},
	},
	{
		name: "free", full: true, number: "F-100", date: "2026-07-07", currency: "SEK", buyer: timber, seller: tools, terms: "30 dagar netto",
		subtotal: "50.00", tax: "12.50", total: "62.50",
		lines: []item{
			{number: "1", seller: "T1", code: "T1", name: "Sample saw", description: "Sample saw", quantity: "1", unitCode: "EA", unit: "EA", price: "50.00", allowance: "50.00", percent: "100", on: "50.00", wantReduce: "100%", total: "0.00"},
			{number: "2", seller: "T2", code: "T2", name: "Catalogue", description: "Catalogue", quantity: "2", unitCode: "EA", unit: "EA", price: "0.00", total: "0.00"},
			{number: "3", seller: "T3", code: "T3", name: "Blade", description: "Blade", quantity: "10", unitCode: "EA", unit: "EA", price: "7.00", total: "70.00"},
			{number: "4", seller: "T4", code: "T4", name: "Handle, returned", description: "Handle, returned", quantity: "-1", unitCode: "EA", unit: "EA", price: "20.00", total: "-20.00"},
		},
	},
	{
		name: "several-discounts", full: true, number: "ORD 26/0091", date: "2026-01-15", currency: "EUR", buyer: carving, seller: dairy, shipTo: &carving, billTo: &carving,
		terms: "Bonifico 60 giorni", subtotal: "275.00", tax: "60.50", total: "335.50",
		lines: []item{
			{number: "1", seller: "MN-2", code: "MN-2", name: "Maniglia", text: "ottone lucido", description: "Maniglia ottone lucido", quantity: "100", unitCode: "C62", unit: "EA", price: "2.00", wantReduce: "29.00", total: "171.00",
				changes: []change{{amount: "20.00", percent: "10", on: "200.00", reason: "Sconto"}, {amount: "9.00", percent: "5", on: "180.00", reason: "Sconto extra"}}},
			{number: "2", seller: "CR-1", code: "CR-1", name: "Cerniera", description: "Cerniera", quantity: "8", unitCode: "PR", unit: "PR", price: "12.50", total: "104.00",
				changes: []change{{charge: true, amount: "4.00", reason: "Supplemento lega"}}},
		},
	},
	{
		name: "spanish", full: true, number: "PED-0007", date: "2026-02-03", delivery: "2026-02-17", currency: "EUR", buyer: olives, seller: carving, shipTo: &olives,
		terms: "Transferencia a 30 días", subtotal: "410.00", tax: "88.20", freight: "22.30", total: "508.20",
		changes: []change{{amount: "12.30", percent: "3", on: "410.00", reason: "Descuento pronto pago"}, {charge: true, amount: "22.30", reason: "Portes"}},
		lines: []item{
			{number: "1", seller: "AC-5", code: "AC-5", name: "Aceite virgen extra", description: "Aceite virgen extra", quantity: "20", unitCode: "XBX", unit: "BOX", price: "15.50", total: "310.00"},
			{number: "2", buyer: "77-A", code: "77-A", name: "Expositor", description: "Expositor", quantity: "4", unitCode: "EA", unit: "EA", price: "25.00", total: "100.00"},
		},
	},
	{
		name: "brazilian", full: true, number: "PC 2026/88", date: "2026-09-09", currency: "BRL", buyer: press, seller: tools, shipTo: &press, billTo: &press, terms: "28 dias",
		subtotal: "539.40", total: "539.40",
		lines: []item{{number: "1", seller: "PAP-A4", code: "PAP-A4", name: "Papel A4", text: "Papel A4 75 g/m²", description: "Papel A4 75 g/m²", quantity: "6", unitCode: "XCT", unit: "CTN", price: "89.90", total: "539.40"}},
	},
	{
		name: "dutch", full: true, number: "2026.0331", date: "2026-03-31", currency: "EUR", buyer: nursery, seller: parts, billTo: &nursery, carrier: "Koerier Noord",
		subtotal: "238.80", tax: "52.77", freight: "12.50", total: "304.07", charge: "12.50", chargeReason: "Verzendkosten",
		lines: []item{{number: "10", seller: "POT-9", code: "POT-9", name: "Bloempot 9 cm", description: "Bloempot 9 cm", quantity: "24", unitCode: "BX", unit: "BOX", price: "9.95", total: "238.80"}},
	},
	{
		name: "czech", full: true, number: "OBJ260015", date: "2026-04-22", delivery: "2026-04-30", currency: "CZK", buyer: brewery, seller: foundry, shipTo: &brewery, terms: "splatnost 14 dní",
		subtotal: "987.60", tax: "207.40", total: "1195.00", rates: []rate{{"21", "987.60", "207.40"}},
		lines: []item{{number: "1", seller: "CHM-1", code: "CHM-1", name: "Žatecký chmel", description: "Žatecký chmel", quantity: "12.345", unitCode: "KGM", unit: "kg", price: "80.00", total: "987.60"}},
	},
	{
		name: "hungarian", full: true, number: "M-2026-14", date: "2026-12-01", currency: "HUF", buyer: pottery, seller: ceramics, terms: "átutalás 8 nap",
		subtotal: "37500", tax: "10125", total: "47625",
		lines: []item{{number: "1", seller: "AGY", code: "AGY", name: "Fehér agyag", description: "Fehér agyag", quantity: "3", unitCode: "TNE", unit: "t", price: "12500", total: "37500"}},
	},
	{
		name: "greek", full: true, number: "ΠΑΡ-58", date: "2026-05-29", currency: "EUR", buyer: bakery, seller: mill, shipTo: &bakery, terms: "Εντός 30 ημερών",
		subtotal: "52.00", tax: "14.40", freight: "8.00", total: "74.40", charge: "8.00", chargeCode: "DL", chargeReason: "Μεταφορικά",
		lines: []item{{number: "1", seller: "ΑΛ-55", code: "ΑΛ-55", name: "Αλεύρι ολικής", description: "Αλεύρι ολικής", quantity: "16", unitCode: "KGM", unit: "kg", price: "3.25", total: "52.00"}},
	},
	{
		name: "chinese", full: true, number: "采购-2026-031", date: "2026-03-11", delivery: "2026-04-11", currency: "CNY", buyer: ceramics, seller: tools, shipTo: &ceramics, terms: "月结 30 天",
		subtotal: "1800.00", tax: "234.00", total: "2034.00",
		lines: []item{{number: "1", seller: "YL-3", code: "YL-3", name: "釉料", text: "青色", description: "釉料 青色", quantity: "50", unitCode: "XCS", unit: "CS", price: "36.00", total: "1800.00"}},
	},
	{
		name: "arabic", full: true, number: "ط-2026-9", date: "2026-11-20", currency: "AED", buyer: trading, seller: books, shipTo: &trading, terms: "صافي 30 يوما",
		subtotal: "318.50", tax: "15.93", total: "334.43",
		lines: []item{{number: "1", seller: "DFT-7", code: "DFT-7", name: "دفتر مسطر", description: "دفتر مسطر", quantity: "7", unitCode: "XPK", unit: "PK", price: "45.50", total: "318.50"}},
	},
	{
		name: "turkish", full: true, number: "SİP-19", date: "2026-01-08", currency: "TRY", buyer: weavers, seller: timber, terms: "30 gün vade",
		allowance: "300.00", allowanceReason: "İskonto", subtotal: "3300.00", tax: "600.00", total: "3600.00",
		lines: []item{{number: "1", seller: "YÜN-2", code: "YÜN-2", name: "Yün iplik", description: "Yün iplik", quantity: "15", unitCode: "KGM", unit: "kg", price: "220.00", total: "3300.00"}},
	},
	{
		name: "irish", full: true, number: "CMD/0042", date: "2026-10-12", pickUp: "2026-10-15", from: "2026-10-19", delivery: "2026-10-23", currency: "EUR", buyer: distiller, seller: books, shipTo: &distiller, billTo: &distiller,
		terms: "30 days from invoice", subtotal: "240.00", tax: "55.20", total: "295.20",
		lines: []item{{number: "1", gtin: "5391234567890", code: "5391234567890", name: "Labels", text: "Labels, 90 × 120 mm, on rolls", description: "Labels, 90 × 120 mm, on rolls", quantity: "4", unitCode: "RO", unit: "ROLL", price: "60.00", total: "240.00"}},
	},
}
