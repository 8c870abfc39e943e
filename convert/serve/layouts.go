package serve

import (
	"context"
	"errors"
	"slices"

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
	indexMarkBytes   = 60
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
		l = &taught.Layout{Version: l.Version, ID: kept.ID, Print: slices.Clone(l.Print)}
		layouts = append(layouts, l)
		size += indexSize(l)
	}
	return layouts, size, nil
}

// indexSize is what an index takes of a layout, bytes.
func indexSize(l *taught.Layout) int64 { return indexLayoutBytes + indexMarkBytes*int64(len(l.Print)) }

// skip notes that a layout cannot be read, as after a change of the program: documents
// are converted without it.
func (o *ownLayouts) skip(kept *quota.Layout, err error) {
	o.server.config.Log.Warn("a layout cannot be read", "account", o.account, "layout", kept.ID, "error", err.Error())
}
