package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"lineitem/convert"
	"lineitem/convert/layoutdir"
	"lineitem/convert/order"
	"lineitem/convert/order/taught"
)

// mostRowsBytes is the greatest size of the file of right rows, in bytes.
const mostRowsBytes = 16 << 20

// layoutLearn is the command "layout learn".
func layoutLearn(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) error {
	var l conversion
	l.add(c, 1)
	name := c.String("name", "", "`name` of the layout; the default is that of its issuer")
	c.onlyOnce("name")
	s, err := parseLayouts(c, args, 2, 2, stdout)
	if err != nil {
		return err
	}
	document, right := s.operands[0], s.operands[1]
	if err := l.checkOCR(ctx); err != nil {
		return err
	}
	rows, err := readRows(right)
	if err != nil {
		return fmt.Errorf("%s: %w", right, err)
	}
	data, err := readDocument(document, int64(l.bytes))
	if err != nil {
		return fmt.Errorf("%s: %s", document, explain(err))
	}
	pool := l.pool(1, 0, nil)
	defer pool.Close()
	refined := false
	lesson, file, err := layoutdir.Learn(ctx, s.folder, func(known *layoutdir.Layouts) (*taught.Lesson, error) {
		lesson, err := pool.Learn(ctx, convert.Input{Filename: document, Data: data, Layouts: known}, rows)
		if wrong, ok := errors.AsType[*taught.RowsError](err); ok {
			return nil, fmt.Errorf("%s: %w", right, wrong)
		} else if err != nil {
			return nil, fmt.Errorf("%s: %s", document, explain(err))
		}
		if *name != "" {
			named := *lesson.Layout
			named.Name, lesson.Layout = *name, &named
		}
		refined = lesson.Layout.Examples > 1
		return lesson, nil
	})
	switch {
	case ctx.Err() != nil:
		return errInterrupted
	case err != nil:
		return err
	case s.json:
		return json.NewEncoder(stdout).Encode(lesson.Report())
	}
	writeLesson(stdout, lesson, refined, file)
	return nil
}

// readRows reads the file of right rows.
func readRows(name string) ([]map[string]string, error) {
	data, err := readAtMost(name, mostRowsBytes)
	switch {
	case err != nil:
		return nil, err
	case len(data) > mostRowsBytes:
		return nil, fmt.Errorf("it is larger than %d MiB, more than the rows of any order", mostRowsBytes>>20)
	}
	return convert.ParseRows(data)
}

// readDocument reads a document, at most one byte more than the limit, so that the
// converter reports if it is too large.
func readDocument(name string, most int64) ([]byte, error) {
	data, err := readAtMost(name, most)
	if err == nil && len(data) == 0 {
		err = errors.New("the file is empty")
	}
	return data, err
}

// readAtMost reads a file, at most one byte more than most. Errors do not name the file.
func readAtMost(name string, most int64) ([]byte, error) {
	file, err := os.Open(name)
	if err == nil {
		defer file.Close()
		var data []byte
		if data, err = io.ReadAll(io.LimitReader(file, most+1)); err == nil {
			return data, nil
		}
	}
	if path, ok := errors.AsType[*os.PathError](err); ok {
		err = path.Err
	}
	return nil, err
}

// writeLesson writes for people what was learned.
func writeLesson(w io.Writer, l *taught.Lesson, refined bool, file string) {
	called := l.Layout.ID
	if l.Layout.Name != "" {
		called += " (" + cell(l.Layout.Name) + ")"
	}
	if refined {
		fmt.Fprintf(w, "The layout %s, which was known, has now been learned from %s: %s\n", called, plural(l.Layout.Examples, "document"), file)
	} else {
		fmt.Fprintf(w, "Learned the layout %s: %s\n", called, file)
	}
	writeRemarks(w, l.Layout)
	writeUnexplained(w, l.Unexplained)
	if len(l.Contradictions) > 0 {
		fmt.Fprintln(w, "\nDifferent from earlier documents; the last one counts:")
		for _, text := range l.Contradictions {
			fmt.Fprintf(w, "  %s\n", printable(text))
		}
	}
}

// writeUnexplained lists the values that are not remembered.
func writeUnexplained(w io.Writer, values []taught.Unexplained) {
	if len(values) == 0 {
		return
	}
	const most = 20 // lines; --json prints all
	fmt.Fprintln(w, "\nNot remembered, because nothing on the document leads to it:")
	for _, u := range values[:min(len(values), most)] {
		place := ""
		if u.Line >= 0 {
			place = fmt.Sprintf("row %d, ", u.Line+1)
		}
		fmt.Fprintf(w, "  %s%s: %q\n", place, order.Schema[u.Field].Label, cell(u.Value))
	}
	if more := len(values) - most; more > 0 {
		fmt.Fprintf(w, "  … and %s more; --json prints all\n", plural(more, "value"))
	}
}
