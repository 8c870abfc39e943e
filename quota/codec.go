package quota

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// Records are stored as a version byte and their fields in a fixed order:
// integers as varints, strings preceded by their length, lists preceded by their
// count, hashes as they are, times as Unix seconds with 0 for the zero time.
// The times of the sliding window are stored as differences, so that each takes 3 to
// 5 bytes. The same record always has the same bytes; stores rely on that to
// check whether anything changed.
const recordVersion = 3

// Bits of the byte that says which optional fields of an account follow, in the
// order of the fields.
const (
	hasMapper = 1 << iota
	hasSignIn
	hasLayouts
	hasLayoutLimit
)

// fixedLimits is the number of limits, the first of Limits.all, that a record always holds.
const fixedLimits = 6

// AppendBinary appends the account's stored form to b.
func (a *Account) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, recordVersion)
	b = appendString(b, a.ID)
	b = appendString(b, a.Name)
	b = appendTime(b, a.Created)
	b = appendTime(b, a.Removed)
	b = appendString(b, string(a.Plan))
	b = appendTime(b, a.PlanStart)
	for _, limit := range a.Limits.all()[:fixedLimits] {
		b = binary.AppendVarint(b, int64(*limit.of))
	}
	b = binary.AppendVarint(b, a.Credits)
	b = binary.AppendUvarint(b, uint64(len(a.Keys)))
	for i := range a.Keys {
		k := &a.Keys[i]
		b = append(b, k.Hash[:]...)
		b = appendString(b, k.Name)
		b = appendTime(b, k.Created)
		b = appendTime(b, k.LastUsed)
		b = appendTime(b, k.Expires)
	}
	b = binary.AppendUvarint(b, uint64(len(a.Recent)))
	var previous int64
	for _, t := range a.Recent {
		b = binary.AppendVarint(b, t-previous)
		previous = t
	}
	b = binary.AppendVarint(b, a.Uncharged)
	for _, counters := range []*Counters{&a.Requests, &a.Daily, &a.Monthly} {
		for _, c := range counters {
			b = binary.AppendVarint(b, c.Period)
			b = binary.AppendUvarint(b, c.Since)
			b = binary.AppendVarint(b, c.Used)
		}
	}
	b = binary.AppendUvarint(b, uint64(len(a.Open)))
	for i := range a.Open {
		r := &a.Open[i]
		b = binary.AppendUvarint(b, r.ID)
		b = appendString(b, string(r.Source))
		b = binary.AppendVarint(b, r.Period)
		b = append(b, r.Request[:]...)
		b = binary.AppendUvarint(b, uint64(len(r.Holders)))
		for _, h := range r.Holders {
			b = appendString(b, h.Node)
			b = binary.AppendUvarint(b, h.Grant)
		}
	}
	b = binary.AppendUvarint(b, a.Seq)
	b = binary.AppendUvarint(b, a.Grants)
	return a.appendOptional(b), nil
}

// appendOptional appends the fields that only some accounts have.
func (a *Account) appendOptional(b []byte) []byte {
	optional := byte(0)
	note := func(bit byte, has bool) {
		if has {
			optional |= bit
		}
	}
	note(hasMapper, a.Mapper != nil)
	note(hasSignIn, a.SignIn != nil)
	note(hasLayouts, a.Layouts != nil)
	note(hasLayoutLimit, a.Limits.Layouts != 0)
	b = append(b, optional)
	if m := a.Mapper; m != nil {
		b = append(b, m.Hash[:]...)
		b = binary.AppendUvarint(b, uint64(m.Size))
		b = appendTime(b, m.Set)
	}
	if a.SignIn != nil {
		b = a.SignIn.append(b)
	}
	if l := a.Layouts; l != nil {
		b = binary.AppendUvarint(b, uint64(l.Count))
		b = binary.AppendUvarint(b, l.Stamp)
	}
	if n := a.Limits.Layouts; n != 0 {
		b = binary.AppendVarint(b, int64(n))
	}
	return b
}

// append appends the stored form of a sign-in to b.
func (s *SignIn) append(b []byte) []byte {
	b = appendString(b, s.Password)
	if s.Invite != nil {
		b = append(b, 1)
		b = append(b, s.Invite.Hash[:]...)
		b = appendTime(b, s.Invite.Expires)
	} else {
		b = append(b, 0)
	}
	b = binary.AppendUvarint(b, uint64(len(s.Sessions)))
	for i := range s.Sessions {
		b = append(b, s.Sessions[i].Hash[:]...)
		b = appendTime(b, s.Sessions[i].Expires)
	}
	return b
}

// UnmarshalBinary reads what AppendBinary wrote.
func (a *Account) UnmarshalBinary(data []byte) error {
	d := newDecoder(data)
	*a = Account{
		ID:      d.string(),
		Name:    d.string(),
		Created: d.time(),
		Removed: d.time(),
	}
	a.Plan = Plan(d.string())
	a.PlanStart = d.time()
	for _, limit := range a.Limits.all()[:fixedLimits] {
		*limit.of = int(d.varint())
	}
	a.Credits = d.varint()
	for range d.count(len(KeyHash{}) + 4) {
		var k Key
		d.bytes(k.Hash[:])
		k.Name = d.string()
		k.Created = d.time()
		k.LastUsed = d.time()
		k.Expires = d.time()
		a.Keys = append(a.Keys, k)
	}
	var previous int64
	for range d.count(1) {
		previous += d.varint()
		a.Recent = append(a.Recent, previous)
	}
	a.Uncharged = d.varint()
	for _, counters := range []*Counters{&a.Requests, &a.Daily, &a.Monthly} {
		for i := range counters {
			counters[i] = Counter{Period: d.varint(), Since: d.uvarint(), Used: d.varint()}
		}
	}
	for range d.count(len(RequestID{}) + 4) {
		r := Reservation{ID: d.uvarint(), Source: Source(d.string()), Period: d.varint()}
		d.bytes(r.Request[:])
		for range d.count(2) {
			r.Holders = append(r.Holders, Holder{Node: d.string(), Grant: d.uvarint()})
		}
		a.Open = append(a.Open, r)
	}
	a.Seq = d.uvarint()
	a.Grants = d.uvarint()
	d.optional(a)
	return d.end("account")
}

// optional reads what Account.appendOptional wrote.
func (d *decoder) optional(a *Account) {
	optional := d.byte()
	if optional&^(hasMapper|hasSignIn|hasLayouts|hasLayoutLimit) != 0 {
		d.fail(errOptional)
	}
	if optional&hasMapper != 0 {
		a.Mapper = new(MapperRef)
		d.bytes(a.Mapper.Hash[:])
		a.Mapper.Size = int64(d.uvarint())
		a.Mapper.Set = d.time()
	}
	if optional&hasSignIn != 0 {
		a.SignIn = d.signIn()
	}
	if optional&hasLayouts != 0 {
		a.Layouts = &LayoutsRef{Count: int(d.uvarint()), Stamp: d.uvarint()}
		if a.Layouts.Count == 0 {
			d.fail(errOptional)
		}
	}
	if optional&hasLayoutLimit != 0 {
		if a.Limits.Layouts = int(d.varint()); a.Limits.Layouts == 0 {
			d.fail(errOptional)
		}
	}
}

// AppendBinary appends the request's stored form to b.
func (r *Request) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, recordVersion)
	b = appendTime(b, r.Expires)
	b = binary.AppendUvarint(b, r.Reservation)
	if r.Bound {
		b = append(b, r.Digest[:]...)
	}
	return b, nil
}

// UnmarshalBinary reads what AppendBinary wrote.
func (r *Request) UnmarshalBinary(data []byte) error {
	d := newDecoder(data)
	*r = Request{Expires: d.time(), Reservation: d.uvarint()}
	if len(d.rest) > 0 {
		r.Bound = true
		d.bytes(r.Digest[:])
	}
	return d.end("request")
}

// AppendBinary appends the entry's stored form to b.
func (e *Entry) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, recordVersion)
	b = binary.AppendUvarint(b, e.Seq)
	b = appendTime(b, e.Time)
	b = appendString(b, string(e.Kind))
	b = appendString(b, string(e.Source))
	b = binary.AppendVarint(b, e.Period)
	b = binary.AppendVarint(b, e.Amount)
	b = binary.AppendUvarint(b, e.Charge)
	b = binary.AppendVarint(b, e.Balance)
	b = appendString(b, e.Note)
	return b, nil
}

// UnmarshalBinary reads what AppendBinary wrote.
func (e *Entry) UnmarshalBinary(data []byte) error {
	d := newDecoder(data)
	*e = Entry{
		Seq: d.uvarint(), Time: d.time(), Kind: EntryKind(d.string()), Source: Source(d.string()),
		Period: d.varint(), Amount: d.varint(), Charge: d.uvarint(), Balance: d.varint(), Note: d.string(),
	}
	return d.end("ledger entry")
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendTime(b []byte, t time.Time) []byte {
	if t.IsZero() {
		return append(b, 0)
	}
	return binary.AppendVarint(b, t.Unix())
}

// decoder reads one record. After the first error it returns zeros.
type decoder struct {
	rest []byte
	err  error
}

var (
	errCutShort = errors.New("cut short")
	errOptional = errors.New("unknown optional fields")
)

// newDecoder returns a decoder of a record and reads the record's version.
func newDecoder(data []byte) *decoder {
	d := &decoder{rest: data}
	if version := d.byte(); d.err == nil && version != recordVersion {
		d.fail(fmt.Errorf("unknown version %d", version))
	}
	return d
}

func (d *decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
	d.rest = nil
}

// end returns the error of decoding a record, if any. Bytes left over are an error.
func (d *decoder) end(record string) error {
	if d.err == nil && len(d.rest) > 0 {
		d.err = fmt.Errorf("%d bytes too long", len(d.rest))
	}
	if d.err != nil {
		return fmt.Errorf("quota: stored %s: %w", record, d.err)
	}
	return nil
}

func (d *decoder) byte() byte {
	var b [1]byte
	d.bytes(b[:])
	return b[0]
}

func (d *decoder) uvarint() uint64 {
	v, n := binary.Uvarint(d.rest)
	if n <= 0 {
		d.fail(errCutShort)
		return 0
	}
	d.rest = d.rest[n:]
	return v
}

func (d *decoder) varint() int64 {
	v, n := binary.Varint(d.rest)
	if n <= 0 {
		d.fail(errCutShort)
		return 0
	}
	d.rest = d.rest[n:]
	return v
}

// count reads the length of a list whose elements take at least size bytes
// each. A length for which the record is too short is an error, so that no more is
// allocated than the record can hold.
func (d *decoder) count(size int) int {
	n := d.uvarint()
	if n > uint64(len(d.rest)/size) {
		d.fail(errCutShort)
		return 0
	}
	return int(n)
}

// signIn reads what SignIn.append wrote.
func (d *decoder) signIn() *SignIn {
	s := &SignIn{Password: d.string()}
	switch d.byte() {
	case 0:
	case 1:
		s.Invite = new(Invite)
		d.bytes(s.Invite.Hash[:])
		s.Invite.Expires = d.time()
	default:
		d.fail(errOptional)
	}
	for range d.count(len(TokenHash{}) + 1) {
		var session Session
		d.bytes(session.Hash[:])
		session.Expires = d.time()
		s.Sessions = append(s.Sessions, session)
	}
	return s
}

func (d *decoder) string() string {
	s := make([]byte, d.count(1))
	d.bytes(s)
	return string(s)
}

func (d *decoder) bytes(to []byte) {
	if len(d.rest) < len(to) {
		d.fail(errCutShort)
		return
	}
	copy(to, d.rest)
	d.rest = d.rest[len(to):]
}

func (d *decoder) time() time.Time {
	seconds := d.varint()
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}
