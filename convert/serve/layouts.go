package serve

import (
	"context"
	"errors"
	"hash/maphash"
	"slices"
	"strings"

	"lineitem/convert"
	"lineitem/convert/order/taught"
	"lineitem/convert/workerpool"
	"lineitem/quota"
)

// layoutsFor returns the layouts for a request: the account's own, and then those shared by
// all accounts. It returns nil if there are none.
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

// eitherLayouts are several sets of layouts; the first set with a layout for a document
// decides.
type eitherLayouts []convert.Layouts

// Find implements convert.Layouts.
func (e eitherLayouts) Find(ctx context.Context, p taught.Fingerprint) (*taught.Layout, error) {
	for _, layouts := range e {
		if l, err := layouts.Find(ctx, p); l != nil || err != nil {
			return l, err
		}
	}
	return nil, nil
}

// FindStored implements workerpool.StoredLayouts.
func (e eitherLayouts) FindStored(ctx context.Context, p taught.Fingerprint) ([]byte, error) {
	for _, layouts := range e {
		if data, err := workerpool.FindStored(ctx, layouts, p); data != nil || err != nil {
			return data, err
		}
	}
	return nil, nil
}

// ownLayouts are an account's layouts as of the given stamp, or later.
type ownLayouts struct {
	server  *Server
	account string
	stamp   uint64 // 0: there are none
}

// Find implements convert.Layouts.
func (o *ownLayouts) Find(ctx context.Context, p taught.Fingerprint) (*taught.Layout, error) {
	data, err := o.FindStored(ctx, p)
	if data == nil || err != nil {
		return nil, err
	}
	return taught.Parse(data)
}

// FindStored implements workerpool.StoredLayouts: the stored form need not be parsed here.
func (o *ownLayouts) FindStored(ctx context.Context, p taught.Fingerprint) ([]byte, error) {
	kept, err := o.find(ctx, p)
	if kept == nil || err != nil {
		return nil, err
	}
	return kept.Data, nil
}

// find returns the stored layout of documents with the given fingerprint, or nil if there is none.
// It was readable a moment ago, when it was added to the index.
func (o *ownLayouts) find(ctx context.Context, p taught.Fingerprint) (*quota.Layout, error) {
	if o.stamp == 0 {
		return nil, nil
	}
	index, err := o.server.layouts.index(ctx, o.account, o.stamp, o.load)
	if err != nil {
		return nil, err
	}
	found := index.Find(p)
	if found == nil {
		return nil, nil
	}
	kept, err := o.server.config.Admin.Layout(ctx, o.account, found.ID)
	if errors.Is(err, quota.ErrNotFound) { // it was removed just now
		return nil, nil
	}
	return kept, err
}

// load returns what an index needs of the account's layouts. It parses only those that have
// changed since before.
func (o *ownLayouts) load(ctx context.Context, before []indexed) (layouts []indexed, err error) {
	for kept, err := range o.server.config.Admin.Layouts(ctx, o.account) {
		if err != nil {
			return nil, err
		}
		sum := maphash.Bytes(o.server.seed, kept.Data)
		i, was := slices.BinarySearchFunc(before, kept.ID, func(l indexed, id string) int { return strings.Compare(l.ID, id) })
		if was && before[i].sum == sum {
			layouts = append(layouts, before[i])
			continue
		}
		l, err := taught.ParseFingerprint(kept.Data)
		if err != nil {
			o.skip(kept, err)
			continue
		}
		layouts = append(layouts, indexed{&taught.Layout{Version: l.Version, ID: kept.ID, Fingerprint: slices.Clone(l.Fingerprint)}, sum})
	}
	return layouts, nil
}

// skip logs that a layout cannot be read, as may happen after a change of the program.
// Documents are converted without it.
func (o *ownLayouts) skip(kept *quota.Layout, err error) {
	o.server.config.Log.Warn("cannot read a layout", "account", o.account, "layout", kept.ID, "error", err.Error())
}
