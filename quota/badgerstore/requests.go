package badgerstore

import (
	"context"
	"fmt"
	"iter"

	"lineitem/quota"
)

// Requests implements quota.Store.
func (s *Store) Requests(ctx context.Context, account string) iter.Seq2[quota.KeptRequest, error] {
	return func(yield func(quota.KeptRequest, error) bool) {
		prefix := requestKeys(account)
		err := s.scan(ctx, prefix, nil, func(key, value []byte) (bool, error) {
			var r quota.KeptRequest
			if len(key) != len(prefix)+len(r.ID) {
				return false, fmt.Errorf("account %s: a request has a key of %d bytes", account, len(key))
			}
			copy(r.ID[:], key[len(prefix):])
			if err := r.UnmarshalBinary(value); err != nil {
				return false, fmt.Errorf("account %s: %w", account, err)
			}
			return yield(r, nil), nil
		})
		if err != nil {
			yield(quota.KeptRequest{}, err)
		}
	}
}
