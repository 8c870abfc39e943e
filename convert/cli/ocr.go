package cli

import (
	"context"
	"os"
	"time"

	"github.com/tetratelabs/wazero"

	"lineitem/convert"
	"lineitem/plugins"
)

var _ convert.Recognizer = (*plugins.OCR)(nil)

// recognizer is what reads lines of text in pictures.
func (l *conversion) recognizer(cache wazero.CompilationCache) (*plugins.OCR, error) {
	if l.ocr == "" {
		return plugins.NewOCR(plugins.Options{Cache: cache}), nil
	}
	module, err := os.ReadFile(l.ocr)
	if err != nil {
		return nil, err
	}
	limits := plugins.Limits{Memory: int64(l.guestMemory), Time: time.Duration(l.guestTime)}
	return plugins.NewOCR(plugins.Options{Module: module, Name: l.ocr, Limits: limits, Cache: cache}), nil
}

// checkOCR tells at once, and not with the first picture, that the module which
// --ocr names cannot be used.
func (l *conversion) checkOCR(ctx context.Context) error {
	if l.ocr == "" {
		return nil
	}
	r, err := l.recognizer(nil)
	if err != nil {
		return err
	}
	defer r.Close(ctx)
	return r.Check(ctx)
}
