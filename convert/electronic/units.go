package electronic

import (
	_ "embed"
	"strings"
	"sync"

	"lineitem/convert/order/textnorm"
)

//go:embed units.txt
var unitsText string

// unitTable holds the units of units.txt.
type unitTable struct {
	names map[string]string // usual names, by code
	codes map[string]string // by printed names, case-folded
}

var units = sync.OnceValue(func() *unitTable {
	t := &unitTable{map[string]string{}, map[string]string{}}
	for line := range strings.Lines(unitsText) {
		codes, rest, ok := strings.Cut(line, "=")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		name, printed, _ := strings.Cut(rest, ":")
		name = strings.TrimSpace(name)
		all := strings.Fields(codes)
		for _, code := range all {
			t.names[code] = name
		}
		for other := range strings.SplitSeq(name+","+printed, ",") {
			if other = textnorm.Fold(strings.TrimSpace(other)); other != "" && t.codes[other] == "" {
				t.codes[other] = all[0]
			}
		}
	}
	return t
})

// UnitName returns the usual name of the unit with a code (UN/ECE recommendations 20 and 21), or the code
// itself if it is not in the table.
func UnitName(code string) string {
	if name, ok := units().names[strings.ToUpper(code)]; ok {
		return name
	}
	return code
}

// UnitCode returns the code of a unit as printed; ok is false if it is not known.
func UnitCode(printed string) (code string, ok bool) {
	code, ok = units().codes[textnorm.Fold(strings.TrimSpace(printed))]
	return code, ok
}

// unit returns the usual name of the unit of a quantity.
func unit(e *element) string { return UnitName(oneLine(e.attribute("unitCode"))) }

// PrintedUnit is the name of the property of an item that holds its unit as printed, if that differs from the
// code's usual name. Package ubl writes it.
const PrintedUnit = "PrintedUnit"

// printedUnit returns the unit that a property of an item states.
func printedUnit(e *element) string {
	if e.at("Name") != PrintedUnit {
		return ""
	}
	return oneLine(e.at("Value"))
}

// transportModes are the names of means of transport by code (UN/ECE recommendation 19).
var transportModes = map[string]string{
	"1": "Sea", "2": "Rail", "3": "Road", "4": "Air", "5": "Mail", "6": "Multimodal", "7": "Fixed installation", "8": "Inland waterway",
}

// transport returns the name of the means of transport with a code, or else the text itself.
func transport(e *element) string {
	if name, ok := transportModes[e.text]; ok {
		return name
	}
	return text(e)
}
