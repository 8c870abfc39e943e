package ordertest

import "time"

// look describes the appearance of a document's orders.
type look struct {
	parties
	itemLook
	headLook
	tableLook
	totalsLook
	closingLook
	numberForm string
	day        time.Time // of the order
}

// chooseLook draws the appearance of the orders.
func (g *generator) chooseLook() {
	g.chooseSheet()
	g.chooseItems()
	g.chooseHead()
	g.chooseTable()
	g.chooseTotals()
	g.chooseClosing()
}
