package serve

import (
	"bytes"
	"encoding/base64"
	"net/http/httptest"
	"strings"
	"testing"
)

// fuzzForm reads a body as the endpoint does and checks what must hold for every
// body: errors are answers to the client, and documents are within the limit.
func fuzzForm(t *testing.T, contentType string, body []byte) (document []byte, ok bool) {
	t.Helper()
	const maxFile = 1 << 10
	r := httptest.NewRequest("POST", "/api/v1/convert", bytes.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	f, err := formOf(r, maxFile)
	if err != nil {
		return nil, false
	}
	memory := budget{max: 1 << 20}
	held := reservation{of: &memory}
	in, err := f.readInput(r, &held)
	if least := int64(len(in.Data)); memory.inUse() < least || memory.inUse() != held.bytes {
		t.Errorf("read of %q holds %d bytes and %d are taken, want at least %d", body, held.bytes, memory.inUse(), least)
	}
	if err != nil {
		if _, ok := err.(*requestError); !ok {
			t.Errorf("read of %q = %T %v, want a *requestError", body, err, err)
		}
		return nil, false
	}
	if len(in.Data) > maxFile {
		t.Errorf("read of %q gave %d bytes, want at most %d", body, len(in.Data), maxFile)
	}
	if in.Filename == "" || len(in.Filename) > maxName || strings.ContainsAny(in.Filename, "/\\\x00\n") {
		t.Errorf("read of %q gave the name %q", body, in.Filename)
	}
	return in.Data, true
}

func FuzzJSON(f *testing.F) {
	for _, s := range []string{
		`{"file_base64":"JVBERi0xLjc="}`, `{"file_base64":"data:application/pdf;base64,JVBE\nRi0x","filename":"a/b.pdf"}`,
		`{"file_base64":"-_-_","media_type":"application/pdf"}`, `{"file_base64":"\u002b\/"}`, `{"file_base64":null,"file":1}`, `[`, ``,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) > 1<<16 {
			return
		}
		fuzzForm(t, "application/json", body)
	})
}

// FuzzBase64RoundTrip checks that a document encoded in either base64 alphabet is
// read back unchanged.
func FuzzBase64RoundTrip(f *testing.F) {
	f.Add([]byte("%PDF-1.7\n\xff\xfe"), true)
	f.Add([]byte{}, false)
	f.Fuzz(func(t *testing.T, document []byte, url bool) {
		if len(document) > 1<<10 {
			return
		}
		encoding := base64.StdEncoding
		if url {
			encoding = base64.RawURLEncoding
		}
		got, ok := fuzzForm(t, "application/json", []byte(`{"file_base64":"`+encoding.EncodeToString(document)+`"}`))
		if !ok || !bytes.Equal(got, document) {
			t.Errorf("the document %q was read as %q (%v)", document, got, ok)
		}
	})
}

func FuzzMultipart(f *testing.F) {
	for _, s := range []string{
		"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.7\r\n--b--\r\n",
		"--b\r\nContent-Disposition: form-data; name=file_base64\r\n\r\nJVBE\r\n--b--",
		"--b\r\nContent-Disposition: form-data; name=\"file\"; filename*=UTF-8''%e2%82%ac.pdf\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=25\r\n--b--",
		"--b--", "",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) > 1<<16 {
			return
		}
		fuzzForm(t, "multipart/form-data; boundary=b", body)
	})
}

func TestQuality(t *testing.T) {
	for _, tt := range []struct {
		accept, mediaType string
		want              float64
	}{
		{"", "text/csv", 1}, {"*/*", "text/csv", 1}, {"text/*;q=0.3, */*", "text/csv", 0.3},
		{"text/csv;q=0, */*", "text/csv", 0}, {"TEXT/CSV; header=present", "text/csv", 1},
		{"text/csv;q=2", "text/csv", 0}, {"text/csv;q=x", "text/csv", 0}, {"text/csv;q=NaN", "text/csv", 0}, {"text/csv;q=0.001", "text/csv", 0.001}, {";;,,", "text/csv", 0},
		{"application/json, text/csv", "application/json", 1}, {"text/html", "application/json", 0},
	} {
		if got := quality(tt.accept, tt.mediaType); got != tt.want {
			t.Errorf("quality(%q, %q) = %v, want %v", tt.accept, tt.mediaType, got, tt.want)
		}
	}
}

// BenchmarkForms measures reading a document of 1 MB in either form.
func BenchmarkForms(b *testing.B) {
	document := "%PDF-" + strings.Repeat("x", 1_000_000)
	multiType, multi := parts("file", document)
	for _, bb := range []struct{ name, contentType, body string }{
		{"Multipart", multiType, multi.String()},
		{"JSON", "application/json", `{"file_base64":"` + encode(document) + `"}`},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(document)))
			for b.Loop() {
				r := httptest.NewRequest("POST", "/", strings.NewReader(bb.body))
				r.Header.Set("Content-Type", bb.contentType)
				f, err := formOf(r, 20<<20)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := f.readInput(r, &reservation{of: &budget{max: 1 << 30}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
