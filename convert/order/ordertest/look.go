package ordertest

import "time"

// look is what the orders of a document look like.
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

// chooseLook draws what the orders look like.
func (g *generator) chooseLook() {
	g.chooseSheet()
	g.chooseItems()
	g.chooseHead()
	g.chooseTable()
	g.chooseTotals()
	g.chooseClosing()
}
