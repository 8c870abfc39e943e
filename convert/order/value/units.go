package value

import (
	"iter"
	"slices"
	"strings"

	"lineitem/convert/order/wording"
)

// IsUnit reports whether s is a unit of measure that orders are commonly written in, in
// any letter case, with full stops or without: "EA", "Stk.", "m²".
func IsUnit(s string) bool { return units()[strings.Trim(wording.Fold(s), ".")] }

// Units gives the units of measure that IsUnit knows, folded, in alphabetical order.
func Units() iter.Seq[string] { return slices.Values(sortedUnits()) }
