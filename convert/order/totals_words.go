package order

// onlyProven is the strength of words so common that they name a sum only
// where it adds up with others.
const onlyProven = 0.3

// totalPhrases is the lexicon of the labels of sums, written like labelPhrases.
// Currency codes and signs inside a label ("Total GBP incl. VAT") are skipped.
var totalPhrases = [...]struct {
	kind     labelKind
	strength float64
	phrases  string
}{
	{labelSubtotal, 1, `subtotal|sub total|order subtotal|merchandise total|merchandise|merchandise subtotal|goods total|item total|items total|total before tax|
		total before taxes|total excl tax|total excluding tax|total ex tax|total ex gst|total excl gst|total excluding gst|total excl vat|
		total ex vat|total excluding vat|total exc vat|total net|net total|total net amount|net amount|net order total|goods value|goods|
		total goods|product total|products total|amount before tax|total amount before tax|net value|total net value|net order value|basic amount|basic value|
		basic total|total basic|total lines|lines total|net amt|item subtotal|items subtotal|pre tax total|sub totals|
		zwischensumme|zwischentotal|nettobetrag|netto|summe netto|netto summe|gesamt netto|netto gesamt|gesamtbetrag netto|nettosumme|warenwert|
		nettowert|gesamtnetto|positionssumme|summe positionen|total netto|nettowarenwert|warenwert netto|betrag netto|netto betrag|
		total ht|montant ht|sous total|total hors taxes|montant total ht|total net ht|net ht|montant hors taxes|sous total ht|total ht net|
		total brut ht|total hors taxe|base imponible|importe neto|total neto|neto|suma|total sin iva|importe bruto|sub total neto|
		imponibile|totale imponibile|totale netto|totale merce|subtotale|totale merci|totale netto merce|importo netto|totale beni|sub totale|
		total produtos|valor produtos|total mercadoria|total mercadorias|total liquido|total iliquido|valor total produtos|base tributavel|
		base incidencia|subtotaal|totaal excl btw|totaal exclusief btw|totaal excl|totaalbedrag excl btw|totaal ex btw|netto totaal|
		nettobedrag|netto bedrag|totaal netto|bedrag excl btw|sub totaal|小計|税抜合計|税抜金額|rechnungssumme ohne ust|summe ohne ust|summe ohne mwst|sales subtotal|sales subtotal amount|subtotal amount|net subtotal|subtotal net|
		wartosc netto|razem netto|suma netto|netto razem|kwota netto|soucet polozek|celkem bez dph|zaklad dane|cena bez dph|castka bez dph|mezisoucet|
		summa exkl moms|summa exkl|delsumma|nettobelopp|varuvarde|ordersumma exkl moms|total exkl moms|ialt ekskl moms|i alt ekskl moms|
		total ekskl moms|total ex moms|varebelob|sum eks mva|delsum|sum ekskl mva|ordresum eks mva|nettosum|totalt eks mva|valisumma|
		veroton yhteensa|yhteensa veroton|summa veroton|veroton summa|yhteensa alv 0`},
	{labelSubtotal, .6, `taxable value|taxable amount|taxable|summe|total amt|base|incidencia|taxable subtotal|total taxable value|total taxable amount|extended total`},
	// These are heard where they add up with others.
	{labelSubtotal, onlyProven, `net`},
	{labelTotal, onlyProven, `gross`},

	{labelTax, 1, `tax|sales tax|vat|gst|hst|pst|qst|igst|cgst|sgst|utgst|total tax|tax amount|vat amount|tax total|total vat|total gst|vat total|
		gst amount|gst total|state tax|county tax|city tax|use tax|local tax|total tax amount|total vat amount|total gst amount|estimated tax|est tax|
		gst hst|gst pst|hst gst|taxes|total taxes|input cgst|input sgst|input igst|output cgst|output sgst|output igst|central tax|integrated tax|
		sales use tax|sales taxes|tax amt|cgst amount|sgst amount|igst amount|add gst|add igst|add cgst|add sgst|total igst|total cgst|total sgst|
		plus vat|value added tax|
		mwst|mehrwertsteuer|ust|umsatzsteuer|mwst betrag|steuer|steuerbetrag|zzgl mwst|zuzuglich mwst|zzgl ust|plus mwst|gesetzliche mwst|summe mwst|
		ust betrag|zzgl gesetzl mwst|tva|montant tva|total tva|taxe|tps|tvq|
		iva|impuestos|impuesto|importe iva|total iva|cuota iva|i v a|igv|imposta|totale iva|importo iva|valor iva|icms|icms ipi|ipi|ipi icms|total ipi|total icms|total igv|total cess|
		impostos|imposto|total impostos|montante iva|btw|btw bedrag|totaal btw|bedrag btw|消費税|消費税額|税額|cui iva|mwst enthalten|enthaltene mwst|darin mwst|darin enthaltene mwst|dont tva|waarvan btw|kwota vat|podatek vat|podatek|razem vat|dph|castka dph|dph celkem|celkem dph|moms|momsbelopp|varav moms|momsbelob|heraf moms|mva|
		merverdiavgift|herav mva|mva belop|alv|arvonlisavero|alv yhteensa|igst amt|cgst amt|sgst amt|sst|sst amount|total sst|sales service tax|service tax|levy|cess|nhil|excise|excise duty|customs duty`},

	{labelShipping, 1, `shipping|freight|shipping handling|s h|carriage|delivery charge|delivery charges|shipping charges|shipping charge|shipping cost|
		shipping costs|freight charges|freight charge|postage|p p|p h|freight handling|delivery fee|shipping fee|transport charges|transportation|
		transportation charges|carriage net|net carriage|freight amount|freight total|total freight|total shipping|shipping amount|shipping total|
		freight cost|freight costs|delivery cost|estimated freight|est freight|est shipping|estimated shipping|courier charges|freight in|
		postage packing|carriage packing|packing freight|freight packing|packing shipping|packing carriage|packing delivery|packing postage|
		packaging freight|packaging shipping|packaging delivery|delivery packaging|shipping packaging|freight insurance|shipping insurance|
		verpackung fracht|verpackung porto|porto fracht|fracht porto|verpackung versandkosten|emballage port|emballage transport|transport emballage|
		imballo trasporto|trasporto imballo|embalaje transporte|transporte embalaje|embalaje portes|embalagem transporte|transporte embalagem|
		verpakking verzending|verzending verpakking|verpakking transport|transport verpakking|verpakking vracht|emballage frakt|frakt emballage|
		emballage fragt|fragt emballage|pakkaus rahti|pakowanie transport|transport pakowanie|baleni doprava|ship charge|ship charges|shipping freight|freight shipping|shipping est|freight est|handling|handling fee|
		fracht|versandkosten|frachtkosten|porto|lieferkosten|transportkosten|versand verpackung|verpackung versand|fracht verpackung|
		porto verpackung|zustellung|zufuhr|camionnage|versandkostenpauschale|frachtkostenanteil|port|participation transport|participation port|participation frais port|frais port|frais livraison|frais transport|frais expedition|
		port emballage|frais envoi|portes|flete|fletes|gastos envio|gastos transporte|costes envio|spese trasporto|spese spedizione|
		spese consegna|trasporti|contributo trasporto|frete|despesas envio|despesas transporte|portes envio|valor frete|custos envio|
		verzendkosten|vracht|vrachtkosten|bezorgkosten|送料|運賃|koszt dostawy|koszty transportu|koszt transportu|koszty wysylki|doprava|doprava baleni|postovne|
		frakt|fraktkostnad|fraktkostnader|fragt|fragtomkostninger|rahti|rahtikulut|toimituskulut|postikulut`},
	{labelShipping, .8, `delivery|versand|transport|livraison|transporte|envio|trasporto|spedizione|verzending|expedition`},

	{labelTotal, 1, `total|grand total|order total|total amount|total order|po total|total po|amount due|total due|total order amount|total po amount|
		total order value|order value|purchase order total|total purchase order|total incl tax|total including tax|total inc tax|total incl vat|
		total inc vat|total including vat|total inc gst|total incl gst|total including gst|balance due|total cost|total price|final total|net payable|
		grand total amount|invoice total|total invoice value|total invoice amount|gross total|total gross|total payable|amount payable|order amount|
		purchase order amount|total value|total order cost|total purchase|total purchase amount|purchase total|total contract|total sum|
		order grand total|total qty value|total quantity value|total qty amount|amount chargeable|po amount|po value|total po value|total order price|amount total|total for order|order total amount|total inclusive vat|
		total incl taxes|total amount payable|total amount due|gross amount|total gross amount|net order amount|total estimated cost|
		gesamtbetrag|gesamtsumme|endbetrag|gesamt|gesamtpreis|auftragswert|bestellwert|endsumme|brutto|gesamt brutto|bruttobetrag|rechnungsbetrag|
		zahlbetrag|gesamtwert|total brutto|gesamtbestellwert|gesamtauftragswert|bestellsumme|auftragssumme|total inkl mwst|gesamt inkl mwst|
		gesamtbetrag inkl mwst|gesamtbetrag brutto|totalbetrag|summe brutto|nettogesamtwert|gesamtnettowert|gesamtnettowert ohne mwst|bruttosumme|
		total inkl|gesamtsumme brutto|bestellwert netto|total bestellung|bruttogesamtbetrag|gesamtbetrag inkl|gesamt inkl|
		total ttc|montant ttc|net a payer|net payer|total general|montant total|total commande|montant total ttc|total commande ttc|
		importe total|total pedido|total orden|total iva incluido|total a pagar|total pagar|total con iva|total orden compra|
		totale|totale ordine|totale documento|totale generale|importo totale|totale complessivo|totale ivato|totale iva inclusa|totale a pagare|
		totale pagare|totale da pagare|netto a pagare|netto pagare|totale fornitura|totale iva compresa|
		total geral|valor total|total documento|total encomenda|total nota|valor total pedido|montante total|total com iva|valor total nota|
		totaal|totaalbedrag|totaal incl btw|totaal inclusief btw|totaal incl|te betalen|eindtotaal|totaal bedrag|totaal te betalen|ordertotaal|
		orderbedrag|totaalbedrag incl btw|bestelbedrag|合計|総合計|合計金額|総額|税込合計|ご注文金額|
		razem|razem brutto|wartosc brutto|zaplaty|do zaplaty|suma brutto|wartosc zamowienia|lacznie|razem do zaplaty|ogolem|celkem|celkem uhrade|
		uhrade|celkem s dph|cena celkem|celkova castka|celkova cena|celkem vcetne dph|summa|att betala|totalt|totalsumma|summa inkl moms|
		ordersumma|totalbelopp|order totalt|total inkl moms|slutsumma|ordervarde|i alt|ialt|i alt inkl moms|ialt inkl moms|betale|ordretotal|
		belob alt|sum inkl mva|ordresum|totalsum|total inkl mva|totalt inkl mva|sum|yhteensa|maksettava|loppusumma|kokonaissumma|
		yhteensa sis alv|summa yhteensa|tilauksen summa`},

	{labelDiscount, 1, `discount|trade discount|less discount|less trade discount|rebate|total discount|order discount|discount amount|less rebate|
		volume discount|cash discount|special discount|less special discount|discounts|total discounts|rabatt|nachlass|skonto|auftragsrabatt|
		gesamtrabatt|remise|escompte|remise globale|remise commerciale|descuento|descuentos|total descuento|dto|sconto|sconto incondizionato|
		sconti|desconto|descontos|total descontos|desconto comercial|korting|orderkorting|値引|値引き`},

	// What is withheld lowers a total as a discount does.
	{labelDiscount, .8, `ret isr|ret iva|retencion|retencion isr|retencion iva|retenciones|irpf|retencion irpf|withholding tax|withholding|tds|ritenuta acconto|ritenuta`},

	{labelCharge, .8, `other|others|other charges|other charge|other costs|misc|miscellaneous|misc charges|misc charge|surcharge|surcharges|fuel surcharge|energy surcharge|
		small order charge|minimum order charge|packing|packing charges|packing forwarding|packaging|setup|setup charge|setup fee|tooling|
		installation|verpackung|verpackungskosten|zuschlag|mindermengenzuschlag|energiezuschlag|versicherung|emballage|emballages|frais divers|
		eco participation|ecotaxe|otros|otros gastos|otros cargos|recargo|embalaje|seguro|altre spese|spese varie|spese imballo|imballo|imballaggio|spese incasso|
		outros|outras despesas|despesas|embalagem|emballage|verpakking|toeslag|overige kosten|insurance charges|loading charges|tcs`},

	{labelInterim, 1, `carried forward|brought forward|total carried forward|total brought forward|balance forward|ubertrag|vortrag|zwischensumme seite|
		page total|total page|page subtotal|total this page|section total|section subtotal|section|running total|report|a reporter|reporter|suma anterior|suma sigue|
		suma y sigue|riporto|a riportare|transporte anterior|a transportar|transportar|transport reporter|c f|b f|c fwd|b fwd|carry forward|carry over|
		total qty|total quantity|total weight|total items|total pieces|total units|total cases|total cartons|total pallets|total lbs|total kg|
		total colis|total palettes|total cartons|total volume|total line items|total no items|total packages|total hours|gesamtgewicht|gesamtmenge|poids total|peso total|peso totale|
		totaal gewicht|total bultos|total colli|totaal colli|total ordered|total ext price|total extended price|round off|rounding|rounded off`},
}
