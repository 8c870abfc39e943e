package value

// Conventions is what is known of how a document writes numbers and dates before it is read.
// An empty field is not known.
type Conventions struct {
	Dates   string `json:"dates,omitempty"`   // DayFirst or MonthFirst
	Decimal string `json:"decimal,omitempty"` // the decimal mark, "." or ","
}

// The orders of numeric dates that a Custom may state.
const (
	DayFirst   = "day first"   // 31/12/2026
	MonthFirst = "month first" // 12/31/2026
)

// With returns the locale with what a custom states in place of what was found.
func (l Locale) With(c Conventions) Locale {
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
