package batch

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progressAfter is how long the work takes before a bar appears.
const progressAfter = time.Second

// Progress shows on a terminal how many files are done. It shows nothing until
// progressAfter has passed. The zero value never shows anything.
type Progress struct {
	w     io.Writer
	total int
	done  int
	began time.Time
	bar   *progressbar.ProgressBar
}

// NewProgress returns the progress, on a terminal, of converting total files.
func NewProgress(w io.Writer, total int) *Progress {
	return &Progress{w: w, total: total, began: time.Now()}
}

// Step counts one file.
func (p *Progress) Step() {
	p.done++
	if p.total < 2 || time.Since(p.began) < progressAfter {
		return
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions(p.total,
			progressbar.OptionSetWriter(p.w),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionThrottle(100*time.Millisecond))
	}
	p.bar.Set(p.done)
}

// Hide takes the bar away, so that a line can be written in its place.
func (p *Progress) Hide() {
	if p.bar != nil {
		p.bar.Clear()
	}
}
