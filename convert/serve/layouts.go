package serve

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert"
	"lineitem/convert/order/taught"
	"lineitem/quota"
)

// layoutsFor gives the layouts of who made a request: the account's own, and then those of
// all accounts. It is nil where there are none.
func (s *Server) layoutsFor(grant *quota.Grant) convert.Layouts {
	ref := grant.Layouts()
	if ref.Count == 0 {
		return s.config.Layouts
	}
	own := &ownLayouts{server: s, account: grant.Account(), stamp: ref.Stamp}
	if s.config.Layouts == nil {
		return own
	}
	return eitherLayouts{own, s.config.Layouts}
}

// eitherLayouts are layouts of which the first that know a document count.
type eitherLayouts []convert.Layouts

// Find implements convert.Layouts.
func (e eitherLayouts) Find(ctx context.Context, p taught.Print) (*taught.Layout, error) {
	for _, layouts := range e {
		if l, err := layouts.Find(ctx, p); l != nil || err != nil {
			return l, err
		}
	}
	return nil, nil
}

// ownLayouts are an account's layouts as they were when they had a stamp, or later.
type ownLayouts struct {
	server  *Server
	account string
	stamp   uint64 // 0: there are none
}

// Find implements convert.Layouts.
func (o *ownLayouts) Find(ctx context.Context, p taught.Print) (*taught.Layout, error) {
	l, _, err := o.find(ctx, p)
	return l, err
}

// find gives the layout of documents with such a print, as it is and as it is kept; nil
// where there is none.
func (o *ownLayouts) find(ctx context.Context, p taught.Print) (*taught.Layout, *quota.Layout, error) {
	if o.stamp == 0 {
		return nil, nil, nil
	}
	index, err := o.server.layouts.index(ctx, o.account, o.stamp, o.load)
	if err != nil {
		return nil, nil, err
	}
	found := index.Find(p)
	if found == nil {
		return nil, nil, nil
	}
	kept, err := o.server.config.Admin.Layout(ctx, o.account, found.ID)
	if errors.Is(err, quota.ErrNotFound) { // it was removed just now
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	l, err := taught.Parse(kept.Data)
	if err != nil {
		o.skip(kept, err)
		return nil, nil, nil
	}
	return l, kept, nil
}

// indexBytes is what an index takes for each mark of a print, and for each layout.
const (
	indexMarkBytes   = 100
	indexLayoutBytes = 400
)

// load reads what an index needs of the layouts: their IDs and prints.
func (o *ownLayouts) load(ctx context.Context) (layouts []*taught.Layout, size int64, err error) {
	for kept, err := range o.server.config.Admin.Layouts(ctx, o.account) {
		if err != nil {
			return nil, 0, err
		}
		l, err := taught.Parse(kept.Data)
		if err != nil {
			o.skip(kept, err)
			continue
		}
		layouts = append(layouts, &taught.Layout{Version: l.Version, ID: kept.ID, Print: l.Print})
		size += indexLayoutBytes + indexMarkBytes*int64(len(l.Print))
	}
	return layouts, size, nil
}

// skip notes that a layout cannot be read, as after a change of the program: documents
// are converted without it.
func (o *ownLayouts) skip(kept *quota.Layout, err error) {
	o.server.config.Log.Warn("a layout cannot be read", "account", o.account, "layout", kept.ID, "error", err.Error())
}

// notedLayouts note what was found last, for who learns. They are used by one
// conversion.
type notedLayouts struct {
	ownLayouts
	print taught.Print
	found *quota.Layout
}

// Find implements convert.Layouts.
func (n *notedLayouts) Find(ctx context.Context, p taught.Print) (l *taught.Layout, err error) {
	n.print = p
	l, n.found, err = n.find(ctx, p)
	return l, err
}

// same reports whether the account's layouts of now give the same layout for the document
// as those did of which it was learned.
func (n *notedLayouts) same(ctx context.Context) (bool, error) {
	_, now, err := n.find(ctx, n.print)
	if err != nil {
		return false, err
	}
	if now == nil || n.found == nil {
		return now == n.found, nil
	}
	return now.ID == n.found.ID && bytes.Equal(now.Data, n.found.Data), nil
}

// learnTries is how often a document is learned from while others change the account's
// layouts, and keepTries how often it is tried to keep what was learned.
const (
	learnTries = 5
	keepTries  = 20
)

// learned is what was learned, and kept.
type learned struct {
	*taught.Lesson
	name    string
	refined bool
}

// learn learns a document's layout, and keeps it with the account.
func (s *Server) learn(ctx context.Context, account string, ref quota.LayoutsRef, in convert.Input, rows []map[string]string) (*learned, error) {
	for tries := 1; ; tries++ {
		noted := &notedLayouts{ownLayouts: ownLayouts{s, account, ref.Stamp}}
		in.Layouts = noted
		lesson, err := s.config.Converter.Learn(ctx, in, rows)
		if err != nil {
			return nil, err
		}
		l := &learned{Lesson: lesson, name: layoutName(lesson.Layout.Name)}
		l.refined, err = s.keepLayout(ctx, noted, l)
		if err == nil {
			return l, nil
		}
		if !errors.Is(err, quota.ErrLayoutsChanged) || tries == learnTries {
			return nil, err
		}
		// Somebody has taught the same layout meanwhile: what is known of it now counts.
		ref = quota.LayoutsRef{Stamp: noted.stamp}
	}
}

// keepLayout keeps what was learned of layouts. Where they have changed, but not what is
// known of the document's layout, it is kept all the same; otherwise the error is
// quota.ErrLayoutsChanged, and from has the stamp of the layouts as they are.
func (s *Server) keepLayout(ctx context.Context, from *notedLayouts, l *learned) (refined bool, err error) {
	data, err := l.Layout.Encode()
	if err != nil {
		return false, err
	}
	layout := quota.Layout{ID: l.Layout.ID, Name: l.name, Examples: l.Layout.Examples, Data: data}
	for range keepTries {
		refined, err = s.config.Admin.LearnLayout(ctx, from.account, from.stamp, layout)
		if !errors.Is(err, quota.ErrLayoutsChanged) {
			return refined, err
		}
		status, err := s.config.Admin.Account(ctx, from.account)
		if err != nil {
			return false, err
		}
		from.stamp = status.Layouts.Stamp
		same, err := from.same(ctx)
		if err != nil {
			return false, err
		}
		if !same {
			return false, quota.ErrLayoutsChanged
		}
	}
	return false, quota.ErrLayoutsChanged
}

// layoutName leaves of a layout's name what quota takes.
func layoutName(name string) string {
	const most = 200 // bytes
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, "\ufffd"))
	if len(name) > most {
		end := most
		for !utf8.RuneStart(name[end]) {
			end--
		}
		name = name[:end]
	}
	return name
}
