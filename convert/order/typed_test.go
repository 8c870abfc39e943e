package order

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/ordertest"
)

// typed lays out text as a typewriter sets it.
func typed(text string) []*layout.Page { return layout.Analyze(ordertest.Typed(text)) }
