package order

// easternPhrases are the labels of Polish and Czech orders.
var easternPhrases = [...]labelPhrase{
	{labelNumber, 1, `zamowienie #|zamowienia #|# zamowienia|# zam|zam #|zamowienie zakupu #|# zamowienia zakupu|zlecenie #|# zlecenia|zapotrzebowanie #|
		objednavka #|objednavka c|objednavky #|cislo objednavky|c objednavky|cislo obj|c obj|obj c|obj #|# objednavky|objednavka vydana c|objednavka vydana #|nakupni objednavka #|nakupni objednavka c|
		vydana objednavka c|objednavka cislo|cislo nakupni objednavky|evidencni cislo objednavky`},
	{labelNumber, .9, `nasze zamowienie|nasz # zamowienia|nasz # zam|zamowienie wlasne #|# naszego zamowienia|nase objednavka|nase cislo objednavky|nase c objednavky|obj`},
	{labelNumber, titleStrength, `zamowienie|zamowienie zakupu|zamowienie dostawcy|zamowienie do dostawcy|zlecenie|objednavka|objednavka vydana|vydana objednavka|nakupni objednavka`},
	{labelNumber, .6, `# dokumentu|dokument #|cislo dokladu|c dokladu|doklad c|evidencni cislo|# ewidencyjny`},
	{labelNumber, .4, `nasz znak|znak sprawy|nasza ref|nase znacka|nase zn|cislo|cislo jednaci`},

	{labelDate, 1, `date zamowienia|data zamowienia|date zam|dnia zamowienia|date zlozenia zamowienia|zamowienie z dnia|zlecenie z dnia|date zlecenia|
		datum objednavky|date objednavky|date objednani|objednano|objednano dne|date obj|objednavka ze dne`},
	{labelDate, .85, `date wystawienia|data wystawienia|wystawiono|wystawiono dnia|wystawione|date dokumentu|date sporzadzenia|miejsce i date wystawienia|date utworzenia|date zlozenia|
		date vystaveni|datum vystaveni|vystaveno|vystaveno dne|date zapisu|datum zapisu|date dokladu|date porizeni|date vyhotoveni|datum uskutecneni|dne vystaveno`},
	{labelDate, .6, `dnia|dne|z dnia|ze dne`},

	{labelDelivery, 1, `termin dostawy|date dostawy|data dostawy|termin realizacji|date realizacji|data realizacji|dostawa do dnia|dostawa do|dostawa najpozniej|dostawa dnia|wymagany termin dostawy|
		wymagana date dostawy|oczekiwana date dostawy|oczekiwany termin dostawy|planowana date dostawy|planowany termin dostawy|potwierdzona date dostawy|potwierdzony termin dostawy|zadany termin dostawy|
		date dostarczenia|termin dostarczenia|dostarczyc do|dostarczyc do dnia|date odbioru|termin odbioru|termin wykonania|termin realizacji zamowienia|przewidywana date dostawy|przewidywany termin dostawy|
		termin dodani|termin dodavky|date dodani|datum dodani|date dodavky|datum dodavky|dodaci lhuta|dodat do|dodani do|dodani nejpozdeji|dodat nejpozdeji|pozadovany termin dodani|pozadovane date dodani|
		pozadovane datum dodani|pozadovany termin|pozadovane dodani|predpokladany termin dodani|predpokladane date dodani|predpokladane dodani|potvrzeny termin dodani|potvrzeny termin|ocekavane dodani|
		ocekavane date dodani|termin plneni|date plneni|termin prevzeti|date prijeti`},
	{labelDelivery, .55, `dostawa|dostava|dodani|dodavka|date wysylki|data wysylki|termin wysylki|date odeslani|date expedice|termin expedice|realizacja`},

	{labelTerms, 1, `warunki platnosci|warunki zaplaty|termin platnosci|termin zaplaty|sposob platnosci|sposob zaplaty|forma platnosci|forma zaplaty|metoda platnosci|platnosc w terminie|warunek platnosci|platn|
		platebni podminky|platebni podminka|forma uhrady|zpusob uhrady|zpusob platby|forma platby|zpusob placeni|splatnost faktury|lhuta splatnosti|doba splatnosti|termin splatnosti|podminky platby`},
	{labelTerms, .8, `platnosc|zaplata|splatnost|uhrada|platba`},

	{labelShipVia, 1, `sposob dostawy|sposob wysylki|sposob transportu|sposob odbioru|srodek transportu|rodzaj transportu|metoda dostawy|metoda wysylki|przewoznik|spedytor|forma dostawy|forma wysylki|rodzaj wysylki|
		zpusob dopravy|zpusob doruceni|zpusob dodani|zpusob odberu|zpusob prepravy|druh dopravy|dopravce|prepravce|spediter|forma dopravy|zpusob expedice`},
	{labelShipVia, .7, `doprava|transport|wysylka|przesylka|przesylka kurierska|preprava|expedice|odbior`},

	{labelCurrency, 1, `waluta|mena|kod waluty`},
}

// easternOthers are the labels of those languages whose values belong to no
// order-level column.
var easternOthers = [...]string{
	`wasz znak|wasza oferta|oferta|oferta #|# oferty|oferta z dnia|date oferty|# klienta|# kontrahenta|# dostawcy|kod dostawcy|dostawca|dostawca #|sprzedawca|projekt|# projektu|umowa|# umowy|umowa #|
	mpk|konto|konto bankowe|# konta|nip|regon|krs|bdo|osoba kontaktowa|kontakt|kupiec|zamawiajacy|zamawiajacy nip|sporzadzil|wystawil|zatwierdzil|akceptowal|opiekun|telefon|tel kom|e mail|strona|str|
	warunki dostawy|adres dostawy|adres faktury|miejsce dostawy|date faktury|# faktury|faktura|date wydruku|wydrukowano|termin waznosci|wazne do|wazna do|uwagi|uwaga|dotyczy|
	lp|l p|nazwa|nazwa towaru|indeks|kod|ilosc|jm|j m|cena|cena netto|wartosc|wartosc netto|stawka vat|kwota vat|
	vase znacka|vase zn|vase nabidka|nabidka|nabidka c|cislo nabidky|date nabidky|cislo zakaznika|c zakaznika|cislo dodavatele|dodavatel|odberatel|ic|ico|dic|cislo smlouvy|smlouva|smlouva c|ramcova smlouva|
	zakazka|cislo zakazky|c zakazky|stredisko|ucet|cislo uctu|bankovni spojeni|iban|variabilni symbol|konstantni symbol|vyrizuje|vystavil|vystavila|schvalil|kontaktni osoba|kontakt|fax|strana|list|
	dodaci podminky|dodaci adresa|misto dodani|fakturacni adresa|date splatnosti|datum splatnosti|cislo faktury|faktura c|date tisku|vytisteno|tisk|platnost do|poznamka|poznamky|predmet|
	oznaceni|oznaceni dodavky|nazev|popis|kod zbozi|mnozstvi|mj|cena mj|j cena|celkem|sazba|dph`,
}
