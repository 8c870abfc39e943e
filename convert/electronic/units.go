package electronic

import "strings"

// unitNames are the usual names of units by their codes (UN/ECE recommendation 20, and 21 for
// packages, whose codes begin with X). Codes that are not here are names themselves, such as SET.
var unitNames = map[string]string{
	"C62": "EA", "EA": "EA", "H87": "PCS", "PCE": "PCS", "NAR": "PCS", "PR": "PR", "SET": "SET", "KT": "KIT", "DZN": "DZ", "DZP": "DZ", "GRO": "GRO", "CEN": "100", "MIL": "1000",
	"BX": "BOX", "XBX": "BOX", "CT": "CTN", "XCT": "CTN", "CS": "CS", "XCS": "CS", "PK": "PK", "XPK": "PK", "NMP": "PK", "PA": "PK", "XPA": "PK", "XPC": "PC",
	"PX": "PAL", "XPX": "PAL", "PF": "PAL", "XPF": "PAL", "RO": "ROLL", "XRO": "ROLL", "BG": "BAG", "XBG": "BAG", "BO": "BTL", "XBO": "BTL", "CA": "CAN", "XCA": "CAN",
	"BE": "BDL", "XBE": "BDL", "DR": "DRUM", "XDR": "DRUM", "TU": "TUBE", "XTU": "TUBE", "CR": "CRATE", "XCR": "CRATE", "ST": "SHEET", "XST": "SHEET", "BJ": "BUCKET", "XBJ": "BUCKET",
	"KGM": "kg", "GRM": "g", "MGM": "mg", "TNE": "t", "LBR": "lb", "ONZ": "oz",
	"MTR": "m", "CMT": "cm", "MMT": "mm", "KMT": "km", "FOT": "ft", "INH": "in", "YRD": "yd", "SMI": "mi", "LM": "m",
	"MTK": "m²", "CMK": "cm²", "FTK": "ft²", "YDK": "yd²", "HAR": "ha",
	"MTQ": "m³", "CMQ": "cm³", "DMQ": "dm³", "FTQ": "ft³", "LTR": "l", "MLT": "ml", "CLT": "cl", "DLT": "dl", "HLT": "hl", "GLL": "gal", "QT": "qt", "PT": "pt",
	"HUR": "h", "MIN": "min", "SEC": "s", "DAY": "day", "WEE": "week", "MON": "month", "ANN": "year", "KWH": "kWh", "MWH": "MWh", "E48": "service", "LS": "LS", "P1": "%", "E51": "job",
}

// unit is the usual name of the unit of a quantity.
func unit(e *element) string {
	code := e.attribute("unitCode")
	if name, ok := unitNames[strings.ToUpper(code)]; ok {
		return name
	}
	return oneLine(code)
}

// PrintedUnit is the name of the property of an item that holds its unit as printed, where that has a
// code with another usual name. Writers that have it write it, such as package ubl.
const PrintedUnit = "PrintedUnit"

// printedUnit is the unit that a property of an item states.
func printedUnit(e *element) string {
	if e.at("Name") != PrintedUnit {
		return ""
	}
	return oneLine(e.at("Value"))
}

// transportModes are means of transport by their codes (UN/ECE recommendation 19).
var transportModes = map[string]string{
	"1": "Sea", "2": "Rail", "3": "Road", "4": "Air", "5": "Mail", "6": "Multimodal", "7": "Fixed installation", "8": "Inland waterway",
}

// transport is how something is shipped, by a code.
func transport(e *element) string {
	if name, ok := transportModes[e.text]; ok {
		return name
	}
	return text(e)
}
