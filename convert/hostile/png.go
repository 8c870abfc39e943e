package hostile

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"strings"
)

// pngs are PNG files (W3C PNG, third edition) that declare, or hold, too much.
var pngs = []Document{
	{"short-png", refused, func() []byte { return []byte(pngSignature) }},
	{"png-beyond-all", refused, func() []byte { return pngFile(1<<31-1, 1<<31-1, 8, 2, 0, deflate("x")) }},
	{"png-of-a-strip", refused, func() []byte { return pngFile(1<<31-1, 1, 8, 2, 0, deflate("x")) }},
	{"png-of-no-pixels", refused, func() []byte { return pngFile(0, 0, 8, 2, 0, deflate("x")) }},
	{"png-just-too-large", refused, func() []byte { return pngFile(10_001, 10_000, 1, 0, 0, bomb("\x00", 13*million)) }},
	{"png-of-all-pixels-that-may-be", laborious, func() []byte { return pngFile(10_000, 10_000, 1, 0, 0, bomb("\x00", 14*million)) }},
	{"png-of-all-colours-that-may-be", laborious, func() []byte { return pngFile(10_000, 10_000, 16, 6, 0, bomb("\x00", 801*million)) }},
	{"png-of-all-colours-in-passes", laborious, func() []byte { return pngFile(10_000, 10_000, 16, 6, 1, bomb("\x00", 801*million)) }},
	{"png-of-all-greys-in-passes", laborious, func() []byte { return pngFile(10_000, 10_000, 1, 0, 1, bomb("\x00", 14*million)) }},
	{"png-with-less-than-it-says", refused, func() []byte { return pngFile(10_000, 10_000, 16, 6, 0, deflate("x")) }},
	{"png-with-less-than-it-says-in-passes", refused, func() []byte { return pngFile(10_000, 10_000, 16, 6, 1, deflate("x")) }},
	{"png-with-more-than-it-says", either, func() []byte { return pngFile(16, 16, 8, 2, 0, bomb("\x00", 19_000*million)) }},
	{"png-with-a-bomb-of-text", either, func() []byte {
		return pngFile(16, 16, 8, 2, 0, deflate(strings.Repeat("\x00", 16*49)), chunk("zTXt", "a\x00\x00"+bomb("\x00", 18_000*million)))
	}},
	{"png-with-a-bomb-of-colours", either, func() []byte {
		return pngFile(16, 16, 8, 2, 1, deflate(strings.Repeat("\x00", 16*49)), chunk("iCCP", "a\x00\x00"+bomb("\x00", 18_000*million)))
	}},
	{"png-with-a-chunk-of-all-bytes", either, func() []byte {
		return pngFile(16, 16, 8, 2, 0, deflate(strings.Repeat("\x00", 16*49)), "\xff\xff\xff\xfftEXt"+strings.Repeat("x", million))
	}},
	{"png-of-a-million-chunks", either, func() []byte {
		return pngFile(16, 16, 8, 2, 0, deflate(strings.Repeat("\x00", 16*49)), repeated(chunk("tEXt", "a"), largest-million))
	}},
	{"png-of-a-million-empty-parts", either, func() []byte {
		return pngFile(16, 16, 8, 2, 0, deflate(strings.Repeat("\x00", 16*49)), repeated(chunk("IDAT", ""), largest-million))
	}},
	{"png-of-a-million-parts", either, func() []byte {
		var parts strings.Builder
		for _, c := range []byte(bomb("\x00", 1400*million)) {
			parts.WriteString(chunk("IDAT", string([]byte{c})))
		}
		return []byte(pngSignature + header(10_000, 10_000, 16, 6, 0) + parts.String() + chunk("IEND", ""))
	}},
}

const pngSignature = "\x89PNG\r\n\x1a\n"

func header(width, height uint32, depth, color, interlace byte) string {
	body := binary.BigEndian.AppendUint32(nil, width)
	body = binary.BigEndian.AppendUint32(body, height)
	return chunk("IHDR", string(append(body, depth, color, 0, 0, interlace)))
}

// pngFile returns a file with the chunks more before its data.
func pngFile(width, height uint32, depth, color, interlace byte, data string, more ...string) []byte {
	return []byte(pngSignature + header(width, height, depth, color, interlace) + strings.Join(more, "") + chunk("IDAT", data) + chunk("IEND", ""))
}

func chunk(kind, body string) string {
	head := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	sum := crc32.NewIEEE()
	sum.Write([]byte(kind + body))
	return string(head) + kind + body + string(sum.Sum(nil))
}

// webps are WebP files (RFC 9649) that declare, or hold, too much.
var webps = []Document{
	{"webp-of-one-chunk-header", refused, func() []byte { return []byte("RIFF\xff\xff\xff\xffWEBPVP8X") }},
	{"webp-lossy-beyond-all", refused, func() []byte { return riff(riffPart("VP8 ", lossy(16383, 16383, 100))) }},
	{"webp-lossless-beyond-all", refused, func() []byte { return riff(riffPart("VP8L", lossless(16384, 16384, 100))) }},
	{"webp-lossy-of-all-pixels-that-may-be", laborious, func() []byte { return riff(riffPart("VP8 ", lossy(10000, 10000, million))) }},
	{"webp-lossless-of-all-pixels-that-may-be", laborious, func() []byte { return riff(riffPart("VP8L", lossless(10000, 10000, million))) }},
	{"webp-that-claims-gigabytes", laborious, func() []byte {
		data := riff(riffPart("VP8 ", lossy(10000, 10000, 1000)))
		binary.LittleEndian.PutUint32(data[4:], 1<<32-16)
		return data
	}},
	{"webp-lossless-that-claims-gigabytes", laborious, func() []byte {
		data := riff(riffPart("VP8L", lossless(10000, 10000, 1000)))
		binary.LittleEndian.PutUint32(data[4:], 1<<32-16)
		return data
	}},
	{"webp-animation-of-a-million-frames", either, func() []byte {
		frame := riffPart("ANMF", strings.Repeat("\x00", 16))
		return riff(riffPart("VP8X", "\x02\x00\x00\x00\xff\xff\xff\xff\xff\xff") + riffPart("ANIM", "\x00\x00\x00\x00\x00\x00") + repeated(frame, largest-million))
	}},
	{"webp-animation-beyond-all", refused, func() []byte {
		frame := "\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00" + riffPart("VP8L", lossless(16384, 16384, 100))
		return riff(riffPart("VP8X", "\x02\x00\x00\x00\xff\xff\xff\xff\xff\xff") + riffPart("ANIM", "\x00\x00\x00\x00\x00\x00") + riffPart("ANMF", frame))
	}},
	{"webp-with-transparency-of-another-size", either, func() []byte {
		return riff(riffPart("VP8X", "\x10\x00\x00\x00\x0f\x27\x00\x0f\x27\x00") + riffPart("ALPH", "\x01"+lossless(10000, 10000, 1000)) + riffPart("VP8 ", lossy(16, 16, 100)))
	}},
	{"webp-of-a-million-chunks", either, func() []byte {
		return riff(riffPart("VP8X", "\x02\x00\x00\x00\x0f\x00\x00\x0f\x00\x00") + repeated(riffPart("EXIF", ""), largest-million))
	}},
}

func riff(parts string) []byte {
	var b bytes.Buffer
	b.WriteString("RIFF")
	b.Write(binary.LittleEndian.AppendUint32(nil, uint32(4+len(parts))))
	b.WriteString("WEBP" + parts)
	return b.Bytes()
}

func riffPart(name, body string) string {
	s := name + string(binary.LittleEndian.AppendUint32(nil, uint32(len(body)))) + body
	if len(body)%2 == 1 {
		s += "\x00"
	}
	return s
}

// lossy returns the header of a VP8 key frame (RFC 6386, 9.1) and n bytes of data.
func lossy(width, height uint16, n int) string {
	first := min(n/2, 1<<19-1) // bytes of the first partition
	tag := uint32(first)<<5 | 1<<4
	b := []byte{byte(tag), byte(tag >> 8), byte(tag >> 16), 0x9d, 0x01, 0x2a}
	b = binary.LittleEndian.AppendUint16(b, width)
	b = binary.LittleEndian.AppendUint16(b, height)
	return string(b) + strings.Repeat("\x00", n)
}

// lossless returns the header of a VP8L image (RFC 9649, 3.4) and n bytes of data.
func lossless(width, height uint32, n int) string {
	b := binary.LittleEndian.AppendUint32([]byte{0x2f}, (width-1)|(height-1)<<14)
	return string(b) + strings.Repeat("\x00", n)
}
