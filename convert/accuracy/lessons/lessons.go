// Package lessons measures how much it helps to teach layouts. It learns documents whose
// right values somebody wrote down, reads other documents of the same templates with the
// layouts learned, and compares the results with those of reading without layouts.
package lessons

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"lineitem/convert/accuracy"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/taught"
)

// Sample is a document that has been read but not understood yet, and its right rows.
type Sample struct {
	Document *doc.Document
	Truth    *accuracy.Truth
	Template string // the name of its layout; a name of its own if the truth does not tell it
}

// Medium is how a document's words are read.
type Medium string

// The media.
const (
	Text   Medium = "text"
	Pixels Medium = "pixels"
)

func mediumOf(t *accuracy.Truth) Medium {
	if t.Trait("medium") == accuracy.TextPDF {
		return Text
	}
	return Pixels
}

// Options say how samples are read.
type Options struct {
	// Read reads the words of a document. It is called by several goroutines.
	Read     func(ctx context.Context, data []byte) (*doc.Document, error)
	TextOnly bool // leaves out documents whose text is in pixels
	Jobs     int  // how many are read at once
	// Failed is called with each document that cannot be read and is left out.
	Failed func(name string, err error)
}

// ReadFolder reads the samples of a folder in the order of their names. The documents
// are in its subfolder docs and their truth files in truth; if either subfolder is
// missing, they are in the folder itself.
func ReadFolder(ctx context.Context, folder string, o Options) ([]*Sample, error) {
	truths, err := accuracy.ReadTruths(within(folder, "truth"))
	if err != nil {
		return nil, err
	}
	docs := within(folder, "docs")
	samples, failures := make([]*Sample, len(truths)), make([]error, len(truths))
	each(len(truths), o.Jobs, func(i int) {
		t := truths[i]
		if o.TextOnly && mediumOf(t) != Text || ctx.Err() != nil {
			return
		}
		data, err := os.ReadFile(filepath.Join(docs, t.File))
		if err == nil {
			samples[i] = &Sample{Truth: t, Template: templateOf(folder, t)}
			samples[i].Document, err = o.Read(ctx, data)
		}
		failures[i] = err
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var read []*Sample
	for i, s := range samples {
		switch {
		case failures[i] != nil:
			o.Failed(truths[i].File, failures[i])
		case s != nil:
			read = append(read, s)
		}
	}
	return read, nil
}

// within returns the path of the named subfolder of a folder, or the folder itself if it
// has no such subfolder.
func within(folder, name string) string {
	path := filepath.Join(folder, name)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return path
	}
	return folder
}

// templateOf returns the name of a document's layout.
func templateOf(folder string, t *accuracy.Truth) string {
	if name, ok := t.Traits["template"]; ok && name != "" {
		return name
	}
	return fmt.Sprintf("%s/%s", filepath.Base(folder), t.ID)
}

// read interprets a sample, with the layout that layout returns for its print, and judges
// the result. layout may be nil, and may return nil.
func (s *Sample) read(layout func(taught.Fingerprint) *taught.Layout) *accuracy.Document {
	by := order.Reader{Layout: layout}
	return accuracy.Judge(s.Truth, accuracy.ResultOf(by.ReadValues(s.Document)))
}

// rows returns the right rows in the form that Learn takes.
func (s *Sample) rows() []map[string]string {
	rows := make([]map[string]string, len(s.Truth.Rows))
	for i, r := range s.Truth.Rows {
		rows[i] = r
	}
	return rows
}

// each calls f with 0 to n-1, with at most jobs calls at once.
func each(n, jobs int, f func(i int)) {
	var group sync.WaitGroup
	free := make(chan struct{}, max(1, jobs))
	for i := range n {
		free <- struct{}{}
		group.Go(func() {
			defer func() { <-free }()
			f(i)
		})
	}
	group.Wait()
}
