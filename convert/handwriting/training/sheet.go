package main

import (
	"bytes"
	"image"
	"image/jpeg"
	"io/fs"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// sheet is a page that is printed and written on. Its masks hold how much print and how much handwriting covers each pixel.
type sheet struct {
	print, hand *image.Gray
	cos, sin    float64 // of the angle at which it lies
}

// place returns where a point of the sheet lies in the picture.
func (p *sheet) place(q point) point {
	return point{q.x*p.cos - q.y*p.sin, q.x*p.sin + q.y*p.cos}
}

// shelf holds the fonts of print and of handwriting.
type shelf struct{ print, hand []*face }

// hands are parts of the file names of fonts that look like handwriting.
var hands = []string{
	"breip", "becausewe", "/dkg", "ecolier", "femke", "humor-sans", "joscelyn", "kristi", "rufscript", "stevehand", "delphine",
	"dancingscript", "kaushan", "tomsontalks", "typoscript", "kiloji", "kleeone", "yuseimagic",
}

// prints are parts of the file names of fonts of print.
var prints = []string{
	"liberation", "dejavu", "free", "arimo", "tinos", "cousine", "carlito", "caladea", "nimbus", "texgyre", "notosans-", "notoserif-", "opensans",
	"roboto", "lato", "inter-", "inconsolata", "hack", "ocra", "ocrb", "gnutypewriter", "courier", "lmmono", "lmroman", "c059", "p052", "urw",
}

// readShelf reads the fonts below a folder.
func readShelf(folder string) (*shelf, error) {
	var s shelf
	err := filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error {
		low := strings.ToLower(file)
		if err != nil || !strings.HasSuffix(low, ".ttf") && !strings.HasSuffix(low, ".otf") {
			return err
		}
		in := func(names []string) bool {
			return slices.ContainsFunc(names, func(n string) bool { return strings.Contains(low, n) })
		}
		switch hand := in(hands); {
		case !hand && !in(prints):
		default:
			f := readFace(file)
			switch {
			case f == nil:
			case hand:
				s.hand = append(s.hand, f)
			default:
				s.print = append(s.print, f)
			}
		}
		return nil
	})
	return &s, err
}

// pick returns a random element of from.
func pick[T any](rng *rand.Rand, from []T) T { return from[rng.IntN(len(from))] }

var (
	labels = strings.Fields("Date: No. Order Name: Customer: Address: Tel: Qty Quantity Price Amount Total: Item Description Unit Ref: Remarks: " +
		"Datum: Kunde Menge Preis Betrag Cliente: Fecha: Cantidad Importe Signature: Delivery To: From: P.O. Terms: Approved by: Supplier: VAT Nº")
	words = strings.Fields("steel bolt plate red blue box paper pump valve hose lens frame glass door window cable green oil filter white small large " +
		"set pair kit clean fresh order please urgent deliver Monday call back with and for the of as per sample two three Mr Smith Garcia Lee Kumar " +
		"Street Road Park City Ltd Company fish bread milk apples kg pcs boxes left right top half full new old long short pipe tape brush " +
		"Schraube Platte rot Dichtung Rohr tornillo caja azul verde acier boîte joint pièces ventana puerta")
)

// phrase returns a random text such as people write into forms.
func phrase(rng *rand.Rand) string {
	n := func(k int) string { return strconv.Itoa(rng.IntN(k)) }
	switch rng.IntN(9) {
	case 0:
		return n(28) + pick(rng, []string{"/", "-", "."}) + n(12) + pick(rng, []string{"/", "-", "."}) + pick(rng, []string{"", "20"}) + strconv.Itoa(20+rng.IntN(8))
	case 1:
		return n(900) + "." + n(10) + n(10)
	case 2:
		return n(99999)
	case 3:
		return pick(rng, []string{"+", "-", ""}) + n(9) + "." + n(10) + "5" + pick(rng, []string{"", " x" + n(9), "/-" + n(3) + ".50"})
	case 4:
		return strings.ToUpper(pick(rng, words)) + " " + strings.ToUpper(pick(rng, words))
	case 5:
		return n(40) + " " + pick(rng, words)
	case 6:
		return pick(rng, []string{"A", "PO", "R", "Nr", "S"}) + "-" + n(10000)
	default:
		text := pick(rng, words)
		for range rng.IntN(4) {
			text += " " + pick(rng, words)
		}
		if rng.IntN(2) == 0 {
			text = strings.ToUpper(text[:1]) + text[1:]
		}
		return text
	}
}

// printed returns a random style of print.
func printed(rng *rand.Rand, s *shelf, size float64) *style {
	t := &style{face: pick(rng, s.print), size: size, stretch: 1, ink: 0.75 + 0.25*rng.Float64()}
	if rng.IntN(5) == 0 {
		t.stretch, t.spacing = 0.85+0.3*rng.Float64(), 0.1*rng.Float64()
	}
	if rng.IntN(4) == 0 {
		t.weight = -0.7 + 1.5*rng.Float64()
	}
	return t
}

// written returns a random style of handwriting.
func written(rng *rand.Rand, s *shelf, size float64) *style {
	f := pick(rng, s.hand)
	t := &style{
		face: f, size: size * (0.9 + 0.8*rng.Float64()) * 0.7 / f.capital, slant: rng.NormFloat64() * 0.15, stretch: 0.8 + 0.5*rng.Float64(),
		spacing: 0.06 * rng.NormFloat64(), jitter: 0.3 + 1.2*rng.Float64(), wander: 1.2 * rng.Float64(), bending: 0.035 * rng.Float64(), ink: 0.45 + 0.55*rng.Float64(),
	}
	if rng.IntN(3) > 0 {
		t.weight = (-0.8 + 2.3*rng.Float64()) * min(1, size/25)
	}
	return t
}

// form draws a form that is filled in by hand, or a page of notes. A share of the pages has print alone.
func form(rng *rand.Rand, s *shelf) *sheet {
	dpi := 100 + 120*rng.Float64()
	w, h := int(8*dpi), int((5+6*rng.Float64())*dpi)
	angle := rng.NormFloat64() * 0.012
	p := &sheet{print: image.NewGray(image.Rect(0, 0, w, h)), hand: image.NewGray(image.Rect(0, 0, w, h)), cos: math.Cos(angle), sin: math.Sin(angle)}
	em := dpi / 72 * (8 + 5*rng.Float64())
	type_, pen := printed(rng, s, em), written(rng, s, em)
	typed := printed(rng, s, em*(0.9+0.3*rng.Float64()))
	filled := rng.IntN(4) // 0: by print alone
	notes := rng.IntN(6) == 0
	value := func(text string, at point) {
		if filled == 0 || filled == 1 && rng.IntN(2) == 0 {
			typed.write(rng, p, p.print, text, at)
		} else {
			pen.write(rng, p, p.hand, text, point{at.x, at.y - em*0.2*rng.Float64()})
		}
	}
	x, y := 0.6*dpi, 0.7*dpi
	bottom := float64(h) - 0.6*dpi
	if notes && filled > 0 {
		for ; y < bottom; y += em * (1.6 + rng.Float64()) {
			value(phrase(rng), point{x + em*rng.Float64(), y})
			if rng.IntN(2) == 0 {
				value(phrase(rng), point{x + 3.6*dpi, y})
			}
		}
		return p
	}
	title := printed(rng, s, em*(1.2+1.4*rng.Float64()))
	title.write(rng, p, p.print, strings.ToUpper(pick(rng, words))+" "+strings.ToUpper(pick(rng, words))+" Ltd", point{x, y})

	for y += 2.2 * em; y < bottom*0.4; y += em * (1.5 + rng.Float64()) {
		for _, at := range []float64{x, x + 3.7*dpi} {
			end := type_.write(rng, p, p.print, pick(rng, labels), point{at, y})
			if rng.IntN(3) > 0 {
				value(phrase(rng), point{end.x + em*(0.3+rng.Float64()), y})
			}
			if rng.IntN(2) == 0 {
				p.stroke(p.print, []point{{end.x + em*0.2, y + em*0.2}, {at + 3.2*dpi, y + em*0.2}}, 1, 0.9)
			}
		}
	}
	p.table(rng, type_, value, x, y+em, 7.2*dpi, bottom, em)
	if filled > 0 && rng.IntN(2) == 0 {
		p.scribble(rng, point{x + 5*dpi*rng.Float64(), bottom - dpi*rng.Float64()}, em, pen.ink)
	}
	return p
}

// table draws a table's header row, rows and rules, and small print beneath it.
func (p *sheet) table(rng *rand.Rand, print *style, value func(string, point), x0, y, x1, bottom, em float64) {
	columns := 3 + rng.IntN(4)
	step := (x1 - x0) / float64(columns)
	pitch := em * (1.5 + rng.Float64())
	for c := range columns {
		print.write(rng, p, p.print, pick(rng, labels), point{x0 + step*(float64(c)+0.1), y})
	}
	top := y - em*1.2
	rows := 0
	for y += pitch; y < bottom && rows < 3+rng.IntN(14); y += pitch {
		for c := range columns {
			if rng.IntN(4) > 0 {
				text := phrase(rng)
				if len(text) > int(step/em*1.6) {
					text = strconv.Itoa(rng.IntN(1000))
				}
				value(text, point{x0 + step*(float64(c)+0.1+0.2*rng.Float64()), y})
			}
		}
		if rng.IntN(3) > 0 {
			p.stroke(p.print, []point{{x0, y + em*0.4}, {x1, y + em*0.4}}, 1, 0.9)
		}
		rows++
	}
	if rng.IntN(3) > 0 {
		for c := range columns + 1 {
			at := x0 + step*float64(c)
			p.stroke(p.print, []point{{at, top}, {at, y}}, 1, 0.9)
		}
	}
	small := *print
	small.size = em * (0.6 + 0.3*rng.Float64())
	for y += pitch; y < bottom; y += small.size * 1.4 {
		text := pick(rng, words)
		for range 5 + rng.IntN(8) {
			text += " " + pick(rng, words)
		}
		small.write(rng, p, p.print, text, point{x0, y})
	}
}

// scribble draws a signature or another scrawl of a pen.
func (p *sheet) scribble(rng *rand.Rand, at point, em, ink float64) {
	var points []point
	a, b := em*(0.5+1.5*rng.Float64()), em*(0.4+rng.Float64())
	f, g, drift := 1+3*rng.Float64(), 1+3*rng.Float64(), em*0.05*rng.Float64()
	for i := range 60 + rng.IntN(120) {
		t := float64(i) / 8
		points = append(points, point{at.x + drift*float64(i) + a*math.Sin(f*t), at.y + b*math.Cos(g*t+1) + em*0.02*rng.NormFloat64()})
	}
	p.stroke(p.hand, points, 1+2*rng.Float64(), ink)
}

// picture returns the sheet as a scanner, a fax or a phone would show it.
func (p *sheet) picture(rng *rand.Rand) (*image.Gray, error) {
	r := p.print.Rect
	out := image.NewGray(r)
	paper, side, noise := 190+60*rng.Float64(), 0.0, 6*rng.Float64()
	if rng.IntN(3) == 0 {
		side = 70 * rng.Float64()
	}
	penInk := 0.6 + 0.4*rng.Float64() // pens are often paler than print
	for y := range r.Dy() {
		for x := range r.Dx() {
			i := y*out.Stride + x
			ink := max(float64(p.print.Pix[i]), penInk*float64(p.hand.Pix[i])) / 255
			ground := paper - side*float64(x)/float64(r.Dx())
			out.Pix[i] = uint8(min(255, max(0, ground*(1-0.88*ink)+noise*rng.NormFloat64())))
		}
	}
	switch sigma := rng.Float64() * 1.1; {
	case rng.IntN(5) == 0: // out of focus
		out = defocused(rng, out, sigma+1.4*rng.Float64())
	case sigma > 0.3:
		out = blurred(out, sigma)
	}
	if rng.IntN(6) == 0 {
		limit := uint8(paper*0.55 + 20*rng.Float64())
		for i, v := range out.Pix {
			if out.Pix[i] = 255; v < limit {
				out.Pix[i] = 0
			}
		}
	}
	if rng.IntN(2) == 0 {
		return out, nil
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, out, &jpeg.Options{Quality: 35 + rng.IntN(60)}); err != nil {
		return nil, err
	}
	decoded, err := jpeg.Decode(&b)
	if err != nil {
		return nil, err
	}
	return decoded.(*image.Gray), nil
}

// defocused returns a picture blurred at its upper or lower edge, and less and less away from that.
func defocused(rng *rand.Rand, g *image.Gray, sigma float64) *image.Gray {
	soft := blurred(g, sigma)
	reach, down := (0.3+rng.Float64())*float64(g.Rect.Dy()), rng.IntN(2) == 0
	for y := range g.Rect.Dy() {
		from := float64(y)
		if down {
			from = float64(g.Rect.Dy() - y)
		}
		k := min(1, max(0, 1.5-1.5*from/reach))
		for x := range g.Rect.Dx() {
			i := y*g.Stride + x
			soft.Pix[i] = uint8(k*float64(soft.Pix[i]) + (1-k)*float64(g.Pix[i]))
		}
	}
	return soft
}

// blurred returns a picture blurred by a Gaussian with the standard deviation sigma, pixels.
func blurred(g *image.Gray, sigma float64) *image.Gray {
	reach := int(3*sigma) + 1
	kernel := make([]float64, 2*reach+1)
	sum := 0.0
	for i := range kernel {
		kernel[i] = math.Exp(-float64((i-reach)*(i-reach)) / (2 * sigma * sigma))
		sum += kernel[i]
	}
	pass := func(from *image.Gray, dx, dy int) *image.Gray {
		to := image.NewGray(from.Rect)
		w, h := from.Rect.Dx(), from.Rect.Dy()
		for y := range h {
			for x := range w {
				v := 0.0
				for i, k := range kernel {
					a, b := min(max(x+dx*(i-reach), 0), w-1), min(max(y+dy*(i-reach), 0), h-1)
					v += k * float64(from.Pix[b*from.Stride+a])
				}
				to.Pix[y*to.Stride+x] = uint8(v/sum + 0.5)
			}
		}
		return to
	}
	return pass(pass(g, 1, 0), 0, 1)
}
