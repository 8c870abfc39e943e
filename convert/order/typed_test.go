package order

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/ordertest"
)

// typed lays out text as typed on a typewriter.
func typed(text string) []*layout.Page { return layout.Analyze(ordertest.Typed(text)) }
