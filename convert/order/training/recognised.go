package training

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"

	"lineitem/convert/doc"
	"lineitem/convert/order/samples"
)

// kept reads documents as another reader does, and keeps their words in a folder, each document's in a file that
// is named by the hash of its bytes: recognising takes seconds a page.
type kept struct {
	samples.Reader
	folder string
}

func (k kept) Document(ctx context.Context, data []byte) (*doc.Document, error) {
	sum := sha256.Sum256(data)
	file := filepath.Join(k.folder, hex.EncodeToString(sum[:])+".gob")
	if stored, err := os.ReadFile(file); err == nil {
		d := new(doc.Document)
		err = gob.NewDecoder(bytes.NewReader(stored)).Decode(d)
		return d, err
	}
	d, err := k.Reader.Document(ctx, data)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(d); err != nil {
		return nil, err
	}
	return d, write(file, b.Bytes())
}

// write writes a file in one step: several folds may be trained side by side.
func write(file string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), "kept")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return err
	}
	return os.Rename(f.Name(), file)
}
