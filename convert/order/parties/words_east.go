package parties

// eastern adds the headings of Polish, Czech and Slovak orders.
func (m headLexicon) eastern() {
	// Polish
	m.nouns(RoleSupplier, "dostawca, sprzedawca, sprzedajacy, wykonawca, zleceniobiorca, kontrahent, podwykonawca, oferent", "do, nasz", "nazwa, adres, dane, nazwa i adres")
	m.add(RoleSupplier, "dane dostawcy, nazwa dostawcy, adres dostawcy, dane sprzedawcy, dane wykonawcy, zamowienie do, zamowienie dla, dla dostawcy")
	m.nouns(RoleBuyer, "zamawiajacy, nabywca, kupujacy, odbiorca zamawiajacy, zleceniodawca, klient, inwestor", "", "nazwa, adres, dane, nazwa i adres")
	m.add(RoleBuyer, "dane zamawiajacego, dane nabywcy, dane kupujacego, nazwa zamawiajacego, adres zamawiajacego, firma zamawiajaca")
	m.add(RoleBuyer|RoleBillTo, "nabywca platnik")
	m.nouns(RoleShipTo, `adres dostawy, miejsce dostawy, adres wysylki, dostarczyc do, dostarczyc na adres, dostawa na adres, miejsce odbioru, miejsce rozladunku, adres odbioru, odbiorca,
		odbiorca towaru, dostawa do, wysylka do, wyslac na adres, adres do wysylki, miejsce przeznaczenia, dostawa, adres budowy, miejsce realizacji, adres rozladunku, odbiorca dostawy`, "nasz, prosimy", "")
	m.nouns(RoleBillTo, `adres do faktury, dane do faktury, faktura na, platnik, adres faktury, faktury na adres, fakturowac na, fakture wystawic na, adres do faktur, faktura dla, adres korespondencyjny faktur,
		adres fakturowania, adres rozliczeniowy, fakture prosimy wystawic na, odbiorca faktury, faktury prosimy wystawiac na, fakture prosimy wystawic na, faktury wystawiac na, faktury prosimy kierowac na, dane do fakturowania, nabywca faktury, faktury prosimy wysylac na adres`, "", "")
	m.add(RoleTo, "do, adresat, szanowni panstwo, sz p")
	m.add(RoleFrom, "od, nadawca, wystawca")
	m.add(RoleOther, `osoba kontaktowa, kontakt, osoba do kontaktu, warunki platnosci, termin platnosci, warunki dostawy, sposob dostawy, uwagi, uwaga, zamowil, sporzadzil, zatwierdzil, przewoznik, projekt,
		termin dostawy, data dostawy, sposob platnosci, forma platnosci, opiekun, kupiec, dzial zakupow, osoba zamawiajaca, dotyczy, srodek transportu, wystawil`)

	// Czech and Slovak
	m.nouns(RoleSupplier, "dodavatel, dodavatelia, prodavajici, predavajuci, zhotovitel, predavajici, prodejce, dodavatel zhotovitel, poskytovatel", "pro, nas", "nazev, adresa, udaje, nazev a adresa, nazov")
	m.add(RoleSupplier, "udaje dodavatele, adresa dodavatele, nazev dodavatele, objednavka pro, udaje o dodavateli")
	m.nouns(RoleBuyer, "odberatel, objednatel, kupujici, kupujuci, objednavatel, zakaznik, zadavatel, narocitel", "", "nazev, adresa, udaje, nazev a adresa, nazov")
	m.add(RoleBuyer, "udaje odberatele, udaje objednatele, adresa odberatele, adresa objednatele, udaje o odberateli")
	m.nouns(RoleShipTo, `konecny prijemce, konecny prijimatel, dodaci adresa, dodacia adresa, misto dodani, misto dodavky, misto urceni, miesto dodania, miesto dodavky, dodat na, dodat na adresu, dorucit na,
		dorucovaci adresa, adresa dodani, adresa dodavky, adresa doruceni, prijemce zbozi, misto plneni, prijemce, prijemca, misto vykladky, adresa pro doruceni, dodani na adresu, dodat do, misto prevzeti,
		adresa pro dodani, odesilaci adresa, zaslat na adresu, dodavka na adresu, adresa stavby, dodani`, "nase, prosime", "")
	m.nouns(RoleBillTo, `fakturacni adresa, fakturacna adresa, adresa pro fakturaci, fakturacni udaje, fakturacne udaje, fakturujte na, fakturovat na, faktura na, platce, fakturu zaslat na, adresa fakturace,
		faktury zasilat na, fakturovano na, udaje pro fakturaci, fakturace, fakturu vystavte na, prijemce faktury, fakturacni adresa odberatele`, "nase, prosime", "")
	m.add(RoleTo, "adresat, pro, komu")
	m.add(RoleRecipient, "prijimatel")
	m.add(RoleFrom, "odesilatel, odosielatel, vystavitel")
	m.add(RoleOther, `kontaktni osoba, kontaktna osoba, kontakt, vyrizuje, vybavuje, vystavil, schvalil, zpusob dopravy, zpusob uhrady, forma uhrady, doprava, platebni podminky, splatnost, dodaci podminky,
		poznamka, poznamky, termin dodani, datum dodani, dopravce, vase znacka, nase znacka, predmet, objednal, schvalila, bankovni spojeni, misto zapisu`)
}

// eastern adds the captions of addresses in the same languages.
func (m captionLexicon) eastern() {
	m.add(captionName, "nazwa, nazwa firmy, firma, nazev, nazev firmy, nazov, obchodni firma, spolecnost, spolocnost")
	m.add(captionAddress, "adres, ulica, kod pocztowy, miasto, miejscowosc, kraj, adresa, sidlo, ulice, psc, mesto, zeme, stat, krajina, obec")
	m.add(captionReach, "tel, telefon, tel kom, kom, faks, fax, e mail, email, mobil, mob, www, strona www")
	m.add(captionPerson, "do rak, osoba kontaktowa, kontakt, k rukam, kontaktni osoba, kontaktna osoba, vyrizuje, vybavuje")
	m.add(captionTax, "nip, regon, krs, ic, ico, dic, ic dph, bdo, vat ue, nip ue")
	m.numbers("nr, kod, numer, id", "dostawcy, odbiorcy, klienta, kontrahenta", "")
	m.numbers("cislo, c, kod, id", "dodavatele, dodavatela, odberatele, odberatela, zakaznika", "")
}
