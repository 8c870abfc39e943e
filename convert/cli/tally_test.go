package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"lineitem/convert"
	"lineitem/convert/batch"
)

// However large a folder is, what is told of it is short, and failures are all
// told.
func TestTallyOfMany(t *testing.T) {
	var out bytes.Buffer
	told := tally{w: &out, progress: new(batch.Progress)}
	verified := false
	for i := range 25 {
		file := batch.File{Path: fmt.Sprintf("%02d", i)}
		told.failure(file, &batch.SkippedError{Reason: "hidden"})
		told.failure(file, errors.New("damaged"))
		told.converted++
		told.table(file, &convert.Result{RowCount: 1, Verified: &verified})
	}
	told.end()
	text := out.String()
	for what, want := range map[string]int{
		": skipped: hidden\n":                               10,
		": damaged\n":                                       25,
		"lineitem: 15 more were skipped\n":                  1,
		"lineitem: 25 of 50 documents could not be":         1,
		", 08, 09, and 15 more\n":                           1,
		"lineitem: not verified, so look at them (lineitem": 1,
	} {
		if got := strings.Count(text, what); got != want {
			t.Errorf("of a large folder %q is told %d times, want %d:\n%s", what, got, want, text)
		}
	}
}

func TestNamesOfStrangers(t *testing.T) {
	for path, want := range map[string]string{
		"inbox/Bestellung Nr. 7 ä.pdf": "inbox/Bestellung Nr. 7 ä.pdf",
		`C:\inbox\a.pdf`:               `C:\inbox\a.pdf`,
		"a\x1b[2J.pdf":                 `"a\x1b[2J.pdf"`,
		"a\nlineitem: all well":        `"a\nlineitem: all well"`,
		"a\u202efdp.exe":               `"a\u202efdp.exe"`,
		"a\xff.pdf":                    `"a\xff.pdf"`,
	} {
		if got := nameOf(batch.File{Path: path}); got != want {
			t.Errorf("nameOf(%q) = %s, want %s", path, got, want)
		}
	}
}
