package cos

import "lineitem/convert/doc"

// Errors of filters, which come together with what could be decoded.
var (
	errTruncated = &doc.FormatError{Reason: "a stream's data ends too early"}
	errCorrupt   = &doc.FormatError{Reason: "a stream's data is damaged"}
	errTooLong   = &doc.LimitError{Limit: "decoded bytes"}
)

// unASCIIHex undoes ASCIIHexDecode (PDF 32000-1, 7.4.2). Bytes that are not
// digits are skipped.
func unASCIIHex(out, data []byte, limit int) ([]byte, error) {
	out = reserve(out, min(len(data)/2+1, limit))
	high, half := uint8(0), false
	for _, c := range data {
		if c == '>' {
			break
		}
		digit := hexDigit[c]
		if digit > 15 {
			continue
		}
		if len(out) >= limit {
			return out, errTooLong
		}
		if half {
			out = append(out, high<<4|digit)
		} else {
			high = digit
		}
		half = !half
	}
	if half {
		out = append(out, high<<4)
	}
	return out, nil
}

// unASCII85 undoes ASCII85Decode (PDF 32000-1, 7.4.3). Bytes that are not
// digits are skipped, and so is "<~" before the data.
func unASCII85(out, data []byte, limit int) ([]byte, error) {
	out = reserve(out, min(len(data)/5*4+4, limit))
	if len(data) >= 2 && data[0] == '<' && data[1] == '~' {
		data = data[2:]
	}
	group, n := uint32(0), 0
	for _, c := range data {
		switch {
		case c == '~':
			return endASCII85(out, group, n), nil
		case c == 'z' && n == 0:
			out = append(out, 0, 0, 0, 0)
		case c >= '!' && c <= 'u':
			group = group*85 + uint32(c-'!') // overflow happens only in damaged data, where any value will do
			if n++; n == 5 {
				out = append(out, byte(group>>24), byte(group>>16), byte(group>>8), byte(group))
				group, n = 0, 0
			}
		}
		if len(out) > limit {
			return out[:limit], errTooLong
		}
	}
	return endASCII85(out, group, n), nil
}

// endASCII85 decodes the last, incomplete group of n digits, which encodes n-1 bytes.
func endASCII85(out []byte, group uint32, n int) []byte {
	if n < 2 {
		return out
	}
	for range 5 - n {
		group = group*85 + 84
	}
	for i := range n - 1 {
		out = append(out, byte(group>>(24-8*i)))
	}
	return out
}

// unRunLength undoes RunLengthDecode (PDF 32000-1, 7.4.5).
func unRunLength(out, data []byte, limit int) ([]byte, error) {
	const end = 128
	for len(data) > 0 {
		length := int(data[0])
		data = data[1:]
		switch {
		case length == end:
			return out, nil
		case length < end:
			n := min(length+1, len(data))
			out = append(out, data[:n]...)
			if data = data[n:]; n <= length {
				return out, errTruncated
			}
		case len(data) == 0:
			return out, errTruncated
		default:
			for range 257 - length {
				out = append(out, data[0])
			}
			data = data[1:]
		}
		if len(out) > limit {
			return out[:limit], errTooLong
		}
	}
	return out, nil
}
