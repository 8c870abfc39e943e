package parties

// southeastern adds the headings of Hungarian, Romanian and Turkish orders.
func (m headLexicon) southeastern() {
	// Hungarian
	m.nouns(RoleSupplier, "szallito, beszallito, elado, vallalkozo, szolgaltato, szallito partner, kivitelezo", "", "neve, cime, adatai, neve es cime, neve cime, cegneve")
	m.nouns(RoleBuyer, "megrendelo, vevo, vasarlo, megbizo, ajanlatkero", "", "neve, cime, adatai, neve es cime, neve cime, cegneve")
	m.add(RoleShipTo, `szallitasi cim, szallitas helye, szallitas cime, szallitasi hely, kiszallitasi cim, kiszallitas helye, teljesites helye, atvetel helye, atveteli hely, atadas helye, rendeltetesi hely,
		aruatvetel helye, lerakas helye`)
	m.add(RoleBillTo, "szamlazasi cim, szamlazasi adatok, szamla cime, szamlacim, szamlazasi nev es cim, szamlafogado, szamla cimzettje")
	m.add(RoleTo, "cimzett, reszere")
	m.add(RoleFrom, "felado, kiallito")
	m.add(RoleOther, "ugyintezo, kapcsolattarto, megjegyzes, megjegyzesek, fizetesi mod, fizetesi feltetelek, szallitas modja, szallitasi mod, szallitasi hatarido, jovahagyta, keszitette, targy, hivatkozas")

	// Romanian
	m.nouns(RoleSupplier, "furnizor, vanzator, prestator, executant, furnizorul", "catre, date, datele, denumire", "nume, adresa")
	m.nouns(RoleBuyer, "cumparator, beneficiar, achizitor, beneficiarul, cumparatorul", "date, datele, denumire", "nume, adresa")
	m.add(RoleShipTo, `adresa de livrare, adresa livrare, locul de livrare, loc de livrare, locul livrarii, loc livrare, punct de livrare, livrare la, se livreaza la, adresa santier,
		locul de descarcare, punct de descarcare`)
	m.add(RoleBillTo, "adresa de facturare, adresa facturare, date de facturare, date facturare, facturare catre, factura catre, se factureaza catre")
	m.add(RoleTo, "catre")
	m.add(RoleFrom, "emitent, expeditor")
	m.add(RoleOther, "persoana de contact, persoana contact, observatii, conditii de plata, modalitate de plata, termen de plata, termen de livrare, mod de transport, intocmit, aprobat, transportator")

	// Turkish
	m.nouns(RoleSupplier, "tedarikci, satici, yuklenici, satici firma, tedarikci firma", "", "adi, unvani, adresi, bilgileri, firma adi, adi ve adresi")
	m.nouns(RoleBuyer, "alici, satin alan, siparis veren, musteri, alici firma, isveren, siparis veren firma", "", "adi, unvani, adresi, bilgileri, firma adi, adi ve adresi")
	m.add(RoleShipTo, `teslim yeri, teslimat yeri, teslim adresi, teslimat adresi, sevk adresi, sevk yeri, sevkiyat adresi, sevkiyat yeri, gonderim adresi, malin teslim yeri, teslim edilecek yer,
		teslim edilecek adres, santiye adresi`)
	m.add(RoleBillTo, "fatura adresi, fatura bilgileri, fatura unvani, faturalama adresi, fatura edilecek firma, fatura kesilecek firma")
	m.add(RoleTo, "sayin")
	m.add(RoleFrom, "gonderen, duzenleyen")
	m.add(RoleOther, "hazirlayan, onaylayan, onay, aciklama, aciklamalar, ilgili kisi, yetkili, odeme sekli, odeme kosullari, nakliye, teslim sekli, teslim tarihi, siparis no, siparis tarihi, konu")
}

// southeastern adds the captions of addresses in the same languages.
func (m captionLexicon) southeastern() {
	m.add(captionName, "cegnev, nev, denumire, nume, societate, unvan, firma adi, firma unvani, ticari unvan")
	m.add(captionAddress, "cim, szekhely, varos, iranyitoszam, utca, orszag, sediu, sediul, strada, oras, judet, tara, adres, sehir, ilce, posta kodu, ulke")
	m.add(captionReach, "telefonszam, mobil, faks, gsm, e posta, eposta")
	m.add(captionPerson, "kapcsolattarto, ugyintezo, persoana de contact, persoana contact, in atentia, ilgili kisi, ilgili, yetkili, dikkatine")
	m.add(captionTax, "adoszam, kozossegi adoszam, eu adoszam, cegjegyzekszam, cui, cod fiscal, reg com, nr reg com, nr ord reg com, vergi no, vergi dairesi, vergi d, v d, vkn, mersis, mersis no, ticaret sicil no")
	m.numbers("", "vevo, szallito, partner, cari, tedarikci, musteri", "kod, kodu,azonosito, azonosito, no")
}
