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

// recognizer returns a recogniser, which reads lines of text in pictures. Unless
// --guest-time sets a limit, only the deadline of the process in which it runs ends it.
func (l *conversion) recognizer(cache wazero.CompilationCache) (*plugins.OCR, error) {
	return l.openOCR(plugins.Options{Unwatched: l.guestTime <= 0, Cache: cache})
}

// guests returns the address space, in bytes, that the guests of a worker may reserve
// at the same time: PDFium, and a recogniser for each processor. The built-in recogniser
// counts twice, since it is two.
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

// checkOCR returns an error if the module that --ocr names cannot be used, so that
// this is reported at once and not with the first picture.
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
