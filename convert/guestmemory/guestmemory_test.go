package guestmemory

import (
	"context"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"
)

// grower is a module that exports its memory of one page as "m" and a function
// "g" that grows it by the given number of pages.
var grower = []byte("\x00asm\x01\x00\x00\x00" +
	"\x01\x06\x01\x60\x01\x7f\x01\x7f" + // a type: i32 to i32
	"\x03\x02\x01\x00" + // a function of that type
	"\x05\x03\x01\x00\x01" + // a memory of at least one page
	"\x07\x09\x02\x01m\x02\x00\x01g\x00\x00" +
	"\x0a\x08\x01\x06\x00\x20\x00\x40\x00\x0b") // local.get 0, memory.grow

// TestMemoryOfAGuest checks that a guest's memory grows up to its limit and no
// further, keeping its address and contents, and that all of it is given back at
// the end.
func TestMemoryOfAGuest(t *testing.T) {
	const limit = 4 << 20
	before := InUse()
	memory, err := Reserve(limit)
	if err != nil {
		t.Fatal(err)
	}
	ctx := experimental.WithMemoryAllocator(context.Background(), memory)
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	guest, err := runtime.Instantiate(ctx, grower)
	if err != nil {
		t.Fatal(err)
	}
	grow := func(pages uint64) int32 {
		t.Helper()
		results, err := guest.ExportedFunction("g").Call(ctx, pages)
		if err != nil {
			t.Fatal(err)
		}
		return int32(results[0])
	}
	guest.Memory().WriteString(page-5, "bytes")
	first, _ := guest.Memory().Read(0, page)
	if got := grow(limit/page - 1); got != 1 || memory.Refused() {
		t.Errorf("growing from 1 page to the limit = %d, refused: %v, want 1 and not", got, memory.Refused())
	}
	if got := grow(1); got != -1 || !memory.Refused() || memory.Err() != nil {
		t.Errorf("growing beyond the limit = %d, refused: %v, %v, want -1, for the limit alone", got, memory.Refused(), memory.Err())
	}
	whole, ok := guest.Memory().Read(0, limit)
	if !ok || memory.Size() != limit || InUse()-before != limit {
		t.Fatalf("the guest has %d bytes, all have %d more, want %d", memory.Size(), InUse()-before, limit)
	}
	if &whole[0] != &first[0] || string(whole[page-5:page]) != "bytes" {
		t.Error("the memory moved, or what was written is lost, when it grew")
	}
	for i, b := range whole[page:] {
		if b != 0 {
			t.Fatalf("byte %d, which is new, is %d", page+i, b)
		}
	}
	if err := guest.Close(ctx); err != nil {
		t.Fatal(err)
	}
	memory.Free() // freeing it again must do nothing
	if got := InUse(); got != before || memory.Size() != 0 {
		t.Errorf("after the guest's end %d bytes are in use, want %d", got, before)
	}
}

// TestReserveTooMuch checks that reserving more than the address space gives an
// error.
func TestReserveTooMuch(t *testing.T) {
	if m, err := Reserve(1 << 50); err == nil {
		m.Free()
		t.Error("Reserve of a pebibyte gives no error")
	}
}
