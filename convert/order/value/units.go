package value

import (
	"bytes"
	"iter"
	"maps"
	"slices"
	"sync"

	"lineitem/convert/order/wording"
)

// IsUnit tells whether s is a unit of measure that orders are commonly written
// in, in any letter case, with full stops or without: "EA", "Stk.", "m²".
func IsUnit(s string) bool {
	var b [32]byte
	return knownUnits[string(bytes.Trim(wording.AppendFold(b[:0], s), "."))]
}

// Units gives the units of measure that IsUnit knows, folded, in alphabetical order.
func Units() iter.Seq[string] { return slices.Values(sortedUnits()) }

var sortedUnits = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(knownUnits)) })

// knownUnits are the units of measure, folded, that orders are written in.
var knownUnits = wording.Set(`ea each pc pcs pce pces piece pieces unit units un und uni ud uds unid unidad unidades u no nos no.s num nr st stk stck stuck stuks stk. szt pz pza pzas pieza piezas pezzo pezzi pza.
	bx box boxes cs case cases ct ctn carton cartons crt cse pk pack packs pkg pkt packet paq paquete pak paket paar pr pair pairs par pares paa pa paire bag bags bg sack sac sacs saco sacos sacchi zak zakken
	btl bottle bottles fl flasche flaschen bouteille botella can cans dose jar tub tube tubes drum drums dr fut fass bbl barrel pail can. kan kanister canister cyl cylinder roll rolls rl rol rollen rolle rollo rotolo rouleau spl spool reel coil
	set sets kit kits jgo juego sat lot lots ls lump job jb pauschal psch forfait ft a.corpo corpo glob
	kg kgs kilo kilogram g gr gram grams mg lb lbs lbm oz t to ton tons tonne tonnes mt qtl q cwt
	m mtr mtrs meter meters metre metres ml lfm mm cm km in inch inches ft feet foot lf rft yd yds yard m2 m3 m² m³ qm cbm sqm sqft sqf sf sft cft cuft sq rm
	l lt ltr ltrs liter litre liters litres lit dl cl gal gallon gallons qt pt hl
	h hr hrs hour hours std std. stunde stunden heure heures hora horas ora ore uur uren day days tag tage jour jours dia dias giorno giorni dag dagen wk week weeks woche mo month months monat mois mes mese maand yr year jahr an annee
	dz doz dozen dzn dutzend gross grs c m cent hundred thd thousand mil th mille sh sheet sheets bogen feuille blatt hoja foglio folha vel
	pl plt pallet pallets palette palettes palet bdl bundle bundles bund strip strips tray trays vial vl amp ampoule word words page pages pg smpl sample samples load loads trip km mwh kwh kpl doos dozen. ds krt cx caixa emb embalagem conf cf confezione scatola sc bte boite caja cajas cjt bulto resma ream rm lin bar bars length lengths len job. count x`)
