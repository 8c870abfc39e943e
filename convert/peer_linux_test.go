package convert

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"

	"lineitem/convert/pdfium"
	"lineitem/convert/testenv"
	"lineitem/plugins"
)

// BenchmarkOCRPeer compares our reading of the pictures of a folder with
// Tesseract's in the same run. The folder is testdata/pictures, or the one that
// the environment variable LINEITEM_OCR_FOLDER names. It only reports; no figure
// makes it fail.
//
// Tesseract gets one thread, the document's language and, for each document, the
// page segmentation mode in which it finds the most words. The time of its other
// attempts and of rendering PDF pages for it at 200 dpi is not counted. Its start
// counts for each page, as it cannot be kept running; ours is reported
// separately.
func BenchmarkOCRPeer(b *testing.B) {
	for _, tool := range []string{"tesseract", "pdftoppm"} {
		if _, err := exec.LookPath(tool); err != nil {
			b.Skipf("%s is needed to compare with Tesseract (tesseract-ocr with its languages, poppler-utils)", tool)
		}
	}
	list, err := pictures(cmp.Or(os.Getenv("LINEITEM_OCR_FOLDER"), "../testdata/pictures"))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		cache := b.TempDir()
		cold, err := readPictures(list[:1], cache)
		if err != nil {
			b.Fatal(err)
		}
		own, err := readPictures(list, cache)
		if err != nil {
			b.Fatal(err)
		}
		rows := make(map[string]*[2]score) // by degradation: ours, Tesseract's
		modes := make(map[string]int)
		var peak int64
		for i, p := range list {
			peer, err := tesseract(&p, b.TempDir())
			if err != nil {
				b.Fatalf("tesseract %s: %v", p.path, err)
			}
			for _, name := range []string{p.Degradation, "~ all"} {
				if rows[name] == nil {
					rows[name] = new([2]score)
				}
				rows[name][0].add(p.score(own.documents[i].Words, own.documents[i].CPU))
				rows[name][1].add(peer.score)
			}
			modes[peer.mode]++
			peak = max(peak, peer.peak)
		}
		// Not b.Log, which keeps the first lines only.
		fmt.Printf("%s\npeak memory: lineitem %d MiB, Tesseract %d MiB\n", table(rows), own.peak>>20, peak>>20)
		fmt.Printf("CPU of lineitem's start: %.2f s, the first time on a machine %.2f s\n", own.start.Seconds(), cold.start.Seconds())
		fmt.Printf("Tesseract's best modes of page segmentation, by documents: %v\n\n", modes)
		all := rows["~ all"]
		b.ReportMetric(all[0].recall(), "recall")
		b.ReportMetric(all[1].recall(), "tesseract-recall")
		b.ReportMetric(all[0].cpu.Seconds()/float64(all[0].pages), "cpu-s/page")
		b.ReportMetric(all[1].cpu.Seconds()/float64(all[1].pages), "tesseract-cpu-s/page")
		b.ReportMetric(0, "ns/op")
	}
}

// table formats the figures, ours before Tesseract's in each column.
func table(rows map[string]*[2]score) string {
	var out bytes.Buffer
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "degradation\tpages\trecall\t\tprecision\t\tnumbers\t\tCPU s/page\t\tratio")
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		own, peer := &rows[name][0], &rows[name][1]
		fmt.Fprintf(w, "%s\t%d", strings.TrimPrefix(name, "~ "), own.pages)
		for _, f := range []func(*score) float64{(*score).recall, (*score).precision, (*score).numberRecall} {
			fmt.Fprintf(w, "\t%.3f\t%.3f", f(own), f(peer))
		}
		n := float64(own.pages)
		fmt.Fprintf(w, "\t%.2f\t%.2f\t%.2f\n", own.cpu.Seconds()/n, peer.cpu.Seconds()/n, own.cpu.Seconds()/peer.cpu.Seconds())
	}
	w.Flush()
	return out.String()
}

// reading is what one of our processes read.
type reading struct {
	documents []readDocument
	start     time.Duration // CPU time not spent on the documents
	peak      int64         // bytes of memory
}

type readDocument struct {
	Words [][]string // of each page
	CPU   time.Duration
}

// readPictures reads the documents in a separate process, so that its memory and
// the cost of its start can be measured.
func readPictures(list []picture, cache string) (reading, error) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestReadPictures$", "-test.v=false", "-test.bench=^$")
	cmd.Env = append(os.Environ(), "LINEITEM_OCR_CACHE="+cache)
	var files bytes.Buffer
	for _, p := range list {
		fmt.Fprintln(&files, p.path)
	}
	cmd.Stdin = &files
	answer := filepath.Join(cache, "answer.json")
	cmd.Env = append(cmd.Env, "LINEITEM_OCR_ANSWER="+answer)
	if out, err := cmd.CombinedOutput(); err != nil {
		return reading{}, fmt.Errorf("%w\n%s", err, out)
	}
	var r reading
	text, err := os.ReadFile(answer)
	if err == nil {
		err = json.Unmarshal(text, &r.documents)
	}
	r.start, r.peak = cost(cmd.ProcessState)
	for _, d := range r.documents {
		r.start -= d.CPU
	}
	return r, err
}

// TestReadPictures runs in the process that BenchmarkOCRPeer starts. It reads the
// documents whose names come on standard input.
func TestReadPictures(t *testing.T) {
	answer := os.Getenv("LINEITEM_OCR_ANSWER")
	if answer == "" {
		t.Skip("is a part of BenchmarkOCRPeer")
	}
	cache, err := plugins.OpenCache(os.Getenv("LINEITEM_OCR_CACHE"))
	if err != nil {
		t.Fatal(err)
	}
	ocr := plugins.NewOCR(plugins.Options{Cache: cache})
	library := &pdfium.Library{Cache: cache}
	c := Converter{Renderer: library, Recognizer: ocr}
	// What is done once per process counts as its start.
	if err := errors.Join(library.Warm(), ocr.Check(context.Background())); err != nil {
		t.Fatal(err)
	}
	var documents []readDocument
	names, err := io.ReadAll(os.Stdin)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Split(strings.TrimSpace(string(names)), "\n") {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		began := testenv.OwnCPU()
		document, err := c.Document(context.Background(), data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		read := readDocument{CPU: testenv.OwnCPU() - began}
		for _, page := range document.Pages {
			words := make([]string, len(page.Words))
			for j, w := range page.Words {
				words[j] = w.Text
			}
			read.Words = append(read.Words, words)
		}
		documents = append(documents, read)
	}
	text, err := json.Marshal(documents)
	if err == nil {
		err = os.WriteFile(answer, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// cost returns the CPU time and the peak memory (bytes) of a process that has
// ended, including its children.
func cost(ended *os.ProcessState) (cpu time.Duration, peak int64) {
	usage := ended.SysUsage().(*syscall.Rusage)
	return ended.UserTime() + ended.SystemTime(), usage.Maxrss << 10
}
