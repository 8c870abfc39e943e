package order

// southeasternPhrases are the labels of Hungarian, Romanian and Turkish orders.
var southeasternPhrases = [...]labelPhrase{
	{labelNumber, 1, `megrendeles #|megrendelesszam|megrendeles sorszama|megrendeles azonositoja|rendelesszam|rendeles #|rendelesi #|megrendelesi #|
		comanda #|# comanda|# comenzii|comanda furnizor #|comanda achizitie #|nota comanda #|
		siparis #|siparis formu #|satinalma siparis #|satin alma siparis #|satinalma siparisi #|satin alma siparisi #`},
	{labelNumber, titleStrength, `megrendeles|megrendelo lap|megrendelolap|szallitoi megrendeles|beszerzesi megrendeles|comanda|comanda furnizor|comanda achizitie|nota comanda|
		siparis|siparis formu|siparis emri|satinalma siparisi|satin alma siparisi|satinalma siparis formu|satin alma siparis formu`},
	{labelNumber, .6, `sorszam|bizonylatszam|bizonylat #|iktatoszam|# document|belge #|evrak #`},

	{labelDate, 1, `megrendeles date|megrendeles kelte|megrendeles ideje|rendeles date|rendeles kelte|rendeles ideje|megrendelve|date comenzii|date comanda|siparis date`},
	{labelDate, .85, `kelt|kelte|keltezes|kiallitas date|kiallitas kelte|kiallitva|bizonylat date|bizonylat kelte|date emiterii|date emitere|emisa|belge date|duzenleme date|duzenlenme date`},

	{labelDelivery, 1, `szallitasi hatarido|szallitas hatarideje|szallitasi date|szallitas date|szallitas idopontja|szallitasi idopont|kert szallitas|kert szallitasi date|kert szallitasi hatarido|
		teljesitesi hatarido|teljesites hatarideje|teljesites date|teljesites ideje|varhato szallitas|varhato szallitasi date|varhato beerkezes|beerkezes date|igenyelt szallitasi date|
		termen livrare|termenul livrare|date livrarii|date livrare|livrare pana|termen executie|date solicitata|
		teslim date|teslimat date|sevk date|sevkiyat date|istenen teslim date|istenen date|talep edilen teslim date|planlanan teslim date|termin date|teslim termini|en gec teslim date`},
	{labelDelivery, .85, `hatarido|szallitasi ido|livrare|teslim suresi|teslim`},

	{labelTerms, 1, `fizetesi mod|fizetes modja|fizetesi feltetel|fizetesi feltetelek|fizetesi hatarido|fizetes hatarideje|fizetesi kondiciok|
		termen plata|termenul plata|termene plata|conditii plata|conditiile plata|modalitate plata|modalitatea plata|mod plata|modul plata|
		odeme sekli|odeme kosulu|odeme kosullari|odeme sartlari|odeme sarti|odeme vadesi|odeme plani|odeme tipi|odeme turu|odeme bilgisi`},
	{labelTerms, .8, `fizetes|scadenta|odeme|vade|vadesi`},

	{labelShipVia, 1, `szallitas modja|szallitasi mod|szallitmanyozo|fuvarozo|fuvarozas modja|kiszallitas modja|futarszolgalat|
		mod transport|modul transport|modalitate transport|modalitatea transport|mijloc transport|transportator|transportatorul|mod livrare|modalitate livrare|modalitatea livrare|firma curierat|
		sevk sekli|sevkiyat sekli|teslimat sekli|tasima sekli|nakliye sekli|gonderim sekli|kargo firmasi|nakliye firmasi|nakliyeci|tasiyici|tasiyici firma|gonderi sekli`},
	{labelShipVia, .7, `szallitas|fuvar|futar|curier|nakliye|nakliyat|kargo|sevkiyat`},

	{labelCurrency, 1, `penznem|devizanem|deviza|para birimi|doviz|doviz cinsi|doviz turu|doviz kodu`},
}

// southeasternSums are the labels of sums in those languages.
var southeasternSums = [...]labelPhrase{
	{labelSubtotal, 1, `netto osszesen|osszesen netto|netto ertek|netto osszeg|netto vegosszeg|osszesen afa nelkul|adoalap|reszosszeg|
		total fara tva|valoare fara tva|valoare totala fara tva|total valoare fara tva|baza impozabila|
		ara toplam|kdv haric toplam|toplam kdv haric|net toplam|matrah|kdv matrahi|mal hizmet toplami|mal hizmet toplam tutari`},
	{labelTax, 1, `afa|osszesen afa|afa osszesen|afa osszege|afa ertek|afa erteke|valoare tva|total valoare tva|kdv|toplam kdv|kdv toplami|kdv tutari|hesaplanan kdv`},
	{labelTotal, 1, `osszesen|mindosszesen|vegosszeg|brutto osszesen|osszesen brutto|brutto ertek|brutto osszeg|brutto vegosszeg|fizetendo|fizetendo osszesen|fizetendo vegosszeg|fizetendo brutto osszesen|
		rendeles erteke|total plata|total cu tva|valoare totala|valoare totala cu tva|valoare comanda|
		genel toplam|toplam|toplam tutar|kdv dahil toplam|toplam kdv dahil|odenecek tutar|odenecek toplam|vergiler dahil toplam tutar|siparis toplami|yekun`},
	{labelShipping, 1, `szallitasi koltseg|szallitasi dij|fuvardij|fuvarkoltseg|kiszallitasi dij|cost transport|taxa transport|taxa livrare|cost livrare|nakliye bedeli|nakliye ucreti|kargo ucreti|kargo bedeli|tasima bedeli`},
	{labelDiscount, 1, `kedvezmeny|kedvezmeny osszesen|engedmeny|reducere|iskonto|toplam iskonto|iskonto tutari|indirim|toplam indirim|indirim tutari`},
	{labelInterim, 1, `brut toplam|toplam miktar|toplam adet|toplam agirlik|ossztomeg|osszes mennyiseg|greutate totala|kerekites|yuvarlama`},
}

// southeasternOthers are the labels of those languages whose values belong to no
// order-level column.
var southeasternOthers = [...]string{
	`adoszam|kozossegi adoszam|cegjegyzekszam|bankszamlaszam|szamlaszam|bankszamla|kapcsolattarto|ugyintezo|telefonszam|megjegyzes|megjegyzesek|oldal|szallitasi cim|szallitasi paritas|szallitasi feltetelek|
	paritas|ajanlatszam|ajanlat|ajanlat #|ajanlati #|szerzodesszam|szerzodes #|vevokod|szallitokod|munkaszam|koltseghely|megnevezes|cikkszam|mennyiseg|egysegar|jovahagyta|keszitette|szamlazasi cim|
	cod fiscal|reg com|# reg com|cont bancar|adresa livrare|locul livrarii|loc livrare|adresa facturare|persoana contact|observatii|pagina|intocmit|aprobat|cantitate|pret unitar|cod furnizor|cod produs|denumire|conditii livrare|
	vergi #|vergi dairesi|mersis|mersis #|cari kod|cari #|cari hesap|teklif|teklif #|teklif date|hazirlayan|onaylayan|onay|ilgili kisi|ilgili|yetkili|sayfa|aciklama|aciklamalar|teslim yeri|teslim sekli|teslim sartlari|teslimat adresi|
	sevk adresi|fatura adresi|fatura date|proje|proje #|proje kodu|musteri kodu|musteri #|tedarikci kodu|tedarikci #|malzeme kodu|malzeme aciklamasi|stok kodu|miktar|birim|birim fiyat|tutar|talep #|talep eden|sozlesme #`,
}
