package ordertest

// country holds what depends on the country where an order is written. In patterns
// "#" stands for a digit and "@" for a letter; "|" separates lines.
type country struct {
	code, language   string
	share            float64 // of the orders, relative to other countries
	currency, symbol string
	behind           bool // the symbol stands after amounts
	point            string
	groups           []string // separators of thousands; "lakh" is the Indian grouping
	decimals         int32    // of amounts
	letter           bool     // sheets are US Letter, not A4
	dates            []string // layouts of package time
	legal            []string
	streets, towns   []string
	land             []string
	phones, taxIDs   []string
	taxes            []string // names of taxes, if not just the language's label; "|" separates several taxes
}

// countries are the countries of orders.
var countries = []country{
	{code: "US", language: "en", share: 24, currency: "USD", symbol: "$", point: ".", groups: []string{",", ",", ""}, decimals: 2, letter: true,
		dates:   []string{"01/02/2006", "1/2/2006", "01/02/06", "02-Jan-2006", "2006-01-02", "January 2, 2006", "Jan 2, 2006", "^02-Jan-06", "1-2-2006", "02/Jan/06"},
		legal:   []string{"Inc.", "LLC", "Corp.", "Co.", "Corporation", "Company", ""},
		streets: []string{"### Main Street", "#### Industrial Blvd", "##### N. 4th Ave", "P.O. Box ####", "### Harbor Road|Suite ###", "#### County Rd 12", "### W Commerce Pkwy|Bldg @"},
		towns:   []string{"Dayton, OH 4####", "AUSTIN TX 7####-####", "Portland, OR  9####", "Tampa, FL 3####", "Salem, Massachusetts 0####", "GREEN BAY WI 5####"},
		land:    []string{"USA", "United States", "US"}, phones: []string{"(###) 555-01##", "###-555-01##", "1.###.555.01##"}, taxIDs: []string{"Tax ID: ##-#######", "FEIN ##-#######"}, taxes: []string{"Sales Tax", "Tax", "Tax (7.5%)", "TX Sales Tax 8.25%", "Sales Tax 6%", "State Tax 6%|County Tax 1.5%"}},
	{code: "CA", language: "en", share: 4, currency: "CAD", symbol: "$", point: ".", groups: []string{",", ",", ""}, decimals: 2, letter: true,
		dates: []string{"2006-01-02", "02-Jan-2006", "January 2, 2006"}, legal: []string{"Ltd.", "Inc.", "Limited"},
		streets: []string{"### King Street West", "#### 50 Avenue SE", "## Rue Sherbrooke"}, towns: []string{"Toronto, ON M5H 1A1", "Calgary AB T2P 2V7", "Laval (Québec) H7S 1Z5"},
		land: []string{"Canada", "CANADA"}, phones: []string{"###-555-01##"}, taxIDs: []string{"GST No. ######### RT0001", "HST No.: #########"}, taxes: []string{"GST 5%", "HST 13%", "GST 5%|PST 7%", "HST"}},
	{code: "GB", language: "en", share: 10, currency: "GBP", symbol: "£", point: ".", groups: []string{",", ",", ""}, decimals: 2,
		dates: []string{"02/01/2006", "2 January 2006", "02/01/06", "02-Jan-2006", "02.01.2006", "Monday, 2 January 2006"}, legal: []string{"Ltd", "Limited", "PLC", "LLP", "Ltd."},
		streets: []string{"## High Street", "Unit #, Station Road Ind. Estate", "## Mill Lane", "The Old Dairy|# Church Lane"}, towns: []string{"Leeds|LS1 4AB", "Bristol BS2 0QQ", "Reading, Berkshire, RG1 8EQ", "WAKEFIELD|West Yorkshire|WF9 7ZY"},
		land: []string{"United Kingdom", "UK"}, phones: []string{"01### 55####", "+44 (0)1### 55####"}, taxIDs: []string{"VAT Reg No: GB #########", "VAT No. GB### #### ##"}, taxes: []string{"VAT", "VAT 20%", "VAT @ 20%", "Total VAT", "VAT (20.00%)"}},
	{code: "IN", language: "en", share: 10, currency: "INR", symbol: "₹|Rs.|Rs", point: ".", groups: []string{"lakh", "lakh", "lakh", ",", ""}, decimals: 2,
		dates: []string{"02/01/2006", "2-Jan-06", "02-01-2006", "02.01.2006", "2-Jan-2006", "02-Jan-2006"}, legal: []string{"Pvt. Ltd.", "Private Limited", "LLP", "PVT LTD", "Ltd"},
		streets: []string{"Plot No. ##, MIDC Industrial Area", "D-##, Sector ##", "Shed No. #/#, GIDC Estate|Phase II", "Survey No. ###/#"}, towns: []string{"Pune - 411019, Maharashtra", "Chennai 600032|Tamil Nadu", "Korba (C.G) 495699", "AHMEDABAD-382445"},
		land: []string{"India", "INDIA"}, phones: []string{"+91 98### #####", "020-2555####"}, taxIDs: []string{"GSTIN/UIN: 27AA@C@####N1Z9", "GSTIN: 33AB@D@####K1ZQ", "GSTIN : 24AAACG####M1ZK|State Name : Gujarat, Code : 24"}, taxes: []string{"IGST 18%", "CGST 9%|SGST 9%", "GST", "IGST @ 18%", "CGST|SGST"}},
	{code: "AU", language: "en", share: 5, currency: "AUD", symbol: "$", point: ".", groups: []string{",", ",", ""}, decimals: 2,
		dates: []string{"02/01/2006", "2/01/2006", "02-Jan-2006", "2 January 2006"}, legal: []string{"Pty Ltd", "Pty. Ltd.", "Limited"},
		streets: []string{"## Collins Street", "Unit #/## Enterprise Drive", "PO Box ###"}, towns: []string{"Dandenong VIC 3175", "Wetherill Park NSW 2164", "Perth, WA 6000"},
		land: []string{"Australia", "AUSTRALIA"}, phones: []string{"(03) 5550 ####", "+61 2 5550 ####"}, taxIDs: []string{"ABN: ## ### ### ###", "ABN ## ### ### ###"}, taxes: []string{"GST", "GST 10%", "GST (10%)", "Total GST"}},
	{code: "KW", language: "en", share: 2, currency: "KWD", symbol: "KD", point: ".", groups: []string{",", ""}, decimals: 3,
		dates: []string{"02/01/2006", "02-Jan-2006"}, legal: []string{"W.L.L.", "Co. W.L.L.", "K.S.C."},
		streets: []string{"Block #, Street ##", "P.O. Box ####"}, towns: []string{"Shuwaikh Industrial", "Safat 1####"}, land: []string{"Kuwait", "State of Kuwait"}, phones: []string{"+965 2555 ####"}, taxIDs: []string{"C.R. No. ######"}, taxes: []string{"VAT 5%", "Tax"}},
	{code: "DE", language: "de", share: 8, currency: "EUR", symbol: "€", behind: true, point: ",", groups: []string{".", ".", ""}, decimals: 2,
		dates: []string{"02.01.2006", "02.01.06", "2.1.2006", "2. January 2006"}, legal: []string{"GmbH", "GmbH & Co. KG", "AG", "KG", "e.K."},
		streets: []string{"Industriestraße ##", "Hauptstr. #", "Am Hafen ##", "Postfach ## ##", "Werk II|Bahnhofstraße ##"}, towns: []string{"28195 Bremen", "D-89073 Ulm", "01067 Dresden", "66111 Saarbrücken"},
		land: []string{"Deutschland", "Germany"}, phones: []string{"+49 421 5550##", "0731/555-##", "(0351) 5550 ###"}, taxIDs: []string{"USt-IdNr.: DE#########", "USt-ID DE#########"}},
	{code: "AT", language: "de", share: 2, currency: "EUR", symbol: "€", behind: true, point: ",", groups: []string{".", ""}, decimals: 2,
		dates: []string{"02.01.2006", "2.1.2006"}, legal: []string{"GmbH", "AG", "Ges.m.b.H."}, streets: []string{"Ringstraße ##", "Gewerbepark #"}, towns: []string{"4020 Linz", "A-8010 Graz", "1100 Wien"},
		land: []string{"Österreich"}, phones: []string{"+43 732 555##"}, taxIDs: []string{"UID: ATU########"}},
	{code: "CH", language: "de", share: 3, currency: "CHF", symbol: "CHF", point: ".", groups: []string{"'", "’", ""}, decimals: 2,
		dates: []string{"02.01.2006", "2. January 2006"}, legal: []string{"AG", "GmbH"}, streets: []string{"Gewerbestrasse ##", "Seeweg #"}, towns: []string{"3007 Bern", "CH-8400 Winterthur", "4142 Münchenstein"},
		land: []string{"Schweiz"}, phones: []string{"+41 31 555 ## ##"}, taxIDs: []string{"MWST-Nr. CHE-###.###.###", "UID CHE-###.###.### MWST"}},
	{code: "FR", language: "fr", share: 6, currency: "EUR", symbol: "€", behind: true, point: ",", groups: []string{" ", ".", ""}, decimals: 2,
		dates: []string{"02/01/2006", "02/01/06", "2 January 2006", "02.01.2006"}, legal: []string{"SARL", "SAS", "S.A.", "SASU", "SA"},
		streets: []string{"## rue de la Gare", "### avenue Victor Hugo", "ZI des Prés|BP ##", "# bis, chemin du Moulin"}, towns: []string{"69003 LYON", "44000 Nantes", "59000 LILLE CEDEX", "F-67000 Strasbourg"},
		land: []string{"France", "FRANCE"}, phones: []string{"04 55 ## ## ##", "+33 2 55 ## ## ##"}, taxIDs: []string{"N° TVA : FR## ### ### ###", "SIRET ### ### ### 00012"}},
	{code: "ES", language: "es", share: 4, currency: "EUR", symbol: "€", behind: true, point: ",", groups: []string{".", ".", ""}, decimals: 2,
		dates: []string{"02/01/2006", "02-01-2006", "2 de January de 2006", "02/01/06"}, legal: []string{"S.L.", "S.A.", "S.L.U."},
		streets: []string{"C/ Mayor, ##", "Avda. de la Industria, #", "Polígono Sur, Calle B, ##"}, towns: []string{"28001 Madrid", "46002 Valencia", "41010 SEVILLA"},
		land: []string{"España"}, phones: []string{"955 55 ## ##", "+34 91 555 ####"}, taxIDs: []string{"CIF: B########", "NIF: A-########"}},
	{code: "MX", language: "es", share: 2, currency: "MXN", symbol: "$", point: ".", groups: []string{",", ",", ""}, decimals: 2, letter: true,
		dates: []string{"02/01/2006", "02-01-2006"}, legal: []string{"S.A. de C.V.", "S. de R.L. de C.V."}, streets: []string{"Av. Insurgentes ####", "Calle 5 No. ##|Col. Centro"}, towns: []string{"Monterrey, N.L., C.P. 64000", "44100 Guadalajara, Jal."},
		land: []string{"México"}, phones: []string{"(81) 5550-####"}, taxIDs: []string{"RFC: @@@##0101AB1"}},
	{code: "IT", language: "it", share: 5, currency: "EUR", symbol: "€", point: ",", groups: []string{".", ".", ""}, decimals: 2,
		dates: []string{"02/01/2006", "02-01-2006", "2 January 2006", "02.01.2006"}, legal: []string{"S.r.l.", "S.p.A.", "SRL", "s.n.c."},
		streets: []string{"Via Roma, ##", "Via dell'Industria ##", "Via Garibaldi, #/A", "Zona Ind.le Est"}, towns: []string{"20121 Milano (MI)", "10122 TORINO TO", "40121 Bologna (BO)"},
		land: []string{"Italia", "Italy"}, phones: []string{"02 555####", "+39 051 555###"}, taxIDs: []string{"P.IVA ###########", "P. IVA / C.F.: IT###########"}},
	{code: "NL", language: "nl", share: 4, currency: "EUR", symbol: "€", point: ",", groups: []string{".", ".", ""}, decimals: 2,
		dates: []string{"02-01-2006", "2-1-2006", "2 January 2006", "02/01/2006"}, legal: []string{"B.V.", "BV", "N.V."},
		streets: []string{"Industrieweg ##", "Havenweg #", "Postbus ###"}, towns: []string{"3542 AB Utrecht", "5651 GW Eindhoven", "4811 GH BREDA"},
		land: []string{"Nederland"}, phones: []string{"030-555####", "+31 (0)40 555 ####"}, taxIDs: []string{"BTW-nr. NL#########B01", "KvK ########"}},
	{code: "BE", language: "nl", share: 1, currency: "EUR", symbol: "€", point: ",", groups: []string{".", ""}, decimals: 2,
		dates: []string{"02/01/2006", "02-01-2006"}, legal: []string{"NV", "BV"}, streets: []string{"Kerkstraat ##"}, towns: []string{"9000 Gent", "B-2000 Antwerpen"},
		land: []string{"België"}, phones: []string{"+32 9 555 ## ##"}, taxIDs: []string{"BTW BE 0###.###.###"}},
	{code: "PT", language: "pt", share: 3, currency: "EUR", symbol: "€", behind: true, point: ",", groups: []string{".", " ", ""}, decimals: 2,
		dates: []string{"02/01/2006", "02-01-2006", "2006-01-02"}, legal: []string{"Lda.", "S.A.", "Lda", "Unipessoal Lda"},
		streets: []string{"Rua da Indústria, ##", "Av. da Liberdade ###"}, towns: []string{"4100-012 Porto", "1250-096 LISBOA"}, land: []string{"Portugal"}, phones: []string{"+351 22 555 ####"}, taxIDs: []string{"NIF: #########", "Contribuinte nº #########"}},
	{code: "BR", language: "pt", share: 3, currency: "BRL", symbol: "R$", point: ",", groups: []string{".", ".", ""}, decimals: 2,
		dates: []string{"02/01/2006", "02/01/06"}, legal: []string{"Ltda.", "S.A.", "LTDA", "Eireli"},
		streets: []string{"Av. Paulista, ####", "Rua Dona Francisca, ###|Bairro Norte"}, towns: []string{"São Paulo - SP, 01310-100", "Joinville - SC|CEP 89201-010"}, land: []string{"Brasil"}, phones: []string{"(11) 5550-####"}, taxIDs: []string{"CNPJ: ##.###.###/0001-##"}},
	{code: "PL", language: "pl", share: 4, currency: "PLN", symbol: "zł", behind: true, point: ",", groups: []string{" ", "", "."}, decimals: 2,
		dates: []string{"02.01.2006", "2006-01-02", "02-01-2006", "2 January 2006"}, legal: []string{"Sp. z o.o.", "S.A.", "sp. j.", "Sp. z o.o. sp. k."},
		streets: []string{"ul. Przemysłowa ##", "ul. Długa #/##", "al. Jerozolimskie ###"}, towns: []string{"00-950 Warszawa", "61-001 Poznań", "40-014 KATOWICE"}, land: []string{"Polska"}, phones: []string{"+48 22 555 ## ##", "tel. 61 555 ####"}, taxIDs: []string{"NIP: ###-###-##-##", "NIP ##########"}},
	{code: "CZ", language: "cs", share: 3, currency: "CZK", symbol: "Kč", behind: true, point: ",", groups: []string{" ", ""}, decimals: 2,
		dates: []string{"02.01.2006", "2.1.2006", "2. January 2006"}, legal: []string{"s.r.o.", "a.s.", "spol. s r.o."},
		streets: []string{"Průmyslová ##", "Nádražní ###/##", "Hlavní #"}, towns: []string{"110 00 Praha 1", "602 00 Brno", "301 00 Plzeň"}, land: []string{"Česká republika"}, phones: []string{"+420 555 ### ###"}, taxIDs: []string{"IČ: ########, DIČ: CZ########", "DIČ: CZ########"}},
	{code: "SE", language: "sv", share: 3, currency: "SEK", symbol: "kr", behind: true, point: ",", groups: []string{" ", ""}, decimals: 2,
		dates: []string{"2006-01-02", "2006-01-02", "2006-01-02", "2006-01-02", "2 January 2006", "2 January 2006", "060102"}, legal: []string{"AB", "Aktiebolag", "HB"},
		streets: []string{"Industrigatan ##", "Box ###", "Hamnvägen #"}, towns: []string{"411 04 Göteborg", "SE-211 22 Malmö", "721 30 VÄSTERÅS"}, land: []string{"Sverige"}, phones: []string{"031-555 ## ##", "+46 40 555 ##"}, taxIDs: []string{"Org.nr 55####-####", "VAT-nr SE55########01"}},
	{code: "DK", language: "da", share: 3, currency: "DKK", symbol: "kr.", behind: true, point: ",", groups: []string{".", ".", ""}, decimals: 2,
		dates: []string{"02-01-2006", "02.01.2006", "2. January 2006", "02/01/06"}, legal: []string{"A/S", "ApS", "I/S"},
		streets: []string{"Industrivej ##", "Havnegade #"}, towns: []string{"8000 Aarhus C", "DK-5000 Odense C", "9000 Aalborg"}, land: []string{"Danmark"}, phones: []string{"+45 55 55 ## ##"}, taxIDs: []string{"CVR-nr. ########", "CVR ## ## ## ##"}},
	{code: "NO", language: "nb", share: 3, currency: "NOK", symbol: "kr", behind: false, point: ",", groups: []string{" ", ""}, decimals: 2,
		dates: []string{"02.01.2006", "2. January 2006", "02.01.06"}, legal: []string{"AS", "ASA", "ANS"},
		streets: []string{"Industriveien ##", "Postboks ###", "Strandgata #"}, towns: []string{"0581 Oslo", "NO-5003 Bergen", "7010 TRONDHEIM"}, land: []string{"Norge"}, phones: []string{"+47 55 55 ## ##"}, taxIDs: []string{"Org.nr. 9## ### ### MVA"}},
	{code: "FI", language: "fi", share: 3, currency: "EUR", symbol: "€", behind: true, point: ",", groups: []string{" ", ""}, decimals: 2,
		dates: []string{"2.1.2006", "02.01.2006"}, legal: []string{"Oy", "Oyj", "Ky", "Oy Ab"},
		streets: []string{"Teollisuuskatu ##", "PL ##", "Satamatie #"}, towns: []string{"00510 Helsinki", "FI-33100 Tampere", "20100 TURKU"}, land: []string{"Suomi", "Finland"}, phones: []string{"+358 9 5550 ###", "03 555 ####"}, taxIDs: []string{"Y-tunnus #######-#", "ALV FI########"}},
}
