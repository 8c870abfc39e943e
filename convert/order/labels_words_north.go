package order

// northernPhrases are the labels of Swedish, Danish, Norwegian and Finnish
// orders. Compounds are written whole where canonicalWord parts them.
var northernPhrases = [...]labelPhrase{
	{labelNumber, 1, `inkopsorder #|inkopsordernr|bestallnings #|bestallning #|inkop #|inkops #|kopordre #|kopsorder #|kobsordre #|kobsordrenr|indkobsordre #|indkobsordrenr|
		indkobs #|rekvisitions #|rekvisition #|innkjopsordre #|innkjopsordrenr|innkjops #|bestillings #|bestilling #|bestallningsorder #|kjopsordre #|
		ostotilaus #|ostotilausnumero|tilaus #|tilausnumero|tilausnro|tilauksen #|tilausnr`},
	{labelNumber, .9, `ordre #|ordrenr|vart order #|vart ordernr|var order #|var bestallning|var bestilling|vores ordre #|vores ordrenr|vart ordre #|vart ordrenr|order ref|
		vores rekvisition|vart bestillings #|vart inkopsordernr|vores indkobsordre|tilauksemme|tilausviite|tilaustunnus|tilaustunnukset|avropsorder #|avrops #|avrop #|avropsnr`},
	{labelNumber, titleStrength, `inkopsorder|bestallning|kobsordre|indkobsordre|innkjopsordre|kjopsordre|bestilling|rekvisition|ostotilaus|tilaus|ordre|avrop|avropsorder|bestallningsorder`},
	{labelNumber, .4, `var ref|var referens|vores ref|vores reference|var referanse|viitteemme|viite|tunnus|asiakirjanumero|dokument #|bilags #`},

	{labelDate, 1, `inkopsdatum|bestallningsdatum|bestallnings date|date bestallning|order date|bestallt|kobsdato|indkobsdato|ordredato|bestillingsdato|bestillings date|innkjopsdato|
		kjopsdato|ordre date|ordre dato|rekvisitionsdato|tilauspvm|tilauspaiva|tilauspaivamaara|tilausaika|tilauksen date|tilattu|tilauspaivays|bestilt`},
	{labelDate, .85, `utfardad|utskriven|upprattad|orderdag|udstedt|udstedelsesdato|utstedt|utstedelsesdato|dokumentdatum|dokumentdato|bilagsdato|laadittu|laadittu date|skapad|oprettet|opprettet|oprettelsesdato|asiakirjan date`},
	{labelDate, .6, `dato|pvm|paiva|paivays|paivamaara`},

	{labelDelivery, 1, `leveransdatum|leveransdag|leverans date|leveranstidpunkt|leverans senast|levereras senast|levereras den|leverans den|leverans onskas|onskat leveransdatum|onskad leverans|
		onskad leveransdag|onskat leveransdag|begart leveransdatum|begard leverans|bekraftat leveransdatum|bekraftad leverans|planerad leverans|planerat leveransdatum|beraknad leverans|
		beraknat leveransdatum|utlovad leverans|ankomstdatum|beraknad ankomst|mottagningsdatum|leveransvecka|lev date|lev datum|lev dag|
		leveringsdato|leverings date|leveringsdag|levering senest|leveres senest|leveres den|leveres|onsket levering|onsket leveringsdato|onsket leverings date|bekraeftet leveringsdato|
		bekraeftet levering|bekreftet levering|bekreftet leveringsdato|planlagt levering|planlagt leveringsdato|forventet levering|forventet leveringsdato|forventet modtagelse|forventet mottak|
		forventet modtagelsesdato|forventet mottaksdato|modtagelsesdato|mottaksdato|ankomstdato|forventet ankomst|lev dato|leveringsuke|leveringsuge|
		toimituspaiva|toimituspvm|toimituspaivamaara|toimitus date|toimitusaika|toivottu toimitus|toivottu toimitus date|toivottu toimituspaiva|toivottu toimituspvm|vahvistettu toimitus date|
		vahvistettu toimituspaiva|toimitus viimeistaan|toimitettava viimeistaan|pyydetty toimitus date|pyydetty toimituspaiva|arvioitu toimitus date|arvioitu toimituspaiva|toimitusviikko|vastaanottopaiva|toim date|toim pvm`},
	{labelDelivery, .7, `leveranstid|leveringstid|leveringstermin|leveringsfrist|leveransfrist|leveranstermin|levereras|leverans vecka|leveres uke|leveres uge|frist|toimitetaan|toimitus viikko`},
	{labelDelivery, .55, `leverans|levering|toimitus|avsandningsdatum|avskeppningsdag|afsendelsesdato|forsendelsesdato|forsendelses date|lahetyspaiva|lahetyspvm`},

	{labelTerms, 1, `betalningsvillkor|betalningsvilkor|betalvillkor|bet villkor|betaln villkor|betalningstid|betalningsbetingelser|betalningstermer|
		betalingsbetingelser|betalingsbetingelse|betalingsvilkar|betalingsvilkaar|bet betingelser|bet betingelse|bet vilkar|betalingstermer|betalingstid|betalingsform|betalingsmade|betalingsmate|
		maksuehto|maksuehdot|maksuaika|maksutapa`},
	{labelTerms, .8, `betalning|betaling|betalningssatt|maksu|netto dage|kredittid|kreditdage|kreditt`},

	{labelShipVia, 1, `leveranssatt|leveransmetod|transportsatt|fraktsatt|speditor|transportor|fraktforare|akeri|leveransform|
		leveringsmade|leveringsmate|leveringsmaade|leveringsmetode|forsendelsesmade|forsendelsesmate|forsendelsesmaade|transportmade|transportmate|transportmaade|transportform|fragtforer|
		fraktforer|fraktmate|fragtmade|sendes med|sendes via|leveres med|speditorfirma|toimitustapa|kuljetustapa|lahetystapa|kuljetusliike|rahdinkuljettaja|huolitsija|kuljetusyhtio|kuljettaja`},
	{labelShipVia, .7, `frakt|fragt|transport|forsendelse|kuljetus|lahetys|leveringsform|spedisjon|spedition`},

	{labelCurrency, 1, `valuta|valuuttakoodi|valuutta|valutakod|valutakode`},
}

// northernOthers are the labels of those languages whose values belong to no
// order-level column.
var northernOthers = [...]string{
	`er referens|er ref|ert order #|ert ordernr|ert offert|er offert|offert|offert #|offertdatum|offert date|kund #|kundnr|kundnummer|leverantors #|leverantorsnr|leverantor #|leverantor|projekt|projekt #|projektnr|
	kostnadsstalle|konto|momsreg #|momsregnr|org #|orgnr|organisations #|bankgiro|plusgiro|godsmarke|godsmarkning|markning|marke|handlaggare|inkopare|kontaktperson|var kontakt|er kontakt|
	bestallare|attest|attesterad|telefon|mobil|e post|epost|sida|leveransvillkor|leveransbetingelse|fakturadatum|faktura #|forfallodatum|forfallodag|utskriftsdatum|utskriven den|giltig till|
	leveransadress|fakturaadress|leverera till|anmarkning|anmarkningar|avtal|avtals #|ramavtal|vart kundnr|artikel|artnr|artikelnr|benamning|antal|enhet|apris|a pris|pris|belopp|summa|rad|
	deres ref|deres referanse|deres reference|jeres ref|jeres reference|deres ordre|tilbud|tilbud #|tilbudsdato|tilbuds date|kunde #|kundenr|kundenummer|leverandor|leverandor #|leverandornr|
	cvr|cvr #|se #|moms #|mva|org|indkober|innkjoper|kontakt|rekvirent|bestiller|side|leveringsbetingelser|leveringsbetingelse|leveringsvilkar|leveringsadresse|fakturaadresse|
	fakturadato|faktura date|forfaldsdato|forfallsdato|forfall|udskriftsdato|utskriftsdato|gyldig til|bemaerkninger|bemaerkning|merknad|merknader|aftale|rammeaftale|rammeavtale|kontrakt #|
	varenr|vare #|beskrivelse|antall|enhed|enhet|belop|belob|linje|ean|gln|sag|sagsnr|sags #|prosjekt|prosjekt #|maerke|merke|merking|
	viitteenne|tarjous|tarjous #|tarjousnumero|tarjouspvm|asiakas #|asiakasnumero|asiakasnro|toimittaja|toimittaja #|toimittajanumero|toimittajanro|projekti|kustannuspaikka|y tunnus|ytunnus|alv #|
	ostaja|yhteyshenkilo|kasittelija|tilaaja|puhelin|puh|sahkoposti|sivu|toimitusehto|toimitusehdot|toimitusosoite|laskutusosoite|laskupvm|erapaiva|tulostettu|tulostuspvm|voimassa|huomautus|huomautuksia|
	merkki|merkinta|sopimus|sopimusnumero|tuote|tuotenumero|nimike|kuvaus|maara|yksikko|hinta|ahinta|yhteensa|rivi`,
}
