package crashtest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/testenv"
)

// A watcher that is killed again and again converts each file once: in the end every file
// has exactly one result.
func TestKilledWatcher(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	files := testenv.Either(12, 120)
	dir := t.TempDir()
	inbox, outbox := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	order, err := os.ReadFile(clitest.SampleOrder())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(inbox, 0o777); err != nil {
		t.Fatal(err)
	}
	put := func(i int) {
		name := filepath.Join(inbox, fmt.Sprintf("order-%03d.pdf", i))
		content := fmt.Appendf(order[:len(order):len(order)], "%% %d\n", i)
		if err := os.WriteFile(name+".part", content, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(name+".part", name); err != nil {
			t.Fatal(err)
		}
	}
	fetched := map[string]int{} // how often each result was taken away, as its reader would do
	fetch := func() {
		results, _ := filepath.Glob(filepath.Join(outbox, "*.json"))
		for _, path := range results {
			if os.Remove(path) == nil {
				fetched[filepath.Base(path)]++
			}
		}
	}
	kills, next := 0, 0
	for deadline := time.Now().Add(testenv.Patience); len(fetched) < files; {
		watcher := exec.Command(os.Args[0], "watch", inbox, "-o", outbox, "--quiet=1ms", "--workers=1")
		if err := watcher.Start(); err != nil {
			t.Fatal(err)
		}
		// The watcher is killed at a random moment after it has made another result.
		for before := len(fetched); len(fetched) == before; fetch() {
			if time.Now().After(deadline) {
				watcher.Process.Kill()
				watcher.Wait()
				t.Fatalf("%d of %d files have results after %d kills", len(fetched), files, kills)
			}
			if next < files {
				put(next)
				next++
			}
			time.Sleep(time.Millisecond)
		}
		time.Sleep(rand.N(5 * time.Millisecond))
		watcher.Process.Kill()
		watcher.Wait()
		kills++
	}
	// The last watcher may have been killed before it moved the source.
	clitest.Done(t, "watch", inbox, "-o", outbox, "--once", "--quiet=1ms")
	fetch()
	for i := range files {
		name := fmt.Sprintf("order-%03d.pdf", i)
		if n := fetched[name+".json"]; n != 1 {
			t.Errorf("%s has %d results, want 1", name, n)
		}
		if _, err := os.Stat(filepath.Join(inbox, "done", name)); err != nil {
			t.Errorf("%s is not done: %v", name, err)
		}
	}
	if len(fetched) != files {
		t.Errorf("there are %d results, want %d", len(fetched), files)
	}
	t.Logf("killed %d times", kills)
}

// A watcher that gets SIGTERM exits with status 0 and leaves only whole files.
func TestTerminatedWatcher(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("starts processes and asks them to end")
	}
	dir := t.TempDir()
	inbox, outbox := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	order, err := os.ReadFile(clitest.SampleOrder())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(inbox, 0o777); err != nil {
		t.Fatal(err)
	}
	const files = 30
	for i := range files {
		if err := os.WriteFile(filepath.Join(inbox, fmt.Sprintf("order-%02d.pdf", i)), order, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	watcher := exec.Command(os.Args[0], "watch", inbox, "-o", outbox, "--quiet=1ms", "--workers=1", "--format=csv")
	if err := watcher.Start(); err != nil {
		t.Fatal(err)
	}
	results := func() []string {
		all, _ := filepath.Glob(filepath.Join(outbox, "*.csv"))
		return all
	}
	for range 60_000 {
		if len(results()) > 0 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if err := watcher.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := watcher.Wait(); err != nil {
		t.Errorf("watch ends with %v after SIGTERM, want status 0", err)
	}
	done, _ := filepath.Glob(filepath.Join(inbox, "done", "*.pdf"))
	left, _ := filepath.Glob(filepath.Join(inbox, "*.pdf"))
	if len(results()) != len(done) || len(done)+len(left) != files || len(done) == 0 {
		t.Errorf("%d results, %d files done, %d left, want as many results as are done, and %d files", len(results()), len(done), len(left), files)
	}
	parts, _ := filepath.Glob(filepath.Join(outbox, ".*.part"))
	if len(parts) > 0 {
		t.Errorf("%v is left in the outbox", parts)
	}
}
