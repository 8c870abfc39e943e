// Package lessons measures what it is worth to teach layouts: it learns documents for
// which somebody wrote down what they say, reads others of the same templates by what
// was learned, and compares both with how they are read without.
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
	Template string // what its layout is called; that of no other document where the truth does not tell it
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

// Options are how samples are read.
type Options struct {
	// Read reads the words of a document. It is called by several goroutines.
	Read     func(ctx context.Context, data []byte) (*doc.Document, error)
	TextOnly bool // leaves out documents whose text is in pixels
	Jobs     int  // how many are read at once
	// Failed is called with each document that cannot be read and is left out.
	Failed func(name string, err error)
}

// ReadFolder reads the samples of a folder in the order of their names. Documents are
// in its folder docs and their truth files in truth; either may lie in the folder itself.
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

// within is a folder within another, or that one where there is none.
func within(folder, name string) string {
	path := filepath.Join(folder, name)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return path
	}
	return folder
}

// templateOf is the name of a document's layout.
func templateOf(folder string, t *accuracy.Truth) string {
	if name, ok := t.Traits["template"]; ok && name != "" {
		return name
	}
	return fmt.Sprintf("%s/%s", filepath.Base(folder), t.ID)
}

// read understands a sample with the layout that is given for its print; nil for none.
func (s *Sample) read(layout func(taught.Print) *taught.Layout) *accuracy.Document {
	by := order.Reader{Layout: layout}
	return accuracy.Judge(s.Truth, accuracy.ResultOf(by.Values(s.Document)))
}

// rows are the right rows, as they are learned from.
func (s *Sample) rows() []map[string]string {
	rows := make([]map[string]string, len(s.Truth.Rows))
	for i, r := range s.Truth.Rows {
		rows[i] = r
	}
	return rows
}

// each calls f with 0 to n-1, at most so many calls at once.
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
