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

// grownSizes are the sizes of documents that grow, each twice the one before.
var grownSizes = [...]int{400, 800, 1600}

// steepest is by how much more work twice as large a document may take: twice as
// much where the work grows with the document, a little more with a logarithm,
// and four times as much where it grows with the square.
const steepest = 3.0

// TestMemoryGrowsWithDocument counts the bytes that understanding documents takes
// that have ever more words in one place. TestStepsGrowWithDocument counts
// statements, of all kinds of documents.
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

// allocatedBy is how much memory it takes to understand a document, all together: the least of some
// times, as what is kept for the next document may be lost in between.
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

// steepestSteps is by how many more statements the last step may take than the first: twice as many where
// the work grows with the document, four times where it grows with its square.
const steepestSteps = 3.5

// leastGrowth is what tells growth, of the work that the smallest document takes.
const leastGrowth = 0.05

// TestStepsGrowWithDocument counts the statements that conversions execute of
// documents that have ever more of one thing, by a program that was built to
// count them.
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
			continue // there are too few here to tell
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
		// By how much they differ: what every conversion takes does not grow. Where a document happens to be
		// read in fewer ways than a smaller one, that one shows what the growth is.
		var steps [len(grownSizes)]float64
		for i, n := range grownSizes {
			steps[i] = count(n)
		}
		first, second := steps[1]-steps[0], steps[2]-steps[1]
		if second > steepest*max(first, leastGrowth*steps[0]) {
			first = max(first, steps[0]-count(1))
		}
		last := grownSizes[len(grownSizes)-1]
		if second > steepestSteps*max(first, leastGrowth*steps[0]) { // it may be read in more ways than smaller ones are
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

// TestConvertOne converts the one document that TestStepsGrowWithDocument names,
// and finds what a mapper is given of it.
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

// stepsIn counts the statements that were executed, by a profile of coverage.
func stepsIn(t *testing.T, profile string) float64 {
	t.Helper()
	f, err := os.Open(profile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	steps := 0.0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Fields(lines.Text()) // of a block: where it stands, its statements, how often it was entered
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
