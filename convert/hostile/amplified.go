package hostile

import (
	"fmt"
	"strings"
)

// amplified are small documents that ask for large answers: what an order says
// once is repeated in each of its rows.
var amplified = []Document{
	{"address-in-500-rows", read, func() []byte { return Amplified(150_000, 500) }},
	{"rows-in-thousands", read, func() []byte { return Amplified(100, 8_000) }},
}

// Amplified returns an order with the given number of line items, whose ship-to
// address has a line with the given number of letters. The address is repeated
// in each row of the answer. The order is compressed to a small part of its size.
func Amplified(letters, rows int) []byte {
	const perPage = 50
	pages := (rows + perPage - 1) / perPage
	b := newPDF()
	b.object(catalogNumber, catalog)
	b.object(fontNumber, fontDict)
	kids := new(strings.Builder)
	for p := range pages {
		page, content := firstOwn+2*p, firstOwn+2*p+1
		fmt.Fprintf(kids, "%d 0 R ", page)
		b.object(page, fmt.Sprintf("<</Type/Page/Parent 2 0 R/Resources<</Font<</F 5 0 R>>>>/MediaBox[0 0 600 800]/Contents %d 0 R>>", content))
		text := new(strings.Builder)
		put := func(x, y int, s string) { fmt.Fprintf(text, "BT /F 9 Tf %d %d Td (%s) Tj ET\n", x, y, s) }
		if p == 0 {
			put(40, 780, "PURCHASE ORDER")
			put(40, 768, "PO Number: 4711")
			put(40, 756, "Order Date: 2026-03-31")
			put(40, 744, "Ship To:")
			put(40, 734, "Northern Metal Works Ltd")
			fmt.Fprintf(text, "%.5f Tz\n", min(100, 500*100/(4.5*float64(letters)))) // narrow enough to fit on the page
			put(40, 725, syllables(letters))
			fmt.Fprint(text, "100 Tz\n")
			put(40, 716, "Springfield, IL 62704")
		}
		for i, head := range [...]string{"Item", "Description", "Qty", "Unit Price", "Total"} {
			put([...]int{40, 90, 300, 360, 440}[i], 690, head)
		}
		for i := range min(perPage, rows-p*perPage) {
			y := 678 - 12*i
			put(40, y, fmt.Sprint(p*perPage+i+1))
			put(90, y, "Steel Bolt M8 zinc plated")
			put(300, y, "2")
			put(360, y, "3.50")
			put(440, y, "7.00")
		}
		b.object(content, deflated("", text.String()))
	}
	b.object(pagesNumber, fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", pages, kids))
	return b.end("")
}

// syllables returns a name with the given number of letters that does not repeat itself.
func syllables(letters int) string {
	parts := [...]string{"heim", "land", "ton", "burg", "stras", "mill", "dus", "trie", "ville", "se"}
	var b strings.Builder
	b.WriteString("Triet")
	for state := uint32(1); b.Len() < letters; {
		state = state*1664525 + 1013904223 // Numerical Recipes
		b.WriteString(parts[state>>16%uint32(len(parts))])
	}
	return b.String()[:letters]
}
