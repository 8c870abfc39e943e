package cli

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"lineitem/convert/pdfium"
	"lineitem/convert/workerpool"
	"lineitem/periodic"
	"lineitem/plugins"
)

// defaultCache returns the directory for compiled code unless a flag names one:
// the one that systemd gives the service, or one in the user's cache directory. It
// is empty if there is neither.
func defaultCache() string {
	if dir := os.Getenv("CACHE_DIRECTORY"); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "lineitem")
}

// runWarm is the hidden command that compiles the recogniser and PDFium into the
// cache. It runs in a process of its own, since it takes some 300 MiB for a few seconds.
func runWarm(ctx context.Context, args []string) error {
	var l conversion
	c := newCommand("warm", "", "Compile what is needed to read pictures, for other processes.")
	l.addDocument(c)
	if _, err := c.parse(args); err != nil {
		return err
	}
	cache, err := plugins.OpenCache(l.cache)
	if err != nil {
		return err
	}
	defer cache.Close(ctx)
	ocr, err := l.recognizer(cache)
	if err != nil {
		return err
	}
	defer ocr.Close(ctx)
	// Confined, since workers can write to the cache, and code from it is run here.
	if err := workerpool.Confine([]string{l.cache}); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if err := ocr.Warm(ctx); err != nil {
		return err
	}
	library := &pdfium.Library{Cache: cache}
	defer library.Close()
	return library.Warm()
}

// startWarming starts to warm the cache in the background, since documents with text
// can be read without it. end stops it.
func (l *conversion) startWarming(ctx context.Context, log *slog.Logger) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	var warming sync.WaitGroup
	warming.Go(func() { l.warm(ctx, log) })
	return func() {
		cancel()
		warming.Wait()
	}
}

// trimInterval is how often the cache is trimmed: often enough that mappers cannot
// fill a disk in between.
const trimInterval = time.Minute

// startTrimming trims the cache regularly in the background. end stops it.
func (l *conversion) startTrimming() (end func()) {
	return periodic.Start(trimInterval, func() { plugins.TrimCache(l.cache) })
}

// warm has another process fill the cache, so that the first picture is read as
// fast as the others.
func (l *conversion) warm(ctx context.Context, log *slog.Logger) {
	if l.cache == "" {
		return
	}
	program, err := os.Executable()
	if err != nil {
		return // workers compile for themselves
	}
	began := time.Now()
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, program, "warm", "--cache="+l.cache, "--ocr="+l.ocr,
		"--guest-memory="+l.guestMemory.String(), "--guest-time="+l.guestTime.String())
	cmd.Env, cmd.Stderr = []string{}, &stderr
	switch err := cmd.Run(); {
	case err == nil:
		log.Info("pictures can be read", "after", time.Since(began).Round(time.Millisecond).String())
	case ctx.Err() == nil:
		log.Warn("each worker has to compile what reads pictures", "error", err.Error(), "reason", strings.TrimSpace(stderr.String()))
	}
}
