package training

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"lineitem/convert/doc"
)

// reads counts the documents read.
type reads int

func (n *reads) Document(_ context.Context, data []byte) (*doc.Document, error) {
	*n++
	if len(data) == 0 {
		return nil, errors.New("empty")
	}
	return &doc.Document{Pages: []doc.Page{{Number: 1, Words: []doc.Word{{Text: string(data)}}}}}, nil
}

// TestKept checks that a document is read once only, unless reading failed.
func TestKept(t *testing.T) {
	n := new(reads)
	k := cachingReader{n, t.TempDir()}
	first, err := k.Document(t.Context(), []byte("bolt"))
	again, err2 := k.Document(t.Context(), []byte("bolt"))
	if err != nil || err2 != nil || *n != 1 || !reflect.DeepEqual(first, again) {
		t.Errorf("Document twice = %v, %v, then %v, %v after %d readings; want the same after one", first, err, again, err2, *n)
	}
	if other, err := k.Document(t.Context(), []byte("nut")); err != nil || *n != 2 || other.Pages[0].Words[0].Text != "nut" {
		t.Errorf("Document of other bytes = %v, %v after %d readings, want those after two", other, err, *n)
	}
	for range 2 {
		if _, err := k.Document(t.Context(), nil); err == nil {
			t.Error("Document of nothing gives no error, want the reader's")
		}
	}
}
