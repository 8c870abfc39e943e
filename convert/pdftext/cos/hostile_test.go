package cos

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"lineitem/convert/doc"
	"lineitem/convert/testenv"
)

// resolveAll opens a file and loads all its objects and streams.
func resolveAll(data []byte, limits Limits) (*Reader, error) {
	r, err := Open(data, limits)
	if err != nil {
		return nil, err
	}
	var numbers []uint32
	r.entries.each(func(number uint32) { numbers = append(numbers, number) })
	for _, number := range numbers {
		if stream, ok := r.Resolve(Ref{Num: number}).(*Stream); ok {
			r.Data(stream)
		}
	}
	return r, nil
}

// inStream returns a file whose object 5 is an object stream with the given content.
func inStream(first int, content string) []byte {
	b := newBuilder("%PDF-1.5\n").body()
	b.stream(4, "", hello)
	b.stream(5, fmt.Sprintf("/Type/ObjStm/N 1000/First %d/Filter/FlateDecode", first), deflate([]byte(content)))
	var all [][3]int
	for i := range 15 {
		all = append(all, [3]int{20 + i, 5, i})
	}
	b.xrefStream(6, "/Root 1 0 R", plain, all...)
	return b.Bytes()
}

// TestHostileFilesAreBounded reads files made to overflow the stack, to loop or to
// allocate without end: each must soon give a result or an error, in little memory.
func TestHostileFilesAreBounded(t *testing.T) {
	const million = 1 << 20
	with := func(objects ...string) []byte {
		b := newBuilder("%PDF-1.4\n").body()
		b.stream(4, "", hello)
		for i, o := range objects {
			b.object(5+i, o)
		}
		b.table("/Root 1 0 R")
		return b.Bytes()
	}
	// Each of n objects extends over the whole rest of the file.
	overlapping := func(object string, n int) []byte {
		var b bytes.Buffer
		b.WriteString("%PDF-1.4\n")
		for i := range n {
			fmt.Fprintf(&b, "%d 0 obj %s\n", i+1, object)
		}
		b.WriteString("trailer <</Root 1 0 R>>")
		return b.Bytes()
	}
	// Each of n streams contains all that follows, which is decrypted and yields
	// nothing.
	encrypted, err := os.ReadFile("testdata/rc4-128.pdf")
	if err != nil {
		t.Fatal(err)
	}
	decrypted := func(n, length int) []byte {
		const object = "%06d 0 obj <</Filter/FlateDecode/Length %08d>> stream\n"
		size := len(fmt.Sprintf(object, 0, 0))
		b := bytes.NewBuffer(bytes.ReplaceAll(encrypted, []byte("startxref"), []byte("startgone")))
		for i := range n {
			fmt.Fprintf(b, object, 1000+i, (n-1-i)*size+length)
		}
		b.WriteString(strings.Repeat(" ", length) + "endstream")
		return b.Bytes()
	}
	bomb := deflate(make([]byte, 128*million))

	prevs := newBuilder("%PDF-1.4\n").body()
	prevs.stream(4, "", hello)
	prevs.table("/Root 1 0 R")
	for range 3000 {
		prevs.table(fmt.Sprintf("/Root 1 0 R/Prev %d", prevs.last))
	}

	self := newBuilder("%PDF-1.5\n").body()
	self.stream(4, "", hello)
	self.xrefStream(6, "/Root 1 0 R", plain, [3]int{5, 5, 0}, [3]int{7, 8, 0}, [3]int{8, 7, 0})

	extends := newBuilder("%PDF-1.5\n").body()
	extends.stream(4, "", hello)
	extends.stream(5, "/Type/ObjStm/N 1/First 4/Extends 5 0 R", "9 0 null")
	extends.xrefStream(6, "/Root 1 0 R", plain, [3]int{7, 5, 0})

	for i, test := range []struct {
		name string
		data []byte
	}{
		{"nested arrays", with(strings.Repeat("[", 5*million))},
		{"nested dictionaries", with(strings.Repeat("<</A", million))},
		{"nested arrays in an object stream", inStream(100, "20 0"+strings.Repeat(" ", 96)+strings.Repeat("[", 5*million))},
		{"one large array for many objects", inStream(100, strings.Repeat("20 0 21 0 22 0 ", 6)+strings.Repeat(" ", 10)+strings.Repeat("1 ", 4*million))},
		{"unclosed string", with("(" + strings.Repeat("x", million))},
		{"unclosed hex string", with("<" + strings.Repeat("4", million))},
		{"many unclosed strings", overlapping("(", million/8)},
		{"many unclosed escaped strings", overlapping("(\\n", million/8)},
		{"many unclosed arrays", overlapping("[ 1 2", million/8)},
		{"many unclosed dictionaries", overlapping("<< /A 1", million/8)},
		{"many streams without end", overlapping("<< >> stream", million/8)},
		{"many streams with a late end", append(overlapping("<< >> stream", million/8), "endstream"...)},
		{"many streams that decrypt the same", decrypted(million/256, 3*million)},
		{"many object streams without end", overlapping("<</Type/ObjStm/N 1/First 1>> stream", million/8)},
		{"many trailers", append(overlapping("1", 10), strings.Repeat("trailer <<", million/8)...)},
		{"chain of Lengths", overlapping("<</Length 2 0 R>> stream", 1000)},
		{"self-containing object stream", self.Bytes()},
		{"object stream extending itself", extends.Bytes()},
		{"cyclic references", with("6 0 R", "5 0 R")},
		{"cyclic Length", with("<</Length 6 0 R>>\nstream\n\nendstream", "<</Length 5 0 R>>\nstream\n\nendstream")},
		{"long chain of Prev", prevs.Bytes()},
		{"flate bomb", with(fmt.Sprintf("<</Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream", len(bomb), bomb))},
		{"flate bomb in a bomb", with(fmt.Sprintf("<</Filter[/FlateDecode/FlateDecode/FlateDecode]/Length %d>>\nstream\n%s\nendstream",
			len(deflate([]byte(bomb))), deflate([]byte(bomb))))},
		{"LZW bomb", with("<</Filter[" + strings.Repeat("/LZWDecode", 16) + "]>>\nstream\n" + lzw(make([]byte, million), true) + "\nendstream")},
		{"huge table", bytes.Replace(onePage("%PDF-1.4\n").Bytes(), []byte("/Size 20"), []byte("/Size 8388607"), 1)},
		{"huge subsection", bytes.Replace(onePage("%PDF-1.4\n").Bytes(), []byte("xref\n0 1\n"), []byte("xref\n0 999999999999\n"), 1)},
		{"huge object number", with("0", "endobj 8388607 0 obj 1")},
	} {
		if i%testenv.Either(4, 1) != 0 {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			r, err := resolveAll(test.data, Limits{})
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			allocated := (after.TotalAlloc - before.TotalAlloc) >> 20
			t.Logf("%d bytes: %v, %v, %d MiB", len(test.data), err, took, allocated)
			if took > testenv.Patience || allocated > 1024 { // an endless loop never ends; a busy machine may take a while
				t.Errorf("took %v and %d MiB, want at most %v and 1 GiB", took, allocated, testenv.Patience)
			}
			runtime.KeepAlive(r)
		})
	}
}

func TestLimitsAreTold(t *testing.T) {
	b := newBuilder("%PDF-1.4\n").body()
	b.stream(4, "/Filter/FlateDecode", deflate(make([]byte, 100_000)))
	b.object(5, "["+strings.Repeat("1 ", 1000)+"]")
	b.object(6, "(last)")
	b.table("/Root 1 0 R")
	for _, test := range []struct {
		limits Limits
		want   doc.LimitError
	}{
		{Limits{StreamBytes: 1000}, doc.LimitError{Limit: "decoded bytes", Max: 1000}},
		{Limits{TotalBytes: 1000}, doc.LimitError{Limit: "decoded bytes", Max: 1000}},
		{Limits{Values: 500}, doc.LimitError{Limit: "values", Max: 500}},
	} {
		r, err := resolveAll(b.Bytes(), test.limits)
		if err != nil {
			t.Fatal(err)
		}
		if got := (*doc.LimitError)(nil); !errors.As(r.Err(), &got) || *got != test.want {
			t.Errorf("with %+v: Err = %v, want %v", test.limits, r.Err(), &test.want)
		}
	}
	_, err := Open(b.Bytes(), Limits{Objects: 3})
	if got := (*doc.LimitError)(nil); !errors.As(err, &got) {
		t.Errorf("Open with 3 objects at most = %v, want a LimitError", err)
	}
}

// TestErrorsTellPlainNames checks that errors, which are shown in answers and on
// terminals, name only short and plain names: those in a file may be anything.
func TestErrorsTellPlainNames(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"Adobe.PubSec", "Adobe.PubSec"}, {"JBIG2Decode", "JBIG2Decode"},
		{"a#1b[2J", "of an unknown name"}, {"secret#20marker", "of an unknown name"}, {strings.Repeat("A", 1<<20), "of an unknown name"},
	} {
		b := newBuilder("%PDF-1.4\n").body()
		b.object(4, "<</Filter/"+test.name+">>")
		b.table("/Root 1 0 R/Encrypt 4 0 R")
		_, err := Open(b.Bytes(), Limits{})
		if want := "the security handler " + test.want + " is not supported"; err == nil || err.Error() != want {
			t.Errorf("Open of a file encrypted by %.40q = %.100v, want %q", test.name, err, want)
		}

		b = newBuilder("%PDF-1.4\n").body()
		b.stream(4, "/Filter/"+test.name, "data")
		b.table("/Root 1 0 R")
		r, err := Open(b.Bytes(), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		stream, _ := r.Resolve(Ref{Num: 4}).(*Stream)
		_, err = r.Data(stream)
		if want := "the stream filter " + test.want + " is not supported"; err == nil || err.Error() != want {
			t.Errorf("Data of a stream packed by %.40q = %.100v, want %q", test.name, err, want)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(onePage("%PDF-1.4\n").Bytes())
	b := compressedBody()
	b.xrefStream(6, "/Root 1 0 R", plain, inObjectStream...)
	f.Add(b.Bytes())
	files, _ := filepath.Glob("testdata/*.pdf")
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			t.Skip("large inputs only cost time")
		}
		resolveAll(data, Limits{StreamBytes: 1 << 20, TotalBytes: 4 << 20})
	})
}

func BenchmarkOpen(b *testing.B) {
	file := compressedBody()
	file.xrefStream(6, "/Root 1 0 R", plain, inObjectStream...)
	for _, test := range []struct {
		name string
		data []byte
	}{{"table", onePage("%PDF-1.4\n").Bytes()}, {"streams", file.Bytes()}} {
		b.Run(test.name, func(b *testing.B) {
			b.SetBytes(int64(len(test.data)))
			b.ReportAllocs()
			for b.Loop() {
				r, err := Open(test.data, Limits{})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := firstContent(r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
