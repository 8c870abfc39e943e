package hostile

import (
	"fmt"
	"strings"
)

// A Shape is a kind of document that can be made as large as wanted: it has many
// of one thing.
type Shape struct {
	Name string // words with hyphens between them, unique
	// Make makes the document with n things.
	Make func(n int) []byte
}

// Shapes returns all shapes. The time that it takes to read a document should
// grow no faster than the document does.
func Shapes() []Shape {
	var all []Shape
	for _, s := range growing {
		all = append(all, Shape{s.name, func(n int) []byte { return grown(n, n, s.write) }})
		if s.each > 0 {
			all = append(all, Shape{s.name + "-on-many-pages", func(n int) []byte { return grown(n, s.each, s.write) }})
		}
	}
	return all
}

// growing are the shapes. Each puts all its things on one page, which is as high
// as needed. Where each is not 0, a second shape puts that many things on each of
// many pages. write writes thing i, which is number k of its page.
var growing = []struct {
	name  string
	each  int
	write func(s *sheet, i, k int)
}{
	{"words-in-one-spot", 2000, func(s *sheet, i, _ int) { s.text(9, 50, 100, fmt.Sprintf("a%d", i%97)) }},
	{"labels-in-one-spot", 0, func(s *sheet, i, _ int) { s.text(9, 50, 100, some(labels, i)) }},
	{"amounts-in-one-spot", 0, func(s *sheet, i, _ int) { s.text(9, 50, 100, fmt.Sprintf("%d.50", i)) }},
	{"words-one-over-the-other", 0, func(s *sheet, i, _ int) { s.text(9, float64(i*7919%600), 0.4*float64(i), "Total") }},
	{"words-of-all-sizes", 0, func(s *sheet, i, _ int) {
		s.text(1+float64(i%97), float64(i*7919%600), 100+float64(i*7901%700), some(prose, i))
	}},
	{"words-on-one-line", 0, func(s *sheet, i, _ int) { s.text(1, 600*float64(i)/30_000, 100, some(prose, i)) }},
	{"words-in-one-column", 0, func(s *sheet, i, _ int) { s.text(9, 50, float64(12*i), some(prose, i)) }},
	{"prose", 1500, func(s *sheet, i, k int) { s.text(5, float64(k%15*40), float64(k/15*7), some(prose, 7*i)) }},
	{"words-of-their-own", 1000, func(s *sheet, i, k int) { s.text(5, float64(k%10*60), float64(k/10*7), unique(i)) }},
	{"dates", 2000, func(s *sheet, i, k int) { s.text(5, float64(k%20*30), float64(k/20*7), date(i)) }},
	{"dates-one-over-the-other", 0, func(s *sheet, i, _ int) { s.text(1, float64(i%60*10), 0.4*float64(i/60), date(i)) }},
	{"labels", 400, func(s *sheet, i, k int) { s.text(5, float64(k%4*150), float64(k/4*7), some(labels, i)) }},
	{"labels-one-over-the-other", 0, func(s *sheet, i, _ int) { s.text(1, float64(i%20*30), 0.2*float64(i/20), some(labels, i)) }},
	{"labels-with-values", 400, func(s *sheet, i, k int) {
		s.text(5, float64(k%4*150), float64(k/4*7), fmt.Sprintf("%s: %d", some(labels, i), i))
	}},
	{"labels-with-dates", 400, func(s *sheet, i, k int) {
		s.text(5, float64(k%4*150), float64(k/4*7), fmt.Sprintf("%s: %s", some(labels, i), date(i)))
	}},
	{"labels-above-values", 400, func(s *sheet, i, k int) {
		x, y := float64(k%4*150), float64(k/4*20)
		s.text(5, x, y, some(labels, i))
		s.text(5, x, y+7, fmt.Sprintf("%d/%s", i, date(i)))
	}},
	{"headings-of-parties", 400, func(s *sheet, i, k int) { s.text(5, float64(k%4*150), float64(k/4*7), some(parties, i)) }},
	{"addresses", 100, func(s *sheet, i, k int) {
		x, y := float64(k%5*120), float64(k/5*39)
		for n, line := range []string{some(parties, i), fmt.Sprintf("Halden Pump Works %d Inc.", i), fmt.Sprintf("%d Mill Street", i), fmt.Sprintf("Utica, NY %05d", i%100_000)} {
			s.text(5, x, y+float64(6*n), line)
		}
	}},
	{"sums", 400, func(s *sheet, i, k int) {
		x, y := float64(k%4*150), float64(k/4*7)
		s.text(5, x, y, []string{"Subtotal", "Tax", "Freight", "Total"}[i%4])
		s.text(5, x+80, y, fmt.Sprintf("%d.50", i))
	}},
	{"rows", 100, func(s *sheet, i, k int) { s.row(5, i, k) }},
	{"rows-without-headings", 100, func(s *sheet, i, k int) { s.row(5, i, k+1) }},
	{"rows-with-sums", 100, func(s *sheet, i, k int) {
		s.row(5, i, 2*k)
		s.text(5, 360, 100+float64(12*k)+6, "Total")
		s.text(5, 440, 100+float64(12*k)+6, fmt.Sprintf("%.2f", 3.5*float64(1+i%9)))
	}},
	{"tables", 50, func(s *sheet, i, k int) {
		y := float64(20 * k)
		s.headings(5, y)
		s.items(5, y+7, i)
	}},
	{"texts-between-rows", 50, func(s *sheet, i, k int) {
		s.row(5, i, 3*k)
		s.text(5, 90, 100+float64(18*k)+6, "as agreed, made of steel")
		s.text(5, 90, 100+float64(18*k)+12, "with "+some(prose, i)+" "+unique(i))
	}},
	{"columns", 0, func(s *sheet, i, _ int) {
		s.text(5, 100+float64(i%40*12), 100+float64(i/40*7), []string{"Qty", "Price", "12", "3.50"}[i/40%4])
	}},
	{"cells", 1000, func(s *sheet, i, k int) {
		x, y := float64(k%20*30), float64(k/20*15)
		s.text(5, x+1, y+7, fmt.Sprint(i))
		fmt.Fprintf(s, "ET %.2f %.2f 30 -15 re S BT ", x, -y)
	}},
	{"lines-everywhere", 0, func(s *sheet, i, _ int) {
		x, y := float64(i*7919%600), float64(i*7901%800)
		s.text(2, x, y, "12.50")
		fmt.Fprintf(s, "ET %.2f %.2f m %.2f %.2f l %.2f %.2f m %.2f %.2f l S BT ", x, -y, x+30, -y, x+1, -y, x+1, 20-y)
	}},
}

var (
	prose   = []string{"The", "quantity", "of", "goods", "ordered", "by", "date", "must", "be", "delivered", "to", "our", "works", "in", "order", "number", "12", "and", "invoiced", "at", "the", "price", "of", "3.50"}
	labels  = []string{"Purchase Order Number", "Order Date", "Delivery Date", "Payment Terms", "Ship Via", "Currency", "Total", "Subtotal", "Bestellnummer", "Bestelldatum", "Lieferdatum", "Date de commande", "Fecha", "Ship To", "Bill To", "Vendor", "Buyer"}
	parties = []string{"Ship To:", "Bill To:", "Vendor:", "Supplier", "Buyer:", "Deliver To", "Lieferadresse", "Lieferant:", "Fournisseur"}
)

func some(list []string, i int) string { return list[i%len(list)] }

func date(i int) string { return fmt.Sprintf("%02d/%02d/2026", 1+i%28, 1+i%12) }

// unique returns a word that it returns for no other i. The word is made of
// syllables, since a text layer of random letters is not trusted.
func unique(i int) string {
	const consonants, vowels = "bcdfghjklmnpqrstvwxz", "aeiou"
	var b strings.Builder
	for i += 1000; i > 0; i /= len(consonants) * len(vowels) {
		b.WriteByte(consonants[i%len(consonants)])
		b.WriteByte(vowels[i/len(consonants)%len(vowels)])
	}
	return b.String()
}

// sheet is the content of a page whose height fits the content.
type sheet struct {
	strings.Builder
	height float64 // points
}

// text shows a text whose baseline begins at x, y points below the top of the page.
func (s *sheet) text(size, x, y float64, text string) {
	s.height = max(s.height, y+20)
	fmt.Fprintf(s, "/F %g Tf 1 0 0 1 %.3f %.3f Tm(%s)Tj\n", size, x, -y, text)
}

// row shows item i as row k of the page's table, and the headings above row 0.
func (s *sheet) row(size float64, i, k int) {
	y := 100 + float64(k)*1.2*size
	if k == 0 {
		s.headings(size, y-1.5*size)
	}
	s.items(size, y, i)
}

func (s *sheet) headings(size, y float64) {
	s.columns(size, y, "Line", "Description", "Qty", "Unit Price", "Amount")
}

func (s *sheet) items(size, y float64, i int) {
	s.columns(size, y, fmt.Sprint(i+1), "Hex bolt M8", fmt.Sprint(1+i%9), "3.50", fmt.Sprintf("%.2f", 3.5*float64(1+i%9)))
}

func (s *sheet) columns(size, y float64, texts ...string) {
	for c, text := range texts {
		s.text(size, []float64{40, 90, 300, 360, 440}[c], y, text)
	}
}

// grown returns a document of n things, with at most each of them on a page.
func grown(n, each int, write func(s *sheet, i, k int)) []byte {
	b := newPDF()
	b.object(catalogNumber, catalog)
	b.object(fontNumber, fontDict)
	var kids strings.Builder
	pages := 0
	for i := 0; i < n; pages++ {
		s := &sheet{height: 800}
		s.WriteString("BT ")
		for k := 0; k < each && i < n; k++ {
			write(s, i, k)
			i++
		}
		s.WriteString("ET")
		at := firstOwn + 2*pages
		b.object(at, fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 %.0f 600 0]/Contents %d 0 R/Resources<</Font<</F 5 0 R>>>>>>", -s.height, at+1))
		b.object(at+1, deflated("", s.String()))
		fmt.Fprintf(&kids, "%d 0 R ", at)
	}
	b.object(pagesNumber, fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", pages, kids.String()))
	return b.end("")
}
