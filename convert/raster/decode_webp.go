package raster

import (
	"bytes"
	"encoding/binary"
	"image"

	"golang.org/x/image/webp"

	"lineitem/convert/doc"
)

// decodeWebP reads the first picture of a WebP file (RFC 9649).
func decodeWebP(data []byte, limits Limits) (*Picture, error) {
	o, dpi := webpEXIF(data)
	data, ok := firstFrame(data)
	if !ok {
		return nil, &doc.FormatError{Reason: "the WebP file has no picture"}
	}
	config, err := webp.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, &doc.FormatError{Reason: "the WebP file has no valid header"}
	}
	if err := limits.Check(config.Width, config.Height); err != nil {
		return nil, err
	}
	decode := func(data []byte) (image.Image, error) { return webp.Decode(bytes.NewReader(data)) }
	img, err := decode(data)
	if err != nil {
		// The file states its full length.
		missing := int(binary.LittleEndian.Uint32(data[4:])) + 8 - len(data)
		if missing <= 0 {
			return nil, cutOff(0)
		}
		if img, err = continued(data, missing, decode); err != nil {
			return nil, err
		}
	}
	switch img := img.(type) {
	case *image.YCbCr:
		fullRange(img)
	case *image.NYCbCrA:
		fullRange(&img.YCbCr)
	}
	return turnedPicture(img, o, dpi), nil
}

// webpEXIF reads the EXIF data of a WebP file.
func webpEXIF(data []byte) (o orientation, dpi float64) {
	o = upright
	rest := data[min(riffHeader, len(data)):]
	for ok := true; ok; {
		var name string
		var body []byte
		if name, body, rest, ok = riffChunk(rest); name == "EXIF" {
			o, dpi = readEXIF(body)
		}
	}
	return o, dpi
}

// fullRange converts luma and chroma, in place, from the ranges of VP8, 16 to 235 and 16 to
// 240 (RFC 6386, 9.2), to those of JFIF, 0 to 255, which package image assumes.
func fullRange(img *image.YCbCr) {
	zero, span, to := 16, 219, 0
	for _, pix := range [...][]byte{img.Y, img.Cb, img.Cr} {
		for i, v := range pix {
			pix[i] = uint8(min(max(to+(int(v)-zero)*255/span, 0), 255))
		}
		zero, span, to = 128, 224, 128
	}
}

// riffHeader is the size of "RIFF", a length and "WEBP".
const riffHeader = 12

// riffChunk splits off the first chunk of data: it returns the chunk's name, its
// content as far as it is there, and what follows it.
func riffChunk(data []byte) (name string, body, rest []byte, ok bool) {
	if len(data) < 8 {
		return "", nil, nil, false
	}
	n := uint64(binary.LittleEndian.Uint32(data[4:]))
	body = data[8:min(8+n, uint64(len(data)))]
	return string(data[:4]), body, data[min(8+n+n&1, uint64(len(data))):], true
}

// firstFrame returns the first picture of an animation as a file; other files
// are returned as they are. ok is false if there is no picture.
func firstFrame(data []byte) (file []byte, ok bool) {
	if len(data) < riffHeader {
		return nil, false
	}
	name, body, rest, ok := riffChunk(data[riffHeader:])
	if !ok || name != "VP8X" || len(body) < 10 || body[0]&2 == 0 {
		return data, ok
	}
	for {
		if name, body, rest, ok = riffChunk(rest); !ok {
			return nil, false
		}
		// The place and size of the frame take 12 bytes, its duration and flags 4.
		if name == "ANMF" && len(body) > 16 {
			break
		}
	}
	frame := body[16:]
	file = append(file, "RIFF\x00\x00\x00\x00WEBP"...)
	if bytes.HasPrefix(frame, []byte("ALPH")) {
		file = append(file, "VP8X\x0a\x00\x00\x00\x10\x00\x00\x00"...)
		file = append(file, body[6:12]...) // the frame's width and height less one
	}
	file = append(file, frame...)
	binary.LittleEndian.PutUint32(file[4:], uint32(len(file)-8))
	return file, true
}
