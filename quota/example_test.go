package quota_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"

	"lineitem/quota"
	"lineitem/quota/badgerstore"
)

func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "quota")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	store, err := badgerstore.Open(dir, badgerstore.Options{})
	if err != nil {
		panic(err)
	}
	defer store.Close()

	admin := quota.NewAdmin(store, quota.Options{})
	if _, err := admin.AddAccount(ctx, quota.NewAccount{ID: "acme"}); err != nil {
		panic(err)
	}
	key, _, err := admin.NewKey(ctx, "acme", "webshop")
	if err != nil {
		panic(err)
	}

	gate := quota.NewGate(store, quota.Options{})
	if _, err := gate.Recover(ctx); err != nil {
		panic(err)
	}
	convert := func(document []byte, idempotencyKey string) error {
		grant, err := gate.Admit(ctx, key, idempotencyKey)
		if err != nil {
			return err
		}
		defer grant.Done()        // when the answer has been sent
		defer grant.GiveBack(ctx) // unless it is settled
		if err := grant.Bind(ctx, sha256.Sum256(document)); err != nil {
			return err
		}
		if len(document) == 0 {
			return errors.New("the document is empty")
		}
		return grant.Settle(ctx) // before the answer is sent
	}
	fmt.Println(convert([]byte("order 1"), "a"))
	fmt.Println(convert([]byte("order 1"), "a")) // not charged again
	fmt.Println(convert([]byte("order 2"), "a"))
	fmt.Println(convert(nil, "")) // given back
	fmt.Println(convert([]byte("order 2"), ""))
	fmt.Println(convert([]byte("order 3"), ""))
	var spent *quota.PaymentError
	fmt.Println(errors.As(convert([]byte("order 4"), ""), &spent), spent.Allowance.Quota, "per", spent.Allowance.Name)
	// Output:
	// <nil>
	// <nil>
	// the idempotency key was already used for another request
	// the document is empty
	// <nil>
	// <nil>
	// true 3 per day
}
