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

	"github.com/tetratelabs/wazero"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/training/drawn"
	"lineitem/convert/pdfium"
	"lineitem/plugins"
)

// Pixels returns a reader of scans and photos as well as text layers. It caches what it recognises in a folder,
// unless folder is empty. The caller must call end to release the reader.
func Pixels(folder string) (reader samples.Reader, end func()) {
	c, end := recogniser()
	return cached(c, folder), end
}

// Drawn returns a reader that draws PDF files with a text layer as pictures, in one way, and reads the pictures.
// It caches what it recognises as Pixels does, in a subfolder for each way.
func Drawn(way drawn.Way, folder string) (reader samples.Reader, end func()) {
	c, end := recogniser()
	if folder != "" {
		folder = filepath.Join(folder, way.String())
	}
	return cached(&drawn.Reader{Way: way, Renderer: c.Renderer, Pictures: c}, folder), end
}

func recogniser() (c *convert.Converter, end func()) {
	cache := wazero.NewCompilationCache()
	c = &convert.Converter{Recognizer: plugins.NewOCR(plugins.Options{Cache: cache}), Renderer: &pdfium.Library{Cache: cache}}
	return c, func() { cache.Close(context.Background()) }
}

func cached(reader samples.Reader, folder string) samples.Reader {
	if folder == "" {
		return reader
	}
	return cachingReader{reader, folder}
}

// cachingReader is a reader that caches the documents of another reader in a folder, each in a file that is named by the
// SHA-256 hash of the input: OCR takes seconds per page.
type cachingReader struct {
	samples.Reader
	folder string
}

func (k cachingReader) Document(ctx context.Context, data []byte) (*doc.Document, error) {
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

// write writes a file atomically, since several folds may be trained at the same time.
func write(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
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
