package watch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"lineitem/convert"
)

// journal, in the inbox, is the delivery that has begun.
const journal = ".lineitem-watch.json"

// A delivery is what becomes of a file: a result in the outbox and its place in the
// folder of what is done, or the reason why it failed and its place there.
//
// It has four steps: the content is written to a file of its own (Part), and the delivery
// to the journal; the content takes its name, under the lock of the outbox, and another
// one if a result of another inbox has taken that; the source takes its; the journal goes.
// Before the first is complete nothing has happened. After it every step can be told to
// have been done or not, so that a process that starts goes on where another was
// killed, and nobody who fetches results sees one twice.
type delivery struct {
	Source string // name in the inbox
	Hash   string // SHA-256 of it
	Name   string // by which it goes on: that of Source, or with a number if that is taken
	Part   string // where the content is written, beside Result
	Result string // where it goes
	Moved  string // where the source goes
	Reason string // why it failed; empty if it did not

	content  []byte
	noted    bool  // whether it is in the journal
	verified *bool // as the result tells, or nil
}

// delivery makes the delivery of a file from what Convert says of it.
func (w *Watcher) delivery(ctx context.Context, a *arrival, result *convert.Result, err error) (*delivery, error) {
	d := &delivery{Source: a.name}
	var failure error
	if d.Hash, failure = hashOf(filepath.Join(w.Inbox, a.name)); failure != nil {
		return nil, failure
	}
	var content bytes.Buffer
	if err == nil {
		d.verified = result.Verified
		err = w.Write(context.WithoutCancel(ctx), &content, result)
	}
	d.Name = a.name
	d.Moved, d.Result = filepath.Join(w.Inbox, Done, d.Name), filepath.Join(w.Outbox, d.Name+w.Suffix)
	if d.content = content.Bytes(); err != nil {
		d.Reason = w.Explain(err)
		d.Moved = filepath.Join(w.Inbox, Failed, d.Name)
		d.Result = d.Moved + ".txt"
		d.content = []byte(d.Reason + "\n")
	}
	if err := w.choose(d); err != nil {
		return nil, err
	}
	d.Part = filepath.Join(filepath.Dir(d.Result), ".lineitem-"+w.id+".part")
	return d, nil
}

func hashOf(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// longestName is the length of a name to which endings may be added, bytes.
const longestName = 200

// choose gives a delivery the name of its source if no other file has had it, or the same
// with a number.
func (w *Watcher) choose(d *delivery) error {
	stem, ext := split(d.Source)
	for n := 1; ; n++ {
		name := stem + ext
		if n > 1 {
			name = stem + "-" + strconv.Itoa(n) + ext
		}
		d.rename(name)
		// The result of one that fails is its reason, whose name a file may have that
		// failed itself.
		taken, err := anyThere(d.Result, filepath.Join(w.Outbox, name+w.Suffix), filepath.Join(w.Inbox, Done, name), filepath.Join(w.Inbox, Failed, name))
		if err != nil || !taken {
			return err
		}
	}
}

// split splits a name into two parts, between which a number may stand. A name that is
// too long is shortened.
func split(name string) (stem, ext string) {
	if ext = filepath.Ext(name); len(ext) > 16 {
		ext = ""
	}
	stem = strings.TrimSuffix(name, ext)
	for len(stem)+len(ext) > longestName {
		_, n := utf8.DecodeLastRuneInString(stem)
		stem = stem[:len(stem)-n]
	}
	return stem, ext
}

// rename has the delivery go on by another name.
func (d *delivery) rename(name string) {
	ending := strings.TrimPrefix(filepath.Base(d.Result), d.Name)
	d.Result = filepath.Join(filepath.Dir(d.Result), name+ending)
	d.Moved = filepath.Join(filepath.Dir(d.Moved), name)
	d.Name = name
}

// anyThere reports whether there is one of some files. An error is that of a folder which
// does not tell: with any name it would be the same.
func anyThere(paths ...string) (bool, error) {
	for _, path := range paths {
		if _, err := os.Lstat(path); err == nil {
			return true, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return false, err
		}
	}
	return false, nil
}

// there reports whether there is such a file, or may be.
func there(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// deliver delivers. After an error it may be called again, with the same delivery.
func (w *Watcher) deliver(ctx context.Context, d *delivery) error {
	if !d.noted {
		if err := w.checkOutbox(); err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(d.Moved), 0o777); err != nil {
			return err
		}
		if err := writeFile(d.Part, d.content); err != nil {
			os.Remove(d.Part) // on a full disk others need the room
			return err
		}
		if err := w.note(d); err != nil {
			return err
		}
		d.noted = true
	}
	return w.finish(ctx, d)
}

// note writes the journal.
func (w *Watcher) note(d *delivery) error {
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	return replaceFile(filepath.Join(w.Inbox, journal), text)
}

// recover finishes the delivery that another process has begun.
func (w *Watcher) recover(ctx context.Context) error {
	path := filepath.Join(w.Inbox, journal)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	d := new(delivery)
	if err := json.Unmarshal(text, d); err != nil {
		return fmt.Errorf("%s: %w; remove it, and what it names is converted again", path, err)
	}
	if err := w.finish(ctx, d); err != nil {
		return fmt.Errorf("finishing what was begun with %s, as %s says: %w", d.Source, path, err)
	}
	w.Log.Info("finished what was begun", "file", d.Source, "moved", d.Moved)
	return nil
}

// finish does what is left of a delivery that is in the journal.
func (w *Watcher) finish(ctx context.Context, d *delivery) error {
	if err := w.publish(ctx, d); err != nil {
		return err
	}
	source := filepath.Join(w.Inbox, d.Source)
	switch hash, err := hashOf(source); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case hash == d.Hash && !there(d.Moved): // else it is another one, which came since
		if err := os.MkdirAll(filepath.Dir(d.Moved), 0o777); err != nil {
			return err
		}
		if err := move(source, d.Moved); err != nil {
			return err
		}
	}
	if err := os.Remove(filepath.Join(w.Inbox, journal)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// publish gives the content its name, unless it has it. That is one step, so that after a
// kill the content has it or not, and who fetched the result meanwhile gets no second one:
// a hard link, which would never replace a file, would leave both names for a moment.
func (w *Watcher) publish(ctx context.Context, d *delivery) error {
	if d.Reason == "" { // else it goes to the inbox, to which no other watcher writes
		unlock, err := w.lockOutbox(ctx, filepath.Dir(d.Result))
		if err != nil {
			return err
		}
		defer unlock()
	}
	if _, err := os.Lstat(d.Part); errors.Is(err, fs.ErrNotExist) {
		return nil // it has been moved
	}
	switch taken, err := anyThere(d.Result); {
	case err != nil:
		return err
	case taken:
		other := *d // d stays what the journal says
		if err := w.choose(&other); err != nil {
			return err
		}
		if err := w.note(&other); err != nil {
			return err
		}
		*d = other
	}
	return move(d.Part, d.Result)
}
