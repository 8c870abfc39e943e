package taught_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/taught"
	"lineitem/convert/testenv"
)

// learned returns the layout of a generated order, taught by its correct rows.
func learned(t testing.TB, s *ordertest.Sample) *taught.Layout {
	t.Helper()
	lesson, err := new(order.Reader).Learn(s.Document, rowsOf(s))
	if err != nil {
		t.Fatalf("Learn: %v", err)
	}
	return lesson.Layout
}

func fingerprintOf(d *doc.Document) taught.Fingerprint {
	return taught.FingerprintOf(layout.Analyze(d))
}

// layouts is how many layouts are taught in the tests of finding them.
const layouts = 40

// TestFind teaches one order of each of many layouts. Other orders of these layouts, with
// other items and numbers, must be recognised; orders of other layouts must not.
func TestFind(t *testing.T) {
	var all []*taught.Layout
	for n := range uint64(layouts) {
		all = append(all, learned(t, ordertest.GenerateAlike(n, 0)))
	}
	index := taught.NewIndex(all)
	found := 0
	for n := range uint64(layouts) {
		switch l := index.Find(fingerprintOf(ordertest.GenerateAlike(n, 1).Document)); l {
		case all[n]:
			found++
		case nil:
		default:
			t.Errorf("Find took an order of layout %d for one of another", n)
		}
	}
	t.Logf("%d of %d orders are known again", found, layouts)
	if found < layouts*95/100 {
		t.Errorf("Find knows %d of %d orders again", found, layouts)
	}
	for n := range uint64(layouts) {
		if l := index.Find(fingerprintOf(ordertest.GenerateAlike(1000+n, 0).Document)); l != nil {
			t.Errorf("Find took an order of layout %d, which was not taught, for one of %s", 1000+n, l.ID)
		}
	}
}

// scanned returns a document as a scanner might deliver it: larger or smaller, shifted and
// slightly turned, with words lost or misread.
func scanned(d *doc.Document, r *rand.Rand) *doc.Document {
	scale, right, down, turn := 0.9+0.2*r.Float64(), 20*r.Float64()-10, 40*r.Float64()-20, 0.006*(r.Float64()-0.5)
	out := &doc.Document{}
	for _, p := range d.Pages {
		var words []doc.Word
		for _, w := range p.Words {
			x, y := scale*w.Box.X0+right, scale*w.Baseline+down
			x, y = x-turn*y, y+turn*x
			width, height := scale*w.Box.Width(), scale*w.Box.Height()
			w.Box = doc.Box{X0: x, Y0: y - height, X1: x + width, Y1: y}
			w.Baseline, w.Size = y, scale*w.Size
			switch r.IntN(12) {
			case 0:
				continue
			case 1:
				w.Text = "l" + w.Text[1:]
			}
			words = append(words, w)
		}
		p.Words = words
		out.Pages = append(out.Pages, p)
	}
	return out
}

// TestFindScan looks up scans of orders whose layouts were taught by PDF files, and the
// other way round.
func TestFindScan(t *testing.T) {
	layouts := testenv.Either(15, layouts)
	r := rand.New(rand.NewPCG(1, 2))
	var all, scans []*taught.Layout
	for n := range uint64(layouts) {
		s := ordertest.GenerateAlike(n, 0)
		all = append(all, learned(t, s))
		s.Document = scanned(s.Document, r)
		scans = append(scans, learned(t, s))
	}
	files, pixels := taught.NewIndex(all), taught.NewIndex(scans)
	scan, file := 0, 0
	for n := range uint64(layouts) {
		d := ordertest.GenerateAlike(n, 1).Document
		switch l := files.Find(fingerprintOf(scanned(d, r))); l {
		case all[n]:
			scan++
		case nil:
		default:
			t.Errorf("Find took a scan of layout %d for one of another", n)
		}
		switch l := pixels.Find(fingerprintOf(d)); l {
		case scans[n]:
			file++
		case nil:
		default:
			t.Errorf("Find took a file of layout %d for a scan of another", n)
		}
	}
	t.Logf("%d scans and %d files of %d layouts are known again", scan, file, layouts)
	if scan < layouts*95/100 || file < layouts*95/100 {
		t.Errorf("Find knows %d scans and %d files of %d layouts again", scan, file, layouts)
	}
}

// BenchmarkFind measures making a document's print and looking it up among 500 layouts.
func BenchmarkFind(b *testing.B) {
	var all []*taught.Layout
	for n := range uint64(500) {
		l := learned(b, ordertest.GenerateAlike(n, 0))
		l.Name = fmt.Sprint(n)
		all = append(all, l)
	}
	index := taught.NewIndex(all)
	var pages [][]*layout.Page
	for n := range uint64(100) {
		pages = append(pages, layout.Analyze(ordertest.GenerateAlike(5*n, 1).Document))
	}
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		index.Find(taught.FingerprintOf(pages[n%len(pages)]))
	}
}
