package tiff

// painter makes rows of grey or of colour out of samples.
type painter struct {
	page *Page
	out  []byte
	gray []byte // the grey of each value of a sample of up to 8 bits; nil for pages in colour
}

func newPainter(p *Page) *painter {
	to := &painter{page: p}
	if p.photometric > blackIsZero {
		to.out = make([]byte, 3*p.Width)
		return to
	}
	to.out = make([]byte, p.Width)
	to.gray = make([]byte, 1<<min(p.bits, 8))
	for v := range to.gray {
		to.gray[v] = byte(v * 0xff / (len(to.gray) - 1))
		if p.photometric == whiteIsZero {
			to.gray[v] = ^to.gray[v]
		}
	}
	return to
}

// white returns a white row.
func (to *painter) white() []byte {
	to.whiten(0, to.page.Width)
	return to.out
}

// whiten makes the pixels of the row in [from, end) white.
func (to *painter) whiten(from, end int) {
	n := len(to.out) / to.page.Width
	for i := from * n; i < min(end, to.page.Width)*n; i++ {
		to.out[i] = 0xff
	}
}

// paint makes a row from decompressed samples. The row is valid until the next call.
func (to *painter) paint(raw []byte) []byte {
	p := to.page
	if p.samples == 1 && p.bits == 1 && to.gray != nil {
		for x := range to.out {
			to.out[x] = to.gray[raw[x>>3]>>(7-x&7)&1]
		}
		return to.out
	}
	for x := range p.Width {
		to.pixel(raw, x)
	}
	return to.out
}

// pixel paints one pixel.
func (to *painter) pixel(raw []byte, x int) {
	p := to.page
	i := x * p.samples
	if to.gray != nil {
		to.out[x] = to.gray[p.sample(raw, i)]
		to.over(raw, i+1, to.out[x:x+1])
		return
	}
	out := to.out[3*x:][:3]
	switch p.photometric {
	case palette:
		copy(out, p.colors[min(int(p.sample(raw, i)), len(p.colors)-1)][:])
	case cmyk:
		if p.compression == jpegCoded {
			for c := range out {
				out[c] = raw[i+c]
			}
			return
		}
		light := 0xff - int(to.byteOf(raw, i+3))
		for c := range out {
			out[c] = byte((0xff - int(to.byteOf(raw, i+c))) * light / 0xff)
		}
	default:
		for c := range out {
			out[c] = to.byteOf(raw, i+c)
		}
		to.over(raw, i+3, out)
	}
}

// over lays a pixel over white if its sample i is its opacity.
func (to *painter) over(raw []byte, i int, out []byte) {
	if to.page.alpha != associated && to.page.alpha != separate {
		return
	}
	alpha := int(to.byteOf(raw, i))
	for c, v := range out {
		n := int(v)
		if to.page.alpha == separate {
			n = n * alpha / 0xff
		}
		out[c] = byte(min(n+0xff-alpha, 0xff))
	}
}

// sample returns the i-th sample of a row, or its upper 8 bits if it has 16.
func (p *Page) sample(raw []byte, i int) byte {
	switch p.bits {
	case 8:
		return raw[i]
	case 16:
		return byte(p.dir.order.Uint16(raw[2*i:]) >> 8)
	}
	at := i * p.bits
	return raw[at>>3] >> (8 - p.bits - at&7) & (1<<p.bits - 1)
}

// byteOf returns the i-th sample of a row, scaled to the range from 0 to 255.
func (to *painter) byteOf(raw []byte, i int) byte {
	v := to.page.sample(raw, i)
	if to.page.bits < 8 {
		v = byte(int(v) * 0xff / (1<<to.page.bits - 1))
	}
	return v
}
