#include "guest.h"

// One stack of memory, from the end of the module's data upwards. It is not
// zeroed when it is taken again.

extern char __heap_base; // by the linker

static uintptr_t top;

enum { PAGE = 65536 };

void *take(size_t bytes) {
  if (top == 0) top = (uintptr_t)&__heap_base;
  uintptr_t start = (top + 15) & ~(uintptr_t)15;
  size_t have = (size_t)__builtin_wasm_memory_size(0) * PAGE;
  // Sizes here are far below 4 GiB: see the limit of a strip's width.
  if (start + bytes > have) {
    size_t pages = (start + bytes - have + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) __builtin_trap();
  }
  top = start + bytes;
  return (void *)start;
}

void *mark(void) { return take(0); }

void release(void *marked) { top = (uintptr_t)marked; }
