package cos

import (
	"bytes"
	"compress/flate"
	"encoding/ascii85"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"lineitem/convert/doc"
)

// decodeStream returns what Data gives for a stream with the given dictionary and
// raw bytes.
func decodeStream(dict Dict, raw string) (string, error) {
	r := &Reader{limits: Limits{}.withDefaults()}
	r.inflate = r.limits.TotalBytes
	data, err := r.Data(&Stream{Dict: dict, Raw: []byte(raw)})
	return string(data), err
}

func TestDataDecodes(t *testing.T) {
	text := strings.Repeat("a purchase order, ", 3000)
	noise := make([]byte, 20000)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	var a85 bytes.Buffer
	w := ascii85.NewEncoder(&a85)
	w.Write(noise)
	w.Close()
	var raw bytes.Buffer
	fw, _ := flate.NewWriter(&raw, -1)
	fw.Write([]byte(text))
	fw.Close()
	zlib := deflate([]byte(text))
	name := func(n Name) Dict { return Dict{"Filter": n} }

	for _, test := range []struct {
		name string
		dict Dict
		raw  string
		want string
	}{
		{"none", Dict{}, text, text},
		{"flate", name("FlateDecode"), zlib, text},
		{"flate with a line end before it", name("FlateDecode"), "\r\n" + zlib, text},
		{"flate without header", name("FlateDecode"), raw.String(), text},
		{"flate without checksum", name("FlateDecode"), zlib[:len(zlib)-4], text},
		{"flate with a wrong header", name("FlateDecode"), "\xff\xff" + raw.String(), text},
		{"flate, abbreviated", Dict{"F": Name("Fl")}, zlib, text},
		{"hex", name("ASCIIHexDecode"), "48 65\n6C6c 6F 7>junk", "Hellop"},
		{"base 85", name("ASCII85Decode"), a85.String() + "~>", string(noise)},
		{"base 85, marked, with zeros", name("A85"), "<~z87cURD]~>", "\x00\x00\x00\x00Hello"},
		{"base 85 without end", name("ASCII85Decode"), "87cURD]", "Hello"},
		{"run length", name("RunLengthDecode"), "\x04Hello\xfe!\x80junk", "Hello!!!"},
		{"LZW example of PDF 32000-1", name("LZWDecode"), "\x80\x0B\x60\x50\x22\x0C\x0C\x85\x01", "-----A---B"},
		{"LZW text", name("LZWDecode"), lzw([]byte(text), true), text},
		{"LZW noise", name("LZWDecode"), lzw(noise, true), string(noise)},
		{"LZW late", Dict{"Filter": Name("LZW"), "DecodeParms": Dict{"EarlyChange": int64(0)}}, lzw(noise, false), string(noise)},
		{"chain", Dict{"Filter": Array{Name("AHx"), Name("Fl")}, "DecodeParms": Array{nil, nil}},
			fmt.Sprintf("%x>", zlib), text},
		{"crypt identity", Dict{"Filter": Array{Name("Crypt"), Name("FlateDecode")}}, zlib, text},
	} {
		got, err := decodeStream(test.dict, test.raw)
		if err != nil || got != test.want {
			t.Errorf("%s: Data = %.60q (%d bytes), %v, want %.60q (%d bytes)",
				test.name, got, len(got), err, test.want, len(test.want))
		}
	}
}

// lzw encodes data for LZWDecode.
func lzw(data []byte, early bool) string {
	var out []byte
	held, n := uint32(0), 0
	emit := func(code, bits int) {
		held, n = held<<bits|uint32(code), n+bits
		for ; n >= 8; n -= 8 {
			out = append(out, byte(held>>(n-8)))
		}
	}
	change := 0
	if early {
		change = 1
	}
	codes, bits := map[string]int{}, 9
	next := 258
	code := func(s []byte) int {
		if len(s) == 1 {
			return int(s[0])
		}
		return codes[string(s)]
	}
	emit(256, bits)
	start := 0
	for end := 1; end <= len(data); end++ {
		if end < len(data) {
			if _, ok := codes[string(data[start:end+1])]; ok {
				continue
			}
		}
		emit(code(data[start:end]), bits)
		if end == len(data) {
			break
		}
		codes[string(data[start:end+1])] = next
		next++
		start = end
		// The decoder's table is one code behind the encoder's.
		if next-1+change >= 1<<bits && bits < 12 {
			bits++
		}
		if next == 4095 {
			emit(256, bits)
			codes, bits, next = map[string]int{}, 9, 258
		}
	}
	emit(257, bits)
	emit(0, 7)
	return string(out)
}

func TestDataYieldsWhatComesBeforeDamage(t *testing.T) {
	text := strings.Repeat("a purchase order, ", 3000)
	zlib := deflate([]byte(text))
	for _, test := range []struct{ name, raw string }{
		{"truncated", zlib[:len(zlib)/2]},
		{"corrupt", zlib[:len(zlib)/2] + strings.Repeat("\xff", 100)},
	} {
		got, err := decodeStream(Dict{"Filter": Name("FlateDecode")}, test.raw)
		if err == nil || len(got) < 1000 || !strings.HasPrefix(text, got[:1000]) {
			t.Errorf("%s: Data = %d bytes, %v, want the beginning and an error", test.name, len(got), err)
		}
	}
}

func TestDataRefusesImages(t *testing.T) {
	for _, filter := range []Name{"DCTDecode", "DCT", "JPXDecode", "CCITTFaxDecode", "JBIG2Decode", "Nonsense"} {
		_, err := decodeStream(Dict{"Filter": filter}, "data")
		if want := (*doc.UnsupportedError)(nil); !errors.As(err, &want) {
			t.Errorf("Data with %s = %v, want an UnsupportedError", filter, err)
		}
	}
}

func TestPredictors(t *testing.T) {
	for _, test := range []struct {
		name     string
		p        predictor
		in, want string
	}{
		{"none", predictor{1, 1, 8, 3}, "abc", "abc"},
		{"PNG none", predictor{10, 1, 8, 3}, "\x00abc\x00def", "abcdef"},
		{"PNG sub", predictor{11, 1, 8, 3}, "\x01\x01\x01\x01", "\x01\x02\x03"},
		{"PNG sub of pixels", predictor{11, 3, 8, 2}, "\x01\x01\x02\x03\x01\x01\x01", "\x01\x02\x03\x02\x03\x04"},
		{"PNG up", predictor{12, 1, 8, 2}, "\x02\x01\x02\x02\x01\x01", "\x01\x02\x02\x03"},
		{"PNG average", predictor{13, 1, 8, 2}, "\x03\x02\x02\x03\x01\x01", "\x02\x03\x02\x03"},
		{"PNG Paeth", predictor{14, 1, 8, 2}, "\x04\x02\x01\x04\x01\x01", "\x02\x03\x03\x04"},
		{"PNG incomplete row", predictor{15, 1, 8, 3}, "\x00abc\x02\x01", "abcb"},
		{"PNG incomplete first row", predictor{15, 1, 8, 30}, "\x01\x01\x01", "\x01\x02"},
		{"TIFF bytes", predictor{2, 1, 8, 3}, "\x01\x01\x01\x02\x01\x01", "\x01\x02\x03\x02\x03\x04"},
		{"TIFF words", predictor{2, 1, 16, 2}, "\x00\xff\x00\x01", "\x00\xff\x01\x00"},
		{"TIFF nibbles", predictor{2, 1, 4, 4}, "\x11\x1f", "\x12\x32"},
		{"TIFF bits", predictor{2, 1, 1, 8}, "\xff", "\xaa"},
	} {
		got, err := unpredict([]byte(test.in), test.p)
		if err != nil || string(got) != test.want {
			t.Errorf("%s: unpredict(%q) = %q, %v, want %q", test.name, test.in, got, err, test.want)
		}
	}
	for _, p := range []predictor{{12, 0, 8, 1}, {12, 1, 3, 1}, {2, 1, 8, -1}, {12, 64, 16, 1 << 24}, {12, 1 << 40, 8, 1 << 40}} {
		if got, err := unpredict([]byte("data"), p); err == nil || string(got) != "data" {
			t.Errorf("unpredict with %v = %q, %v, want the data and an error", p, got, err)
		}
	}
}

func FuzzFilters(f *testing.F) {
	f.Add(uint8(0), []byte(deflate([]byte("some data, some data"))), int64(12), int64(3))
	f.Add(uint8(1), []byte(lzw([]byte("some data, some data"), true)), int64(1), int64(1))
	f.Add(uint8(2), []byte("<~87cURD]~>"), int64(1), int64(1))
	f.Add(uint8(3), []byte("48656c6c6f>"), int64(1), int64(1))
	f.Add(uint8(4), []byte("\x04Hello\xfe!\x80"), int64(1), int64(1))
	names := []Name{"FlateDecode", "LZWDecode", "ASCII85Decode", "ASCIIHexDecode", "RunLengthDecode"}
	f.Fuzz(func(t *testing.T, filter uint8, data []byte, predictor, columns int64) {
		if len(data) > 1<<16 {
			t.Skip("large inputs only cost time")
		}
		r := &Reader{limits: Limits{StreamBytes: 1 << 20}.withDefaults(), inflate: 1 << 20}
		params := Dict{"Predictor": predictor, "Columns": columns}
		out, _ := r.Data(&Stream{Raw: data, Dict: Dict{"Filter": names[int(filter)%len(names)], "DecodeParms": params}})
		if len(out) > 1<<20 {
			t.Errorf("Data = %d bytes, more than the limit", len(out))
		}
	})
}
