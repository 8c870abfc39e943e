package raster

import (
	"bytes"
	"image"
	"image/jpeg"

	"lineitem/convert/doc"
)

func decodeJPEG(data []byte, limits Limits) (*Picture, error) {
	head, err := parseJPEG(data)
	if err != nil {
		return nil, err
	}
	if err := limits.Check(head.width, head.height); err != nil {
		return nil, err
	}
	if len(head.scans) > maxScans {
		return nil, &doc.LimitError{Limit: "scans of a JPEG picture", Max: maxScans}
	}
	img, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		if img, err = head.salvage(data); err != nil {
			return nil, err
		}
	}
	return turnedPicture(img, head.orientation, head.dpi), nil
}

// turnedPicture makes a picture from a decoded JPEG or WebP image, turned as its
// orientation says. If the image has its brightness in a plane of its own, that is
// used as it is.
func turnedPicture(img image.Image, o orientation, dpi float64) *Picture {
	size := img.Bounds().Size()
	n := reduction(size.X, size.Y)
	width, height := size.X/n, size.Y/n
	var p *Picture
	switch img := img.(type) {
	case *image.Gray:
		p = &Picture{Gray: plane{img.Pix, img.Stride, size.X, size.Y}.reduced(n, width, height).turned(o).gray()}
	case *image.YCbCr:
		p = ycbcrPicture(img, n, o)
	default: // CMYK, RGB and transparent images, which are rare
		p = imagePicture(img, 0).turned(o)
	}
	p.DPI, p.File = plausible(dpi, size.X, size.Y)/float64(n), size
	if o.sideways() {
		p.File = image.Pt(size.Y, size.X)
	}
	return p
}

func ycbcrPicture(img *image.YCbCr, n int, o orientation) *Picture {
	size := img.Rect.Size()
	width, height := size.X/n, size.Y/n
	y := plane{img.Y, img.YStride, size.X, size.Y}.reduced(n, width, height).turned(o)
	p := &Picture{Gray: y.gray()}
	across, down := subsampling(img.SubsampleRatio)
	chroma := func(pix []byte) plane {
		return plane{pix, img.CStride, (size.X + across - 1) / across, (size.Y + down - 1) / down}
	}
	cb, cr := chroma(img.Cb), chroma(img.Cr)
	if !colored(cb) && !colored(cr) {
		return p
	}
	ratio := img.SubsampleRatio
	if o.sideways() {
		var ok bool
		if ratio, ok = turnedRatio[ratio]; !ok {
			return imagePicture(img, 0).turned(o)
		}
	}
	w, h := (width+across-1)/across, (height+down-1)/down
	cb, cr = cb.reduced(n, w, h).turned(o), cr.reduced(n, w, h).turned(o)
	p.Color = &image.YCbCr{
		Y: y.pix, Cb: cb.pix, Cr: cr.pix, YStride: y.stride, CStride: cb.stride,
		SubsampleRatio: ratio, Rect: p.Gray.Rect,
	}
	return p
}

// colored reports whether a chroma plane (128 for grey) holds colour, not only
// the noise of compressing grey.
func colored(p plane) bool {
	const noise = 8
	strong := 0
	for y := range p.height {
		for _, v := range p.row(y) {
			if v < 128-noise || v > 128+noise {
				strong++
			}
		}
	}
	return strong > p.width*p.height/5000
}

// subsampling returns how many pixels a chroma sample covers across and down.
func subsampling(r image.YCbCrSubsampleRatio) (across, down int) {
	switch r {
	case image.YCbCrSubsampleRatio422:
		return 2, 1
	case image.YCbCrSubsampleRatio420:
		return 2, 2
	case image.YCbCrSubsampleRatio440:
		return 1, 2
	case image.YCbCrSubsampleRatio411:
		return 4, 1
	case image.YCbCrSubsampleRatio410:
		return 4, 2
	}
	return 1, 1
}

// turnedRatio maps subsampling ratios to what they become when width and height
// change places. Ratios that it lacks have no counterpart.
var turnedRatio = map[image.YCbCrSubsampleRatio]image.YCbCrSubsampleRatio{
	image.YCbCrSubsampleRatio444: image.YCbCrSubsampleRatio444,
	image.YCbCrSubsampleRatio422: image.YCbCrSubsampleRatio440,
	image.YCbCrSubsampleRatio440: image.YCbCrSubsampleRatio422,
	image.YCbCrSubsampleRatio420: image.YCbCrSubsampleRatio420,
}

// turned returns the picture turned as the orientation says.
func (p *Picture) turned(o orientation) *Picture {
	if o <= upright {
		return p
	}
	size := p.Gray.Rect.Size()
	out := &Picture{Gray: plane{p.Gray.Pix, p.Gray.Stride, size.X, size.Y}.turned(o).gray(), DPI: p.DPI, File: p.File}
	if o.sideways() {
		out.File = image.Pt(p.File.Y, p.File.X)
	}
	if color, ok := p.Color.(*image.RGBA); ok {
		turned := image.NewRGBA(out.Gray.Rect)
		for y := range size.Y {
			at, step := o.place(size.X, size.Y, y)
			row := color.Pix[y*color.Stride:]
			for x := range size.X {
				copy(turned.Pix[4*at:4*at+4], row[4*x:4*x+4])
				at += step
			}
		}
		out.Color = turned
	}
	return out
}

// salvage decodes a file that is damaged or cut off.
func (h *jpegHead) salvage(data []byte) (image.Image, error) {
	if h.progressive {
		// The file is read up to its last complete scan, if the brightness has its
		// finest detail by then.
		cut := 0
		for _, s := range h.scans {
			if s.end > 0 && (cut > 0 || s.detail) {
				cut = s.end
			}
		}
		if cut == 0 {
			return nil, cutOff(0)
		}
		img, err := jpeg.Decode(bytes.NewReader(append(data[:cut:cut], 0xff, 0xd9)))
		if err != nil {
			return nil, cutOff(0)
		}
		return img, nil
	}
	// Enough filling for every block of every component with the longest codes.
	blocks := ((h.width + 15) / 8) * ((h.height + 15) / 8) * h.components
	return continued(data, 32*blocks, func(data []byte) (image.Image, error) {
		return jpeg.Decode(bytes.NewReader(append(data, 0xff, 0xd9)))
	})
}

// continued decodes a file that is cut off by appending missing bytes of filling.
// It does so twice, with different filling: the rows from the top that both
// pictures have in common were in the file. The rest is made white.
func continued(data []byte, missing int, decode func(data []byte) (image.Image, error)) (image.Image, error) {
	const most = 64 << 20 // bytes of filling
	missing = min(missing, most)
	var images [2]image.Image
	for i, filling := range [...]byte{0x00, 0x55} {
		whole := make([]byte, len(data), len(data)+missing+2)
		copy(whole, data)
		for range missing {
			whole = append(whole, filling)
		}
		var err error
		if images[i], err = decode(whole); err != nil {
			return nil, cutOff(0)
		}
	}
	size := images[0].Bounds().Size()
	if images[1].Bounds().Size() != size {
		return nil, cutOff(0)
	}
	rows := commonRows(images[0], images[1])
	if part := float64(rows) / float64(size.Y); part < leastRead {
		return nil, cutOff(part)
	}
	whiten(images[0], rows)
	return images[0], nil
}

// commonRows returns how many rows from the top two images of the same size have in
// common, comparing brightness only.
func commonRows(a, b image.Image) int {
	pa, pb := brightness(a), brightness(b)
	if pa.pix == nil || pb.pix == nil {
		return 0
	}
	for y := range pa.height {
		if !bytes.Equal(pa.row(y), pb.row(y)) {
			return y
		}
	}
	return pa.height
}

// brightness returns the plane that holds an image's brightness, or the zero value if there is none.
func brightness(img image.Image) plane {
	size := img.Bounds().Size()
	switch img := img.(type) {
	case *image.Gray:
		return plane{img.Pix, img.Stride, size.X, size.Y}
	case *image.YCbCr:
		return plane{img.Y, img.YStride, size.X, size.Y}
	}
	return plane{}
}

// whiten makes an image white from row from on.
func whiten(img image.Image, from int) {
	fill := func(p plane, from int, v byte) {
		for y := from; y < p.height; y++ {
			row := p.row(y)
			for x := range row {
				row[x] = v
			}
		}
	}
	fill(brightness(img), from, 0xff)
	if img, ok := img.(*image.YCbCr); ok {
		across, down := subsampling(img.SubsampleRatio)
		size := img.Rect.Size()
		for _, pix := range [...][]byte{img.Cb, img.Cr} {
			fill(plane{pix, img.CStride, (size.X + across - 1) / across, (size.Y + down - 1) / down}, (from+down-1)/down, 0x80)
		}
	}
}
