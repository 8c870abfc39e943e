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
	"lineitem/convert/order"
	"lineitem/convert/ubl"
	"lineitem/convert/workerpool"
)

// tally counts what becomes of files, and tells on standard error what their
// results do not.
type tally struct {
	w                 io.Writer
	progress          *batch.Progress
	converted, failed int
	skipped           int
	unsure            []string // documents whose rows somebody should look at, and why
	unverified        int      // how many these are
	told              int      // of orders that UBL cannot state as they are
}

// mostNames is how many files are named that were skipped, or that somebody
// should look at: a folder may have thousands.
const mostNames = 10

func (t *tally) say(format string, args ...any) {
	t.progress.Hide()
	fmt.Fprintf(t.w, "lineitem: "+format+"\n", args...)
}

// failure reports a file that has no result.
func (t *tally) failure(file batch.File, err error) {
	if _, skipped := errors.AsType[*batch.SkippedError](err); !skipped {
		t.failed++
	} else if t.skipped++; t.skipped > mostNames {
		return
	}
	t.say("%s: %s", nameOf(file), explain(err))
}

// cut reports values that were cut off.
func (t *tally) cut(file batch.File, r *convert.Result) {
	if len(r.Cut) > 0 {
		t.say("%s: values were too long and are cut, ending in %q: %s (--max-cell)", nameOf(file), strings.TrimSpace(order.CutSign), strings.Join(r.Cut, ", "))
	}
}

// table reports that a document has no rows, for which a table has no place.
func (t *tally) table(file batch.File, r *convert.Result) {
	if r.RowCount == 0 {
		t.say("%s: no order was found, so there are no rows", nameOf(file))
	}
}

// incomplete reports what UBL requires and a document's orders do not state, and what they state that UBL
// has no place for.
func (t *tally) incomplete(file batch.File, r *convert.Result) {
	orders := ubl.Orders(r)
	for i := range orders {
		for _, m := range orders[i].Missing() {
			if t.told++; t.told > mostNames {
				return
			}
			t.say("%s: %s", nameOf(file), m)
		}
	}
}

// judged notes whether a document is verified, and the first reason why it is not.
func (t *tally) judged(file batch.File, r *convert.Result) {
	if r.Verified == nil || *r.Verified {
		return
	}
	t.unverified++
	if r.RowCount > 0 && t.unverified <= mostNames {
		t.unsure = append(t.unsure, nameOf(file)+": "+reason(r))
	}
}

// reason is the first entry of a result's review.
func reason(r *convert.Result) string {
	e := &r.Review[0]
	for _, c := range r.Columns {
		if c.Key == e.Key {
			return fmt.Sprintf("row %d, %s: %s", e.Row+1, c.Label, e.Message)
		}
	}
	return e.Message
}

// documents counts the documents it has seen.
func (t *tally) documents() int { return t.converted + t.failed }

// end prints the summary.
func (t *tally) end() {
	if n := t.skipped - mostNames; n > 0 {
		t.say("%d more were skipped", n)
	}
	if n := t.documents(); t.failed > 0 && n > 2 {
		t.say("%d of %s could not be converted", t.failed, plural(n, "document"))
	}
	for _, document := range t.unsure {
		t.say("not verified: %s", document)
	}
	if n := t.unverified - mostNames; n > 0 {
		t.say("%d more are not verified", n)
	}
	if len(t.unsure) > 0 {
		t.say("lineitem inspect FILE -o page.html shows what to check")
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
	if _, ok := errors.AsType[*workerpool.MemoryError](err); ok {
		return text + " (--memory)"
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return text + " (--timeout)"
	}
	return text
}
