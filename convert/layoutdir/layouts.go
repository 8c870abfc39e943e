package layoutdir

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"time"

	"lineitem/convert"
	"lineitem/convert/order/taught"
	"lineitem/periodic"
)

// Layouts holds the layouts of a folder.
type Layouts struct {
	folder string
	loaded atomic.Pointer[loaded]
}

var _ convert.Layouts = (*Layouts)(nil)

// loaded is the contents of a folder.
type loaded struct {
	state string // of the folder when it was read
	index *taught.Index
	count int
}

func newLayouts(all []*taught.Layout) *Layouts {
	l := new(Layouts)
	l.loaded.Store(&loaded{index: taught.NewIndex(all), count: len(all)})
	return l
}

// Open reads the layouts of a folder. The error names every file that holds none.
func Open(folder string) (*Layouts, error) {
	l := &Layouts{folder: folder}
	if err := l.load(); err != nil {
		return nil, err // l has nothing that Find could look into
	}
	return l, nil
}

// load reads the folder. If there is an error, what was read before is kept.
func (l *Layouts) load() error {
	state := stateOf(l.folder)
	files, err := Read(l.folder)
	if err != nil {
		return err
	}
	all, err := layouts(files)
	if err != nil {
		return err
	}
	l.loaded.Store(&loaded{state, taught.NewIndex(all), len(all)})
	return nil
}

// Find implements convert.Layouts.
func (l *Layouts) Find(_ context.Context, p taught.Fingerprint) (*taught.Layout, error) {
	return l.loaded.Load().index.Find(p), nil
}

// Count returns the number of layouts.
func (l *Layouts) Count() int { return l.loaded.Load().count }

// Watch looks at the folder at the given interval until ctx ends, and reads it again after
// a change. After each reading it calls told with the error; if that is not nil, the
// layouts are still the previous ones.
func (l *Layouts) Watch(ctx context.Context, every time.Duration, told func(error)) {
	seen := l.loaded.Load().state
	periodic.Run(ctx, every, func() {
		if now := stateOf(l.folder); now != seen {
			seen = now
			told(l.load())
		}
	})
}

// stateOf returns a text that differs when the names, times or sizes of a folder's files do.
func stateOf(folder string) string {
	names, err := list(folder)
	if err != nil {
		return err.Error()
	}
	var state []byte
	for _, name := range names {
		state = append(append(state, name...), 0) // names have no zero byte
		if info, err := os.Stat(filepath.Join(folder, name)); err == nil {
			state = info.ModTime().AppendFormat(state, time.RFC3339Nano)
			state = strconv.AppendInt(append(state, 0), info.Size(), 10)
		}
	}
	return string(state)
}
