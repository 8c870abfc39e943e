package order

import "lineitem/convert/layout"

// locale is the custom by which a document writes numbers and dates.
type locale struct{}

// findLocale tells a document's locale from all of its values together.
func findLocale(pages []*layout.Page) locale { return locale{} }
