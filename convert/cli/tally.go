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
	"lineitem/convert/order/review"
	tables "lineitem/convert/table"
	"lineitem/convert/ubl"
	"lineitem/convert/workerpool"
)

// tally counts files by their outcome, and prints on standard error what their
// results do not say.
type tally struct {
	w                 io.Writer
	progress          *batch.Progress
	converted, failed int
	skipped           int
	unverified        int      // number of documents that are not verified
	unsure            []string // the first of these, with the reasons
	more              int      // number of further ones, which are not reported one by one
	partial           int      // number of orders that UBL cannot state completely
}

// mostNames is how many skipped files and how many files that are not verified are
// named, and for how many orders it is said what UBL cannot state: a folder may have
// thousands.
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

// written takes the error of writing a file's result. If a table has no place for its rows, it reports the file
// as failed and returns nil. It returns all other errors.
func (t *tally) written(file batch.File, err error) error {
	if _, ok := errors.AsType[*tables.ColumnError](err); !ok {
		return err
	}
	t.converted--
	t.failure(file, err)
	return nil
}

// cut reports values that were cut off.
func (t *tally) cut(file batch.File, r *convert.Result) {
	if len(r.Cut) > 0 {
		t.say("%s: values were too long and are cut, ending in %q: %s (--max-cell)", nameOf(file), strings.TrimSpace(order.CutSign), strings.Join(r.Cut, ", "))
	}
}

// incomplete reports what UBL requires and a document's orders do not state, and what they state for which UBL
// has no place.
func (t *tally) incomplete(file batch.File, r *convert.Result) {
	orders := ubl.Orders(r)
	for i := range orders {
		missing := orders[i].Missing()
		if len(missing) == 0 {
			continue
		}
		if t.partial++; t.partial > mostNames {
			continue
		}
		for _, m := range missing {
			t.say("%s: %s", nameOf(file), m)
		}
	}
}

// judged records whether a document is verified, and the first reason why it is not. table
// says that a document without rows would not appear in the output, so that it is reported
// at once instead.
func (t *tally) judged(file batch.File, r *convert.Result, table bool) {
	verified := r.Verified == nil || *r.Verified
	if !verified {
		t.unverified++
	}
	switch {
	case table && r.RowCount == 0:
		t.say("%s: %s", nameOf(file), withoutRows(r))
	case verified:
	case len(t.unsure) < mostNames:
		t.unsure = append(t.unsure, nameOf(file)+": "+reason(r))
	default:
		t.more++
	}
}

// withoutRows returns the message for a result without rows. It gives the reason if no
// order was found; otherwise a mapper made no rows from an order.
func withoutRows(r *convert.Result) string {
	if len(r.Review) > 0 && r.Review[0].Message == review.NoOrder().Message {
		return "no order was found, so there are no rows"
	}
	return "there are no rows"
}

// reason returns the first entry of a result's review as text.
func reason(r *convert.Result) string {
	e := &r.Review[0]
	for _, c := range r.Columns {
		if c.Key == e.Key {
			return fmt.Sprintf("row %d, %s: %s", e.Row+1, c.Label, e.Message)
		}
	}
	return e.Message
}

// documents returns how many documents were converted or failed.
func (t *tally) documents() int { return t.converted + t.failed }

// end prints the summary.
func (t *tally) end() {
	if n := t.skipped - mostNames; n > 0 {
		t.say("%s skipped", more(n, "was", "were"))
	}
	if n := t.documents(); t.failed > 0 && n > 2 {
		t.say("%d of %s could not be converted", t.failed, plural(n, "document"))
	}
	if n := t.partial - mostNames; n > 0 {
		t.say("%s cannot be stated completely in UBL", plural(n, "more order"))
	}
	for _, document := range t.unsure {
		t.say("not verified: %s", document)
	}
	if t.more > 0 {
		t.say("%s not verified", more(t.more, "is", "are"))
	}
	if len(t.unsure) > 0 {
		t.say("lineitem inspect FILE -o page.html shows what to check")
	}
}

// more returns "1 more is" or "2 more are", with the given verbs.
func more(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d more %s", n, many)
}

// nameOf returns a file's name, quoted if it could control a terminal or pass for
// another line, since strangers choose the names of what they send.
func nameOf(file batch.File) string {
	if strings.ContainsFunc(file.Path, func(r rune) bool { return !unicode.IsPrint(r) }) || !utf8.ValidString(file.Path) {
		return strconv.Quote(file.Path)
	}
	return file.Path
}

// explain returns an error's text, with the flag that raises the limit if there is one.
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
