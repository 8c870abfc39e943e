package plugins

import (
	"encoding/binary"
	"hash/crc32"
	"image"
	"math"
	"os"
	"testing"
)

// vector is a strip with the scores that the integer arithmetic of
// ocr/train/export.py gives it.
type vector struct {
	strip  *image.Gray
	text   string
	scores []float32 // of all classes for one prediction after the other
}

// readVectors reads a file that export.py describes. weights is the checksum
// (CRC-32) of the weights with which it was made.
func readVectors(t testing.TB, name string) (vectors []vector, weights uint32) {
	t.Helper()
	data := readTestdata(t, name)
	if string(data[:4]) != "LIOT" || binary.LittleEndian.Uint32(data[4:]) != 1 {
		t.Fatalf("%s is no file of strips, version 1", name)
	}
	word := func(offset int) int { return int(binary.LittleEndian.Uint32(data[offset:])) }
	const height = 32
	at := 16
	for range word(12) {
		at = (at + 15) / 16 * 16
		width, predictions, size := word(at), word(at+4), word(at+8)
		at += 16
		v := vector{strip: image.NewGray(image.Rect(0, 0, width, height))}
		at += copy(v.strip.Pix, data[at:])
		v.text = string(data[at : at+size])
		at = (at + size + 3) / 4 * 4
		v.scores = make([]float32, predictions*builtinClasses(t))
		for i := range v.scores {
			v.scores[i] = math.Float32frombits(uint32(word(at)))
			at += 4
		}
		at += 4 * predictions // of the network before it was made one of integers
		vectors = append(vectors, v)
	}
	return vectors, uint32(word(8))
}

// builtinWeights reads the weights of the built-in recognizer.
func builtinWeights(t testing.TB) []byte {
	t.Helper()
	weights, err := os.ReadFile("ocr/weights.bin")
	if err != nil {
		t.Fatal(err)
	}
	return weights
}

func builtinClasses(t testing.TB) int {
	return int(binary.LittleEndian.Uint32(builtinWeights(t)[24:]))
}

// The built-in recognizer computes what its training's reference computes, bit
// for bit.
func TestScoresOfReference(t *testing.T) {
	vectors, weights := readVectors(t, "strips.bin")
	if got := crc32.ChecksumIEEE(builtinWeights(t)); got != weights {
		t.Fatalf("strips.bin was made with the weights %08x, not with those of ocr/weights.bin, %08x", weights, got)
	}
	o := NewOCR(Options{})
	defer o.Close(t.Context())
	if err := o.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := o.free[0]
	number := func(name string) uint32 {
		v, err := r.guest.call(t.Context(), r.module.ExportedFunction(name))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	const perStep = 2 // predictions
	row := perStep * builtinClasses(t)
	for i, v := range vectors {
		if _, err := r.read(t.Context(), v.strip); err != nil {
			t.Fatal(err)
		}
		scores, stride := number("scores"), number("scores_stride")
		for j, want := range v.scores {
			got, _ := r.memory.ReadUint32Le(scores + 4*(uint32(j/row)*stride+uint32(j%row)))
			if want := math.Float32bits(want); got != want {
				t.Fatalf("score %d of strip %d = %v (%#x), want %v (%#x)", j, i, math.Float32frombits(got), got, math.Float32frombits(want), want)
			}
		}
	}
}
