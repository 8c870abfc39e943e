package plugins

import (
	"encoding/binary"
	"hash/crc32"
	"image"
	"math"
	"os"
	"testing"
	"unicode"
)

// vector is a strip with the scores that the integer arithmetic of
// ocr/train/export.py computes for it.
type vector struct {
	strip  *image.Gray
	text   string
	scores []float32 // the scores of all classes, for one prediction after another
}

// readVectors reads a file of strips and scores in the format that export.py describes.
// classes is the number of classes of the weights with which the scores were made; the
// weights that it returns are the CRC-32 of their file.
func readVectors(t testing.TB, name string, classes int) (vectors []vector, weights uint32) {
	t.Helper()
	data := readTestdata(t, name)
	if string(data[:4]) != "LIOT" || binary.LittleEndian.Uint32(data[4:]) != 2 {
		t.Fatalf("%s is no file of strips, version 2", name)
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
		v.scores = make([]float32, predictions*classes)
		for i := range v.scores {
			v.scores[i] = math.Float32frombits(uint32(word(at)))
			at += 4
		}
		vectors = append(vectors, v)
	}
	return vectors, uint32(word(8))
}

// weightsFile is a file of weights as ocr/train/export.py writes it.
type weightsFile []byte

func readWeights(t testing.TB, network string) weightsFile {
	t.Helper()
	weights, err := os.ReadFile("ocr/" + network + ".bin")
	if err != nil {
		t.Fatal(err)
	}
	return weights
}

// word returns a number of the file's header.
func (w weightsFile) word(offset int) int { return int(binary.LittleEndian.Uint32(w[offset:])) }

// classes returns the number of classes: that of the characters, plus one for the blank.
func (w weightsFile) classes() int { return w.word(24) }

func (w weightsFile) alphabet() string { return string(w[w.word(32):][:w.word(36)]) }

// The built-in recognizers compute the same scores as the reference implementation of
// their training, bit for bit.
func TestScoresOfReference(t *testing.T) {
	both := NewOCR(Options{})
	defer both.Close(t.Context())
	for network, o := range map[string]*OCR{"latin": both, "scripts": both.second} {
		t.Run(network, func(t *testing.T) { compareScores(t, o, network) })
	}
}

func compareScores(t *testing.T, o *OCR, network string) {
	weights := readWeights(t, network)
	vectors, sum := readVectors(t, network+".strips", weights.classes())
	if got := crc32.ChecksumIEEE(weights); got != sum {
		t.Fatalf("%s.strips was made with the weights %08x, not with those of %s.bin, %08x", network, sum, network, got)
	}
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
	row := perStep * weights.classes()
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

// firstLetters must name the letters that the first recognizer knows, since they decide
// whether a page is read by the second.
func TestFirstLetters(t *testing.T) {
	var letters []rune
	for _, r := range readWeights(t, "latin").alphabet() {
		if r > unicode.MaxASCII && unicode.IsLetter(r) {
			letters = append(letters, r)
		}
	}
	if string(letters) != firstLetters {
		t.Errorf("the alphabet of latin.bin has the letters %q, firstLetters are %q", string(letters), firstLetters)
	}
}
