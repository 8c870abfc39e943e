package convert

import (
	"bufio"
	"context"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"lineitem/convert/hostile"
	"lineitem/convert/order"
	"lineitem/convert/testenv"
)

// grownSizes are the sizes of the growing documents, each twice the one before.
var grownSizes = [...]int{400, 800, 1600}

// steepest is the greatest factor by which the work may grow when a document doubles: the factor is 2 where
// work is linear, a little more with a logarithm, and 4 where it is quadratic.
const steepest = 3.0

// TestMemoryGrowsWithDocument measures the bytes allocated to understand documents with more and more words
// in one place. More than linear growth would let a small file use up all memory. TestStepsGrowWithDocument
// counts the statements for all kinds of documents.
func TestMemoryGrowsWithDocument(t *testing.T) {
	testenv.Sequential(t)
	for _, s := range hostile.Shapes() {
		if !strings.HasSuffix(s.Name, "-in-one-spot") && !strings.HasSuffix(s.Name, "-on-one-line") {
			continue
		}
		const n = 4000
		small, large := allocatedBy(t, s.Make(n)), allocatedBy(t, s.Make(2*n))
		if large > steepest*small {
			t.Errorf("%s: %d take %.0f bytes, %d take %.0f, want at most %.1f times as many", s.Name, n, small, 2*n, large, steepest)
		}
	}
}

// allocatedBy returns how many bytes are allocated in all to understand a document: the least of several
// runs, as buffers kept for the next document may be lost in between.
func allocatedBy(t *testing.T, data []byte) float64 {
	t.Helper()
	var c Converter
	document, err := c.Document(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	least := math.Inf(1)
	for range 10 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		order.Read(document)
		runtime.ReadMemStats(&after)
		least = min(least, float64(after.TotalAlloc-before.TotalAlloc))
	}
	return least
}

// steepestSteps is the greatest ratio of the statements that the last step adds to those that the first step
// adds: it is 2 where the work is linear, and 4 where it is quadratic.
const steepestSteps = 3.5

// leastGrowth is the least increase that counts as growth, as a share of the work for the smallest document.
const leastGrowth = 0.05

// TestStepsGrowWithDocument counts the statements executed to convert documents with more and more of one
// thing, with a program built to count them. More than linear growth would let a small file keep the service
// busy for long.
func TestStepsGrowWithDocument(t *testing.T) {
	testenv.Long(t, "builds a program that counts its statements")
	dir := t.TempDir()
	program := filepath.Join(dir, "convert.test")
	build := exec.Command("go", "test", "-c", "-covermode=count", "-coverpkg=lineitem/convert/...", "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build.Args, err, out)
	}
	for _, s := range hostile.Shapes() {
		if strings.HasSuffix(s.Name, "-on-many-pages") {
			continue // too few pages here to tell
		}
		count := func(n int) float64 {
			file, profile := filepath.Join(dir, "grown.pdf"), filepath.Join(dir, "steps")
			if err := os.WriteFile(file, s.Make(n), 0o600); err != nil {
				t.Fatal(err)
			}
			run := exec.Command(program, "-test.run=^TestConvertOne$", "-test.coverprofile="+profile)
			run.Env = append(os.Environ(), "LINEITEM_CONVERT_ONE="+file)
			if out, err := run.CombinedOutput(); err != nil {
				t.Fatalf("converting %s of %d: %v\n%s", s.Name, n, err, out)
			}
			return stepsIn(t, profile)
		}
		// Compare the increases, as the fixed work of every conversion does not grow. If a document happens
		// to be read in fewer ways than a smaller one, the growth is taken from the smaller one.
		var steps [len(grownSizes)]float64
		for i, n := range grownSizes {
			steps[i] = count(n)
		}
		first, second := steps[1]-steps[0], steps[2]-steps[1]
		if second > steepest*max(first, leastGrowth*steps[0]) {
			first = max(first, steps[0]-count(1))
		}
		last := grownSizes[len(grownSizes)-1]
		if second > steepestSteps*max(first, leastGrowth*steps[0]) { // it may be read in more ways than smaller documents
			last *= 2
			first, second = second, count(last)-steps[2]
		}
		if second > steepestSteps*max(first, leastGrowth*steps[0]) {
			t.Errorf("%s: up to %d it takes %.0f statements more, and from %d to %d %.0f more than that, want at most %.1f times as many more",
				s.Name, last/2, first, last/2, last, second, steepestSteps)
		} else {
			t.Logf("%s: %.0f, %.0f more, %.0f more", s.Name, steps[0], first, second)
		}
	}
}

// TestConvertOne reads the one document that TestStepsGrowWithDocument names, and studies it as for a
// mapper.
func TestConvertOne(t *testing.T) {
	file := os.Getenv("LINEITEM_CONVERT_ONE")
	if file == "" {
		t.Skip("it is run by another test")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var c Converter
	document, err := c.Document(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	new(order.Reader).ReadWithFindings(document)
}

// stepsIn counts the statements that were executed according to a coverage profile.
func stepsIn(t *testing.T, profile string) float64 {
	t.Helper()
	f, err := os.Open(profile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	steps := 0.0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Fields(lines.Text()) // of a block: its place, its number of statements, how often it was entered
		if len(fields) != 3 {
			continue
		}
		statements, err1 := strconv.ParseFloat(fields[1], 64)
		times, err2 := strconv.ParseFloat(fields[2], 64)
		if err1 != nil || err2 != nil {
			t.Fatalf("%s: %q is no block", profile, lines.Text())
		}
		steps += statements * times
	}
	if steps == 0 {
		t.Fatalf("%s counts nothing", profile)
	}
	return steps
}
