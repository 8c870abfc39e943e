package parties

// northern adds the headings of Swedish, Danish, Norwegian and Finnish orders.
func (m headLexicon) northern() {
	// Swedish
	m.nouns(RoleSupplier, "leverantor, leverantoren, saljare, saljaren, entreprenor, underentreprenor", "till, var", "namn, adress, uppgifter, namn och adress")
	m.nouns(RoleBuyer, "kopare, koparen, bestallare, bestallaren, kund, kunden, uppdragsgivare, inkopande foretag", "", "namn, adress, uppgifter, namn och adress")
	m.nouns(RoleShipTo, `leveransadress, levereras till, leverera till, leveransplats, leveransort, leverans till, godsmottagare, varumottagare, godsadress, mottagningsadress,
		adress for leverans, leveransmottagare, utlamningsadress, skickas till, besoksadress leverans`, "er, var", "")
	m.nouns(RoleBillTo, `fakturaadress, faktureringsadress, faktureras till, fakturera till, faktura till, fakturamottagare, faktureras, fakturor till, faktura skickas till,
		fakturor skickas till, faktura stalls till, adress for faktura, fakturering`, "er, var", "")
	m.add(RoleTo, "till")
	m.add(RoleRecipient, "mottagare")
	m.add(RoleFrom, "fran, avsandare")
	m.add(RoleSupplier, "bestallning till, order till, kopt av")
	m.add(RoleOther, `var referens, er referens, kontaktperson, handlaggare, inkopare, godsmarke, godsmarkning, leveransvillkor, betalningsvillkor, leveranssatt, transportsatt,
		anmarkning, anmarkningar, ovrigt, attest, attesteras av, bestallt av, projekt, leveransdatum, var kontakt, er kontakt, markning`)

	// Danish and Norwegian
	m.nouns(RoleSupplier, `leverandor, leverandoren, saelger, saelgeren, selger, selgeren, entreprenor, underleverandor, underentreprenor`, "til, vores, var",
		"navn, adresse, oplysninger, opplysninger, navn og adresse, navn adresse")
	m.nouns(RoleBuyer, `kober, koberen, kjoper, kjoperen, bestiller, bestilleren, kunde, kunden, rekvirent, oppdragsgiver, ordregiver, opdragsgiver, innkjoper firma`, "",
		"navn, adresse, oplysninger, opplysninger, navn og adresse, navn adresse")
	m.nouns(RoleShipTo, `leveringsadresse, leveres til, lever til, leveringssted, levering til, levering, varemodtager, varemottaker, varemottak, leveranseadresse, modtageradresse,
		vareadresse, leveringsmodtager, leveringsmottaker, sendes til, send til, aflever til, afleveres til, afleveringssted, afleveringsadresse, forsendelsesadresse,
		mottaksadresse, leveringspunkt, byggeplads, byggeplass, anleggsadresse`, "vores, var, jeres, deres, alternativ", "")
	m.nouns(RoleBillTo, `fakturaadresse, faktureringsadresse, faktureres til, fakturer til, faktura til, fakturamodtager, fakturamottaker, faktura sendes til, fakturaer sendes til,
		fakturaer til, fakturering, faktura adresse, regningsadresse, regning til, adresse for faktura`, "vores, var, jeres, deres", "")
	m.add(RoleTo, "til")
	m.add(RoleRecipient, "mottaker, modtager")
	m.add(RoleFrom, "fra, afsender, avsender, udsteder, utsteder")
	m.add(RoleSupplier, "bestilling til, ordre til, kobt hos, kjopt hos, bestilt hos")
	m.add(RoleOther, `vor reference, vor ref, vores reference, var referanse, deres reference, deres referanse, deres ref, kontaktperson, indkober, innkjoper, leveringsbetingelser,
		leveringsbetingelse, leveringsvilkar, betalingsbetingelser, betalingsvilkar, leveringsmade, leveringsmate, forsendelse, bemaerkning, bemaerkninger, merknad, merknader,
		godkendt af, godkjent av, bestilt av, bestilt af, projekt, prosjekt, leveringsdato, sagsbehandler, saksbehandler, transportor, fragtmand, merking`)

	// Finnish
	m.nouns(RoleSupplier, "toimittaja, myyja, tavarantoimittaja, urakoitsija, alihankkija", "", "nimi, osoite, tiedot")
	m.add(RoleSupplier, "toimittajan tiedot, toimittajan nimi, toimittajan osoite, myyjan tiedot, toimittajalle")
	m.nouns(RoleBuyer, "ostaja, tilaaja, asiakas, hankkija", "", "nimi, osoite, tiedot")
	m.add(RoleBuyer, "ostajan tiedot, tilaajan tiedot, tilaajan nimi, ostajan nimi, tilaava yritys, tilaajan osoite, ostajan osoite")
	m.add(RoleShipTo, `toimitusosoite, toimituspaikka, toimitetaan osoitteeseen, toimitus osoite, tavaran vastaanottaja, vastaanottajan osoite, toimitus osoitteeseen, tavaraosoite,
		vastaanotto, tavaran toimitusosoite, toimituskohde, lahetysosoite, kuljetusosoite, purkupaikka, toimitus`)
	m.add(RoleBillTo, `laskutusosoite, laskun osoite, laskutetaan, laskun saaja, laskutus, laskut osoitteeseen, laskun vastaanottaja, laskutustiedot, verkkolaskuosoite, laskutus osoite,
		lasku osoitteeseen`)
	m.add(RoleTo, "kenelle")
	m.add(RoleRecipient, "vastaanottaja")
	m.add(RoleFrom, "lahettaja")
	m.add(RoleOther, `viitteemme, viitteenne, viite, yhteyshenkilo, kasittelija, maksuehto, maksuehdot, toimitusehto, toimitusehdot, toimitustapa, kuljetustapa, toimituspaiva, toimitusaika,
		huomautukset, lisatiedot, merkki, ostajan yhteyshenkilo, tilaajan yhteyshenkilo, projekti, tyomaa, hyvaksyja, rahdinkuljettaja`)
}

// northern adds the captions of addresses in the same languages.
func (m captionLexicon) northern() {
	m.add(captionName, "navn, namn, nimi, firmanavn, firmanamn, foretag, foretagsnamn, virksomhed, yritys, yrityksen nimi")
	m.add(captionAddress, `adress, postadress, besoksadress, postnr, postnummer, ort, land, adresse, postadresse, by, sted, poststed, osoite, postiosoite, katuosoite, postinumero, paikkakunta,
		postitoimipaikka, maa, gatuadress, gateadresse`)
	m.add(captionReach, "tlf, telefon, tfn, mobil, mobiltelefon, fax, telefax, faks, telefaks, e post, epost, e mail, puh, puhelin, matkapuhelin, faksi, sahkoposti, s posti, hemsida, hjemmeside, kotisivu")
	m.add(captionPerson, "att, kontakt, kontaktperson, yhteyshenkilo, vor ref, var ref, er ref, deres ref, yhteyshlo")
	m.add(captionTax, "org nr, orgnr, organisationsnummer, organisasjonsnummer, foretaksnummer, momsnr, moms nr, cvr, cvr nr, se nr, vat nr, vat reg nr, y tunnus, alv nro, alv numero, mva nr")
	m.numbers("", "leverantors, leverandor, kreditor, kund, kunde, leverantor, leverandors", "nr, nr,nummer, nummer")
	m.numbers("", "toimittaja, toimittajan, asiakas", "numero, numero,nro, nro")
}
