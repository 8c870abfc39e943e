package pgstore

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"
)

// Formats in which values are sent: as text, or in the binary form of their type.
const (
	textFormat   = 0
	binaryFormat = 1
)

// Types, as PostgreSQL numbers them in pg_type. The server infers the type of an unknown.
const (
	unknownType    = 0
	boolType       = 16
	byteaType      = 17
	int8Type       = 20
	boolArrayType  = 1000
	byteaArrayType = 1001
	int8ArrayType  = 1016
)

// parameter is a value of a statement as it is sent; a value of nil is NULL.
type parameter struct {
	value  []byte
	oid    uint32
	format int16
}

// encode encodes a value of a statement. A nil slice is NULL.
func encode(v any) (parameter, error) {
	text := func(s string) (parameter, error) { return parameter{[]byte(s), unknownType, textFormat}, nil }
	switch v := v.(type) {
	case bool:
		return text(strconv.FormatBool(v))
	case int:
		return text(strconv.Itoa(v))
	case int64:
		return text(strconv.FormatInt(v, 10))
	case float64:
		return text(strconv.FormatFloat(v, 'g', -1, 64))
	case time.Time:
		return text(v.UTC().Format("2006-01-02 15:04:05.000000Z07:00"))
	case []byte:
		return parameter{v, byteaType, binaryFormat}, nil
	case []bool:
		return parameter{encodeArray(boolType, v, func(b []byte, e bool) []byte {
			if e {
				return append(b, 1)
			}
			return append(b, 0)
		}), boolArrayType, binaryFormat}, nil
	case []int64:
		return parameter{encodeArray(int8Type, v, func(b []byte, e int64) []byte {
			return binary.BigEndian.AppendUint64(b, uint64(e))
		}), int8ArrayType, binaryFormat}, nil
	case [][]byte:
		return parameter{encodeArray(byteaType, v, func(b []byte, e []byte) []byte {
			if e == nil {
				return nil
			}
			return append(b, e...)
		}), byteaArrayType, binaryFormat}, nil
	}
	return parameter{}, fmt.Errorf("a value of type %T cannot be sent to the database", v)
}

// The binary form of an array (array_send in PostgreSQL's arrayfuncs.c) consists of
// big-endian 32-bit integers (the number of dimensions, whether there may be a NULL, the
// type of the elements, and for each dimension its length and lowest index) and the
// elements, each after its length in bytes, which is -1 for NULL.
const (
	arrayHeader = 3 * 4
	dimension   = 2 * 4
	nullLength  = math.MaxUint32
)

// encodeArray encodes an array of one dimension. one appends an element to b, or returns nil for NULL.
func encodeArray[T any](oid uint32, all []T, one func(b []byte, e T) []byte) []byte {
	if all == nil {
		return nil
	}
	put := binary.BigEndian.AppendUint32
	if len(all) == 0 {
		return put(put(put(nil, 0), 0), oid)
	}
	b := put(put(put(put(put(nil, 1), 1), oid), uint32(len(all))), 1)
	for _, e := range all {
		at := len(b)
		b = put(b, nullLength)
		if with := one(b, e); with != nil {
			b = with
			binary.BigEndian.PutUint32(b[at:], uint32(len(b)-at-4))
		}
	}
	return b
}

// errValue reports that the database sent a value that is not of the expected type.
var errValue = errors.New("the database returned a value of another form than expected")

// epoch is the moment from which PostgreSQL counts times, in microseconds.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// decode reads a value in binary form. A nil value is NULL: it is read as a nil slice,
// and is an error for other types.
func decode(value []byte, into any) error {
	switch to := into.(type) {
	case *[]byte:
		*to = value
		return nil
	case *[][]byte:
		return decodeArray(value, to)
	case *bool:
		if len(value) != 1 {
			return errValue
		}
		*to = value[0] != 0
		return nil
	}
	if len(value) != 8 {
		return errValue
	}
	n := int64(binary.BigEndian.Uint64(value))
	switch to := into.(type) {
	case *int64:
		*to = n
	case *time.Time:
		*to = time.UnixMicro(epoch.UnixMicro() + n)
	default:
		return fmt.Errorf("a value of type %T cannot be read from the database", into)
	}
	return nil
}

// decodeArray reads an array of byte strings with at most one dimension.
func decodeArray(value []byte, into *[][]byte) error {
	*into = nil
	if value == nil {
		return nil
	}
	next := func() (n uint32) {
		n = binary.BigEndian.Uint32(value)
		value = value[4:]
		return n
	}
	if len(value) < arrayHeader {
		return errValue
	}
	dimensions := next()
	value = value[arrayHeader-4:]
	if dimensions == 0 && len(value) == 0 {
		*into = [][]byte{}
		return nil
	}
	if dimensions != 1 || len(value) < dimension {
		return errValue
	}
	count := next()
	value = value[dimension-4:]
	if uint64(count)*4 > uint64(len(value)) {
		return errValue
	}
	all := make([][]byte, count)
	for i := range all {
		if len(value) < 4 {
			return errValue
		}
		length := next()
		if length == nullLength {
			continue
		}
		if uint64(length) > uint64(len(value)) {
			return errValue
		}
		all[i], value = value[:length:length], value[length:]
	}
	if len(value) > 0 {
		return errValue
	}
	*into = all
	return nil
}
