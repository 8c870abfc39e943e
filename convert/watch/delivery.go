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

// journal is the name of the file in the inbox that describes the delivery that has begun.
const journal = ".lineitem-watch.json"

// A delivery is the outcome for one file: a result in the outbox, with the source moved
// to Done, or the reason for the failure beside the source, which is moved to Failed.
//
// It has four steps: the content is written to a temporary file (Part) and the delivery
// to the journal; the content is renamed to Result, under the lock of the outbox, or to
// another name if a result of another inbox has taken that one; the source is moved; the
// journal is removed. Before the first step is complete nothing has happened. After it,
// one can tell of every step whether it has been done, so that a new process goes on
// where another was killed, and nobody who fetches results sees one twice.
type delivery struct {
	Source string // name in the inbox
	Hash   string // SHA-256 of the source
	Name   string // new name of the source: that of Source, with a number if that is taken
	Part   string // path of the temporary file for the content, beside Result
	Result string // final path of the content
	Moved  string // path to which the source is moved
	Reason string // why the file failed; empty if it did not

	content  []byte
	noted    bool  // whether it is in the journal
	verified *bool // Verified of the result; may be nil
}

// delivery returns the delivery of a file, given the result or the error of Convert.
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

// longestName is the greatest length of a name, in bytes; it leaves room for suffixes.
const longestName = 200

// choose names a delivery after its source, with a number added if a file that was dealt
// with before has that name.
func (w *Watcher) choose(d *delivery) error {
	stem, ext := split(d.Source)
	for n := 1; ; n++ {
		name := stem + ext
		if n > 1 {
			name = stem + "-" + strconv.Itoa(n) + ext
		}
		d.rename(name)
		// The result of a file that fails is a text with the reason, and a file that failed
		// earlier may have the name of that text.
		taken, err := anyThere(d.Result, filepath.Join(w.Outbox, name+w.Suffix), filepath.Join(w.Inbox, Done, name), filepath.Join(w.Inbox, Failed, name))
		if err != nil || !taken {
			return err
		}
	}
}

// split splits a name into two parts between which a number can be put. It shortens a
// name that is too long.
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

// rename changes the name of the delivery, and Result and Moved with it.
func (d *delivery) rename(name string) {
	ending := strings.TrimPrefix(filepath.Base(d.Result), d.Name)
	d.Result = filepath.Join(filepath.Dir(d.Result), name+ending)
	d.Moved = filepath.Join(filepath.Dir(d.Moved), name)
	d.Name = name
}

// anyThere reports whether any of the files exists. An error means that a folder cannot be
// searched; it would be the same with any name.
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

// there reports whether the file exists, or may exist since an error hides it.
func there(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// deliver carries out a delivery. After an error it may be called again with the same one.
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

// note writes the delivery to the journal.
func (w *Watcher) note(d *delivery) error {
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	return replaceFile(filepath.Join(w.Inbox, journal), text)
}

// recover finishes the delivery that an earlier process began, if there is one.
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
	case hash == d.Hash && !there(d.Moved): // otherwise it is another file, which has arrived since
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

// publish renames Part to Result, unless that has been done. A rename is one step: after a
// kill it has happened or not, and whoever fetched the result meanwhile gets no second one.
// A hard link, which would never replace a file, would leave both names for a moment.
func (w *Watcher) publish(ctx context.Context, d *delivery) error {
	if d.Reason == "" { // otherwise it goes to the inbox, to which no other watcher writes
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
		other := *d // d must agree with the journal until that is rewritten
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
