package quota

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
)

// A backup is backupMagic followed by parts. A part is a byte for its kind, its
// length as a varint, and its contents. The parts are a store's contents, in the
// order in which a writer takes them and in the form in which stores keep them. The
// last part is the SHA-256 of everything before it.
const backupMagic = "lineitem backup 1\n"

const (
	partModule  = 'M'
	partAccount = 'A'
	partEntry   = 'L'
	partRequest = 'R' // the request's ID, then the request
	partLayout  = 'Y'
	partEnd     = 'E'
)

// maxPart is the largest size of a part that is read, in bytes: well above the
// largest possible module and record.
const maxPart = 256 << 20

// ErrBadBackup reports that the data to be restored is not a backup, or not as it was
// written.
var ErrBadBackup = errors.New("the backup is damaged or truncated")

// Backup writes all that a store holds at one moment, in a form that Restore can
// read into any store, and that shows if it is damaged or truncated.
func Backup(ctx context.Context, w io.Writer, from Reader) (Copied, error) {
	b := &backupWriter{w: bufio.NewWriterSize(w, 64<<10), sum: sha256.New()}
	if err := b.write([]byte(backupMagic)); err != nil {
		return Copied{}, err
	}
	return walk(ctx, from, b)
}

// Restore reads a backup into a store, which must be empty. If it fails, the store
// may hold a part of the backup and must be emptied. Reservations that were open when
// the backup was made are open again; Gate.RecoverNodes gives them back. The error is
// ErrNotEmpty, ErrBadBackup, or the store's.
func Restore(ctx context.Context, to Store, r io.Reader) (Copied, error) {
	if err := checkEmpty(ctx, to); err != nil {
		return Copied{}, err
	}
	return readBackup(ctx, r, &storeWriter{store: to})
}

// CheckBackup checks a backup by reading it to its end. The error is ErrBadBackup, or r's.
func CheckBackup(ctx context.Context, r io.Reader) (Copied, error) {
	return readBackup(ctx, r, noWriter{})
}

// backupWriter writes a backup.
type backupWriter struct {
	w   *bufio.Writer
	sum hash.Hash
	buf []byte // of the next part
}

func (b *backupWriter) write(data []byte) error {
	b.sum.Write(data)
	_, err := b.w.Write(data)
	return err
}

// part writes b.buf as a part, unless err says that encoding it failed.
func (b *backupWriter) part(kind byte, err error) error {
	if err == nil {
		err = b.write(binary.AppendUvarint([]byte{kind}, uint64(len(b.buf))))
	}
	if err == nil {
		err = b.write(b.buf)
	}
	return err
}

func (b *backupWriter) module(_ context.Context, module []byte) error {
	b.buf = append(b.buf[:0], module...)
	return b.part(partModule, nil)
}

func (b *backupWriter) account(_ context.Context, a *Account) (err error) {
	b.buf, err = a.AppendBinary(b.buf[:0])
	return b.part(partAccount, err)
}

func (b *backupWriter) entry(_ context.Context, e Entry) (err error) {
	b.buf, err = e.AppendBinary(b.buf[:0])
	return b.part(partEntry, err)
}

func (b *backupWriter) request(_ context.Context, r KeptRequest) (err error) {
	b.buf, err = r.AppendBinary(append(b.buf[:0], r.ID[:]...))
	return b.part(partRequest, err)
}

func (b *backupWriter) layout(_ context.Context, l *Layout) (err error) {
	b.buf, err = l.AppendBinary(b.buf[:0])
	return b.part(partLayout, err)
}

func (b *backupWriter) end(context.Context) error {
	b.buf = b.sum.Sum(b.buf[:0])
	if err := b.part(partEnd, nil); err != nil {
		return err
	}
	return b.w.Flush()
}

// readBackup reads a backup and passes its contents to a writer.
func readBackup(ctx context.Context, r io.Reader, to writer) (c Copied, err error) {
	sum := sha256.New()
	in := &backupReader{r: bufio.NewReaderSize(r, 64<<10), sum: sum}
	magic := make([]byte, len(backupMagic))
	if err := in.read(magic); err != nil || string(magic) != backupMagic {
		return c, errors.Join(fmt.Errorf("%w: it does not start with a backup's header", ErrBadBackup), notEnd(err))
	}
	for {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		before := sum.Sum(nil)
		kind, part, err := in.part()
		if err != nil {
			return c, err
		}
		if kind == partEnd {
			if !bytes.Equal(part, before) {
				return c, fmt.Errorf("%w: its checksum does not match", ErrBadBackup)
			}
			if _, err := in.r.ReadByte(); err != io.EOF {
				return c, errors.Join(fmt.Errorf("%w: there is data after its end", ErrBadBackup), err)
			}
			return c, to.end(ctx)
		}
		if err := c.take(ctx, kind, part, to); err != nil {
			return c, err
		}
	}
}

// take decodes one part, passes it to a writer and counts it.
func (c *Copied) take(ctx context.Context, kind byte, part []byte, to writer) error {
	bad := func(err error) error { return fmt.Errorf("%w: %w", ErrBadBackup, err) }
	if c.Accounts == 0 && (kind == partEntry || kind == partRequest || kind == partLayout) {
		return bad(errors.New("a record precedes its account"))
	}
	switch kind {
	case partModule:
		c.Modules++
		return to.module(ctx, part)
	case partAccount:
		c.Accounts++
		a := new(Account)
		if err := a.UnmarshalBinary(part); err != nil {
			return bad(err)
		}
		if id, err := parseID(a.ID); err != nil || id != a.ID {
			return bad(fmt.Errorf("%q is not an account ID", a.ID))
		}
		return to.account(ctx, a)
	case partEntry:
		c.Entries++
		var e Entry
		if err := e.UnmarshalBinary(part); err != nil {
			return bad(err)
		}
		return to.entry(ctx, e)
	case partRequest:
		c.Requests++
		var r KeptRequest
		if len(part) < len(r.ID) {
			return bad(errors.New("a request is truncated"))
		}
		copy(r.ID[:], part)
		if err := r.UnmarshalBinary(part[len(r.ID):]); err != nil {
			return bad(err)
		}
		return to.request(ctx, r)
	case partLayout:
		c.Layouts++
		l := new(Layout)
		if err := errors.Join(l.UnmarshalBinary(part), l.check()); err != nil {
			return bad(err)
		}
		return to.layout(ctx, l)
	}
	return bad(fmt.Errorf("it has a part of unknown kind %q; an older or newer version of the program made it", kind))
}

// backupReader reads the parts of a backup.
type backupReader struct {
	r   *bufio.Reader
	sum hash.Hash // of all that was read
}

func (in *backupReader) read(data []byte) error {
	_, err := io.ReadFull(in.r, data)
	in.sum.Write(data)
	return err
}

// ReadByte implements io.ByteReader, with which lengths are read.
func (in *backupReader) ReadByte() (byte, error) {
	var b [1]byte
	err := in.read(b[:])
	return b[0], err
}

func (in *backupReader) part() (kind byte, part []byte, err error) {
	kind, err = in.ReadByte()
	var n uint64
	if err == nil {
		n, err = binary.ReadUvarint(in)
	}
	if err == nil && n > maxPart {
		return 0, nil, fmt.Errorf("%w: a part claims to have %d bytes", ErrBadBackup, n)
	}
	var b bytes.Buffer
	if err == nil {
		// The buffer grows with the data read, not with the announced length.
		_, err = io.CopyN(io.MultiWriter(&b, in.sum), in.r, int64(n))
	}
	if err != nil {
		return 0, nil, errors.Join(fmt.Errorf("%w: it ends too early", ErrBadBackup), notEnd(err))
	}
	return kind, b.Bytes(), nil
}

// notEnd returns err, or nil if it is io.EOF or io.ErrUnexpectedEOF.
func notEnd(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil
	}
	return err
}

// noWriter discards everything.
type noWriter struct{}

func (noWriter) module(context.Context, []byte) error       { return nil }
func (noWriter) account(context.Context, *Account) error    { return nil }
func (noWriter) entry(context.Context, Entry) error         { return nil }
func (noWriter) request(context.Context, KeptRequest) error { return nil }
func (noWriter) layout(context.Context, *Layout) error      { return nil }
func (noWriter) end(context.Context) error                  { return nil }
