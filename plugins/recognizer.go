package plugins

import (
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"math"
	"unicode"

	"github.com/tetratelabs/wazero/api"

	"lineitem/convert/segmentation"
)

// recognizer is one instance of a guest that recognizes text. It reads one strip at a time.
type recognizer struct {
	guest     *guest
	module    api.Module
	memory    api.Memory
	strip     api.Function
	recognize api.Function
	height    int // of strips, pixels
}

// newRecognizer makes an instance and checks its exports, its contract version and
// its strip height.
func newRecognizer(ctx context.Context, g *guest) (*recognizer, error) {
	m, err := g.instantiate(ctx)
	if err != nil {
		return nil, err
	}
	r := &recognizer{guest: g, module: m}
	if err := r.meet(ctx); err != nil {
		r.close(ctx)
		return nil, err
	}
	return r, nil
}

func (r *recognizer) meet(ctx context.Context) error {
	g := r.guest
	// Unlike ExportedMemory, Memory also returns a memory that is not exported.
	if r.memory = r.module.ExportedMemory("memory"); r.memory == nil {
		return &GuestError{g.name, `exports no memory "memory"`, nil}
	}
	version, err := g.function(r.module, "ocr_version", 0)
	if err != nil {
		return err
	}
	height, err := g.function(r.module, "strip_height", 0)
	if err != nil {
		return err
	}
	if r.strip, err = g.function(r.module, "strip", 1); err != nil {
		return err
	}
	if r.recognize, err = g.function(r.module, "recognize", 1); err != nil {
		return err
	}
	if v, err := g.call(ctx, version); err != nil {
		return err
	} else if v != contractVersion {
		return &GuestError{g.name, fmt.Sprintf("implements version %d of the contract, want %d", v, contractVersion), nil}
	}
	h, err := g.call(ctx, height)
	if err != nil {
		return err
	}
	if h < minStripHeight || h > maxStripHeight {
		return &GuestError{g.name, fmt.Sprintf("asks for strips %d pixels high, want %d to %d", h, minStripHeight, maxStripHeight), nil}
	}
	r.height = int(h)
	return nil
}

// read reads one strip of the right height. After an error the instance must
// not be used again.
func (r *recognizer) read(ctx context.Context, strip *image.Gray) (segmentation.Reading, error) {
	width := strip.Rect.Dx()
	if width <= 0 {
		return nil, ctx.Err()
	}
	address, err := r.guest.call(ctx, r.strip, uint64(width))
	if err != nil {
		return nil, err
	}
	room, ok := r.memory.Read(address, uint32(width*r.height))
	if !ok {
		return nil, r.nonsense("returns a buffer for a strip at address %d, outside its memory of %d bytes", address, r.memory.Size())
	}
	for y := range r.height {
		copy(room[y*width:(y+1)*width], strip.Pix[y*strip.Stride:])
	}
	if address, err = r.guest.call(ctx, r.recognize, uint64(width)); err != nil {
		return nil, err
	}
	count, ok := r.memory.ReadUint32Le(address)
	if !ok {
		return nil, r.nonsense("returns a result at address %d, outside its memory of %d bytes", address, r.memory.Size())
	}
	if count > uint32(width) {
		return nil, r.nonsense("read %d characters in a strip of %d columns", count, width)
	}
	records, ok := r.memory.Read(address+4, count*recordSize)
	if !ok {
		return nil, r.nonsense("returns %d characters at address %d, beyond the end of its memory of %d bytes", count, address+4, r.memory.Size())
	}
	reading, fault := parseRecords(records, width)
	if fault != "" {
		return nil, r.nonsense("%s", fault)
	}
	return reading, nil
}

func (r *recognizer) nonsense(format string, args ...any) error {
	return &GuestError{r.guest.name, fmt.Sprintf(format, args...), nil}
}

// close frees the instance.
func (r *recognizer) close(ctx context.Context) { r.module.Close(ctx) }

const recordSize = 16 // bytes

// parseRecords converts a guest's records to a reading, or returns what is wrong
// with them. The strip is width columns wide.
func parseRecords(b []byte, width int) (reading segmentation.Reading, fault string) {
	reading = make(segmentation.Reading, len(b)/recordSize)
	var before segmentation.Glyph
	for i := range reading {
		record := b[i*recordSize:]
		code := binary.LittleEndian.Uint32(record)
		g := segmentation.Glyph{
			Rune:       rune(code),
			X0:         math.Float32frombits(binary.LittleEndian.Uint32(record[4:])),
			X1:         math.Float32frombits(binary.LittleEndian.Uint32(record[8:])),
			Confidence: math.Float32frombits(binary.LittleEndian.Uint32(record[12:])),
		}
		// Each comparison is written so that it fails for NaN.
		switch {
		case code > unicode.MaxRune || !unicode.IsPrint(g.Rune):
			return nil, fmt.Sprintf("read U+%04X as character %d, which is not printable", code, i)
		case !(0 <= g.X0 && g.X0 <= g.X1 && g.X1 <= float32(width)):
			return nil, fmt.Sprintf("puts character %d into columns %v to %v of a strip of %d columns", i, g.X0, g.X1, width)
		case !(before.X0 <= g.X0 && before.X1 <= g.X1):
			return nil, fmt.Sprintf("puts character %d into columns %v to %v, before the character that precedes it", i, g.X0, g.X1)
		case !(0 <= g.Confidence && g.Confidence <= 1):
			return nil, fmt.Sprintf("gives character %d the confidence %v, want a number in [0, 1]", i, g.Confidence)
		}
		reading[i], before = g, g
	}
	return reading, ""
}
