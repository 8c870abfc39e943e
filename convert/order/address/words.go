package address

import (
	"iter"
	"maps"
	"strings"

	"lineitem/convert/order/wording"
)

// WordTrait is a bit set of what one word says about the line of an address
// block in which it stands.
type WordTrait uint16

// What a word may say.
const (
	WordLegal   WordTrait = 1 << iota // a legal form: GmbH, Inc, Lda
	WordShort                         // a legal form only when written in capitals or with dots: SA, AG, Co.
	WordOrg                           // a word of organisations' names: University, Hospital, Gebr.
	WordStreet                        // a word of street lines: Street, rue, via, Plot
	WordCountry                       // a country's name
	WordPhone                         // introduces a number to call
	WordMail                          // introduces an electronic address
	WordTax                           // introduces a registration number
	WordPerson                        // introduces or addresses a person
	WordState                         // an abbreviated state or province, in capitals
	WordPlace                         // a room or part of a site: Dock, Warehouse, Wareneingang
	WordOffice                        // who holds an office, or where it is held: Manager, Department
)

// TraitsOfWord tells what a word says about the line of an address in which it
// stands. The word is folded, without outer punctuation and inner dots, as
// Word.Key is; 0 is a word that says nothing.
func TraitsOfWord(key string) WordTrait { return traitsByWord[key] }

// Lexicon gives the words that say something, folded, in no order.
func Lexicon() iter.Seq[string] { return maps.Keys(traitsByWord) }

// traitsByWord holds the words by which the lines of addresses are told,
// folded, without punctuation.
var traitsByWord = func() map[string]WordTrait {
	m := make(map[string]WordTrait, 1200)
	for _, l := range []struct {
		t     WordTrait
		words string
	}{
		{WordLegal, `cokg cokgaa inc incorporated llc llp lllp pllc ltd limited plc corp corporation pvt pty gmbh gmbhcokg ggmbh mbh
			gesmbh kgaa ohg gbr sarl sasu eurl scop srl srls sapa scarl slu sll sadecv sapidecv srldecv lda ltda oy
			eireli bv bvba cvba vof nv/sa oyj asa aps a/s spzoo sro kft zrt nyrt doo eood pjsc bhd pte fze fzco fzllc dmcc wll
			ulc eirl kscc kscp sac saa saci oao zao spa/nv oob amba ivs vos spj spk zoo tbk sti
			aktiengesellschaft kommanditgesellschaft eingetragene limitada limitee besloten 株式会社 有限会社 合同会社 有限公司`},
		{WordShort, `sa ag se as ab sas spa sl nv co kg lp pc ek ev snc oy dd sal lc ug eg kk est hb kb ky tmi ks ans da ba enk jsc sau sc sca sci cv ohg ooo bt ooh cie`},
		{WordOrg, `university universite universitat universidad universita universidade universiteit college school schools
			academy institute institut instituto istituto hospital hospitals hopital ospedale klinik klinikum clinic clinics
			clinica krankenhaus ziekenhuis medical healthcare county city town state department ministry ministerio
			ministere council trust nhs foundation fundacion fondation fondazione fundacao stiftung stichting association partnership consortium venture cooperativa health hospice nursing rehab care primary academie lyceum scholengemeenschap wholesale
			verein authority agency commission district municipality gemeente ayuntamiento comune commune mairie prefeitura
			municipal azienda bank hotel hotels resort company companies enterprises enterprise industries industry
			industrie industrias industria industriale group groupe gruppe grupo gruppo groep holding holdings partners
			services service systems solutions technologies technology technik tecnica engineering engineers international
			distributors distribution distributor wholesale grosshandel groothandel manufacturing manufacturers products
			foods food logistics logistik logistica traders trading steel motors construction constructions contractors
			builders works werke werk sons brothers bros fils sohne gebr gebruder gebroeders fratelli flli figli hijos
			hermanos irmaos filhos zonen etablissements ets societe ste compagnie handel handels handelsgesellschaft
			fournitures quincaillerie ferreteria ferramenta comercial commerciale suministros fornitura forniture
			distribuciones officine meccanica metalurgica metallbau maschinenbau machinebouw elektrotechnik antriebstechnik
			elektro elektronik electronics electric electrical electricals chemicals chemie quimica pharma pharmaceuticals
			laboratories laboratoires labor labs instruments tools hardware plastics kunststofftechnik textiles apparel
			interiors supplies supply suppliers stationers business consulting associates ventures impex exports imports
			infratech infrastructure projects properties management auto components fasteners bearings pumps valves
			packaging printing press media software networks energy power oil gas mining minerals cement chemical metals
			metal alloys foundry forge machine machines machinery mills mill farms farm dairy seafood bakery bakeries
			bakkerijen beverages brewery brauerei restaurant restaurants kitchen store stores shop market markets
			pharmacy surgical diagnostics dental veterinary church diocese library museum theatre society club union
			federation cooperative cooperativa cooperation genossenschaft coop sanitation utilities utility water railway
			rail railways airlines airways aviation aerospace marine shipping transport transports trasporti transportes
			spedition corporate communications telecom publishing studios studio design designs creative
			fixings merchants ironmongers equipment material materials products product recycling environmental security
			conservas conserve ferragens alimentos alimentaria alimentari vinos bodegas bodega vini weingut
			buromobel kantoor kantoorvakhandel installatietechniek techniek bouw aannemers auftragsabwicklung`},
		{WordStreet, `street st str strasse avenue ave av avda avenida road rd boulevard blvd bld bd drive dr lane ln court
			ct place pl parkway pkwy highway hwy way row square sq terrace circle cir route rte trail trl crescent
			close mews gardens grove estate wharf quay pike turnpike plaza loop
			rue allee impasse chemin quai cours faubourg za zi zac zone zona via viale piazza corso strada largo
			vicolo contrada localita calle c/ paseo plaza poligono pol ctra carretera camino ronda travesia nave colonia col
			rua travessa praca rodovia estrada alameda lote bairro postfach apartado casella weg platz gasse ring damm
			ufer chaussee straat laan plein kade gracht dijk singel dreef hof plot survey shed sector phase nagar marg midc gidc
			industrial building bldg floor suite ste apt unit tower chowk khasra house ul ulica ulice namesti estrasse expressway freeway fwy broadway
			extension extn complex compound`},
		{WordCountry, `usa us uk u.s.a australia austria osterreich belgium belgie belgique brasil brazil canada china
			chile colombia czechia denmark danmark deutschland germany alemania allemagne duitsland espana spain spagna
			finland france francia frankreich frankrijk greece hungary india indonesia ireland israel italia italy
			italien italie japan luxembourg malaysia mexico nederland netherlands niederlande norway norge pakistan
			peru philippines poland polska portugal romania schweiz suisse svizzera switzerland singapore slovakia slovenia
			sweden sverige taiwan thailand turkey turkiye uae ukraine vietnam england scotland wales argentina`},
		{WordPhone, `tel tele telephone telefon telefono telefone telefoon phone ph fax telefax telecopie mob mobile mobil
			cell movil cellulare movel handy gsm tlf fon tf toll ext hotline puh puhelin puhnro faks faksi telefaks tfn mobiltelefon matkapuhelin fono celular telefonnummer`},
		{WordMail, `email e-mail mail e-post epost sahkoposti s-posti sposti courriel correo web website internet url homepage www`},
		{WordTax, `vat vatin piva cfpiva gst gstin gstn uin ust ustid ustidnr uid tva siret siren rcs naf ape piva iva partita nif cif rfc
			cnpj cpf btw kvk kbo ein tin pan abn acn arbn cin trn ntn strn eori hrb hrb hra amtsgericht handelsregister
			steuernummer stnr mwst codice cod fiscale rea nipc ie inscricao reg regd registration registered fein tax license
			licence duns gln ic ico dic cvr orgnr momsnr y-tunnus ytunnus alv regon krs mwst mwstnr kvknr btwnr contribuinte nipc org iban bic swift nzbn qst hst cuit ruc nit`},
		{WordPerson, `inh inhaber inhaberin prop geschaftsfuhrer tav attn attention att atten mr mrs ms miss dr prof herr frau hr fr mme mlle monsieur madame sr sra srta
			sig sigra dott dottssa ing zhd zhdn tav fao aa contact kontakt contacto contatto contato contactpersoon
			ansprechpartner buyer einkaufer acheteur comprador inkoper sachbearbeiter kind shri smt`},
		{WordState, `al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc
			nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy pr ab bc mb nb nl ns on pe qc sk nsw vic qld act tas nt`},
		{WordPlace, `receiving warehouse dock bay loading stores storeroom stockroom goods inwards maintenance shop plant annex
			accounts payable department dept division office wareneingang lager zentrallager magazin magasin magazzino magazijn
			almacen armazem reception recepcion goederenontvangst kreditorenbuchhaltung buchhaltung comptabilite contabilidad
			contabilita administratie financeiro departamento kitchen jobsite site store supply physical expedition rampe tor
			finance exchequer treasury bursar kreditoren cais muelle quai entree wareneingange einkauf achats compras acquisti inkoop purchasing procurement headquarters
			registered corporate central`},
		{WordOffice, `manager director proprietor principal secretary department dept office desk team officer leiter leitung vertrieb verkauf
			abteilung innendienst direction direccion direzione direcao direktion gerente gerencia directeur directora ufficio oficina servicio
			afdeling verkoop avdelning afdeling avdeling myynti osasto dzial oddeleni obchod einkauf achats compras acquisti inkoop procurement
			purchasing indkob innkjop inkop ostot osto nakup zakupy zakupow`},
	} {
		for w := range strings.FieldsSeq(l.words) {
			m[w] |= l.t
		}
	}
	return m
}()

// officeWords stand beside those that name an office.
var officeWords = wording.Set(`the of sales selling order orders general managing marketing purchase purchasing chief executive customer service export import
	commercial technical branch regional assistant deputy head and und et y e de des du der la le commerciale commercial ventas vendite vendas achats sprzedazy obchodni
	forsaljning salg salgs`)

// streetEndings close the compound street names of German, Dutch and the Nordic
// languages: Industriestraße, Ambachtsweg, Havnegade.
var streetEndings = []string{"strasse", "str", "weg", "allee", "platz", "gasse", "ring", "damm", "ufer", "chaussee", "straat",
	"laan", "plein", "kade", "gracht", "dijk", "singel", "dreef", "steeg", "hof", "markt", "wall", "graben", "steig", "berg",
	"gade", "vej", "vei", "vejen", "veien", "gata", "gatan", "gaten", "vagen", "katu", "tie"}

// orgEndings close the compound trade names of German and Dutch.
var orgEndings = []string{"technik", "bau", "werke", "werk", "handel", "industrie", "vertrieb", "betriebe", "fabrik", "bouw",
	"handels", "techniek", "groep", "gruppe", "logistik", "service", "systeme", "klinik", "klinikum", "verband", "genossenschaft"}

// legalPhrases are legal forms of several words, run together.
var legalPhrases = wording.Set(`gmbhcokg sadecv sapidecv srldecv spzoo fzllc ptyltd pvtltd sdnbhd coltd pteltd sarl srl spa sa bv
	nv sl slu sas snc lda ltda gmbhcokgaa agcokg sro aps llc llp plc inc fzco`)
