package quota

import (
	"bytes"
	"encoding"
	"reflect"
	"testing"
	"time"
)

type record interface {
	encoding.BinaryAppender
	encoding.BinaryUnmarshaler
}

func sampleRecords() []record {
	at := time.Date(2027, 2, 28, 12, 0, 0, 0, time.UTC)
	busy := &Account{
		ID: "acme", Name: "Acme", Created: at, Plan: Pro, PlanStart: at,
		Limits:  Limits{PerMinute: 30, FreePerDay: None},
		Credits: 12, Keys: []Key{{Hash: HashKey("k"), Name: "first", Created: at}},
		Requests: Counters{{Period: 20000, Used: 30}, {Period: 19999, Used: 2}},
		Monthly:  Counters{{Period: 19990, Since: 3, Used: 30}},
		Open: []Reservation{
			{ID: 33, Source: Monthly, Period: 19990, Request: RequestID{1}, Holders: []Holder{{Node: "n", Grant: 30}, {Grant: 31}}},
		},
		Seq: 33, Grants: 31,
	}
	for i := range 30 {
		busy.Recent = append(busy.Recent, at.Add(time.Duration(i)*1999*time.Millisecond).UnixNano())
	}
	busy.Uncharged = at.Add(time.Hour).UnixNano()
	mapping := &Account{ID: "acme", Mapper: &MapperRef{Hash: ModuleHash{1, 31: 2}, Size: 16 << 20, Set: at}}
	joined := &Account{ID: "acme", SignIn: &SignIn{
		Password: "$argon2id$", Invite: &Invite{Hash: TokenHash{3}, Expires: at},
		Sessions: []Session{{Hash: TokenHash{4}, Expires: at}, {Hash: TokenHash{5}, Expires: at.Add(time.Hour)}},
	}}
	joinedMapping := &Account{ID: "acme", Mapper: mapping.Mapper, SignIn: &SignIn{Password: "$argon2id$"}}
	return []record{
		&Account{}, busy, mapping, joined, joinedMapping, &Account{SignIn: new(SignIn)},
		&Account{Layouts: &LayoutsRef{Count: 1, Stamp: 1 << 63}}, &Account{Limits: Limits{PerDay: 1, Layouts: 700}},
		&Layout{Data: []byte{}}, &Layout{ID: "ly_1", Name: "Acme", Examples: 3, Created: at, Changed: at, Data: []byte("data")},
		&Request{}, &Request{Expires: at, Reservation: 33}, &Request{Bound: true, Digest: [32]byte{1}},
		&Entry{}, &Entry{Seq: 33, Time: at, Kind: EntryRefund, Source: Monthly, Period: 19990, Amount: 1, Charge: 32, Balance: 12, Note: "note"},
	}
}

func TestRecordsAreKept(t *testing.T) {
	for _, want := range sampleRecords() {
		data, err := want.AppendBinary(nil)
		if err != nil {
			t.Fatalf("%+v.AppendBinary() = %v", want, err)
		}
		got := reflect.New(reflect.TypeOf(want).Elem()).Interface().(record)
		if err := got.UnmarshalBinary(data); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("UnmarshalBinary(%x) = %+v, %v, want %+v", data, got, err, want)
		}
		for cut := range data {
			// A request cut before its digest is still a valid request, and a layout's data may have any length.
			_, isRequest := got.(*Request)
			_, isLayout := got.(*Layout)
			if err := got.UnmarshalBinary(data[:cut]); err == nil && !isRequest && !isLayout {
				t.Errorf("UnmarshalBinary(%x), cut short, = %+v, want an error", data[:cut], got)
			}
		}
		_, isLayout := got.(*Layout)
		if err := got.UnmarshalBinary(append(bytes.Clone(data), 0)); err == nil && !isLayout {
			t.Errorf("UnmarshalBinary(%x), a byte too long, = %+v, want an error", data, got)
		}
		data[0]++
		if err := got.UnmarshalBinary(data); err == nil {
			t.Errorf("UnmarshalBinary(%x) of another version = %+v, want an error", data, got)
		}
	}
}

// Each optional part of a record begins with a byte that says which part it is. With any
// other byte the record is refused instead of being misread.
func TestOptionalFieldsAreKnown(t *testing.T) {
	data, err := (&Account{SignIn: new(SignIn)}).AppendBinary(nil)
	if err != nil || len(data) < 4 {
		t.Fatalf("AppendBinary() = %x, %v", data, err)
	}
	at := len(data) - 4 // the three bytes after it say: no password, no invitation, no sessions
	for optional := range 256 {
		data[at] = byte(optional)
		if err := new(Account).UnmarshalBinary(data); (err == nil) != (optional == hasSignIn) {
			t.Errorf("UnmarshalBinary(%x) = %v", data, err)
		}
	}
	data[at], data[at+2] = hasSignIn, 2 // two invitations, where there may be one at most
	if err := new(Account).UnmarshalBinary(data); err == nil {
		t.Errorf("UnmarshalBinary(%x) = nil, want an error", data)
	}
}

// A busy account's record is rewritten with every request, so it must be small.
func TestRecordIsCompact(t *testing.T) {
	data, _ := sampleRecords()[1].AppendBinary(nil)
	if len(data) > 400 {
		t.Errorf("a record with 30 requests in the minute takes %d bytes, want at most 400", len(data))
	}
}

// FuzzRecord decodes stored records: whatever can be decoded is encoded and decoded
// again without loss, and nothing panics or allocates without bound.
func FuzzRecord(f *testing.F) {
	for _, r := range sampleRecords() {
		data, _ := r.AppendBinary(nil)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			t.Skip()
		}
		for _, r := range []record{new(Account), new(Request), new(Entry), new(Layout)} {
			if r.UnmarshalBinary(data) != nil {
				continue
			}
			again, err := r.AppendBinary(nil)
			if err != nil {
				t.Fatalf("%+v.AppendBinary() = %v", r, err)
			}
			copied := reflect.New(reflect.TypeOf(r).Elem()).Interface().(record)
			if err := copied.UnmarshalBinary(again); err != nil || !reflect.DeepEqual(copied, r) {
				t.Errorf("%+v written and read again is %+v, %v", r, copied, err)
			}
		}
	})
}
