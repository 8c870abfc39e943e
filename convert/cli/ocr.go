package cli

import (
	"context"
	"os"
	"time"

	"github.com/tetratelabs/wazero"

	"lineitem/convert"
	"lineitem/convert/pdfium"
	"lineitem/convert/workerpool"
	"lineitem/plugins"
)

var _ convert.Recognizer = (*plugins.OCR)(nil)

// recognizer reads lines of text in pictures. Unless a limit of its own
// was set, what ends it is the deadline of the process that it runs in.
func (l *conversion) recognizer(cache wazero.CompilationCache) (*plugins.OCR, error) {
	return l.openOCR(plugins.Options{Unwatched: l.guestTime <= 0, Cache: cache})
}

// guests are the addresses that guests of a worker may reserve at the same time:
// PDFium, and on each processor a recogniser; the built-in one is two.
func (l *conversion) guests() int64 {
	recognizer := 2 * plugins.DefaultLimits.Memory
	if l.ocr != "" {
		recognizer = int64(l.guestMemory)
	}
	return pdfium.Memory + workerpool.MostProcs*recognizer
}

func (l *conversion) openOCR(o plugins.Options) (*plugins.OCR, error) {
	if l.ocr != "" {
		module, err := os.ReadFile(l.ocr)
		if err != nil {
			return nil, err
		}
		o.Module, o.Name = module, l.ocr
		o.Limits = plugins.Limits{Memory: int64(l.guestMemory), Time: time.Duration(l.guestTime)}
	}
	return plugins.NewOCR(o), nil
}

// checkOCR tells at once, and not with the first picture, that the module which
// --ocr names cannot be used.
func (l *conversion) checkOCR(ctx context.Context) error {
	if l.ocr == "" {
		return nil
	}
	r, err := l.openOCR(plugins.Options{})
	if err != nil {
		return err
	}
	defer r.Close(ctx)
	return r.Check(ctx)
}
