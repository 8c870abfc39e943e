package cos

// Codes and sizes of LZWDecode (PDF 32000-1, 7.4.4.2).
const (
	lzwClear   = 256
	lzwEnd     = 257
	lzwFirst   = 258 // the first code that stands for a sequence
	lzwCodes   = 4096
	lzwMinBits = 9
	lzwMaxBits = 12
)

// unLZW undoes LZWDecode. early is EarlyChange, the default: the code length
// increases one code early.
func unLZW(out, data []byte, limit int, early bool) ([]byte, error) {
	// A sequence is represented by its place in the output, where it was written
	// when its code was defined.
	var start, length [lzwCodes]int32
	change := 0
	if early {
		change = 1
	}
	next, bits := lzwFirst, lzwMinBits
	previous := -1 // offset in out of the previous sequence
	held, n := uint32(0), 0
	for _, c := range data {
		held, n = held<<8|uint32(c), n+8
		if n < bits {
			continue
		}
		n -= bits
		code := int(held >> n & (1<<bits - 1))
		switch {
		case code == lzwEnd:
			return out, nil
		case code == lzwClear:
			next, bits, previous = lzwFirst, lzwMinBits, -1
			continue
		}
		at := len(out)
		// The code being defined stands for the previous sequence and the first byte
		// of this one, which follows it in the output.
		if previous >= 0 && next < lzwCodes {
			start[next], length[next] = int32(previous), int32(at-previous+1)
			next++
		}
		switch {
		case code < lzwClear:
			out = append(out, byte(code))
		case code >= next:
			return out, errCorrupt
		default:
			from, to := int(start[code]), int(start[code]+length[code])
			if to <= at {
				out = append(out, out[from:to]...)
			} else { // the code just defined: its last byte equals its first
				out = append(out, out[from:at]...)
				out = append(out, out[at])
			}
		}
		previous = at
		if len(out) > limit {
			return out[:limit], errTooLong
		}
		for bits < lzwMaxBits && next+change >= 1<<bits {
			bits++
		}
	}
	return out, nil
}
