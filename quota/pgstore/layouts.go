package pgstore

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"

	"lineitem/quota"
)

// layoutsPage is how many layouts are read at once: 2 MiB at most.
const layoutsPage = 32

// Layouts implements quota.Store.
func (s *Store) Layouts(ctx context.Context, account string) iter.Seq2[*quota.Layout, error] {
	type row struct{ ID, Layout []byte }
	return paged(ctx, s, row{ID: []byte{}}, layoutsPage, func(ctx context.Context, last row) ([]row, error) {
		return query[row](ctx, s,
			"SELECT id, layout FROM lineitem.layout WHERE account = $1 AND id > $2 ORDER BY id LIMIT $3", []byte(account), last.ID, layoutsPage)
	}, func(r row) (*quota.Layout, error) { return decodeLayout(account, r.Layout) })
}

// Layout implements quota.Store.
func (s *Store) Layout(ctx context.Context, account, id string) (*quota.Layout, error) {
	if err := s.beginCall(ctx); err != nil {
		return nil, err
	}
	defer s.calls.Done()
	found, err := query[struct{ Layout []byte }](ctx, s, "SELECT layout FROM lineitem.layout WHERE account = $1 AND id = $2", []byte(account), []byte(id))
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, fmt.Errorf("layout %s of account %s: %w", id, account, quota.ErrNotFound)
	}
	return decodeLayout(account, found[0].Layout)
}

func decodeLayout(account string, layout []byte) (*quota.Layout, error) {
	l := new(quota.Layout)
	if err := l.UnmarshalBinary(layout); err != nil {
		return nil, fmt.Errorf("account %s: %w", account, err)
	}
	return l, nil
}

// layoutChanges are changes of an account's layouts, in this order: if clear is true,
// all layouts are deleted; those in gone are deleted; those in ids get the values in to.
// No ID occurs twice in it.
type layoutChanges struct {
	clear   bool
	ids, to [][]byte
	gone    [][]byte
}

func (c *layoutChanges) any() bool { return c.clear || len(c.ids)+len(c.gone) > 0 }

// add adds changes that come after those already in c.
func (c *layoutChanges) add(changes []quota.LayoutChange) error {
	for _, change := range changes {
		id := []byte(change.ID)
		same := func(other []byte) bool { return bytes.Equal(other, id) }
		c.gone = slices.DeleteFunc(c.gone, same)
		if i := slices.IndexFunc(c.ids, same); i >= 0 {
			c.ids, c.to = slices.Delete(c.ids, i, i+1), slices.Delete(c.to, i, i+1)
		}
		if change.Layout == nil {
			c.gone = append(c.gone, id)
			continue
		}
		value, err := change.Layout.AppendBinary(nil)
		if err != nil {
			return err
		}
		c.ids, c.to = append(c.ids, id), append(c.to, value)
	}
	return nil
}
