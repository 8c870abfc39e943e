package workerpool

import (
	"context"
	"encoding/binary"
	"errors"

	"lineitem/convert"
	"lineitem/convert/order/taught"
)

// The prints of all layouts that an input may have would be far more than its document.
// So the worker sends the document's print, and gets the one layout that is found.
//
// A print is the list of its marks, which are of no known kind: the word's hash (4 bytes,
// big endian), and its places across and down (2 bytes each). A layout is one byte, and the layout as it is stored
// where that is layoutFound.
const (
	layoutNone  byte = iota // there is none
	layoutFound             // it follows
	layoutLost              // it could not be looked up
)

const (
	markBytes = 8
	maxAsked  = 64 << 10 // bytes of a document's fingerprint, or of a failure
)

// errNoLayouts reports that the pool could not look a layout up. The pool knows why.
var errNoLayouts = errors.New("the layouts are not available")

func appendPrint(b []byte, print taught.Print) []byte {
	print = print[:min(len(print), (maxAsked-binary.MaxVarintLen64)/markBytes)]
	b = appendCount(b, len(print))
	for _, m := range print {
		b = binary.BigEndian.AppendUint32(b, m.Word)
		b = binary.BigEndian.AppendUint16(b, m.X)
		b = binary.BigEndian.AppendUint16(b, m.Y)
	}
	return b
}

func parsePrint(payload []byte) (taught.Print, error) {
	n, size := binary.Uvarint(payload)
	if size <= 0 || n > maxAsked || uint64(len(payload)-size) != n*markBytes {
		return nil, errMessage
	}
	print := make(taught.Print, n)
	for i := range print {
		b := payload[size+i*markBytes:]
		print[i] = taught.Mark{
			Word: binary.BigEndian.Uint32(b), X: binary.BigEndian.Uint16(b[4:]), Y: binary.BigEndian.Uint16(b[6:]), Kind: taught.Any,
		}
	}
	return print, nil
}

// sendLayout sends the layout of documents with a fingerprint, or says that there is none,
// or that it cannot be looked up, and returns why.
func (w *process) sendLayout(ctx context.Context, layouts convert.Layouts, payload []byte) (why, err error) {
	print, err := parsePrint(payload)
	if err != nil {
		return nil, err
	}
	text, why := FindStored(ctx, layouts, print)
	head := []byte{layoutNone}
	switch {
	case why != nil:
		head[0], text = layoutLost, nil
	case text != nil:
		head[0] = layoutFound
	}
	return why, writeFrame(w.in, kindLayout, head, text)
}

// StoredLayouts are layouts that are kept in their stored form, as workers get them:
// then nothing has to be read before, and written again.
type StoredLayouts interface {
	convert.Layouts
	// FindStored is Find that gives the stored form, or nil if there is none.
	FindStored(ctx context.Context, p taught.Print) ([]byte, error)
}

// FindStored returns the stored form of the layout of documents with a fingerprint, nil where
// there is none.
func FindStored(ctx context.Context, layouts convert.Layouts, p taught.Print) ([]byte, error) {
	if stored, ok := layouts.(StoredLayouts); ok {
		return stored.FindStored(ctx, p)
	}
	l, err := layouts.Find(ctx, p)
	if l == nil || err != nil {
		return nil, err
	}
	return l.Encode()
}

// poolLayouts are the layouts of a request, which are the pool's.
type poolLayouts struct {
	worker *worker
	asked  int
}

// Find implements convert.Layouts.
func (l *poolLayouts) Find(_ context.Context, print taught.Print) (*taught.Layout, error) {
	if l.asked++; l.asked > mostAsked/2 {
		return nil, errNoLayouts
	}
	if err := writeFrame(l.worker.out, kindPrint, appendPrint(nil, print), nil); err != nil {
		return nil, err
	}
	f, ok := <-l.worker.frames
	if !ok || f.kind != kindLayout || len(f.payload) == 0 {
		return nil, errNoLayouts
	}
	switch f.payload[0] {
	case layoutNone:
		return nil, nil
	case layoutFound:
		if found, err := taught.Parse(f.payload[1:]); err == nil {
			return found, nil
		}
		return nil, nil // it is of a later version of the program, which runs beside this one
	}
	return nil, errNoLayouts
}
