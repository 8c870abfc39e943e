package value

// Custom holds what is known, before a document is read, of how it writes numbers and dates.
// What is empty is not known.
type Custom struct {
	Dates   string `json:"dates,omitempty"`   // DayFirst or MonthFirst
	Decimal string `json:"decimal,omitempty"` // the decimal mark, "." or ","
}

// The orders of numeric dates that customs know.
const (
	DayFirst   = "day first"   // 31/12/2026
	MonthFirst = "month first" // 12/31/2026
)

// With returns the locale as a custom says.
func (l Locale) With(c Custom) Locale {
	switch c.Dates {
	case DayFirst:
		l.dates = dayFirst
	case MonthFirst:
		l.dates = monthFirst
	}
	if c.Decimal == "." || c.Decimal == "," {
		l.decimal = c.Decimal[0]
	}
	return l
}
