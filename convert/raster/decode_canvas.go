package raster

import (
	"image"
)

// canvas makes a picture from rows that come one after the other, and makes it
// smaller as they come if it is too large.
type canvas struct {
	width, height int // of the rows that come, and their number
	factor        int // by which the picture is made smaller
	gray          plane
	color         *image.RGBA // nil as long as all pixels are grey
	rows          int         // how many have come
	sums          []uint32    // of the rows that make the next row of the picture, RGB
}

func newCanvas(width, height int) *canvas {
	return newReducedCanvas(width, height, reduction(width, height))
}

// newReducedCanvas returns a canvas for a picture that is to be made smaller by a factor.
func newReducedCanvas(width, height, factor int) *canvas {
	c := &canvas{width: width, height: height, factor: factor}
	c.gray = newPlane(max(1, width/c.factor), max(1, height/c.factor))
	if c.factor > 1 {
		c.sums = make([]uint32, 3*c.gray.width)
	}
	return c
}

// grayRow takes the next row, of grey pixels.
func (c *canvas) grayRow(row []byte) {
	y := c.rows
	c.rows++
	if c.factor == 1 {
		copy(c.gray.row(y), row)
		if c.color != nil {
			c.grayToColor(y)
		}
		return
	}
	for x := range c.gray.width {
		var sum uint32
		for _, v := range row[x*c.factor : (x+1)*c.factor] {
			sum += uint32(v)
		}
		s := c.sums[3*x : 3*x+3 : 3*x+3]
		s[0], s[1], s[2] = s[0]+sum, s[1]+sum, s[2]+sum
	}
	c.reduceRows()
}

// rgbRow takes the next row, of red, green and blue for each pixel.
func (c *canvas) rgbRow(row []byte) {
	y := c.rows
	c.rows++
	if c.factor == 1 {
		c.set(y, row)
		return
	}
	for x := range c.gray.width {
		s := c.sums[3*x : 3*x+3 : 3*x+3]
		part := row[3*x*c.factor : 3*(x+1)*c.factor]
		for ; len(part) >= 3; part = part[3:] {
			s[0] += uint32(part[0])
			s[1] += uint32(part[1])
			s[2] += uint32(part[2])
		}
	}
	c.reduceRows()
}

// reduceRows makes a row of the picture from the sums once all the rows that it covers have come.
func (c *canvas) reduceRows() {
	if c.rows%c.factor != 0 {
		return
	}
	if y := c.rows/c.factor - 1; y < c.gray.height {
		row := make([]byte, len(c.sums))
		area := uint32(c.factor * c.factor)
		for i, s := range c.sums {
			row[i] = uint8((s + area/2) / area)
		}
		c.set(y, row)
	}
	clear(c.sums)
}

// set sets one row of the picture.
func (c *canvas) set(y int, rgb []byte) {
	gray := c.gray.row(y)
	colored := c.color != nil
	for x := range gray {
		p := rgb[3*x : 3*x+3 : 3*x+3]
		if p[0] == p[1] && p[1] == p[2] {
			gray[x] = p[0]
			continue
		}
		gray[x] = luma(p[0], p[1], p[2])
		colored = true
	}
	if !colored {
		return
	}
	if c.color == nil {
		c.color = image.NewRGBA(image.Rect(0, 0, c.gray.width, c.gray.height))
		for above := range y {
			c.grayToColor(above)
		}
	}
	to := c.color.Pix[y*c.color.Stride:]
	for x := range gray {
		p, q := to[4*x:4*x+4:4*x+4], rgb[3*x:3*x+3:3*x+3]
		p[0], p[1], p[2], p[3] = q[0], q[1], q[2], 0xff
	}
}

func (c *canvas) grayToColor(y int) {
	to := c.color.Pix[y*c.color.Stride:]
	for x, v := range c.gray.row(y) {
		p := to[4*x : 4*x+4 : 4*x+4]
		p[0], p[1], p[2], p[3] = v, v, v, 0xff
	}
}

// picture returns the picture, white below the rows that have come.
func (c *canvas) picture(dpi float64) *Picture {
	for y := c.rows / c.factor; y < c.gray.height; y++ {
		row := c.gray.row(y)
		for x := range row {
			row[x] = 0xff
		}
		if c.color != nil {
			c.grayToColor(y)
		}
	}
	p := &Picture{Gray: c.gray.gray(), DPI: plausible(dpi, c.width, c.height) / float64(c.factor), File: image.Pt(c.width, c.height)}
	if c.color != nil {
		p.Color = c.color
	}
	return p
}
