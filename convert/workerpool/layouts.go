package workerpool

import (
	"context"
	"encoding/binary"
	"errors"

	"lineitem/convert"
	"lineitem/convert/order/taught"
)

// Sending the fingerprints of all layouts that an input may have would take far more than its document.
// So the worker sends the document's fingerprint, and receives the one layout that the pool finds.
//
// A fingerprint is the list of its marks, without their kinds: the hash of the word (4 bytes,
// big endian), and its positions across and down (2 bytes each). A layout is one of the following bytes; after layoutFound
// comes the layout in its stored form.
const (
	layoutNone  byte = iota // there is none
	layoutFound             // it follows
	layoutLost              // it could not be looked up
)

const (
	markBytes = 8
	maxAsked  = 64 << 10 // most bytes of a document's fingerprint, or of a failure
)

// errNoLayouts reports that the pool could not look up a layout. The pool knows why.
var errNoLayouts = errors.New("the layouts are not available")

func appendPrint(b []byte, print taught.Fingerprint) []byte {
	print = print[:min(len(print), (maxAsked-binary.MaxVarintLen64)/markBytes)]
	b = appendCount(b, len(print))
	for _, m := range print {
		b = binary.BigEndian.AppendUint32(b, m.Word)
		b = binary.BigEndian.AppendUint16(b, m.X)
		b = binary.BigEndian.AppendUint16(b, m.Y)
	}
	return b
}

func parsePrint(payload []byte) (taught.Fingerprint, error) {
	n, size := binary.Uvarint(payload)
	if size <= 0 || n > maxAsked || uint64(len(payload)-size) != n*markBytes {
		return nil, errMessage
	}
	print := make(taught.Fingerprint, n)
	for i := range print {
		b := payload[size+i*markBytes:]
		print[i] = taught.Mark{
			Word: binary.BigEndian.Uint32(b), X: binary.BigEndian.Uint16(b[4:]), Y: binary.BigEndian.Uint16(b[6:]), Kind: taught.Any,
		}
	}
	return print, nil
}

// sendLayout sends the layout of documents with a fingerprint, or the answer that there is none
// or that it cannot be looked up. why is the reason for the latter.
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

// StoredLayouts are layouts kept in their stored form, which is the form that workers get.
// They need not be parsed and encoded again.
type StoredLayouts interface {
	convert.Layouts
	// FindStored is like Find but returns the stored form, or nil if there is none.
	FindStored(ctx context.Context, p taught.Fingerprint) ([]byte, error)
}

// FindStored returns the stored form of the layout of documents with a fingerprint, nil if
// there is none.
func FindStored(ctx context.Context, layouts convert.Layouts, p taught.Fingerprint) ([]byte, error) {
	if stored, ok := layouts.(StoredLayouts); ok {
		return stored.FindStored(ctx, p)
	}
	l, err := layouts.Find(ctx, p)
	if l == nil || err != nil {
		return nil, err
	}
	return l.Encode()
}

// poolLayouts are the layouts of a request, which the worker asks the pool for.
type poolLayouts struct {
	worker *worker
	asked  int
}

// Find implements convert.Layouts.
func (l *poolLayouts) Find(_ context.Context, print taught.Fingerprint) (*taught.Layout, error) {
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
		return nil, nil // it was stored by a later version of the program, which runs beside this one
	}
	return nil, errNoLayouts
}
