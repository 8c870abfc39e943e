package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert"
	"lineitem/convert/batch"
	"lineitem/convert/doc"
	"lineitem/convert/isolate"
	"lineitem/convert/order"
)

// tally counts what becomes of files, and tells on standard error what their
// results do not.
type tally struct {
	w                 io.Writer
	progress          *batch.Progress
	converted, failed int
	skipped           int
	unsure            []string // documents whose rows somebody should look at
}

// mostNames is how many files are named that were skipped, or that somebody
// should look at: a folder may have thousands.
const mostNames = 10

func (t *tally) say(format string, args ...any) {
	t.progress.Hide()
	fmt.Fprintf(t.w, "lineitem: "+format+"\n", args...)
}

// failure tells of a file that has no result.
func (t *tally) failure(file batch.File, err error) {
	if _, skipped := errors.AsType[*batch.SkippedError](err); !skipped {
		t.failed++
	} else if t.skipped++; t.skipped > mostNames {
		return
	}
	t.say("%s: %s", nameOf(file), explain(err))
}

// cut tells of values that are not there to their end.
func (t *tally) cut(file batch.File, r *convert.Result) {
	if len(r.Cut) > 0 {
		t.say("%s: too long and cut, ending in %q: %s (--max-cell)", nameOf(file), strings.TrimSpace(order.CutSign), strings.Join(r.Cut, ", "))
	}
}

// table tells what a table has no place for: that a document has no rows, and
// whether it is verified. It takes that out of r.
func (t *tally) table(file batch.File, r *convert.Result) {
	switch {
	case r.RowCount == 0:
		t.say("%s: no order was found in it, so it has no rows", nameOf(file))
	case r.Verified != nil && !*r.Verified:
		t.unsure = append(t.unsure, nameOf(file))
	}
	r.Verified = nil
}

// documents is of how many documents it was told.
func (t *tally) documents() int { return t.converted + t.failed }

// end tells of the whole.
func (t *tally) end() {
	if n := t.skipped - mostNames; n > 0 {
		t.say("%d more were skipped", n)
	}
	if n := t.documents(); t.failed > 0 && n > 2 {
		t.say("%d of %s could not be converted", t.failed, plural(n, "document"))
	}
	if n := len(t.unsure) - mostNames; n > 0 {
		t.unsure = append(t.unsure[:mostNames], fmt.Sprintf("and %d more", n))
	}
	if len(t.unsure) > 0 {
		t.say("not verified, so look at them (lineitem inspect FILE -o page.html): %s", strings.Join(t.unsure, ", "))
	}
}

// nameOf is a file's name, in quotes where it could command a terminal or pass
// for another line: strangers name what they send.
func nameOf(file batch.File) string {
	if strings.ContainsFunc(file.Path, func(r rune) bool { return !unicode.IsPrint(r) }) || !utf8.ValidString(file.Path) {
		return strconv.Quote(file.Path)
	}
	return file.Path
}

// explain is an error's text, and which flag allows more where there is one.
func explain(err error) string {
	text := withStderr(err)
	if limit, ok := errors.AsType[*doc.LimitError](err); ok {
		switch limit.Limit {
		case "bytes":
			most := size(limit.Max)
			return "the document is larger than " + most.String() + " (--max-bytes)"
		case doc.AnswerLimit:
			most := size(limit.Max)
			return "the answer would be larger than " + most.String() + " as JSON (--max-answer)"
		case "pages", "words", "pixels":
			return text + " (--max-" + limit.Limit + ")"
		}
	}
	if _, ok := errors.AsType[*isolate.MemoryError](err); ok {
		return text + " (--memory)"
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return text + " (--timeout)"
	}
	return text
}
