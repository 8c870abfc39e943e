package abusetest

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/doc"
	"lineitem/convert/testenv"
)

// mutant is a document that was changed, as by somebody or by a broken disk.
type mutant struct {
	name string // of the document that it was made from
	how  string // the changes that were made, in their order
	data []byte
}

// A mutator makes mutants of documents, always the same ones for the same seed and
// index.
type mutator struct {
	seed     uint64
	texts    []source // PDFs
	pictures []source // PDFs of pictures, and images
}

type source struct {
	name string
	data []byte
}

// newMutator returns a mutator of the documents in testdata.
func newMutator(t testing.TB, seed uint64) *mutator {
	t.Helper()
	m := &mutator{seed: seed}
	root := clitest.Testdata()
	for _, folder := range []string{"orders", "pictures", "training", "blind"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			name, _ := filepath.Rel(root, path)
			switch kind := doc.Sniff(data); {
			case kind == doc.Unknown:
			case kind == doc.PDF && folder != "pictures":
				m.texts = append(m.texts, source{filepath.ToSlash(name), data})
			default:
				m.pictures = append(m.pictures, source{filepath.ToSlash(name), data})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(m.texts) == 0 || len(m.pictures) == 0 {
		t.Fatal("there are no documents in testdata")
	}
	return m
}

// pictureEvery is the number of mutants of which about one is made from a picture: reading
// a picture takes ten times as long as reading text.
const pictureEvery = 12

const maxMutant = 4 << 20 // bytes

// mutant returns the mutant with an index.
func (m *mutator) mutant(index int) mutant {
	r := rand.New(rand.NewPCG(m.seed, uint64(index)))
	from := m.texts
	if r.IntN(pictureEvery) == 0 {
		from = m.pictures
	}
	s := from[r.IntN(len(from))]
	changes := slices.Clone(anyChanges)
	switch doc.Sniff(s.data) {
	case doc.PDF:
		// Changes that know the format get past the first checks, and are made more often.
		changes = append(append(changes, pdfChanges...), pdfChanges...)
	case doc.PNG:
		changes = append(append(changes, pngChanges...), pngChanges...)
	}
	data, how := s.data, []string{}
	for range 1 + r.IntN(3) {
		c := changes[r.IntN(len(changes))]
		// A change gets a copy, and returns it as it is if there is nothing that it could change.
		data = c.make(r, bytes.Clone(data), from[r.IntN(len(from))].data)
		data = data[:min(len(data), maxMutant)]
		how = append(how, c.name)
	}
	return mutant{s.name, strings.Join(how, ", "), data}
}

// change is a way to change a document b; other is another document.
type change struct {
	name string
	make func(r *rand.Rand, b, other []byte) []byte
}

var anyChanges = []change{
	{"bits", func(r *rand.Rand, b, _ []byte) []byte {
		for range 1 + r.IntN(40) {
			if len(b) > 0 {
				b[r.IntN(len(b))] ^= 1 << r.IntN(8)
			}
		}
		return b
	}},
	{"run", func(r *rand.Rand, b, _ []byte) []byte {
		from, to := block(r, len(b), 512)
		fill := byte(r.Uint32())
		for i := from; i < to; i++ {
			b[i] = fill
		}
		return b
	}},
	{"noise", func(r *rand.Rand, b, _ []byte) []byte {
		from, to := block(r, len(b), 512)
		for i := from; i < to; i++ {
			b[i] = byte(r.Uint32())
		}
		return b
	}},
	{"truncate", func(r *rand.Rand, b, _ []byte) []byte { return b[:r.IntN(len(b)+1)] }},
	{"splice", func(r *rand.Rand, b, other []byte) []byte {
		return append(b[:r.IntN(len(b)+1)], other[r.IntN(len(other)+1):]...)
	}},
	{"repeat", func(r *rand.Rand, b, _ []byte) []byte {
		from, to := block(r, len(b), 8<<10)
		return slices.Insert(b, to, bytes.Repeat(b[from:to], 1+r.IntN(20))...)
	}},
	{"remove", func(r *rand.Rand, b, _ []byte) []byte {
		from, to := block(r, len(b), 8<<10)
		return slices.Delete(b, from, to)
	}},
}

// block chooses a part of n bytes that is most bytes long at most, short ones more often.
func block(r *rand.Rand, n, most int) (from, to int) {
	if n == 0 {
		return 0, 0
	}
	from = r.IntN(n)
	return from, min(n, from+1+r.IntN(1+r.IntN(most)))
}

var (
	pdfReference = regexp.MustCompile(`\b\d{1,6} 0 R\b`)
	pdfObject    = regexp.MustCompile(`\b\d{1,6} 0 obj\b`)
	pdfNumber    = regexp.MustCompile(`[ \[/]-?\d+(\.\d+)?`)
	pdfName      = regexp.MustCompile(`/[A-Za-z0-9]+`)
	pdfXref      = regexp.MustCompile(`\b\d{10} \d{5} [nf]|startxref\s+\d+|/(W|Index|Prev|Size|XRefStm) ?\[?[\d ]+`)
	pdfStream    = regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\n?endstream`)
)

// hardNumbers are numbers that readers easily get wrong.
var hardNumbers = []string{
	"0", "-1", "1", "2", "65535", "65536", "2147483647", "-2147483648", "4294967296", "9223372036854775807",
	"99999999999999999999999999", "0.0000001", "1e308", "-0", "00000000000000000000000001", "1.7976931348623157",
}

var pdfChanges = []change{
	{"references", func(r *rand.Rand, b, _ []byte) []byte { return exchangeMatches(r, b, pdfReference) }},
	{"objects", func(r *rand.Rand, b, _ []byte) []byte { return exchangeMatches(r, b, pdfObject) }},
	{"names", func(r *rand.Rand, b, _ []byte) []byte { return exchangeMatches(r, b, pdfName) }},
	{"streams", func(r *rand.Rand, b, _ []byte) []byte { return exchangeMatches(r, b, pdfStream) }},
	{"numbers", func(r *rand.Rand, b, _ []byte) []byte { return changeNumbers(r, b, pdfNumber) }},
	{"xref", func(r *rand.Rand, b, _ []byte) []byte { return changeNumbers(r, b, pdfXref) }},
	{"contents", changeContents},
}

// exchangeMatches replaces some matches by other matches.
func exchangeMatches(r *rand.Rand, b []byte, what *regexp.Regexp) []byte {
	for range 1 + r.IntN(4) {
		found := what.FindAllIndex(b, -1)
		if len(found) < 2 {
			return b
		}
		from, to := found[r.IntN(len(found))], found[r.IntN(len(found))]
		b = slices.Replace(b, to[0], to[1], bytes.Clone(b[from[0]:from[1]])...)
	}
	return b
}

var digits = regexp.MustCompile(`-?\d+(\.\d+)?`)

// changeNumbers replaces some of the numbers in what matches by hard ones.
func changeNumbers(r *rand.Rand, b []byte, where *regexp.Regexp) []byte {
	for range 1 + r.IntN(4) {
		found := where.FindAllIndex(b, -1)
		if len(found) == 0 {
			return b
		}
		at := found[r.IntN(len(found))]
		numbers := digits.FindAllIndex(b[at[0]:at[1]], -1)
		if len(numbers) == 0 {
			continue
		}
		n := numbers[r.IntN(len(numbers))]
		b = slices.Replace(b, at[0]+n[0], at[0]+n[1], []byte(hardNumbers[r.IntN(len(hardNumbers))])...)
	}
	return b
}

// changeContents changes what is compressed in a stream: text, fonts, character maps,
// lists of objects.
func changeContents(r *rand.Rand, b, _ []byte) []byte {
	found := pdfStream.FindAllSubmatchIndex(b, -1)
	if len(found) == 0 {
		return b
	}
	at := found[r.IntN(len(found))]
	plain, err := inflate(b[at[2]:at[3]])
	if err != nil {
		return b
	}
	inside := append(slices.Clone(anyChanges), change{"", func(r *rand.Rand, b, _ []byte) []byte { return changeNumbers(r, b, pdfNumber) }})
	for range 1 + r.IntN(3) {
		plain = inside[r.IntN(len(inside))].make(r, plain, plain[:len(plain):len(plain)])
	}
	return slices.Replace(b, at[2], at[3], deflate(plain)...)
}

func inflate(b []byte) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	plain, err := io.ReadAll(io.LimitReader(z, maxMutant))
	if len(plain) == 0 && err == nil {
		err = io.ErrUnexpectedEOF
	}
	return plain, err
}

func deflate(b []byte) []byte {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	z.Write(b)
	z.Close()
	return packed.Bytes()
}

// pngChanges change the data of a chunk, and correct its checksum.
var pngChanges = []change{
	{"header", func(r *rand.Rand, b, _ []byte) []byte {
		return changeChunk(r, b, "IHDR", func(data []byte) []byte {
			data[r.IntN(len(data))] = byte(r.Uint32())
			return data
		})
	}},
	{"pixels", func(r *rand.Rand, b, _ []byte) []byte {
		return changeChunk(r, b, "IDAT", func(data []byte) []byte {
			from, to := block(r, len(data), 64)
			for i := from; i < to; i++ {
				data[i] = byte(r.Uint32())
			}
			return data
		})
	}},
}

// changeChunk changes one of the chunks of a kind (PNG specification, 5.3).
func changeChunk(r *rand.Rand, b []byte, kind string, fn func([]byte) []byte) []byte {
	type place struct{ from, to int } // of the data
	var places []place
	for at := 8; at+12 <= len(b); {
		n := int(binary.BigEndian.Uint32(b[at:]))
		if n > len(b)-at-12 {
			break
		}
		if string(b[at+4:at+8]) == kind && n > 0 {
			places = append(places, place{at + 8, at + 8 + n})
		}
		at += 12 + n
	}
	if len(places) == 0 {
		return b
	}
	p := places[r.IntN(len(places))]
	copy(b[p.from:p.to], fn(b[p.from:p.to]))
	binary.BigEndian.PutUint32(b[p.to:], crc32.ChecksumIEEE(b[p.from-4:p.to]))
	return b
}

// The same seed and index always make the same mutant, so that a failure can be repeated;
// another seed makes others.
func TestMutantsAreMadeAgain(t *testing.T) {
	testenv.Sequential(t)
	m, again, other := newMutator(t, 1), newMutator(t, 1), newMutator(t, 2)
	same, changes := 0, map[string]bool{}
	for i := range 60 {
		a, b := m.mutant(i), again.mutant(i)
		if a.how != b.how || !bytes.Equal(a.data, b.data) {
			t.Fatalf("mutant(%d) of the same seed = %s (%s) and %s (%s)", i, a.name, a.how, b.name, b.how)
		}
		if bytes.Equal(a.data, other.mutant(i).data) {
			same++
		}
		for how := range strings.SplitSeq(a.how, ", ") {
			changes[how] = true
		}
	}
	if same > 2 {
		t.Errorf("%d of 60 mutants are the same with another seed", same)
	}
	if want := len(anyChanges) + len(pdfChanges); len(changes) < want {
		t.Errorf("60 mutants were made by %d kinds of changes, want at least %d: %s", len(changes), want, fmt.Sprint(changes))
	}
}
