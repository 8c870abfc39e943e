package quota

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
)

// ModuleHash is the SHA-256 of a module, which identifies it.
type ModuleHash [sha256.Size]byte

// String returns the hash in hexadecimal digits.
func (h ModuleHash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText implements encoding.TextMarshaler. The text is that of String.
func (h ModuleHash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *ModuleHash) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil || len(b) != len(h) {
		return fmt.Errorf("quota: %q is not the SHA-256 of a module", text)
	}
	copy(h[:], b)
	return nil
}

// A MapperRef says which module makes the rows of an account's conversions.
type MapperRef struct {
	Hash ModuleHash `json:"sha256"`
	Size int64      `json:"size"` // bytes
	Set  time.Time  `json:"set"`
}

func (m *MapperRef) clone() *MapperRef {
	if m == nil {
		return nil
	}
	c := *m
	return &c
}

// SetMapper stores a module and makes it the account's mapper from the next
// conversion on. The caller must have checked that the module is a mapper.
// Errors: ErrNotFound, ErrFull, *ArgumentError.
func (a *Admin) SetMapper(ctx context.Context, account string, module []byte) (*Status, error) {
	if len(module) == 0 {
		return nil, &ArgumentError{"mapper", "it is empty"}
	}
	// Don't store a module for an account that does not exist.
	if _, err := a.Account(ctx, account); err != nil {
		return nil, err
	}
	// The module must be in the store before the account refers to it.
	hash, err := a.store.PutModule(ctx, module)
	if err != nil {
		return nil, err
	}
	return a.updateLiving(ctx, account, RequestID{}, func(tx *Tx, now time.Time) error {
		tx.Account.Mapper = &MapperRef{Hash: hash, Size: int64(len(module)), Set: second(now)}
		return nil
	})
}

// RemoveMapper removes an account's mapper, if it has one. Error: ErrNotFound.
func (a *Admin) RemoveMapper(ctx context.Context, account string) (*Status, error) {
	return a.updateLiving(ctx, account, RequestID{}, func(tx *Tx, _ time.Time) error {
		tx.Account.Mapper = nil
		return nil
	})
}

// Module returns the module that is the account's mapper. Error: ErrNotFound, also
// if the account has none.
func (a *Admin) Module(ctx context.Context, account string) ([]byte, error) {
	status, err := a.Account(ctx, account)
	if err != nil {
		return nil, err
	}
	if status.Mapper == nil {
		return nil, fmt.Errorf("the mapper of account %s: %w", account, ErrNotFound)
	}
	return a.store.Module(ctx, status.Mapper.Hash)
}

// Mapper returns the mapper that the account had when the request was admitted,
// or nil if it had none.
func (g *Grant) Mapper() *MapperRef { return g.mapper }

// Module returns the module of the grant's mapper. It stays available as long as
// a conversion may take, even if the account gets another mapper meanwhile.
// Error: ErrNotFound, also if the grant has no mapper.
func (g *Grant) Module(ctx context.Context) ([]byte, error) {
	if g.mapper == nil {
		return nil, fmt.Errorf("the mapper of account %s: %w", g.account, ErrNotFound)
	}
	module, err := g.gate.store.Module(ctx, g.mapper.Hash)
	if err != nil {
		return nil, fmt.Errorf("the mapper of account %s: %w", g.account, err)
	}
	return module, nil
}
